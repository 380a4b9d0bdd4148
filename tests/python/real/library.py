# SPDX-License-Identifier: MIT
"""The library, its models and functions that run them. Nothing is fetched, because every model is made from its configuration."""

import os
import unittest

try:
    import torch
    import transformers
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    torch.set_num_threads(1)
    version = tuple(int(part) for part in transformers.__version__.split(".")[:2])
    why = ""
except ImportError:
    torch = transformers = None
    version = (0, 0)
    why = "transformers is not installed: HEADWATERS_TRANSFORMERS names a Python that has it and PyTorch"

import numpy as np
from support import Case, headwaters

words = 120
whole = os.environ.get("HEADWATERS_CLASSES") == "all"
keep = dict(output_attentions=True, return_dict_in_generate=True)


class Row:
    """A class of models, with its configuration and its inputs."""

    def __init__(self, name, kind, model, config, quick=False, **fields):
        self.name, self.kind, self.model, self.config, self.quick, self.fields = name, kind, model, config, quick, fields

    @property
    def there(self):
        return all(hasattr(transformers, name) for name in (self.model, self.config))

    def build(self, attention="eager", **fields):
        """A model whose attention is far from uniform. It is the same each time."""
        torch.manual_seed(0)
        config = getattr(transformers, self.config)(**{**self.fields, **fields})
        made = getattr(transformers, self.model)._from_config(config, **({} if attention is None else {"attn_implementation": attention})).eval()
        with torch.no_grad():
            for name, parameter in made.named_parameters():
                if parameter.ndim > 1 and any(part in name for part in ("query", "key", "q_proj", "k_proj", "q_lin", "k_lin", "c_attn", "qkv", "Wqkv")):
                    parameter.mul_(8)
        return made

    def inputs(self, batch=1, tokens=9):
        torch.manual_seed(1)
        ids = torch.randint(5, words, (batch, tokens))
        side = self.fields.get("image_size", 16)
        height, width = side if isinstance(side, (list, tuple)) else (side, side)
        kinds = {
            "encoder": lambda: dict(input_ids=ids, attention_mask=torch.ones_like(ids)),
            "decoder": lambda: dict(input_ids=ids, attention_mask=torch.ones_like(ids)),
            "both": lambda: dict(input_ids=ids, attention_mask=torch.ones_like(ids), decoder_input_ids=torch.randint(5, words, (batch, 6))),
            "speech": lambda: dict(input_features=torch.randn(batch, 8, 40), decoder_input_ids=torch.randint(5, words, (batch, 6))),
            "picture": lambda: dict(pixel_values=torch.randn(batch, 3, height, width)),
            "windows": lambda: dict(pixel_values=torch.randn(batch, 3, height, width)),
            "video": lambda: dict(pixel_values=torch.randn(batch, 4, 3, height, width)),
            "sound": lambda: dict(input_values=torch.randn(batch, 400)),
        }
        return kinds[self.kind]()


def ended_after(length, end=2):
    """Beams and items end one after another, because from that length on the end is nearly as good as the best token."""
    class EndAfter(transformers.LogitsProcessor):
        def __call__(self, seen, scores):
            scores[:, end] = scores.max(-1).values - 0.05 if seen.shape[1] >= length else -1e9
            return scores
    return transformers.LogitsProcessorList([EndAfter()])


def numbers(layers, item=0):
    """[L, H, q, k] of one item of the library's own layers."""
    return np.stack([layer[item].detach().float().numpy() for layer in layers if layer is not None])


parts = {"attentions": "attentions", "encoder_attentions": "encoder", "decoder_attentions": "decoder", "cross_attentions": "cross"}


@unittest.skipIf(bool(why), why)
class Real(Case):
    """A test on the library, with each row of the zoo on its own."""

    def each(self, *kinds, names=None):
        """Rows of these kinds, which are ten classes in a quick run and all in a whole one. With names, the rows of these names, if this
        version has them."""
        from real import zoo

        only = os.environ.get("HEADWATERS_ONLY")
        return [row for row in zoo.rows if (not kinds or row.kind in kinds) and (whole or row.quick if names is None else row.name in names)
                and row.there and (not only or row.name == only)]

    def examples(self, *args, **options):
        """The output of save(), as JSON's objects with arrays."""
        import json

        path, saved = self.save("written.json", *args, **options)
        read = json.loads(path.read_text("utf-8"))
        return read.get("examples", [read]), saved

    def written(self, example, role):
        """[L, H, q, k] of an example of a file."""
        part = parts[role]
        return np.array((example if part == "attentions" else example[part])["attentions"])


__all__ = ["Real", "Row", "ended_after", "headwaters", "keep", "numbers", "parts", "torch", "transformers", "version", "whole", "why", "words"]
