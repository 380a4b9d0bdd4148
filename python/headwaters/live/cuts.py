# SPDX-License-Identifier: MIT
"""Cuts of a run, and their implementation in PyTorch."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Sequence, Set, Tuple

import numpy as np

from ..arrays import _numpy
from ..errors import HeadwatersError
from .sizes import _Sizes, _Unit

_EDGE, _HEAD, _TOKEN, _PATCH, _RESIDUAL = range(5)


class _Cuts(NamedTuple):
    """The cuts of a run, from 0: weights as [n, n] masks by layer and head, heads, residuals. Layers as counted by _Sizes."""

    rule: str
    edges: Dict[Tuple[int, int], np.ndarray]  #: by layer and head, True where a weight is cut
    heads: Set[Tuple[int, int]]
    residuals: Dict[int, Set[int]]
    hidden: Mapping[int, int] = {}  #: tokens hidden from all others, in all heads from this layer on; masked before the softmax
    streams: Mapping[int, Tuple[List[int], Any]] = {}  #: a layer's input (the last: the output) at these tokens, [k, D]
    outputs: Mapping[Tuple[int, int], Tuple[List[int], Any]] = {}  #: output of a head, by layer and head, at these tokens, [k, d]

    @classmethod
    def of(cls, cuts: Sequence[Mapping[str, str]], rule: str, sizes: _Sizes) -> "_Cuts":
        """From texts in the command line's form (src/model/ask/cut_text.h). Layers count from 1, heads and tokens from 0. In an
        encoder-decoder, D2:0:3>1 is in the decoder and C2:0:3>6 between the two."""
        made = cls(rule, {}, set(), {}, {})

        for cut in cuts:
            if cut["kind"] == "hidden":
                made._hide(cut["text"], sizes)
                continue
            letters = "" if not sizes.isPair else "EDC" if cut["kind"] == "edges" else "ED"
            for piece in filter(None, (one.strip() for one in cut["text"].split(";"))):
                stack = letters.index(piece[0]) if piece[0] in letters else 0
                inside = sizes.of_stack(stack)
                heads, (queries, keys) = sizes.heads_of(inside[0]), sizes.shape(inside[0])

                def numbers(
                    text: str,
                    count: int,
                    first: int,
                    piece: str = piece,
                    layers: int = len(inside),
                    heads: int = heads,
                    tokens: int = max(queries, keys),
                ) -> range:
                    if text == "*":
                        return range(count)
                    if not text.isascii() or not text.isdigit() or not first <= int(text) < count + first:
                        raise HeadwatersError(
                            f'There is nothing to cut at "{piece}". Layers are 1 to {layers}, heads 0 to {heads - 1}, tokens 0 to {tokens - 1}.'
                        )
                    return range(int(text) - first, int(text) - first + 1)

                parts = piece[piece[0] in letters :].split(":", 2)
                if len(parts) != (3 if cut["kind"] == "edges" else 2):
                    raise HeadwatersError(f'"{piece}" is not a cut. Write "2:0:7>6" (an edge), "head 2:0" or "residual 2:7".')
                for layer in (inside[at] for at in numbers(parts[0], len(inside), 1)):
                    if cut["kind"] == "residual":
                        made.residuals.setdefault(layer, set()).update(numbers(parts[1], queries, 0))
                        continue
                    for head in numbers(parts[1], heads, 0):
                        if cut["kind"] == "head":
                            made.heads.add((layer, head))
                            continue
                        for pair in parts[2].split(","):
                            query, _, key = pair.partition(">")
                            mask = made.edges.setdefault((layer, head), np.zeros((queries, keys), bool))
                            mask[np.ix_(numbers(query.strip(), queries, 0), numbers(key.strip(), keys, 0))] = True
        return made

    @classmethod
    def of_units(cls, units: Sequence[_Unit], rule: str, sizes: _Sizes) -> "_Cuts":
        """From the core's units."""
        made = cls(rule, {}, set(), {}, {})
        for kind, stack, layer, head, query, key in units:
            layer += sizes.of_stack(stack).start
            if kind == _EDGE:
                made.edges.setdefault((layer, head), np.zeros(sizes.shape(layer), bool))[query, key] = True
            elif kind == _HEAD:
                made.heads.add((layer, head))
            elif kind == _TOKEN:
                made.hidden[key] = 0  # type: ignore[index]
            elif kind == _RESIDUAL:
                made.residuals.setdefault(layer, set()).add(key)
        return made

    def _hide(self, text: str, sizes: _Sizes) -> None:
        """Hides a token: TOKEN, or LAYER:TOKEN from that layer on."""
        for piece in filter(None, (one.strip() for one in text.split(";"))):
            layer, _, token = piece.rpartition(":")
            if (
                not token.isdigit()
                or int(token) >= sizes.tokens[0]
                or not (layer or "1").isdigit()
                or not 1 <= int(layer or 1) <= sizes.layers[0]
            ):
                raise HeadwatersError(
                    f'There is no token to hide at "{piece}". Tokens are 0 to {sizes.tokens[0] - 1}, layers (before a ":") 1 to {sizes.layers[0]}.'
                )
            self.hidden[int(token)] = min(int(layer or 1) - 1, self.hidden.get(int(token), sizes.layers[0]))  # type: ignore[index]

    def _left_by(self, sizes: _Sizes) -> Dict[Tuple[int, int], np.ndarray]:
        """The edges that are cut, including those to hidden tokens."""
        made = {place: mask.copy() for place, mask in self.edges.items()}
        for key, first in self.hidden.items():
            for layer in range(sizes.all):
                queries = sizes.hides(layer, key) if sizes.place(layer)[1] >= first else []
                for head in range(sizes.heads_of(layer)) if queries else ():
                    made.setdefault((layer, head), np.zeros(sizes.shape(layer), bool))[queries, key] = True
        return made

    def places(self, attentions: Sequence[Any], sizes: _Sizes) -> List[Dict[str, int]]:
        """The cut edges that exist, once for all their heads; whole heads (query and key -1); and the residuals (heads: 0). `attentions`
        is from the run without cuts."""
        counts: Dict[Tuple[int, int, int, int], int] = {}
        for (layer, head), mask in self._left_by(sizes).items():
            stack, own = sizes.place(layer)
            for query, key in np.argwhere(mask & (_numpy(attentions[layer])[0, head] != 0)).tolist():
                counts[stack, own, query, key] = counts.get((stack, own, query, key), 0) + 1
        made = [
            {"of": stack, "layer": layer, "query": query, "key": key, "heads": count}
            for (stack, layer, query, key), count in sorted(counts.items())
        ]
        emptied = sorted(sizes.place(layer) for layer, _ in self.heads) if self.rule != "mean" else []
        made += [
            {"of": stack, "layer": layer, "query": -1, "key": -1, "heads": emptied.count((stack, layer))}
            for stack, layer in sorted(set(emptied))
        ]
        made += [
            {"of": sizes.place(layer)[0], "layer": sizes.place(layer)[1], "query": token, "key": token, "heads": 0}
            for layer in sorted(self.residuals)
            for token in sorted(self.residuals[layer])
        ]
        return made if sizes.isPair else [{name: value for name, value in one.items() if name != "of"} for one in made]


