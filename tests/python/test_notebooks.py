# SPDX-License-Identifier: MIT
"""The notebooks of examples/notebooks, run in their own kernel. tests/browser checks them in a real browser.

Skipped if Jupyter or PyTorch is not installed."""

import json
import os
import unittest
from unittest import mock

import numpy as np
import run_notebook
import support
from support import Case

why = run_notebook.missing()


class Committed(unittest.TestCase):
    def test_they_hold_no_outputs_and_say_which_versions_they_know(self):
        self.assertEqual(len(run_notebook.examples()), 4)
        for path in run_notebook.examples():
            cells = json.loads(path.read_text("utf-8"))["cells"]
            self.assertEqual([cell.get("outputs", []) for cell in cells], [[]] * len(cells), path.name)
            text = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
            self.assertRegex(text, r"4\.46 to 5\.24", path.name)
            self.assertIn('attn_implementation="eager"', text, path.name)


@unittest.skipIf(bool(why), why)
class Run(Case):
    def example(self, start, ask):
        """The notebook's printed output, the cells that show the page, and the answer to an expression."""
        (self.folder / "site").mkdir()
        (self.folder / "site" / "index.html").write_text("<!doctype html>the page")
        path, = (path for path in run_notebook.examples() if path.name.startswith(start))
        with mock.patch.dict(os.environ, {"HEADWATERS_PAGE": str(self.folder / "site")}):
            outputs, answer = run_notebook.run_example(self.folder, path, ask)
        flat = [output for cell in outputs for output in cell]
        text = "".join(output.get("text", "") for output in flat if output.get("name") == "stdout")
        shown = [output.data["text/html"] for output in flat if "text/html" in output.get("data", {})]
        for cell in shown:
            self.assertIn("headwatersFrame(root, page, 640", cell)
        for output in flat:
            self.assertNotIn("traceback", output)
        return text, shown, answer

    def test_an_encoder(self):
        text, shown, found = self.example("1_", "[rollout.tolist(), flow.tolist(), torch.stack(outputs.attentions)[:, 0].tolist()]")
        self.close(found[0], support.rollout(found[2]))
        self.close(found[1], support.flow(found[2]), 1e-5)
        self.assertIn("'are' draws most from", text)
        self.assertEqual(len(shown), 1)
        self.assertTrue((self.folder / "encoder.json").exists())

    def test_gradients_and_faithfulness(self):
        _text, shown, (accuracy, blank, tokens, correlations) = self.example(
            "2_", "[accuracy, blank.tolist(), tokens, {score: sorted(methods) for score, methods in found.items()}]")
        self.assertGreater(accuracy, 0.9)
        self.assertEqual(tokens[int(np.argmax(blank))], "keys")  # the topic of the task
        self.assertEqual(sorted(correlations), ["blank-out", "input gradients"])
        self.assertEqual(correlations["blank-out"], ["flow", "grad-sam", "gradient-rollout", "joint", "raw", "relevance", "rollout"])
        self.assertEqual(len(shown), 1)

    def test_contributions(self):
        _text, shown, (difference, matrices, product) = self.example("3_", "[float(difference), alti.matrices.tolist(), shared.tolist()]")
        self.assertLess(difference, 1e-5)
        expected = np.array(matrices[0])
        for matrix in matrices[1:]:
            expected = np.array(matrix) @ expected
        self.close(product[-1], expected)
        self.assertEqual(len(shown), 2)

    def test_generation_and_vision(self):
        text, shown, (attention, rolled) = self.example("4_", "[torch.stack(outputs.attentions)[:, 0].tolist(), rollout.tolist()]")
        self.assertIn("nothing looks ahead: True", text)
        self.assertRegex(text, r"6 steps of \[\(1, 4, 6, 6\), \(1, 4, 1, 7\)")
        self.assertEqual((np.shape(attention), np.shape(rolled)), ((3, 4, 37, 37), (3, 11, 11)))
        self.assertEqual(len(shown), 2)


if __name__ == "__main__":
    unittest.main()
