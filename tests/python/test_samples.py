# SPDX-License-Identifier: MIT
"""python/samples.md: a sample for every public name, which runs."""

import contextlib
import importlib.util
import io
import re
import unittest
import warnings

import numpy as np
import test_widget  # noqa: F401  it knows what stands in for anywidget
from support import Case, attention, headwaters, root

text = root / "python" / "samples.md"
samples = dict(re.findall(r"^## (\w+)\n```python\n(.*?)```", text.read_text("utf-8"), re.MULTILINE | re.DOTALL)) if text.exists() else {}
#: What a sample asks of a session, and the packages that have it.
asks = {r"\bswin\b": "transformers", r"\btokenizer\b|record\(": "transformers", r"\bvit\b": "timm", r"\battributed\b": "inseq", r"\bmodel\b(?!=)": "torch", r"Widget\(|\.live\(": "ipywidgets"}


def lacking(sample):
    return next((package for part, package in asks.items() if re.search(part, sample) and importlib.util.find_spec(package) is None), None)


@unittest.skipIf(not samples, "The samples are in the checkout.")
class Samples(Case):
    def setUp(self):
        super().setUp()
        self.work_here()

    def session(self):
        """What the samples find."""
        attentions, tokens = attention(self.rng, 3, 2, 5, 5), ["[CLS]", "the", "keys", "are", "here"]
        headwaters.save("attention.json", attentions, tokens, quiet=True)
        found = {"headwaters": headwaters, "np": np, "attentions": attentions, "tokens": tokens, "agreement": root / "web" / "models" / "agreement"}
        if importlib.util.find_spec("torch") is not None:
            import models
            import torch

            found.update(torch=torch, model=models.Bert().eval(), inputs={"input_ids": torch.tensor([[1, 2, 3, 4, 5]])})
        return found

    def test_every_public_name_has_one_that_uses_it(self):
        self.assertEqual(set(samples), set(headwaters.__all__))
        for name, sample in samples.items():
            self.assertRegex(sample, rf"headwaters\.{name}\b")

    def test_they_run(self):
        left = set()
        for name, sample in samples.items():
            package = lacking(sample)
            if package or (package := self.too_small(sample)):
                left.add(f"{name} ({package})")
                continue
            with self.subTest(name), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore", headwaters.HeadwatersWarning)
                exec(compile(sample, f"the sample of {name}", "exec"), self.session())
        if left:
            print(f"\nSamples left out: {', '.join(sorted(left))}.", end=" ")

    def too_small(self, sample):
        """Samples that a model with its own configuration takes run in real.test_samples."""
        return "real.test_samples" if re.search(r"\b(tokenizer|swin|vit|attributed|record)\b", sample) else None


if __name__ == "__main__":
    unittest.main()
