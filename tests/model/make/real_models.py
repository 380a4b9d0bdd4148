# SPDX-License-Identifier: MIT
"""The Hugging Face library's results for real models, for tests/cli/model/nightly_real_models.test.mjs.

    python real_models.py MINILM-FOLDER SMOLLM2.gguf > tests/data/model/real_models.json

Needs torch, transformers, gguf and accelerate. In double precision. Of the attention, it writes the row at the answer's position, in every
layer and head.
"""
import json
import sys
from pathlib import Path

import torch
from transformers import AutoModel, AutoModelForCausalLM, AutoTokenizer

SENTENCES = ["The keys to the cabinet are on the table.", "A small café — naïve? 日本 and 42 emojis 🙂!", "A man is playing a guitar.",
             "Someone plays an instrument."]
PROMPTS = ["The capital of France is", "When Mary and John went to the store, John gave a drink to", "A small café — naïve? 日本 and 42 emojis 🙂!"]


def rounded(tensor, digits=7):
    return [round(value, digits) for value in tensor.double().flatten().tolist()]


def forward(model, ids):
    with torch.no_grad():
        return model(torch.tensor([ids]), output_attentions=True)


def minilm(folder):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModel.from_pretrained(folder, attn_implementation="eager").double().eval()
    for text in SENTENCES:
        ids = tokenizer(text)["input_ids"]
        out = forward(model, ids)
        attention = torch.stack(out.attentions)[:, 0, :, 0]
        yield {"text": text, "ids": ids, "attention": rounded(attention), "embedding": rounded(out.last_hidden_state[0].mean(0))}


def smollm2(path):
    named = {"pretrained_model_name_or_path": str(path.parent), "gguf_file": path.name}
    tokenizer = AutoTokenizer.from_pretrained(**named)
    model = AutoModelForCausalLM.from_pretrained(**named, attn_implementation="eager").double().eval()
    for text in PROMPTS:
        # According to the file no token comes before a text, but the library's conversion adds one.
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        out = forward(model, ids)
        attention = torch.stack(out.attentions)[::5, 0, :, -1]
        logits = out.logits[0, -1]
        best = torch.topk(logits, 5)
        yield {"text": text, "ids": ids, "attention": rounded(attention), "top": best.indices.tolist(), "logits": rounded(best.values, 5)}


print(json.dumps({"minilm": list(minilm(Path(sys.argv[1]))), "smollm2": list(smollm2(Path(sys.argv[2])))}, ensure_ascii=False))
