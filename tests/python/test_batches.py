# SPDX-License-Identifier: MIT
"""Imitates generate() and batches of the real library, with beams, several sequences, ends, windows of some layers, values for one item of
several. tests/python/real has the library itself."""

import contextlib
import io
import json
import types
import unittest

import numpy as np
from support import Case, attention, headwaters, outputs, own, replaced, run, values


class Sequences(Case):
    def decoder(self, items, prompt=3, more=4):
        """Whole attention [L, B, H, n, n] and its steps with a cache."""
        n = prompt + more
        whole = attention(self.rng, 2, items, 2, n, n, causal=True)
        steps = [tuple(layer[:, :, :prompt, :prompt] for layer in whole)]
        return whole, tuple(steps + [tuple(layer[:, :, t:t + 1, :t + 1] for layer in whole) for t in range(prompt, n)])

    def examples(self, *args, **options):
        path, saved = self.save("a.json", *args, **options)
        read = json.loads(path.read_text())
        return [(np.array(one["attentions"]), one["tokens"]) for one in read.get("examples", [read])], saved

    def test_beams_whose_rows_nobody_knows_are_refused(self):
        _, steps = self.decoder(3)
        ids = np.arange(8)[None]
        for beams in (outputs(attentions=steps, sequences=ids, beam_indices=None), outputs(attentions=steps, sequences=ids)):
            self.says("output_scores=True", headwaters.save, self.folder / "a.json", beams)
        kept = tuple(tuple(layer[:1] for layer in step) for step in steps)  # Whisper keeps the first rows
        lost = outputs(attentions=kept, sequences=ids, beam_indices=np.array([[0, 2, 2, 1, 1]]))
        self.says("attention was not kept", headwaters.save, self.folder / "a.json", lost)

    def test_a_beam_ends_where_its_indices_end(self):
        whole, steps = self.decoder(4)
        beams = np.array([[0, 1, 1, -1, -1], [2, 3, 3, 3, 2]])
        ids = np.array([[5, 6, 7, 8, 9, 2, 0, 0], [5, 6, 7, 8, 9, 10, 11, 12]])
        (short, long), saved = self.examples(outputs(attentions=steps, sequences=ids, beam_indices=beams))
        self.assertEqual((short[1], long[1]), (list("56789"), [*"56789", "10", "11"]))
        self.close(short[0], np.concatenate([whole[:, 0, :, :3, :5], whole[:, 1, :, 3:5, :5]], 2))
        self.close(long[0], np.concatenate([whole[:, 2, :, :3], whole[:, 3, :, 3:6], whole[:, 2, :, 6:]], 2))
        self.assertIn("padding behind the ends of sequences (tokens)", saved.left_out)

    def test_several_sequences_of_one_input(self):
        encoder = attention(self.rng, 2, 2, 2, 4, 4)
        whole, steps = self.decoder(6, 1, 3)
        cross = attention(self.rng, 2, 6, 2, 4, 4)
        crossed = tuple(tuple(layer[:, :, t:t + 1] for layer in cross) for t in range(4))
        ids = np.arange(30).reshape(6, 5)
        model = outputs(encoder_attentions=tuple(encoder), decoder_attentions=steps, cross_attentions=crossed, sequences=ids)
        mask = np.array([[1, 1, 1, 1], [1, 1, 1, 0]])
        path, _ = self.save("a.json", model, [list("abcd"), list("efgh")], attention_mask=mask)
        read = json.loads(path.read_text())["examples"]
        self.assertEqual(len(read), 6)
        for i, one in enumerate(read):
            kept = 4 - i // 3
            self.assertEqual((one["encoder"]["tokens"], one["decoder"]["tokens"]), (list("abcdefgh"[i // 3 * 4:][:kept]), [str(t) for t in ids[i, :4]]))
            self.close(np.array(one["encoder"]["attentions"]), encoder[:, i // 3, :, :kept, :kept])
            self.close(np.array(one["decoder"]["attentions"]), whole[:, i])
            self.close(np.array(one["cross"]["attentions"]), cross[:, i, :, :, :kept])
        without, _ = self.save("b.json", model)  # the decoder's tokens are known nevertheless
        self.assertEqual(json.loads(without.read_text())["examples"][4]["decoder"]["tokens"], [str(t) for t in ids[4, :4]])

    def test_items_end_where_tokenizer_model_or_each_other_say(self):
        whole, steps = self.decoder(3)
        ids = np.array([[5, 6, 7, 8, 2, 0, 0, 0], [5, 6, 7, 8, 9, 10, 11, 2], [5, 6, 7, 4, 4, 4, 4, 9]])
        config = types.SimpleNamespace(eos_token_id=[3, 2], pad_token_id=0, name_or_path="tiny")
        ways = [dict(model=types.SimpleNamespace(config=config)), dict(), dict(tokenizer=types.SimpleNamespace(
            eos_token_id=2, pad_token_id=0, convert_ids_to_tokens=lambda ids: [str(i) for i in ids]))]
        for way in ways:
            found, saved = self.examples(outputs(attentions=steps, sequences=ids), **way)
            self.assertEqual([one[1] for one in found], [list("5678"), [*"56789", "10", "11"], list("5674444")])
            for item, rows in enumerate((4, 7, 7)):
                self.close(found[item][0], whole[:, item, :, :rows, :rows])
            self.assertEqual(bool(saved.read), not way)
        texts = [["a", "b", "c", "d", "</s>", "<pad>", "<pad>", "<pad>"], list("abcdefgh"), list("abcdefgh")]
        self.assertEqual([len(one[1]) for one in self.examples(outputs(attentions=steps), texts)[0]], [4, 7, 7])

    def test_a_text_that_repeats_itself_is_no_padding(self):
        _, steps = self.decoder(2)
        ids = np.array([[5, 6, 7, 8, 9, 9, 9, 9], [5, 6, 7, 8, 9, 9, 9, 9]])
        found, saved = self.examples(outputs(attentions=steps, sequences=ids))
        self.assertEqual([len(one[1]) for one in found], [7, 7])
        self.assertIn("if that is padding, tokenizer= or model= say so", saved.read[0])

    def test_layers_with_windows_of_their_own(self):
        whole, _steps = self.decoder(1, 4, 4)
        window = 3
        whole[0] *= np.tri(8) - np.tri(8, k=-window)
        whole[0] /= whole[0].sum(-1, keepdims=True)
        first = tuple(layer[:, :, :4, :4] for layer in whole)
        mixed = (first, *((whole[0][:, :, t:t + 1, t + 1 - window:t + 1], whole[1][:, :, t:t + 1, :t + 1]) for t in range(4, 8)))
        path, _ = self.save("a.json", outputs(attentions=mixed))
        self.same_numbers(path, whole[:, 0])
        room = lambda part: np.concatenate([part, np.zeros((*part.shape[:3], 9 - part.shape[3]), np.float32)], 3)
        fixed = ((first[0], room(first[1])), *((step[0], room(step[1])) for step in mixed[1:]))
        self.same_numbers(self.save("b.json", outputs(attentions=fixed))[0], whole[:, 0])

    def test_padding_may_reach_as_far_as_the_cache(self):
        part = attention(self.rng, 1, 1, 2, 3, 3, causal=True)
        first = np.concatenate([part, np.zeros((1, 1, 2, 3, 2), np.float32)], -1)
        first[:, :, :, 0] = 0.2  # a row of padding, even over all places
        last = np.concatenate([attention(self.rng, 1, 1, 2, 1, 4), np.zeros((1, 1, 2, 1, 1), np.float32)], -1)
        path, _ = self.save("a.json", outputs(attentions=((first[0],), (last[0],))), list("abcd"), attention_mask=np.array([[0, 1, 1]]))
        self.assertEqual(run("info", path)["tokens"], list("bcd"))
        first[:, :, :, 1, 4] = 0.5
        self.says("for only 3 tokens", headwaters.save, path, outputs(attentions=((first[0],), (last[0],))))

    def test_layers_that_pool_tokens_are_no_steps(self):
        layers = (attention(self.rng, 1, 2, 8, 8), attention(self.rng, 1, 2, 4, 8), attention(self.rng, 1, 2, 2, 4))
        self.says(r"window_blocks\(\)", headwaters.save, self.folder / "a.json", outputs(attentions=layers))


class Items(Case):
    """Values given once for several items, and data that is not attention."""

    def test_one_value_for_several_items_is_said(self):
        layers = attention(self.rng, 2, 3, 2, 5, 5)
        save, path = headwaters.save, self.folder / "a.json"
        picture = np.zeros((4, 4, 3), np.uint8)
        for image in (picture, own("_png")(picture)):
            self.says("image for 1 item, but the batch has 3", save, path, layers, image=image, axes="layers,inputs,heads")
        self.says(r"word_ids\(i\) for i in range\(3\)", save, path, layers, words=[None, 0, 0, 1, None], axes="layers,inputs,heads")
        self.says("for vectors, their norm", save, path, layers[:, 0], importance={"x": np.ones((1, 5, 8))})
        self.says("is 3.0", save, path, layers[:, 0], importance={"x": 3.0})
        written, _ = self.save("b.json", layers, image=picture, item=1, axes="layers,inputs,heads")
        self.assertEqual(json.loads(written.read_text())["image"]["grid"], [2, 2])

    def test_options_that_cannot_be_meant_are_said(self):
        layers, save, path = attention(self.rng, 2, 2, 3, 3), headwaters.save, self.folder / "a.json"
        for name, wrong in (("item", "x"), ("layers", 3), ("layers", []), ("grid", 4), ("grid", (1, 2.5)), ("importance", [1, 2, 3]), ("tokenizer", 7), ("title", 3),
                            ("axes", 2), ("words", "abc"), ("segments", {0: 1}), ("special_tokens", 1), ("output_token", [1]), ("image_regions", [3]),
                            ("decoder_tokens", 5), ("attention_mask", [[1, 2], [3]])):
            self.says(f"{name} is .*Expected", save, path, layers, **{name: wrong})
        self.says("tokens is 5", save, path, layers, 5)
        self.says("leaves no token of item 0", save, path, layers, attention_mask=[0, 0, 0])
        self.says("words contains 'a'", save, path, layers, words=["a", None, 1])
        self.says("contributions is 'x'", save, path, layers, contributions="x")

    def test_the_pictures_own_shape_gives_the_grid(self):
        layers = attention(self.rng, 1, 2, 25, 25)
        grid = lambda image: json.loads(self.save("a.json", layers, image=image)[0].read_text())["image"]
        oblong = grid(np.zeros((1, 3, 16, 24), np.float32))  # as a processor gives it
        self.assertEqual((oblong["grid"], oblong["firstPatchToken"]), ([4, 6], 1))
        self.assertEqual(grid(np.zeros((3, 20, 20), np.float32))["grid"], [5, 5])
        self.says("5 x 5 patches, or 4 x 6", headwaters.save, self.folder / "a.json", layers, image=np.zeros((16, 24, 3), np.uint8))

    def test_windows_and_frames_are_no_items(self):
        layers = tuple(attention(self.rng, 2, 4, 2, 4, 4))
        model = outputs(attentions=layers, logits=np.zeros((1, 3)))
        self.says("window_blocks", headwaters.save, self.folder / "a.json", model)
        self.save("a.json", outputs(attentions=layers, logits=np.zeros((4, 3))))

    def test_layers_without_attention_are_named_by_the_model(self):
        layers = tuple(attention(self.rng, 2, 1, 2, 4, 4))
        config = types.SimpleNamespace(layer_types=["conv", "full_attention", "linear_attention", "sliding_attention"], eos_token_id=2, name_or_path="mixed")
        for way in (dict(model=types.SimpleNamespace(config=config)), dict()):
            model = outputs(attentions=layers, **({} if way else {"past_key_values": config}))
            path, saved = self.save("a.json", model, **way)
            self.assertEqual(saved.left_out, ["layers 0, 2 of the model's 4 (no attention in them: conv, linear_attention)"])
            self.assertEqual(json.loads(path.read_text()).get("model"), "mixed" if way else None)

    def test_what_hooks_gather_is_read_by_the_numbers_in_the_names(self):
        layers = attention(self.rng, 11, 1, 2, 4, 4)
        path, _ = self.save("a.json", {f"layer.{i}.attention": layers[i] for i in (10, 2, 0, 1, *range(3, 10))})
        self.close(values("raw", path), layers[:, 0].astype(float).mean(1))
        self.says("Keep only the attention weights", headwaters.save, path, {"layer.0": (layers[0], layers[1])})
        mixed, _ = self.save("b.json", {"layer.0": (np.zeros((1, 4, 8), np.float32), layers[0])})
        self.close(values("raw", mixed), layers[:1, 0].astype(float).mean(1))

    def test_what_is_no_attention_is_called_by_its_name(self):
        save, path = headwaters.save, self.folder / "a.json"
        layers = attention(self.rng, 2, 1, 2, 4, 4)
        self.says("looks like logits", save, path, self.rng.normal(size=(1, 4, 9)))
        self.says("have no attention", save, path, {"logits": np.zeros((1, 4, 9)), "cache": None})
        self.says("outputs of 1 model", save, path, {"logits_per_image": np.zeros(1), "vision_model_output": outputs(attentions=tuple(layers))})
        self.says(r"return_dict=False\)\. Give only its attention, outputs\[1\]", save, path, (np.zeros((1, 4, 9)), tuple(layers)))
        self.says("Expected attention, but got object", save, path, object())


class Told(Case):
    def test_a_notebook_is_told_without_red(self):
        layers = attention(self.rng, 1, 1, 3, 3)
        for kernel in (False, True):
            out, err = io.StringIO(), io.StringIO()
            with replaced("_in_notebook", lambda kernel=kernel: kernel), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                headwaters.save(self.folder / "a.json", layers)
            self.assertEqual((bool(out.getvalue()), bool(err.getvalue())), (kernel, not kernel))

    def test_json_lines_grow_a_line_an_example(self):
        for name in ("a.jsonl", "a.jsonl.gz"):
            layers = [attention(self.rng, 2, 2, n, n) for n in (3, 4, 5)]
            self.save(name, layers[:2], [list("abc"), ["d\n", "e", "f", "g"]])
            headwaters.save(self.folder / name, layers[2], list("hijkl"), append=True, quiet=True)
            for line, wanted in enumerate(layers, 1):
                self.close(self.line(name, line), wanted)
        self.says("append=True", headwaters.save, self.folder / "a.json", layers[0], append=True)

    def line(self, name, number):
        import gzip

        content = (self.folder / name).read_bytes()
        lines = (gzip.decompress(content) if name.endswith(".gz") else content).decode().splitlines()
        self.assertEqual(len(lines), 3)
        return np.array(json.loads(lines[number - 1])["attentions"])


if __name__ == "__main__":
    unittest.main()
