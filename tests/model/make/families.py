# SPDX-License-Identifier: MIT
"""Makes a checkpoint of some kilobytes for each family, and the Hugging Face library's results for it, for tests/model/families.

    python families.py tests/data/model/families [NAME ...]

Needs torch 2.9, transformers 5.24 and gguf 0.17. Weights are random, numbers in double precision. Each folder has config.json,
model.safetensors, expected.json (ids, the number that gradients belong to, the largest differences to the same run in float32) and
expected.safetensors. GGUF folders have model.gguf in place of the first two. expected.safetensors has attention and attention_gradient [L,
H, T, T], hidden [L + 1, T, D], stream_gradient [T, D], input_gradient [T, E], logits or embedding. zeroed and renormalised [L, H] are the
number with the edge CUT cut in one head of one layer, heads [L, H] the number with a head's output 0, lens [L + 1, outputs] the head on
each layer's stream. An encoder and its decoder have the prefixes encoder., decoder. and cross. ESM has contacts [T - 2, T - 2], too.
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

from family_configurations import FAMILIES, GGUF, write_gguf

CUT = (3, 1)  # from the query to the key
IDS = [3, 9, 14, 6, 11, 5]
PREPARATION = dict(do_resize=True, size={"height": 8, "width": 8}, resample=2, do_rescale=True, do_normalize=True, image_mean=[0.5, 0.5, 0.5], image_std=[0.5, 0.5, 0.5])
SOFTMAX, FLOAT, TO, ARANGE = F.softmax, torch.Tensor.float, torch.Tensor.to, torch.arange


@contextlib.contextmanager
def exact():
    """Operations that the library does in float32 run in float64: norms, soft-max, rotary angles."""
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
            make = module.compute_default_rope_parameters if kind in ("default", {}) else ROPE_INIT_FUNCTIONS[kind]
            setattr(module, name, make(module.config, **({"layer_type": layer} if layer else {}))[0])


class Probe:
    """Runs a model and keeps its attention and streams. `cut(site, weights)` and `skip(site, scores)` change a soft-max, `stream(stack)`
    returns the replacement of the last layer's output."""
    def __init__(self, model):
        self.model, self.dtype = model, next(model.parameters()).dtype
        # Of a model with pictures in its prompts, the decoder.
        inner = getattr(model, "model", None)
        root = getattr(inner, "text_model", getattr(inner, "language_model", None)) or getattr(model, "vision_model", model)
        lists = [module for module in root.modules() if isinstance(module, torch.nn.ModuleList) and type(module[0]).__name__.endswith(("Layer", "Block", "LayerGroup"))]
        self.stacks = [lists[0]] + ([lists[1]] if model.config.is_encoder_decoder else [])
        for stack, layers in enumerate(self.stacks):
            for layer in layers:
                layer.register_forward_pre_hook(lambda module, args, kwargs, stack=stack: self.enter(stack, args, kwargs), with_kwargs=True)
                layer.register_forward_hook(lambda module, args, out, stack=stack: self.leave(stack, out))
        for module in root.modules():
            if type(module).__name__ == "ConvLayer":  # DeBERTa-v2's, after its first layer
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
                # For CLIP's two towers, the picture's is used.
                return getattr(self.model, "get_image_features" if "pixel_values" in inputs else "forward", self.model)(**inputs)
        finally:
            F.softmax = SOFTMAX


def reads_pictures(model):
    return model.main_input_name == "pixel_values" or model.config.model_type in ("clip", "siglip")


def layers_of(model, stack):
    config = getattr(model.config, "vision_config", model.config) if reads_pictures(model) else getattr(model.config, "text_config", model.config)
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
    """The numbers under test, and their name."""
    for name in ("image_embeds", "logits", "pooler_output"):
        found = getattr(out, name, None)
        if found is not None:
            return ("logits" if name == "logits" else "embedding", found[0] if found.dim() == 2 else found[0, position_of(model)])
    raise ValueError(type(out))


def position_of(model):
    return 2 if type(model).__name__.endswith(("MaskedLM", "ForTokenClassification")) else -1


def measure(model, inputs):
    """Everything in one precision, as (tensors, the number, its description)."""
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
    if clean["rows"] is not None and config.model_type not in ("gemma2", "gemma3_text", "marian", "whisper"):
        tensors[sites[0][0] + "input_gradient"] = clean["rows"].grad[0]
    target = {"kind": "cosine", "other": "o"} if kind == "embedding" else {"kind": "logit", "index": index}
    if config.model_type == "esm":
        with torch.no_grad(), exact() if found.dtype == torch.float64 else contextlib.nullcontext():
            tensors["contacts"] = model.esm.predict_contacts(inputs["input_ids"], torch.ones_like(inputs["input_ids"]))[0]
    if kind == "embedding":
        tensors["other"] = other
    return {name: tensor.detach().double() for name, tensor in tensors.items()}, float(y.detach()), target


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
    if name == "whisper":
        inputs = {"input_features": torch.randn(1, config.num_mel_bins, 2 * config.max_source_positions)}
    if config.is_encoder_decoder:
        inputs["decoder_input_ids"] = torch.tensor([[config.decoder_start_token_id, 7, 12, 4, 9]])
    if is_picture:
        (folder / "preprocessor_config.json").write_text(json.dumps(PREPARATION) + "\n")
    if name in ("llava", "idefics3", "smolvlm"):  # which here read only words
        sizes = {} if name == "llava" else dict(size={"longest_edge": 16}, max_image_size={"longest_edge": 8})
        (folder / "preprocessor_config.json").write_text(json.dumps(PREPARATION | sizes) + "\n")
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
    if name == "whisper":
        tensors["features"] = inputs["input_features"][0]
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
