# SPDX-License-Identifier: MIT
"""The items of a batch without their padding, as examples of a file."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from .arrays import _counted, _is_array, _is_list, _is_number, _numpy, _plain, _shape, _short
from .errors import Array, HeadwatersError


@dataclasses.dataclass
class _Example:
    """The content of one analysis of a file. `parts` and `gradients` are [L, H, q, k] by role."""

    parts: Dict[str, np.ndarray]
    gradients: Dict[str, np.ndarray]
    tokens: Optional[List[str]]
    decoder_tokens: Optional[List[str]]
    extras: Dict[str, Any]
    bare: bool = False  #: contributions without attention; `parts` gives only their shape

    @property
    def joined(self) -> bool:
        return "cross" in self.parts

    @property
    def width(self) -> int:
        """Number of tokens of the side that scores and words are about."""
        for part, axis in (("self", 3), ("encoder", 3), ("cross", 3), ("decoder", 3)):
            if part in self.parts:
                return int(self.parts[part].shape[axis])
        raise AssertionError


class _Item(NamedTuple):
    """One item of a batch."""

    number: int
    batch: int
    shared: bool = False  #: generate() made several sequences of one input, which share its values

    def of(self, count: int, what: str) -> int:
        """The index of its own entry among `count`."""
        if count == self.batch or (self.shared and count > 0 and self.batch % count == 0):
            return self.number * count // self.batch
        raise HeadwatersError(
            f"There are {what} for {_counted(count, 'item')}, but the batch has {self.batch}. Give one for each, or choose one with item=."
        )

    def own(self, value: Any, what: str) -> Any:
        """Its part of a list or an array with one entry for each item. With only one item, the value itself."""
        if value is None or self.batch == 1:
            return _numpy(value) if _is_array(value) else value
        if not _is_array(value) and not isinstance(value, (list, tuple)):
            raise HeadwatersError(
                f"{what} is one {type(value).__name__}, but the batch has {self.batch} items. Give a list with one for each, or choose one with item=."
            )
        own = value[self.of(len(value), what)]
        return _numpy(own) if _is_array(own) else own


def _kept(mask: Optional[Array], item: _Item, width: int, what: str) -> np.ndarray:
    """Indices that a mask [B, n] or [n] keeps. A mask of only the prompt keeps everything generated after it."""
    if mask is None:
        return np.arange(width)
    rows = np.atleast_2d(_numpy(mask))
    if rows.ndim != 2:
        raise HeadwatersError(f"{what} has the shape {list(rows.shape)}. Expected one row of 0 and 1 per item, as from the tokenizer.")
    row = rows[item.of(len(rows), what)].astype(bool)
    if len(row) < width:
        row = np.concatenate([row, np.ones(width - len(row), bool)])
    if not row[:width].any():
        raise HeadwatersError(f"{what} leaves no token of item {item.number}.")
    return np.flatnonzero(row[:width])


def _texts(tokens: Any, tokenizer: Any, item: _Item) -> Optional[List[str]]:
    """Token texts of one item from texts, ids, or a list of either for each item."""
    if tokens is None:
        return None
    if _is_array(tokens):
        tokens = _numpy(tokens).tolist()
    tokens = list(tokens)
    if tokens and (isinstance(tokens[0], (list, tuple)) or _is_array(tokens[0])):
        own = tokens[item.of(len(tokens), "tokens")]
        tokens = _numpy(own).tolist() if _is_array(own) else list(own)
    if tokens and all(isinstance(token, (int, np.integer)) and not isinstance(token, bool) for token in tokens):
        ids = [int(token) for token in tokens]
        if tokenizer is None:
            return [str(token) for token in ids]
        return [str(token) for token in tokenizer.convert_ids_to_tokens(ids)]
    return ["" if token is None else str(token) for token in tokens]


def _fit_tokens(
    texts: Optional[List[str]], whole: int, kept: np.ndarray, what: str, end: Optional[int], left_out: List[str]
) -> Optional[List[str]]:
    """The tokens of the kept rows. generate() returns one more token than it has rows, and after `end` there is padding."""
    if texts is None or len(texts) == len(kept) != whole:
        return texts
    if end is not None and len(texts) > end + 1:
        note = f"padding behind the ends of sequences ({what})"
        if note not in left_out:
            left_out.append(note)
        texts = texts[: end + 1]
    if len(texts) == whole + 1:
        left_out.append(f"the last of {what}, {texts[-1]!r} (generated last, nothing has looked from it)")
        texts = texts[:-1]
    if len(texts) == whole:
        return [texts[i] for i in kept]
    raise HeadwatersError(
        f"There are {len(texts)} {what}, but attention is {whole} wide"
        + (f" ({len(kept)} without padding)" if len(kept) != whole else "")
        + ". Give exactly this input's tokens, with special tokens"
        + (
            f". If the rest is padding, use first_tokens={len(texts)}."
            if len(texts) < len(kept)
            else ". Give none for latents (Perceiver) and pooled tokens."
        )
    )


def _per_token(value: Any, item: _Item, sizes: Sequence[int], kept: np.ndarray, what: str, axis: int = 0) -> Any:
    """One value per token, for one item and without padding. `sizes` is the item's number of tokens, without and with padding."""
    if value is None:
        return None
    if not _is_list(value):
        raise HeadwatersError(f"{what} is {_short(value)}. Expected one for each of {sizes[0]} tokens.")
    flat = axis == 0 and len(value) > 0 and not ((_is_array(value[0]) and value[0].ndim) or isinstance(value[0], (list, tuple)))
    if item.batch > 1 and flat and not _is_array(value):
        raise HeadwatersError(
            f"{what} is one list, but the batch has {item.batch} items. Give a list with one for each, such as "
            f"{'words=[batch.word_ids(i) for i in range(' + str(item.batch) + ')]' if what == 'words' else '[[...], [...]]'}, or choose one with item=."
        )
    if item.batch == 1 and axis == 0 and len(value) == 1 and not flat:
        value = value[0]  # [1, n]
    value = item.own(value, what)
    if not _is_list(value):
        raise HeadwatersError(f"{what} is {_short(value)}. Expected one for each of {sizes[0]} tokens.")
    values = _numpy(value) if _is_array(value) else np.asarray(list(value), dtype=object)
    if values.ndim != axis + 1 or not np.all([np.ndim(one) == 0 for one in values.flat] if values.dtype == object else True):
        raise HeadwatersError(
            f"{what} has the shape {list(_shape(_plain(value)) or ())}. Expected one number for each of {sizes[0]} tokens (for vectors, their norm)."
            if axis == 0
            else f"{what} has the shape {list(_shape(_plain(value)) or ())}."
        )
    size = values.shape[axis]
    if size == len(kept) != sizes[0]:
        return values
    if size not in sizes:
        raise HeadwatersError(f"{what} has {size} values, but there are {sizes[0]} tokens.")
    return np.take(values, kept, axis=axis)


