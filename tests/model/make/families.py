# SPDX-License-Identifier: MIT
"""A checkpoint of some kilobytes for each family, and what the Hugging Face library computes of it, for tests/model/families_test.cpp.

    python families.py tests/data/model/families [NAME ...]

Needs torch 2.9, transformers 5.24 and gguf 0.17. Random weights; numbers in double precision. Each folder has config.json, model.safetensors, expected.json (ids, the number that
gradients are of, the largest differences to the same run in float32) and expected.safetensors; those of GGUF have model.gguf in place of
the first two:
attention and attention_gradient [L, H, T, T], hidden [L + 1, T, D], stream_gradient [T, D], input_gradient [T, E], logits or embedding;
zeroed and renormalised [L, H]: the number with the edge CUT cut in one head of one layer; heads [L, H]: with a head's output 0;
lens [L + 1, outputs]: the head on each layer's stream. An encoder and its decoder have encoder., decoder. and cross. in front.
"""
import contextlib
import copy
import json
import sys
from pathlib import Path

import torch
import torch.nn.functional as F
import transformers
from safetensors.torch import save_file

CUT = (3, 1)  # from the query to the key
IDS = [3, 9, 14, 6, 11, 5]
BERT = dict(vocab_size=24, hidden_size=8, num_hidden_layers=2, num_attention_heads=2, intermediate_size=12, max_position_embeddings=16)
LLAMA = BERT | dict(num_key_value_heads=1, hidden_act="silu", pad_token_id=0, bos_token_id=1, eos_token_id=2)
PATCHES = dict(hidden_size=8, num_hidden_layers=2, num_attention_heads=2, intermediate_size=12, image_size=8, patch_size=4)
T5 = dict(vocab_size=24, d_model=8, d_kv=3, d_ff=12, num_layers=2, num_decoder_layers=2, num_heads=2, relative_attention_num_buckets=8, relative_attention_max_distance=5,
          pad_token_id=0, eos_token_id=1, decoder_start_token_id=0)
BART = dict(vocab_size=24, d_model=8, encoder_layers=2, decoder_layers=2, encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=12, decoder_ffn_dim=12,
            max_position_embeddings=16, pad_token_id=1, bos_token_id=0, eos_token_id=2, decoder_start_token_id=2, forced_eos_token_id=2)
CLASSES = dict(id2label={0: "a", 1: "b", 2: "c"}, label2id={"a": 0, "b": 1, "c": 2})
ROPE = dict(rope_parameters={"rope_type": "default", "rope_theta": 100.0})
CLIP = dict(text_config=BERT | dict(max_position_embeddings=12, bos_token_id=1, eos_token_id=23, pad_token_id=0), vision_config=PATCHES | dict(projection_dim=6), projection_dim=6)
DISTANCES = dict(relative_attention=True, position_buckets=6, max_relative_positions=12, pos_att_type="p2c|c2p", norm_rel_ebd="layer_norm", share_att_key=True,
                 position_biased_input=False)

