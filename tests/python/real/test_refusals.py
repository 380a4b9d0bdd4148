# SPDX-License-Identifier: MIT
"""Unreadable outputs of the library are refused for the right reason, and the reading is reported."""

import types
import unittest

import numpy as np
from support import run

from real.library import Real, Row, ended_after, headwaters, keep, numbers, torch, transformers, words

ids = None if torch is None else torch.arange(5, 14)[None]
small = dict(vocab_size=words, hidden_size=32, num_hidden_layers=3, num_attention_heads=4, intermediate_size=64, pad_token_id=0, bos_token_id=1, eos_token_id=2)


def made(model, config, **fields):
    return Row(model, "", model, config, **fields).build()


class Beams(Real):
    def test_beams_without_their_indices(self):
        for row in self.each(names=("GPT-2", "BART")):
            model, given = row.build(), {"input_ids": ids}
            for count in (1, 3):
                outputs = model.generate(**given, max_new_tokens=5, num_beams=3, num_return_sequences=count, do_sample=False, **keep)
                if outputs.beam_indices is None:  # before 4.50
                    self.says("output_scores=True", headwaters.save, self.folder / "a.json", outputs)
                    outputs = model.generate(**given, max_new_tokens=5, num_beams=3, num_return_sequences=count, do_sample=False, output_scores=True, **keep)
                self.assertEqual(len(self.examples(outputs)[0]), count)

    def test_whispers_beams_are_not_there(self):
        for row in self.each(names=("Whisper",)):
            model = row.build()
            sound = row.inputs(2)["input_features"]
            outputs = model.generate(sound, max_new_tokens=5, num_beams=3, do_sample=False, output_scores=True, **keep)
            self.says("attention was not kept", headwaters.save, self.folder / "a.json", outputs)
            again = model(sound, decoder_input_ids=outputs.sequences[:, :-1], output_attentions=True)  # as in the message
            self.assertEqual(len(self.examples(again)[0]), 2)


class Ends(Real):
    def test_what_says_where_sequences_end(self):
        for row in self.each(names=("GPT-2", "T5")):
            model, given = row.build(), {name: value for name, value in row.inputs(4).items() if name != "decoder_input_ids"}
            side = 9 if row.kind == "decoder" else 1

            def generate():
                torch.manual_seed(4)
                return model.generate(**given, max_new_tokens=9, do_sample=True, temperature=3.0, logits_processor=ended_after(side + 2), **keep)

            outputs = generate()
            lengths = [int((one[side:] == 2).nonzero()[0]) + side if (one[side:] == 2).any() else len(one) - 1 for one in outputs.sequences]
            self.assertGreater(len(set(lengths)), 1)
            tokenizer = types.SimpleNamespace(eos_token_id=2, pad_token_id=0, convert_ids_to_tokens=lambda ids: [f"<{one}>" for one in ids])
            with headwaters.record(model):
                recorded = generate()
            for given_outputs, way in ((outputs, dict(model=model)), (outputs, dict(tokenizer=tokenizer)), (recorded, dict())):
                examples, saved = self.examples(given_outputs, **way)
                found = [np.shape(one["attentions"] if row.kind == "decoder" else one["decoder"]["attentions"])[-1] for one in examples]
                self.assertEqual(found, lengths)
                self.assertEqual(saved.read, [])

    def test_captions_have_their_words(self):
        picture = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, image_size=16, patch_size=4)
        decoder = dict(vocab_size=words, n_embd=32, n_layer=2, n_head=4, n_positions=64, add_cross_attention=True, pad_token_id=0, bos_token_id=1, eos_token_id=2)
        model = transformers.VisionEncoderDecoderModel(encoder=made("ViTModel", "ViTConfig", **picture), decoder=made("GPT2LMHeadModel", "GPT2Config", **decoder)).eval()
        for config in (model.config, model.generation_config):
            config.decoder_start_token_id, config.pad_token_id, config.eos_token_id = 1, 0, 2
        outputs = model.generate(torch.randn(2, 3, 16, 16), max_new_tokens=4, min_new_tokens=4, do_sample=False, **keep)
        examples, _ = self.examples(outputs, model=model, grid=(4, 4))
        for example, sequence in zip(examples, outputs.sequences):
            self.assertEqual(example["decoder"]["tokens"], [str(int(one)) for one in sequence[:-1]])
            self.assertEqual(example["image"]["grid"], [4, 4])


