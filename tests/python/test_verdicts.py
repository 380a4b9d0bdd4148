# SPDX-License-Identifier: MIT
"""Unusual properties of arrays in memory are reported as the page reports those of files."""

import json
import unittest
import warnings

import numpy as np
from support import Case, attention, headwaters, outputs, run


class Verdicts(Case):
    def unusual(self, values, **options):
        """The report of save(), and the program's report on the same file."""
        path, saved = self.save("a.json", values, **options)
        self.assertTrue(str(saved).endswith("".join(f"\n  unusual: {line}" for line in saved.unusual)))
        return " ".join(saved.unusual), " ".join(run("info", path)["warnings"])

    def test_dropout_with_its_p(self):
        for n, p, causal in ((12, 0.1, False), (9, 0.1, True), (64, 0.1, False), (16, 0.5, True)):
            with self.subTest(n=n, p=p, causal=causal):
                values = attention(self.rng, 3, 4, n, n, causal=causal)
                values = np.where(self.rng.random(values.shape) < p, 0, values / (1 - p)).astype(np.float32)
                for said in self.unusual(values):
                    self.assertRegex(said, r"dropout was on \(p = 0\.")
                    self.assertAlmostEqual(float(said.split("p = ")[1][:5]), p, delta=0.03)

    def test_a_missing_column_with_its_share(self):
        values = attention(self.rng, 3, 2, 8, 8, causal=True)
        values *= 1 - (0.05 + 0.5 * self.rng.random(values.shape[:3] + (1,), np.float32))
        for said in self.unusual(values):
            self.assertRegex(said, "[Oo]n average they lack 0.[23]")

    def test_scores_swapped_axes_and_nothing(self):
        weights = attention(self.rng, 2, 2, 6, 6)
        for said in self.unusual(np.log(weights)):
            self.assertRegex(said, "negative|before the softmax")
        for said in self.unusual(np.swapaxes(weights, 2, 3)):
            self.assertRegex(said, "swapped|all columns do")
        for said in self.unusual(np.zeros((2, 2, 4, 4), np.float32)):
            self.assertRegex(said, "all 0|values are 0")
        for said in self.unusual(2 * weights):
            self.assertRegex(said, "farthest sums to 2")
        said, _ = self.unusual(weights)
        self.assertEqual(said, "")

    def warned(self, compute, *given, **options):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                compute(*given, **options)
            except headwaters.HeadwatersError as error:  # flow takes no negative weights, and the warning gives the reason
                self.assertNotIn("warning", str(error))
        self.assertTrue(all(one.category is headwaters.HeadwatersWarning and one.filename == __file__ for one in caught))
        return [str(one.message) for one in caught]

    def test_rollout_and_flow_warn_of_what_save_and_info_report(self):
        weights = attention(self.rng, 2, 2, 6, 6)
        cases = {"swapped": (np.swapaxes(weights, 2, 3), "columns do"), "per cent": (100 * weights, "percentages"),
                 "scores": (np.log(weights), "negative|before the softmax")}
        for name, (values, words) in cases.items():
            path, _ = self.save("a.json", values)
            of_file = [line for line in run("info", path)["warnings"] if not line.startswith("The file has no tokens")]
            self.assertRegex(" ".join(of_file), words)
            for compute in (headwaters.rollout, headwaters.flow):
                for source in (values, path):
                    with self.subTest(name, compute=compute.__name__, source=type(source).__name__):
                        found = self.warned(compute, source)
                        self.assertEqual(len(found), len(of_file))
                        for line, other in zip(found, of_file):
                            self.assertTrue(line.startswith(other.split(" (counting")[0][:40]), (line, other))
        self.assertEqual(self.warned(headwaters.rollout, weights), [])
        self.assertEqual(self.warned(headwaters.flow, weights, token=1), [])
        # A problem that an option corrects is no warning.
        self.assertEqual(self.warned(headwaters.rollout, np.log(weights), softmax=True), [])

    def test_signs_of_flash_attention(self):
        weights = attention(self.rng, 2, 2, 6, 6, causal=True)
        marked = np.where(self.rng.random(weights.shape) < 0.1, -weights, weights)
        for said in self.unusual(marked):
            self.assertRegex(said, "flash attention marks (by the sign what it dropped|dropped weights by sign)")
        path, saved = self.save("a.json", marked, absolute=True)
        self.assertEqual(saved.unusual, [])
        np.testing.assert_array_equal(np.array(json.loads(path.read_text())["attentions"], np.float32), weights)
        self.close(headwaters.rollout(marked, absolute=True), headwaters.rollout(weights))
        for said in self.unusual(1.3 * marked):
            self.assertRegex(said.lower(), "differential attention|have negative values")

    def test_differences_of_two_softmaxes(self):
        values = attention(self.rng, 3, 2, 6, 6) - 0.3 * attention(self.rng, 3, 2, 6, 6)
        for said in self.unusual(values):
            self.assertIn("as in differential attention", said)

    def test_positions_that_none_looks_at(self):
        values = np.zeros((2, 2, 8, 8), np.float32)
        values[..., :5] = attention(self.rng, 2, 2, 8, 5)
        for said in self.unusual(values):
            self.assertIn("No token attends to the last 3 positions", said)

    def test_the_missing_share_becomes_a_token(self):
        values = attention(self.rng, 3, 2, 4, 4, causal=True)
        values *= 1 - (0.05 + 0.5 * self.rng.random(values.shape[:3] + (1,), np.float32))
        path, saved = self.save("a.json", values, list("abcd"), missing_share=True, importance={"x": [1, 2, 3, 4]}, output_token=-1,
                                words=[0, 0, 1, 2], gradients=values - 0.2)
        self.assertEqual(saved.unusual, [])
        plain, _ = self.save("b.json", values, list("abcd"))
        self.close(run("rollout", path)["layers"][-1]["values"], run("rollout", plain, "--missing-share")["layers"][-1]["values"])
        self.assertEqual(json.loads(path.read_text())["tokens"], ["[sink]", *"abcd"])
        for name in ("c.npz", "d.safetensors"):
            binary, _ = self.save(name, values, list("abcd"), missing_share=True)
            self.close(run("rollout", binary)["layers"][-1]["values"], run("rollout", path)["layers"][-1]["values"])
        whole = attention(self.rng, 2, 2, 4, 4)
        self.assertEqual(self.save("e.json", whole, list("abcd"), missing_share=True)[1].tokens, 4)

    def test_the_first_tokens_of_padded_matrices(self):
        values = attention(self.rng, 2, 1, 2, 8, 8)
        self.says("use first_tokens=5", self.save, "a.json", values, list("abcde"))
        path, saved = self.save("a.json", values, list("abcde"), first_tokens=5)
        self.assertEqual(saved.tokens, 5)
        np.testing.assert_array_equal(np.array(json.loads(path.read_text())["attentions"], np.float32), values[:, 0, :, :5, :5])
        self.assertEqual(headwaters.rollout(values, list("abcde"), first_tokens=5).shape, (2, 5, 5))
        self.assertEqual(headwaters.rollout(self.save("b.json", values)[0], first_tokens=5).shape, (2, 5, 5))

    def test_padding_in_front_is_named(self):
        values = attention(self.rng, 2, 3, 6, 6, causal=True)
        values[:, :, 2:, :2] = 0
        values /= values.sum(-1, keepdims=True)
        values[:, :, :2] = 1 / 6
        for said in self.unusual(values):
            self.assertRegex(said, "2 padding tokens")
        self.assertEqual(self.unusual(values[:, :, 2:, 2:])[0], "")

    def test_sparse_weights_are_no_dropout(self):
        values = attention(self.rng, 3, 3, 12, 12)
        values[self.rng.random(values.shape) < 0.3] = 0
        values /= values.sum(-1, keepdims=True)
        self.assertEqual(self.unusual(values)[0], "")