# folder: the class, its configuration's class and keys
FAMILIES = {
    "bert": ("BertForMaskedLM", "BertConfig", BERT),
    "roberta": ("RobertaForMaskedLM", "RobertaConfig", BERT | dict(type_vocab_size=1, pad_token_id=1)),
    "xlm-roberta": ("XLMRobertaForSequenceClassification", "XLMRobertaConfig", BERT | CLASSES | dict(type_vocab_size=1, pad_token_id=1)),
    "camembert": ("CamembertForTokenClassification", "CamembertConfig", BERT | CLASSES | dict(type_vocab_size=1, pad_token_id=1)),
    "distilbert": ("DistilBertForMaskedLM", "DistilBertConfig", dict(vocab_size=24, dim=8, n_layers=2, n_heads=2, hidden_dim=12, max_position_embeddings=16)),
    "electra": ("ElectraForSequenceClassification", "ElectraConfig", BERT | CLASSES | dict(embedding_size=6)),
    "albert": ("AlbertForMaskedLM", "AlbertConfig", BERT | dict(embedding_size=6, num_hidden_groups=1)),
    "modernbert": ("ModernBertForMaskedLM", "ModernBertConfig", BERT | dict(num_hidden_layers=3, local_attention=4, global_attn_every_n_layers=2, pad_token_id=0)),
    "mpnet": ("MPNetForMaskedLM", "MPNetConfig", BERT),
    "deberta-v2": ("DebertaV2ForMaskedLM", "DebertaV2Config", BERT | DISTANCES | dict(conv_kernel_size=3, conv_act="gelu")),
    "deberta-v3": ("DebertaV2ForSequenceClassification", "DebertaV2Config", BERT | DISTANCES | CLASSES),
    "deberta-apart": ("DebertaV2ForMaskedLM", "DebertaV2Config", BERT | DISTANCES | dict(share_att_key=False, position_buckets=-1, max_relative_positions=4,
                      norm_rel_ebd="none", position_biased_input=True, type_vocab_size=2, legacy=False)),
    "deberta-keys": ("DebertaV2ForTokenClassification", "DebertaV2Config", BERT | CLASSES | dict(relative_attention=True, pos_att_type=["c2p"])),
    "gpt2": ("GPT2LMHeadModel", "GPT2Config", dict(vocab_size=24, n_embd=8, n_layer=2, n_head=2, n_positions=16)),
    "gpt_neo": ("GPTNeoForCausalLM", "GPTNeoConfig", dict(vocab_size=24, hidden_size=8, num_layers=2, num_heads=2, intermediate_size=12, max_position_embeddings=16,
                attention_types=[[["global", "local"], 1]], window_size=3)),
    "opt": ("OPTForCausalLM", "OPTConfig", dict(vocab_size=24, hidden_size=8, num_hidden_layers=2, num_attention_heads=2, ffn_dim=12, max_position_embeddings=16,
            word_embed_proj_dim=8, pad_token_id=1)),
    "gpt_neox": ("GPTNeoXForCausalLM", "GPTNeoXConfig", BERT | dict(hidden_size=16, rotary_pct=0.5)),
    "llama": ("LlamaForCausalLM", "LlamaConfig", LLAMA | ROPE),
    "mistral": ("MistralForCausalLM", "MistralConfig", LLAMA | ROPE | dict(sliding_window=3)),
    "qwen2": ("Qwen2ForCausalLM", "Qwen2Config", LLAMA | ROPE),
    "qwen3": ("Qwen3ForCausalLM", "Qwen3Config", LLAMA | ROPE | dict(head_dim=6)),
    "phi3": ("Phi3ForCausalLM", "Phi3Config", LLAMA | ROPE | dict(sliding_window=None)),
    "gemma2": ("Gemma2ForCausalLM", "Gemma2Config", LLAMA | ROPE | dict(head_dim=6, sliding_window=3, query_pre_attn_scalar=5, attn_logit_softcapping=3.0, final_logit_softcapping=9.0)),
    "gemma3_text": ("Gemma3ForCausalLM", "Gemma3TextConfig", LLAMA | dict(head_dim=6, sliding_window=3, query_pre_attn_scalar=5, layer_types=["sliding_attention", "full_attention"])),
    "t5": ("T5ForConditionalGeneration", "T5Config", T5),
    "mt5": ("MT5ForConditionalGeneration", "MT5Config", T5),
    "bart": ("BartForConditionalGeneration", "BartConfig", BART),
    "marian": ("MarianMTModel", "MarianConfig", BART | dict(pad_token_id=23, scale_embedding=True, decoder_start_token_id=23, eos_token_id=0, forced_eos_token_id=0)),
    "vit": ("ViTForImageClassification", "ViTConfig", PATCHES | CLASSES),
    "deit": ("DeiTForImageClassificationWithTeacher", "DeiTConfig", PATCHES | CLASSES),
    "dinov2": ("Dinov2ForImageClassification", "Dinov2Config", {key: value for key, value in PATCHES.items() if key != "intermediate_size"} | CLASSES | dict(mlp_ratio=2)),
    "dinov2_with_registers": ("Dinov2WithRegistersForImageClassification", "Dinov2WithRegistersConfig",
                              {key: value for key, value in PATCHES.items() if key != "intermediate_size"} | CLASSES | dict(mlp_ratio=2, num_register_tokens=2)),
    "beit": ("BeitForImageClassification", "BeitConfig", PATCHES | CLASSES | dict(use_relative_position_bias=True, out_indices=[1])),
    "clip": ("CLIPModel", "CLIPConfig", CLIP),
    "clip_vision_model": ("CLIPVisionModelWithProjection", "CLIPVisionConfig", PATCHES | dict(projection_dim=6)),
}
# folder of a GGUF: what it is made of, and the keys that its configuration has besides
LONG = {"rope_type": "longrope", "rope_theta": 100.0, "short_factor": [1.0, 1.25], "long_factor": [1.5, 3.0]}
GGUF = {
    "phi3-gguf": ("phi3", {}),
    "phi3-gguf-long": ("phi3", dict(sliding_window=4, original_max_position_embeddings=4, max_position_embeddings=16, rope_parameters=LONG | {"original_max_position_embeddings": 4})),
    "t5-gguf": ("t5", dict(relative_attention_max_distance=128, tie_word_embeddings=True, feed_forward_proj="relu")),
    "t5-gguf-gated": ("t5", dict(relative_attention_max_distance=128, tie_word_embeddings=False, feed_forward_proj="gated-gelu")),
}
PREPARATION = dict(do_resize=True, size={"height": 8, "width": 8}, resample=2, do_rescale=True, do_normalize=True, image_mean=[0.5, 0.5, 0.5], image_std=[0.5, 0.5, 0.5])
SOFTMAX, FLOAT, TO, ARANGE = F.softmax, torch.Tensor.float, torch.Tensor.to, torch.arange


