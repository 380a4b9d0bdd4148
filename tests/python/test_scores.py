# SPDX-License-Identifier: MIT
"""Blank-out scores and contributions, compared with answers worked out by hand or by loops. Only needs NumPy."""

import contextlib
import io
import math
import unittest

import numpy as np
from support import Case, attention, headwaters, run


class BlankOut(Case):
    def test_a_linear_score_loses_what_the_token_brought(self):
        weight = np.arange(10) / 8  # the value of each id, exact in binary
        seen = []

        def forward(batch):
            seen.append(len(batch))
            return weight[batch].sum(1)

        ids = np.array([3, 1, 4, 1, 5])
        for inputs in (ids, ids[None]):
            found = headwaters.blank_out(forward, inputs, 0, batch_size=4)
            self.assertEqual(found.tolist(), (weight[ids] - weight[0]).tolist())
        self.assertEqual(seen, [4, 2, 4, 2])
        self.assertEqual(ids.tolist(), [3, 1, 4, 1, 5])

    def test_lists_and_a_class(self):
        forward = lambda rows: np.array([[0, len([word for word in row if word == "good"])] for row in rows])
        found = headwaters.blank_out(forward, ["a", "good", "good", "day"], "[MASK]", target=1)
        self.assertEqual(found.tolist(), [0, 1, 1, 0])

    def test_the_bar_says_how_far_it_is(self):
        text = io.StringIO()
        with contextlib.redirect_stderr(text):
            headwaters.blank_out(lambda batch: batch.sum(1), np.arange(7), 0, batch_size=3, progress=True)
        self.assertEqual([line.split("]")[1].split(",")[0].strip() for line in text.getvalue().strip().split("\r") if line],
                         ["3/8", "6/8", "8/8"])
        with contextlib.redirect_stderr(io.StringIO()) as quiet:
            headwaters.blank_out(lambda batch: batch.sum(1), np.arange(7), 0)
        self.assertEqual(quiet.getvalue(), "")

    def test_a_wrong_forward_is_told_what_is_expected(self):
        self.says("one score per input", headwaters.blank_out, lambda batch: np.zeros((len(batch), 2)), np.arange(3), 0)
        self.says("one input", headwaters.blank_out, lambda batch: batch, np.zeros((2, 3), int), 0)
        self.says("no such token", headwaters.blank_out, lambda batch: batch.sum(1), np.arange(3), None)


def block(rng, heads=2, n=4, size=3, width=6, **changes):
    return headwaters.Layer(**{**dict(
        weights=attention(rng, heads, n, n), values=rng.normal(size=(heads, n, size)), output_weight=rng.normal(size=(heads, size, width)),
        inputs=rng.normal(size=(n, width)), gamma=rng.normal(size=width), output_bias=rng.normal(size=width), eps=1e-5), **changes})


def vectors_by_loops(layer):
    """The definition, number by number (section 10 of the definitions, Kobayashi 2021)."""
    heads, n, width = len(layer.weights), len(layer.weights[0]), len(layer.output_weight[0][0])
    result = []
    for i in range(n):
        row = []
        for j in range(n):
            u = [sum(float(layer.weights[h][i][j]) * float(layer.values[h][j][e]) * float(layer.output_weight[h][e][d])
                     for h in range(heads) for e in range(len(layer.values[0][0]))) for d in range(width)]
            if i == j and layer.inputs is not None:
                u = [a + float(b) for a, b in zip(u, layer.inputs[i])]
            row.append(u)
        if layer.gamma is not None:
            whole = [sum(u[d] for u in row) + (float(layer.output_bias[d]) if layer.output_bias is not None else 0) for d in range(width)]
            mean = sum(whole) / width
            deviation = math.sqrt(sum((x - mean) ** 2 for x in whole) / width + layer.eps)
            row = [[float(layer.gamma[d]) * (u[d] - sum(u) / width) / deviation for d in range(width)] for u in row]
        result.append(row)
    return np.array(result)


