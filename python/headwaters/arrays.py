# SPDX-License-Identifier: MIT
"""Arrays of NumPy, PyTorch, JAX and nested lists, as NumPy arrays."""

from __future__ import annotations

import operator
import re
from typing import Any, List, Mapping, Optional, Tuple

import numpy as np

from .errors import Array, HeadwatersError


def _numpy(value: Array) -> np.ndarray:
    """Any library's array as NumPy's. Numbers that NumPy lacks (bfloat16, 8 bits) become float32. Copies only if necessary."""
    if hasattr(value, "detach"):  # PyTorch
        value = value.detach().cpu()
        known = str(value.dtype) in ("torch.float16", "torch.float32", "torch.float64") or not value.is_floating_point()
        plain: np.ndarray = (value if known else value.float()).numpy()
        return plain
    array = np.asarray(value)
    if array.dtype.kind == "V" and array.dtype.names is None:
        return _unnamed(array) if array.dtype.name.startswith("void") else array.astype(np.float32)
    return array.astype(np.float32) if array.dtype.name.startswith("float8") else array


#: Number formats of 8 bits, the most usual first: bits of the mantissa, bias, and the meaning of the highest codes ("inf": infinities
#: and NaN; "nan": all ones are NaN; "-0": NaN in place of -0).
_FLOAT8 = {
    "float8_e4m3fn": (3, 7, "nan"),
    "float8_e5m2": (2, 15, "inf"),
    "float8_e4m3fnuz": (3, 8, "-0"),
    "float8_e5m2fnuz": (2, 16, "-0"),
    "float8_e4m3b11fnuz": (3, 11, "-0"),
    "float8_e4m3": (3, 7, "inf"),
    "float8_e3m4": (4, 3, "inf"),
}


def _float8_table(name: str) -> np.ndarray:
    """The 256 numbers of a format, exactly."""
    bits, bias, special = _FLOAT8[name]
    codes = np.arange(256)
    mantissa, exponent = codes & ((1 << bits) - 1), (codes & 0x7F) >> bits
    whole = np.where(exponent == 0, mantissa, mantissa + (1 << bits)).astype(np.float32)
    values = np.ldexp(whole, np.where(exponent == 0, 1, exponent) - bias - bits) * np.where(codes & 0x80, -1, 1)
    if special == "inf":
        highest = exponent == 0x7F >> bits
        values[highest] = np.where(mantissa == 0, np.inf * np.where(codes & 0x80, -1, 1), np.nan)[highest]
    values[[0x80] if special == "-0" else [0x7F, 0xFF] if special == "nan" else []] = np.nan
    table: np.ndarray = values.astype(np.float32)
    return table