@contextlib.contextmanager
def exact():
    """What the library asks for in float32 is done in float64: norms, soft-max, rotary angles."""
    def to(self, *args, **kwargs):
        return TO(self, *[torch.float64 if arg is torch.float32 else arg for arg in args], **{key: torch.float64 if value is torch.float32 else value for key, value in kwargs.items()})
    torch.Tensor.float, torch.Tensor.to = lambda self: self.double(), to
    torch.arange = lambda *args, **kwargs: ARANGE(*args, **{key: torch.float64 if value is torch.float32 else value for key, value in kwargs.items()})
    try:
        yield
    finally:
        torch.Tensor.float, torch.Tensor.to, torch.arange = FLOAT, TO, ARANGE


def rotary(model):
    """Frequencies in double precision, computed as the library computes them."""
    from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
    for module in model.modules():
        for name, _ in list(module.named_buffers(recurse=False)):
            if not name.endswith("inv_freq") or "original" in name:
                continue
            layer = name[:-len("inv_freq")].rstrip("_") or None
            kind = module.rope_type[layer] if layer else module.rope_type
            make = module.compute_default_rope_parameters if kind == "default" else ROPE_INIT_FUNCTIONS[kind]
            setattr(module, name, make(module.config, **({"layer_type": layer} if layer else {}))[0])