class Named(Real):
    def test_layers_of_hybrids_that_have_no_attention(self):
        for row in self.each(names=("Jamba", "Qwen 3 Next", "LFM2")):
            model = row.build()
            with torch.no_grad():
                outputs = model(ids, output_attentions=True)
                with headwaters.record(model):
                    recorded = model(ids)
            wanted = {"Jamba": "layers 0, 2 of the model's 3", "Qwen 3 Next": "layers 0, 1, 2 of the model's 4", "LFM2": "layers 0, 2 of the model's 3"}[row.name]
            for given, way in ((outputs, dict(model=model)), (recorded, dict())):
                _, saved = self.examples(given, **way)
                self.assertIn(wanted, saved.left_out[0])

    def test_rows_of_a_sink_are_said(self):
        for row in self.each(names=("GPT-OSS",)):
            outputs = row.build()(ids, output_attentions=True)
            (example,), saved = self.examples(outputs)
            self.close(self.written(example, "attentions"), numbers(outputs.attentions))
            self.assertRegex(saved.read[0], r"sum to 0\.\d\d to .* attention sink")
            self.assertIn("attention sink (GPT-OSS)", " ".join(run("info", self.folder / "written.json")["warnings"]))

    def test_models_without_attention_of_tokens_to_tokens(self):
        save, path = headwaters.save, self.folder / "a.json"
        sparse = made("BigBirdModel", "BigBirdConfig", **small, max_position_embeddings=128, block_size=4, num_random_blocks=1)
        outputs = sparse(torch.arange(5, 69)[None], output_attentions=True)
        self.says("has no gradients", headwaters.gradients, outputs, outputs.last_hidden_state[0, 0, 0])
        mamba = made("MambaForCausalLM", "MambaConfig", **{key: value for key, value in small.items() if key not in ("num_attention_heads", "intermediate_size")}, state_size=4)
        self.says("have no attention", save, path, mamba(ids))
        self.says("have no attention", headwaters.gradients, mamba(ids), 1)
        self.says("have no attention", headwaters.block_layers, mamba, input_ids=ids)
        funnel = made("FunnelModel", "FunnelConfig", vocab_size=words, d_model=32, n_head=4, d_head=8, d_inner=64, block_sizes=[1, 1, 1])
        self.says("merge or pool tokens", save, path, funnel(torch.arange(5, 21)[None], output_attentions=True))
        nystrom = made("NystromformerModel", "NystromformerConfig", **small, segment_means_seq_len=16, num_landmarks=4)
        self.says("fewer keys", save, path, nystrom(torch.arange(5, 21)[None], output_attentions=True))

    def test_outputs_that_are_no_attention(self):
        save, path = headwaters.save, self.folder / "a.json"
        for row in self.each(names=("BERT", "Llama")):
            outputs = row.build()(ids, output_attentions=True, output_hidden_states=True)
            for wrong in (outputs.logits, outputs.hidden_states, outputs.hidden_states[-1]):
                self.says("looks like logits", save, path, wrong)
            self.says("return_dict=False", save, path, outputs.to_tuple())
            self.says("out of range", headwaters.gradients, outputs, 500 if row.name == "BERT" else (3, 500))
            again, _ = self.examples({f"layer.{i}": layer for i, layer in enumerate(outputs.attentions)})
            self.close(self.written(again[0], "attentions"), numbers(outputs.attentions))

    def test_words_and_scores_of_a_batch(self):
        for row in self.each(names=("BERT",)):
            outputs = row.build()(**row.inputs(3), output_attentions=True)
            save, path = headwaters.save, self.folder / "a.json"
            self.says(r"word_ids\(i\)", save, path, outputs, words=[None, *range(7), None])
            self.says("for vectors, their norm", save, path, outputs, importance={"slope": torch.randn(3, 9, 32)})
            examples, _ = self.examples(outputs, words=[[None, *range(7), None]] * 3, importance={"slope": torch.ones(3, 9)})
            self.assertEqual(examples[2]["words"], [None, *range(7), None])