def _whole_numbers(values: Any, what: str) -> Any:
    for value in values:
        if (
            not _is_number(value)
            and not (isinstance(value, (float, np.floating)) and value == int(value))
            and (value is not None or what == "segments")
        ):
            raise HeadwatersError(
                f"{what} contains {value!r}. Expected whole numbers{', or None for special tokens' if what == 'words' else ''}."
            )
    return values


@dataclasses.dataclass(eq=False)
class Analysis:
    """The content of a file, as from read(). Every function that takes outputs takes it, too. Weights are float32 and must not be written
    to.

    For an encoder-decoder it has `encoder_attentions`, `decoder_attentions` and `cross_attentions` in place of `attentions`.
    """

    tokens: List[str]  #: n
    attentions: Optional[np.ndarray] = None  #: [L, H, n, n]
    gradients: Optional[np.ndarray] = None  #: [L, H, n, n]
    contributions: Optional[np.ndarray] = None  #: [L, n, n]
    contribution_kind: str = ""
    encoder_attentions: Optional[np.ndarray] = None  #: [L, H, n, n]
    decoder_tokens: Optional[List[str]] = None  #: T
    decoder_attentions: Optional[np.ndarray] = None  #: [L, H, T, T]
    cross_attentions: Optional[np.ndarray] = None  #: [L, H, T, n]
    importance: Dict[str, np.ndarray] = dataclasses.field(default_factory=dict)  #: {name: [n]}; NaN is no score
    title: str = ""
    model: str = ""
    source: str = ""
    warnings: List[str] = dataclasses.field(default_factory=list)  #: unusual findings in the file, with remedies
    _opened: Any = dataclasses.field(default=None, repr=False)
    _number: int = dataclasses.field(default=0, repr=False)
    _file: str = dataclasses.field(default="", repr=False)

    def _said(self, tokens: Any, options: Dict[str, Any]) -> Tuple[Any, Any, Dict[str, Any]]:
        """Outputs, tokens and options of save(), which override the file's own."""
        own = {
            "gradients": self.gradients,
            "contributions": self.contributions,
            "contribution_kind": self.contribution_kind or None,
            "decoder_tokens": self.decoder_tokens,
            "importance": self.importance or None,
            "title": self.title or None,
            "model": self.model or None,
            "source": self.source or None,
        }
        names = ("encoder_attentions", "decoder_attentions", "cross_attentions")
        parts = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        options = {**options, **{key: value for key, value in own.items() if options[key] is None}}
        return self.attentions if self.attentions is not None else parts or None, self.tokens if tokens is None else tokens, options

    def __repr__(self) -> str:
        shapes = (
            f"{field.name} {list(getattr(self, field.name).shape)}"
            for field in dataclasses.fields(self)
            if isinstance(getattr(self, field.name), np.ndarray)
        )
        return f"Analysis({self.title!r}, {_counted(len(self.tokens), 'token')}, {', '.join(shapes)})"
