# SPDX-License-Identifier: MIT
"""Every sample of docs/python.md and of README is executed, from top to bottom, with the library and small models of the tests."""

import contextlib
import importlib
import io
import json
import re
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
import support
from support import root

from real.library import Real, headwaters, torch, transformers

folder = root / "tests" / "data" / "model" / "distilbert_cls"
#: The variables of a sample, and the package without which it is skipped.
packages = {"Widget(": "anywidget", "headwaters.live(": "anywidget", "run_with_cache": "transformer_lens", "traced.trace": "nnsight", "from captum": "captum", "import inseq": "inseq",
            "import SentenceTransformer": "sentence_transformers"}


def has(package):
    """Whether it can be imported. The replacement for anywidget, which other tests put on the path, needs ipywidgets."""
    try:
        importlib.import_module(package)
    except ImportError:
        return False
    return True


def samples(name):
    return re.findall(r"```python\n(.*?)```", (root / name).read_text("utf-8"), re.DOTALL)


class Samples(Real):
    def setUp(self):
        super().setUp()
        self.work_here()
        said = contextlib.redirect_stderr(io.StringIO())
        said.__enter__()
        self.addCleanup(said.__exit__, None, None, None)

    def local(self, *classes):
        """from_pretrained() of these gives the small model."""
        for name in classes:
            real = getattr(transformers, name).from_pretrained
            if name == "AutoTokenizer":  # older versions lack the class that the folder's settings name
                real = lambda folder: transformers.PreTrainedTokenizerFast(
                    tokenizer_file=str(folder / "tokenizer.json"), mask_token="[MASK]", model_input_names=["input_ids", "attention_mask"])
            patch = mock.patch.object(getattr(transformers, name), "from_pretrained", lambda name, real=real, **options: real(folder, **options))
            patch.start()
            self.addCleanup(patch.stop)

    def neighbour(self, package):
        """A small model of that package, under the sample's name for it, or in place of a download. Before local(), which overrides every
        tokenizer."""
        from real import test_interpretability, test_pipelines

        case = test_interpretability.TransformerLens() if package == "transformer_lens" else test_interpretability.NextWords()
        case.setUp()
        self.addCleanup(case.doCleanups)
        if package == "transformer_lens":
            return {"lens": case.lens}
        if package == "nnsight":
            import nnsight

            return {"traced": nnsight.LanguageModel(case.model, tokenizer=case.tokenizer)}
        if package == "sentence_transformers":
            import sentence_transformers

            made = test_pipelines.sentences(self.folder / "sentences")
            self.put(sentence_transformers, "SentenceTransformer", lambda name: made)
        if package == "inseq":
            import inseq

            load = inseq.load_model
            self.put(inseq, "load_model", lambda name, method: load(case.model, method, tokenizer=case.tokenizer))
        return {}

    def pictures(self):
        """Models of pictures, with their pictures."""
        from real import test_live_pictures

        if test_live_pictures.Image is None:
            return {}
        vision, processor = test_live_pictures.opened(test_live_pictures.digits)
        tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"), pad_token="[PAD]", model_input_names=["input_ids", "attention_mask"])
        sizes = dict(hidden_size=16, intermediate_size=16, num_hidden_layers=2, num_attention_heads=2)
        clip = transformers.CLIPModel(transformers.CLIPConfig(text_config=dict(vocab_size=len(tokenizer), **sizes), vision_config=dict(image_size=28, patch_size=7, **sizes), projection_dim=8)).eval()
        both = test_live_pictures.Both(processor, tokenizer)
        return {"vision": vision, "its_processor": processor, "clip": clip, "its_clip_processor": both, "picture": test_live_pictures.picture(1, 28, 28), "another_picture": test_live_pictures.picture(2, 28, 28)}

    def put(self, module, name, value):
        patch = mock.patch.object(module, name, value)
        patch.start()
        self.addCleanup(patch.stop)

    def test_the_readme(self):
        self.local("AutoModel", "AutoTokenizer")
        sample, = samples("README.md")
        exec(sample, {})
        written = json.loads(Path("attention.json").read_text())
        attention = np.array(written["attentions"])[:, 0]
        self.assertEqual(len(written["tokens"]), attention.shape[-1])
        self.close(headwaters.rollout("attention.json"), headwaters.rollout(attention), 1e-9)

    def test_docs_python(self):
        there = {package: self.neighbour(package) for package in set(packages.values()) if has(package)}
        self.local("AutoModelForSequenceClassification", "AutoTokenizer")
        swin = transformers.SwinModel._from_config(transformers.SwinConfig(image_size=32, patch_size=2, embed_dim=16, depths=[2, 2], num_heads=[2, 4], window_size=4),
                                                   attn_implementation="eager").eval()
        names = {"swin": swin, "pixels": torch.randn(1, 3, 32, 32), "axes": mock.MagicMock()}
        other = folder.parent / "t5_tied"
        names.update(translator=transformers.T5ForConditionalGeneration.from_pretrained(other).eval(), its_tokenizer=transformers.PreTrainedTokenizerFast(tokenizer_file=str(other / "tokenizer.json")))
        names.update(self.pictures())
        run, left = 0, []
        opened = lambda *given, **options: support.own("_open")(*given, wait=False, browser=False, **options)
        with mock.patch.object(headwaters, "open", opened):
            for number, sample in enumerate(samples("docs/python.md")):
                asks = [package for part, package in packages.items() if part in sample]
                if any(not has(package) for package in asks):
                    left.append(asks[0])
                    continue
                if "anywidget" in asks:
                    names.update(other_outputs=names["outputs"], other_tokens=names["tokens"])
                elif asks:
                    names.update(there[asks[0]])
                path = Path(f"sample{number}.py").absolute()  # nnsight reads the source of what runs
                path.write_text(sample)
                exec(compile(sample, path, "exec"), names)
                run += 1
        self.assertGreaterEqual(run, 10)
        if left:
            print(f"\nSamples left out, not installed: {', '.join(left)}.", end=" ")
        self.assertEqual(len(names["axes"].barh.call_args.args[1]), len(names["tokens"]))
        self.assertEqual(len(Path("data.jsonl").read_text().splitlines()), 2)
        alti = json.loads(Path("alti.json").read_text())
        self.close(np.array(alti["contributions"]), names["found"].matrices, 1e-6)
        self.assertEqual(names["rollout"].shape, (2, len(alti["tokens"]), len(alti["tokens"])))
        self.assertEqual(np.shape(json.loads(Path("swin.json").read_text())["contributions"]), (4, 256, 256))


if __name__ == "__main__":
    unittest.main()
