# SPDX-License-Identifier: MIT
"""Models of random configurations, run by the command line and by the library. Covers sizes, activations, rotations, windows, biases, tied
tables.

The program may refuse a configuration only for a reason listed here. Everything else has the library's numbers. Then configurations in
which a key was changed, removed or added after the weights were written have the library's numbers, or are refused. HEADWATERS_SEED repeats
a run.
"""

import itertools
import json
import os
import random
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np
from support import program

from .library import torch, transformers, version, whole, why

words = 60
activations = ("gelu", "gelu_new", "relu", "silu", "gelu_pytorch_tanh", "gelu_fast", "quick_gelu", "tanh")
#: Allowed refusals, for settings that no known file has.
refusals = r"inner_group_num|layer_norm_elementwise_affine|position_embedding_type"


def sizes(pick):
    width, heads = pick([(32, 4), (48, 3), (40, 5), (24, 2), (64, 8), (36, 3)])
    return dict(hidden_size=width, num_attention_heads=heads, num_hidden_layers=pick([1, 2, 3]), intermediate_size=pick([37, 64]))


def rotation(pick, width):
    kind = pick(["default", "linear", "dynamic", "yarn", "llama3", "longrope"])
    short, long = [1 + 0.1 * i for i in range(width // 2)], [2 + 0.3 * i for i in range(width // 2)]
    return {
        "default": {}, "linear": dict(factor=4.0), "dynamic": dict(factor=2.0),
        "yarn": dict(factor=4.0, original_max_position_embeddings=32, **pick([{}, dict(beta_fast=16.0, beta_slow=2.0), dict(attention_factor=1.3)])),
        "llama3": dict(factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0, original_max_position_embeddings=32),
        "longrope": dict(factor=4.0, short_factor=short, long_factor=long, original_max_position_embeddings=pick([4, 64])),
    }[kind] | dict(rope_type=kind)


def rotated(pick, **more):
    fields = sizes(pick)
    heads = fields["num_attention_heads"]
    head = pick([6, 8, 12, 16])
    fields.update(num_key_value_heads=pick([count for count in range(1, heads + 1) if heads % count == 0]), head_dim=head, hidden_act=pick(["silu", "gelu", "relu"]),
                  tie_word_embeddings=pick([True, False]), rms_norm_eps=pick([1e-6, 1e-3]), max_position_embeddings=128)
    theta = pick([10000.0, 500000.0])
    turns = rotation(pick, head)
    fields.update(dict(rope_parameters=turns | dict(rope_theta=theta)) if version >= (5, 0) else dict(rope_scaling=turns if turns["rope_type"] != "default" else None, rope_theta=theta))
    return fields | {key: pick(values) for key, values in more.items()}


def encoder(pick, **more):
    return sizes(pick) | dict(hidden_act=pick(activations), layer_norm_eps=pick([1e-12, 1e-3]), max_position_embeddings=40, pad_token_id=0) | {key: pick(values) for key, values in more.items()}


def kinds(pick, count):
    return [pick(["sliding_attention", "full_attention"]) for _ in range(count)]


def gemma(pick, **more):
    fields = rotated(pick, query_pre_attn_scalar=[16, 144], sliding_window=[4, 50], hidden_activation=["gelu_pytorch_tanh", "silu"], attention_bias=[False, True], final_logit_softcapping=[9.0, None], **more)
    fields["layer_types"] = kinds(pick, fields["num_hidden_layers"])
    return {key: value for key, value in fields.items() if key not in ("rope_parameters", "rope_scaling", "hidden_act")}


def gpt2(pick):
    width, heads = pick([(32, 4), (48, 3), (24, 2)])
    return dict(n_embd=width, n_head=heads, n_layer=pick([1, 3]), n_positions=40, n_inner=pick([None, 50]), activation_function=pick(activations), scale_attn_weights=pick([True, False]),
                scale_attn_by_inverse_layer_idx=pick([True, False]), tie_word_embeddings=pick([True, False]), bos_token_id=1, eos_token_id=1)


def gpt_neo(pick):
    form = pick([[[["global", "local"], 1]], [[["local"], 2]]])
    return dict(hidden_size=32, num_layers=2, num_heads=4, max_position_embeddings=40, attention_types=form, window_size=pick([3, 50]), intermediate_size=pick([None, 50]),
                activation_function=pick(activations), tie_word_embeddings=pick([True, False]), bos_token_id=1, eos_token_id=1)


def opt(pick):
    fields = sizes(pick)
    return dict(hidden_size=fields["hidden_size"], num_attention_heads=fields["num_attention_heads"], num_hidden_layers=2, ffn_dim=37, max_position_embeddings=40, word_embed_proj_dim=pick([fields["hidden_size"], 20]),
                do_layer_norm_before=pick([True, False]), enable_bias=pick([True, False]), layer_norm_elementwise_affine=pick([True, True, False]), pad_token_id=0, bos_token_id=1, eos_token_id=1)


def neox(pick):
    width, heads = pick([(48, 3), (64, 4)])
    return dict(hidden_size=width, num_attention_heads=heads, num_hidden_layers=2, intermediate_size=pick([37, 64]), max_position_embeddings=64, rotary_pct=pick([0.25, 1.0]), attention_bias=pick([True, False]),
                hidden_act=pick(activations), use_parallel_residual=pick([True, False]), tie_word_embeddings=pick([True, False]), bos_token_id=1, eos_token_id=1)


def t5(pick):
    width, heads = pick([(32, 4), (48, 3)])
    return dict(d_model=width, num_heads=heads, d_kv=pick([6, 12]), d_ff=37, num_layers=pick([1, 2]), num_decoder_layers=pick([1, 3]), feed_forward_proj=pick(["relu", "gated-gelu", "gated-silu", "gelu"]),
                tie_word_embeddings=pick([True, False]), relative_attention_num_buckets=pick([8, 32]), relative_attention_max_distance=pick([20, 128]), pad_token_id=0, eos_token_id=1, decoder_start_token_id=0)


def modernbert(pick):
    width, heads = pick([(32, 4), (48, 3)])
    return dict(hidden_size=width, num_attention_heads=heads, num_hidden_layers=3, intermediate_size=pick([37, 48]), max_position_embeddings=64, global_attn_every_n_layers=pick([1, 2, 3]), local_attention=pick([4, 128]),
                norm_bias=pick([True, False]), attention_bias=pick([True, False]), mlp_bias=pick([True, False]), decoder_bias=pick([True, False]), hidden_activation=pick(["gelu", "silu"]), pad_token_id=0, bos_token_id=1,
                eos_token_id=2, cls_token_id=1, sep_token_id=2)


families = {
    "BertForMaskedLM": lambda pick: encoder(pick, type_vocab_size=[1, 2], tie_word_embeddings=[True, False]),
    "RobertaForMaskedLM": lambda pick: encoder(pick, tie_word_embeddings=[True, False]) | dict(pad_token_id=1, type_vocab_size=1),
    "ElectraForSequenceClassification": lambda pick: encoder(pick, embedding_size=[16, 50]),
    "AlbertForMaskedLM": lambda pick: encoder(pick, embedding_size=[20, 64], inner_group_num=[1, 1, 1, 2]),
    "GPT2LMHeadModel": gpt2, "GPTNeoForCausalLM": gpt_neo, "OPTForCausalLM": opt, "GPTNeoXForCausalLM": neox,
    "LlamaForCausalLM": lambda pick: rotated(pick, attention_bias=[True, False], mlp_bias=[True, False]),
    "MistralForCausalLM": lambda pick: rotated(pick, sliding_window=[None, 4, 50]),
    "Qwen2ForCausalLM": lambda pick: {key: value for key, value in rotated(pick).items() if key != "head_dim"} | dict(hidden_size=64, num_attention_heads=4, num_key_value_heads=2, use_sliding_window=pick([True, False]), sliding_window=5, max_window_layers=1)
    | (dict(rope_parameters=dict(rope_type="default", rope_theta=10000.0)) if version >= (5, 0) else dict(rope_scaling=None)),
    "Qwen3ForCausalLM": lambda pick: rotated(pick, attention_bias=[True, False]),
    "Gemma2ForCausalLM": lambda pick: gemma(pick, attn_logit_softcapping=[3.0, None]),
    "Gemma3ForCausalLM": lambda pick: gemma(pick, attn_logit_softcapping=[None, 4.0]),
    "ModernBertForMaskedLM": modernbert, "T5ForConditionalGeneration": t5,
}


def write_tokenizer(folder):
    """One token per word, w0 to w59."""
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None, "pre_tokenizer": {"type": "WhitespaceSplit"}, "post_processor": None, "decoder": None,
        "model": {"type": "WordLevel", "vocab": {f"w{at}": at for at in range(words)}, "unk_token": "w3"},
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))


