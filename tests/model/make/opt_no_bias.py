# SPDX-License-Identifier: MIT
"""A small OPT whose projections have no biases, and the Hugging Face library's results for it.

    python opt_no_bias.py tests/data/model/opt_no_bias

Needs torch and transformers 4.57. Writes config.json, model.safetensors and expected.json, with the ids, attention [layers, heads, queries,
keys] and the logits after the last token.
"""
import json
import sys
from pathlib import Path

import torch
from transformers import OPTConfig, OPTForCausalLM


def main(folder):
    torch.manual_seed(1)
    config = OPTConfig(vocab_size=40, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, ffn_dim=24, max_position_embeddings=32, enable_bias=False,
                       word_embed_proj_dim=16, attn_implementation="eager")
    model = OPTForCausalLM(config).eval()
    with torch.no_grad():
        for weights in model.parameters():
            weights.copy_(torch.randn_like(weights) * 0.5)
    model.save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    ids = [2, 5, 9, 17, 33]
    made = model.double()(torch.tensor([ids]), output_attentions=True)
    numbers = {"ids": ids, "attention": [layer[0].tolist() for layer in made.attentions], "logits": made.logits[0, -1].tolist()}
    (folder / "expected.json").write_text(json.dumps(json.loads(json.dumps(numbers), parse_float=lambda text: round(float(text), 7))) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
