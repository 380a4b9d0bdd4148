# SPDX-License-Identifier: MIT
"""python3 write_samples.py FOLDER SITE writes files of save(), a cell of show() and a URL of open() for the browser's tests.

Prints the expected contents of the page on standard output, as JSON, and serves the data of open() until its input ends.
"""

import base64
import json
import os
import sys
from pathlib import Path
from unittest import mock

import numpy as np
import run_notebook
import support
from support import attention, headwaters

folder, site = Path(sys.argv[1]), sys.argv[2]
rng = np.random.default_rng(4)
layers = attention(rng, 3, 2, 5, 5)
causal = attention(rng, 2, 2, 5, 5, causal=True)
encoder, decoder, cross = attention(rng, 2, 2, 4, 4), attention(rng, 2, 2, 3, 3, causal=True), attention(rng, 2, 2, 3, 4)
tokens = ["[CLS]", "die", "Tür", "門", "[SEP]"]
mask = np.array([[1, 1, 1, 1, 1], [0, 1, 1, 1, 0]])
padded = layers * mask[1]
padded = padded / padded.sum(-1, keepdims=True)
inner = padded[:, :, 1:4, 1:4]
pixels = np.kron(np.arange(12).reshape(2, 2, 3) * 20, np.ones((8, 8, 1))).astype(np.uint8)
expected = []


def write(name, *args, kind="self", shown=layers, words=tokens, example=0, **options):
    headwaters.save(folder / name, *args, quiet=True, **options)
    expected.append({"name": name, "kind": kind, "tokens": words, "example": example, "rollout": support.rollout(shown)[-1].tolist(),
                     "flow": support.flow(shown)[-1].tolist()})


for form in support.forms:
    write(f"plain.{form}", tuple(layer[None] for layer in layers), tokens, title=f"as {form}")
write("half.safetensors", layers, tokens, dtype="float16")
expected[-1]["tolerance"] = 2e-3
write("padded.json", np.stack([layers, padded], 1), [tokens, ["_", "a", "b", "c", "_"]], attention_mask=mask, shown=inner, words=["a", "b", "c"], example=1)
write("generated.npz", tuple([tuple(layer[None, :, :3, :3] for layer in causal)] + [tuple(layer[None, :, t:t + 1, :t + 1] for layer in causal) for t in (3, 4)]),
      [*tokens, "last"], kind="causal", shown=causal)
write("picture.safetensors.gz", layers, image=pixels, kind="self", words=["[CLS]", "1,1", "1,2", "2,1", "2,2"])

parts = {"encoder_attentions": encoder, "decoder_attentions": decoder, "cross_attentions": cross}
headwaters.save(folder / "translation.safetensors", parts, list("wxyz"), decoder_tokens=["<s>", "u", "v"], quiet=True)
for form in ("json", "npz", "safetensors"):
    headwaters.save(folder / f"extras.{form}", layers, tokens, importance={"blankout": [0, 0.5, 1 / 3, 0.25, 0]}, output_token=3,
                    title="[a title", gradients=layers, quiet=True)

shown = headwaters.show(layers, tokens, page=site, state={"method": "flow", "layer": 1, "tokens": [2]}, height=500)
shown.save(folder / "cell.html")
os.environ["HEADWATERS"] = ""  # the still picture of a machine that has only the page
with mock.patch.dict(os.environ, {"PATH": ""}), support.replaced("_checkout", lambda: None):
    headwaters.show(layers, tokens, page="https://localhost:9/").save(folder / "gone.html")
os.environ["HEADWATERS"] = support.program
address = headwaters.open(layers, tokens, page=site, browser=False, wait=False, state={"method": "rollout", "layer": 1})
notebook = run_notebook.available()
if notebook:
    np.save(folder / "layers.npy", layers)
    hosted = support.own("_Host").of(site).url  # still there after the kernel has ended
    run_notebook.run(folder, [
        f"import headwaters, numpy as np\nlayers, tokens, page = np.load('layers.npy'), {tokens!r}, {site!r}",
        "headwaters.show(layers, tokens, page=page, height=600, state={'method': 'rollout', 'layer': 2, 'panel': 'evolution', 'tokens': [1]})",
        "from headwaters import head_view, model_view\nhead_view(layers, tokens, layer=1, heads=[1], page=page)",
        f"model_view(layers, tokens, page={hosted!r}, height=500)",
    ])
widget = {}
try:
    import test_widget  # noqa: F401 it knows what stands in for anywidget
    view = headwaters.Widget(layers, tokens, method="rollout", layer=2, selected=[1], state={"colors": "viridis"}, page=site, height=480)
    state = {name: value for name, value in view.get_state().items() if name in view.trait_names() and not name.startswith(("_model", "_view", "_dom", "layout"))}
    (folder / "widget.mjs").write_text(state.pop("_esm"), encoding="utf-8")
    view.load(causal, tokens)
    widget = {**state, "_data": base64.b64encode(state["_data"]).decode(), "other": base64.b64encode(view._data).decode()}
except (ImportError, headwaters.HeadwatersError):
    pass
(folder / "widget.json").write_text(json.dumps(widget))
(folder / "widget.html").write_text("<!doctype html><meta charset=utf-8><title>widget</title><body>")
print(json.dumps({"notebook": notebook, "widget": bool(widget), "files": expected, "address": address, "cross": cross.astype(float).mean(1)[-1].tolist()}), flush=True)
sys.stdin.read()
