# SPDX-License-Identifier: MIT
"""rollout, flow and correlate. The program's numbers as arrays, compared with an independent computation."""

import os
import unittest
from unittest import mock

import numpy as np
import support
from support import Case, attention, headwaters


def ranks(values):
    """Average ranks, by counting."""
    values = list(values)
    return [sum(other < value for other in values) + (sum(other == value for other in values) + 1) / 2 for value in values]


def spearman(a, b):
    return np.corrcoef(ranks(a), ranks(b))[0, 1]


class Arrays(Case):
    def setUp(self):
        super().setUp()
        self.layers = attention(self.rng, 3, 2, 5, 5)

    def test_rollout_and_flow_of_arrays_and_of_files(self):
        path, _ = self.save("a.npz", self.layers, list("abcde"))
        for source in (self.layers, path, str(path), tuple(self.layers), {"attentions": self.layers}):
            found = headwaters.rollout(source)
            self.assertEqual(found.dtype, np.float64)
            self.close(found, support.rollout(self.layers))
        self.close(headwaters.flow(self.layers), support.flow(self.layers), 5e-6)

    def test_options_are_those_of_the_command_line(self):
        self.close(headwaters.rollout(self.layers, residual=0), support.rollout(self.layers, 0))
        self.close(headwaters.rollout(self.layers, preset="no-residual"), support.rollout(self.layers, 0))
        self.close(headwaters.rollout(self.layers, heads=[1]), support.rollout(self.layers[:, 1:]))
        self.close(headwaters.rollout(self.layers, token=-1), support.rollout(self.layers)[:, -1])
        self.close(headwaters.rollout(self.layers, list("abcde"), token="b"), support.rollout(self.layers)[:, 1])
        whole = support.flow(self.layers)
        self.close(headwaters.flow(self.layers, relative=True), whole / whole.sum(-1, keepdims=True), 5e-6)
        self.close(headwaters.flow(self.layers, layer=2), whole[1:2], 5e-6)

    def test_a_ragged_batch_goes_as_examples(self):
        mask = [[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]]
        batch = np.stack([self.layers, self.layers], 1)
        self.assertEqual(headwaters.rollout(batch, attention_mask=mask, example=1).shape, (3, 5, 5))
        self.assertEqual(headwaters.rollout(batch, attention_mask=mask).shape, (3, 3, 3))

    def test_contributions_multiply_without_a_residual(self):
        product = self.layers[0, 0]
        for layer in self.layers[1:, 0]:
            product = layer.astype(float) @ product
        self.close(headwaters.rollout(self.layers[:, 0], preset="no-residual")[-1], product)

    def test_correlations_of_every_method_and_layer(self):
        scores = {"one": self.rng.random(5), "two": [1, 2, 3, 4, 5]}
        found = headwaters.correlate(self.layers, list("abcde"), importance=scores, token=2, among="all")
        self.assertEqual(sorted(found), ["one", "two"])
        matrices = {"raw": self.layers.astype(float).mean(1), "rollout": support.rollout(self.layers), "flow": support.flow(self.layers)}
        for name, values in scores.items():
            for method, layers in matrices.items():
                self.close(found[name][method].mean, [spearman(layer[2], values) for layer in layers], 1e-9)
                self.close(found[name][method].sd, [0, 0, 0])
                cell = found[name][method]
                self.assertTrue(np.all((cell.low <= cell.mean) & (cell.mean <= cell.high) & (cell.p > 0) & (cell.p <= 1)))
            self.assertEqual(list(found[name]), [*matrices, "joint"])

    def test_what_the_program_refuses_is_said_in_its_words(self):
        self.says("residual", headwaters.rollout, self.layers, residual=2)
        self.says("(?i)no option|unknown|not an option|--nonsense", headwaters.rollout, self.layers, nonsense=1)
        self.says("missing.json", headwaters.rollout, "missing.json")
        self.says("importance|score", headwaters.correlate, self.layers)


class Finding(Case):
    def test_the_variable_goes_before_path(self):
        self.assertEqual(headwaters.program(), support.program)
        with mock.patch.dict(os.environ, {"HEADWATERS": str(self.folder / "none")}):
            self.says("which is not a file", headwaters.program)

    def test_path_goes_before_the_checkout(self):
        other = self.folder / "headwaters"
        other.write_text("#!/bin/sh\n")
        other.chmod(0o755)
        alone = support.replaced("_own_program", lambda: None)  # an installed package takes its own
        alone.__enter__()
        self.addCleanup(alone.__exit__, None, None, None)
        with mock.patch.dict(os.environ, {"PATH": str(self.folder)}):
            os.environ.pop("HEADWATERS")
            self.assertEqual(headwaters.program(), str(other))
        with mock.patch.dict(os.environ, {"PATH": "", "HEADWATERS": ""}):
            with support.replaced("_checkout", lambda: None):
                self.says("tools/build native", headwaters.program)


if __name__ == "__main__":
    unittest.main()
