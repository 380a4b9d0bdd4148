"""Logits of a small ViT with patches hidden, from the definition, without the engine and without libraries.
python hidden_patches.py tests/data/model/families/vit > tests/data/model/hidden_patches.json

For a hidden patch, the scores of the patch as a key are -infinity before the softmax in every layer, except for its own query. The logits
without hidden patches have to be the real library's (expected.safetensors), otherwise nothing is written.
"""
import json
import math
import struct
import sys

GROUPS = [[1], [2], [3], [4], [1, 2], [2, 4], [1, 2, 3, 4]]
HEADS, EPSILON, PATCH = 2, 1e-12, 4


def tensors(path):
    with open(path, "rb") as file:
        whole = file.read()
    size = struct.unpack("<Q", whole[:8])[0]
    made = {}
    for name, one in json.loads(whole[8:8 + size]).items():
        if name != "__metadata__":
            first, last = one["data_offsets"]
            made[name] = struct.unpack(f"<{(last - first) // 4}f", whole[8 + size + first:8 + size + last])
    return made


def linear(weights, name, row):
    weight, bias = weights[name + ".weight"], weights[name + ".bias"]
    return [bias[o] + sum(weight[o * len(row) + i] * x for i, x in enumerate(row)) for o in range(len(bias))]


def norm(weights, name, row):
    mean = sum(row) / len(row)
    spread = math.sqrt(sum((x - mean) ** 2 for x in row) / len(row) + EPSILON)
    return [(x - mean) / spread * w + b for x, w, b in zip(row, weights[name + ".weight"], weights[name + ".bias"])]


def embedded(weights, pixels):
    side = math.isqrt(len(pixels) // 3)
    rows = [list(weights["vit.embeddings.cls_token"])]
    for top in range(0, side, PATCH):
        for left in range(0, side, PATCH):
            patch = [pixels[(c * side + top + y) * side + left + x] for c in range(3) for y in range(PATCH) for x in range(PATCH)]
            rows.append(linear(weights, "vit.embeddings.patch_embeddings.projection", patch))
    places = weights["vit.embeddings.position_embeddings"]
    width = len(rows[0])
    return [[x + places[t * width + i] for i, x in enumerate(row)] for t, row in enumerate(rows)]


def attended(weights, layer, rows, hidden):
    query, key, value = ([linear(weights, f"{layer}.attention.attention.{name}", row) for row in rows] for name in ("query", "key", "value"))
    size = len(rows[0]) // HEADS
    made = []
    for q in range(len(rows)):
        out = []
        for head in range(HEADS):
            part = slice(head * size, (head + 1) * size)
            read = [k for k in range(len(rows)) if k == q or k not in hidden]
            scores = [math.exp(sum(a * b for a, b in zip(query[q][part], key[k][part])) / math.sqrt(size)) for k in read]
            out += [sum(score * value[k][part][i] for score, k in zip(scores, read)) / sum(scores) for i in range(size)]
        made.append(linear(weights, f"{layer}.attention.output.dense", out))
    return made


def logits(weights, pixels, hidden):
    rows = embedded(weights, pixels)
    for number in range(2):
        layer = f"vit.encoder.layer.{number}"
        added = attended(weights, layer, [norm(weights, layer + ".layernorm_before", row) for row in rows], hidden)
        rows = [[a + b for a, b in zip(*pair)] for pair in zip(rows, added)]
        for row in rows:
            inner = linear(weights, layer + ".intermediate.dense", norm(weights, layer + ".layernorm_after", row))
            inner = [x / 2 * (1 + math.erf(x / math.sqrt(2))) for x in inner]
            row[:] = [a + b for a, b in zip(row, linear(weights, layer + ".output.dense", inner))]
    return linear(weights, "classifier", norm(weights, "vit.layernorm", rows[0]))


def main(folder):
    weights, expected = tensors(folder + "/model.safetensors"), tensors(folder + "/expected.safetensors")
    pixels = expected["t.pixels"]
    assert max(abs(a - b) for a, b in zip(logits(weights, pixels, []), expected["t.logits"])) < 1e-5
    made = [logits(weights, pixels, hidden) for hidden in GROUPS]
    print(json.dumps([{"hidden": hidden, "logits": [round(x, 8) for x in one]} for hidden, one in zip(GROUPS, made)], indent=1))


main(*sys.argv[1:])
