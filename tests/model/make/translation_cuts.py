# SPDX-License-Identifier: MIT
"""The effect of cuts in encoder, decoder and cross-attention on a translating model's answer, by hooks in the Hugging Face library.

    python translation_cuts.py tests/data/model

Needs torch and transformers. Reads the checkpoints that translation.py wrote, in double precision. A weight is cut where the library takes
the softmax of the module's scores. It is set to 0 after the softmax (zero), or the score to minus infinity before it (renormalise). A head
is cut before the output projection, to 0 or to its mean over the tokens. For a residual, the layer's input at a token is subtracted from
the sum after its (own) attention. Writes translation_cuts.json, with cuts in the form of the command line (docs/ask.md), and the answer's
logit with each.
"""
import json
import sys
from pathlib import Path

import torch
from tokenizers import Tokenizer
from transformers import AutoModelForSeq2SeqLM

NAMES = ["t5_small", "t5_tied", "bart_small", "marian_small"]
EDGES = ["E1:0:2>1", "E*:*:1>0", "E*:*:*>1", "D2:1:2>1", "D*:*:3>0,3>1", "C2:1:2>3", "D2:1:*>1", "C2:1:*>3", "C*:*:*>1", "C1:0:1>0,2>0,3>0", "C2:0:3>1; E1:1:1>0; D1:0:3>2"]
HEADS = ["E1:0", "E1:1", "D2:1", "D1:0"]
RESIDUALS = ["E1:0", "E1:2", "D1:3", "D2:1", "D2:3"]
# By the tokenizer of t5_tied, which bart_small gets too where texts are typed (its words are below both vocabularies).
TEXT, OUTPUT = "the keys to the door", "the keys are"


