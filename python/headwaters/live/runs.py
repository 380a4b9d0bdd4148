# SPDX-License-Identifier: MIT
"""Runs and their parts, as plain data."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from .sizes import _Sizes


@dataclasses.dataclass(frozen=True, eq=False)
class LiveRun:
    """The result of a model for a text (Live.run), as the page shows it, in float32."""

    text: str
    pair: Optional[str]
    ids: List[int]
    tokens: List[str]
    attentions: np.ndarray  #: [L, H, n, n]
    gradients: Optional[np.ndarray]  #: gradients of the number in question, [L, H, n, n]; None without a question or for the default one
    answers: List[Dict[str, Any]]  #: likeliest first: {"id", "text", "probability", "logit"}
    before: Optional[List[Dict[str, Any]]]  #: the same without the cuts, or None without cuts
    question: Optional[
        Dict[str, Any]
    ]  #: {"kind", "index", "name", "minus", "against", "position", "place", "isOutput", "before", "after"}; place -1: the default
    scores: Dict[str, np.ndarray] = dataclasses.field(default_factory=dict)  #: scores of the tokens, [n], if requested
    vector: Optional[np.ndarray] = None  #: vector of the text, for a model without a head
    output: str = ""  #: output of a model that translates, written or given; then also:
    decoder_ids: Optional[List[int]] = None
    decoder_tokens: Optional[List[str]] = None
    decoder_attentions: Optional[np.ndarray] = None  #: [L', H', m, m]
    cross_attentions: Optional[np.ndarray] = None  #: [L', H', m, n]
    decoder_gradients: Optional[np.ndarray] = None
    cross_gradients: Optional[np.ndarray] = None
    image: Optional[np.ndarray] = None  #: picture that the model saw, uint8 [h, w, 3]; then also:
    grid: Optional[Tuple[int, int]] = None  #: rows and columns of patches
    first_patch: int = 0  #: number of tokens before the patches
    wiped: List[int] = dataclasses.field(default_factory=list)  #: blank patches


class _Written(NamedTuple):
    """The output of a model that translates, written or given."""

    text: str
    ids: List[int]  #: the decoder's input: its first token, and all others except an end
    written: List[int]  #: with the end, if it was reached
    given: bool
    cutOff: bool  #: it would continue


class _Pass(NamedTuple):
    """One pass of a text."""

    ids: List[int]
    special: List[bool]
    sequence: List[Optional[int]]
    offsets: Optional[List[Tuple[int, int]]]
    attentions: Any  #: one per layer, [1, H, n, n]
    logits: Any  #: [outputs], or [n, outputs]
    embedded: Any  #: embeddings of the words, [1, n, D]
    inputs: Dict[str, Any]  #: inputs of the model
    sizes: _Sizes
    output: Optional[_Written] = None  #: for a model that translates

    @property
    def answering(self) -> List[int]:
        """The tokens after which the answers follow."""
        return self.ids if self.output is None else self.output.ids


class _Ran(NamedTuple):
    """The results of one call of the model, for one text or for a batch of runs of it."""

    attentions: Any
    logits: Any
    embedded: Any
    streams: List[Any]  #: x_0 ... x_L, if requested
    mode: Any
    sizes: _Sizes


class _Asked(NamedTuple):
    """A run without cuts and a question about it, with its gradients."""

    base: _Pass
    question: Tuple[str, int, int]
    position: int
    usual: bool  #: the default question
    value: float
    weights: np.ndarray  #: [L, H, n, n], float32
    slopes: np.ndarray  #: gradients of the number in question, in the same form
    streams: List[Any]  #: with their graph
    outputs: List[Any]  #: of the heads
    embedded: Any
    number: Any  #: the number in question, with its graph