def made(name, seed, folder):
    """A model of the class, with random weights far from those at the beginning of training, as the library reads it again."""
    kind = getattr(transformers, name)
    rng = random.Random(f"{name} {seed}")
    config = kind.config_class(**families[name](rng.choice), vocab_size=words)
    torch.manual_seed(seed)
    model = kind._from_config(config, attn_implementation="eager")
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn_like(parameter) * 0.75 / parameter.shape[-1] ** 0.5 if parameter.ndim > 1 else parameter + torch.randn_like(parameter) * 0.2)
    model.save_pretrained(folder)
    write_tokenizer(folder)
    return kind.from_pretrained(folder, attn_implementation="eager").double().eval()


#: Keys for writing or training, and for the library's own way to run a model.
apart = {"architectures", "model_type", "transformers_version", "dtype", "torch_dtype", "attn_implementation", "_attn_implementation", "output_attentions", "use_cache", "return_dict",
         "output_hidden_states", "vocab_size", "is_encoder_decoder", "is_decoder", "add_cross_attention", "chunk_size_feed_forward"}


def other(rng, value):
    """Another value of a key, of the same kind or of none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return rng.choice([0, 1, 2, value + 1, value * 2, value / 2, -value, -1, None, 0.5, 1e-3, 16777216, str(value)])
    if isinstance(value, str):
        return rng.choice([*activations, "", "default", "none", "full_attention", "sliding_attention", None, 1])
    if isinstance(value, list):
        return rng.choice([[], value[::-1], value[:-1], value + value, None])
    if isinstance(value, dict):
        return rng.choice([{}, None, changed(rng, value, {})[1]])
    return rng.choice([0, 1, 4, True, False, "gelu", 0.5])


def changed(rng, config, more):
    """The change, and the configuration with one key of its own, or one of `more`, changed."""
    config = dict(config)
    keys = [key for key in config if key not in apart]
    if not keys:
        return "", config
    key = rng.choice(keys if rng.random() < 0.75 or not more else [one for one in more if one not in apart])
    if key in config and rng.random() < 0.15:
        del config[key]
        return f"without {key}", config
    config[key] = other(rng, config[key] if key in config else rng.choice([more[key], other(rng, more[key])]))
    return f"{key}: {json.dumps(config[key])}", config


@unittest.skipIf(why, why)
@unittest.skipIf(version < (5, 0), "older versions take LongRoPE's lengths from elsewhere, and 4.46 runs without windows: the newest counts")
class Configurations(unittest.TestCase):
    def same(self, found, wanted, what, allowed):
        wanted = wanted.numpy()
        self.assertEqual(found.shape, wanted.shape, what)
        self.assertLessEqual(float(np.abs(found - wanted).max()), allowed * max(1.0, float(np.abs(wanted).max())), what)

    def run_ours(self, folder):
        """The tensors of a run and its texts, or the message."""
        ids = [5, 17, 9, 33, 17, 48, 21, 6, 50]
        out = folder / "out.safetensors"
        ran = subprocess.run([program, "run", str(folder), "--text", " ".join(f"w{one}" for one in ids), "--out", str(out)], capture_output=True, text=True, timeout=60)
        if ran.returncode != 0:
            self.assertIn(ran.returncode, (1, 2), ran.stderr)
            return ran.stderr
        from safetensors import safe_open
        with safe_open(out, "np") as file:
            return {key: file.get_tensor(key) for key in file.keys()}, file.metadata()

    def run_theirs(self, model, metadata):
        ids = torch.tensor([json.loads(metadata["ids"])])
        with torch.no_grad():
            if "decoder_ids" in metadata:
                wanted = model(input_ids=ids, decoder_input_ids=torch.tensor([json.loads(metadata["decoder_ids"])]), output_attentions=True)
                return wanted, {"encoder.attention": wanted.encoder_attentions, "decoder.attention": wanted.decoder_attentions, "cross.attention": wanted.cross_attentions}
            wanted = model(input_ids=ids, output_attentions=True)
            return wanted, {"attention": wanted.attentions}

    def check(self, name, seed):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            model = made(name, seed, folder)
            ours = self.run_ours(folder)
            if isinstance(ours, str):
                self.assertRegex(ours, refusals)
                return
            found, metadata = ours
            wanted, parts = self.run_theirs(model, metadata)
            for part, layers in parts.items():
                self.same(found[part], torch.stack([layer[0] for layer in layers]), part, 2e-5)
            logits = wanted.logits[0]
            nearest = logits if logits.ndim == 1 else logits[int(np.argmin(np.abs(logits.numpy() - found["logits"].reshape(-1, logits.shape[-1])[-1]).max(-1)))]
            self.same(found["logits"].reshape(-1, logits.shape[-1])[-1], nearest, "logits", 2e-4)

    def check_changed(self, name, seed, count):
        """The number of changed configurations that were compared."""
        compared = 0
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            made(name, 0, folder)
            kind = getattr(transformers, name)
            before = json.loads((folder / "config.json").read_text())
            everything = {key: value for one in families for key, value in families[one](random.Random(0).choice).items() if hasattr(transformers, one)}
            for at in range(count):
                rng = random.Random(f"{name} {seed} {at}")
                what, config = changed(rng, before, everything)
                (folder / "config.json").write_text(json.dumps(config))
                ours = self.run_ours(folder)
                if isinstance(ours, str):
                    continue
                found, metadata = ours
                try:
                    model, told = kind.from_pretrained(folder, attn_implementation="eager", output_loading_info=True)
                    if told["missing_keys"] or told.get("mismatched_keys"):
                        continue  # the library adds the missing value
                    wanted, parts = self.run_theirs(model.double().eval(), metadata)
                except Exception:
                    continue  # the library cannot run it, so there are no numbers to compare with
                compared += 1
                with self.subTest(name, what=what, seed=seed, at=at):
                    for part, layers in parts.items():
                        self.same(found[part], torch.stack([layer[0] for layer in layers]), part, 2e-5)
                    logits = wanted.logits[0]
                    nearest = np.abs(logits.numpy().reshape(-1, logits.shape[-1]) - found["logits"].reshape(-1, logits.shape[-1])[-1]).max(-1).min()
                    self.assertLessEqual(float(nearest), 2e-4 * max(1.0, float(logits.abs().max())), "logits")
        return compared

    def test_changed_configurations_have_the_librarys_numbers_or_are_refused(self):
        seed = int(os.environ.get("HEADWATERS_SEED", time.time_ns() % 2**31 if whole else 1))
        names = [name for name in families if hasattr(transformers, name)]
        compared = sum(self.check_changed(name, seed, 60 if whole else 6) for name in names)
        self.assertGreater(compared, 0)

    def test_random_configurations_have_the_librarys_numbers(self):
        for name, seed in itertools.product(families, range(12 if whole else 2)):
            if not hasattr(transformers, name):
                continue
            with self.subTest(name, seed=seed):
                self.check(name, seed)


if __name__ == "__main__":
    unittest.main()
