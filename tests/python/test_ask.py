# SPDX-License-Identifier: MIT
"""ask and compute, with the command line's answers about a model's folder, and train."""

import json
import subprocess
import unittest

import numpy as np
from support import Case, attention, headwaters, program, root

model = root / "web" / "models" / "agreement"
text = "the keys to the cabinet [MASK] on the table"


class Ask(Case):
    def printed(self, *words):
        return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout

    def test_a_question_has_arguments_and_an_option_may_come_again(self):
        found = headwaters.ask(model, text=text, question="lens", arguments={"position": 6, "count": 2}, cut=["1:0:6>2", "2:*:5>1"])
        words = ["--question", "lens", "--with", "position=6", "--with", "count=2", "--cut", "1:0:6>2", "--cut", "2:*:5>1"]
        self.assertEqual(found, json.loads(self.printed("ask", str(model), "--text", text, *words)))
        self.assertEqual(len(headwaters.ask(model, text=text, question="lens", arguments={"position": "0,6", "count": 1})), 2)
        self.assertIn("scores", headwaters.ask(model, text=text))
        found = headwaters.why(model, text=text, target="are-is")
        self.assertEqual([found["named"], found["sinks"], found["votes"]], [[2], [0], None])
        self.assertEqual(headwaters.why(model, text=text, test_words="mask")["needs"]["by"], "mask")
        pairs = root / "tests" / "data" / "circuit" / "agreement.jsonl"
        found = headwaters.circuit(model, pairs=pairs, share=0.05)
        self.assertEqual(found, json.loads(self.printed("circuit", str(model), "--pairs", str(pairs), "--share", "0.05")))
        self.assertEqual(found["minimum_cut"]["cut"], ["input->a0.h0<v>"])
        with self.assertRaisesRegex(headwaters.HeadwatersError, "Unknown question"):
            headwaters.ask(model, text=text, question="lense")

    def test_a_method_by_its_name_of_arrays_and_of_a_model(self):
        layers = attention(self.rng, 3, 2, 5, 5)
        self.close(headwaters.compute("rollout", layers), headwaters.rollout(layers))
        self.close(headwaters.compute("raw", layers), layers.mean(1))
        found = headwaters.compute("rollout", model=str(model), text=text, token=6)
        printed = json.loads(self.printed("rollout", "--model", str(model), "--text", text, "--token", "6", "--format", "json"))
        self.close(found, np.array([layer["values"] for layer in printed["layers"]]))


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
