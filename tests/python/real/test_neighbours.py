# SPDX-License-Identifier: MIT
"""timm's vision transformers, small and with random weights, where timm is installed."""

import importlib.util
import unittest

import numpy as np

from real.library import Real, headwaters, torch


@unittest.skipIf(importlib.util.find_spec("timm") is None, "timm is not installed")
class Timm(Real):
    def setUp(self):
        super().setUp()
        from timm.models.vision_transformer import VisionTransformer

        torch.manual_seed(3)
        self.model = VisionTransformer(img_size=32, patch_size=8, embed_dim=24, depth=3, num_heads=2, num_classes=5, reg_tokens=2).eval()
        self.images = torch.randn(2, 3, 32, 32)

    def by_hand(self, block, x):
        """softmax(q k / sqrt d) of a block's normed input, [B, H, n, n]."""
        attention = block.attn
        x = block.norm1(x)
        q, k, _ = attention.qkv(x).reshape(*x.shape[:2], 3, attention.num_heads, -1).permute(2, 0, 3, 1, 4)
        return (attention.q_norm(q) @ attention.k_norm(k).transpose(-2, -1) / q.shape[-1] ** 0.5).softmax(-1)

    def test_the_weights_are_those_that_the_model_computes_with(self):
        inputs = []
        hooks = [block.register_forward_hook(lambda _, given, made: inputs.append(given[0])) for block in self.model.blocks]
        fused = [block.attn.fused_attn for block in self.model.blocks]
        seen = headwaters.from_timm(self.model, self.images)
        for hook in hooks:
            hook.remove()
        self.assertEqual([block.attn.fused_attn for block in self.model.blocks], fused)
        self.assertEqual(len(seen.attentions), 3)
        for block, x, found in zip(self.model.blocks, inputs, seen.attentions):
            self.close(found.detach(), self.by_hand(block, x).detach(), 1e-6)
        self.close(seen.logits.detach(), self.model(self.images).detach(), 1e-5)

    def test_grid_and_tokens_before_it_come_along(self):
        seen = headwaters.from_timm(self.model, self.images[:1])
        path = self.folder / "a.json"
        headwaters.save(path, seen, quiet=True)
        one, = headwaters.read(path)
        self.assertEqual((one.attentions.shape, one.tokens[0], one.tokens[-1], one.warnings), ((3, 2, 19, 19), "[CLS]", "4,4", []))
        self.close(headwaters.rollout(seen), headwaters.rollout(path), 1e-6)

    def test_gradients_follow_them(self):
        seen = headwaters.from_timm(self.model, self.images[:1])
        slopes = headwaters.gradients(seen, 2)
        by_torch = torch.autograd.grad(seen.logits[0, 2], seen.attentions, retain_graph=True)
        for found, wanted in zip(slopes["attentions"] if isinstance(slopes, dict) else slopes, by_torch):
            self.close(np.asarray(found), wanted, 1e-9)
        self.assertGreater(max(float(one.abs().max()) for one in by_torch), 0)

    def test_what_is_no_attention_of_tokens_is_refused(self):
        from timm.models.swin_transformer import SwinTransformer
        from timm.models.xcit import Xcit

        swin = SwinTransformer(img_size=32, patch_size=2, embed_dim=16, depths=(1, 1), num_heads=(2, 4), window_size=4, num_classes=5)
        xcit = Xcit(img_size=32, patch_size=8, embed_dim=24, depth=1, num_heads=2, num_classes=5)
        for model in (swin, xcit):
            with self.assertRaisesRegex(headwaters.HeadwatersError, "windows"):
                headwaters.from_timm(model.eval(), self.images)
        with self.assertRaisesRegex(headwaters.HeadwatersError, "fused_attn"):
            headwaters.from_timm(torch.nn.Linear(2, 2), self.images)

    def test_an_attention_pool_is_left_out_and_named(self):
        from timm.models.vision_transformer import VisionTransformer

        model = VisionTransformer(img_size=32, patch_size=8, embed_dim=24, depth=2, num_heads=2, num_classes=5, class_token=False, global_pool="map").eval()
        seen = headwaters.from_timm(model, self.images)
        self.assertEqual((len(seen.attentions), tuple(seen.attentions[0].shape)), (2, (2, 2, 16, 16)))
        saved = headwaters.save(self.folder / "a.json", seen, quiet=True)
        self.assertRegex(" ".join(saved.left_out), "attn_pool")


if __name__ == "__main__":
    unittest.main()