def _cutting(runs: Sequence[_Cuts], sizes: _Sizes, keeps: bool = False) -> Any:
    """A mode in which PyTorch applies the cuts while it computes attention: in the softmax that gives its weights, in the product of
    weights and values, and in the sum after it. Each run of a batch has its own cuts. Its records are checked afterwards. `keeps` also
    keeps the heads' outputs of each layer."""
    import torch
    from torch.overrides import TorchFunctionMode

    def heads_of(tensor: Any) -> Any:  # [B, H, n, ...], or for OPT [B H, n, ...]
        return tensor if tensor.ndim == 4 else tensor.reshape(len(runs), -1, *tensor.shape[1:])

    residuals = {layer for cuts in runs for layer in cuts.residuals}

    class Cutting(TorchFunctionMode):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.weights: List[Any] = []  # of each layer, after the cuts
            self.outputs: List[Any] = []  # of the heads, after the cuts
            self.products: Set[int] = set()  # layers as counted by _Sizes
            self.sums: Set[int] = set()
            self._same: List[Any] = []
            self.entered: List[Any] = []  # modules since the last product
            self._streams: List[Any] = []  # and before it; one of them is the module before this attention

        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            kwargs = kwargs or {}
            name = getattr(func, "__name__", "")
            if name in ("softmax", "_softmax") and self._scores(args):
                return self._softmax(func, args, kwargs)
            layer = sizes.of_call(len(self.weights) - 1) if self.weights else -1
            ours = bool(args) and any(args[0] is one for one in self._same)
            if ours and name in ("matmul", "bmm", "__matmul__") and layer not in self.products:
                return self._product(layer, func(*args, **kwargs))
            if name in ("add", "__add__", "__radd__") and layer in self.products and layer in residuals and layer not in self.sums:
                return func(*self._without(layer, args), **kwargs)
            made = func(*args, **kwargs)
            if ours and torch.is_tensor(made) and made.numel() == self._same[0].numel():
                self._same.append(made)  # cast, reshaped, through dropout
            return made

        def _scores(self, args: Any) -> bool:
            return (
                bool(args)
                and torch.is_tensor(args[0])
                and args[0].ndim in (3, 4)
                and tuple(args[0].shape[-2:]) == sizes.shape(sizes.of_call(len(self.weights)))
            )

        def _softmax(self, func: Any, args: Any, kwargs: Any) -> Any:
            scores, layer = args[0], sizes.of_call(len(self.weights))
            whole = torch.zeros(heads_of(scores).shape, dtype=torch.bool)
            hidden = torch.zeros(heads_of(scores).shape, dtype=torch.bool)
            for own, hide, cuts in zip(whole, hidden, runs):
                for key, first in cuts.hidden.items():
                    queries = sizes.hides(layer, key) if sizes.place(layer)[1] >= first else []
                    if queries:
                        hide[:, queries, key] = True
                for (at, head), mask in cuts.edges.items():
                    if at == layer:
                        own[head] |= torch.from_numpy(mask)
            rule, cut = runs[0].rule, bool(whole.any())
            whole = whole.reshape(scores.shape).to(scores.device)
            if hidden.any():  # under any rule; a token always reads itself
                scores = scores.masked_fill(hidden.reshape(scores.shape).to(scores.device), float("-inf"))
            if cut and rule == "renormalise":
                # Masked scores stay masked even if nothing else is left of a row.
                scores = scores.masked_fill(whole | (scores < torch.finfo(scores.dtype).min / 2), float("-inf"))
            made = func(scores, *args[1:], **kwargs)
            if cut:  # if nothing is left of a row, its weights are 0
                made = made.masked_fill(whole, 0) if rule != "renormalise" else torch.nan_to_num(made)
            self.weights.append(made)
            self._same = [made]
            return made

        def _product(self, layer: int, made: Any) -> Any:
            self.products.add(layer)
            self._streams, self.entered = self.entered, []
            per_head = heads_of(made)
            is_cut = torch.zeros(per_head.shape[:2], dtype=torch.bool)
            for run, cuts in enumerate(runs):
                for at, head in cuts.heads:
                    is_cut[run, head] |= at == layer
            if is_cut.any():
                other = per_head.mean(2, keepdim=True) if runs[0].rule == "mean" else torch.zeros_like(per_head[:, :, :1])
                made = torch.where(is_cut.to(made.device)[:, :, None, None], other, per_head).reshape(made.shape)
            for run, cuts in enumerate(runs):
                for (at, head), (tokens, values) in cuts.outputs.items():
                    if at == layer:
                        made = made.clone()
                        heads_of(made)[run, head, tokens] = values.to(made)
            if keeps:
                self.outputs.append(made)
            return made

        def _without(self, layer: int, args: Any) -> Any:
            stream = next((one for one in args[:2] if any(one is entered for entered in self._streams)), None)
            if stream is None:
                return args
            self.sums.add(layer)
            left = stream.clone()
            for run, cuts in enumerate(runs):
                left[run, sorted(cuts.residuals.get(layer, ()))] = 0
            return tuple(left if one is stream else one for one in args)

    return Cutting()


def _as_recipe(cuts: Sequence[Any]) -> List[Dict[str, str]]:
    """Cuts in the form of links, from texts: "2:0:7>6", "head 2:3", "residual 2:7", "hidden 6"."""
    made = []
    for cut in cuts:
        if isinstance(cut, Mapping):
            made.append({"kind": str(cut["kind"]), "text": str(cut["text"])})
            continue
        kind, _, text = str(cut).strip().partition(" ") if ">" not in str(cut) else ("edges", "", str(cut))
        if kind not in ("edges", "head", "residual", "hidden"):
            raise HeadwatersError(f'"{cut}" is not a cut. Write "2:0:7>6" (an edge), "head 2:0", "residual 2:7" or "hidden 6" (a token).')
        made.append({"kind": kind, "text": text.strip()})
    return made


def _as_texts(cuts: Sequence[Mapping[str, str]]) -> List[str]:
    return [cut["text"] if cut["kind"] == "edges" else f"{cut['kind']} {cut['text']}" for cut in cuts]
