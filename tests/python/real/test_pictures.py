# SPDX-License-Identifier: MIT
"""Vision models of the library, with windows, frames, grids, pictures of a batch."""

import unittest

import numpy as np

from real.library import Real, headwaters, numbers, torch, transformers


def first(module, *names):
    """A part that has different names in versions of the library."""
    for name in names:
        found = module
        for part in name.split("."):
            found = getattr(found, part, None)
        if found is not None:
            return found
    raise AttributeError(names)


class Windows(Real):
    def by_hand(self, model, pixels):
        """[L, N, N] of a Swin with one head, with rows of tokens from the contents of their windows, by the model's own arithmetic.

        Attention times values over the whole grid has to equal the block's addition."""
        seen = []
        blocks = [module for module in model.modules() if hasattr(module, "shift_size") and hasattr(module, "window_size") and hasattr(module, "attention")]
        hooks = []
        for block in blocks:
            value, output = first(block.attention, "self.value", "v_proj"), first(block.attention, "output.dense", "o_proj")
            hooks.append(block.layernorm_before.register_forward_hook(lambda module, given, made: seen.append([given[0], made])))
            hooks.append(block.layernorm_after.register_forward_hook(lambda module, given, made, value=value, output=output: seen[-1].extend((given[0], value, output))))
        with torch.no_grad():
            model(pixels)
        for hook in hooks:
            hook.remove()
        return seen

    def test_every_block_on_the_grid_of_the_first(self):
        for row in self.each(names=("Swin",)):
            # Two stages and three. The last grid is as large as a window, and is not shifted.
            for more in (dict(), dict(depths=[2, 2, 2], num_heads=[1, 1, 1], window_size=4), dict(depths=[2, 2], num_heads=[1, 1], image_size=(16, 32))):
                model = row.build(**{"num_heads": [1, 1], **more})
                size = model.config.image_size
                pixels = torch.randn(1, 3, *((size, size) if isinstance(size, int) else size))
                with self.subTest(more):
                    blocks, _outputs = headwaters.window_blocks(model, pixel_values=pixels)
                    self.assertEqual(len(blocks.attentions), sum(model.config.depths))
                    made = headwaters.merged(blocks, residual=0)
                    rows, cols = blocks.grids[0]
                    for matrix, (high, wide), (x, normed, summed, value, output) in zip(made, blocks.grids, self.by_hand(model, pixels)):
                        up = (np.arange(rows)[:, None] * high // rows * wide + np.arange(cols)[None] * wide // cols).ravel()
                        share = rows * cols // (high * wide)
                        whole = np.zeros((high * wide, high * wide))
                        np.add.at(whole, (up[:, None], up[None]), matrix / share)  # D (U M D) U = M
                        with torch.no_grad():
                            mixed = torch.tensor(whole, dtype=torch.float32) @ value(normed)[0].reshape(high * wide, -1)
                            self.close(output(mixed), (summed - x)[0].reshape(high * wide, -1), 1e-5)

    def test_the_librarys_own_outputs_lead_to_all_blocks(self):
        for row in self.each("windows"):
            model, given = row.build(), row.inputs()
            outputs = model(**given, output_attentions=True)
            self.says(r"window_blocks\(\)", headwaters.save, self.folder / "a.json", outputs)
            self.says(r"window_blocks\(\)", headwaters.merged, outputs.attentions, [(16, 16), (16, 16), (8, 8), (8, 8)], windows=[4] * 4)
            blocks, _ = headwaters.window_blocks(model, **given)
            path, _ = self.save("a.json", None, contributions=headwaters.merged(blocks), contribution_kind="rollout over merged patches", grid=blocks.grids[0],
                                first_patch_token=0)
            self.assertEqual(headwaters.rollout(path).shape, (4, 256, 256))
            one = row.build(depths=[2], num_heads=[2])(**given, output_attentions=True)  # one stage, whose windows look like items
            self.says("window_blocks", headwaters.save, self.folder / "a.json", one)
        for row in self.each(names=("ViT",)):
            self.says("window_size", headwaters.window_blocks, row.build(), **row.inputs())


class Grids(Real):
    def test_an_oblong_picture(self):
        for row in self.each(names=("ViT",)):
            model = row.build(image_size=[16, 24])
            pixels = torch.randn(2, 3, 16, 24)
            examples, _ = self.examples(model(pixels, output_attentions=True), image=pixels)
            self.assertEqual([(one["image"]["grid"], one["image"]["firstPatchToken"]) for one in examples], [([4, 6], 1)] * 2)

    def test_frames_of_a_video_are_no_examples(self):
        fields = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, image_size=16, patch_size=4, num_labels=3, num_frames=4)
        model = transformers.TimesformerForVideoClassification(transformers.TimesformerConfig(**fields)).eval()
        outputs = model(torch.randn(1, 4, 3, 16, 16), output_attentions=True)
        self.says("frames", headwaters.save, self.folder / "a.json", outputs)
        (example,), _ = self.examples(outputs.attentions, item=2, axes="layers,inputs,heads", grid=(4, 4))  # as in the message
        self.close(self.written(example, "attentions"), numbers(outputs.attentions, 2))

    def test_one_picture_of_several(self):
        for row in self.each(names=("ViT",)):
            pixels = torch.randn(3, 3, 16, 16)
            outputs = row.build()(pixels, output_attentions=True)
            self.says("image for 1 item, but the batch has 3", headwaters.save, self.folder / "a.json", outputs, image=pixels[0])
            self.assertEqual(len(self.examples(outputs, image=pixels)[0]), 3)
            self.assertEqual(len(self.examples(outputs, image=pixels[1], item=1)[0]), 1)

    def test_two_towers_are_saved_one_by_one(self):
        fields = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64)
        config = transformers.CLIPConfig(text_config=dict(fields, vocab_size=120, max_position_embeddings=32, eos_token_id=2),
                                         vision_config=dict(fields, image_size=16, patch_size=4), projection_dim=16)
        model = transformers.CLIPModel._from_config(config, attn_implementation="eager").eval()
        outputs = model(input_ids=torch.arange(5, 14)[None], pixel_values=torch.randn(1, 3, 16, 16), output_attentions=True)
        self.says("outputs.vision_model_output", headwaters.save, self.folder / "a.json", outputs)
        (example,), _ = self.examples(outputs.vision_model_output, grid=(4, 4))
        self.close(self.written(example, "attentions"), numbers(outputs.vision_model_output.attentions))


if __name__ == "__main__":
    unittest.main()
