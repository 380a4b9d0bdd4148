# SPDX-License-Identifier: MIT
"""The attention that a model computes: layers, heads and tokens of each stack."""

from __future__ import annotations

from typing import Any, Generator, List, NamedTuple, Sequence, Tuple

import numpy as np

from ..arrays import _numpy

_RULES = ("zero", "renormalise", "mean")


#: Questions about units, which the core answers, and their arguments; the last one only for tokens.
_OF_UNITS = {
    "experiment": ("kind", "ranking", "rule", "draws", "among"),
    "alone": ("kind", "rule", "count", "among"),
    "decide": ("kind", "rule", "most", "among"),
    "cutset": ("edges", "residuals", "input", "rule", "draws"),
}


_Steps = Generator[float, None, Any]  # an answer that is computed in steps, each of which yields the finished share


_MOST_ANSWERS = 10


_MOST_VECTORS = 100


_MOST_PICTURES = 8  # pictures of the page, which sends them again


_MOST_SQUARES = 64  # runs of a picture's blank-out, as in src/model/service/scores.cpp


_PAUSE = 0.2  # seconds that a model writes before it can be cancelled


_AT_ONCE = 0.5  # seconds of an answer before the page may ask something else


class _Sizes(NamedTuple):
    """The attention that a model computes. In an encoder-decoder, layers are numbered through: the encoder's, the decoder's, and those in
    which the
    decoder attends to the encoder."""

    layers: Tuple[int, int]  #: of the encoder or the only stack; of the decoder, or 0
    heads: Tuple[int, int]
    tokens: Tuple[int, int]

    @property
    def isPair(self) -> bool:
        return self.layers[1] > 0

    @property
    def all(self) -> int:
        return self.layers[0] + 2 * self.layers[1]

    def of_call(self, call: int) -> int:
        """The layer of the call-th softmax. A decoder layer attends to itself, and then to the encoder."""
        first, second = self.layers
        if not second or call < first:
            return call
        return first + (call - first) // 2 + second * ((call - first) % 2)

    def calls(self) -> List[int]:
        return [self.of_call(call) for call in range(self.all)]

    def place(self, layer: int) -> Tuple[int, int]:
        """The stack (0: encoder, 1: decoder, 2: between them), and the layer in it."""
        first, second = self.layers
        return (0, layer) if not second or layer < first else (1, layer - first) if layer < first + second else (2, layer - first - second)

    def shape(self, layer: int) -> Tuple[int, int]:
        stack = self.place(layer)[0]
        return self.tokens[stack > 0], self.tokens[stack == 1]

    def heads_of(self, layer: int) -> int:
        return self.heads[self.place(layer)[0] > 0]

    def of_stack(self, stack: int) -> range:
        first, second = self.layers
        return (range(first), range(first, first + second), range(first + second, self.all))[stack]

    def hides(self, layer: int, key: int) -> List[int]:
        """The queries from which a hidden token of the text is hidden."""
        stack = self.place(layer)[0]
        return [] if stack == 1 else [query for query in range(self.shape(layer)[0]) if stack == 2 or query != key]

    def padded(self, layers: Sequence[Any]) -> np.ndarray:
        """The first run of a batch, [L, H, n, n]. Several stacks are padded with 0 to the largest."""
        made = [_numpy(layer)[0] for layer in layers]
        if not self.isPair:
            return np.stack(made)
        whole = np.zeros((self.all, max(self.heads), max(self.tokens), max(self.tokens)), np.result_type(*made))
        for into, layer in zip(whole, made):
            into[tuple(map(slice, layer.shape))] = layer
        return whole


#: The core's unit of a cut (src/model/ask/units.h): kind, stack, layer, head, query and key. Unused entries are 0.
_Unit = Sequence[int]
