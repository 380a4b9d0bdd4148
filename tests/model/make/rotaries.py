# SPDX-License-Identifier: MIT
"""Frequencies of rotated queries and keys as the Hugging Face library computes them.

    python rotaries.py tests/data/model/rotaries.json

Needs torch and transformers 5. Writes a list of {config, width, frequencies, scale, and of those that change with the text "longer"}.
"""
import json
import sys
from pathlib import Path

from transformers import LlamaConfig, Phi3Config
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

plain = dict(hidden_size=64, num_attention_heads=4, max_position_embeddings=512)
short = [1 + 0.1 * i for i in range(8)]
long = [2 + 0.3 * i for i in range(8)]
cases = [
    dict(rope_type="linear", factor=4.0, rope_theta=500000.0),
    dict(rope_type="dynamic", factor=2.0, rope_theta=10000.0),
    dict(rope_type="llama3", factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0, original_max_position_embeddings=32, rope_theta=10000.0),
    dict(rope_type="yarn", factor=4.0, original_max_position_embeddings=32, rope_theta=10000.0),
    dict(rope_type="yarn", factor=16.0, original_max_position_embeddings=128, rope_theta=1000000.0, beta_fast=16.0, beta_slow=2.0, truncate=False),
    dict(rope_type="yarn", factor=4.0, rope_theta=10000.0, attention_factor=1.3),
    dict(rope_type="yarn", factor=40.0, original_max_position_embeddings=64, rope_theta=10000.0, mscale=1.0, mscale_all_dim=0.7),
    dict(rope_type="longrope", short_factor=short, long_factor=long, factor=4.0, original_max_position_embeddings=128, rope_theta=10000.0),
    dict(rope_type="longrope", short_factor=short, long_factor=long, factor=4.0, original_max_position_embeddings=128, rope_theta=10000.0, attention_factor=1.1),
]


def case(config):
    kind = config.rope_parameters["rope_type"]
    made = ROPE_INIT_FUNCTIONS[kind]
    frequencies, scale = made(config, "cpu")
    written = config.to_dict()
    keys = ("max_position_embeddings", "original_max_position_embeddings", "rope_parameters")
    found = {
        "config": {key: written[key] for key in keys if written.get(key) is not None},
        "width": config.hidden_size // config.num_attention_heads, "frequencies": frequencies.double().tolist(), "scale": float(scale),
    }
    if kind == "longrope":
        longer, _ = made(config, "cpu", seq_len=config.rope_parameters["original_max_position_embeddings"] + 1)
        found["longer"] = longer.double().tolist()
    return found


def main(path):
    found = [case(LlamaConfig(**plain, rope_parameters=dict(one))) for one in cases]
    # The factor is the ratio of the lengths, one of which is next to the object.
    partial = dict(rope_type="longrope", short_factor=short[:4], long_factor=long[:4], rope_theta=10000.0, partial_rotary_factor=0.5)
    found.append(case(Phi3Config(**plain, original_max_position_embeddings=64, pad_token_id=0, rope_parameters=partial)))
    path.write_text("[\n" + ",\n".join(json.dumps(one) for one in found) + "\n]\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