class Shapes(Case):
    def test_pruned_heads_are_named_and_the_remedy_opens(self):
        layers = [attention(self.rng, 1, heads, 5, 5) for heads in (4, 4, 3)]
        self.says(r"heads were pruned, so that layers have 4 and 3.*layer\.mean\(-3\)", self.save, "a.json", outputs(attentions=layers))
        path, saved = self.save("a.json", [layer.mean(-3) for layer in layers], list("abcde"))
        self.assertEqual((saved.layers, saved.heads), (3, 1))
        self.assertEqual(run("info", path)["heads"], 1)

    def test_merged_patches_and_fewer_keys_are_named(self):
        self.says("merge patches", self.save, "a.json", [attention(self.rng, 1, 2, 8, 8), attention(self.rng, 1, 2, 4, 4)])
        self.says("keys changes by layer", self.save, "a.json", [attention(self.rng, 1, 2, 8, 8), attention(self.rng, 1, 2, 8, 4)])

    def test_perceivers_latents_are_named(self):
        own = [attention(self.rng, 1, 2, 3, 3) for _ in range(4)]
        cross = [attention(self.rng, 1, 2, 3, 7)]
        path, saved = self.save("a.json", outputs(attentions=own, cross_attentions=cross), list("abcdefg"))
        self.assertRegex(" ".join(saved.left_out), "the 3 positions are latents, as in Perceiver")
        self.assertEqual(json.loads(path.read_text())["tokens"], ["latent 1", "latent 2", "latent 3"])
        # The same from the file.
        given = {"attentions": np.stack(own).tolist(), "cross_attentions": np.stack(cross).tolist(), "tokens": list("abcdefg")}
        (self.folder / "b.json").write_text(json.dumps(given))
        self.assertIn("latents, as in Perceiver", " ".join(run("info", self.folder / "b.json")["warnings"]))
        self.close(run("rollout", self.folder / "b.json")["layers"][-1]["values"], run("rollout", path)["layers"][-1]["values"])

    def test_inputs_of_a_loop_are_examples(self):
        for sizes in ((5, 7, 9), (9, 7, 5), (6, 6), (5, 6, 7)):
            with self.subTest(sizes):
                given = [tuple(attention(self.rng, 1, 2, n, n, causal=True) for _ in range(3)) for n in sizes]
                tokens = [[f"t{i}" for i in range(n)] for n in sizes]
                path, saved = self.save("a.json", given, tokens)
                examples = json.loads(path.read_text())["examples"]
                self.assertEqual(saved.examples, len(sizes))
                for one, layers, texts in zip(examples, given, tokens):
                    self.assertEqual(one["tokens"], texts)
                    np.testing.assert_array_equal(np.float32(one["attentions"]), np.stack([layer[0] for layer in layers]))
        _, saved = self.save("a.json", given, tokens, item=1)
        self.assertEqual((saved.examples, saved.tokens), (1, 6))

    def test_tensors_of_javascript_and_arrays_of_objects(self):
        layers = attention(self.rng, 3, 1, 2, 4, 4)
        printed = [{"dims": [1, 2, 4, 4], "type": "float32", "data": {str(i): float(x) for i, x in enumerate(layer.ravel())}} for layer in layers]
        objects = np.empty(3, object)
        for i, layer in enumerate(layers):
            objects[i] = layer
        for given in (printed, {"attentions": printed}, [{"ort_tensor": one} for one in printed], objects, {"attentions": objects}):
            path, _ = self.save("a.json", given, list("abcd"))
            np.testing.assert_array_equal(np.array(json.loads(path.read_text())["attentions"], np.float32), layers[:, 0])
        self.says("Expected attention, but got str", self.save, "a.json", ["abc", "def"])

    def test_steps_without_a_cache_stay_steps(self):
        whole = [attention(self.rng, 1, 2, 8, 8, causal=True) for _ in range(3)]
        steps = [tuple(layer[..., :n, :n] for layer in whole) for n in (6, 7, 8)]
        _path, saved = self.save("a.json", steps, [f"t{i}" for i in range(8)])
        self.assertEqual((saved.examples, saved.tokens), (1, 8))


if __name__ == "__main__":
    unittest.main()