class Vectors(Case):
    def test_transformed_vectors_are_the_definition(self):
        for changes in ({}, {"gamma": None}, {"inputs": None}, {"output_bias": None}, {"gamma": None, "inputs": None}):
            layer = block(self.rng, **changes)
            self.close(headwaters.transformed_vectors(layer), vectors_by_loops(layer), 1e-12)

    def test_alti_norms_and_the_ratio_by_loops(self):
        layers = [block(self.rng), block(self.rng)]
        alti, norms = headwaters.contributions(layers), headwaters.contributions(layers, "norms")
        plain = headwaters.contributions(layers, "norms", normalise=False)
        for l, layer in enumerate(layers):
            v = vectors_by_loops(layer)
            for i in range(4):
                y = [sum(v[i][j][d] for j in range(4)) for d in range(6)]
                size = sum(abs(x) for x in y)
                row = [max(0, size - sum(abs(a - b) for a, b in zip(y, v[i][j]))) for j in range(4)]
                self.close(alti.matrices[l, i], [x / sum(row) for x in row], 1e-12)
                lengths = [math.sqrt(sum(x * x for x in v[i][j])) for j in range(4)]
                self.close(plain.matrices[l, i], lengths, 1e-12)
                self.close(norms.matrices[l, i], [x / sum(lengths) for x in lengths], 1e-12)
                others = math.sqrt(sum(sum(v[i][j][d] for j in range(4) if j != i) ** 2 for d in range(6)))
                self.close(alti.ratio[l, i], others / (others + lengths[i]), 1e-12)
        self.close(norms.ratio, alti.ratio, 0)
        self.assertEqual((alti.kind, norms.kind, alti.matrices.shape, alti.ratio.shape), ("alti", "norms", (2, 4, 4), (2, 4)))

    def test_worked_out_by_hand(self):
        # Token 0 gets (3, 0) from itself and (1, 0) from the other, so |y| = 4, distances 1 and 3, contributions 3 and 1. Token 1 gets (2,
        # 2) only from the other and nothing from itself.
        vectors = np.array([[[3.0, 0], [1, 0]], [[2, 2], [0, 0]]])
        found = headwaters.contributions([vectors])
        self.assertEqual(found.matrices[0].tolist(), [[0.75, 0.25], [1, 0]])
        self.assertEqual(found.ratio[0].tolist(), [0.25, 1])
        zero = headwaters.contributions([np.zeros((2, 2, 3))])
        self.assertEqual((zero.matrices[0].tolist(), zero.ratio[0].tolist()), ([[1, 0], [0, 1]], [0, 0]))

    def test_long_sentences_are_worked_on_in_parts(self):
        layer = block(self.rng, n=40, width=6)
        whole = headwaters.contributions([headwaters.transformed_vectors(layer)])
        wide = block(self.rng, heads=1, n=300, size=2, width=200)  # 144 MB at once
        self.close(headwaters.contributions([layer]).matrices, whole.matrices, 1e-13)
        parts, once = headwaters.contributions([wide], "norms"), headwaters.contributions([headwaters.transformed_vectors(wide)], "norms")
        self.close(parts.matrices, once.matrices, 1e-13)

    def test_they_go_into_a_file_and_through_its_methods(self):
        layers = [block(self.rng) for _ in range(3)]
        found = headwaters.contributions(layers)
        weights = np.stack([layer.weights for layer in layers])
        for form in ("json", "npz", "safetensors"):
            path, _ = self.save(f"a.{form}", weights, fixed_residual=found.ratio, contributions=found)
            expected = np.eye(4)
            for matrix, ratio in zip(weights.astype(float).mean(1), found.ratio):
                matrix = matrix * (1 - np.eye(4))
                expected = (matrix / matrix.sum(1, keepdims=True) * ratio[:, None] + np.diag(1 - ratio)) @ expected
            printed = run("rollout", path, "--weights", "attentions", "--preset", "globenc-fixed-residual")["layers"]
            self.close(printed[-1]["values"], expected)
            # By default, rollout uses the file's contributions. Compares with NumPy's product, without residual.
            product = np.eye(4)
            for matrix, layer in zip(found.matrices, run("rollout", path)["layers"]):
                product = matrix @ product
                self.close(layer["values"], product)
            bare, _ = self.save(f"bare.{form}", found, predicted=["b", "c", "d", "e"], predicted_probability=[0.5, None, float("nan"), 1])
            self.close(run("rollout", bare)["layers"][-1]["values"], product)
            info = run("info", bare, "--format", "json")
            self.assertEqual(info["contributions"], {"kind": "ALTI", "global": False, "layers": 3})
            self.assertEqual(info["predicted"], ["b", "c", "d", "e"])
            self.assertEqual(info["predictedProbability"], [0.5, None, None, 1])
        product = found.matrices[2] @ found.matrices[1] @ found.matrices[0]
        self.close(headwaters.rollout(found)[-1], product)
        self.close(headwaters.rollout(weights, contributions=found)[-1], product)
        self.close(headwaters.rollout(found.matrices, preset="no-residual")[-1], product)

    def test_what_is_not_known_is_said(self):
        self.says("is unknown", headwaters.contributions, [np.zeros((2, 2, 3))], "decompx")
        self.says(r"\[n, n, d\]", headwaters.contributions, [np.zeros((2, 3, 3))])
        self.says("no layers", headwaters.contributions, [])


if __name__ == "__main__":
    unittest.main()
