# SPDX-License-Identifier: MIT
"""PyTorch's times for the runs of `tools/bench runs`, on one thread, and the files for the other libraries.

models.py make FOLDER MINILM   a BERT and a GPT-2 of the usual small size with random weights, and of each, and of the MiniLM whose
                               folder is given, model.onnx with its attention as outputs
models.py time FOLDER MINILM   a JSON line for each model and number of tokens: forward, with gradients, 32 tokens blanked out
"""
import json
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
import torch
import transformers

torch.set_num_threads(1)
transformers.logging.set_verbosity_error()
SIZES = {"minilm": (8, 32, 128), "base": (32, 128), "gpt2": (32,)}  # an export is half a gigabyte


def random_model(name):
    torch.manual_seed(1)
    if name == "base":
        config = transformers.BertConfig()
        return transformers.BertModel(config, add_pooling_layer=False)
    return transformers.GPT2LMHeadModel(transformers.GPT2Config())


def load(folder, minilm, name):
    path = Path(minilm) if name == "minilm" else Path(folder) / name
    kind = transformers.GPT2LMHeadModel if name == "gpt2" else transformers.AutoModel
    return kind.from_pretrained(path, attn_implementation="eager").eval()


class WithAttention(torch.nn.Module):
    """Its last hidden state (the logits of a language model's last token), and every attention matrix."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, ids):
        mask = torch.ones_like(ids)
        if hasattr(self.model, "lm_head"):
            out = self.model.transformer(input_ids=ids, attention_mask=mask, output_attentions=True, use_cache=False)
            return (self.model.lm_head(out[0][:, -1]), *out.attentions)
        out = self.model(input_ids=ids, attention_mask=mask, output_attentions=True)
        return (out[0], *out.attentions)


def make(folder, minilm):
    for name, sizes in SIZES.items():
        place = Path(folder) / name
        place.mkdir(parents=True, exist_ok=True)
        if name != "minilm" and not (place / "model.safetensors").exists():
            random_model(name).save_pretrained(place)
        for tokens in sizes:
            # One file per length, because the overhead of a general file is not what we compare with.
            target = place / f"{tokens}.onnx"
            if target.exists():
                continue
            model = WithAttention(load(folder, minilm, name)).eval()
            with torch.no_grad():
                # In one file, because onnxruntime gets ours as one.
                torch.onnx.export(model, (torch.arange(tokens)[None] + 1000,), str(target), input_names=["ids"],
                                  dynamo=True, external_data=False)


def fastest(run, rounds):
    best = 1e30
    for _ in range(rounds):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return 1000 * best


def measure(folder, minilm):
    for name, sizes in SIZES.items():
        model = load(folder, minilm, name)
        for tokens in sizes:
            ids = ((torch.arange(tokens) * 37 + 1000) % model.config.vocab_size)[None]

            def forward():
                with torch.no_grad():
                    return model(input_ids=ids, output_attentions=True)

            # Only to the attention weights and the input, like ours, without gradients of the weights.
            model.requires_grad_(False)
            words = model.get_input_embeddings()(ids)

            def both():
                out = model(inputs_embeds=words.clone().requires_grad_(), output_attentions=True)
                for one in out.attentions:
                    one.retain_grad()
                out[0][0, -1].sum().backward()

            line = {"model": name, "tokens": tokens, "forward": fastest(forward, 5), "both": fastest(both, 4)}
            if name == "minilm" and tokens == 32:
                batch = ids.repeat(tokens, 1)
                batch[torch.arange(tokens), torch.arange(tokens)] = 0

                def blanked():
                    with torch.no_grad():
                        return model(input_ids=batch)

                line["blanked"] = fastest(blanked, 3)
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    {"make": make, "time": measure}[sys.argv[1]](*sys.argv[2:])