class Probe:
    """Runs a model and keeps its attention and streams. `cut(site, weights)` and `skip(site, scores)` change a soft-max, `stream(stack)` gives what the last layer's output
    is replaced by."""
    def __init__(self, model):
        self.model, self.dtype = model, next(model.parameters()).dtype
        root = getattr(model, "vision_model", model)
        lists = [module for module in root.modules() if isinstance(module, torch.nn.ModuleList) and type(module[0]).__name__.endswith(("Layer", "Block", "LayerGroup"))]
        self.stacks = [lists[0]] + ([lists[1]] if model.config.is_encoder_decoder else [])
        for stack, layers in enumerate(self.stacks):
            for layer in layers:
                layer.register_forward_pre_hook(lambda module, args, kwargs, stack=stack: self.enter(stack, args, kwargs), with_kwargs=True)
                layer.register_forward_hook(lambda module, args, out, stack=stack: self.leave(stack, out))
        for module in root.modules():
            if type(module).__name__ == "ConvLayer":  # DeBERTa-v2's, behind its first layer
                module.register_forward_hook(self.convolved)
        words = None if reads_pictures(model) else model.get_input_embeddings()
        if words is not None:
            words.register_forward_hook(self.words)

    def words(self, module, args, out):
        if self.rows is None:
            out = out.detach().clone().requires_grad_(True)
            self.rows = out
        return out

    def enter(self, stack, args, kwargs):
        x = args[0] if args else kwargs["hidden_states"]
        if not self.streams[stack]:
            self.streams[stack].append(x)
            if x.requires_grad:
                x.retain_grad()

    def leave(self, stack, out):
        x = out[0] if isinstance(out, tuple) else out
        depth = layers_of(self.model, stack)
        if self.replaced is not None and self.replaced[0] == stack and len(self.streams[stack]) == depth:
            x = self.replaced[1]
        self.streams[stack].append(x)
        return (x, *out[1:]) if isinstance(out, tuple) else x

    def convolved(self, module, args, out):
        self.streams[0][-1] = out

    def softmax(self, x, dim=None, _stacklevel=3, dtype=None):
        if x.dim() != 4:
            return SOFTMAX(x, dim=dim)
        site = len(self.weights)
        weights = SOFTMAX(self.skip(site, x), dim=dim, dtype=self.dtype)
        weights = self.cut(site, weights)
        if weights.requires_grad:
            weights.retain_grad()
        self.weights.append(weights)
        return weights

    def run(self, inputs, cut=lambda site, weights: weights, skip=lambda site, scores: scores, replaced=None):
        self.weights, self.streams, self.rows, self.cut, self.skip, self.replaced = [], [[] for _ in self.stacks], None, cut, skip, replaced
        F.softmax = self.softmax
        try:
            with exact() if self.dtype == torch.float64 else contextlib.nullcontext():
                # Of both towers of CLIP the picture's is looked at.
                return getattr(self.model, "get_image_features", self.model)(**inputs)
        finally:
            F.softmax = SOFTMAX


def reads_pictures(model):
    return model.main_input_name == "pixel_values" or model.config.model_type == "clip"


def layers_of(model, stack):
    config = getattr(model.config, "vision_config", model.config)
    if not config.is_encoder_decoder:
        return config.num_hidden_layers
    return getattr(config, "encoder_layers" if stack == 0 else "decoder_layers", None) or (config.num_layers if stack == 0 else config.num_decoder_layers)


def weigh(model):
    """Wide enough that attention is not even, and no part is small."""
    with torch.no_grad():
        for name, value in [*model.named_parameters(), *model.named_buffers()]:
            if not value.is_floating_point() or "inv_freq" in name or (model.config.model_type == "marian" and "embed_positions" in name):
                continue
            if "logit_scale" in name or "final_logits_bias" in name and value.numel() == 1:
                continue
            spread = torch.randn_like(value) * (0.1 if "embed_scale" in name else 0.6 if value.ndim > 1 else 0.3)
            value.copy_(spread + (1 if value.ndim == 1 and ("norm" in name.lower() or "layer_scale" in name) and name.endswith(("weight", "lambda1")) and "gemma" not in model.config.model_type else 0))
    model.tie_weights()


def read(model, out):
    """The numbers that are looked at, and their name."""
    for name in ("image_embeds", "logits", "pooler_output"):
        found = getattr(out, name, None)
        if found is not None:
            return ("logits" if name == "logits" else "embedding", found[0] if found.dim() == 2 else found[0, position_of(model)])
    raise ValueError(type(out))


def position_of(model):
    return 2 if type(model).__name__.endswith(("MaskedLM", "ForTokenClassification")) else -1


