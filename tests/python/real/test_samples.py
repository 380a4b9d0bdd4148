# SPDX-License-Identifier: MIT
"""The samples of python/samples.md that ask for the library, timm or inseq, with small random models."""

import importlib.util
import unittest

import test_samples

from real.library import torch, transformers, why
from real.test_docs import folder


@unittest.skipIf(torch is None, why)
class Samples(test_samples.Samples):
    def session(self):
        tokenizer = transformers.PreTrainedTokenizerFast(
            tokenizer_file=str(folder / "tokenizer.json"), pad_token="[PAD]", mask_token="[MASK]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]",
            model_input_names=["input_ids", "attention_mask"])
        sizes = dict(vocab_size=len(tokenizer), hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=16)
        torch.manual_seed(0)
        model = transformers.BertForMaskedLM._from_config(transformers.BertConfig(**sizes), attn_implementation="eager").eval()
        swin = transformers.SwinModel._from_config(
            transformers.SwinConfig(image_size=32, patch_size=2, embed_dim=16, depths=[2, 2], num_heads=[2, 4], window_size=4), attn_implementation="eager").eval()
        found = super().session()
        found.update(transformers=transformers, tokenizer=tokenizer, model=model, swin=swin, picture={"pixel_values": torch.randn(1, 3, 32, 32)})
        found["inputs"] = dict(tokenizer("the keys to the cabinet", return_tensors="pt"))
        if importlib.util.find_spec("timm") is not None:
            import timm

            found["vit"] = timm.create_model("vit_tiny_patch16_224", img_size=32, patch_size=8, depth=2, embed_dim=16, num_heads=2).eval()
        if importlib.util.find_spec("inseq") is not None:
            import inseq

            from real.test_interpretability import NextWords

            case = NextWords()
            case.setUp()
            self.addCleanup(case.doCleanups)
            attributed = inseq.load_model(case.model, "saliency", tokenizer=case.tokenizer).attribute("the keys", "the keys to", show_progress=False)
            ids = torch.tensor([[one.id for one in attributed[0].target]])
            found.update(attributed=attributed, outputs=case.model(ids, output_attentions=True))
        return found

    def too_small(self, sample):
        return None


if __name__ == "__main__":
    unittest.main()
