# SPDX-License-Identifier: MIT
"""The axes of arrays in memory. Every case is read as the program reads the same numbers in a file."""

import json
import unittest

import numpy as np
from support import Case, attention, headwaters, outputs, run, values


def texts(n):
    return [f"t{i}" for i in range(n)]


class Axes(Case):
    def shapes(self, path):
        """Layers, heads, queries of each example."""
        info = run("info", path)
        found = [info] + [run("info", path, f"--example={i}") for i in range(1, info["examples"])]
        return [(one["layers"], one["heads"], one["queries"]) for one in found]

    def test_a_batch_may_come_first(self):
        one = attention(self.rng, 1, 6, 4, 5, 5)
        path, saved = self.save("a.json", one, texts(5))
        self.assertEqual(self.shapes(path), [(6, 4, 5)])
        self.assertIn("axes='layers,inputs,heads'", str(saved))
        self.close(values("raw", path), one[0].astype(float).mean(1))
        two = attention(self.rng, 2, 4, 3, 5, 5)
        path, _ = self.save("b.json", two, [texts(5)] * 2)
        self.assertEqual(self.shapes(path), [(4, 3, 5)] * 2)
        path, saved = self.save("c.json", two)
        self.assertEqual(self.shapes(path), [(2, 3, 5)] * 4)
        self.assertIn("axes='inputs,layers,heads'", str(saved))
        path, _ = self.save("d.json", two, axes="inputs,layers,heads")
        self.assertEqual(self.shapes(path), [(4, 3, 5)] * 2)
        self.says("names 2 axes", headwaters.save, self.folder / "e.json", two, axes=("layers", "heads"))
        self.says("is invalid", headwaters.save, self.folder / "e.json", two, axes="rows")

    def test_sentences_of_different_length_are_examples(self):
        for lengths in ((5, 7, 9), (9, 7, 5), (5, 6, 7)):
            layers = [tuple(attention(self.rng, 1, 2, n, n) for _ in range(3)) for n in lengths]
            for given, tokens in ((layers, [texts(n) for n in lengths]), (layers, None), ([outputs(attentions=one) for one in layers], None),
                                  ([np.stack(one) for one in layers], None), ({"attentions": layers}, None)):
                path, saved = self.save("a.json", given, tokens)
                self.assertEqual(self.shapes(path), [(3, 2, n) for n in lengths])
                self.assertEqual(saved.examples, 3)
                for i, one in enumerate(layers):
                    self.close(values("raw", path, f"--example={i}"), np.stack(one)[:, 0].astype(float).mean(1))
        path, _ = self.save("b.json", layers, item=1)
        self.assertEqual(self.shapes(path), [(3, 2, 6)])

    def test_chunks_of_a_text_are_examples(self):
        chunks = attention(self.rng, 3, 2, 1, 2, 4, 4)
        for tokens in (None, [texts(4)] * 3):
            path, _ = self.save("a.json", chunks, tokens)
            self.assertEqual(self.shapes(path), [(2, 2, 4)] * 3)
            self.close(values("raw", path, "--example=2"), chunks[2, :, 0].astype(float).mean(1))

    def test_steps_of_a_model_of_two_layers_are_no_streams(self):
        ends = (5, 6, 7, 8, 9)
        whole = np.tril(self.rng.random((2, 2, 9, 9)) + 0.1)
        whole = (whole / whole.sum(-1, keepdims=True)).astype(np.float32)
        for width in (0, 12):  # growing, or of fixed length with three empty places
            steps = [[np.pad(whole[None, layer, :, first:last, :last], ((0, 0), (0, 0), (0, 0), (0, max(width - last, 0)))) for layer in range(2)]
                     for first, last in zip((0,) + ends, ends)]
            for given in (steps, {"attentions": steps}, {"attentions": tuple(map(tuple, steps))}):
                with self.subTest(width=width, form=type(given)):
                    path, saved = self.save("a.json", given, texts(9))
                    self.assertNotIn("stream", str(saved))
                    self.assertEqual("3 places of the cache" in str(saved), width > 0)
                    self.close(values("raw", path), whole.astype(float).mean(1))

    def test_of_two_streams_the_content_is_kept(self):
        content = attention(self.rng, 4, 1, 3, 5, 5)
        query = attention(self.rng, 4, 1, 3, 5, 5) * (1 - np.eye(5, dtype=np.float32))
        fewer = attention(self.rng, 4, 1, 3, 2, 5)
        for second in (query, fewer):
            pairs = tuple((one, two) for one, two in zip(content, second))
            path, saved = self.save("a.json", pairs, texts(5))
            self.assertIn("query stream", str(saved))
            self.close(values("raw", path), content[:, 0].astype(float).mean(1))

    def test_local_attention_is_unrolled(self):
        n, window = 9, 4
        whole = attention(self.rng, 2, 1, 2, n, n)
        near = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) <= window // 2
        for count in (0, 1, 2):
            sees = near.copy()
            sees[:, :count] = sees[:count] = True
            weights = whole * sees
            weights /= weights.sum(-1, keepdims=True)
            band = np.zeros((2, 1, 2, n, count + window + 1), np.float32)
            for q in range(count, n):
                band[..., q, :count] = weights[..., q, :count]
                for c in range(window + 1):
                    key = q + c - window // 2
                    if count <= key < n:
                        band[..., q, count + c] = weights[..., q, key]
            across = np.stack([weights[..., g, :] for g in range(count)], -1) if count else None
            given = outputs(attentions=tuple(band), global_attentions=None if across is None else tuple(across))
            path, saved = self.save("a.json", given, texts(n))
            self.assertIn("unrolled", str(saved))
            self.close(values("raw", path), weights[:, 0].astype(float).mean(1))
            lists = {"attentions": band.tolist(), "global_attentions": across.tolist() if count else None}
            self.close(values("raw", self.save("lists.json", lists, texts(n))[0]), weights[:, 0].astype(float).mean(1))
            # The same from the file.
            file = {"attentions": band.tolist(), **({"global_attentions": across.tolist()} if count else {})}
            (self.folder / "b.json").write_text(json.dumps(file))
            self.close(values("raw", self.folder / "b.json"), weights[:, 0].astype(float).mean(1))
        self.says("global_attentions", headwaters.save, self.folder / "c.json", tuple(band))

    def test_keys_that_are_numbers_are_in_their_order(self):
        layers = attention(self.rng, 12, 1, 2, 3, 3)
        for keys in (int, str):
            path, _ = self.save("a.json", {"attentions": {keys(i): layers[i] for i in reversed(range(12))}}, texts(3))
            self.close(values("raw", path), layers[:, 0].astype(float).mean(1))

    def test_scores_become_weights(self):
        scores = self.rng.normal(0, 2, (2, 2, 4, 4)).astype(np.float32)
        scores[..., ~np.tri(4, dtype=bool)] = -np.inf
        powers = np.exp(scores.astype(float))
        weights = powers / powers.sum(-1, keepdims=True)
        np.save(self.folder / "scores.npy", scores)
        path, _ = self.save("a.json", scores, softmax=True)
        self.close(values("raw", path), weights.mean(1))
        self.close(values("raw", self.folder / "scores.npy", "--softmax"), weights.mean(1))
        self.assertIn("scores before the softmax", run("info", self.folder / "scores.npy")["warnings"][-1])
        self.close(headwaters.rollout(scores, softmax=True), headwaters.rollout(weights.astype(np.float32)), 1e-5)

    def test_arrays_of_every_rank_are_read_as_the_program_reads_them(self):
        for trial in range(60):
            rank = 2 + trial % 5
            n = int(self.rng.integers(2, 4))
            shape = [*self.rng.integers(1, 4, rank - 2), n, n]
            array = attention(self.rng, *shape)
            lists = int(self.rng.integers(0, 4))
            tokens = None if lists == 0 else texts(n) if lists == 1 else [texts(n)] * lists
            file = {"attentions": array.tolist(), **({"tokens": tokens} if tokens else {})}
            (self.folder / "file.json").write_text(json.dumps(file))
            expected = self.shapes(self.folder / "file.json")
            with self.subTest(shape=shape, lists=lists):
                try:
                    path, _ = self.save("array.json", array, tokens)
                except headwaters.HeadwatersError as error:
                    self.assertRegex(str(error), "tokens for")  # more lists than anything has
                    continue
                self.assertEqual(self.shapes(path), expected)


if __name__ == "__main__":
    unittest.main()