def measure(model, inputs):
    """Everything of one precision: (tensors, the number, its description)."""
    probe = Probe(model)
    config = model.config
    vision = getattr(config, "vision_config", config)
    sites = [("encoder.", 0), ("decoder.", 1), ("cross.", 1)] if config.is_encoder_decoder else [("", 0)]
    out = probe.run(inputs)
    kind, found = read(model, out)
    if kind == "embedding":
        other = torch.linspace(-1, 1, found.shape[0], dtype=found.dtype)
        value = lambda numbers: F.cosine_similarity(numbers, other, dim=0)
    else:
        index = int(found.argmax())
        value = lambda numbers: numbers[index]
    y = value(found)
    y.backward()
    clean = {"weights": list(probe.weights), "streams": [list(stack) for stack in probe.streams], "rows": probe.rows}
    place = {"encoder.": lambda layer: layer, "": lambda layer: layer, "decoder.": lambda layer: layers_of(model, 0) + 2 * layer, "cross.": lambda layer: layers_of(model, 0) + 2 * layer + 1}
    tensors = {kind: found}
    numbers = lambda **edits: value(read(model, probe.run(inputs, **edits))[1])
    with torch.no_grad():
        for front, stack in sites:
            own = [clean["weights"][place[front](layer)] for layer in range(layers_of(model, stack))]
            tensors[front + "attention"] = torch.stack([one[0] for one in own])
            tensors[front + "attention_gradient"] = torch.stack([one.grad[0] for one in own])
            heads, (query, key) = own[0].shape[1], CUT

            def changed(layer, head, what):
                at = place[front](layer)

                def cut(site, weights):
                    if site != at:
                        return weights
                    weights = weights.clone()
                    weights[(0, head, query, key) if what == "zeroed" else (0, head)] = 0
                    return weights

                def skip(site, scores):
                    if site != at:
                        return scores
                    scores = scores.clone()
                    scores[0, head, query, key] = -torch.inf
                    return scores
                return numbers(skip=skip) if what == "renormalised" else numbers(cut=cut)
            for what in ("zeroed", "renormalised", "heads"):
                tensors[front + what] = torch.stack([torch.stack([changed(layer, head, what) for head in range(heads)]) for layer in range(layers_of(model, stack))])
            if front == "cross.":
                continue
            tensors[front + "hidden"] = torch.stack([one[0] for one in clean["streams"][stack]])
            tensors[front + "stream_gradient"] = clean["streams"][stack][0].grad[0]
            if front != "encoder.":
                tensors[front + "lens"] = torch.stack([read(model, probe.run(inputs, replaced=(stack, one)))[1] for one in clean["streams"][stack]])
    if clean["rows"] is not None and config.model_type not in ("gemma2", "gemma3_text", "marian"):
        tensors[sites[0][0] + "input_gradient"] = clean["rows"].grad[0]
    target = {"kind": "cosine", "other": "o"} if kind == "embedding" else {"kind": "logit", "index": index}
    if kind == "embedding":
        tensors["other"] = other
    return {name: tensor.detach().double() for name, tensor in tensors.items()}, float(y.detach()), target


