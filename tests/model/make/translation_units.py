# SPDX-License-Identifier: MIT
"""The effect of hiding words of the source, cutting heads of cross-attention and swapping parts of another source's run on a translating
model's answer.

    python translation_units.py tests/data/model

Needs torch and transformers. By hooks in the Hugging Face library, in double precision, on the checkpoints that translation.py wrote. Cuts
are as in translation_cuts.py. A word is hidden from the encoder's other tokens and from all of the decoder's, in every layer and head. The
other source has the ids of `other`, and the decoder's input does not change. A stream is the input of an encoder block (or the last block's
output) at one token, a head is its input to the output projection at all tokens. Writes translation_units.json.
"""
import json
import sys
from pathlib import Path

import torch
from transformers import AutoModelForSeq2SeqLM

from translation_cuts import NAMES, Cuts, rounded


class Swaps:
    """Parts of the encoder's run, recorded from one source and written into another's."""

    def __init__(self, cuts):
        self.cuts = cuts
        self.blocks = cuts.blocks["E"]
        self.outputs = [module.o if cuts.is_t5 else module.out_proj for module in cuts.attention["E"]]

    def seen(self, source, read, index):
        """The answer's logit, the streams and the inputs of the output projections."""
        streams, joined = [], []
        hooks = [block.register_forward_pre_hook(lambda _m, args, kwargs: streams.append(self.stream(args, kwargs).clone()), with_kwargs=True) for block in self.blocks]
        hooks.append(self.blocks[-1].register_forward_hook(lambda _m, _a, output: streams.append((output[0] if isinstance(output, tuple) else output).clone())))
        hooks += [output.register_forward_pre_hook(lambda _m, args: joined.append(args[0].clone())) for output in self.outputs]
        value = self.cuts.value(source, read, index)
        for hook in hooks:
            hook.remove()
        return value, streams, joined

    @staticmethod
    def stream(args, kwargs):
        return args[0] if args else kwargs["hidden_states"]

    def with_stream(self, layer, token, row, *asked):
        def enters(_module, args, kwargs):
            self.stream(args, kwargs)[:, token] = row

        def leaves(_module, _args, output):
            (output[0] if isinstance(output, tuple) else output)[:, token] = row

        last = layer == len(self.blocks)
        hook = self.blocks[-1].register_forward_hook(leaves) if last else self.blocks[layer].register_forward_pre_hook(enters, with_kwargs=True)
        value = self.cuts.value(*asked)
        hook.remove()
        return value

    def with_head(self, layer, head, rows, *asked):
        width = rows.shape[-1] // self.cuts.heads("E")
        own = slice(head * width, (head + 1) * width)

        def enters(_module, args):
            made = args[0].clone()
            made[..., own] = rows[..., own]
            return (made,)

        hook = self.outputs[layer].register_forward_pre_hook(enters)
        value = self.cuts.value(*asked)
        hook.remove()
        return value


def case(cuts, source, read, index):
    asked = (source, read, index)
    tokens = range(len(source))
    layers, heads = len(cuts.blocks["E"]), cuts.heads("E")
    def hidden(key):
        return "; ".join([*(f"E*:*:{query}>{key}" for query in tokens if query != key), f"C*:*:*>{key}"])
    other = [*source]
    other[1] = other[1] + 1 if other[1] + 1 != other[0] else other[1] + 2
    swaps = Swaps(cuts)
    clean, streams, joined = swaps.seen(other, read, index)
    return {"ids": source, "read": read, "index": index, "other": other, "value": cuts.value(*asked), "clean": clean,
            "tokens": {rule: [cuts.without_edges(hidden(key), rule, *asked) for key in tokens] for rule in ["zero", "renormalise"]},
            "heads": [cuts.without_edges(f"C{layer + 1}:{head}:*>*", "zero", *asked) for layer in range(len(cuts.blocks["D"])) for head in range(cuts.heads("C"))],
            "streams": [swaps.with_stream(layer, token, streams[layer][:, token], *asked) for layer in range(layers + 1) for token in tokens],
            "swapped": [swaps.with_head(layer, head, joined[layer], *asked) for layer in range(layers) for head in range(heads)]}


def main(folder):
    made = {}
    for name in NAMES:
        model = AutoModelForSeq2SeqLM.from_pretrained(folder / name, dtype=torch.float32, attn_implementation="eager").double().eval()
        cuts = Cuts(model)
        first = json.loads((folder / name / "expected.json").read_text())["cases"][0]
        made[name] = case(cuts, first["ids"], first["decoder_ids"], first["target"]["index"])
        torch.nn.functional.softmax = cuts.softmax
    (folder / "translation_units.json").write_text(json.dumps(rounded(made)) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
