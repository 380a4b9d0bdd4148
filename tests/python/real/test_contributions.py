# SPDX-License-Identifier: MIT
"""The contributions of tokens to each other in the blocks of every class, as vectors that add up to the block's output, and ALTI, compared
with the reference numbers of tests/data/model, which other code made from the same files."""

import json
import unittest

import numpy as np
from support import root, values

from real.library import Real, headwaters, torch, transformers, version


def disturb(model):
    """Biases and norms like those after training, so that a missing one is noticed."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "bias" in name or "norm" in name.lower():
                parameter.add_(torch.randn_like(parameter) * 0.3)


class Contributions(Real):
    #: Gates (Qwen 3 Next), and linear layers that older versions do not call as modules (VideoMAE).
    refused = ("Qwen 3 Next", "VideoMAE")

    def test_vectors_add_up_to_what_each_block_gives_on(self):
        for row in self.each("encoder", "decoder", "picture", "video", "sound"):
            if row.name in self.refused:
                continue
            model = row.build()
            disturb(model)
            with self.subTest(row.name):
                layers, outputs = headwaters.block_layers(model, **row.inputs())
                self.assertEqual(len(layers), len(outputs.attentions))
                for layer in layers:
                    vectors = headwaters.transformed_vectors(layer)
                    rest = layer.output - vectors.sum(1)  # biases are the same for each token, except for the norm's divisor
                    if layer.gamma is None:
                        bias = 0 if layer.output_bias is None else layer.output_bias
                        rest = rest - bias * (1 if layer.scale is None else layer.scale)
                        self.assertLess(np.abs(rest).max(), 1e-4 * max(1, np.abs(layer.output).max()))
                    else:
                        plain = np.einsum("hij,hje,hed->id", layer.weights, layer.values, layer.output_weight) + layer.inputs
                        bias = 0 if layer.output_bias is None else layer.output_bias
                        deviation = np.sqrt((plain + bias).var(-1, keepdims=True) + layer.eps)
                        rest = rest - layer.gamma * (bias - np.mean(bias)) / deviation
                        self.assertLess(np.ptp(rest, axis=0).max(), 1e-4)  # only beta remains
                found = headwaters.contributions(layers)
                self.close(found.matrices.sum(-1), np.ones(found.matrices.shape[:2]), 1e-9)
                path, _ = self.save("a.json", outputs, contributions=found)
                expected = found.matrices[0]
                for matrix in found.matrices[1:]:
                    expected = matrix @ expected
                self.close(values("rollout", path)[-1], expected, 1e-5)

    def test_blocks_that_do_more_are_refused(self):
        ids = torch.arange(5, 21)[None]
        small = dict(vocab_size=120, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64)
        cases = [("MobileBert", dict(small, embedding_size=32, intra_bottleneck_size=32), "residual|norm|values"), ("ConvBert", small, "projections were not found"),
                 ("Nystromformer", dict(small, segment_means_seq_len=16, num_landmarks=4), "fewer keys")]
        for name, fields, why in cases:
            with self.subTest(name):
                model = getattr(transformers, f"{name}Model")._from_config(getattr(transformers, f"{name}Config")(**fields), attn_implementation="eager").eval()
                disturb(model)
                self.says(why, headwaters.block_layers, model, input_ids=ids)
        for row in self.each(names=("Qwen 3 Next",)):
            self.says("projections were not found", headwaters.block_layers, row.build(), **row.inputs())
        for row in self.each(names=("BART",)):
            model = row.build()
            self.says("get_encoder", headwaters.block_layers, model, **row.inputs())
            self.assertEqual(len(headwaters.block_layers(model.get_encoder(), input_ids=row.inputs()["input_ids"])[0]), 3)

    def test_alti_is_that_of_the_references(self):
        from safetensors.numpy import load_file

        compared = 0
        for folder in sorted((root / "tests" / "data" / "model").iterdir()):
            if not (folder / "expected.safetensors").exists():
                continue
            expected, cases = load_file(folder / "expected.safetensors"), json.loads((folder / "expected.json").read_text("utf-8"))["cases"]
            wanted = {key.split(".")[0]: value for key, value in expected.items() if key.endswith(".alti")}
            name = json.loads((folder / "config.json").read_text("utf-8"))["architectures"][0]
            if not hasattr(transformers, name) or not wanted:  # models that translate have none
                continue
            compared += 1
            kind = {"dtype" if version >= (4, 56) else "torch_dtype": torch.float32}
            model = getattr(transformers, name).from_pretrained(folder, attn_implementation="eager", **kind).eval()
            with self.subTest(folder.name):
                for case in cases:
                    if case["name"] in wanted:
                        layers, _ = headwaters.block_layers(model, input_ids=torch.tensor([case["ids"]]))
                        self.close(headwaters.contributions(layers).matrices, wanted[case["name"]], 5e-5)
        self.assertGreater(compared, 1)


if __name__ == "__main__":
    unittest.main()