def write_gguf(path, kind, model):
    """The file that llama.cpp's converter writes, by gguf's own table of names."""
    import gguf
    config = model.config
    is_t5 = kind == "t5"
    writer = gguf.GGUFWriter(str(path), kind)
    writer.add_vocab_size(config.vocab_size)
    writer.add_context_length(512 if is_t5 else config.max_position_embeddings)
    writer.add_embedding_length(config.d_model if is_t5 else config.hidden_size)
    writer.add_feed_forward_length(config.d_ff if is_t5 else config.intermediate_size)
    writer.add_block_count(config.num_layers if is_t5 else config.num_hidden_layers)
    writer.add_head_count(config.num_heads if is_t5 else config.num_attention_heads)
    if is_t5:
        writer.add_key_length(config.d_kv)
        writer.add_value_length(config.d_kv)
        writer.add_layer_norm_eps(config.layer_norm_epsilon)
        writer.add_relative_attn_buckets_count(config.relative_attention_num_buckets)
        writer.add_layer_norm_rms_eps(config.layer_norm_epsilon)
        writer.add_decoder_start_token_id(config.decoder_start_token_id)
    else:
        writer.add_head_count_kv(config.num_key_value_heads)
        writer.add_layer_norm_rms_eps(config.rms_norm_eps)
        writer.add_rope_dimension_count(config.hidden_size // config.num_attention_heads)
        writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
        writer.add_sliding_window(config.sliding_window or 0)
        if config.rope_parameters["rope_type"] == "longrope":
            writer.add_rope_scaling_orig_ctx_len(config.original_max_position_embeddings)
            factor = config.max_position_embeddings / config.original_max_position_embeddings
            writer.add_rope_scaling_attn_factors(float((1 + torch.tensor(factor).log() / torch.tensor(float(config.original_max_position_embeddings)).log()).sqrt()))
            for length in ("long", "short"):
                writer.add_tensor(f"rope_factors_{length}.weight", torch.tensor(config.rope_parameters[f"{length}_factor"]).numpy())
    names = gguf.get_tensor_name_map({"t5": gguf.MODEL_ARCH.T5, "phi3": gguf.MODEL_ARCH.PHI3}[kind], 8)
    seen = set()
    for name, value in model.state_dict().items():
        if value.data_ptr() not in seen:
            writer.add_tensor(names.get_name(name, (".weight", ".bias")), value.float().numpy())
        seen.add(value.data_ptr())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def rounded(value):
    return float("%.9g" % value)


def make(name, folder):
    torch.manual_seed(sum(map(ord, name)))
    source, more = GGUF.get(name, (name, {}))
    kind, config_kind, keys = FAMILIES[source]
    keys = keys | more
    config = getattr(transformers, config_kind)(**keys)
    config._attn_implementation = "eager"
    model = getattr(transformers, kind)(config).eval()
    weigh(model)
    folder.mkdir(parents=True, exist_ok=True)
    if name in GGUF:
        if not more.get("tie_word_embeddings", True):
            model.lm_head.weight = torch.nn.Parameter(torch.randn_like(model.lm_head.weight))
        write_gguf(folder / "model.gguf", source, model)
    else:
        model.save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    is_picture = reads_pictures(model)
    inputs = {"pixel_values": torch.randn(1, 3, 8, 8)} if is_picture else {"input_ids": torch.tensor([IDS])}
    if config.is_encoder_decoder:
        inputs["decoder_input_ids"] = torch.tensor([[config.decoder_start_token_id, 7, 12, 4, 9]])
    if is_picture:
        (folder / "preprocessor_config.json").write_text(json.dumps(PREPARATION) + "\n")
    exactly = copy.deepcopy(model)
    single = measure(model, inputs)
    if name not in GGUF:
        exactly = getattr(transformers, kind).from_pretrained(folder, dtype=torch.float32, attn_implementation="eager").eval()
    model = exactly.double()
    with exact():
        rotary(model)
    inputs = {key: value.double() if value.is_floating_point() else value for key, value in inputs.items()}
    tensors, value, target = measure(model, inputs)
    difference = {}
    for key, tensor in tensors.items():
        quantity = key.split(".")[-1]
        difference[quantity] = {"difference": max(rounded(float((tensor - single[0][key]).abs().max())), difference.get(quantity, {}).get("difference", 0))}
    difference["value"] = {"difference": rounded(abs(value - single[1]))}
    if is_picture:
        tensors["pixels"] = inputs["pixel_values"][0]
    if name == "clip":
        with exact(), torch.no_grad():
            tensors["words"] = model.get_text_features(torch.tensor([[1, 9, 14, 23]])).pooler_output[0]
    lists = {ours: inputs[theirs][0].tolist() for ours, theirs in (("ids", "input_ids"), ("decoder_ids", "decoder_input_ids")) if theirs in inputs}
    case = {"name": "t", **lists, "target": target | {"position": position_of(model), "value": rounded(value)}, "cut": list(CUT)}
    save_file({("o.embedding" if key == "other" else "t." + key): tensor.float().contiguous() for key, tensor in tensors.items()}, folder / "expected.safetensors")
    (folder / "expected.json").write_text(json.dumps({"f32_difference": difference, "cases": [case]}, indent=1) + "\n")
    print(name, "value", value, {path.name: path.stat().st_size for path in folder.iterdir()}, "attention up to", float(max(tensor.max() for key, tensor in tensors.items() if key.endswith("attention"))))


if __name__ == "__main__":
    for family in sys.argv[2:] or [*FAMILIES, *GGUF]:
        make(family, Path(sys.argv[1]) / family)
