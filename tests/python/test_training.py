# SPDX-License-Identifier: MIT
"""train, against the losses of PyTorch and the command line."""

import json
import subprocess
import unittest

import numpy as np
from support import Case, headwaters, program


class Training(Case):
    def test_arrays_have_all_steps(self):
        run = headwaters.train("copy", steps=100)
        self.assertEqual([len(run.loss), len(run.norm), len(run.rate), len(run.accuracy)], [100] * 4)
        steps = [0, 1, 2, 9, 19, 99]
        expected = [3.31041751, 3.35039601, 3.30888217, 3.27819608, 3.25017625, 2.65316592]  # PyTorch in float64
        self.assertLess(np.abs(run.loss[steps] - expected).max(), 2e-6)
        self.assertEqual(list(np.flatnonzero(~np.isnan(run.accuracy))), [0, 25, 50, 75, 99])
        self.assertTrue(np.isnan(run.hard).all())
        self.close(run.rate[:50], 3e-3 * np.arange(1, 51) / 50)
        self.assertEqual(run.without_head.shape, (2, 1))
        printed = subprocess.run([program, "train", "copy", "--steps", "100"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(run.hash, json.loads(printed.splitlines()[-1])["hash"])

    def test_a_recipe_can_be_a_dictionary(self):
        recipe = {"pairs": [["hot is not", "cold"], ["up is not", "down"]], "layers": 1, "width": 16, "steps": 100}
        folder = self.folder / "opposites"
        run = headwaters.train(recipe, seed=3, out=folder)
        self.assertEqual(run.accuracy[-1], 1)
        self.assertTrue((folder / "model.safetensors").is_file())
        with self.assertRaisesRegex(headwaters.HeadwatersError, "no such key"):
            headwaters.train({"recipe": "copy", "step": 3})
        with self.assertRaisesRegex(headwaters.HeadwatersError, "no recipe copied"):
            headwaters.train("copied")


if __name__ == "__main__":
    unittest.main()
