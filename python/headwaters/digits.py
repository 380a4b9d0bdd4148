# SPDX-License-Identifier: MIT
"""Writes numbers as text with the fewest digits that read back as the same numbers."""

from __future__ import annotations

import json
from typing import Any, ClassVar, Dict, Iterable, Mapping, Sequence, Tuple

import numpy as np


def _words(texts: Iterable[str]) -> np.ndarray:
    """Texts of at most four letters as numbers. Missing letters are 0, and removed in the end."""
    return np.frombuffer("".join(text.ljust(4, "\0") for text in texts).encode(), "<u4")


def _between(depth: int) -> str:
    """The text between two lists of that depth."""
    return "]" * depth + (",\n" if depth > 1 else ",") + "[" * depth


class _Digits:
    """Writes numbers with few digits that read back as the same numbers, whole layers at once with NumPy.

    A number's power of 2 determines a sufficient number of decimals D: half of 10^-D must be less than half of the gap to its
    neighbours. If D - 1 decimals read back as the same number, they are used. From 2^-14 to 1 a number is written as 0.ddd,
    others as ddde-D. Three groups of four digits are looked up. A letter that is not needed is 0.
    """

    _made: ClassVar[Dict[str, "_Digits"]] = {}
    _chunk = 16384  #: numbers at a time, so that they stay in the processor's cache

    def __init__(self, dtype: str) -> None:
        bits, least = {"float32": (24, 2.0**-151), "float16": (11, 2.0**-26)}[dtype]

        def ten(power: Any) -> Any:
            return float(f"1e{power}")

        enough = [next(d for d in range(-40, 60) if 0.5 * ten(-d) < max(2.0 ** (code - 128 - bits), least)) for code in range(255)] + [0]
        self.decimals = np.array(enough)
        self.scale = np.array([ten(d - 1) for d in enough])
        self.rest = np.array([ten(12 - d) for d in enough])
        four = [f"{i:04d}" for i in range(10000)]
        self.behind = np.concatenate([_words(four), _words(text.rstrip("0") for text in four)])
        self.ahead = np.concatenate([_words(four), _words(text.lstrip("0") for text in four)])
        self.power = _words(f"e{-d}" if d else "" for d in range(-40, 60))
        self.named = [(text, _words([text[:4], text[4:], ""])) for text in ("0", "1", "NaN", "Infinity")]

    @classmethod
    def of(cls, values: np.ndarray) -> str:
        """Nested lists of float32 or float16. O(values)."""
        name = values.dtype.name
        if name not in cls._made:
            cls._made[name] = cls(name)
        flat = np.ascontiguousarray(values).reshape(-1)
        strides = [int(np.prod(values.shape[-depth:])) for depth in range(1, values.ndim)]
        with np.errstate(invalid="ignore", over="ignore"):
            parts = [cls._made[name]._part(flat[begin : begin + cls._chunk], begin, strides) for begin in range(0, flat.size, cls._chunk)]
        opened = values.ndim - 1  # the text before the first number
        parts[0] = parts[0][len(_between(opened)) if opened else 1 :]
        return "".join(["[" * values.ndim, *parts, "]" * values.ndim])

    def _part(self, flat: np.ndarray, begin: int, strides: Sequence[int]) -> str:
        """Writes each number after a comma, or after the brackets of the lists that end before it."""
        there = flat != 0
        if np.count_nonzero(there) < 0.9 * flat.size:  # keys that no token attends to, mostly because of a causal mask
            text = np.zeros((flat.size, 4), "<u4")
            text[:, 0] = int.from_bytes(b",0", "little")
            text[np.signbit(flat) & ~there, :2] = int.from_bytes(b",-", "little"), ord("0")
            self._cells(text)[there] = self._cells(self._texts(flat[there]))
        else:
            text = self._texts(flat)
        for depth, stride in enumerate(strides, 1):
            text[-begin % stride :: stride, 0] ^= np.uint32(depth ^ (ord(",") if depth == 1 else depth - 1))
        made = text.tobytes().translate(None, b"\0")
        for depth, stride in enumerate(strides, 1):
            if -begin % stride < flat.size:
                made = made.replace(bytes([depth]), _between(depth).encode())
        return made.decode("ascii")

    def _texts(self, flat: np.ndarray) -> np.ndarray:
        """A comma and a number each, in four words."""
        wide = flat.astype(np.float32, copy=False)
        bits, size = wide.view(np.int32), np.abs(wide)
        code = ((bits >> 23) & 255).astype(np.intp)
        exact, scale = size.astype(np.float64), self.scale.take(code)
        digits = np.rint(exact * scale)
        less = (digits / scale).astype(flat.dtype).astype(np.float32, copy=False) == size
        digits = np.where(less, digits * 10, np.rint(exact * (scale * 10)))
        zero = bits == 0
        others = np.flatnonzero(((bits < 0x38800000) | (bits >= 0x3F800000)) ^ zero)  # not from 2^-14 to 1
        text = np.empty((flat.size, 4), "<u4")
        if others.size < flat.size:
            twelve = digits * self.rest.take(code)
            twelve[others] = 0
            first, second, third = self._groups(twelve)
            text[:, 0] = int.from_bytes(b",0.", "little")
            text[zero, 0] = int.from_bytes(b",0", "little")
            none = second + 10000 * (third == 0)
            text[:, 1] = self.behind.take(first + 10000 * (none == 10000))
            text[:, 2] = self.behind.take(none)
            text[:, 3] = self.behind.take(third + 10000)
        if others.size:
            large = others[code[others] >= 150]  # their scale is not an integer, so ties would be missed
            less[large] = False
            digits[large] = np.rint(exact[large] * (scale[large] * 10))
            self._cells(text)[others] = self._cells(
                self._other(
                    wide[others],
                    np.where(less[others], digits[others] / 10, digits[others]),
                    self.decimals.take(code[others]) - less[others],
                )
            )
        return text

    @staticmethod
    def _cells(text: np.ndarray) -> np.ndarray:
        """The four words of each number as one, so that NumPy moves them at once."""
        return text.view(np.complex128)[:, 0]

    @staticmethod
    def _groups(digits: np.ndarray) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        first = (digits / 1e8).astype(np.int64)
        digits = digits - first * 1e8
        second = (digits / 1e4).astype(np.int64)
        return first, second, (digits - second * 1e4).astype(np.int64)

    def _other(self, values: np.ndarray, digits: np.ndarray, decimals: np.ndarray) -> np.ndarray:
        """The words of 0, 1, NaN, infinity, and of numbers with a power of 10."""
        first, second, third = self._groups(np.where(np.isfinite(values), digits, 0))
        words = np.empty((values.size, 4), "<u4")
        words[:, 0] = ord(",") + np.where(np.signbit(values), ord("-") << 8, 0) + np.where(first > 0, (first + ord("0")) << 16, 0)
        words[:, 1] = self.ahead.take(second + 10000 * (first == 0))
        words[:, 2] = self.ahead.take(third + 10000 * ((first == 0) & (second == 0)))
        words[:, 3] = self.power.take(decimals + 40)
        size = np.abs(values)
        for found, (text, own) in zip((size == 0, size == 1, np.isnan(values), np.isinf(values)), self.named):
            if found.any():
                words[found, 0] &= 0xFF if text == "NaN" else 0xFFFF
                words[found, 1:] = own
        return words


def _array_json(values: np.ndarray) -> str:
    """Nested lists. O(values)."""
    if values.dtype.name in ("float16", "float32"):
        return _Digits.of(values)
    if values.ndim > 1:
        return "[" + (",\n" if values.ndim > 2 else ",").join(_array_json(part) for part in values) + "]"
    text = "[" + ",".join(map(repr, values.tolist())) + "]"
    return text if np.isfinite(values).all() else text.replace("nan", "NaN").replace("inf", "Infinity")


def _json(value: Any) -> str:
    """JSON with bare NaN, as the page reads it. Arrays keep the precision of their type."""
    if isinstance(value, np.ndarray):
        return _array_json(value)
    if isinstance(value, Mapping):
        return "{" + ",\n".join(json.dumps(str(key)) + ": " + _json(entry) for key, entry in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)