class Local(Real):
    """Longformer and LED return windows, with each query's place in them by hand."""

    def whole(self, windows, across, places):
        """[H, n, n] of a layer [H, n, x + w + 1], and [H, m, x] from the tokens that attend to all."""
        heads, n, width = windows.shape
        count = len(places)
        half = (width - count - 1) // 2
        made = np.zeros((heads, n, n))
        for query in range(n):
            for distance in range(-half, half + 1):
                if 0 <= query + distance < n:
                    made[:, query, query + distance] = windows[:, query, count + half + distance]
            for number, place in enumerate(places):
                if windows[:, query, number].any():
                    made[:, query, place] = windows[:, query, number]
        for number, place in enumerate(places):
            made[:, place] = across[:, :n, number]
        return made

    def test_longformer_at_any_length(self):
        model = made("LongformerForSequenceClassification", "LongformerConfig", **{**small, "sep_token_id": 2}, max_position_embeddings=64, attention_window=[4, 4, 4])
        for n in (16, 10, 13):
            with self.subTest(n), torch.no_grad():
                outputs = model(torch.arange(5, 5 + n)[None], output_attentions=True)  # its first token attends to all
                (example,), _ = self.examples(outputs, [f"t{i}" for i in range(n)])
                for layer in range(3):
                    expected = self.whole(outputs.attentions[layer][0].numpy(), outputs.global_attentions[layer][0].numpy(), [0])
                    self.close(np.array(example["attentions"])[layer], expected)
                    self.close(expected.sum(-1), np.ones((4, n)), 1e-4)

    def test_longformer_in_a_padded_batch(self):
        model = made("LongformerForSequenceClassification", "LongformerConfig", **{**small, "sep_token_id": 2}, max_position_embeddings=64, attention_window=[4, 4, 4])
        tokens = torch.randint(5, words, (3, 16))
        mask = torch.ones_like(tokens)
        led = self.led()
        for item, missing in enumerate((0, 5, 2)):
            tokens[item, 16 - missing:], mask[item, 16 - missing:] = 0, 0
        with torch.no_grad():
            examples, _ = self.examples(model(tokens, attention_mask=mask, output_attentions=True), tokens, attention_mask=mask)
            for item, example in enumerate(examples):
                alone = model(tokens[item][mask[item].bool()][None], output_attentions=True)
                (expected,), _ = self.examples(alone)
                self.close(self.written(example, "attentions"), self.written(expected, "attentions"), 1e-5)
            given = dict(decoder_input_ids=tokens[:, :4], output_attentions=True)
            examples, _ = self.examples(led(tokens, attention_mask=mask, **given), tokens, attention_mask=mask)
            for item, example in enumerate(examples):
                alone = led(tokens[item][mask[item].bool()][None], decoder_input_ids=tokens[item:item + 1, :4], output_attentions=True)
                (expected,), _ = self.examples(alone)
                self.close(self.written(example, "encoder_attentions"), self.written(expected, "encoder_attentions"), 1e-5)

    def led(self):
        fields = dict(vocab_size=words, d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=64,
                      decoder_ffn_dim=64, max_encoder_position_embeddings=64, max_decoder_position_embeddings=64, attention_window=4, pad_token_id=0, bos_token_id=1,
                      eos_token_id=2, decoder_start_token_id=0)
        return made("LEDForConditionalGeneration", "LEDConfig", **fields)

    def test_led_at_any_length(self):
        model = self.led()
        for n, looks in ((16, False), (16, True), (10, False), (10, True)):
            with self.subTest(n=n, looks=looks), torch.no_grad():
                mask = torch.zeros(1, n, dtype=torch.long)
                mask[0, 0] = int(looks)
                outputs = model(torch.arange(5, 5 + n)[None], global_attention_mask=mask, decoder_input_ids=ids[:, :4], output_attentions=True)
                (example,), _ = self.examples(outputs, [f"t{i}" for i in range(n)], decoder_tokens=list("abcd"))
                for layer in range(2):
                    across = outputs.encoder_global_attentions[layer][0].numpy() if looks else None
                    expected = self.whole(outputs.encoder_attentions[layer][0].numpy()[:, :n], across, [0] * looks)
                    self.close(np.array(example["encoder"]["attentions"])[layer], expected)
                    self.close(np.array(example["cross"]["attentions"])[layer], outputs.cross_attentions[layer][0, :, :, :n].numpy())


if __name__ == "__main__":
    unittest.main()
