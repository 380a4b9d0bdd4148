"""References that no other file has: cut residuals, hidden tokens, patched streams and heads, integrated gradients, by hooks in the real
library. python interventions.py MODELS OUT.json (torch, transformers). MODELS contains distilbert_cls and qwen3.

Residual cut: the stream of one token is not added after the attention of one layer. Hidden: from a layer on, the scores of a token as a key
are -infinity before the softmax, except for the token's own query. Patch: the stream that enters a layer (or leaves the last one) at one
token, or a head's output before the projection at all tokens, is replaced by that of another text. Information flow routes (Ferrando &
Voita 2024): the row of the last token of E_L ... E_1. E[i,j] is the sum over heads of the share of A_ij v_j W_O in y_i = x_i + attention,
by max(0, |y| - |y - part|) of the sum of all parts, with those of heads below LEAST as 0. E[i,i] includes that of x_i. Integrated
gradients: midpoints of STEPS pieces of the straight line from words' rows that are 0.
"""
import json
import os
import sys

import torch
import transformers

STEPS = 16
LEAST = 0.04
CASES = {
    "distilbert_cls": dict(ids=[2, 304, 493, 196, 49, 193, 304, 347, 3], other=[2, 304, 30, 202, 49, 193, 350, 347, 3], index=1),
    "qwen3": dict(ids=[277, 31, 42, 53, 64, 75, 20], other=[277, 90, 42, 53, 12, 75, 20], index=37),
}


class Parts:
    """where a family keeps what is hooked"""
    def __init__(self, model):
        self.model = model
        if model.config.model_type == "distilbert":
            self.layers = list(model.distilbert.transformer.layer)
            self.behind = [layer.sa_layer_norm for layer in self.layers]
            self.output = [layer.attention.out_lin for layer in self.layers]
            self.heads = model.config.n_heads
        else:
            self.layers = list(model.model.layers)
            self.behind = [layer.post_attention_layernorm for layer in self.layers]
            self.output = [layer.self_attn.o_proj for layer in self.layers]
            self.heads = model.config.num_attention_heads

    def scalar(self, out, index):
        return out.logits[0, index] if out.logits.dim() == 2 else out.logits[0, -1, index]


class Hooks:
    def __init__(self):
        self.handles = []

    def __enter__(self):
        return self.handles

    def __exit__(self, *_):
        for handle in self.handles:
            handle.remove()


def given(args, kwargs):
    return args[0] if args else kwargs["hidden_states"]


def run(parts, ids, index, hooks=()):
    with Hooks() as handles, torch.no_grad():
        for module, kind, hook in hooks:
            handles.append(module.register_forward_pre_hook(hook, with_kwargs=True) if kind == "pre" else module.register_forward_hook(hook))
        return float(parts.scalar(parts.model(input_ids=torch.tensor([ids])), index))


def streams(parts, ids, index):
    """x_0 ... x_L and the heads' outputs of each layer"""
    kept, heads = [], []
    hooks = [(layer, "pre", lambda m, a, k: kept.append(given(a, k)[0].clone())) for layer in parts.layers]
    hooks += [(out, "pre", lambda m, a, k: heads.append(a[0][0].clone())) for out in parts.output]
    hooks += [(parts.layers[-1], "post", lambda m, a, o: kept.append((o[0] if isinstance(o, tuple) else o)[0].clone()))]
    value = run(parts, ids, index, hooks)
    return value, kept, heads


def residual_cut(parts, ids, index, layer, token):
    entering = []

    def keep(module, args, kwargs):
        entering.append(given(args, kwargs)[:, token].clone())

    def drop(module, args, kwargs):
        args[0][:, token] -= entering[0]  # in place, because the sum itself continues as the residual stream
    return run(parts, ids, index, [(parts.layers[layer], "pre", keep), (parts.behind[layer], "pre", drop)])


def hidden(parts, ids, index, first, token):
    """the library calls softmax once in each layer"""
    calls, softmax = [], torch.nn.functional.softmax

    def masked(scores, *args, **kwargs):
        calls.append(1)
        if len(calls) > first:
            others = [i for i in range(len(ids)) if i != token]
            scores = scores.clone()
            scores[..., others, token] = float("-inf")
        return softmax(scores, *args, **kwargs)
    torch.nn.functional.softmax = masked
    try:
        value = run(parts, ids, index)
    finally:
        torch.nn.functional.softmax = softmax
    assert len(calls) == len(parts.layers)
    return value


def patched(parts, ids, index, layer, token, row):
    def enter(module, args, kwargs):
        given(args, kwargs)[:, token] = row

    def leave(module, args, out):
        (out[0] if isinstance(out, tuple) else out)[:, token] = row
    last = layer == len(parts.layers)
    return run(parts, ids, index, [(parts.layers[-1], "post", leave) if last else (parts.layers[layer], "pre", enter)])


