# SPDX-License-Identifier: MIT
"""Runs and their parts, as plain data."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from .sizes import _Sizes


@dataclasses.dataclass(frozen=True, eq=False)
class LiveRun:
    """What a model did with a text (Live.run): as the page shows it, in float32."""

    text: str
    pair: Optional[str]
    ids: List[int]
    tokens: List[str]
    attentions: np.ndarray  #: [L, H, n, n]
    gradients: Optional[np.ndarray]  #: of the question, [L, H, n, n]; None: there was none, or only the usual one
    answers: List[Dict[str, Any]]  #: likeliest first: {"id", "text", "probability", "logit"}
    before: Optional[List[Dict[str, Any]]]  #: the same without the cuts; None: there are none
    question: Optional[
        Dict[str, Any]
    ]  #: {"kind", "index", "name", "minus", "against", "position", "place", "isOutput", "before", "after"}; place: -1 at the usual position
    scores: Dict[str, np.ndarray] = dataclasses.field(default_factory=dict)  #: of the tokens, [n], where they were asked for
    vector: Optional[np.ndarray] = None  #: of the text, of a model without a head
    output: str = ""  #: of a model that translates what it has written, or was given; then also:
    decoder_ids: Optional[List[int]] = None
    decoder_tokens: Optional[List[str]] = None
    decoder_attentions: Optional[np.ndarray] = None  #: [L', H', m, m]
    cross_attentions: Optional[np.ndarray] = None  #: [L', H', m, n]
    decoder_gradients: Optional[np.ndarray] = None
    cross_gradients: Optional[np.ndarray] = None
    image: Optional[np.ndarray] = None  #: of a model that reads pictures what it saw, uint8 [h, w, 3]; then also:
    grid: Optional[Tuple[int, int]] = None  #: rows and columns of patches
    first_patch: int = 0  #: tokens before it are none
    wiped: List[int] = dataclasses.field(default_factory=list)  #: patches that were blank


class _Written(NamedTuple):
    """What a model that translates has written, or was given to read."""

    text: str
    ids: List[int]  #: what its decoder reads: its first token, and all but an end
    written: List[int]  #: with the end, where it was reached
    given: bool
    cutOff: bool  #: it would go on


class _Pass(NamedTuple):
    """One pass of a text."""

    ids: List[int]
    special: List[bool]
    sequence: List[Optional[int]]
    offsets: Optional[List[Tuple[int, int]]]
    attentions: Any  #: a layer each, [1, H, n, n]
    logits: Any  #: [outputs], or [n, outputs]
    embedded: Any  #: the words' rows that went in, [1, n, D]
    inputs: Dict[str, Any]  #: what the model was given
    sizes: _Sizes
    output: Optional[_Written] = None  #: of a model that translates

    @property
    def answering(self) -> List[int]:
        """The tokens behind which the answers stand."""
        return self.ids if self.output is None else self.output.ids


class _Ran(NamedTuple):
    """What one call of the model has left, of one text or of a batch of runs of one."""

    attentions: Any
    logits: Any
    embedded: Any
    streams: List[Any]  #: x_0 ... x_L, where they were asked for
    mode: Any
    sizes: _Sizes


class _Asked(NamedTuple):
    """A run without cuts and a question about it, with its gradients."""

    base: _Pass
    question: Tuple[str, int, int]
    position: int
    usual: bool  #: nobody chose the question
    value: float
    weights: np.ndarray  #: [L, H, n, n], float32
    slopes: np.ndarray  #: of the question, the same
    streams: List[Any]  #: with their graph
    outputs: List[Any]  #: of the heads
    embedded: Any
    number: Any  #: the question, with its graph
