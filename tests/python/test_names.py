# SPDX-License-Identifier: MIT
"""Attention in dictionaries of arrays, found by names that differ in a number, or chosen by a pattern."""

import json
import unittest

import numpy as np
from support import Case, attention, run, values


class Cache:
    """TransformerLens's result, which has the methods of a dictionary, but is none."""

    def __init__(self, arrays):
        self._arrays = arrays

    def keys(self):
        return self._arrays.keys()

    def items(self):
        return self._arrays.items()


class Names(Case):
    def setUp(self):
        super().setUp()
        self.layers = attention(self.rng, 11, 1, 2, 5, 5, causal=True)

    def saved(self, arrays, **options):
        path, saved = self.save("a.json", arrays, list("abcde"), **options)
        return np.array(json.loads(path.read_text())["attentions"], np.float32), saved

    def test_an_activation_cache(self):
        arrays = {}
        for i in (10, *range(10)):  # as text, 10 would come after 1
            arrays[f"blocks.{i}.hook_resid_pre"] = np.ones((1, 5, 5), np.float32)
            arrays[f"blocks.{i}.attn.hook_attn_scores"] = -np.ones((1, 2, 5, 5), np.float32)
            arrays[f"blocks.{i}.attn.hook_pattern"] = self.layers[i]
        for given in (arrays, Cache(arrays)):
            found, saved = self.saved(given)
            np.testing.assert_array_equal(found, self.layers[:, 0])
            self.assertRegex(" ".join(saved.left_out), r"blocks\.\*\.hook_resid_pre.*blocks\.\*\.attn\.hook_attn_scores")
        found, _ = self.saved(arrays, layers_from="*.3.*pattern")
        np.testing.assert_array_equal(found, self.layers[3:4, 0])

    def test_flax_hooks_and_numbers(self):
        sown = {"intermediates": {"Transformer": {f"encoderblock_{i}": {"MultiHeadDotProductAttention_0": {
            "attention_weights": (self.layers[i],)}} for i in (10, *range(10))}}}
        hooks = {f"encoder.layer.{i}.attention.self": self.layers[i, 0] for i in (10, *range(10))}
        numbers = {i: self.layers[i] for i in (10, *range(10))}
        texts = {"attentions": {str(i): self.layers[i].tolist() for i in (10, *range(10))}}
        heads = {f"layer{i}.head{h}": self.layers[i, 0, h] for h in (1, 0) for i in (10, *range(10))}
        for arrays in (sown, hooks, numbers, texts, heads):
            found, saved = self.saved(arrays)
            np.testing.assert_array_equal(found, self.layers[:, 0])
            self.assertEqual(saved.left_out, [])

    def test_names_under_the_key_of_a_stack(self):
        hooks = {f"encoder.layer.{i}.attention.self": self.layers[i, 0] for i in (10, *range(10))}
        found, _ = self.saved({"attentions": hooks})
        np.testing.assert_array_equal(found, self.layers[:, 0])

    def test_inputs_of_different_length_by_name(self):
        given = {f"sentence_{i}": attention(self.rng, 3, 2, n, n) for i, n in enumerate((4, 7, 5))}
        path, saved = self.save("b.json", given)
        self.assertEqual(saved.examples, 3)
        np.savez(self.folder / "c.npz", **given)
        self.assertEqual(run("info", self.folder / "c.npz")["examples"], 3)
        for i, _n in enumerate((4, 7, 5)):
            for one in (path, self.folder / "c.npz"):
                self.close(values("raw", one, f"--example={i}"), given[f"sentence_{i}"].astype(float).mean(1))

    def test_layers_that_are_missing_are_said_by_their_numbers(self):
        arrays = {f"h.{i}.attn": self.layers[i] if i in (3, 7) else None for i in range(9)}
        _, saved = self.saved(arrays)
        self.assertIn("of the layers h.*.attn these are there: 3, 7", str(saved))
        np.savez(self.folder / "c.npz", **{name: array for name, array in arrays.items() if array is not None})
        self.assertIn("Only some of the layers h.*.attn are present (3, 7).", " ".join(run("info", self.folder / "c.npz")["warnings"]))

    def test_gradients_by_the_same_names(self):
        hooks = {f"encoder.layer.{i}.attention.self": layer for i, layer in enumerate(self.layers)}
        slopes = {name: array - 0.3 for name, array in hooks.items()}
        path, _ = self.save("a.json", hooks, list("abcde"), gradients=slopes)
        np.testing.assert_allclose(np.array(json.loads(path.read_text())["gradients"]), self.layers[:, 0] - 0.3, atol=1e-6)

    def test_encoder_and_decoder(self):
        arrays = {}
        for i in range(3):
            arrays[f"encoder.{i}.attn.hook_pattern"] = attention(self.rng, 1, 2, 5, 5)
            arrays[f"decoder.{i}.attn.hook_pattern"] = attention(self.rng, 1, 2, 4, 4, causal=True)
            arrays[f"decoder.{i}.cross_attn.hook_pattern"] = attention(self.rng, 1, 2, 4, 5)
        path, _ = self.save("a.json", arrays, list("abcde"), decoder_tokens=list("1234"))
        joined = json.loads(path.read_text())
        np.testing.assert_array_equal(np.float32(joined["cross"]["attentions"][2]), arrays["decoder.2.cross_attn.hook_pattern"][0])

    def test_what_has_only_the_shape_is_asked_for(self):
        arrays = {f"x{i}": 5 * self.layers[i] for i in range(3)}
        self.says(r"some have the right shape: x\*\. Choose some with layers_from", self.save, "a.json", arrays)
        self.assertEqual(len(self.saved(arrays, layers_from="x*")[0]), 3)
        self.says(r"No array is named 'y\*'\. Use one of: x\*", self.save, "a.json", arrays, layers_from="y*")
        self.says("works only with a dictionary", self.save, "a.json", self.layers, layers_from="x*")


if __name__ == "__main__":
    unittest.main()