class Cuts:
    """A model whose softmax can be cut."""

    def __init__(self, model):
        self.model = model
        encoder, decoder = model.get_encoder(), model.get_decoder()
        self.is_t5 = hasattr(encoder, "block")
        blocks = {"E": encoder.block if self.is_t5 else encoder.layers, "D": decoder.block if self.is_t5 else decoder.layers}
        blocks["C"] = blocks["D"]
        self.attention = {letter: [self.part(block, letter) for block in all] for letter, all in blocks.items()}
        self.blocks = blocks
        self.now = []
        for letter, modules in self.attention.items():
            for layer, module in enumerate(modules):
                module.register_forward_pre_hook(lambda *_, at=(letter, layer): self.now.append(at))
                module.register_forward_hook(lambda *_: self.now.pop() and None)
        self.softmax = torch.nn.functional.softmax
        torch.nn.functional.softmax = self.cut_softmax
        self.edges, self.rule = [], "zero"

    def part(self, block, letter):
        if self.is_t5:
            return block.layer[1].EncDecAttention if letter == "C" else block.layer[0].SelfAttention
        return block.encoder_attn if letter == "C" else block.self_attn

    def heads(self, letter):
        module = self.attention[letter][0]
        return module.n_heads if self.is_t5 else module.num_heads

    def cut_softmax(self, scores, *args, **kwargs):
        if not self.now or scores.dim() != 4:
            return self.softmax(scores, *args, **kwargs)
        mine = [edge for edge in self.edges if (edge[0], edge[1]) == self.now[-1]]
        scores = scores.clone()
        if self.rule == "renormalise":
            for _, _, head, query, key in mine:
                scores[:, head, query, key] = float("-inf")
        # A row without keys reads nothing.
        weights = self.softmax(scores, *args, **kwargs).nan_to_num(0.0)
        if self.rule == "zero":
            for _, _, head, query, key in mine:
                weights[:, head, query, key] = 0
        return weights

    def named(self, text, sizes):
        """"C2:*:3>1" as (letter, layer, head, query, key), all from 0."""
        queries, keys = {"E": (sizes[0], sizes[0]), "D": (sizes[1], sizes[1]), "C": (sizes[1], sizes[0])}[text[0]]
        layer, head, pairs = text[1:].split(":")
        for pair in pairs.split(","):
            query, key = pair.split(">")
            for at in range(len(self.blocks[text[0]])) if layer == "*" else [int(layer) - 1]:
                for one in range(self.heads(text[0])) if head == "*" else [int(head)]:
                    for q in range(queries) if query == "*" else [int(query)]:
                        for k in range(keys) if key == "*" else [int(key)]:
                            yield text[0], at, one, q, k

    def value(self, source, read, index):
        with torch.no_grad():
            out = self.model(input_ids=torch.tensor([source]), attention_mask=torch.ones(1, len(source), dtype=torch.long), decoder_input_ids=torch.tensor([read]), use_cache=False)
        return out.logits[0, -1, index].item()

    def without_edges(self, text, rule, source, read, index):
        self.rule = rule
        self.edges = [edge for part in text.split(";") for edge in self.named(part.strip(), (len(source), len(read)))]
        value = self.value(source, read, index)
        self.edges = []
        return value

    def without_head(self, text, rule, *asked):
        layer, head = (int(one) for one in text[1:].split(":"))
        module = self.attention[text[0]][layer - 1]

        def cut(_module, args):
            rows = args[0].clone()
            width = rows.shape[-1] // self.heads(text[0])
            own = rows[..., head * width:(head + 1) * width]
            own[:] = own.mean(-2, keepdim=True) if rule == "mean" else 0
            return (rows,)

        hook = (module.o if self.is_t5 else module.out_proj).register_forward_pre_hook(cut)
        value = self.value(*asked)
        hook.remove()
        return value

    def without_residual(self, text, *asked):
        layer, token = (int(one) for one in text[1:].split(":"))
        block = self.blocks[text[0]][layer - 1]
        entering = []
        hooks = [block.register_forward_pre_hook(lambda _m, args, kwargs: entering.append((args[0] if args else kwargs["hidden_states"])[:, token].clone()), with_kwargs=True)]
        if self.is_t5:
            def behind(_module, _args, output):
                rows = output[0].clone()
                rows[:, token] -= entering[0]
                return (rows, *output[1:])
            hooks.append(block.layer[0].register_forward_hook(behind))
        else:
            def before(_module, args):
                rows = args[0].clone()
                rows[:, token] -= entering[0]
                return (rows,)
            hooks.append(block.self_attn_layer_norm.register_forward_pre_hook(before))
        value = self.value(*asked)
        for hook in hooks:
            hook.remove()
        return value

    def fits(self, text, sizes):
        """Whether all parts of a cut exist."""
        for part in text.split(";"):
            part = part.strip()
            layer, second = part[1:].split(":")[:2]
            if layer != "*" and int(layer) > len(self.blocks[part[0]]):
                return False
            if ">" not in part:
                continue
            if second != "*" and int(second) >= self.heads(part[0]):
                return False
            for pair in part.split(":")[2].split(","):
                for end, most in zip(pair.split(">"), (sizes[part[0] != "E"], sizes[part[0] == "D"])):
                    if end != "*" and int(end) >= most:
                        return False
        return True

    def case(self, source, read, index):
        asked = (source, read, index)
        sizes = (len(source), len(read))
        edges = [text for text in EDGES if self.fits(text, sizes)]
        return {"ids": source, "read": read, "index": index, "value": self.value(*asked),
                "edges": {rule: {text: self.without_edges(text, rule, *asked) for text in edges} for rule in ["zero", "renormalise"]},
                "heads": {rule: {text: self.without_head(text, rule, *asked) for text in HEADS if self.fits(text, sizes)} for rule in ["zero", "mean"]},
                "residuals": {text: self.without_residual(text, *asked) for text in RESIDUALS if self.fits(text, sizes)}}


def main(folder):
    tokenizer = Tokenizer.from_file(str(folder / "t5_tied/tokenizer.json"))
    made = {}
    for name in NAMES:
        model = AutoModelForSeq2SeqLM.from_pretrained(folder / name, dtype=torch.float32, attn_implementation="eager").double().eval()
        cuts = Cuts(model)
        cases = []
        for case in json.loads((folder / name / "expected.json").read_text())["cases"]:
            source, read, target = case["ids"], case["decoder_ids"], case["target"]
            assert abs(cuts.value(source, read, target["index"]) - target["value"]) < 1e-4, (name, cuts.value(source, read, target["index"]), target)
            cases.append(cuts.case(source, read, target["index"]))
        made[name] = {"cases": cases}
        if name in ("t5_tied", "bart_small"):
            start = model.generation_config.decoder_start_token_id
            read = [start, *tokenizer.encode(OUTPUT).ids]
            if read[-1] == model.generation_config.eos_token_id:
                read.pop()  # the input lacks the model's end token, because that tokenizer has a different one
            made[name]["typed"] = {"text": TEXT, "output": OUTPUT, **cuts.case(tokenizer.encode(TEXT).ids, read, 14)}
        torch.nn.functional.softmax = cuts.softmax
    (folder / "translation_cuts.json").write_text(json.dumps(rounded(made)) + "\n")


def rounded(value):
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return round(value, 7) if isinstance(value, float) else value


if __name__ == "__main__":
    main(Path(sys.argv[1]))
