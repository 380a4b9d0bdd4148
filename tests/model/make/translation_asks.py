# SPDX-License-Identifier: MIT
"""The answers of a translating model's decoder after each layer, and the effect of blanking out words of the source, by hooks in the
Hugging Face library.

    python translation_asks.py tests/data/model

Needs torch and transformers 4.57. Reads the checkpoints that translation.py wrote, in double precision. For a layer's lens, all later
blocks pass on their input, so that the library's own norm and head read it. Writes translation_asks.json.
"""
import json
import sys
from pathlib import Path

import torch
from transformers import AutoModelForSeq2SeqLM

NAMES = ["t5_small", "t5_tied", "bart_small", "marian_small"]
WORD = 4  # the replacement of a token


def passes_on(module, args, kwargs, output):
    stream = args[0] if args else kwargs["hidden_states"]
    return (stream, *output[1:]) if isinstance(output, tuple) else stream


def logits(model, source, read):
    with torch.no_grad():
        return model(input_ids=torch.tensor([source]), decoder_input_ids=torch.tensor([read]), use_cache=False).logits[0]


def lens(model, source, read):
    decoder = model.get_decoder()
    blocks = decoder.block if hasattr(decoder, "block") else decoder.layers
    for layers in range(len(blocks) + 1):
        hooks = [block.register_forward_hook(passes_on, with_kwargs=True) for block in blocks[layers:]]
        yield logits(model, source, read).tolist()
        for hook in hooks:
            hook.remove()


def blanked(model, source, read, index):
    def value(ids):
        return logits(model, ids, read)[-1, index].item()

    words = [value([*source[:at], WORD, *source[at + 1:]]) for at in range(len(source))]
    deleted = [value([*source[:at], *source[at + 1:]]) for at in range(len(source))]
    pair = value([WORD, WORD, *source[2:]])
    zeroed = []
    for at in range(len(source)):
        calls = []

        def zero(_module, _args, output):
            # The encoder's words are looked up first, because the decoder may have the same table.
            calls.append(0)
            if len(calls) > 1:
                return output
            output = output.clone()
            output[0, at] = 0
            return output

        hook = model.get_encoder().embed_tokens.register_forward_hook(zero)
        zeroed.append(value(source))
        hook.remove()
    return {"word": words, "deletion": deleted, "zero-embedding": zeroed, "first two": pair}


def main(folder):
    made = {}
    for name in NAMES:
        model = AutoModelForSeq2SeqLM.from_pretrained(folder / name, dtype=torch.float32, attn_implementation="eager").double().eval()
        cases = []
        for case in json.loads((folder / name / "expected.json").read_text())["cases"]:
            source, read, index = case["ids"], case["decoder_ids"], case["target"]["index"]
            assert abs(logits(model, source, read)[-1, index].item() - case["target"]["value"]) < 1e-4
            cases.append({"ids": source, "read": read, "index": index, "lens": [[[round(value, 6) for value in row] for row in layer[-2:]] for layer in lens(model, source, read)],
                          "blanked": blanked(model, source, read, index)})
        made[name] = cases
    (folder / "translation_asks.json").write_text(json.dumps(made) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
