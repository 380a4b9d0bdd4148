# SPDX-License-Identifier: MIT
"""ask and compute, with the command line's answers about a model's folder."""

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
        with self.assertRaisesRegex(headwaters.HeadwatersError, "Unknown question"):
            headwaters.ask(model, text=text, question="lense")

    def test_a_method_by_its_name_of_arrays_and_of_a_model(self):
        layers = attention(self.rng, 3, 2, 5, 5)
        self.close(headwaters.compute("rollout", layers), headwaters.rollout(layers))
        self.close(headwaters.compute("raw", layers), layers.mean(1))
        found = headwaters.compute("rollout", model=str(model), text=text, token=6)
        printed = json.loads(self.printed("rollout", "--model", str(model), "--text", text, "--token", "6", "--format", "json"))
        self.close(found, np.array([layer["values"] for layer in printed["layers"]]))


if __name__ == "__main__":
    unittest.main()
