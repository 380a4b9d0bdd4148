# SPDX-License-Identifier: MIT
"""The axes of a stack of attention: inputs, steps, layers, streams, heads."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from .arrays import _is_array, _whole
from .errors import HeadwatersError

# Meanings of the axes before queries and keys, as in src/io/axes/readings.cpp, so that a file and its arrays are read alike.
_READINGS: Dict[int, List[Tuple[str, ...]]] = {
    0: [()],
    1: [("layers",), ("heads",), ("inputs",)],
    2: [("layers", "heads"), ("inputs", "heads"), ("inputs", "layers"), ("layers", "inputs")],
    3: [("layers", "inputs", "heads"), ("inputs", "layers", "heads"), ("layers", "streams", "heads")],
    4: [("inputs", "layers", "inputs", "heads"), ("layers", "streams", "inputs", "heads"), ("steps", "layers", "inputs", "heads")],
}


_AXES = ("inputs", "steps", "layers", "streams", "heads")


def _axes(given: Any) -> Optional[Tuple[str, ...]]:
    """The user's choice, "inputs,layers,heads" or a sequence of these."""
    if given is None:
        return None
    names = tuple(given.split(",")) if isinstance(given, str) else tuple(given)
    once = [name for name in names if name != "inputs"]
    if not names or any(name not in _AXES for name in names) or len(set(once)) < len(once):
        raise HeadwatersError(
            f'axes={given!r} is invalid. Name each axis before queries and keys, such as "inputs,layers,heads". Known axes are {", ".join(_AXES)}.'
        )
    return names


def _lengths(tokens: Any) -> List[int]:
    """The number of tokens in each of the lists. Empty if there are none."""
    if tokens is None:
        return []
    if _is_array(tokens):
        shape = tuple(tokens.shape)
        return [shape[-1]] * shape[0] if len(shape) == 2 else [shape[0]]
    tokens = list(tokens)
    if tokens and (isinstance(tokens[0], (list, tuple)) or _is_array(tokens[0])):
        return [len(entry) for entry in tokens]
    return [len(tokens)]


def _count(shape: Sequence[int], axes: Sequence[str], name: str) -> int:
    return int(np.prod([size for size, axis in zip(shape, axes) if axis == name], dtype=np.int64))


def _points(shape: Tuple[int, ...], axes: Tuple[str, ...], texts: Sequence[int], square: bool, mirrored: bool) -> Optional[int]:
    """The evidence for a reading of a shape, or None if it is impossible."""
    inputs, columns, rows, points = _count(shape, axes, "inputs"), shape[-1], shape[-2], 0
    if len(texts) == 1:
        points += 2 if inputs == 1 else 8 if texts[0] == inputs * columns else 0
    elif texts:
        points += -8 if len(texts) != inputs else 8 if all(columns <= text <= columns + 1 for text in texts) else 4
    for size, axis in zip(shape, axes):
        points += (axis == "inputs" and size == 1 and len(axes) > 2) - (axis == "layers" and size == 1)
    if len(axes) == 3 and axes[0] == "inputs" and 1 < shape[0] <= 3 and shape[1] >= 6:
        points += 1  # two inputs of twelve layers are likelier than twelve inputs of two layers
    if "streams" in axes:
        if shape[1] != 2 or not square:
            return None
        points += 12 if mirrored else 0 if len(axes) == 4 else -2
    if "steps" in axes:
        if rows == columns and square:
            points += -1 if shape[0] == 1 else -1000
        else:
            points += 10 if rows == 1 else -1000 if square else 2
    return points if points > -500 else None


def _mirrored(value: Any, shape: Tuple[int, ...]) -> bool:
    """Whether, in each pair along the second axis, only the second matrix never attends to its own token."""
    if len(shape) < 5 or shape[1] != 2 or shape[-1] != shape[-2] or shape[-1] < 2:
        return False
    own = np.diagonal(_whole(value), axis1=-2, axis2=-1)
    return not own[:, 1].any() and bool(own[:, 0].any())


def _read_axes(
    value: Any,
    shape: Tuple[int, ...],
    texts: Sequence[int],
    square: bool,
    wanted: Optional[Tuple[str, ...]],
    strict: bool,
    where: str,
    left_out: List[str],
) -> Tuple[str, ...]:
    """The axes of a block. If other readings are possible, one is taken and noted."""
    outer = len(shape) - 2
    if wanted is not None and len(wanted) == outer:
        return wanted
    if wanted is not None and strict:
        raise HeadwatersError(f"axes={','.join(wanted)!r} names {len(wanted)} axes, but {where} has {outer} before queries and keys.")
    mirrored = square and _mirrored(value, shape)
    found = [
        (points, axes)
        for axes in _READINGS.get(outer, [])
        for points in [_points(shape, axes, texts, square, mirrored)]
        if points is not None
    ]
    found.sort(key=lambda reading: -reading[0])
    if not found:
        raise HeadwatersError(
            f"{where} has the shape {list(shape)}. Attention is [layers, batch, heads, queries, keys], "
            "[layers, heads, queries, keys], [layers, queries, keys] or [queries, keys]."
        )
    taken, several = found[0][1], len(texts) > 1
    usual = (
        (taken == ("layers", "heads") and shape[0] > 1)
        or (taken == ("layers", "inputs", "heads") and shape[1] == 1 < shape[0])
        or outer < 2
    )
    if square and (several or not usual):

        def meaning(axes: Any) -> Any:
            return [_count(shape, axes, name) for name in _AXES]

        others = [",".join(axes) for points, axes in found[1:] if not (several and points < 0) and meaning(axes) != meaning(taken)]
        if others:
            _said(
                left_out,
                f"{where}: the axes {list(shape)} are read as {', '.join(taken)}, queries, keys; if they are others, "
                f"say axes={' or axes='.join(map(repr, others))}",
            )
    return taken


class _Notes(List[str]):
    """Notes on omitted parts, and on how the input was read."""

    def __init__(self) -> None:
        super().__init__()
        self.read: List[str] = []


def _said(left_out: List[str], *said: str) -> None:
    notes = getattr(left_out, "read", None)
    for note in said:
        if notes is not None and note not in notes:
            notes.append(note)


def _check_numbers(array: np.ndarray, where: str) -> np.ndarray:
    if array.dtype.kind not in "fiub":
        raise HeadwatersError(
            f"{where} is an array of {array.dtype} with shape {list(array.shape)}. A layer's attention "
            "is [batch, heads, queries, keys], [heads, queries, keys] or [queries, keys]."
        )
    return array