def _unnamed(array: np.ndarray) -> np.ndarray:
    """Decodes np.load's results for types that NumPy lacks. `V2` is bfloat16. `V1` is one of the types of 8 bits, the one in which rows
    sum to 1
    (with the others, sums are off by factors)."""
    if array.dtype.itemsize == 2:
        return (array.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    best: Tuple[float, Optional[str]] = (0.405, None)  # log 1.5
    if array.dtype.itemsize == 1 and array.ndim > 0 and array.size > 0:
        codes = np.ascontiguousarray(array).view(np.uint8)
        rows = codes.reshape(-1, codes.shape[-1])[: max(1, 1_000_000 // codes.shape[-1])]
        for name in _FLOAT8:
            values = _float8_table(name)[rows]
            if np.all((values >= 0) & (values < 1.2)) and np.any(values > 0):
                sums = values.sum(-1, dtype=np.float64)
                best = min(best, (float(np.mean(np.abs(np.log(sums[sums > 0])))), name), key=lambda found: found[0])
    if best[1] is None:
        raise HeadwatersError(
            f"The array's type {array.dtype.str!r} has no name, and no known type makes its rows sum to 1. "
            'Name it before saving: array.view(ml_dtypes.float8_e4m3fn).astype("float32").'
        )
    return _float8_table(best[1])[codes]


def _is_array(value: Any) -> bool:
    return hasattr(value, "shape") and hasattr(value, "dtype")


def _is_nested_numbers(value: Any) -> bool:
    while isinstance(value, (list, tuple)) and len(value) > 0:
        value = value[0]
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)


def _numbered(key: Any) -> Tuple[Any, ...]:
    """Sorts a key by the numbers in it, with layer.2 before layer.10."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", str(key)) if part)


def _plain(value: Any) -> Any:
    """Nested lists of numbers as arrays, mappings by number as lists in their order, tensors in JavaScript's printed form (dims, data) as
    arrays. Other lists stay lists, and arrays of objects become lists."""
    if _is_array(value) and getattr(value.dtype, "kind", "") == "O":
        value = list(value)
    if value is None or _is_array(value):
        return value
    if isinstance(value, Mapping) and "ort_tensor" in value:
        value = value["ort_tensor"]
    if isinstance(value, Mapping) and "dims" in value and "data" in value:
        numbers = value["data"]
        numbers = [numbers[str(i)] for i in range(len(numbers))] if isinstance(numbers, Mapping) else numbers
        return np.asarray(numbers, np.float32).reshape([int(size) for size in value["dims"]])
    if isinstance(value, Mapping):
        value = [value[key] for key in sorted(value, key=_numbered)]
    if isinstance(value, (str, bytes)) or (not isinstance(value, (list, tuple)) and not hasattr(value, "__iter__")):
        raise HeadwatersError(
            f"Expected attention, but got {type(value).__name__}. Give arrays [layers, batch, heads, queries, keys], "
            "or a model's outputs with output_attentions=True."
        )
    value = list(value)
    if _is_nested_numbers(value):
        try:
            return np.asarray(value, np.float32)
        except ValueError:
            pass  # lists that differ in length
    return [_plain(entry) for entry in value]


def _shape(value: Any) -> Optional[Tuple[int, ...]]:
    """The shape of an array, or of a list whose entries (except None) have one shape. None if they differ."""
    if _is_array(value):
        return tuple(int(size) for size in value.shape)
    shapes = {_shape(entry) for entry in value if entry is not None}
    one = next(iter(shapes)) if len(shapes) == 1 else None
    return None if one is None else (sum(entry is not None for entry in value), *one)


def _whole(value: Any) -> np.ndarray:
    """Entries of one shape as one array. Makes one copy, or none for arrays."""
    return _numpy(value) if _is_array(value) else np.stack([_whole(entry) for entry in value if entry is not None])


def _is_empty(value: Any) -> bool:
    return value is None or (not _is_array(value) and all(_is_empty(entry) for entry in value))


def _note_absent(value: Any, where: str, left_out: List[str]) -> None:
    """Notes the layers without attention. Linear and state space layers give None."""
    if _is_array(value):
        return
    missing = [i for i, entry in enumerate(value) if entry is None]
    if missing:
        note = f"layers {', '.join(map(str, missing))} of {where} (no attention in them)"
        if note not in left_out:
            left_out.append(note)
    for entry in value:
        if entry is not None:
            _note_absent(entry, where, left_out)


def _is_mapping(value: Any) -> bool:
    """A dictionary, or an object with its methods (a cache of activations)."""
    return isinstance(value, Mapping) or (hasattr(value, "items") and hasattr(value, "keys") and not _is_array(value))


def _has_names(value: Any) -> bool:
    """Whether a mapping has arrays by name. It is neither a list by number nor a tensor in JavaScript's printed form."""
    return not (isinstance(value, Mapping) and ("dims" in value or "ort_tensor" in value or all(str(key).isdigit() for key in value)))


def _is_number(value: Any) -> bool:
    try:
        return operator.index(value) is not None and not isinstance(value, bool)
    except (TypeError, RuntimeError):
        return False


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or (_is_array(value) and value.ndim > 0)


def _short(value: Any) -> str:
    if _is_array(value):
        return f"an array of shape {list(value.shape)}"
    text = repr(value)
    return text if len(text) <= 60 else f"a {type(value).__name__}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
