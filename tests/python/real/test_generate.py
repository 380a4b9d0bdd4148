# SPDX-License-Identifier: MIT
"""generate() of the library in all its forms. Every row equals the one that the model gives when it runs on the whole text."""

import inspect
import unittest

from real.library import Real, ended_after, keep, numbers, torch, version

hybrids = ("Jamba", "Qwen 3 Next", "LFM2")


def positions(model, mask):
    """The inputs that generate() itself passes to a padded model."""
    return {"position_ids": (mask.cumsum(-1) - 1).clamp(min=0)} if "position_ids" in inspect.signature(model.forward).parameters else {}


class Generated(Real):
    def sequences(self, made):
        """The tokens of each sequence until its end token, which is included. Padding follows it."""
        prompt = made.attentions[0][0].shape[2] if "attentions" in made else made.decoder_attentions[0][0].shape[2]
        for sequence in made.sequences:
            ends = (sequence[prompt:] == 2).nonzero()
            yield sequence if len(ends) == 0 else sequence[: prompt + int(ends[0]) + 1]

    def right(self, by, made, given, tolerance=5e-4, **options):
        """The file's examples are the model's results for each sequence on its own."""
        examples, saved = self.examples(made, **options)
        sequences = list(self.sequences(made))
        self.assertEqual(len(examples), len(sequences))
        for i, (example, sequence) in enumerate(zip(examples, sequences)):
            source = {name: value[i * len(value) // len(sequences)][None] for name, value in given.items() if name != "decoder_input_ids"}
            with torch.no_grad():
                if "decoder_attentions" in made:
                    alone = by(**source, decoder_input_ids=sequence[None, :-1], output_attentions=True)
                    keys = source["attention_mask"][0].bool().numpy() if "attention_mask" in source else slice(None)
                    expected = {"encoder_attentions": numbers(alone.encoder_attentions)[:, :, keys][:, :, :, keys],
                                "cross_attentions": numbers(alone.cross_attentions)[:, :, :, keys], "decoder_attentions": numbers(alone.decoder_attentions)}
                    words_of = example["decoder"]["tokens"]
                    kept = sequence[:-1]
                else:
                    mask = torch.ones_like(sequence[:-1])[None]
                    mask[0, : source["attention_mask"].shape[1]] = source["attention_mask"][0]
                    alone = by(sequence[None, :-1], attention_mask=mask, **positions(by, mask), output_attentions=True)
                    keys = mask[0].bool().numpy()
                    expected = {"attentions": numbers(alone.attentions)[:, :, keys][:, :, :, keys]}
                    words_of, kept = example["tokens"], sequence[:-1][mask[0].bool()]
            for role, values in expected.items():
                self.close(self.written(example, role), values, tolerance)
            self.assertEqual([int(text) for text in words_of], kept.tolist())
        return saved

    def forms(self, row):
        """Every way of generating that this version's model knows."""
        given = {name: value for name, value in row.inputs().items() if name != "decoder_input_ids"}
        ways = [dict(do_sample=False), dict(do_sample=True), dict(do_sample=True, num_return_sequences=3), dict(do_sample=False, use_cache=False),
                dict(do_sample=False, num_beams=3, output_scores=True), dict(do_sample=False, num_beams=3, num_return_sequences=2, output_scores=True),
                dict(do_sample=False, num_beams=3, use_cache=False, output_scores=True)]
        # GPT-Neo attends to empty places of such a cache. The others cannot have one.
        static = version >= (4, 50) and row.name not in ("GPT-Neo", *hybrids) and row.kind == "decoder"
        if row.name == "LFM2" and version < (5, 0):
            ways = [way for way in ways if "num_beams" not in way]  # the library's own IndexError
        return given, ways + [dict(do_sample=False, cache_implementation="static", disable_compile=True)] * static

    def test_every_form_of_every_class_is_what_the_model_computes(self):
        for row in self.each("decoder", "both", "speech"):
            model = row.build()
            given, ways = self.forms(row)
            for way in ways:
                if row.kind == "speech" and "num_beams" in way:
                    continue  # the library keeps another beam's rows
                with self.subTest(row.name, **way):
                    torch.manual_seed(5)
                    made = model.generate(**given, max_new_tokens=6, min_new_tokens=6, **keep, **way)
                    self.right(model, made, given)

    def test_a_prompt_shorter_than_its_window(self):
        for row in self.each(names=("Gemma 2", "Mistral", "Qwen 2", "Llama 4")):
            if version < (4, 50):
                continue  # such a cache leaves an empty place between its keys, once it is full
            model, given = row.build(), row.inputs(tokens=3)
            for way in (dict(), dict(cache_implementation="static", disable_compile=True)):
                with self.subTest(row.name, **way):
                    self.right(model, model.generate(**given, max_new_tokens=8, min_new_tokens=8, do_sample=False, **keep, **way), given)

    def test_sequences_end_where_their_end_is(self):
        """Beams and items that end before the last step."""
        for row in self.each("decoder", "both"):
            model = row.build()
            given = {name: value for name, value in row.inputs(3).items() if name != "decoder_input_ids"}
            length = 3 if row.kind == "both" else 11
            for way in (dict(num_beams=3, do_sample=False), dict(num_beams=3, do_sample=False, num_return_sequences=3),
                        dict(do_sample=True, temperature=3.0), dict(do_sample=True, temperature=3.0, num_return_sequences=2)):
                if row.name == "LFM2" and version < (5, 0) and "num_beams" in way:
                    continue
                with self.subTest(row.name, **way):
                    torch.manual_seed(3)
                    made = model.generate(**given, max_new_tokens=9, output_scores=True, logits_processor=ended_after(length), **keep, **way)
                    self.right(model, made, given, model=model)

    def test_padded_prompts(self):
        for row in self.each("decoder", "both"):
            if row.name in hybrids:
                continue  # tokens to the left of a text reach it through their other layers
            if row.name == "Gemma 2" and version < (4, 50):
                continue  # hides the wrong keys where a window is shorter than its mask
            model = row.build()
            given = {name: value for name, value in row.inputs(3).items() if name != "decoder_input_ids"}
            for item, missing in enumerate((0, 4, 2)):
                place = slice(0, missing) if row.kind == "decoder" else slice(9 - missing, 9)
                given["input_ids"][item, place], given["attention_mask"][item, place] = 0, 0
            for way in (dict(do_sample=False), dict(do_sample=False, num_beams=2, output_scores=True), dict(do_sample=True, num_return_sequences=2)):
                with self.subTest(row.name, **way):
                    torch.manual_seed(3)
                    made = model.generate(**given, max_new_tokens=6, min_new_tokens=6, **keep, **way)
                    self.right(model, made, given, attention_mask=given["attention_mask"])


if __name__ == "__main__":
    unittest.main()