def patched_head(parts, ids, index, layer, head, rows):
    width = rows.shape[1] // parts.heads

    def replace(module, args, kwargs):
        args[0][0, :, head * width:(head + 1) * width] = rows[:, head * width:(head + 1) * width]
    return run(parts, ids, index, [(parts.output[layer], "pre", replace)])


def integrated(parts, ids, index):
    table = parts.model.get_input_embeddings()
    rows = table.weight[torch.tensor(ids)].detach()
    total = torch.zeros_like(rows)
    values = []
    for step in [(i + 0.5) / STEPS for i in range(STEPS)] + [0.0, 1.0]:
        made = []

        def scale(module, args, out):
            made.append((rows[None] * step).clone().requires_grad_(True))
            return made[0]
        handle = table.register_forward_hook(scale)
        value = parts.scalar(parts.model(input_ids=torch.tensor([ids])), index)
        handle.remove()
        if step in (0.0, 1.0):
            values.append(float(value))
            continue
        parts.model.zero_grad()
        value.backward()
        total += made[0].grad[0] / STEPS
    return dict(steps=STEPS, scores=(total * rows).sum(-1).tolist(), baseline=values[0], value=values[1])


def routes(parts, ids):
    """information flow routes of the last token"""
    kept = dict(entering=[], middle=[], values=[])
    hooks = [(layer, "pre", lambda m, a, k: kept["entering"].append(given(a, k)[0])) for layer in parts.layers]
    hooks += [(norm, "pre", lambda m, a, k: kept["middle"].append(a[0][0])) for norm in parts.behind]
    hooks += [(layer.self_attn.v_proj, "post", lambda m, a, o: kept["values"].append(o[0])) for layer in parts.layers]
    with Hooks() as handles, torch.no_grad():
        for module, kind, hook in hooks:
            handles.append(module.register_forward_pre_hook(hook, with_kwargs=True) if kind == "pre" else module.register_forward_hook(hook))
        attentions = parts.model(input_ids=torch.tensor([ids]), output_attentions=True).attentions
    n = len(ids)
    row = torch.zeros(n, dtype=torch.double)
    row[-1] = 1
    for layer in reversed(range(len(parts.layers))):
        weights, out = attentions[layer][0], parts.output[layer].weight
        width = out.shape[1] // parts.heads
        values = kept["values"][layer].reshape(n, -1, width).repeat_interleave(parts.heads // (kept["values"][layer].shape[1] // width), 1)
        x, y = kept["entering"][layer], kept["middle"][layer]
        near = torch.zeros(parts.heads, n, n, dtype=torch.double)
        for head in range(parts.heads):
            moved = values[:, head] @ out[:, head * width:(head + 1) * width].T
            for i in range(n):
                for j in range(n):
                    near[head, i, j] = max(0, float(y[i].abs().sum() - (y[i] - weights[head, i, j] * moved[j]).abs().sum()))
        own = torch.tensor([max(0, float(y[i].abs().sum() - (y[i] - x[i]).abs().sum())) for i in range(n)], dtype=torch.double)
        total = near.sum((0, 2)) + own
        near = near / total[None, :, None]
        row = row @ (torch.where(near >= LEAST, near, 0.0).sum(0) + torch.diag(own / total))
    return row.tolist()


def rounded(value):
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float("%.9g" % value) if isinstance(value, float) else value


def main(models, out):
    made = {}
    for name, case in CASES.items():
        auto = transformers.AutoModelForSequenceClassification if name.endswith("cls") else transformers.AutoModelForCausalLM
        model = auto.from_pretrained(os.path.join(models, name), dtype=torch.float32, attn_implementation="eager").eval().double()
        parts = Parts(model)
        ids, other, index = case["ids"], case["other"], case["index"]
        value, _, _ = streams(parts, ids, index)
        clean, kept, heads = streams(parts, other, index)
        tokens, layers = range(len(ids)), range(len(parts.layers))
        made[name] = dict(
            case, value=value, clean=clean,
            residual=[[residual_cut(parts, ids, index, layer, token) for token in tokens] for layer in layers],
            hidden=[[hidden(parts, ids, index, layer, token) for token in tokens] for layer in layers],
            streams=[[patched(parts, ids, index, layer, token, kept[layer][token]) for token in tokens] for layer in range(len(parts.layers) + 1)],
            heads=[[patched_head(parts, ids, index, layer, head, heads[layer]) for head in range(parts.heads)] for layer in layers],
            integrated=integrated(parts, ids, index))
        if name == "qwen3":
            made[name]["routes"] = routes(parts, ids)
    with open(out, "w", encoding="utf-8") as file:
        file.write(json.dumps(rounded(made), indent=1) + "\n")


main(*sys.argv[1:])
