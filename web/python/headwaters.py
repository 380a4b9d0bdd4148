# SPDX-License-Identifier: MIT
"""From a model to Headwaters: attention rollout and attention flow, on a page, in a notebook, as arrays.

    import headwaters
    outputs = model(**inputs, output_attentions=True)
    headwaters.save("attention.json", outputs, tokens)      # a file that the page opens
    headwaters.show(outputs, tokens)                        # the page in the notebook
    headwaters.rollout(outputs, tokens)                     # [layers, n, n]

NumPy alone is needed to import this file. PyTorch is used where a function is given its tensors. rollout(), flow(), joint(),
relevance(), correlate(), read(), plot() and live()'s experiments compute in this process where the package is installed (`pip install .`
in a checkout); where this file stands alone they run the program `headwaters`: found by the variable HEADWATERS, on PATH, or in the
checkout that this file lies in. show() and open() need the page: that of the package, the folder that tools/build makes, or an address.

The file is one for those who keep it beside a notebook, and reads from top to bottom in rooms, each under a line of its name:
arrays and axes, stacks of layers, options, an item of a batch, pictures, what models and generate() say, examples, numbers as
text, files (save); then what needs PyTorch: record, gradients, blank-out, contributions, blocks, windows; then the core or the program
(rollout, flow, joint, relevance, correlate, read, plot) and the page (show, live, Widget, head_view, open).

Indices count from 0. Rows of attention are queries, columns are keys. The forms of outputs are those of Hugging
Face's transformers 4.46 to 5.24, and older ones as far as they are the same.
"""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import errno
import functools
import gzip
import hashlib
import importlib
import importlib.metadata
import io
import json
import math
import operator
import os
import re
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import threading
import time
import warnings
import zlib
from pathlib import Path
from typing import Any, Callable, Dict, Generator, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple, Union

import numpy as np

__version__ = "0.1.0"
__all__ = [
    "Analysis", "Augmentation", "Contributions", "Correlation", "Cut", "Figure", "FlowPaths", "HeadwatersError", "Joint", "Layer", "LiveModel", "LiveRun", "Page",
    "Recorded",
    "Saved", "Selection", "Widget", "WindowBlocks", "ask", "blank_out", "block_layers", "compute", "contributions", "correlate", "flow", "flow_paths", "from_captum", "from_inseq",
    "from_pipeline", "from_timm", "from_transformer_lens", "gradients", "head_view", "input_gradients", "joint", "live", "merged", "model_view", "open",
    "plot", "read", "record", "relevance", "rollout", "save", "show", "transformed_vectors", "why", "window_blocks",
]

Array = Any  #: NumPy, PyTorch or JAX array, or nested lists of numbers
PathLike = Union[str, "os.PathLike[str]"]


def _quoted(text: str, most: int = 480) -> str:
    """The text with its long words cut, and cut itself, as the command line does: names and values that a message quotes are of any length."""
    text = re.sub(r"([^ \n]{160})[^ \n]+", r"\1...", text)
    return text if len(text) <= most else text[:most] + "..."


class HeadwatersWarning(UserWarning):
    """What the check of the numbers found: swapped queries and keys, per cent, scores before the softmax, missing values, ..."""


class HeadwatersError(ValueError):
    """What was found, and what helps. Of data that were read also as parts: `place` ("attentions[3][7]"), `finding`, `remedy`."""

    def __init__(self, text: str = "", place: str = "", finding: str = "", remedy: str = "") -> None:
        super().__init__(_quoted(text, 1440))
        self.place, self.finding, self.remedy = _quoted(place), _quoted(finding or text), _quoted(remedy)


EAGER = (
    'There is None in place of attention: the model ran with a fused kernel, which does not return the weights, or '
    'without output_attentions=True. Load it with attn_implementation="eager", as in '
    'AutoModel.from_pretrained(name, attn_implementation="eager"), and call it with output_attentions=True; or call it within '
    '`with headwaters.record(model):`, which sees to both.'
)

# ---- Arrays of any library ------------------------------------------------------------------------------------------


def _numpy(value: Array) -> np.ndarray:
    """Any library's array as NumPy's. Numbers that NumPy lacks (bfloat16, 8 bits) become float32. No copy where none is
    needed."""
    if hasattr(value, "detach"):  # PyTorch
        value = value.detach().cpu()
        known = str(value.dtype) in ("torch.float16", "torch.float32", "torch.float64") or not value.is_floating_point()
        return (value if known else value.float()).numpy()
    array = np.asarray(value)
    if array.dtype.kind == "V" and array.dtype.names is None:
        return _unnamed(array) if array.dtype.name.startswith("void") else array.astype(np.float32)
    return array.astype(np.float32) if array.dtype.name.startswith("float8") else array


#: Numbers of 8 bits, the most usual first: bits of the mantissa, bias, and what the highest codes mean ("inf": infinities
#: and NaN; "nan": all ones are NaN; "-0": NaN in place of -0).
_FLOAT8 = {"float8_e4m3fn": (3, 7, "nan"), "float8_e5m2": (2, 15, "inf"), "float8_e4m3fnuz": (3, 8, "-0"),
           "float8_e5m2fnuz": (2, 16, "-0"), "float8_e4m3b11fnuz": (3, 11, "-0"), "float8_e4m3": (3, 7, "inf"),
           "float8_e3m4": (4, 3, "inf")}


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
    return values.astype(np.float32)


def _unnamed(array: np.ndarray) -> np.ndarray:
    """What np.load gives of types that NumPy lacks: `V2` is bfloat16, `V1` one of 8 bits: that in which rows sum to 1
    (the others are off by factors)."""
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
        raise HeadwatersError(f"The array's type {array.dtype.str!r} has no name, and its rows sum to 1 in none that is known. Name "
                              'it before saving: array.view(ml_dtypes.float8_e4m3fn).astype("float32").')
    return _float8_table(best[1])[codes]


def _is_array(value: Any) -> bool:
    return hasattr(value, "shape") and hasattr(value, "dtype")


def _is_nested_numbers(value: Any) -> bool:
    while isinstance(value, (list, tuple)) and len(value) > 0:
        value = value[0]
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)

# ---- What models return: one stack of layers, or steps of generate() ------------------------------------------------


@dataclasses.dataclass
class _Stack:
    """One stack of layers as a model gave it: `steps` of generation (one without), each of layers [B, H, q, k]."""

    steps: List[List[np.ndarray]]
    where: str
    fused: bool = False  #: one matrix per layer was given
    axes: Tuple[str, ...] = ()  #: as they were read
    latent: bool = False  #: its tokens are Perceiver's latents, which have no texts

    @property
    def batch(self) -> int:
        return self.steps[0][0].shape[0]

    @property
    def grows(self) -> bool:
        """generate(use_cache=False): each step computes all rows again."""
        sizes = [step[0].shape[2] for step in self.steps]
        return len(sizes) > 1 and all(b == a + 1 for a, b in zip(sizes, sizes[1:]))

    @property
    def first(self) -> int:
        """Tokens that were there before the first was generated."""
        return self.steps[0][0].shape[2]

    def rows(self, count: Optional[int] = None) -> int:
        """Queries of the first `count` steps; of steps that were computed without a cache, the last has them all."""
        sizes = [step[0].shape[2] for step in self.steps[:count]]
        return sizes[-1] if self.grows else sum(sizes)

    def item(self, index: int, beams: Optional[np.ndarray] = None, cross: bool = False, rows: Optional[int] = None) -> np.ndarray:
        """[L, H, n, n] (cross-attention [L, H, t, s]) of one item. `beams[t]`: its row of the batch at step t, -1 behind its
        end. `rows`: only the first."""
        taken = [index] * len(self.steps) if beams is None else [int(beam) for beam in beams[: len(self.steps)] if beam >= 0]
        if max(taken) >= self.batch:
            raise HeadwatersError(f"{self.where} has {self.batch} rows a step, but beam_indices speaks of row {max(taken)}: the model kept "
                                  "no attention of that beam, as Whisper's generate() does. Run it on what was generated: "
                                  "model(..., decoder_input_ids=generated.sequences[:, :-1], output_attentions=True).")
        steps = self.steps[: len(taken)]
        if self.grows or len(self.steps) == 1:
            steps, taken = steps[-1:], taken[-1:]
            if len({layer.shape for layer in steps[0]}) == 1:
                whole = _stacked([layer[taken[0]] for layer in steps[0]])
                return whole if rows is None else whole[:, :, :rows, : whole.shape[3] if cross else rows]
        layers, heads, size = len(steps[0]), steps[0][0].shape[1], sum(step[0].shape[2] for step in steps)
        whole = np.zeros((layers, heads, size, steps[0][0].shape[3] if cross else size), steps[0][0].dtype)
        at = 0
        for t, (step, row) in enumerate(zip(steps, taken)):
            queries = step[0].shape[2]
            for number, layer in enumerate(step):
                part, keys = layer[row], layer.shape[3]
                if not cross and keys > at + queries:  # a cache of fixed size: what is not there yet is 0
                    beyond = np.nan_to_num(part[..., at + queries:])
                    if np.any(beyond[np.ptp(part, axis=-1) > 0]):  # rows of padding are even, and reach as far as the cache
                        raise HeadwatersError(f"{self.where}: step {t} looks at {keys} keys, but only {at + queries} tokens "
                                              "have been seen. These are steps of several calls of generate(), or the model looked at "
                                              "places of its cache that hold nothing (GPT-Neo with a cache of fixed size).")
                    part, keys = part[..., : at + queries], at + queries
                left = 0 if cross else at + queries - keys  # a sliding window has forgotten the first ones
                whole[number, :, at:at + queries, left:left + keys] = part
            at += queries
        return whole if rows is None else whole[:, :, :rows, : whole.shape[3] if cross else rows]


def _stacked(layers: Sequence[np.ndarray]) -> np.ndarray:
    """np.stack, without a copy where the layers are views of one array that lie in it at even distances. Not to be written to."""
    first, base = layers[0], layers[0].base
    at = [layer.__array_interface__["data"][0] for layer in layers]
    step = at[1] - at[0] if len(at) > 1 else first.nbytes
    even = all(b - a == step for a, b in zip(at, at[1:])) and all(
        layer.base is base and layer.strides == first.strides and layer.dtype == first.dtype for layer in layers)
    if base is None or not even or step <= 0:
        return np.stack(layers)
    return np.lib.stride_tricks.as_strided(first, (len(layers), *first.shape), (step, *first.strides), writeable=False)

# ---- Axes: what those before queries and keys count -----------------------------------------------------------------

# What the axes before queries and keys count: as in src/io/axes/readings.cpp, so that a file and its arrays are read alike.
_READINGS: Dict[int, List[Tuple[str, ...]]] = {
    0: [()],
    1: [("layers",), ("heads",), ("inputs",)],
    2: [("layers", "heads"), ("inputs", "heads"), ("inputs", "layers"), ("layers", "inputs")],
    3: [("layers", "inputs", "heads"), ("inputs", "layers", "heads"), ("layers", "streams", "heads")],
    4: [("inputs", "layers", "inputs", "heads"), ("layers", "streams", "inputs", "heads"), ("steps", "layers", "inputs", "heads")],
}
_AXES = ("inputs", "steps", "layers", "streams", "heads")


def _axes(given: Any) -> Optional[Tuple[str, ...]]:
    """What the user says: "inputs,layers,heads" or a sequence of these."""
    if given is None:
        return None
    names = tuple(given.split(",")) if isinstance(given, str) else tuple(given)
    once = [name for name in names if name != "inputs"]
    if not names or any(name not in _AXES for name in names) or len(set(once)) < len(once):
        raise HeadwatersError(f"axes={given!r} is not understood. Name what each axis before queries and keys counts, such as "
                              f'"inputs,layers,heads"; there are {", ".join(_AXES)}.')
    return names


def _lengths(tokens: Any) -> List[int]:
    """How many tokens each of the lists has; empty: there are none."""
    if tokens is None:
        return []
    if _is_array(tokens):
        shape = tuple(tokens.shape)
        return [shape[-1]] * shape[0] if len(shape) == 2 else [shape[0]]
    tokens = list(tokens)
    if tokens and (isinstance(tokens[0], (list, tuple)) or _is_array(tokens[0])):
        return [len(entry) for entry in tokens]
    return [len(tokens)]


def _numbered(key: Any) -> Tuple[Any, ...]:
    """A key in the order of the numbers in it: layer.2 before layer.10."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", str(key)) if part)


def _plain(value: Any) -> Any:
    """Nested lists of numbers as arrays, mappings by number as lists in their order, tensors as JavaScript prints them (dims, data) as
    arrays; other lists stay lists, and arrays of objects become some."""
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
    if isinstance(value, (str, bytes)) or not isinstance(value, (list, tuple)) and not hasattr(value, "__iter__"):
        raise HeadwatersError(f"There is a {type(value).__name__} where attention is expected: arrays [layers, batch, heads, queries, keys], or "
                              "what a model returns with output_attentions=True.")
    value = list(value)
    if _is_nested_numbers(value):
        try:
            return np.asarray(value, np.float32)
        except ValueError:
            pass  # lists that differ in length
    return [_plain(entry) for entry in value]


def _shape(value: Any) -> Optional[Tuple[int, ...]]:
    """The shape of an array, or of a list whose entries (None left out) are of one shape; None where they differ."""
    if _is_array(value):
        return tuple(int(size) for size in value.shape)
    shapes = {_shape(entry) for entry in value if entry is not None}
    one = next(iter(shapes)) if len(shapes) == 1 else None
    return None if one is None else (sum(entry is not None for entry in value), *one)


def _whole(value: Any) -> np.ndarray:
    """Entries of one shape as one array. One copy, of arrays none."""
    return _numpy(value) if _is_array(value) else np.stack([_whole(entry) for entry in value if entry is not None])


def _is_empty(value: Any) -> bool:
    return value is None or not _is_array(value) and all(_is_empty(entry) for entry in value)


def _note_absent(value: Any, where: str, left_out: List[str]) -> None:
    """Says which layers hold no attention: linear and state space layers give None."""
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


def _count(shape: Sequence[int], axes: Sequence[str], name: str) -> int:
    return int(np.prod([size for size, axis in zip(shape, axes) if axis == name], dtype=np.int64))


def _points(shape: Tuple[int, ...], axes: Tuple[str, ...], texts: Sequence[int], square: bool, mirrored: bool) -> Optional[int]:
    """What speaks for a reading of a shape; None: it is impossible."""
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
    """Whether of each pair along the second axis only the second matrix never looks at its own token."""
    if len(shape) < 5 or shape[1] != 2 or shape[-1] != shape[-2] or shape[-1] < 2:
        return False
    own = np.diagonal(_whole(value), axis1=-2, axis2=-1)
    return not own[:, 1].any() and bool(own[:, 0].any())


def _read_axes(value: Any, shape: Tuple[int, ...], texts: Sequence[int], square: bool, wanted: Optional[Tuple[str, ...]],
               strict: bool, where: str, left_out: List[str]) -> Tuple[str, ...]:
    """The axes of a block. Where other readings are possible, one is taken and said."""
    outer = len(shape) - 2
    if wanted is not None and len(wanted) == outer:
        return wanted
    if wanted is not None and strict:
        raise HeadwatersError(f"axes={','.join(wanted)!r} names {len(wanted)} axes, but {where} has {outer} before queries and keys.")
    mirrored = square and _mirrored(value, shape)
    found = [(points, axes) for axes in _READINGS.get(outer, [])
             for points in [_points(shape, axes, texts, square, mirrored)] if points is not None]
    found.sort(key=lambda reading: -reading[0])
    if not found:
        raise HeadwatersError(f"{where} has the shape {list(shape)}. Attention is [layers, batch, heads, queries, keys], "
                              "[layers, heads, queries, keys], [layers, queries, keys] or [queries, keys].")
    taken, several = found[0][1], len(texts) > 1
    usual = (taken == ("layers", "heads") and shape[0] > 1) or (taken == ("layers", "inputs", "heads") and shape[1] == 1 < shape[0]) or outer < 2
    if square and (several or not usual):
        meaning = lambda axes: [_count(shape, axes, name) for name in _AXES]
        others = [",".join(axes) for points, axes in found[1:] if not (several and points < 0) and meaning(axes) != meaning(taken)]
        if others:
            _said(left_out, f"{where}: the axes {list(shape)} are read as {', '.join(taken)}, queries, keys; if they are others, "
                            f"say axes={' or axes='.join(map(repr, others))}")
    return taken


class _Notes(List[str]):
    """What was left out, and beside it how the input was read."""

    def __init__(self) -> None:
        super().__init__()
        self.read: List[str] = []


def _said(left_out: List[str], *said: str) -> None:
    notes = getattr(left_out, "read", None)
    for note in said:
        if notes is not None and note not in notes:
            notes.append(note)

# ---- Stacks in all their forms --------------------------------------------------------------------------------------


def _check_numbers(array: np.ndarray, where: str) -> np.ndarray:
    if array.dtype.kind not in "fiub":
        raise HeadwatersError(f"{where} is an array of {array.dtype} with shape {list(array.shape)}. A layer's attention "
                              "is [batch, heads, queries, keys], [heads, queries, keys] or [queries, keys].")
    return array


def _of_block(value: Any, shape: Tuple[int, ...], axes: Tuple[str, ...], where: str) -> List[np.ndarray]:
    """Layers [B, H, q, k] of a block whose axes are known. Views where layers come first."""
    if axes[:1] == ("layers",) and not _is_array(value) and axes in (("layers", "inputs", "heads"), ("layers", "heads"), ("layers",)):
        layers = [_check_numbers(_whole(entry), f"{where}[{i}]") for i, entry in enumerate(value) if entry is not None]
    else:
        array = _check_numbers(_whole(value), where)
        if "streams" in axes:
            array = np.take(array, 0, axes.index("streams"))
            axes = tuple(axis for axis in axes if axis != "streams")
        by_name = lambda name: [i for i, axis in enumerate(axes) if axis == name]
        order = by_name("layers") + by_name("inputs") + by_name("heads")
        sizes = [_count(array.shape, axes, name) for name in ("layers", "inputs", "heads")]
        array = array.transpose(order + [len(axes), len(axes) + 1]).reshape(sizes + list(array.shape[-2:]))
        return list(array)
    if axes == ("layers", "heads"):
        return [layer[None] for layer in layers]
    return [layer[None, None] for layer in layers] if axes == ("layers",) else layers


def _stack(value: Any, where: str, left_out: List[str], texts: Sequence[int] = (), square: bool = True,
           axes: Optional[Tuple[str, ...]] = None, strict: bool = False, across: Optional["_Stack"] = None) -> _Stack:
    """What stands for one stack of attention of inputs of one length, in any of its forms."""
    if _is_mapping(value) and _has_names(value):
        value = next(iter(_by_names(value, None, left_out)[0].values()))
    value = _plain(value)
    if _is_empty(value):
        raise HeadwatersError(EAGER if value is None or len(value) else f"{where} is empty. {EAGER}")
    shape = _shape(value)
    if shape is None:
        return _of_list(value, where, left_out, texts, square, axes, across)
    if len(shape) < 2 or 0 in shape:
        raise HeadwatersError(f"{where} has the shape {list(shape)}. Attention is [layers, batch, heads, queries, keys], "
                              "[layers, heads, queries, keys], [layers, queries, keys] or [queries, keys].")
    _note_absent(value, where, left_out)
    taken = _read_axes(value, shape, texts, square, axes, strict, where, left_out)
    if "streams" in taken:
        left_out.append(f"the second matrix of each layer of {where} (XLNet's query stream)")
    if taken[:1] == ("steps",):
        array = _check_numbers(_whole(value), where)
        return _Stack([list(step) for step in array], where, axes=taken)
    fused = "heads" not in taken
    return _squared(_Stack([_of_block(value, shape, taken, where)], where, fused=fused, axes=taken), square, across, left_out)


def _squared(stack: _Stack, square: bool, across: Optional[_Stack], left_out: List[str]) -> _Stack:
    """Local attention unrolled, and a cache of fixed length without its unused places."""
    rows, columns = stack.steps[0][0].shape[2:]
    if not square or len(stack.steps) > 1 or rows == columns:
        return stack
    layers = stack.steps[0]
    ahead = ~np.tri(rows, columns, dtype=bool)
    if rows < columns and not any(np.nan_to_num(layer[..., ahead]).any() for layer in layers):
        left_out.append(f"the last {columns - rows} columns of {stack.where} (0 in every row: a cache of fixed length)")
        return dataclasses.replace(stack, steps=[[layer[..., :rows] for layer in layers]])
    whole = _unrolled(layers, None if across is None else across.steps[0])
    if whole is None:
        raise HeadwatersError(f"{stack.where} has {rows} queries and {columns} keys; self-attention has as many of both. " + (
            "Logits, scores of classes and hidden states look like this, and are no attention: give outputs, or outputs.attentions." if stack.axes != ("layers", "inputs", "heads") and any(np.min(np.nan_to_num(layer)) < 0 for layer in layers) else
            "Cross-attention stands under cross_attentions; Longformer's windows need global_attentions beside them; attention to fewer keys "
            "than tokens (Nystromformer, PVT, Perceiver) has no rollout."))
    _said(left_out, f"{stack.where} is local attention (windows of {columns - (0 if across is None else across.steps[0][0].shape[3])} "
                    "tokens); it was unrolled")
    return dataclasses.replace(stack, steps=[whole])


def _unrolled(layers: Sequence[np.ndarray], across: Optional[Sequence[np.ndarray]]) -> Optional[List[np.ndarray]]:
    """[B, H, n, n] of Longformer's [B, H, n, x + w + 1], with the weights [B, H, n, x] from its x global tokens; None where it
    is no band. Column x + w/2 + d holds the weight to the token at distance d; global tokens are those whose rows are 0."""
    made = []
    for index, layer in enumerate(layers):
        batch, heads, n, columns = layer.shape
        count = 0 if across is None else across[index].shape[3]
        half = (columns - count - 1) // 2
        if (columns - count) % 2 == 0 or columns < 3:
            return None
        whole = np.zeros((batch, heads, n, n), layer.dtype)
        key = np.arange(n)[:, None] + np.arange(columns - count) - half
        inside = (key >= 0) & (key < n)
        if np.nan_to_num(layer[..., count:][..., ~inside]).any():
            return None
        row = np.broadcast_to(np.arange(n)[:, None], key.shape)
        whole[..., row[inside], key[inside]] = layer[..., count:][..., inside]
        for item in range(batch):
            places = np.flatnonzero(~np.nan_to_num(layer[item]).any(axis=(0, 2)))
            places = places[:count] if len(places) >= count else np.arange(count)  # rows of padding, behind the text, are 0 too
            for g, place in enumerate(places):
                own = layer[item, :, :, g]
                whole[item, :, :, place] = np.where(own != 0, own, whole[item, :, :, place])
            for g, place in enumerate(places):
                if across is not None:
                    whole[item, :, place, :] = across[index][item, :, :n, g]  # they go on over the padding to whole windows
        sums = whole.sum(-1)
        if np.mean(np.abs(sums[sums != 0] - 1) < 0.01) < 0.9:
            return None
        made.append(whole)
    return made


def _of_list(value: List[Any], where: str, left_out: List[str], texts: Sequence[int], square: bool,
             axes: Optional[Tuple[str, ...]], across: Optional[_Stack]) -> _Stack:
    """A list whose entries differ in shape: steps of generation, or XLNet's streams of which the second has fewer rows."""
    entries = [entry for entry in value if entry is not None]
    shapes = [_shape(entry) for entry in entries]
    steps = _steps(entries, shapes, where)
    if steps is not None:
        for entry in entries[:1]:
            _note_absent(entry, where, left_out)
        sizes = [step[0].shape[2:] for step in steps]
        if square and sizes[0][0] == 1 < sizes[0][1] and all(b[1] == a[1] + 1 for a, b in zip(sizes, sizes[1:])):
            raise HeadwatersError(f"{where}: the steps begin with one row of {sizes[0][1]} columns: the rows of the prompt are missing. "
                                  "Keep the first entry of what generate() returns.")
        stack = _Stack(steps, where, axes=("steps", "layers", "inputs", "heads"))
        if not square or stack.grows or None in shapes or _are_steps([shape or (0, 0) for shape in shapes]):
            unused = steps[-1][0].shape[3] - stack.rows()
            if square and not stack.grows and unused > 0:
                _said(left_out, f"the last {unused} places of the cache of {where} (0 in every row: a cache of fixed length)")
            return stack
    pairs = [entry for entry in entries if isinstance(entry, list) and len(entry) == 2 and all(_is_array(one) for one in entry)]
    if len(pairs) == len(entries) and all(one.shape[-1] == one.shape[-2] > two.shape[-2] for one, two in pairs):
        left_out.append(f"the second matrix of each layer of {where} (XLNet's query stream)")
        return _stack([one for one, _ in pairs], where, left_out, texts, square)
    for i, (entry, shape) in enumerate(zip(entries, shapes)):
        if shape != shapes[0]:
            raise HeadwatersError(_unequal(shape, shapes[0], where, i))
    raise HeadwatersError(f"{where} cannot be read. Save outputs.attentions as it is.")


def _steps(entries: Sequence[Any], shapes: Sequence[Optional[Tuple[int, ...]]], where: str) -> Optional[List[List[np.ndarray]]]:
    """Steps of generate(), each its layers [B, H, q, k]; None where the entries are none. Layers of one step may differ in
    their keys: some look through a sliding window, some at all."""
    if all(shape is not None and len(shape) in (4, 5) and (len(shape), shape[:-2]) == (len(shapes[0] or ()), (shapes[0] or ())[:-2]) for shape in shapes) \
            and (len(shapes[0] or ()) == 5 or all(b is not None and a is not None and (b[-2] == 1 or b[-1] in (a[-1] + b[-2], a[-1] + 1)) for a, b in zip(shapes, shapes[1:]))):
        return [_of_block(entry, shape, ("layers", "inputs", "heads")[:: 1 if len(shape) == 5 else 2], f"{where}[{t}]")
                for t, (entry, shape) in enumerate(zip(entries, shapes)) if shape is not None]
    steps = []
    for entry in entries:
        layers = [layer for layer in entry if layer is not None] if isinstance(entry, list) else []
        if not layers or any(not _is_array(layer) or len(layer.shape) != 4 or layer.shape[:3] != layers[0].shape[:3] for layer in layers):
            return None
        steps.append([_numpy(layer) for layer in layers])
    return steps if len({(len(step), *step[0].shape[:2]) for step in steps}) == 1 else None


def _unequal(shape: Optional[Tuple[int, ...]], first: Optional[Tuple[int, ...]], where: str, layer: int) -> str:
    """Why the layers of a stack have different shapes, and what helps."""
    if shape is None or first is None or min(len(shape), len(first)) < 2:
        said = lambda one: "of a list whose entries differ" if one is None else str(list(one))
        return (f"{where}[{layer}] has the shape {said(shape)}, {where}[0] {said(first)}. All layers have to be of one shape; lists of "
                "inputs have the layers of each.")
    found = f"{where}[{layer}] has the shape {list(shape)}, {where}[0] {list(first)}"
    square = shape[-1] == shape[-2] and first[-1] == first[-2]
    pruned = len(shape) == len(first) > 2 and shape[-2:] == first[-2:] and shape[:-3] == first[:-3]
    if pruned:
        return (f"{found}: heads were pruned, so that layers have {first[-3]} and {shape[-3]}. Their means can be saved: "
                f"[layer.mean(-3) for layer in outputs.{where}].")
    if shape[-2] == first[-2] and shape[-1] != first[-1] and not square:
        return f"{found}: the number of keys changes by layer (sparse or downsampled keys), over which nothing can be rolled out."
    count = lambda one: int(np.prod(one[:-3], dtype=np.int64)) * one[-2]
    if square and count(shape) < count(first):
        return (f"{found}: the number of tokens changes by layer, as in models that merge patches (Swin) or tokens (ToMe). "
                "headwaters.merged() puts all stages on one grid, of blocks that window_blocks() records; or save the layers of one stage. If "
                "they are inputs, give the layers of each as a list of its own.")
    if shape[-1] == first[-1] and shape[-2] < first[-2]:
        return (f"{found}: the number of tokens changes by layer, as in models that merge or pool tokens (Funnel), over which nothing can be "
                "rolled out. Of windows (Swin) window_blocks() records every block.")
    if square and shape[:-2] == first[:-2]:
        return (f"{found}: these are inputs of different lengths, or steps of generate(). Give the layers of each input as a "
                "list of its own: [outputs.attentions for each input].")
    return f"{found}. All layers have to be of one shape."


def _are_steps(shapes: Sequence[Tuple[int, ...]]) -> bool:
    """Whether each shape adds rows to those before: as areSteps() of src/io/axes/generation.cpp."""
    seen, first = shapes[0][-2], shapes[0][-1]
    if first < seen or len(shapes) < 2:
        return False
    for before, (rows, columns) in zip(shapes, (shape[-2:] for shape in shapes[1:])):
        seen += rows
        # A window: as wide as before, or one wider while it fills; narrower behind a prompt that is longer than it.
        sliding = columns < seen and rows <= columns and (columns in (before[-1], before[-1] + 1) or (before is shapes[0] and columns < before[-1]))
        if columns != first if first > shapes[0][-2] else columns != seen and not sliding:
            return False
    return any(shape[-2] != shape[-1] for shape in shapes[1:])


def _repeats(entries: Sequence[Any], shapes: Sequence[Tuple[int, ...]]) -> bool:
    """Whether squares that grow by exactly one row look only backwards and repeat the one before (steps without a cache)."""
    if len(shapes) < 2 or any(b[-1] != a[-1] + 1 for a, b in zip(shapes, shapes[1:])):
        return False
    before = None
    for entry in entries:
        values = np.nan_to_num(_whole(entry))
        n = values.shape[-1]
        if np.any(np.triu(values, 1)) or before is not None and np.abs(values[..., : n - 1, : n - 1] - before).max() > 1e-3:
            return False
        before = values
    return True


def _separate(value: Any, texts: Sequence[int], axes: Optional[Tuple[str, ...]]) -> Optional[List[Any]]:
    """The inputs of a list of inputs of different length, each to be read by itself; None for anything else."""
    value = _plain(value)
    if _is_array(value) or _is_empty(value) or _shape(value) is not None:
        return None
    entries = [entry for entry in value if entry is not None]
    if axes is not None:
        return entries if axes[0] == "inputs" else None
    shapes = [shape for shape in map(_shape, entries) if shape is not None]
    if len(shapes) < len(entries):
        return entries if not shapes and len(texts) == len(entries) else None
    squares = all(len(shape) == len(shapes[0]) > 1 and shape[:-2] == shapes[0][:-2] and shape[-1] == shape[-2] for shape in shapes)
    if not squares:
        return None
    if len(texts) == len(entries) and all(shape[-1] <= text <= shape[-1] + 1 for text, shape in zip(texts, shapes)):
        return entries
    if _repeats(entries, shapes):
        return None
    falls = all(b[-1] <= a[-1] for a, b in zip(shapes, shapes[1:]))
    one = len(shapes[0]) < 4 or len(shapes[0]) == 4 and shapes[0][0] == 1
    return None if falls and one else entries  # layers of a model that merges tokens


def _is_mapping(value: Any) -> bool:
    """A dictionary, or what has its methods (a cache of activations)."""
    return isinstance(value, Mapping) or (hasattr(value, "items") and hasattr(value, "keys") and not _is_array(value))


def _has_names(value: Any) -> bool:
    """Whether a mapping is of arrays by name: no list by number, and no tensor as JavaScript prints it."""
    return not (isinstance(value, Mapping) and ("dims" in value or "ort_tensor" in value or all(str(key).isdigit() for key in value)))


def _leaves(value: Any, path: str = "", depth: int = 0) -> Iterable[Tuple[str, Any]]:
    """The arrays of nested dictionaries by their names, joined by dots, and None where a layer has none; tuples of one array,
    as Flax leaves them, too."""
    for key, entry in value.items():
        name = f"{path}.{key}" if path else str(key)
        while isinstance(entry, (list, tuple)) and len(entry) == 1 and (_is_array(entry[0]) or isinstance(entry[0], tuple)):
            entry = entry[0]
        if isinstance(entry, (list, tuple)) and _is_nested_numbers(entry):
            try:
                entry = np.asarray(entry, np.float32)
            except ValueError:  # rows of different length
                continue
        if entry is None:
            yield name, None
        elif _is_array(entry):
            if len(entry.shape) >= 2 and 0 not in entry.shape:
                yield name, entry
        elif _is_mapping(entry) and depth < 8:
            yield from _leaves(entry, name, depth + 1)


class _Family(NamedTuple):
    """Arrays whose names are equal but for numbers, in the order of these."""

    pattern: str
    arrays: List[Any]
    heads: int  #: more than 0: each is one head, layer by layer
    rank: int  #: larger: more likely attention; below 50: only its shape says so
    role: str
    names: List[str]
    there: List[int]  #: numbers of the layers, where some between or behind them are missing


def _numbers(name: str) -> Tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"[0-9]+", name))


def _family(names: List[str], arrays: Mapping[str, Any]) -> Optional[_Family]:
    """Of names that differ in numbers; nothing if the arrays could not be attention."""
    absent = [name for name in names if arrays[name] is None]
    names = sorted((name for name in names if arrays[name] is not None), key=_numbers)
    if not names:
        return None
    counts = [sorted(set(found)) for found in zip(*map(_numbers, names))]
    parts = iter(counts)
    pattern = re.sub(r"[0-9]+", lambda digits: "*" if len(next(parts)) > 1 else digits.group(), names[0])
    shapes = {tuple(arrays[name].shape) for name in names}
    lower = pattern.lower()
    role = ("cross" if any(word in lower for word in ("cross", "encoder_attn", "encdec", "encoder_decoder"))
            else "decoder" if "decoder" in lower else "encoder" if "encoder" in lower else "self")
    shape = tuple(arrays[names[0]].shape)
    ragged = len(shapes) > 1 and len(shape) > 2 and all(  # inputs of different length
        len(one) == len(shape) and one[:-2] == shape[:-2] and one[-1] == one[-2] > 1 for one in shapes)
    while len(shape) > 4 and shape[0] == 1:
        shape = shape[1:]
    square = shape[-1] == shape[-2] > 1
    if len(shapes) > 1 and not ragged or len(shape) > 5 or not (square or (role == "cross" and len(shape) > 2)):
        return None
    differing = [len(found) for found in counts if len(found) > 1]
    heads = differing[1] if len(shape) == 2 and len(differing) == 2 and differing[0] * differing[1] == len(names) else 0
    rank = 2 * any(word in lower for word in ("attn", "attention"))
    rank += 2 * any(word in lower for word in ("pattern", "prob", "softmax", "weights"))
    rank -= 2 * any(word in lower for word in ("score", "logit", "mask", "bias", "grad"))
    rows = _numpy(arrays[names[0]]).astype(np.float64).reshape(-1, shape[-1])[:4096]
    sums = np.nansum(rows, -1)
    negative = bool(np.any(rows < 0))
    used = sums[sums != 0]
    if not negative and len(used) and np.mean(np.abs(used - 1) < 0.02) >= 0.9:
        rank += 100
    elif not negative and rank >= 2 and len(used):
        rank += 50
    elif negative and len(shape) == 2:  # a checkpoint's matrices
        return None
    numbers = next((found for found in counts if len(found) > 1), []) if len(differing) == 1 else []
    whole = not absent and (not numbers or numbers[0] < 2 and numbers[-1] - numbers[0] < len(numbers))
    return _Family(pattern, [arrays[name] for name in names], heads, rank, role, names, [] if whole else numbers)


def _families(arrays: Mapping[str, Any]) -> List[_Family]:
    """The likeliest first."""
    groups: Dict[str, List[str]] = {}
    for name in arrays:
        groups.setdefault(re.sub(r"[0-9]+", "*", name), []).append(name)
    found = [family for family in (_family(names, arrays) for names in groups.values()) if family]
    return sorted(found, key=lambda family: (-family.rank, -len(family.arrays)))


def _as_layers(family: _Family) -> Any:
    """What _stack() takes."""
    arrays = [_numpy(array) for array in family.arrays]
    if family.heads:
        return [np.stack(arrays[at:at + family.heads]) for at in range(0, len(arrays), family.heads)]
    if len(arrays) == 1 and not re.search(r"[0-9]", family.pattern):  # one array has all layers
        return arrays[0]
    return [array.reshape(array.shape[array.ndim - 4:]) if array.ndim > 4 and set(array.shape[:-4]) == {1} else array
            for array in arrays]


def _by_names(value: Any, layers_from: Optional[str], left_out: List[str]) -> Tuple[Dict[str, Any], Dict[str, List[str]]]:
    """Layers in a dictionary of arrays: of an activation cache, of Flax's intermediates, of hooks. By the keys of a model's outputs,
    with the names that were taken."""
    arrays = dict(_leaves(value))
    if layers_from is not None:
        pattern = re.compile(".*".join(map(re.escape, layers_from.split("*"))), re.DOTALL)
        names = sorted((name for name in arrays if arrays[name] is not None and pattern.fullmatch(name)), key=_numbers)
        if not names:
            raise HeadwatersError(f"No array is named {layers_from!r}; there are {_some(_patterns(arrays))}.")
        family = _family(names, arrays) or _Family(layers_from, [arrays[name] for name in names], 0, 0, "self", names, [])
        return {"attentions": _as_layers(family)}, {"attentions": names}
    families = _families(arrays)
    sure = [family for family in families if family.rank >= 50]
    if not families:
        raise HeadwatersError(f"The dictionary holds no arrays that could be attention; its names are {_some(_patterns(arrays)) or 'none'}. "
                              "Attention stands under the key 'attentions', or choose it by layers_from=\"...\".")
    if not sure:
        raise HeadwatersError("No array has a name or rows that say attention, but some have its shape: "
                              f"{_some([family.pattern for family in families])}. Choose them by layers_from=\"...\"; * stands "
                              "for the number of a layer.")
    first = {role: next((family for family in sure if family.role == role), None) for role in ("encoder", "decoder", "cross")}
    if first["cross"] is not None and (first["encoder"] or first["decoder"]):
        taken = {f"{role}_attentions": family for role, family in first.items() if family}
    else:
        taken = {"attentions": next((family for family in sure if family.role != "cross"), sure[0])}
    for family in taken.values():
        if family.there:
            _said(left_out, f"of the layers {family.pattern} these are there: {', '.join(map(str, family.there))}; rollout and flow skip "
                            "what is missing")
    used = {name for family in taken.values() for name in family.names}
    others = _patterns({name: array for name, array in arrays.items() if array is not None and name not in used})
    if others:
        left_out.append(f"arrays beside {_some([family.pattern for family in taken.values()])}: {_some(others)}")
    return {role: _as_layers(family) for role, family in taken.items()}, {role: family.names for role, family in taken.items()}


def _named(outputs: Any, options: Dict[str, Any], left_out: List[str]) -> Tuple[Any, Dict[str, Any]]:
    """A dictionary of arrays as a model's outputs, with options for it; anything else as it is."""
    chosen = options["layers_from"]
    by_number = isinstance(outputs, Mapping) and all(str(key).isdigit() for key in outputs)
    inside = [role for role in _ROLES if _is_mapping(_get(outputs, role)) and _has_names(_get(outputs, role))] if _is_mapping(outputs) else []
    if chosen is None and inside:  # arrays by name under the key of one stack
        layers = {role: next(iter(_by_names(_get(outputs, role), None, left_out)[0].values())) for role in inside}
        outputs = {**{key: outputs[key] for key in outputs.keys()}, **layers}
    named = _is_mapping(outputs) and (chosen is not None or not (_is_named(outputs) or by_number or hasattr(outputs, "to_tuple")))
    if not named and chosen is not None:
        raise HeadwatersError("layers_from names arrays of a dictionary, but these are no dictionary.")
    if not named:
        return outputs, options
    outputs, names = _by_names(outputs, chosen, left_out)
    slopes = options["gradients"]
    if _is_mapping(slopes) and not _is_named(slopes):
        arrays = dict(_leaves(slopes))
        missing = [name for each in names.values() for name in each if arrays.get(name) is None]
        if missing:
            raise HeadwatersError(f"There is no gradient named {missing[0]!r}: gradients have the names of the attention that they are of.")
        slopes = {role: _as_layers(_family(each, arrays) or _Family("*", [arrays[name] for name in each], 0, 0, "self", each, []))
                  for role, each in names.items()}
    ranks = {len(_shape(_plain(layers)) or ()) for layers in outputs.values()}
    axes = options["axes"]
    if axes is None and len(ranks) == 1:
        axes = {3: ("layers",), 4: ("layers", "heads"), 5: ("layers", "inputs", "heads")}.get(ranks.pop())
    return outputs, {**options, "gradients": slopes, "axes": axes, "layers_from": None}


def _patterns(arrays: Mapping[str, Any]) -> List[str]:
    return list(dict.fromkeys(re.sub(r"[0-9]+", "*", name) for name in arrays))


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


_ROLES = ("attentions", "encoder_attentions", "decoder_attentions", "cross_attentions")
_PARTS = {"attentions": "self", "encoder_attentions": "encoder", "decoder_attentions": "decoder",
          "cross_attentions": "cross"}


def _get(outputs: Any, key: str) -> Any:
    return outputs.get(key) if isinstance(outputs, Mapping) else getattr(outputs, key, None)


def _is_named(outputs: Any) -> bool:
    return isinstance(outputs, Mapping) and any(role in outputs for role in _ROLES) or any(hasattr(outputs, role) for role in _ROLES)


def _stacks(outputs: Any, left_out: List[str], tokens: Any = None, axes: Optional[Tuple[str, ...]] = None,
            like: Optional[Dict[str, _Stack]] = None) -> Dict[str, _Stack]:
    """Every stack of a model's outputs by its role: self, or encoder, decoder and cross. `like`: the attention that these
    are gradients of, whose axes they have."""
    texts = _lengths(tokens)
    wanted = lambda part: like[part].axes if like is not None and part in like else axes
    if not _is_named(outputs):
        outputs = _of_hooks(outputs) if like is None else outputs
        return {"self": _stack(outputs, "attentions", left_out, texts, like is None, wanted("self"), like is None and axes is not None)}
    given = {_PARTS[role]: (role, _get(outputs, role)) for role in _ROLES}
    beyond = {"self": "global_attentions", "encoder": "encoder_global_attentions"}

    def read(part: str, role: str, value: Any) -> _Stack:
        across = _plain(_get(outputs, beyond[part])) if part in beyond and like is None else None
        across = None if across is None or _is_empty(across) else _stack(across, beyond[part], [], (), False)
        square = part != "cross" and like is None
        value = _content_stream(value, role, left_out) if _get(outputs, "sequences") is None else value
        known = wanted(part)
        if known is None and type(outputs) is not dict and isinstance(value, tuple) and all(_is_array(one) and one.ndim == 4 for one in value):
            known = ("layers", "inputs", "heads")  # what a model returns needs no guess, be it one layer
        return _stack(value, role, left_out, texts if part in ("self", "encoder") else (), square, known, axes is not None and square, across)

    found = {part: read(part, role, value) for part, (role, value) in given.items()
             if value is not None and len(value) > 0 and not _all_none(value)}
    if not found:
        raise HeadwatersError(EAGER)
    if "self" in found and "cross" in found and "decoder" not in found:
        own, cross = found["self"].steps[-1], found["cross"].steps[-1]
        if len(own) != len(cross) and len(found["self"].steps) == 1 and own[0].shape[2] == cross[0].shape[2]:
            left_out.append(f"cross_attentions ({len(cross)} of {len(own)} layers): the {own[0].shape[2]} positions are latents, as in "
                            "Perceiver, and tokens are of what it reads into them")
            return {"self": dataclasses.replace(found["self"], latent=True)}
        found["decoder"] = found.pop("self")  # a decoder that is a model of its own
    if "cross" not in found and len(found) > 1:  # nothing joins them
        keep = "self" if "self" in found else "decoder" if "decoder" in found else next(iter(found))
        left_out.extend(f"{part}_attentions (without cross-attention nothing joins the two)" for part in found if part != keep)
        found = {keep: found[keep]}
    if "cross" not in found:
        found = {"self": next(iter(found.values()))}
    return found


def _content_stream(value: Any, where: str, left_out: List[str]) -> Any:
    """XLNet's layers with a target mapping are pairs: the content's stream and the query's, which is left out."""
    if isinstance(value, (list, tuple)) and len(value) > 1 and all(isinstance(pair, (list, tuple)) and len(pair) == 2 and all(
            _is_array(one) and one.ndim == 4 and one.shape == first.shape for one, first in zip(pair, value[0])) for pair in value) and (
            value[0][0].shape[-2] == value[0][0].shape[-1] == value[0][1].shape[-1]):  # steps of two layers differ in their rows
        note = f"the second matrix of each layer of {where} (XLNet's query stream)"
        if note not in left_out:
            left_out.append(note)
        return [content for content, _ in value]
    return value


#: What models return beside attention, or in its place.
_OTHER_FIELDS = ("logits", "last_hidden_state", "hidden_states", "pooler_output", "cache", "cache_params", "past_key_values", "loss", "state")


def _of_hooks(outputs: Any) -> Any:
    """A mapping without the names of attention: what hooks have gathered by name, else a model that has no attention."""
    if isinstance(outputs, (list, tuple)) and any(_is_array(entry) for entry in outputs) and any(
            isinstance(entry, (list, tuple)) and entry and _is_array(entry[0]) for entry in outputs):
        where = [i for i, entry in enumerate(outputs) if isinstance(entry, (list, tuple)) and entry and _is_array(entry[0]) and entry[0].ndim == 4
                 and entry[0].shape[-1] == entry[0].shape[-2]]
        raise HeadwatersError("This tuple holds other arrays beside attention, as models do with return_dict=False: give its attention alone"
                              + (f", outputs[{where[-1]}]." if where else "."))
    if not isinstance(outputs, Mapping):
        return outputs
    inner = [key for key, value in outputs.items() if _is_named(value) and not _is_array(value)]
    if inner:
        raise HeadwatersError(f"These outputs hold those of {_counted(len(inner), 'model')}: save them one by one, as in "
                              f"save(path, outputs.{inner[-1]}, ...).")
    if any(name in outputs for name in _OTHER_FIELDS) or any(str(key).startswith("logits") for key in outputs):
        raise HeadwatersError(f"These outputs ({type(outputs).__name__}: {', '.join(map(str, outputs))}) have no place for attention: the model has none "
                              "(state spaces and recurrence, as in Mamba), or its class does not return it.")
    pairs = [key for key, value in outputs.items() if isinstance(value, (list, tuple)) and all(_is_array(one) for one in value if one is not None)]
    if not pairs:
        return outputs
    found = {key: [one for one in value if one is not None and one.ndim == 4 and one.shape[-1] == one.shape[-2]] if key in pairs else [value]
             for key, value in outputs.items()}
    odd = next((key for key, ones in found.items() if len(ones) != 1), None)
    if odd is not None:
        raise HeadwatersError(f"Under {odd!r} there are {_counted(len(outputs[odd]), 'array')}: a hook on an attention module gets (output, weights); "
                              "keep the weights alone, made[1].")
    return {key: ones[0] for key, ones in found.items()}


def _all_none(value: Any) -> bool:
    return not _is_array(value) and not isinstance(value, Mapping) and all(entry is None for entry in value)

# ---- Options, and what can be meant by them -------------------------------------------------------------------------

_OPTIONS: Dict[str, Any] = dict(
    decoder_tokens=None, tokenizer=None, attention_mask=None, decoder_attention_mask=None, item=None, gradients=None,
    importance=None, image=None, grid=None, first_patch_token=None, image_regions=None, words=None, segments=None, special_tokens=None,
    output_token=None, predicted=None, predicted_probability=None, fixed_residual=None, contributions=None, contribution_kind=None, model=None, title=None,
    source=None, layers=None, layers_from=None, average_heads=False, axes=None, softmax=False, absolute=False, first_tokens=None,
    missing_share=False)

#: Options with one value for each input.
_PER_INPUT = ("decoder_tokens", "attention_mask", "decoder_attention_mask", "gradients", "words", "segments", "output_token", "predicted",
              "predicted_probability", "fixed_residual", "contributions", "image", "image_regions")


def _is_number(value: Any) -> bool:
    try:
        return operator.index(value) is not None and not isinstance(value, bool)
    except (TypeError, RuntimeError):
        return False


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or _is_array(value) and value.ndim > 0


#: Options, what they have to be, and how that is said.
_MEANT: List[Tuple[Tuple[str, ...], Callable[[Any], bool], str]] = [
    (("item", "output_token", "first_patch_token"), _is_number, "a whole number"),
    (("layers",), lambda value: _is_list(value) and len(value) > 0 and all(_is_number(one) for one in value), "a list of the numbers of layers"),
    (("grid",), lambda value: _is_list(value) and len(value) in (2, 3) and all(_is_number(one) for one in value),
     "(rows, columns), or (frames, rows, columns) of a video"),
    (("image_regions",), lambda value: _is_list(value) and all(_is_list(one) for one in value), "[(picture or None, (rows, columns), first token), ...]"),
    (("importance",), lambda value: isinstance(value, Mapping) and all(scores is not None for scores in value.values()), '{"name": one score for each token}'),
    (("tokenizer",), lambda value: hasattr(value, "convert_ids_to_tokens"), "a tokenizer, with convert_ids_to_tokens()"),
    (("title",), lambda value: isinstance(value, str) or isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value),
     "a text, or a list with one for each item"),
    (("source", "contribution_kind"), lambda value: isinstance(value, str), "a text"),
    (("axes",), lambda value: isinstance(value, str) or isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value),
     'names of axes, as in "inputs,layers,heads"'),
    (("tokens", "decoder_tokens", "predicted", "predicted_probability", "special_tokens", "words", "segments"), _is_list, "a list with one for each token, or a list of such lists"),
    (("attention_mask", "decoder_attention_mask"), lambda value: _is_array(value) or isinstance(value, (list, tuple)) and _shape(_plain(value)) is not None,
     "rows of 0 and 1, all of one length"),
]


def _check_options(options: Mapping[str, Any]) -> None:
    """What cannot be meant is said here, and not by whoever stumbles over it."""
    for names, right, said in _MEANT:
        for name in names:
            value = options.get(name)
            if value is not None and not right(value):
                raise HeadwatersError(f"{name} is {_short(value)}; {said} is expected.")


def _short(value: Any) -> str:
    if _is_array(value):
        return f"an array of shape {list(value.shape)}"
    text = repr(value)
    return text if len(text) <= 60 else f"a {type(value).__name__}"

# ---- One item of a batch, its padding removed -----------------------------------------------------------------------


@dataclasses.dataclass
class _Example:
    """What one analysis of a file holds. `parts` and `gradients`: [L, H, q, k] by role."""

    parts: Dict[str, np.ndarray]
    gradients: Dict[str, np.ndarray]
    tokens: Optional[List[str]]
    decoder_tokens: Optional[List[str]]
    extras: Dict[str, Any]
    bare: bool = False  #: contributions without attention: `parts` gives their shape alone

    @property
    def joined(self) -> bool:
        return "cross" in self.parts

    @property
    def width(self) -> int:
        """Tokens of the side that scores and words are about."""
        for part, axis in (("self", 3), ("encoder", 3), ("cross", 3), ("decoder", 3)):
            if part in self.parts:
                return self.parts[part].shape[axis]
        raise AssertionError


class _Item(NamedTuple):
    """One item of a batch."""

    number: int
    batch: int
    shared: bool = False  #: generate() makes several sequences of one input: what was given for each input serves them all

    def of(self, count: int, what: str) -> int:
        """Which of `count` entries is its own."""
        if count == self.batch or self.shared and count > 0 and self.batch % count == 0:
            return self.number * count // self.batch
        raise HeadwatersError(f"There are {what} for {_counted(count, 'item')}, but the batch has {self.batch}: one for each is expected, or "
                              "item= with the number of one.")

    def own(self, value: Any, what: str) -> Any:
        """Its part of a list or an array with one entry for each item; of an item alone the value itself."""
        if value is None or self.batch == 1:
            return _numpy(value) if _is_array(value) else value
        if not _is_array(value) and not isinstance(value, (list, tuple)):
            raise HeadwatersError(f"{what} is one {type(value).__name__}, but the batch has {self.batch} items: give a list with one for "
                                  "each, or item= with the number of one.")
        own = value[self.of(len(value), what)]
        return _numpy(own) if _is_array(own) else own


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _kept(mask: Optional[Array], item: _Item, width: int, what: str) -> np.ndarray:
    """Indices that a mask [B, n] or [n] keeps. One that covers the prompt only keeps what was generated behind it."""
    if mask is None:
        return np.arange(width)
    rows = np.atleast_2d(_numpy(mask))
    if rows.ndim != 2:
        raise HeadwatersError(f"{what} has the shape {list(rows.shape)}; one row of 0 and 1 for each item of the batch is "
                              "expected, as the tokenizer gives it.")
    row = rows[item.of(len(rows), what)].astype(bool)
    if len(row) < width:
        row = np.concatenate([row, np.ones(width - len(row), bool)])
    if not row[:width].any():
        raise HeadwatersError(f"{what} leaves no token of item {item.number}.")
    return np.flatnonzero(row[:width])


def _texts(tokens: Any, tokenizer: Any, item: _Item) -> Optional[List[str]]:
    """Token texts of one item out of texts, ids, or a list of either for each item."""
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


def _fit_tokens(texts: Optional[List[str]], whole: int, kept: np.ndarray, what: str, end: Optional[int],
                left_out: List[str]) -> Optional[List[str]]:
    """Those of the rows that stay. generate() returns one token more than it looked from; behind `end` there is padding."""
    if texts is None or len(texts) == len(kept) != whole:
        return texts
    if end is not None and len(texts) > end + 1:
        note = f"padding behind the ends of sequences ({what})"
        if note not in left_out:
            left_out.append(note)
        texts = texts[:end + 1]
    if len(texts) == whole + 1:
        left_out.append(f"the last of {what}, {texts[-1]!r} (generated last, nothing has looked from it)")
        texts = texts[:-1]
    if len(texts) == whole:
        return [texts[i] for i in kept]
    raise HeadwatersError(f"There are {len(texts)} {what}, but attention is {whole} wide"
                          + (f" ({len(kept)} without padding)" if len(kept) != whole else "")
                          + ". Give the tokens of the very input, special tokens included"
                          + (f"; if the rest is padding, first_tokens={len(texts)} keeps the first." if len(texts) < len(kept) else
                             ". Latents (Perceiver) and pooled tokens have no texts: leave them out."))


def _per_token(value: Any, item: _Item, sizes: Sequence[int], kept: np.ndarray, what: str, axis: int = 0) -> Any:
    """One value a token, of one item and without padding. `sizes`: how many tokens the item has, and with its padding."""
    if value is None:
        return None
    if not _is_list(value):
        raise HeadwatersError(f"{what} is {_short(value)}; one for each of {sizes[0]} tokens is expected.")
    flat = axis == 0 and len(value) > 0 and not (_is_array(value[0]) and value[0].ndim or isinstance(value[0], (list, tuple)))
    if item.batch > 1 and flat and not _is_array(value):
        raise HeadwatersError(f"{what} is one list, but the batch has {item.batch} items: give a list of one for each, as in "
                              f"{'words=[batch.word_ids(i) for i in range(' + str(item.batch) + ')]' if what == 'words' else '[[...], [...]]'}, "
                              "or item= with the number of one.")
    if item.batch == 1 and axis == 0 and len(value) == 1 and not flat:
        value = value[0]  # [1, n]
    value = item.own(value, what)
    if not _is_list(value):
        raise HeadwatersError(f"{what} is {_short(value)}; one for each of {sizes[0]} tokens is expected.")
    values = _numpy(value) if _is_array(value) else np.asarray(list(value), dtype=object)
    if values.ndim != axis + 1 or not np.all([np.ndim(one) == 0 for one in values.flat] if values.dtype == object else True):
        raise HeadwatersError(f"{what} has the shape {list(_shape(_plain(value)) or ())}; one number for each of {sizes[0]} tokens is expected: of vectors "
                              "take a norm, as input_gradients() does." if axis == 0 else f"{what} has the shape {list(_shape(_plain(value)) or ())}.")
    size = values.shape[axis]
    if size == len(kept) != sizes[0]:
        return values
    if size not in sizes:
        raise HeadwatersError(f"{what} has {size} values, but there are {sizes[0]} tokens.")
    return np.take(values, kept, axis=axis)


def _whole_numbers(values: Any, what: str) -> Any:
    for value in values:
        if not _is_number(value) and not (isinstance(value, (float, np.floating)) and value == int(value)) and (value is not None or what == "segments"):
            raise HeadwatersError(f"{what} holds {value!r}: whole numbers are expected{', and None for special tokens' if what == 'words' else ''}.")
    return values

# ---- Pictures -------------------------------------------------------------------------------------------------------


def _grids(width: int, first: Optional[int], ratio: float) -> List[Tuple[int, int, int]]:
    """Rows, columns and first patch of grids whose rows : columns is that ratio, behind 1 ([CLS]), 0, 2 (DeiT) or 5 (registers)
    other tokens."""
    found = []
    for before in (1, 0, 2, 5) if first is None else (first,):
        rows = int(round((max(width - before, 0) * ratio) ** 0.5))
        if rows > 0 and (width - before) % rows == 0 and abs(rows * rows / (width - before) / ratio - 1) < 1e-6:
            found.append((rows, (width - before) // rows, before))
    return found


def _ratio(image: Any) -> Tuple[float, bool]:
    """Height : width of a picture, and whether it is what the model saw (an array, as processors give it); 1 where unknown."""
    if _is_array(image) and image.ndim in (3, 4):
        sizes = [int(size) for size in image.shape[-3:]]
        first = sizes[0] in (1, 3) and sizes[2] not in (1, 3, 4)
        return (sizes[1] / sizes[2] if first else sizes[0] / sizes[1]), first
    size = getattr(image, "size", None)  # PIL: width, height
    return (size[1] / size[0], False) if isinstance(size, tuple) and len(size) == 2 and min(size) > 0 else (1.0, False)


def _guessed_grid(image: Any, first: Optional[int], width: int) -> Tuple[int, int, int]:
    """The grid of patches that nobody has named: a square, or that of the picture's own shape."""
    ratio, seen = _ratio(image)
    square, own = _grids(width, first, 1), _grids(width, first, ratio)
    if seen and own:
        return own[0]
    if ratio != 1 and own and square:
        raise HeadwatersError(f"{width} tokens are a square of {square[0][0]} x {square[0][1]} patches, or {own[0][0]} x {own[0][1]} in the shape of the picture: "
                              "give grid=(rows, columns).")
    if not square and not own or seen:
        others = "0, 1, 2 or 5 others" if first is None else _counted(first, "other")
        raise HeadwatersError(f"{width} tokens are no square of patches with {others} before it{', and none of the shape of the picture' if seen else ''}. "
                              "Give grid=(rows, columns) and first_patch_token.")
    return (square or own)[0]


def _image(image: Any, grid: Any, first: Optional[int], width: int) -> Tuple[Dict[str, Any], int]:
    """The picture as the file carries it, and the number of the first patch."""
    if grid is None:
        rows, cols, first = _guessed_grid(image, first, width)
    else:
        rows, cols = (int(size) for size in grid)
        first = width - rows * cols if first is None else first
    if rows < 1 or cols < 1 or first < 0 or first + rows * cols > width:
        raise HeadwatersError(f"A grid of {rows} x {cols} patches from token {first} on does not fit {width} tokens.")
    said: Dict[str, Any] = {"grid": [rows, cols], "firstPatchToken": int(first)}
    return ({"data": _data_url(image), **said} if image is not None else said), int(first)


def _frames(pictures: Any, grid: Sequence[int], first: Optional[int], width: int) -> Tuple[Dict[str, Any], int]:
    """A video: [frames, rows, columns] of patches, and a picture for each frame, for some (None among them), or none."""
    count, rows, cols = (int(size) for size in grid)
    whole, first = _image(None, (count * rows, cols), first, width)  # whether they fit
    said: Dict[str, Any] = {"grid": [count, rows, cols], "firstPatchToken": first}
    if pictures is None:
        return said, first
    if len(pictures) != count:
        raise HeadwatersError(f"There are {len(pictures)} pictures for {count} frames: give one for each, or None for those that have none.")
    return {"data": [None if one is None else _data_url(one) for one in pictures], **said}, first


def _regions(regions: Sequence[Any], width: int) -> List[Dict[str, Any]]:
    """Pictures among text, each (picture or None, (rows, columns), first token)."""
    if not all(_is_list(one) and len(one) == 3 and _is_list(one[1]) and len(one[1]) == 2 and _is_number(one[2]) for one in regions):
        raise HeadwatersError("image_regions is [(picture or None, (rows, columns), first token), ...].")
    said = [_image(picture, grid, int(first), width)[0] for picture, grid, first in regions]
    said.sort(key=lambda one: one["firstPatchToken"])
    for one, after in zip(said, said[1:]):
        if one["firstPatchToken"] + one["grid"][0] * one["grid"][1] > after["firstPatchToken"]:
            raise HeadwatersError(f"Two pictures share the token {after['firstPatchToken']}.")
    return said


def _data_url(image: Any) -> str:
    """A picture as data:image/...: a file, its bytes, a PIL image, or an array [h, w], [h, w, 3|4], [3, h, w]."""
    if isinstance(image, str) and image.startswith("data:image/"):
        return image
    if isinstance(image, (str, os.PathLike)):
        content = Path(image).read_bytes()
    elif isinstance(image, (bytes, bytearray)):
        content = bytes(image)
    elif hasattr(image, "save") and hasattr(image, "convert"):  # PIL
        buffer = io.BytesIO()
        image.convert("RGB").save(buffer, "PNG")
        content = buffer.getvalue()
    elif isinstance(image, (list, tuple)) and _shape(_plain(image)) is None:
        raise HeadwatersError(f"There is a list of {len(image)} where one picture is expected: a file, bytes, a PIL image or an array.")
    else:
        content = _png(_numpy(image))
    kinds = ((b"\x89PNG", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF8", "gif"))
    kind = next((name for magic, name in kinds if content.startswith(magic)), None)
    if kind is None and content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        kind = "webp"
    if kind is None:
        raise HeadwatersError("The picture is no PNG, JPEG, GIF or WebP: give one of those, a PIL image, or an array.")
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def _png(pixels: np.ndarray) -> bytes:
    """An array of a picture as PNG. Fractions in [0, 1] become 0..255; others, as a processor normalises them, are
    stretched from their smallest to their largest."""
    pixels = pixels[0] if pixels.ndim == 4 and len(pixels) == 1 else pixels
    if pixels.ndim == 3 and pixels.shape[0] in (1, 3) and pixels.shape[2] not in (1, 3, 4):
        pixels = np.moveaxis(pixels, 0, 2)
    if pixels.ndim == 2:
        pixels = pixels[:, :, None]
    if pixels.ndim != 3 or pixels.shape[2] not in (1, 3, 4):
        raise HeadwatersError(f"A picture of shape {list(pixels.shape)} is not known: [height, width], [height, width, 3] or "
                              "[3, height, width] are.")
    if pixels.dtype != np.uint8:
        values = pixels.astype(np.float64)
        low, high = float(values.min()), float(values.max())
        if low < 0 or high > (1 if pixels.dtype.kind == "f" else 255):
            values = (values - low) / max(high - low, 1e-12) * 255
        elif pixels.dtype.kind == "f":
            values = values * 255
        pixels = np.clip(np.rint(values), 0, 255).astype(np.uint8)
    height, width, channels = pixels.shape
    raw = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], 1).tobytes()
    chunk = lambda name, body: struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    head = struct.pack(">IIBBBBB", width, height, 8, {1: 0, 3: 2, 4: 6}[channels], 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")


def _pictures(options: Dict[str, Any], item: _Item, n: int, extras: Dict[str, Any]) -> Optional[int]:
    """Puts what a vision model saw into `extras`; the number of the first patch of a single picture."""
    if options["image_regions"] is not None:
        regions = options["image_regions"]
        extras["imageRegions"] = _regions(regions if item.batch == 1 else item.own(regions, "image_regions"), n)
        return None
    if options["image"] is None and options["grid"] is None:
        return None
    picture, grid = options["image"], options["grid"]
    if picture is not None and item.batch > 1:
        one = isinstance(picture, (str, os.PathLike, bytes)) or _is_array(picture) and picture.ndim < 4 or hasattr(picture, "convert")
        if not (one and (options["item"] is not None or item.shared)):
            picture = item.own([picture] if one else picture, "image")
    if grid is not None and len(grid) == 3:
        extras["image"], first = _frames(picture, grid, options["first_patch_token"], n)
    else:
        extras["image"], first = _image(picture, grid, options["first_patch_token"], n)
    return first

# ---- What a model says of itself ------------------------------------------------------------------------------------


class _Model(NamedTuple):
    """What a model says of itself, as far as its outputs do not."""

    name: str
    configs: Tuple[Any, ...]  #: its generation's, its own, that of its text

    @classmethod
    def of(cls, model: Any) -> "_Model":
        config = getattr(model, "config", None)
        if config is None:
            raise HeadwatersError(f"model= is a {type(model).__name__} without a config: give its name, or a model of transformers.")
        text = config.get_text_config(decoder=True) if hasattr(config, "get_text_config") else config
        return cls(str(getattr(config, "name_or_path", "") or type(model).__name__), (getattr(model, "generation_config", None), config, text))

    def ids(self, name: str) -> Set[str]:
        return {str(int(one)) for config in self.configs for one in _listed(getattr(config, name, None))}


def _about(outputs: Any, options: Dict[str, Any]) -> Dict[str, Any]:
    """Options in which `model` is a name and `about` what the model says: model= may be the model, and record() leaves it
    with the outputs."""
    given = options["model"]
    if given is not None and not isinstance(given, str):
        about = _Model.of(given)
        return {**options, "model": about.name, "about": about}
    return {"about": getattr(outputs, "headwaters_model", None), **options}


def _listed(value: Any) -> List[Any]:
    return [] if value is None else list(value) if isinstance(value, (list, tuple)) else [value]


def _kinds(outputs: Any, about: Optional[_Model]) -> List[str]:
    """What each layer of a hybrid model is ("mamba", "full_attention"), by its config or the cache that it returned."""
    cache = next((found for found in (_get(outputs, "past_key_values"), _get(outputs, "cache"), _get(outputs, "cache_params")) if found is not None), None)
    for holder in (*(about.configs if about is not None else ()), cache):
        for name in ("layer_types", "layers_block_type"):
            kinds = getattr(holder, name, None)
            if isinstance(kinds, (list, tuple)):
                return [str(kind) for kind in kinds]
    layers = getattr(cache, "layers", None)
    plain = ("DynamicLayer", "StaticLayer", "Sliding", "Chunked", "QuantizedLayer", "HQQ", "Quanto")
    return ["attention" if any(name in type(layer).__name__ for name in plain) else type(layer).__name__ for layer in _listed(layers)]


def _name_absent(outputs: Any, stacks: Dict[str, _Stack], options: Dict[str, Any], left_out: List[str]) -> None:
    """Hybrid models return their attention layers alone, without None for the others, which are named here."""
    stack = stacks.get("self")
    if stack is None or _is_array(outputs):
        return
    kinds = _kinds(outputs, options["about"])
    absent = [i for i, kind in enumerate(kinds) if not ("attention" in kind and "linear" not in kind.lower() or "hybrid" in kind.lower())]
    if absent and len(kinds) - len(absent) == len(stack.steps[0]):
        note = f"layers {', '.join(map(str, absent))} of the model's {len(kinds)} (no attention in them: {', '.join(sorted({kinds[i] for i in absent}))})"
        if note not in left_out:
            left_out.append(note)


def _check_batch(outputs: Any, stacks: Dict[str, _Stack], axes: Optional[Tuple[str, ...]]) -> None:
    """Windows of a picture and frames of a video stand where the items of a batch do; the rest of the outputs tells them apart."""
    if _is_array(outputs) or not _is_named(outputs) or "self" not in stacks or axes is not None or "MultipleChoice" in type(outputs).__name__:
        return
    told = next((found for found in (_get(outputs, "logits"), _get(outputs, "last_hidden_state")) if _is_array(found) and found.ndim > 1), None)
    batch = stacks["self"].batch
    if told is None or _get(outputs, "sequences") is not None or not 0 < told.shape[0] < batch or batch % told.shape[0]:
        return
    raise HeadwatersError(f"{stacks['self'].where} has {batch} matrices a layer for {_counted(int(told.shape[0]), 'input')}: the model attends within parts of "
                          "an input. Of windows (Swin) use merged(), as window_blocks() records them. Of frames (TimeSformer) each is a picture "
                          "of its own: save(path, outputs.attentions, item=frame, image=..., axes=\"layers,inputs,heads\").")

# ---- What generate() made -------------------------------------------------------------------------------------------


@dataclasses.dataclass
class _Generated:
    """What generate() made: which rows of the steps belong to which sequence, and where each sequence ends."""

    count: int  #: sequences
    sequences: Optional[np.ndarray]  #: ids [count, T], the prompt included
    beams: Optional[np.ndarray]  #: [count, steps], -1 behind the end
    rows: List[Optional[int]]  #: queries of each sequence until its last token, which has none; None: all

    @classmethod
    def of(cls, outputs: Any, stacks: Dict[str, _Stack], tokens: Any, options: Dict[str, Any], left_out: List[str]) -> Optional["_Generated"]:
        """None: these are no steps of generate()."""
        stack = stacks.get("decoder") or stacks.get("self")
        named = not _is_array(outputs) and _is_named(outputs)
        sequences = _get(outputs, "sequences") if named else None
        sequences = None if sequences is None else np.atleast_2d(_numpy(sequences))
        if stack is None or stack.axes[:1] != ("steps",) and sequences is None:
            return None
        beams = _get(outputs, "beam_indices") if named else None
        searched = hasattr(outputs, "beam_indices") or isinstance(outputs, Mapping) and "beam_indices" in outputs
        if beams is None and (searched or sequences is not None and len(sequences) != stack.batch):
            raise HeadwatersError(f"{stack.where} holds {stack.batch} beams a step, and beam_indices, which says whose each is, is "
                                  "missing: call generate(..., output_scores=True), with which older versions of transformers keep it.")
        beams = None if beams is None else np.atleast_2d(_numpy(beams))
        count = len(beams) if beams is not None else stack.batch
        rows: List[Optional[int]] = [None] * count
        if beams is not None:
            rows = [stack.rows(min(int((beam >= 0).sum()), len(stack.steps))) for beam in beams]
        written = sequences if sequences is not None else options["decoder_tokens"] if "decoder" in stacks else tokens
        if beams is None and written is not None:
            ends = _ends(written, count, stack, options, left_out)
            rows = [None if end is None else end - 1 for end in ends]
        return cls(count, sequences, beams, rows)


#: Texts of tokens that end a sequence, and of those that stand behind its end.
_END_TEXTS = {"</s>", "<eos>", "<|endoftext|>", "<|im_end|>", "<|eot_id|>", "<|end_of_text|>", "<end_of_turn>", "<|end|>", "[SEP]"}
_PAD_TEXTS = {"[PAD]", "<pad>", "<|pad|>", "<PAD>"}


def _ends(written: Any, count: int, stack: _Stack, options: Dict[str, Any], left_out: List[str]) -> List[Optional[int]]:
    """How many tokens each sequence of a batch has until its end, as tokenizer, model or the batch itself tell; None: all.

    A batch is generated until its last item ends; behind their own end the others have padding, and rows that mean nothing."""
    lists = [_texts(written, None, _Item(i, count, True)) or [] for i in range(count)]
    if any(len(one) - stack.rows() not in (0, 1) for one in lists):
        return [None] * count
    made = [one[stack.first:] for one in lists]
    ends, pads, named = _END_TEXTS, _PAD_TEXTS, True
    if all(token.isdigit() for one in made for token in one):
        holders = _Model("", (options["tokenizer"], *(options["about"].configs if options["about"] is not None else ())))
        ends, pads = holders.ids("eos_token_id"), holders.ids("pad_token_id")
        named = bool(ends or pads)
    if not named and count > 1:
        ends, pads = _agreed(made)
        _said(left_out, *[f"token {pad} behind token {end} is read as padding behind the end of a sequence (tokenizer= or model= say it for certain)"
                          for end, pad in zip(ends, pads)])
    found: List[Optional[int]] = []
    for tokens in made:
        run = _run_of_last(tokens)
        end = next((i + 1 for i, token in enumerate(tokens) if token in ends and all(other == token or other in pads for other in tokens[i + 1:])), None)
        if end is None and tokens and tokens[-1] in pads and (run > 1 or not ends):
            end = len(tokens) - run
        found.append(None if end is None else stack.first + end)
        if count > 1 and run > 1 and not named and not ends:
            _said(left_out, f"a sequence ends in {run} times the token {tokens[-1]}; if that is padding, tokenizer= or model= say so, and it is left out")
    return found


def _run_of_last(tokens: Sequence[str]) -> int:
    """How many times the last token stands at the end."""
    return next((i for i, token in enumerate(reversed(tokens)) if token != tokens[-1]), len(tokens))


def _agreed(made: Sequence[Sequence[str]]) -> Tuple[Set[str], Set[str]]:
    """The ids that end sequences and that fill them up, where two sequences of a batch agree on both, and neither id stands
    anywhere else; empty sets where they do not. One id for both cannot be told from a text that repeats itself."""
    whole = [token for tokens in made for token in tokens]
    for pad in sorted({tokens[-1] for tokens in made if tokens}):
        filled = [(tokens, _run_of_last(tokens)) for tokens in made if tokens and tokens[-1] == pad]
        if sum(run for _, run in filled) != whole.count(pad) or all(run == 1 for _, run in filled):
            continue
        before = [tokens[-run - 1] for tokens, run in filled if run < len(tokens)]
        if len(set(before)) == 1 and len(before) == len(filled) < len(made):
            ended = len(before) + sum(tokens[-1] == before[0] for tokens in made if tokens)
            if ended >= 2 and ended == whole.count(before[0]):
                return {before[0]}, {pad}
    return set(), set()

# ---- From outputs to the examples of a file -------------------------------------------------------------------------


def _examples(outputs: Any, tokens: Any, options: Dict[str, Any], left_out: List[str]) -> List[_Example]:
    """Every item of the batch, or the one that `item` names."""
    _check_options({"tokens": tokens, **options})
    if isinstance(outputs, Analysis):
        outputs, tokens, options = outputs._said(tokens, options)
    if isinstance(outputs, Recorded):
        left_out.extend(note for note in outputs.left_out if note not in left_out)
        tokens = outputs.tokens if tokens is None else tokens
        options = {**options, **{key: value for key, value in outputs.options.items() if options[key] is None}}
        outputs = outputs if outputs.outputs is None else outputs.outputs
    options = _about(outputs, options)
    given = outputs if isinstance(outputs, Contributions) else options["contributions"] if outputs is None else None
    if given is not None:
        if options["gradients"] is not None:
            raise HeadwatersError("Gradients are of attention: save it too.")
        outputs = np.asarray(getattr(given, "matrices", given), np.float64)
        options = {**options, "contributions": given}
    outputs = outputs if _is_named(outputs) or options["layers_from"] is not None else _of_hooks(outputs)
    outputs, options = _named(outputs, options, left_out)
    axes = _axes(options["axes"])
    parted = _parted(outputs, tokens, options, axes, left_out)
    if parted is not None:
        return parted
    stacks = _stacks(outputs, left_out, tokens, axes)
    gradients = options["gradients"]
    slopes = {} if gradients is None else _stacks(gradients, left_out, like=stacks)
    _name_absent(outputs, stacks, options, left_out)
    _check_batch(outputs, stacks, axes)
    made_by = _Generated.of(outputs, stacks, tokens, options, left_out)
    batch = made_by.count if made_by is not None else max(stack.batch for stack in stacks.values())
    item = options["item"]
    if item is not None and not 0 <= item < batch:
        raise HeadwatersError(f"The batch has {batch} items: item={item} is not among them.")
    if made_by is not None and made_by.sequences is not None:
        if "decoder" in stacks and options["decoder_tokens"] is None:
            options = {**options, "decoder_tokens": made_by.sequences}
        elif "self" in stacks and tokens is None:
            tokens = made_by.sequences
    if "self" in stacks and stacks["self"].latent:
        tokens = [f"latent {i + 1}" for i in range(stacks["self"].rows())]
        options = {**options, "attention_mask": None}
    chosen = range(batch) if item is None else [item]
    shared = made_by is not None or any(stack.batch < batch for stack in stacks.values())
    made = [_example(stacks, slopes, tokens, options, _Item(i, batch, shared), made_by, left_out) for i in chosen]
    return [dataclasses.replace(example, bare=given is not None) for example in made]


def _parted(outputs: Any, tokens: Any, options: Dict[str, Any], axes: Optional[Tuple[str, ...]],
            left_out: List[str]) -> Optional[List[_Example]]:
    """Examples of inputs of different length, or of a list of models' outputs; None for anything else."""
    texts = _lengths(tokens)
    if isinstance(outputs, (list, tuple)) and outputs and all(_is_named(entry) for entry in outputs):
        entries: Optional[List[Any]] = list(outputs)
    elif _is_named(outputs):
        roles = [role for role in _ROLES if _get(outputs, role) is not None and len(_get(outputs, role)) > 0]
        steps = _get(outputs, "sequences") is not None  # what generate() made is one run
        entries = _separate(_get(outputs, "attentions"), texts, axes) if roles == ["attentions"] and not steps else None
    else:
        entries = _separate(outputs, texts, axes)
    if entries is None:
        return None
    item, made = options["item"], []
    if item is not None and not 0 <= item < len(entries):
        raise HeadwatersError(f"There are {len(entries)} inputs: item={item} is not among them.")
    at = 0
    for i, entry in enumerate(entries):
        own = tokens
        if len(texts) == len(entries) and len(texts) > 1:
            own = tokens[i]
        elif len(texts) == 1:  # one list that goes through all
            shape = None if _is_named(entry) else _shape(_plain(entry))
            size = shape[-1] if shape else 0
            own, at = tokens[at:at + size], at + size
        if item is not None and item != i:
            continue
        given = {**options, "item": None, "axes": axes[1:] if axes is not None and len(axes) > 1 else None}
        for key in _PER_INPUT:
            if options[key] is not None and not (key == "attention_mask" and _is_array(options[key]) and options[key].ndim < 2):
                given[key] = options[key][i]
        if options["title"] is not None and not isinstance(options["title"], str):
            given["title"] = options["title"][i]
        if options["importance"] is not None:
            given["importance"] = {name: scores[i] for name, scores in options["importance"].items()}
        made += _examples(entry, own, given, left_out)
    return made


def _example(stacks: Dict[str, _Stack], slopes: Dict[str, _Stack], tokens: Any, options: Dict[str, Any], item: _Item,
             generated: Optional[_Generated], left_out: List[str]) -> _Example:
    end = None if generated is None else generated.rows[item.number]

    def one(part: str, stack: _Stack) -> np.ndarray:
        if part == "encoder":  # of several sequences for one input it ran once, or beams repeat its rows
            return stack.item(item.number * stack.batch // item.batch)
        beams = None if generated is None or generated.beams is None else generated.beams[item.number]
        row = item.number if beams is not None else item.of(stack.batch, stack.where)
        return stack.item(row, beams, part == "cross", end)

    parts = {part: one(part, stack) for part, stack in stacks.items()}
    if options["absolute"]:
        parts = {part: np.abs(values) for part, values in parts.items()}
    if options["softmax"]:
        parts = {part: _softmax(values) for part, values in parts.items()}
    slope = {part: one(part, stack) for part, stack in slopes.items()}
    joined = "cross" in parts
    base = "cross" if joined else "self"
    whole, whole_rows = parts[base].shape[3], parts[base].shape[2]
    kept = _kept(options["attention_mask"], item, whole, "attention_mask")
    if options["first_tokens"] is not None and not joined:
        kept = kept[kept < int(options["first_tokens"])]
    rows = _kept(options["decoder_attention_mask"], item, whole_rows, "decoder_attention_mask") if joined else kept
    axes = {"self": (kept, kept), "encoder": (kept, kept), "decoder": (rows, rows), "cross": (rows, kept)}
    for part, values in slope.items():
        if part not in parts or values.shape != parts[part].shape:
            local = part in parts and values.shape[:3] == parts[part].shape[:3]
            raise HeadwatersError(f"Gradients have the shape {list(values.shape)}, attention {list(parts[part].shape) if part in parts else 'none'}. " + (
                "Those of local attention (Longformer, LED) are of its windows, and are not unrolled." if local else "Take both from one run."))
    for part, values in parts.items():
        queries, keys = axes[part]
        if values.shape[2:] != (whole_rows if queries is rows else whole, whole_rows if keys is rows else whole):
            raise HeadwatersError(f"The {part} attention has {values.shape[2]} x {values.shape[3]} weights a head, which does not fit "
                                  "the other parts. Save all from the same run.")
    for of in (parts, slope):
        for part, values in of.items():
            queries, keys = axes[part]
            if len(queries) != values.shape[2] or len(keys) != values.shape[3]:
                of[part] = values[:, :, queries][:, :, :, keys]
    _note_sinks(parts, left_out)
    parts, slope = _chosen(parts, slope, options, left_out)

    # Of a generated sequence values may be given for its padding too, and for the token that was generated last.
    full = whole if generated is None or joined else stacks[base].rows()
    side = _Side(kept, (whole, *range(whole + 1, full + 2)) if generated is not None and not joined else (whole,))
    out = _Side(rows, (whole_rows, *range(whole_rows + 1, stacks[base].rows() + 2)) if generated is not None else (whole_rows,)) if joined else side
    extras = _extras(options, item, side, out)
    texts = _fit_tokens(_texts(tokens, options["tokenizer"], item), whole, kept, "tokens", None if joined else end, left_out)
    decoder = _fit_tokens(_texts(options["decoder_tokens"], options["tokenizer"], item), whole_rows, rows,
                          "decoder tokens", end, left_out) if joined else None
    first = _pictures(options, item, len(kept), extras)
    if texts is None and first is not None and len(extras["image"]["grid"]) == 2:
        cols = extras["image"]["grid"][1]
        others = ["[CLS]"] + [f"[{i}]" for i in range(1, first)]
        texts = others[:first] + [f"{i // cols + 1},{i % cols + 1}" for i in range(len(kept) - first)]
    made = _Example(parts, slope, texts, decoder, extras)
    return _with_sink(made) if options["missing_share"] else made


class _Side(NamedTuple):
    """Tokens of one side of a model: those that stay, and how many values may be given for them."""

    kept: np.ndarray
    sizes: Sequence[int]


def _extras(options: Dict[str, Any], item: _Item, side: _Side, out: _Side) -> Dict[str, Any]:
    """What stands in a file beside attention and tokens. `out`: the side whose tokens the model gives out."""
    extras: Dict[str, Any] = {key: options[key] for key in ("model", "title", "source") if options[key]}
    if options["title"] is not None and not isinstance(options["title"], str):
        extras["title"] = item.own(options["title"], "title")
    pick = lambda value, what, axis=0: _per_token(value, item, side.sizes, side.kept, what, axis)
    if options["importance"] is not None:
        extras["importance"] = {name: [float(x) for x in pick(scores, f"importance[{name!r}]")] for name, scores in options["importance"].items()}
    if options["words"] is not None:
        extras["words"] = [None if word is None or int(word) < 0 else int(word) for word in _whole_numbers(pick(options["words"], "words"), "words")]
    if options["segments"] is not None:
        extras["segments"] = [int(segment) for segment in _whole_numbers(pick(options["segments"], "segments"), "segments")]
    if options["special_tokens"] is not None:
        extras["specialTokens"] = [str(token) for token in options["special_tokens"]]
    if options["output_token"] is not None:
        place = np.flatnonzero(out.kept == int(options["output_token"]) % out.sizes[0])
        if not len(place):
            raise HeadwatersError("output_token is a padding token.")
        extras["outputToken"] = int(place[0])
    if options["fixed_residual"] is not None:
        extras["fixedResidual"] = np.asarray(pick(options["fixed_residual"], "fixed_residual", 1), np.float64)
    if options["contributions"] is not None:
        given, width = options["contributions"], side.sizes[0]
        given = given if isinstance(given, Contributions) and item.batch == 1 else item.own(given, "contributions")
        try:
            matrices = np.asarray(_numpy(getattr(given, "matrices", given)), np.float64)
        except (TypeError, ValueError):
            raise HeadwatersError(f"contributions is {_short(given)}; an array [layers, {width}, {width}] is expected.") from None
        if matrices.ndim != 3 or matrices.shape[1:] != (width, width):
            raise HeadwatersError(f"contributions has the shape {list(matrices.shape)}; [layers, {width}, {width}] is expected.")
        matrices = matrices[:, side.kept][:, :, side.kept]
        if options["layers"] is not None:
            if any(not -len(matrices) <= layer < len(matrices) for layer in options["layers"]):
                raise HeadwatersError(f"There are contributions of {len(matrices)} layers; layers={options['layers']} asks for others.")
            matrices = matrices[list(options["layers"])]
        extras["contributions"] = matrices
        extras["contributionKind"] = options["contribution_kind"] or getattr(given, "kind", "contributions")
    if options["predicted"] is not None:
        texts = _texts(options["predicted"], options["tokenizer"], item) or []
        extras["predicted"] = [str(text) for text in _per_token(texts, _Item(0, 1), out.sizes, out.kept, "predicted")]
    if options["predicted_probability"] is not None:
        if options["predicted"] is None:
            raise HeadwatersError("predicted_probability is given without predicted.")
        given = [float("nan") if one is None else float(one) for one in
                 _per_token(options["predicted_probability"], item, out.sizes, out.kept, "predicted_probability")]
        if any(one < 0 or one > 1 for one in given):
            raise HeadwatersError("predicted_probability has numbers outside 0 to 1.")
        extras["predictedProbability"] = given
    return extras


def _note_sinks(parts: Dict[str, np.ndarray], left_out: List[str]) -> None:
    """Rows that sum to less than 1 by anything between, as GPT-OSS has them: the softmax has one more place, which is cut off."""
    for part, values in parts.items():
        if not values.size or not values.min() >= 0:  # NaN as well
            continue
        sums = values.sum(-1, dtype=np.float32)
        some = sums[sums > 0]
        if some.size and some.max() < 1 + 1e-3 and np.mean(some < 1 - 1e-3) > 0.5 and np.ptp(some) > 1e-3:
            _said(left_out, f"rows of {'attention' if part == 'self' else part + ' attention'} sum to {some.min():.2f} to {some.max():.2f}: the "
                            "rest goes to an attention sink (GPT-OSS) that is no token, or to keys that were cut off")


def _with_sink(example: _Example) -> _Example:
    """With a token [sink] in front that draws what rows lack to 1 and looks at nothing but itself; as it is where none lacks any."""
    values = example.parts.get("self")
    if values is None or "contributions" in example.extras or not (values.sum(-1, dtype=np.float64) < 0.99).any():
        return example

    def grown(matrices: np.ndarray) -> np.ndarray:
        return np.pad(matrices, ((0, 0), (0, 0), (1, 0), (1, 0)))

    whole = grown(values)
    whole[:, :, 0, 0] = 1
    whole[:, :, 1:, 0] = np.maximum(1 - values.sum(-1, dtype=np.float64), 0)
    extras = dict(example.extras)
    for key, first in (("words", None), ("segments", 0), ("predicted", ""), ("predictedProbability", float("nan"))):
        if key in extras:
            extras[key] = [first] + list(extras[key])
    if "importance" in extras:
        extras["importance"] = {name: [float("nan")] + list(scores) for name, scores in extras["importance"].items()}
    if "outputToken" in extras:
        extras["outputToken"] += 1
    if "fixedResidual" in extras:
        extras["fixedResidual"] = np.pad(extras["fixedResidual"], ((0, 0), (1, 0)), constant_values=1)
    regions = ([extras["image"]] if "image" in extras else []) + extras.get("imageRegions", [])
    for region in regions:
        region["firstPatchToken"] += 1
    if example.tokens is not None and "specialTokens" in extras:
        extras["specialTokens"] = extras["specialTokens"] + ["[sink]"]
    tokens = example.tokens if example.tokens is not None else [str(i) for i in range(values.shape[3])]
    return dataclasses.replace(example, parts={"self": whole}, gradients={part: grown(each) for part, each in example.gradients.items()},
                               tokens=["[sink]"] + tokens, extras=extras)


def _softmax(scores: np.ndarray) -> np.ndarray:
    """Weights of scores; rows without any finite score stay as they are."""
    known = np.isfinite(scores)
    values = np.where(known, scores.astype(np.float64), -np.inf)
    rows = known.any(-1, keepdims=True)
    powers = np.exp(values - np.where(rows, values.max(-1, keepdims=True), 0))
    return np.where(rows, powers / np.where(rows, powers.sum(-1, keepdims=True), 1), scores).astype(np.float32)


def _chosen(parts: Dict[str, np.ndarray], slopes: Dict[str, np.ndarray], options: Dict[str, Any],
            left_out: List[str]) -> Tuple[Dict[str, np.ndarray], Dict[str, np.ndarray]]:
    """The layers that were asked for, and heads averaged where that was asked for."""
    if options["layers"] is not None:
        layers = [int(layer) for layer in options["layers"]]
        for part, values in parts.items():
            if any(not -len(values) <= layer < len(values) for layer in layers):
                raise HeadwatersError(f"There are {len(values)} layers ({part}); layers={layers} asks for others.")
        total = len(next(iter(parts.values())))
        note = f"{total - len(set(layers))} of {total} layers (layers={layers})"
        if total != len(set(layers)) and note not in left_out:
            left_out.append(note)
        parts = {part: values[layers] for part, values in parts.items()}
        slopes = {part: values[layers] for part, values in slopes.items()}
    if options["average_heads"]:
        parts = {part: values.astype(np.float64).mean(1, keepdims=True) for part, values in parts.items()}
        for note in ["heads (each layer holds their mean)"] + ["gradients (heads are averaged)"] * bool(slopes):
            if note not in left_out:
                left_out.append(note)
        slopes = {}
    return parts, slopes

# ---- Numbers as text ------------------------------------------------------------------------------------------------


def _words(texts: Iterable[str]) -> np.ndarray:
    """Texts of at most four letters as numbers; what is missing is 0, and taken out in the end."""
    return np.frombuffer("".join(text.ljust(4, "\0") for text in texts).encode(), "<u4")


def _between(depth: int) -> str:
    """What stands between two lists of that depth."""
    return "]" * depth + (",\n" if depth > 1 else ",") + "[" * depth


class _Digits:
    """Numbers as texts that read back as the same numbers, of few digits; whole layers at once by NumPy.

    A number's power of 2 says how many decimals D are enough: half of 10^-D has to be less than half of the gap to its
    neighbours. Where D - 1 decimals read back as the same, they are taken. From 2^-14 to 1 a number is written as 0.ddd,
    others as ddde-D. Three groups of four digits are looked up; a letter that is not wanted is 0.
    """

    _made: Dict[str, "_Digits"] = {}
    _chunk = 16384  #: numbers at a time: they stay in the processor's cache

    def __init__(self, dtype: str) -> None:
        bits, least = {"float32": (24, 2.0 ** -151), "float16": (11, 2.0 ** -26)}[dtype]
        ten = lambda power: float(f"1e{power}")
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
            parts = [cls._made[name]._part(flat[begin:begin + cls._chunk], begin, strides) for begin in range(0, flat.size, cls._chunk)]
        opened = values.ndim - 1  # what stands before the first number
        parts[0] = parts[0][len(_between(opened)) if opened else 1:]
        return "".join(["[" * values.ndim, *parts, "]" * values.ndim])

    def _part(self, flat: np.ndarray, begin: int, strides: Sequence[int]) -> str:
        """Each number behind a comma, or behind the brackets of the lists that end before it."""
        there = flat != 0
        if np.count_nonzero(there) < 0.9 * flat.size:  # what no token looks at, most of it behind a causal mask
            text = np.zeros((flat.size, 4), "<u4")
            text[:, 0] = int.from_bytes(b",0", "little")
            text[np.signbit(flat) & ~there, :2] = int.from_bytes(b",-", "little"), ord("0")
            self._cells(text)[there] = self._cells(self._texts(flat[there]))
        else:
            text = self._texts(flat)
        for depth, stride in enumerate(strides, 1):
            text[-begin % stride::stride, 0] ^= np.uint32(depth ^ (ord(",") if depth == 1 else depth - 1))
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
            large = others[code[others] >= 150]  # their scale is no whole number, and a tie would not be seen
            less[large] = False
            digits[large] = np.rint(exact[large] * (scale[large] * 10))
            self._cells(text)[others] = self._cells(self._other(wide[others], np.where(less[others], digits[others] / 10, digits[others]), self.decimals.take(code[others]) - less[others]))
        return text

    @staticmethod
    def _cells(text: np.ndarray) -> np.ndarray:
        """The four words of each number as one: NumPy moves them at once."""
        return text.view(np.complex128)[:, 0]

    @staticmethod
    def _groups(digits: np.ndarray) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        first = (digits / 1e8).astype(np.int64)
        digits = digits - first * 1e8
        second = (digits / 1e4).astype(np.int64)
        return first, second, (digits - second * 1e4).astype(np.int64)

    def _other(self, values: np.ndarray, digits: np.ndarray, decimals: np.ndarray) -> np.ndarray:
        """The words of numbers that are written with a power of 10, and of 0, 1, NaN and infinity."""
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
    """JSON with bare NaN, as the page reads it; arrays in the numbers of their type."""
    if isinstance(value, np.ndarray):
        return _array_json(value)
    if isinstance(value, Mapping):
        return "{" + ",\n".join(json.dumps(str(key)) + ": " + _json(entry) for key, entry in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)

# ---- Files ----------------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Saved:
    """What save() wrote. As text: the size, the shape, what was left out."""

    path: str
    bytes: int
    examples: int
    layers: int
    heads: int
    tokens: int
    left_out: List[str]
    read: List[str] = dataclasses.field(default_factory=list)  #: how axes were read, where that was not certain
    #: What is unusual about the numbers, with what helps: the page says the same.
    unusual: List[str] = dataclasses.field(default_factory=list)

    def __str__(self) -> str:
        size = f"{self.bytes / 1e6:.1f} MB" if self.bytes >= 1e5 else f"{self.bytes / 1e3:.1f} KB"
        many = f"{self.examples} examples, " if self.examples > 1 else ""
        text = (f"{self.path}: {many}{_counted(self.layers, 'layer')}, {_counted(self.heads, 'head')}, "
                f"{_counted(self.tokens, 'token')}, {size}")
        text += f"\n  read: {'; '.join(self.read)}" if self.read else ""
        text += f"\n  left out: {'; '.join(self.left_out)}" if self.left_out else ""
        return text + "".join(f"\n  unusual: {line}" for line in self.unusual)


def save(path: PathLike, attentions: Any, tokens: Any = None, *, decoder_tokens: Any = None, tokenizer: Any = None,
         attention_mask: Optional[Array] = None, decoder_attention_mask: Optional[Array] = None,
         item: Optional[int] = None, gradients: Any = None, importance: Optional[Mapping[str, Array]] = None,
         image: Any = None, grid: Optional[Sequence[int]] = None, first_patch_token: Optional[int] = None,
         image_regions: Optional[Sequence[Any]] = None,
         words: Optional[Sequence[Any]] = None, segments: Optional[Array] = None,
         special_tokens: Optional[Sequence[str]] = None, output_token: Optional[int] = None,
         predicted: Any = None, predicted_probability: Any = None,
         fixed_residual: Optional[Array] = None, contributions: Any = None, contribution_kind: Optional[str] = None,
         model: Any = None, title: Optional[str] = None, source: Optional[str] = None,
         layers: Optional[Sequence[int]] = None, layers_from: Optional[str] = None, average_heads: bool = False,
         axes: Any = None, softmax: bool = False, absolute: bool = False, first_tokens: Optional[int] = None, missing_share: bool = False,
         dtype: str = "float32", append: bool = False, quiet: bool = False) -> Saved:
    """Writes a file that the page and the command line open.

    path            ends in .json, .npz, .safetensors or .jsonl, each also with .gz. Binary forms are read faster; JSON holds
                    several examples of different length, JSON Lines one a line (`headwaters batch` reads them one by one).
    attentions      a model's outputs, or what stands in them, or a list of either for inputs of different length: a tuple of
                    layers [batch, heads, n, n], the steps that generate() returns, an array [L, B, H, n, n], [L, H, n, n], [L, n, n] (heads averaged already) or
                    [n, n], nested lists; of PyTorch, NumPy or JAX; what contributions() returns. A mapping with encoder_attentions,
                    decoder_attentions and cross_attentions is an encoder-decoder model, any other one arrays by name (layers_from).
    tokens          n texts, or ids together with `tokenizer`; a list of lists for a batch. Of encoder-decoder models
                    the encoder's; `decoder_tokens` are the decoder's.
    attention_mask  [batch, n] of 0 and 1: tokens at 0 are padding, and are removed with their rows and columns.
    item            only this item of a batch; else each becomes an example of its own.
    gradients       in the shape of `attentions`, as gradients() returns them.
    importance      scores to compare rankings with: {"blankout": [n numbers]}; NaN is no score.
    image, grid     what a vision model saw (a file, bytes, a PIL image, an array), and the rows and columns of its
                    patches; first_patch_token of them stand before. Square grids are found. A video has the grid
                    (frames, rows, columns) and a list of pictures, None where a frame has none; without any picture
                    the grid alone is enough.
    image_regions   several pictures among text: [(picture or None, (rows, columns), first token), ...].
    words           the number of each token's word, None for special tokens: BatchEncoding.word_ids().
    segments        0 or 1 a token: token_type_ids. special_tokens: texts. output_token: the one to look at first.
    fixed_residual  r [L, n] for the preset "GlobEnc fixed residual": contributions(...).ratio.
    predicted       what the model predicts at each token: n texts, or ids together with `tokenizer`; of an
                    encoder-decoder at each token of the decoder. predicted_probability: how surely, NaN or None where unknown.
    contributions   [L, n, n], or what contributions() returns; the page then rolls them out in place of attention. Alone
                    in a file: save(path, contributions(...), tokens), or attentions=None. contribution_kind: "alti",
                    "norms", "value-zeroing", "decompx" (of the input already: shown, not multiplied), or another name.
    model           its name; or the model itself, whose config knows the layers without attention of hybrid models and the tokens
                    that end and fill up the sequences of a batch. title, source: texts.
    axes            what the axes before queries and keys count, where shapes and tokens leave it open: "inputs,layers,heads"
                    (inputs, steps, layers, streams, heads). How they were read is said.
    first_tokens    only the first ones, where matrices are padded beyond the text.
    missing_share   what rows lack to 1 (a learned sink, a token that was cut off) becomes a token [sink] in front.
    absolute        without signs: flash attention marks by them what dropout dropped.
    softmax         the values are scores before the softmax: it is applied, in float64; what is -inf or NaN gets 0.
    layers_from     of a dictionary of arrays (an activation cache, hooks, Flax's intermediates) those that are the layers,
                    * for any text: "blocks.*.attn.hook_pattern". Without it they are found by names and rows.
    layers          only these. average_heads: their mean in place of all heads, 1/H of the size.
    dtype           "float32" or "float16", which halves binary files and is off by 0.05 % at most.

    append          adds the examples to a .jsonl that is there: a data set, sentence by sentence.

    Says what was written, its size and what was left out (not with `quiet`): on standard error, in a notebook's cell as
    plain text. Returns it. Cost: one
    copy of one item's weights; JSON takes about 0.1 s for a million weights.
    """
    options = {key: value for key, value in locals().items() if key in _OPTIONS}
    name = os.fspath(path)
    if append and not name.endswith((".jsonl", ".jsonl.gz")):
        raise HeadwatersError(f"append=True adds lines to .jsonl and .jsonl.gz; {name!r} holds one analysis.")
    content, saved = _packed(name, attentions, tokens, options, dtype)
    _write(name, content, _inputs_of(attentions, model, tokenizer), append)
    if not quiet:
        print(saved, file=_told())
    return saved


def _inputs_of(*values: Any) -> List[str]:
    """The files and folders that data and models were read from, as far as they know."""
    inputs: List[str] = []
    for value in values:
        if isinstance(value, (str, os.PathLike)):
            inputs.append(os.fspath(value))
        elif isinstance(value, Analysis):
            inputs.append(value._file)
        elif isinstance(value, np.ndarray):
            while isinstance(value, np.ndarray):
                inputs.append(str(getattr(value, "filename", None) or ""))  # np.memmap
                value = value.base
        elif isinstance(value, (list, tuple)):
            inputs += _inputs_of(*value)
        elif isinstance(value, Mapping):
            inputs += _inputs_of(*value.values())
        else:
            inputs.append(str(getattr(value, "name_or_path", "") or ""))  # models and tokenizers of transformers
    return [name for name in dict.fromkeys(inputs) if name and os.path.exists(name)]


def _write(path: PathLike, content: bytes, inputs: Iterable[str] = (), append: bool = False) -> None:
    """Writes an output: never over an input, whatever its name; never through a link or into anything but a file; whole or not at all."""
    name = os.fspath(path)
    there = os.lstat(name) if os.path.lexists(name) else None
    if there is not None and os.path.exists(name):
        same = lambda other: os.path.exists(other) and os.path.samefile(other, name)
        for given in inputs:
            if same(given) or any(same(os.path.join(folder, file)) for folder, _, files in os.walk(given) for file in files):
                raise HeadwatersError(f"{name!r} is an input, too. Name another file.")
    if there is not None and not stat.S_ISREG(there.st_mode):
        what = "a link" if stat.S_ISLNK(there.st_mode) else "a folder" if stat.S_ISDIR(there.st_mode) else "no file, but a pipe, a device or the like"
        raise HeadwatersError(f"{name!r} is {what}. Name a new file.")
    if there is not None and not os.access(name, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
    if append and there is not None:
        with io.open(name, "r+b", buffering=0) as file:
            end = file.seek(0, os.SEEK_END)
            try:
                _write_all(file, content)
            except BaseException:
                file.truncate(end)
                raise
        return
    folder, beside = os.path.dirname(name), ""
    for number in range(100):  # a process of this number may have been stopped before
        beside = os.path.join(folder, f".headwaters-{os.getpid()}-{threading.get_ident()}-{number}")
        if not os.path.lexists(beside):
            break
    try:
        with io.open(beside, "xb", buffering=0) as file:
            _write_all(file, content)
        if there is not None:
            os.chmod(beside, stat.S_IMODE(there.st_mode))
        os.replace(beside, name)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise type(error)(error.errno, error.strerror, name) from None


def _write_all(file: Any, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest):]
    os.fsync(file.fileno())


def _told() -> Any:
    """Where people are told something: a notebook paints standard error red, as if it were a mistake."""
    return sys.stdout if _in_notebook() else sys.stderr


def _packed(name: str, attentions: Any, tokens: Any, options: Dict[str, Any], dtype: str) -> Tuple[bytes, Saved]:
    """The bytes of a file of that name."""
    plain = name[:-3] if name.endswith(".gz") else name
    form = next((form for form in _FORMS if plain.endswith("." + form)), None)
    if form is None:
        raise HeadwatersError(f"{name!r} does not end in .json, .npz, .safetensors or .jsonl (or one of these and .gz).")
    if dtype not in ("float32", "float16"):
        raise HeadwatersError(f'dtype={dtype!r} is not known: "float32" and "float16" are.')
    left_out = _Notes()
    examples = _examples(attentions, tokens, {**_OPTIONS, **options}, left_out)
    content = _FORMS[form](examples, np.dtype(dtype))
    if name.endswith(".gz"):
        content = gzip.compress(content, 0 if form == "npz" else 6, mtime=0)  # .npz is packed already
    first = next(iter(examples[0].parts.values()))
    unusual = [] if examples[0].bare else list(dict.fromkeys(line for example in examples for line in _unusual(example)))
    return content, Saved(name, len(content), len(examples), first.shape[0], first.shape[1], examples[0].width, list(left_out),
                          left_out.read, unusual)


def _dropout(values: np.ndarray) -> float:
    """p, or 0: exact zeros where other heads or layers have weights, and the rest 1/(1-p) too large, as rows without a
    zero confirm; without such rows sums around 1."""
    used = (values != 0).any((0, 1))
    zeros = ((values == 0) & used).sum(-1)
    sums = values.sum(-1, dtype=np.float64)
    places = values.shape[0] * values.shape[1] * int(used.sum())
    share = float(zeros.sum()) / max(places, 1)
    rows = np.broadcast_to(used.any(-1), sums.shape)
    if places < 40 or zeros.sum() < 2 or share > 0.8:
        return 0.0
    spread = 4 * (share * (1 - share) / places) ** 0.5 + 0.02
    whole = sums[rows & (zeros == 0)]
    if len(whole):
        scale = float(whole.mean())
        p = 1 - 1 / max(scale, 1e-9)
        fits = np.ptp(whole) <= 0.01 * scale and scale > 1.005 and sums.max() <= 1.01 * scale
        return p if fits and abs(p - share) < spread else 0.0
    around = abs(sums[rows].mean() - 1) < 0.05 and sums[sums > 0].min() < 0.99 and sums.max() > 1.01
    return share if around and sums.max() <= 1.05 / (1 - share) else 0.0


def _are_scores(values: np.ndarray) -> bool:
    """As findScores() of src/io/values/scores.cpp: nearly no row sums to 1, and values lie below 0 or are masked."""
    masked = ~np.isfinite(values) | (values <= -5000)
    rows = (~masked).sum(-1) >= 2
    kept = np.where(masked, 0, values).astype(np.float64)
    if not rows.any() or not -1000 < kept.min() <= kept.max() < 1000:
        return False
    one, absolute = (np.abs(sums[rows] - 1) < 0.02 for sums in (kept.sum(-1), np.abs(kept).sum(-1)))
    sums = kept.sum(-1)[rows]
    if not masked.any() and np.abs(kept).max() <= 1 and np.mean((sums > 0) & (np.abs(np.diff(sums, prepend=0)) < 0.01)) >= 0.6:
        return False  # differential attention: all rows of a head have one sum
    negative = float((kept < 0).sum())
    below = negative * 4 >= (~masked).sum() or negative > 0 and np.abs(kept).max() > 1.5
    return bool(one.mean() <= 0.1 and absolute.mean() < 0.5 and (below or np.isinf(values).any() or (values <= -5000).any()))


def _front_padding(values: np.ndarray) -> int:
    """As paddingTokens() of src/core/statistics/padding.cpp: tokens in front whose rows mean nothing and at which no other looks."""
    n = values.shape[3]
    if values.shape[2] != n or n < 3:
        return 0
    known = np.nan_to_num(values)
    most, least = known.max((-1,)), known.min((-1,))
    nothing = ~known.any((0, 1, 3))
    equal = ((least > 0) & (most - least <= most * 1e-3)).all((0, 1))
    count = int(np.argmin(np.append(nothing | equal, False)))
    while count and known[:, :, count:, :count].any():
        count = int(np.argmax(known[:, :, count:, :].any((0, 1, 2))))
    return count if count < n else 0


def _signs(values: np.ndarray) -> str:
    """What values below 0 may be: a mark of flash attention, or scores."""
    used = (values != 0).any((0, 1))
    rows = np.abs(values).sum(-1, dtype=np.float64)[..., used.any(-1)]
    if np.all(np.abs(rows - 1) < 0.01):
        return (", and without their signs all rows sum to 1: dropout was on, and flash attention marks by the sign what it dropped. "
                "absolute=True takes absolute values; or call model.eval() and save again.")
    sums = values.sum(-1, dtype=np.float64)[..., used.any(-1)]
    if sums.size > 2 and (sums > 0).all() and np.ptp(sums, -1).max() < 0.01 and np.nanmax(np.abs(values)) <= 1.01:
        return ", and all rows of a head have one sum, as in differential attention: they are used with their signs; flow refuses them."
    if (values < 0).sum() < 0.35 * values.shape[0] * values.shape[1] * used.sum() and np.nanmax(np.abs(values)) < 1.5:
        return (": flash attention marks by the sign which weights dropout dropped (then absolute=True takes absolute values); "
                "differential attention has such weights.")
    return ": attention has none. Save the weights after the softmax, or give softmax=True."


def _unusual(example: _Example) -> List[str]:
    """What the check of the page says of the numbers."""
    said = []
    for part, values in example.parts.items():
        name = "attention" if part == "self" else f"{part} attention"
        finite = np.isfinite(values)
        sums = np.where(finite, values, 0).sum(-1, dtype=np.float64)
        whole = finite.all(-1)
        count = lambda rows: f"{'all' if rows.all() else int(rows.sum())} {'' if rows.all() else f'of {rows.size} '}rows of the {name}"
        if _are_scores(values):
            said.append(f"These are scores before the softmax, not weights ({name}): softmax=True makes weights of them.")
            continue
        if not whole.all():
            said.append(f"{count(~whole)} have missing values (NaN or infinite): gaps in what is shown.")
        negative = (values < 0).any(-1)
        if negative.any():
            said.append(f"{count(negative)} have negative values{_signs(values)}")
            continue
        padding = _front_padding(values)
        if padding:
            said.append(f"{padding} padding token{'s' if padding > 1 else ''} in front of the {name}: give attention_mask. The page and the "
                        "program leave them out.")
        unseen: np.ndarray = ~np.asarray(values.any((0, 1, 2)))
        last = len(unseen) - int(np.argmin(np.append(unseen[::-1], False)))
        if part == "self" and example.tokens is None and 2 <= last < len(unseen):
            said.append(f"No token attends to the last {len(unseen) - last} positions. If they are padding, first_tokens={last} keeps the "
                        "others.")
        off = whole & (np.abs(sums - 1) >= 0.01)
        if not off.any() or not whole.all():
            continue
        if not sums.any():
            said.append(f"The {name} is all 0: was the model run before saving?")
            continue
        p = _dropout(values)
        if p > 0:
            said.append(f"{count(off)} do not sum to 1: dropout was on (p = {p:.3f}). Call model.eval() before you run the model, and "
                        "save again.")
            continue
        columns = values.sum(2, dtype=np.float64)
        if values.shape[2] == values.shape[3] and (np.abs(columns - 1) < 0.01).all():
            said.append(f"{count(off)} do not sum to 1, but all columns do: queries and keys are swapped. Transpose the matrices.")
            continue
        used = sums[sums > 0]
        if sums.max() <= 1.01 and (sums < 0.99).mean() >= 0.2:
            said.append(f"{count(off)} do not sum to 1: on average they lack {1 - sums.mean():.3f}, from {max(0.0, 1 - sums.max()):.3f} to "
                        f"{1 - used.min():.3f}. An attention sink (GPT-OSS), a token that was cut off or weights that were not saved have "
                        "the rest; missing_share=True shows it as a token.")
            continue
        zero = whole & (sums == 0)
        if zero.any():
            said.append(f"{count(zero)} are all 0, as padding often is: give attention_mask.")
        if (off & ~zero).any():
            worst = used[np.argmax(np.abs(used - 1))]
            said.append(f"{count(off & ~zero)} do not sum to 1; the farthest sums to {worst:.3f}.")
    return said


def _cast(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    return np.ascontiguousarray(values, dtype)


def _json_object(example: _Example, dtype: np.dtype) -> Dict[str, Any]:
    made: Dict[str, Any] = {key: example.extras[key] for key in ("model", "title", "source") if key in example.extras}
    rest = {key: value for key, value in example.extras.items() if key not in made}
    if not example.joined:
        part = next(iter(example.parts))
        if example.tokens is not None:
            made["tokens"] = example.tokens
        if not example.bare:
            made["attentions"] = _cast(example.parts[part], dtype)
        if example.gradients:
            made["gradients"] = _cast(next(iter(example.gradients.values())), np.dtype(np.float32))
        return {**made, **rest}
    for part, tokens in (("encoder", example.tokens), ("decoder", example.decoder_tokens), ("cross", None)):
        side: Dict[str, Any] = {} if tokens is None else {"tokens": tokens}
        if part in example.parts:
            side["attentions"] = _cast(example.parts[part], dtype)
        if part in example.gradients:
            side["gradients"] = _cast(example.gradients[part], np.dtype(np.float32))
        if side:
            made[part] = side
    return {**made, **rest}


def _json_bytes(examples: List[_Example], dtype: np.dtype) -> bytes:
    objects = [_json_object(example, dtype) for example in examples]
    if len(objects) == 1:
        return (_json({"format": "headwaters/1", **objects[0]}) + "\n").encode("utf-8", "surrogatepass")
    body = ",\n".join(_json(entry) for entry in objects)
    return ('{"format": "headwaters/1", "examples": [' + body + "]}\n").encode("utf-8", "surrogatepass")


def _jsonl_bytes(examples: List[_Example], dtype: np.dtype) -> bytes:
    lines = [_json({"format": "headwaters/1", **_json_object(example, dtype)}).replace("\n", "") + "\n" for example in examples]
    return "".join(lines).encode("utf-8", "surrogatepass")


def _flat(examples: List[_Example], dtype: np.dtype) -> Tuple[Dict[str, np.ndarray], Dict[str, str]]:
    """What a binary file holds: arrays by name, and all else as texts. Items of a batch of one length share an array."""
    shapes = [{part: values.shape for part, values in example.parts.items()} for example in examples]
    if any(shape != shapes[0] for shape in shapes) or len(examples) > 1 and any(
            set(example.extras) - {"model", "source"} for example in examples):
        raise HeadwatersError(f"The {len(examples)} items differ in length, or have scores of their own, which this form cannot "
                              "hold. Save them as .json or .json.gz, or one of them with item=.")
    arrays: Dict[str, np.ndarray] = {}
    for kind, ending in (("parts", "attentions"), ("gradients", "gradients")):
        for part in [] if examples[0].bare else getattr(examples[0], kind):
            stacked = [getattr(example, kind)[part] for example in examples]
            name = ending if part == "self" else f"{part}_{ending}"
            values = stacked[0] if len(examples) == 1 else np.stack(stacked, 1)
            arrays[name] = _cast(values, dtype if kind == "parts" else np.dtype(np.float32))
    texts: Dict[str, str] = {}
    for name, key in (("tokens", "tokens"), ("decoder_tokens", "decoder_tokens")):
        lists = [getattr(example, key) for example in examples]
        if lists[0] is not None:
            name = "encoder_tokens" if examples[0].joined and name == "tokens" else name
            texts[name] = _json(lists[0] if len(examples) == 1 else lists)
    for key, value in examples[0].extras.items():
        if key == "contributions":
            arrays[key] = _cast(value, np.dtype(np.float32))
            continue
        texts[key] = value if isinstance(value, str) else _json(value)
    return arrays, texts


def _npz_bytes(examples: List[_Example], dtype: np.dtype) -> bytes:
    arrays, texts = _flat(examples, dtype)
    if "outputToken" in texts:
        arrays["outputToken"] = np.array(int(texts.pop("outputToken")))
    for name, text in texts.items():
        entries = json.loads(text) if name.endswith("tokens") else None
        listed = entries if entries and isinstance(entries[0], str) and not any("\0" in entry for entry in entries) else None
        arrays[name] = np.array(listed if listed else text)  # a list that other programs read too, where it can be one
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


def _safetensors_bytes(examples: List[_Example], dtype: np.dtype) -> bytes:
    """https://github.com/huggingface/safetensors#format"""
    arrays, texts = _flat(examples, dtype)
    if "outputToken" in texts:  # a text that is no list and no object stays a text
        texts["meta"] = json.dumps({"source": int(texts.pop("outputToken"))})
    header: Dict[str, Any] = {"__metadata__": {"format": "headwaters/1", **texts}}
    at = 0
    for name, values in arrays.items():
        kind = {"float32": "F32", "float16": "F16"}[values.dtype.name]
        header[name] = {"dtype": kind, "shape": list(values.shape), "data_offsets": [at, at + values.nbytes]}
        at += values.nbytes
    text = json.dumps(header, ensure_ascii=False).encode("utf-8", "surrogatepass")
    text += b" " * (-len(text) % 8)
    little = [values.astype(values.dtype.newbyteorder("<"), copy=False).tobytes() for values in arrays.values()]
    return struct.pack("<Q", len(text)) + text + b"".join(little)


_FORMS: Dict[str, Callable[[List[_Example], np.dtype], bytes]] = {
    "json": _json_bytes, "jsonl": _jsonl_bytes, "npz": _npz_bytes, "safetensors": _safetensors_bytes}

# ---- A model that keeps its attention (PyTorch) ---------------------------------------------------------------------


@contextlib.contextmanager
def record(model: Any) -> Iterator[Any]:
    """A context in which a model of transformers keeps its attention, whatever it was loaded with; then all is as it was.

        with headwaters.record(model):
            outputs = model(**inputs)
            generated = model.generate(**inputs, max_new_tokens=20)
        headwaters.save("attention.json", outputs, tokens)

    Eager attention is asked for in place of sdpa and flash attention, output_attentions and what generate() needs are switched
    on. Outputs remember what the model says of itself: save() then knows the layers of hybrid models that have no attention,
    and where sequences of a batch end. The context gives the model.
    """
    config = getattr(model, "config", None)
    if config is None or not hasattr(model, "register_forward_hook"):
        raise HeadwatersError(f"record() takes a model of transformers, not a {type(model).__name__}.")
    configs = {id(one): one for one in (config, *(getattr(module, "config", None) for module in model.modules())) if one is not None}
    settings: List[Tuple[Any, str, Any]] = [(one, "_attn_implementation", "eager") for one in configs.values() if hasattr(one, "_attn_implementation")]
    settings += [(one, "output_attentions", True) for one in configs.values()]
    generation = getattr(model, "generation_config", None)
    if generation is not None:
        settings += [(generation, "output_attentions", True), (generation, "return_dict_in_generate", True), (generation, "output_scores", True)]
    before = [(one, name, getattr(one, name, None)) for one, name, _ in settings]
    about = _Model.of(model)

    def remember(*seen: Any) -> None:
        with contextlib.suppress(AttributeError, TypeError):  # tuples remember nothing
            setattr(seen[-1], "headwaters_model", about)

    hook = model.register_forward_hook(remember)
    plain, own = getattr(model, "generate", None), vars(model).get("generate")

    def generate(*given: Any, **named: Any) -> Any:
        made = plain(*given, **named)  # type: ignore[misc]
        remember(made)
        return made

    try:
        for one, name, value in settings:
            setattr(one, name, value)
        if plain is not None:
            model.generate = generate
        yield model
    finally:
        hook.remove()
        if own is not None:
            model.generate = own  # within another record()
        elif plain is not None:
            del model.generate
        for one, name, old in reversed(before):
            setattr(one, name, False if name == "output_attentions" and old is None else old)


def _kept_by(model: Any) -> Any:
    """record(), where the model is one of transformers."""
    return record(model) if getattr(model, "config", None) is not None else contextlib.nullcontext()


@dataclasses.dataclass
class Recorded:
    """What from_timm() saw: outputs that say of themselves what save() asks for."""

    attentions: Tuple[Any, ...]  #: a layer each, tensors [B, H, n, n]; gradients() follows them
    logits: Any = None  #: what the model returned
    tokens: Any = None
    options: Dict[str, Any] = dataclasses.field(default_factory=dict)  #: of save(), where the call says nothing else
    left_out: List[str] = dataclasses.field(default_factory=list)
    outputs: Any = None  #: the model's own, where they are more than `attentions`: those of an encoder-decoder, of generate()


def from_timm(model: Any, images: Any) -> Recorded:
    """Runs a vision transformer of timm (or one whose blocks are built alike) and keeps its attention.

        headwaters.show(headwaters.from_timm(model, images), image=picture)
        headwaters.gradients(headwaters.from_timm(model, images), 281)

    model   ViT, DeiT, BEiT, EVA, DINOv2, SigLIP, ...: every block attends from all tokens to all tokens. Modules with `fused_attn` run unfused
            for this call and are put back; what passes their `attn_drop` are the weights. eval() is yours to call: dropout would drop some
    images  [B, 3, height, width]; the grid of patches and the tokens before them come from the model

    Attention within windows (Swin), over channels (XCiT) or of a class token alone (CaiT) has no rollout over tokens, and is refused.
    """
    named = [(name, module) for name, module in model.named_modules() if hasattr(module, "fused_attn")]
    if not named:
        raise HeadwatersError(f"{type(model).__name__} has no attention of timm's kind: no module has `fused_attn`. A model of transformers is "
                              "recorded by record().")
    seen: List[Tuple[str, Any]] = []
    hooks = [module.attn_drop.register_forward_hook(lambda _, given, made, name=name: seen.append((name, made)))
             for name, module in named if hasattr(module, "attn_drop")]
    before = [(module, module.fused_attn) for _, module in named]
    try:
        for module, _ in before:
            module.fused_attn = False
        logits = model(images)
    finally:
        for module, fused in before:
            module.fused_attn = fused
        for hook in hooks:
            hook.remove()
    pooled = [name for name, module in named if hasattr(module, "latent")]  # SigLIP's head: a learned query, no token's
    whole = [(name, made) for name, made in seen if name not in pooled]
    silent = sorted({name for name, _ in named} - {name for name, _ in seen} - set(pooled))
    if silent or not whole:
        raise HeadwatersError(f"No weights were seen of {_some(silent or [name for name, _ in named])} ({type(model).__name__}).")
    grid = getattr(getattr(model, "patch_embed", None), "grid_size", None)
    first = getattr(model, "num_prefix_tokens", None)
    if grid is None or first is None:
        raise HeadwatersError(f"{type(model).__name__} does not say how its tokens lie (patch_embed.grid_size, num_prefix_tokens): attention of tokens cannot "
                              "be told from that of channels (XCiT), windows and reduced keys (PVT).")
    n = first + grid[0] * grid[1]
    odd = next(((name, made) for name, made in whole if made.ndim != 4 or (made.shape[0], *made.shape[2:]) != (len(images), n, n)), None)
    if odd is not None:
        raise HeadwatersError(f"{odd[0]} ({type(dict(named)[odd[0]]).__name__}) has weights of shape {list(odd[1].shape)}: attention from all {n} tokens of "
                              f"{_counted(len(images), 'image')} to all is needed, and windows (Swin) are not that.")
    options = {"grid": tuple(grid), "first_patch_token": int(first)}
    return Recorded(tuple(made for _, made in whole), logits, None, options, [f"{name} (it pools: its query is no token)" for name in pooled])


def from_pipeline(pipe: Any, inputs: Any, **named: Any) -> Union[Recorded, List[Recorded]]:
    """Runs a pipeline of transformers, or a SentenceTransformer or CrossEncoder, and keeps what its model attended to.

        headwaters.show(headwaters.from_pipeline(pipeline("text-classification"), "The keys are on the table."))
        headwaters.show(headwaters.from_pipeline(SentenceTransformer(name), "The keys are on the table."))

    inputs   what the pipeline is called with, and `named`; texts or pairs of a SentenceTransformer (encode) and a CrossEncoder (predict) are run one by one
    returns  what save() takes, with the tokens, their tokenizer and the padding; a list where the model ran several times (a text
             each, a label of zero-shot classification each): those become examples in this order

    The model keeps its attention as in record(), whatever it was loaded with, and is put back. What the pipeline writes (generate()) is one run.
    """
    each = lambda call: [functools.partial(call, [one], show_progress_bar=False, **named) for one in _each_text(inputs)]
    inner: Any
    calls: Sequence[Callable[[], Any]]
    if callable(pipe) and hasattr(pipe, "preprocess") and hasattr(pipe, "postprocess"):
        inner, calls = getattr(pipe, "model", None), [lambda: pipe(inputs, **named)]
    elif hasattr(pipe, "encode") and hasattr(pipe, "children") and hasattr(pipe, "tokenizer"):  # SentenceTransformer: modules one after another
        inner, calls = next((one.auto_model for one in pipe.children() if getattr(one, "auto_model", None) is not None), None), each(pipe.encode)
    elif hasattr(pipe, "predict") and hasattr(pipe, "model") and hasattr(pipe, "tokenizer"):  # CrossEncoder
        inner, calls = pipe.model, each(pipe.predict)
    else:
        raise HeadwatersError(f"from_pipeline() takes a pipeline of transformers or a SentenceTransformer, not a {type(pipe).__name__}. A model itself is "
                              "recorded by record().")
    if getattr(inner, "config", None) is None or not hasattr(inner, "register_forward_hook"):
        raise HeadwatersError(f"This {type(pipe).__name__} has no model of PyTorch and transformers in it, whose attention could be kept.")
    runs: List[Recorded] = []
    writing = False

    def keep(outputs: Any, given: Mapping[str, Any]) -> None:
        ids, mask = given.get("input_ids"), given.get("attention_mask")
        tokenizer = getattr(pipe, "tokenizer", None) if ids is not None else None
        written = getattr(outputs, "sequences", None) is not None and getattr(outputs, "cross_attentions", None) is None
        options = {"tokenizer": tokenizer, "attention_mask": mask if mask is not None and ids is not None and mask.ndim == 2 and not bool(mask.all()) else None}
        runs.append(Recorded(getattr(outputs, "attentions", None) or (), getattr(outputs, "logits", None), None if written else ids,
                             {key: value for key, value in options.items() if value is not None}, [], outputs))

    def watched(name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
        """In place of a method, and not as a hook: sentence-transformers calls forward() itself."""
        @functools.wraps(plain)
        def run(*given: Any, **named: Any) -> Any:
            nonlocal writing
            within, writing = writing, writing or name == "generate"
            dictionary = name == "forward" or named.get("return_dict_in_generate") or getattr(named.get("generation_config"), "return_dict_in_generate", False)
            asked = {} if name == "forward" else dict(output_attentions=True, output_scores=True, return_dict_in_generate=True)
            try:
                made = plain(*given, **{**named, **asked})
            finally:
                writing = within
            if not within:
                keep(made, {**({"input_ids": given[0]} if given else {}), **named})
            return made if dictionary else made.sequences  # what is had without us
        return run

    with record(inner) as model:
        before = {name: vars(model).get(name) for name in ("forward", "generate") if hasattr(model, name)}
        try:
            for name in before:
                setattr(model, name, watched(name, getattr(model, name)))
            for call in calls:
                call()
        finally:
            for name, own in before.items():
                setattr(model, name, own) if own is not None else delattr(model, name)
    if not runs:
        raise HeadwatersError(f"This {type(pipe).__name__} never called {type(inner).__name__}: there is no attention to keep.")
    return runs[0] if len(runs) == 1 else runs


def _each_text(inputs: Any) -> List[Any]:
    """One text or pair, or a list of them, as a list."""
    return [inputs] if isinstance(inputs, (str, tuple)) else list(inputs)


def from_transformer_lens(cache: Any, tokens: Any = None) -> Recorded:
    """The attention patterns of TransformerLens's run_with_cache(), with tokens, padding and gradients.

        logits, cache = model.run_with_cache(text)
        headwaters.show(headwaters.from_transformer_lens(cache, text))

    cache    an ActivationCache, or the dictionary that get_caching_hooks() fills. The layers are blocks.*.attn.hook_pattern; of an
             encoder-decoder encoder.*, decoder.*.attn and decoder.*.cross_attn. With incl_bwd=True their gradients come along, for relevance()
    tokens   the text that was run, a list of texts (a batch: its padding is left out), the ids, or what to_str_tokens() gave. Texts and ids
             are cut by the cache's own model; a dictionary has none, and takes to_str_tokens() alone

    save() takes the cache itself, too: from_transformer_lens() chooses the patterns by name and knows what else belongs to them.
    """
    if not (_is_mapping(cache) and all(isinstance(key, str) for key in cache.keys())):
        raise HeadwatersError(f"from_transformer_lens() takes what run_with_cache() returns second, an ActivationCache; this is {_short(cache)}.")
    found: Dict[str, Dict[int, Any]] = {}
    for key, value in cache.items():
        matched = re.fullmatch(r"(?:blocks|(encoder)|(decoder))\.(\d+)\.(attn|cross_attn)\.hook_pattern(_grad)?", key)
        if matched:
            role = ("cross" if matched[4] == "cross_attn" else matched[1] or matched[2] or "self") + (matched[5] or "")
            found.setdefault(role, {})[int(matched[3])] = value
    if not any(not role.endswith("_grad") for role in found):
        raise HeadwatersError(f"This cache has no hook_pattern; there are {_some(_patterns(dict(cache.items()))) or 'no names'}. run_with_cache() keeps all "
                              "unless names_filter leaves them out.")
    left_out = []
    for role, layers in found.items():
        missing = sorted(set(range(max(layers) + 1)) - set(layers))
        if missing and not role.endswith("_grad"):
            left_out.append(f"the {role} patterns of layers {_some([str(layer) for layer in missing])}, which the cache has not; rollout and flow skip them")
    name = lambda role: "attentions" if role == "self" else f"{role}_attentions"
    stack = lambda role: tuple(value[None] if value.ndim == 3 else value for _, value in sorted(found[role].items()))
    roles = [role for role in found if not role.endswith("_grad")]
    given = {name(role): stack(role) for role in roles}
    options: Dict[str, Any] = {}
    if all(sorted(found.get(role + "_grad", {})) == sorted(found[role]) for role in roles):
        options["gradients"] = {name(role): stack(role + "_grad") for role in roles}
    elif any(role.endswith("_grad") for role in found):
        left_out.append("gradients, which the cache has of some layers only")
    texts, mask = _lens_tokens(getattr(cache, "model", None), tokens, next(iter(given.values()))[0].shape)
    if mask is not None:
        options["attention_mask"] = mask
    return Recorded(given.get("attentions", ()), None, texts, options, left_out, given)


def _lens_tokens(model: Any, tokens: Any, shape: Sequence[int]) -> Tuple[Any, Optional[np.ndarray]]:
    """Texts of the tokens that TransformerLens ran, and which places are theirs where texts of a batch differ in length."""
    whole_text = isinstance(tokens, str)
    texts = isinstance(tokens, (list, tuple)) and all(isinstance(one, str) for one in tokens)
    ids = _is_array(tokens)
    if tokens is None or not (whole_text or ids or texts and shape[0] > 1):
        return tokens, None
    if not hasattr(model, "to_str_tokens"):
        raise HeadwatersError("This cache does not know its model: give tokens as texts, model.to_str_tokens(text).")
    if whole_text:
        return list(model.to_str_tokens(tokens)), None
    if ids:
        rows = tokens if tokens.ndim == 2 else tokens[None]
        return [list(model.to_str_tokens(row)) for row in rows], None
    cut = [list(model.to_str_tokens(one)) for one in tokens]
    if len(cut) != shape[0]:
        raise HeadwatersError(f"There are {_counted(len(cut), 'text')}, but the cache has a batch of {shape[0]}.")
    if len({len(row) for row in cut}) == 1:
        return cut, None
    left = getattr(getattr(model, "tokenizer", None), "padding_side", "right") == "left"
    mask = np.zeros((len(cut), shape[-1]), np.int64)
    for row, own in zip(mask, cut):
        row[shape[-1] - len(own):] = left
        row[:len(own)] |= not left
    return cut, mask


def from_captum(attributions: Any, *, token: Optional[int] = None, form: str = "sum") -> np.ndarray:
    """A score a token, float64 [n] or [B, n], out of what captum attributes: for save(importance=...) and correlate().

        made = LayerIntegratedGradients(forward, model.bert.embeddings).attribute(input_ids, target=1)
        headwaters.save("a.json", outputs, tokens, importance={"integrated gradients": headwaters.from_captum(made)})

    attributions   of an embedding layer, [B, n, d]; of tokens, [B, n] or [n]; or the result of captum's LLMAttribution: of all that was
                   written, or of the written token number `token`, from 0; NaN are the tokens behind it, as it does not see them
    form           over d: "sum", as captum's tutorials do (it keeps signs, and completeness of integrated gradients), "norm" or "absolute" (the sum of |x|)
    """
    if hasattr(attributions, "seq_attr"):
        by_token = attributions.token_attr
        if token is not None and by_token is None:
            raise HeadwatersError("This result has no attributions by token: ask attribute() for them, or leave token= out.")
        if token is not None and not -len(by_token) <= token < len(by_token):
            raise HeadwatersError(f"token={token} is not among the {_counted(len(by_token), 'token')} that were written.")
        return np.asarray(_numpy(attributions.seq_attr if token is None else by_token[token]), np.float64)
    if token is not None:
        raise HeadwatersError("token= chooses one of LLMAttribution's written tokens; these attributions are of one target already.")
    if isinstance(attributions, (list, tuple)):
        if len(attributions) != 1:
            raise HeadwatersError(f"These are attributions of {_counted(len(attributions), 'input')} or layers: give one, attributions[0].")
        attributions = attributions[0]
    forms = {"sum": lambda values: values.sum(-1), "norm": lambda values: np.sqrt((values ** 2).sum(-1)), "absolute": lambda values: np.abs(values).sum(-1)}
    if form not in forms:
        raise HeadwatersError(f"form is {form!r}; known are {', '.join(forms)}.")
    if not _is_array(attributions) or not 1 <= len(attributions.shape) <= 3:
        raise HeadwatersError(f"from_captum() takes attributions [n], [B, n] or [B, n, d], or LLMAttribution's result; this is {_short(attributions)}.")
    values = np.asarray(_numpy(attributions), np.float64)
    values = forms[form](values) if values.ndim == 3 else values
    return values[0] if values.ndim == 2 and len(values) == 1 else values


def from_inseq(out: Any, token: int = -1, *, item: int = 0) -> Dict[str, Any]:
    """What inseq attributes one written token to, as options of save() and show(): importance, tokens and output_token.

        out = inseq_model.attribute(prompt, whole)
        ids = torch.tensor([[one.id for one in out[0].target]])
        headwaters.save("a.json", model(ids, output_attentions=True), **headwaters.from_inseq(out))

    out     what attribute() returns, or one of its sequence_attributions. Scores over hidden sizes, layers and heads are put together by inseq's own
            aggregate(), as its show() does
    token   which of the tokens that were written, from 0; negative ones count from the end
    item    which sequence

    A model of next words (the ids are those of out[0].target): scores of all tokens before the written one, the others are NaN, which is no score;
    output_token is the one before it, whose row of attention decides. An encoder-decoder (ids of source and, as decoder_input_ids, of target): scores of
    the source's tokens.
    """
    sequences = getattr(out, "sequence_attributions", None)
    if sequences is not None and not 0 <= item < len(sequences):
        raise HeadwatersError(f"There are {_counted(len(sequences), 'sequence')}: item={item} is not among them.")
    one = out if sequences is None else sequences[item]
    if not all(hasattr(one, name) for name in ("source", "target", "target_attributions", "source_attributions", "attr_pos_start")):
        raise HeadwatersError(f"from_inseq() takes what attribute() of inseq returns, not {_short(out)}.")
    name = str(getattr(out, "info", {}).get("attribution_method") or "inseq")
    texts = lambda side: [str(getattr(token, "token", token)) for token in side]
    start, end = int(one.attr_pos_start), int(one.attr_pos_end)
    if not -(end - start) <= token < end - start:
        raise HeadwatersError(f"token={token} is not among the {_counted(end - start, 'token')} that were written.")
    at = token % (end - start)
    summed = one if _plain_scores(one) else one.aggregate()
    joined = summed.source_attributions is not None
    scores = np.asarray(_numpy(summed.source_attributions if joined else summed.target_attributions), np.float64)
    if scores.ndim != 2:
        raise HeadwatersError(f"inseq's aggregate() left scores of shape {list(scores.shape)}: one for each token and written token is expected.")
    made: Dict[str, Any] = {"importance": {name: scores[:, at]}, "tokens": texts(one.source if joined else one.target), "output_token": start + at - 1}
    if joined:
        made["decoder_tokens"] = texts(one.target)
    else:
        made["importance"][name] = np.where(np.arange(len(scores)) < start + at, scores[:, at], np.nan)
    return made


def _plain_scores(one: Any) -> bool:
    """Whether inseq's attributions have one number for each pair of tokens already."""
    return all(side is None or side.ndim == 2 for side in (one.source_attributions, one.target_attributions))

# ---- Gradients and scores (PyTorch) ---------------------------------------------------------------------------------


def _logit(outputs: Any, target: Any) -> Any:
    """The scalar that gradients are of, summed over the batch: items do not touch each other."""
    if hasattr(target, "backward"):
        return target.sum()
    try:
        return _logit_at(outputs, target)
    except IndexError:
        raise HeadwatersError(f"The logits have the shape {list(_get(outputs, 'logits').shape)}: {target!r} is outside of them.") from None


def _logit_at(outputs: Any, target: Any) -> Any:
    logits = _get(outputs, "logits")
    if logits is None:
        raise HeadwatersError("These outputs hold no `logits`: give the number itself as target, as in loss or logits[0, 5].")
    if isinstance(target, (int, np.integer)):
        if logits.ndim != 2:
            raise HeadwatersError(f"The logits have the shape {list(logits.shape)}: give target=(position, token id).")
        return logits[:, int(target)].sum()
    position, token = target
    if logits.ndim != 3:
        raise HeadwatersError(f"The logits have the shape {list(logits.shape)}: give target=class.")
    return logits[:, int(position), int(token)].sum()


def gradients(outputs: Any, target: Any) -> Dict[str, List[np.ndarray]]:
    """Gradients of one number with respect to all attention of a model's outputs, in one backward pass.

    outputs  of a PyTorch model called with output_attentions=True, not under torch.no_grad()
    target   the number: a tensor (`outputs.logits[0, 2]`, a loss); a class, of logits [batch, classes]; or (position,
             token id), of logits [batch, n, vocabulary]. Of a batch the numbers are added, each item has its own.

    Returns {"attentions": [L arrays [B, H, n, n]]}, or the same for encoder_, decoder_ and cross_attentions: what
    save(gradients=...) takes. G[l][h][q][k] = d target / d W[l][h][q][k] (Chefer, Gur & Wolf 2021). The graph is kept.
    Cost: one backward pass.
    """
    import torch

    if not _is_named(outputs):
        found = _of_hooks(outputs)
        outputs = {"attentions": list(found.values()) if isinstance(found, Mapping) else found}
    given = {role: [layer for layer in _content_stream(_get(outputs, role), role, []) if layer is not None]
             for role in _ROLES if _get(outputs, role) is not None and not _all_none(_get(outputs, role))}
    tensors = [layer for layers in given.values() for layer in layers]
    if not tensors:
        raise HeadwatersError(EAGER)
    if any(not _is_array(layer) for layer in tensors):
        raise HeadwatersError("generate() keeps no gradients: call the model itself on the whole text.")
    if not all(layer.requires_grad for layer in tensors):
        raise HeadwatersError("The attention carries no gradients: call the model outside torch.no_grad(), with parameters that "
                              "require gradients (or inputs_embeds that do).")
    number = _logit(outputs, target)
    found = torch.autograd.grad(number, tensors, retain_graph=True, allow_unused=True)
    if all(gradient is None for gradient in found):
        found = _gradients_of_copied(number, tensors)
    if all(gradient is None for gradient in found):
        raise HeadwatersError("The target does not depend on this attention: take both from one call of the model. What Longformer and BigBird's "
                              "sparse attention return is put together anew, and has no gradients.")
    arrays = iter([np.zeros(tuple(layer.shape), np.float32) if gradient is None else _numpy(gradient)
                   for layer, gradient in zip(tensors, found)])
    return {role: [next(arrays) for _ in layers] for role, layers in given.items()}


def _gradients_of_copied(number: Any, tensors: Sequence[Any]) -> Sequence[Any]:
    """Gradients of weights that the model returned as copies with their axes in another order (XLNet): those of what was copied."""
    import torch

    edges, moves = [], []
    for tensor in tensors:
        node, output, made = tensor.grad_fn, 0, []
        while node is not None and type(node).__name__ in ("CloneBackward0", "AliasBackward0", "PermuteBackward0"):
            if hasattr(node, "_saved_dims"):
                made.append([int(axis) % tensor.ndim if axis < 2 ** 63 else int(axis) - 2 ** 64 for axis in node._saved_dims])
            node, output = node.next_functions[0]
        if node is None or not hasattr(torch.autograd.graph, "GradientEdge"):
            return [None] * len(tensors)
        edges.append(torch.autograd.graph.GradientEdge(node, output))
        moves.append(made[::-1])
    found = list(torch.autograd.grad(number, edges, retain_graph=True, allow_unused=True))
    for i, made in enumerate(moves):
        for axes in made if found[i] is not None else []:
            found[i] = found[i].permute(axes)
    return found


def input_gradients(target: Any, embeddings: Any, *, form: str = "norm") -> np.ndarray:
    """Importance of each token by the gradient of a number with respect to its input embedding.

    target      a tensor of PyTorch; of several numbers the sum is taken
    embeddings  [n, d] or [batch, n, d], what was given as inputs_embeds and requires gradients
    form        "norm": |g_i|_2 (Simonyan et al. 2014); "absolute": |g_i|_1; "product": g_i . e_i, signed (gradient x
                input, Shrikumar et al. 2016)

    Returns float64 [n] or [batch, n]. Cost: one backward pass. The graph is kept.
    """
    import torch

    if not embeddings.requires_grad:
        raise HeadwatersError("The embeddings require no gradients: embeddings = model.get_input_embeddings()(ids)"
                              ".detach().requires_grad_(), then model(inputs_embeds=embeddings).")
    gradient, = torch.autograd.grad(target.sum(), [embeddings], retain_graph=True, allow_unused=True)
    if gradient is None:
        raise HeadwatersError("The target does not depend on these embeddings: give them to the model as inputs_embeds.")
    slopes = _numpy(gradient).astype(np.float64)
    if form == "norm":
        return np.sqrt((slopes ** 2).sum(-1))
    if form == "absolute":
        return np.abs(slopes).sum(-1)
    if form == "product":
        return (slopes * _numpy(embeddings).astype(np.float64)).sum(-1)
    raise HeadwatersError(f'form={form!r} is not known: "norm", "absolute" and "product" are.')


class _Progress:
    """A bar, while somebody looks at it."""

    def __init__(self, name: str, total: int, shown: Optional[bool]) -> None:
        self.name, self.total, self.began = name, total, time.monotonic()
        self.shown = (sys.stderr.isatty() or _in_notebook()) if shown is None else shown

    def at(self, done: int) -> None:
        if not self.shown:
            return
        filled = 30 * done // max(self.total, 1)
        left = (time.monotonic() - self.began) / max(done, 1) * (self.total - done)
        end = "\n" if done == self.total else ""
        out = _told()
        out.write(f"\r{self.name} [{'#' * filled}{'.' * (30 - filled)}] {done}/{self.total}, {left:.0f} s left {end}")
        out.flush()


def blank_out(forward: Callable[[Any], Any], inputs: Any, mask_token: Any, *, target: Optional[int] = None,
              batch_size: int = 32, progress: Optional[bool] = None) -> np.ndarray:
    """Importance of each token by what a score loses when the token is blanked (Abnar & Zuidema 2020, section 4).

    forward     takes a batch [b, n] of inputs like these and returns a score for each: [b], or with `target` [b, classes]
                (or outputs with such `logits`). Give probabilities to measure differences of probability.
    inputs      [n] or [1, n]: ids of PyTorch or NumPy, or a list of anything, then a list of lists goes to `forward`
    mask_token  what stands in a blanked place: tokenizer.mask_token_id, unk_token_id
    progress    a bar; by default on terminals and in notebooks

    Returns float64 [n]: score(whole) - score(without token i). Cost: n + 1 forward passes, `batch_size` at a time;
    PyTorch's are run without gradients.
    """
    is_array = _is_array(inputs)
    single = inputs
    if is_array and inputs.ndim == 2 and inputs.shape[0] == 1 or not is_array and len(inputs) == 1 and isinstance(inputs[0], (list, tuple)):
        single = inputs[0]
    if is_array and single.ndim != 1:
        raise HeadwatersError(f"One input [n] is blanked at a time; these have the shape {list(inputs.shape)}.")
    n = len(single)
    if batch_size < 1:
        raise HeadwatersError("batch_size has to be at least 1.")
    if mask_token is None:
        raise HeadwatersError("mask_token is None: this tokenizer has no such token. Decoders have no mask; take tokenizer.unk_token_id or "
                              "tokenizer.eos_token_id.")
    torch_like = hasattr(single, "detach")

    def variant(place: int) -> Any:  # place n: nothing is blanked
        if torch_like:
            row = single.clone()
        else:
            row = np.array(single) if is_array else list(single)
        if place < n:
            row[place] = mask_token
        return row

    def scores(rows: List[Any]) -> np.ndarray:
        if torch_like:
            import torch

            with torch.no_grad():
                found = forward(torch.stack(rows))
        else:
            found = forward(np.stack(rows) if is_array else rows)
        found = getattr(found, "logits", found)
        values = _numpy(found).astype(np.float64)
        if target is not None and values.ndim == 2:
            values = values[:, target]
        if values.shape != (len(rows),):
            raise HeadwatersError(f"forward returned the shape {list(values.shape)} for {len(rows)} inputs: one score for each is "
                                  "expected, or [inputs, classes] together with target=class.")
        return values

    bar, found = _Progress("blank-out", n + 1, progress), []
    for begin in range(0, n + 1, batch_size):
        places = range(begin, min(begin + batch_size, n + 1))
        found.append(scores([variant(place) for place in places]))
        bar.at(places[-1] + 1)
    values = np.concatenate(found)
    return values[n] - values[:n]

# ---- Contributions: what tokens give each other, by their vectors ---------------------------------------------------


class Layer(NamedTuple):
    """One attention block in numbers; n tokens, H heads of size e, width d."""

    weights: np.ndarray  #: [H, n, n] attention
    values: np.ndarray  #: [H, n, e] value vectors, their bias included
    output_weight: np.ndarray  #: [H, e, d] the output projection
    inputs: Optional[np.ndarray] = None  #: [n, d] what the residual connection adds; None: nothing
    gamma: Optional[np.ndarray] = None  #: [d] of the layer norm behind it; None: no norm there
    output_bias: Optional[np.ndarray] = None  #: [d] counts for the norm's variance only
    eps: float = 1e-12
    scale: Optional[np.ndarray] = None  #: [d] or [n, d] by which the block's own part is multiplied before the residual is added
    output: Optional[np.ndarray] = None  #: [n, d] what the block gives on, biases included; None: the sum of the vectors


class Contributions(NamedTuple):
    """What contributions() returns."""

    matrices: np.ndarray  #: [L, n, n]
    ratio: np.ndarray  #: [L, n] r: the share of the others in each token's new vector
    kind: str


def _vectors(layer: Layer, rows: range) -> np.ndarray:
    """v[i, j] for the rows i: [rows, n, d], float64."""
    weights = np.asarray(layer.weights, np.float64)[:, rows.start:rows.stop]
    mixed = np.einsum("hje,hed->hjd", np.asarray(layer.values, np.float64), np.asarray(layer.output_weight, np.float64))
    vectors = np.einsum("hij,hjd->ijd", weights, mixed)
    bias = None if layer.output_bias is None else np.asarray(layer.output_bias, np.float64)
    if layer.scale is not None:
        scale = np.broadcast_to(np.asarray(layer.scale, np.float64), (np.asarray(layer.weights).shape[-1], vectors.shape[-1]))[rows.start:rows.stop]
        vectors *= scale[:, None]
        bias = None if bias is None else bias * scale
    if layer.inputs is not None:
        for i in rows:
            vectors[i - rows.start, i] += np.asarray(layer.inputs[i], np.float64)
    if layer.gamma is not None:
        whole = vectors.sum(1)
        if bias is not None:
            whole = whole + bias
        deviation = np.sqrt(whole.var(-1) + layer.eps)
        vectors = (vectors - vectors.mean(-1, keepdims=True)) / deviation[:, None, None]
        vectors *= np.asarray(layer.gamma, np.float64)
    return vectors


def transformed_vectors(layer: Layer) -> np.ndarray:
    """v[i, j] [n, n, d], float64: what token j gives to the new vector of token i in one attention block.

    v_ij = g(sum_h alpha_ij^h f^h(x_j) + delta_ij x_i), f^h(x) = (x W_V^h + b_V^h) W_O^h, and with a layer norm behind
    the sum (BERT) g(u) = gamma * (u - mean u) / sqrt(var_i + eps), var_i of the whole vector before the norm (Kobayashi et al.
    2021, AttnResLn-N; arXiv 2109.07152); without one (GPT-2, Llama, ViT) g(u) = u. A norm or a scale of the branch (Gemma,
    DINOv2) multiplies f, its divisor frozen. The biases behind the sum belong to no token: sum_j v_ij is the block's
    output without beta and without the output bias. Cost: n n d numbers; H n n d operations.
    """
    return _vectors(layer, range(np.asarray(layer.weights).shape[-2]))


def contributions(layers: Iterable[Union[Layer, np.ndarray]], kind: str = "alti", *, normalise: bool = True) -> Contributions:
    """How much each token contributes to each other, layer by layer, by vectors in place of weights alone.

    layers  a Layer each, as block_layers() records them, or transformed vectors [n, n, d] each
    kind    "alti": c_ij = relu(|y_i|_1 - |y_i - v_ij|_1), y_i what the block gives on, or sum_j v_ij where that is not
            known (Ferrando et al. 2022, arXiv 2203.04212);
            "norms": |v_ij|_2 (Kobayashi et al. 2021)
    normalise  rows divided by their sum; a row of zeros becomes the token's own

    Returns matrices [L, n, n], whose product T_L ... T_1 is the rollout (no residual is added to them): save(path,
    contributions(...), tokens), or save(path, attentions, tokens, contributions=...). And ratio [L, n], r_i = |sum_(j != i) v_ij| / (|sum_(j != i) v_ij| +
    |v_ii|), for save(fixed_residual=...) and the preset "globenc-fixed-residual" (Modarressi et al. 2022). Cost: as
    transformed_vectors(), 64 MB of them at a time.
    """
    if kind not in ("alti", "norms"):
        raise HeadwatersError(f'kind={kind!r} is not known: "alti" and "norms" are.')
    matrices, ratios = [], []
    for number, layer in enumerate(layers):
        if isinstance(layer, Layer):
            block = layer
            n, width = np.asarray(layer.weights).shape[-2], np.asarray(layer.output_weight).shape[-1]
            part = lambda rows, block=block: _vectors(block, rows)
            output = None if block.output is None else np.asarray(block.output, np.float64)
        else:
            whole = np.asarray(layer, np.float64)
            if whole.ndim != 3 or whole.shape[1] != whole.shape[0]:
                raise HeadwatersError(f"Layer {number} has the shape {list(whole.shape)}; transformed vectors are [n, n, d].")
            n, width, output = whole.shape[0], whole.shape[2], None
            part = lambda rows, whole=whole: whole[rows.start:rows.stop]
        step = max(1, int(8e6 // max(n * width, 1)))
        matrix, ratio = np.empty((n, n)), np.empty(n)
        for begin in range(0, n, step):
            rows = range(begin, min(begin + step, n))
            matrix[begin:rows.stop], ratio[begin:rows.stop] = _row_contributions(part(rows), rows, kind, output)
        if normalise:
            sums = matrix.sum(1, keepdims=True)
            matrix = np.where(sums > 0, matrix / np.where(sums > 0, sums, 1), np.eye(n))
        matrices.append(matrix)
        ratios.append(ratio)
    if not matrices:
        raise HeadwatersError("There are no layers.")
    return Contributions(np.stack(matrices), np.stack(ratios), kind)


def _row_contributions(vectors: np.ndarray, rows: range, kind: str, output: Optional[np.ndarray]) -> Tuple[np.ndarray, np.ndarray]:
    own = vectors[np.arange(len(rows)), list(rows)]
    whole = vectors.sum(1)
    others, self_size = np.linalg.norm(whole - own, axis=-1), np.linalg.norm(own, axis=-1)
    total = others + self_size
    ratio = np.where(total > 0, others / np.where(total > 0, total, 1), 0)
    if kind == "norms":
        return np.linalg.norm(vectors, axis=-1), ratio
    made = whole if output is None else output[rows.start:rows.stop]
    size = np.abs(made).sum(-1, keepdims=True)
    return np.maximum(size - np.abs(made[:, None] - vectors).sum(-1), 0), ratio

# ---- The blocks of a model, by what they compute (PyTorch) ----------------------------------------------------------


def block_layers(model: Any, **inputs: Any) -> Tuple[List[Layer], Any]:
    """Runs a model once and records what contributions() needs of each attention block.

    model   a PyTorch model that returns its attention: an encoder, a decoder or a vision transformer of Hugging Face, or one that
            is built alike. Of an encoder-decoder its encoder: model.get_encoder()
    inputs  of one sentence or picture, as tokenizer or processor give them, without padding

    Blocks are found by what they compute and not by their names: values are the linear layer's (or its part: fused
    projections, shared heads) of which attention makes what enters the output projection; the residual is what a norm gets
    together with the block's output, or what the norm before it got. What does not add up is refused. Norms behind the sum
    (BERT, DistilBERT, ALBERT, DeBERTa), before the block (GPT-2, Llama, ViT, ModernBERT), beside it (GPT-NeoX), of the
    branch (Gemma, OLMo 2) and scales of it (DINOv2, BEiT) are known.

    Returns the layers and the model's outputs. Cost: one forward pass, all activations of which are kept for the while.
    """
    seen, outputs = _watched(model, inputs)
    stacks = _stacks(outputs, [])
    if "self" not in stacks or stacks["self"].batch != 1:
        raise HeadwatersError("One sentence of an encoder or a decoder is recorded at a time" + (
            ": of an encoder-decoder give the encoder, model.get_encoder()." if "self" not in stacks else
            f"; these are {stacks['self'].batch}."))
    weights = stacks["self"].item(0)
    found, at = [], 0
    for number, attention in enumerate(weights):
        block = _block(np.asarray(attention, np.float64), seen, at)
        if block is None:
            raise HeadwatersError(f"Layer {number}: no linear layers were found between which its attention mixes values. The block computes more than "
                                  "attention (ConvBERT, gates), or does it without torch.nn.Linear: make a headwaters.Layer of each block yourself.")
        found.append(block)
        at = block.after
    residuals = [_residual(block, seen) for block in found]
    before = any(kind == "before" for kind, _, _ in residuals)
    return [_layer(number, attention, block, residual, before, seen)
            for number, (attention, block, residual) in enumerate(zip(weights, found, residuals))], outputs


class _Seen(NamedTuple):
    """A linear layer or a norm at work."""

    module: Any
    given: np.ndarray  #: [n, d]
    made: np.ndarray  #: [n, d]
    norm: bool


class _Block(NamedTuple):
    """An attention block among what was seen."""

    values: np.ndarray  #: [H, n, e]
    entered: np.ndarray  #: [n, d] what the value projection got
    started: int  #: the number of the value projection
    projection: _Seen
    after: int  #: the number behind the output projection


def _watched(model: Any, inputs: Dict[str, Any]) -> Tuple[List[_Seen], Any]:
    """One run, and every linear layer and norm in the order of their work."""
    import torch

    seen: List[_Seen] = []

    def see(module: Any, given: Any, made: Any) -> None:
        given = given[0] if given else None
        if torch.is_tensor(given) and torch.is_tensor(made) and given.is_floating_point() and given.ndim in (2, 3):
            one = lambda tensor: _numpy(tensor if tensor.ndim == 2 else tensor[0]).astype(np.float64)
            seen.append(_Seen(module, one(given), one(made), "Norm" in type(module).__name__))

    linear = lambda module: getattr(getattr(module, "weight", None), "ndim", 0) == 2 and not hasattr(module, "padding_idx")
    hooks = [module.register_forward_hook(see) for module in model.modules() if "Norm" in type(module).__name__ or linear(module)]
    try:
        with torch.no_grad(), _kept_by(model):
            outputs = model(**{**inputs, "output_attentions": True})
    finally:
        for hook in hooks:
            hook.remove()
    return seen, outputs


def _same(found: np.ndarray, wanted: np.ndarray, tolerance: float = 1e-3) -> bool:
    """Equal but for rounding, half precision among it."""
    return found.shape == wanted.shape and float(np.abs(found - wanted).max(initial=0)) <= tolerance * max(float(np.abs(wanted).max(initial=0)), 1e-9)


def _value_readings(made: np.ndarray, heads: int, size: int) -> Iterable[np.ndarray]:
    """[H, n, e] in every way that a linear layer's output [n, D] may hold the values of H heads."""
    n, width = made.shape
    if width % heads == 0 and width // heads >= size:  # by head: alone, or behind its query and key (GPT-NeoX, BLOOM)
        yield made.reshape(n, heads, -1)[:, :, -size:].transpose(1, 0, 2)
    for shared in range(1, heads + 1):
        if heads % shared:
            continue
        several = heads // shared
        if width in (shared * size, (heads + 2 * shared) * size):  # alone, or behind all queries and keys (GPT-2, Phi-3)
            yield np.repeat(made[:, -shared * size:].reshape(n, shared, size), several, 1).transpose(1, 0, 2)
        if width == shared * (several + 2) * size:  # behind the queries and the key of those that share it (Falcon)
            yield np.repeat(made.reshape(n, shared, several + 2, size)[:, :, -1], several, 1).transpose(1, 0, 2)


def _block(attention: np.ndarray, seen: Sequence[_Seen], start: int) -> Optional[_Block]:
    """The next two linear layers between which this attention mixes values."""
    heads, n = attention.shape[:2]
    some = sorted({0, n // 2, n - 1})
    for place in range(start, len(seen)):
        projection = seen[place]
        if projection.norm or projection.given.shape[0] != n or projection.given.shape[1] % heads:
            continue
        mixed = projection.given.reshape(n, heads, -1).transpose(1, 0, 2)
        for earlier in range(place - 1, start - 1, -1):
            source = seen[earlier]
            if source.norm or source.made.shape[0] != n:
                continue
            for values in _value_readings(source.made, heads, mixed.shape[2]):
                if _same(attention[:, some] @ values, mixed[:, some], 2e-2) and _same(attention @ values, mixed, 2e-2):
                    return _Block(values, source.given, earlier, projection, place + 1)
    return None


_Residual = Tuple[str, Optional[np.ndarray], Any]


def _residual(block: _Block, seen: Sequence[_Seen]) -> _Residual:
    """Where the residual x enters: ("behind", x, ...) a norm gets the block's input and output; ("before", x, ...) what a norm before
    the block got goes past it; ("", ...) nobody knows. The rest is the norm that gets the sum, the branch's scale, the sum."""
    branch, scale = _branch(block, seen)
    ahead = next((one for one in reversed(seen[: block.started + 1]) if one.norm and _same(one.made, block.entered, 1e-6)), None)
    past = None if ahead is None else ahead.given
    later = [one for one in seen[block.after:] if one.norm and one.given.shape == branch.shape][:4]
    for x, name in ((past, "before"), (block.entered, "behind")):
        for norm in later if x is not None and x.shape == branch.shape else []:
            if x is not None and _same(x + branch, norm.given):
                return name, x, (norm, scale, norm.given)
    for x in (past, block.entered):  # a scale that nobody names: layer scale, residual multipliers
        for norm in later if x is not None and x.shape == branch.shape and len(branch) > 2 else []:
            if x is None or _same(norm.given, x, 1e-6):
                continue  # a second norm of the same residual, beside the block
            more = ((norm.given - x) * branch).sum(0) / np.maximum((branch ** 2).sum(0), 1e-30)
            if _same(x + more * branch, norm.given):
                return "before", x, (norm, more if scale is None else scale * more, norm.given)
    if past is not None and past.shape == branch.shape:  # beside the rest of the layer, which is added at once (GPT-NeoX)
        rests = [one.made for one in seen[block.after:block.after + 8] if not one.norm and one.made.shape == branch.shape]
        if any(_same(past + branch + rest, norm.given) for norm in later for rest in rests):
            return "before", past, (None, scale, past + branch)
    for one in seen[block.after:block.after + 6]:  # no norm before the block and none before what follows (OLMo 2)
        if not one.norm and block.entered.shape == branch.shape and _same(block.entered + branch, one.given):
            return "before", block.entered, (None, scale, one.given)
    return "", None, None


def _branch(block: _Block, seen: Sequence[_Seen]) -> Tuple[np.ndarray, Optional[np.ndarray]]:
    """What the block adds to the residual, and by what its own norm multiplies it (Gemma 2, OLMo 2), its divisor frozen."""
    made = block.projection.made
    own = next((one for one in seen[block.after:block.after + 3] if one.norm and _same(one.given, made, 1e-6)), None)
    if own is None:
        return made, None
    weight = _numpy(own.module.weight).astype(np.float64)
    for factor in (weight, 1 + weight):
        size = np.sqrt((made ** 2).mean(-1, keepdims=True))
        plain = made * factor / np.maximum(size, 1e-30)
        inverse = (own.made * plain).sum(-1, keepdims=True) / np.maximum((plain ** 2).sum(-1, keepdims=True), 1e-30) / np.maximum(size, 1e-30)
        if _same(made * factor * inverse, own.made):
            return own.made, factor * inverse
    return made, None


def _layer(number: int, attention: np.ndarray, block: _Block, residual: _Residual, before: bool, seen: Sequence[_Seen]) -> Layer:
    """A block as contributions() takes it."""
    kind, x, rest = residual
    if not kind:
        raise HeadwatersError(f"Layer {number}: it is not known where its residual enters. Make a headwaters.Layer of each block yourself.")
    norm, scale, total = rest
    project = _numpy(block.projection.module.weight).astype(np.float64)
    if type(block.projection.module).__name__ != "Conv1D":  # GPT-2's has [in, out]
        project = project.T
    bias = getattr(block.projection.module, "bias", None)
    made = Layer(np.asarray(attention), block.values, project.reshape(block.values.shape[0], block.values.shape[2], -1), x,
                 output_bias=None if bias is None else _numpy(bias).astype(np.float64), scale=scale, output=total)
    if kind == "before" or before:  # also ModernBERT's first block, which has no norm of its own
        return made
    gamma, eps = _numpy(norm.module.weight).astype(np.float64), float(getattr(norm.module, "eps", getattr(norm.module, "variance_epsilon", 0)))
    beta = getattr(norm.module, "bias", None)
    again = gamma * (total - total.mean(-1, keepdims=True)) / np.sqrt(total.var(-1, keepdims=True) + eps) + (0 if beta is None else _numpy(beta))
    if not _same(again, norm.made):
        raise HeadwatersError(f"Layer {number}: the norm behind the sum ({type(norm.module).__name__}) is no layer norm. Make a headwaters.Layer of each "
                              "block yourself.")
    return made._replace(gamma=gamma, eps=eps, output=norm.made)

# ---- Windows and merged patches (Swin) ------------------------------------------------------------------------------


class WindowBlocks(NamedTuple):
    """Blocks of a model that attends within windows, as window_blocks() records them and merged() takes them."""

    attentions: List[np.ndarray]  #: [windows, heads, w * w, w * w] of each block
    grids: List[Tuple[int, int]]  #: rows and columns of its tokens
    windows: List[int]  #: w
    shifts: List[int]  #: by how many tokens the windows are shifted; 0: not


def window_blocks(model: Any, **inputs: Any) -> Tuple[WindowBlocks, Any]:
    """Runs Swin (or Swin v2) of Hugging Face on one picture and records every block: the library itself gives one attention a stage.

        blocks, outputs = headwaters.window_blocks(model, **inputs)
        headwaters.save("swin.json", None, contributions=headwaters.merged(blocks), contribution_kind="rollout over merged patches",
                        image="cat.png", grid=blocks.grids[0], first_patch_token=0)

    Grids, windows and shifts are those that each block used: where a window is as large as the grid it is not shifted.
    Returns the blocks and the model's outputs. Cost: one forward pass.
    """
    import torch

    layers = [module for module in model.modules() if hasattr(module, "shift_size") and hasattr(module, "window_size") and hasattr(module, "attention")]
    if not layers:
        raise HeadwatersError("No blocks with window_size, shift_size and attention, as Swin has them, were found.")
    one = lambda size: int(size[0] if isinstance(size, (list, tuple)) else size)
    found: List[Tuple[np.ndarray, Tuple[int, int], int, int]] = []
    weights: Dict[int, Any] = {}

    def keep(number: int, made: Any) -> None:
        for tensor in made if isinstance(made, (list, tuple)) else ():
            if torch.is_tensor(tensor) and tensor.ndim == 4 and tensor.shape[-1] == tensor.shape[-2]:
                weights[number] = tensor

    def close(number: int, layer: Any, given: Any, named: Any) -> None:
        size = named.get("input_dimensions", given[1] if len(given) > 1 else layer.input_resolution)
        if number not in weights:
            raise HeadwatersError(EAGER)
        found.append((_numpy(weights.pop(number)), (int(size[0]), int(size[1])), one(layer.window_size), one(layer.shift_size)))

    hooks = []
    for number, layer in enumerate(layers):
        hooks += [module.register_forward_hook(lambda module, given, made, number=number: keep(number, made)) for module in layer.attention.modules()]
        hooks.append(layer.register_forward_hook(lambda module, given, named, made, number=number: close(number, module, given, named), with_kwargs=True))
    try:
        with torch.no_grad(), _kept_by(model):
            outputs = model(**{**inputs, "output_attentions": True})
    finally:
        for hook in hooks:
            hook.remove()
    return WindowBlocks(*(list(part) for part in zip(*found))), outputs


def merged(attentions: Union[WindowBlocks, Sequence[Array]], grids: Optional[Sequence[Sequence[int]]] = None, *, residual: float = 0.5,
           windows: Optional[Sequence[Optional[int]]] = None, shifts: Optional[Sequence[int]] = None) -> np.ndarray:
    """Layers whose tokens become fewer (Swin's patch merging), as contributions [L, n, n] on the grid of the first layer.

        save("swin.json", None, contributions=merged(blocks), contribution_kind="rollout over merged patches", image="cat.png",
             grid=blocks.grids[0], first_patch_token=0)

    attentions   what window_blocks() records; or a layer each, all of them and not one a stage: [heads, N, N] or [1, heads, N, N]
                 over all N = rows * columns tokens, row by row; or its windows as the model computes them, [windows, heads,
                 w * w, w * w].
    grids        (rows, columns) of each layer; a layer's divides that of the layer before.
    residual     share of the identity, as in rollout: each layer is (1 - residual) * mean over heads + residual * I.
    windows      w of each layer, None for layers without; shifts: by how many tokens the windows are shifted (0: not). As in
                 Swin, a window that reaches over the grid is as large as the grid, and is not shifted.

    A token after merging is the mean of those that it was made of, to equal shares: that is our reading, since the merging
    is a linear layer over all of them. With U that copies a token to the patches that it covers, D that averages over
    them and M of a layer as above, the layer becomes U M D; the product of these is U times the rollout through the
    merging, since D U of two layers is exactly the averaging between them. Rollout and raw values are exact; a flow
    through copies of one token is not the flow of the model. Cost: L * n * n numbers; n of Swin at 224 pixels is 3,136.
    """
    if isinstance(attentions, WindowBlocks):
        attentions, grids, windows, shifts = attentions
    if grids is None or any(part is not None and len(part) != len(attentions) for part in (grids, windows, shifts)):
        raise HeadwatersError(f"There {'are' if len(attentions) != 1 else 'is'} {_counted(len(attentions), 'layer')} of attention; a grid, a window and a shift of each is expected. "
                              "Of Swin the library returns one attention a stage: window_blocks() records every block.")
    rows, cols = (int(size) for size in grids[0])
    made = []
    for layer, (given, grid) in enumerate(zip(attentions, grids)):
        high, wide = (int(size) for size in grid)
        if high < 1 or wide < 1 or rows % high or cols % wide:
            raise HeadwatersError(f"The grid {high} x {wide} of layer {layer} does not divide that of the first, {rows} x {cols}.")
        weights = np.asarray(_numpy(given), np.float64)
        window = windows[layer] if windows is not None else None
        if window is not None:
            whole = min(high, wide) <= int(window)
            shift = 0 if whole or shifts is None else int(shifts[layer])
            weights = _unwindowed(weights, high, wide, min(high, wide) if whole else int(window), shift, layer)
        weights = weights.reshape((-1,) + weights.shape[-2:]).mean(0)
        if weights.shape != (high * wide, high * wide):
            raise HeadwatersError(f"Layer {layer} has {weights.shape[0]} tokens; its grid {high} x {wide} has {high * wide}.")
        step = (1 - residual) * weights + residual * np.eye(high * wide)
        covers = (np.arange(rows)[:, None] * high // rows * wide + np.arange(cols)[None, :] * wide // cols).ravel()
        made.append(step[covers][:, covers] * (high * wide / (rows * cols)))
    return np.stack(made)


def _unwindowed(weights: np.ndarray, high: int, wide: int, window: int, shift: int, layer: int) -> np.ndarray:
    """[windows, heads, w * w, w * w] as [heads, N, N]; windows row by row, of tokens that were rolled by `shift` to the start."""
    if high % window or wide % window:
        raise HeadwatersError(f"Layer {layer}: windows of {window} x {window} do not divide its grid {high} x {wide}, so that the model put padding behind it, "
                              "which is no patch. Give it a picture whose size they divide.")
    if weights.ndim != 4 or weights.shape[0] != (high // window) * (wide // window) or weights.shape[2] != window ** 2:
        raise HeadwatersError(f"Layer {layer} has the shape {list(weights.shape)}; windows of {window} x {window} on {high} x {wide} tokens "
                              f"would be [{high // window * (wide // window)}, heads, {window ** 2}, {window ** 2}]. Give one picture at a time.")
    whole = np.zeros((weights.shape[1], high * wide, high * wide))
    for index, part in enumerate(weights):
        top, left = index // (wide // window) * window, index % (wide // window) * window
        down = (top + np.arange(window) + shift) % high
        across = (left + np.arange(window) + shift) % wide
        tokens = (down[:, None] * wide + across[None, :]).ravel()
        whole[:, tokens[:, None], tokens[None, :]] = part
    return whole

# ---- The core, in this process or as the command line program -------------------------------------------------------

#: The core of the installed package; None where this file stands alone.
_core: Any = importlib.import_module("._core", __name__) if "__path__" in globals() else None


def _checkout() -> Optional[Path]:
    """The checkout that this file lies in, if it does."""
    for folder in Path(__file__).resolve().parents:
        if (folder / "tools" / "build").exists() and (folder / "web" / "python").is_dir():
            return folder
    return None


def _own_program() -> Optional[str]:
    """The program that the package was installed with."""
    if _core is None:
        return None
    try:
        files = importlib.metadata.files("headwaters") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    paths = (Path(os.path.abspath(str(file.locate()))) for file in files)
    return next((str(path) for path in paths if path.stem == "headwaters" and path.parent.name in ("bin", "Scripts") and path.is_file()), None)


def program() -> str:
    """The path of the command line program: HEADWATERS, the installed package's, PATH, the checkout's build/native."""
    named = os.environ.get("HEADWATERS")
    if named:
        if not Path(named).is_file():
            raise HeadwatersError(f"HEADWATERS names {named!r}, which is no file.")
        return named
    found = _own_program() or shutil.which("headwaters")
    checkout = _checkout()
    built = None if checkout is None else checkout / "build" / "native" / "headwaters"
    if found or built is not None and built.is_file():
        return found or str(built)
    raise HeadwatersError("The program `headwaters` is neither on PATH nor named by the variable HEADWATERS. Install the package "
                          "(`pip install .` in a checkout), or build it there with `tools/build native`, which makes "
                          "build/native/headwaters.")


class _Program:
    """The program where it answers about a model that runs here, one message after the other: what _core.Answering is in this process."""

    def __init__(self) -> None:
        self._name = program()
        self._run = subprocess.Popen([self._name, "answer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def ask(self, text: str, numbers: bytes) -> str:
        content, run = text.encode("utf-8", "replace"), self._run
        assert run.stdin and run.stdout
        try:
            run.stdin.writelines((struct.pack("=QQ", len(content), len(numbers) // 4), content, numbers))
            run.stdin.flush()
            size, _ = struct.unpack("=QQ", run.stdout.read(16))
            return run.stdout.read(size).decode("utf-8")
        except (OSError, struct.error):
            raise HeadwatersError(f"The program {self._name} has ended, or knows no command `answer`: it is older than this file. Build or install it again.") from None

    def close(self) -> None:
        self._run.kill()
        self._run.communicate()


def _computes() -> bool:
    """Whether the core is there, in this process or as a program."""
    with contextlib.suppress(HeadwatersError):
        return _core is not None or bool(program())
    return False


_FILE_OPTIONS = ("decoder_tokens", "tokenizer", "attention_mask", "output_token", "decoder_attention_mask", "gradients", "importance",
                 "fixed_residual", "special_tokens", "predicted", "predicted_probability", "contributions", "contribution_kind", "axes", "layers_from", "first_tokens")
_BOTH = ("axes", "layers_from", "first_tokens")  #: of files too


class _Question(NamedTuple):
    """A command of the program, and what it is asked about."""

    words: List[str]
    source: Any
    tokens: Any
    given: Dict[str, Any]  #: options of save(), which say how `source` is read

    @classmethod
    def of(cls, command: str, source: Any, tokens: Any, options: Mapping[str, Any]) -> "_Question":
        options = dict(options)
        of_file = isinstance(source, (str, os.PathLike))
        given = {key: options.pop(key) for key in _FILE_OPTIONS if key in options and not (of_file and key in _BOTH)}
        if not isinstance(options.get("model", ""), str):
            given["model"] = options.pop("model")  # a model, which knows where sequences end; a name is the program's own option
        words = [command, os.fspath(source) if of_file else "-"]
        for key, value in options.items():
            if value is None or value is False:
                continue
            if isinstance(value, (list, tuple, np.ndarray)):
                value = ",".join(str(entry) for entry in value)
            words.append("--" + key.replace("_", "-") + ("" if value is True else f"={value}"))
        return cls(words, source, tokens, given)

    @property
    def name(self) -> str:
        return self.words[1] if self.words[1] != "-" else ""

    def content(self) -> bytes:
        """What the program is to read from standard input."""
        return b"" if self.words[1] != "-" else _content(self.source, self.tokens, self.given)[1]


def _right(found: Any, name: str = "") -> Any:
    """What the core returned, unless it is a problem."""
    if _core is not None and isinstance(found, _core.Problem):
        raise HeadwatersError((f"{name}: " if name else "") + str(found), found.place, found.finding, found.remedy)
    return found


def _lent(example: _Example) -> Optional[Tuple[Any, ...]]:
    """An example as the core reads it where it lies; None for what only a file can say."""
    if example.bare or example.joined or set(example.extras) - {"model", "title", "source", "importance"}:
        return None
    number = lambda value: float("nan") if value is None else float(value)
    scores = [(name, [number(value) for value in values]) for name, values in example.extras.get("importance", {}).items()]
    texts = None if example.tokens is None else [text.encode("utf-8", "surrogatepass").decode("utf-8", "replace") for text in example.tokens]
    slopes = next(iter(example.gradients.values()), None)
    cast = lambda values: None if values is None else _cast(values, np.dtype(np.float32))
    return cast(next(iter(example.parts.values()))), cast(slopes), texts, scores


def _opened(asked: _Question) -> Tuple[Any, Any]:
    """The core's wish and document of a question."""
    wish = _right(_core.parse(asked.words))
    source = asked.source
    if isinstance(source, Analysis) and source._opened is not None and wish.reads_plainly and asked.tokens is None and not asked.given:
        if len(source._opened.examples()) > 1 and not any(word.startswith("--example=") for word in asked.words):
            wish = _right(_core.parse([*asked.words, f"--example={source._number}"]))
        return wish, source._opened
    if asked.words[1] != "-":
        return wish, _right(_core.open(wish, None), asked.name)
    examples = _examples(source, asked.tokens, {**_OPTIONS, **asked.given}, _Notes())
    lent = _lent(examples[0]) if len(examples) == 1 and wish.reads_plainly else None
    found = None if lent is None else _right(_core.take(*lent))
    return wish, _right(_core.open(wish, _file_of(examples))) if found is None else found


def _file_of(examples: List[_Example]) -> bytes:
    try:
        return _safetensors_bytes(examples, np.dtype(np.float32))
    except HeadwatersError as error:
        if "which this form cannot hold" not in str(error).replace("\n", " "):
            raise
    return _json_bytes(examples, np.dtype(np.float32))


def _warned(wish: Any, opened: Any) -> Tuple[Any, Any]:
    """The same, once the check of the numbers has warned."""
    _warn(str(one) for one in opened.warnings)
    return wish, opened


def _warn(lines: Iterable[str]) -> None:
    """Warns the caller of this file, once for each line."""
    level = 1
    while sys._getframe(level).f_globals is globals() and sys._getframe(level).f_back is not None:
        level += 1
    for line in dict.fromkeys(lines):
        if re.match(r"The file has no tokens|.*\bon opening\. Open the file without", line):
            continue  # no fault of the numbers
        warnings.warn(_quoted(line, 1440), HeadwatersWarning, stacklevel=level + 1)


def _printed(command: str, source: Any, tokens: Any, options: Mapping[str, Any], *more: str, warns: bool = True) -> str:
    """What the program prints. `source` is a file or what save() takes."""
    asked = _Question.of(command, source, tokens, options)
    if _core is not None:
        asked = asked._replace(words=[*asked.words, *more])
        found = _opened(asked)
        return str(_right(_core.text(*(_warned(*found) if warns else found)), asked.name))
    return _from_program([*asked.words, *more, *([] if warns else ["--quiet"])], asked.content())


def _from_program(words: Sequence[str], content: bytes = b"") -> str:
    """What the program prints."""
    run = subprocess.run([program(), *words], input=content, capture_output=True)
    told = run.stderr.decode("utf-8", "replace").strip().splitlines()
    _warn(line.split(" warning: ", 1)[1] for line in told if " warning: " in line)
    if run.returncode != 0:
        raise HeadwatersError("\n".join(line for line in told if " warning: " not in line) or f"headwaters ended with {run.returncode}.")
    return run.stdout.decode("utf-8")


def _run(command: str, source: Any, tokens: Any, options: Mapping[str, Any]) -> Any:
    return json.loads(_printed(command, source, tokens, options, "--format=json"))


def _content(source: Any, tokens: Any, given: Dict[str, Any], dtype: str = "float32") -> Tuple[str, bytes]:
    """The name and the bytes of a file for a program or a page."""
    try:
        name = "attention.safetensors"
        return name, _packed(name, source, tokens, given, dtype)[0]
    except HeadwatersError as error:
        if "which this form cannot hold" not in str(error).replace("\n", " "):
            raise
    name = "attention.json"
    return name, _packed(name, source, tokens, given, dtype)[0]


def _layers(command: str, source: Any, tokens: Any, options: Mapping[str, Any]) -> np.ndarray:
    """A method's numbers, float64 [L, rows, columns], or [L, columns] of one output."""
    rows = options.get("token") is not None
    if _core is not None:
        asked = _Question.of(command, source, tokens, options)
        found = np.asarray(_right(_core.layers(*_warned(*_opened(asked))), asked.name)[1], np.float64)
        return found[:, 0] if rows else found
    return _numbers_of(_run(command, source, tokens, options))


def _numbers_of(printed: Mapping[str, Any]) -> np.ndarray:
    sides = ("values", "decoder_values")
    return np.array([np.concatenate([np.array(layer[side], np.float64) for side in sides if side in layer], axis=-1)
                     for layer in printed["layers"]], np.float64)


def compute(method: str, source: Any = None, tokens: Any = None, **options: Any) -> np.ndarray:
    """The numbers of a method by its name ("raw", "rollout", "flow", "relevance", "gradient-rollout", "grad-sam"), float64 [L, n, n].

    As rollout(). Without a source the command line runs a model: compute("rollout", model="FOLDER", text="...").
    """
    if source is not None:
        return _layers(method, source, tokens, options)
    words = _Question.of(method, "", None, options).words
    return _numbers_of(json.loads(_from_program([method, *words[2:], "--format=json"])))


def ask(model: PathLike, *, arguments: Optional[Mapping[str, Any]] = None, **options: Any) -> Any:
    """What a model's folder answers about a text, as `headwaters ask` prints it; the command line runs the model.

    model      a folder with config.json, weights and tokenizer, or a .gguf
    arguments  of the question: ask("bert-tiny", text="...", question="lens", arguments={"position": 5, "count": 3})
    options    those of `headwaters ask`: text="...", target="are-is", cut=["1:0:6>2", "2:*:5>1"], ...; a list gives an option several times

    Returns the answer, or a list of answers where an argument has several numbers ("position": "0,1,2"). Layers count from 1, heads
    and tokens from 0.
    """
    options = {**options, "with": [f"{name}={value}" for name, value in (arguments or {}).items()]}
    answers = _answers("ask", model, options)
    return answers[0] if len(answers) == 1 else answers


def why(model: PathLike, **options: Any) -> Dict[str, Any]:
    """Which word of a text matters most for a model's answer, and how sure that is (docs/why.md).

    model    a folder with config.json, weights and tokenizer, or a .gguf
    options  those of `headwaters why`: text="...", target="are-is", test_words="mask", by="words"; without a target the likeliest next word by its
             log-probability, else the likeliest answer against its usual contrast

    Returns what `headwaters why` prints in a pipe: a number for each token; `named` has the tokens of the word that may be named, or is None, and
    `sentences` says why.
    """
    return _answers("why", model, options)[0]


def _answers(command: str, model: PathLike, options: Mapping[str, Any]) -> List[Any]:
    """A line of JSON for each answer of a command that runs a model's folder."""
    words = [command, os.fspath(model)]
    for key, values in options.items():
        for value in values if isinstance(values, (list, tuple)) else [values]:
            if value is not None and value is not False:
                words.append("--" + key.replace("_", "-") + ("" if value is True else f"={value}"))
    return [json.loads(line) for line in _from_program(words).splitlines()]


def rollout(source: Any, tokens: Any = None, **options: Any) -> np.ndarray:
    """Attention rollout (Abnar & Zuidema 2020): A_l ... A_1 for each layer l, float64 [L, n, n].

    source   a file, what read() gives, or what save() takes, with `tokens`, `attention_mask`, ... as there
    options  those of the command line: residual=0.5, weights="attentions" (of a file that has contributions), preset="no-residual", discard=0.1, heads=[0, 3], example=2, ...;
             with token=T only that output's rows, [L, n]. `headwaters --help` lists them; True gives a bare option.

    Warns (HeadwatersWarning) of numbers that are unusual for attention, as save(), `headwaters info` and the page do.
    Layers before `start` are not there. Weights that nobody knows are NaN. In the installed package an array of float32
    [L, H, n, n] is read where it lies; layers that come one by one are put into one first. Cost: L n^3.
    """
    return _layers("rollout", source, tokens, options)


def flow(source: Any, tokens: Any = None, **options: Any) -> np.ndarray:
    """Attention flow (Abnar & Zuidema 2020): the maximum flow from each token of each layer to each input token, float64 [L, n, n], in
    units of the weights (a row that sums to 1 sends 1 at most).

    As rollout(); relative=True divides rows by their sum; layer=L (from 1) gives that layer alone, [1, n, n]; certificate=True measures
    the minimum cut of every value again, and refuses one that it does not prove. Cost:
    n^2 problems a layer; token=T asks for one row of each. Of an encoder-decoder from its decoder's tokens to those of
    both sides, the encoder's first: [L, T, S + T].
    """
    return _layers("flow", source, tokens, options)


def relevance(source: Any, tokens: Any = None, **options: Any) -> np.ndarray:
    """Relevance (Chefer, Gur & Wolf 2021, ICCV): R = R + mean_h relu(G W) R from the identity, after each layer; float64 [L, n, n].

    As rollout(); it needs gradients: of the file, or gradients=gradients(outputs, target). own_one="drop" leaves out the 1 that
    a token's relevance for itself begins with. Of an encoder-decoder what the decoder's tokens take from the encoder's, [L, T, S].
    """
    return _layers("relevance", source, tokens, options)


class Augmentation(NamedTuple):
    """A path that carries a part of a maximum flow: each is the widest that the ones before it have left."""

    amount: float  #: what it carries
    tokens: List[int]  #: from the output down to the input
    levels: List[int]  #: of each: how many layers lie below it; a path goes up where it takes back what an earlier one sent


class Cut(NamedTuple):
    """A minimum cut: without these weights nothing flows. Its capacity is the flow."""

    capacity: float
    layers: np.ndarray  #: int [edges], from 0
    queries: np.ndarray  #: int [edges], from 0
    keys: np.ndarray  #: int [edges], from 0
    capacities: np.ndarray  #: float64 [edges]


class FlowPaths(NamedTuple):
    """One maximum flow with what proves it: paths that carry it, and a cut that lets no more through."""

    value: float
    paths: List[Augmentation]
    rest: float  #: the value less the paths that are listed
    cut: Cut

    @property
    def proven(self) -> bool:
        """Paths and cut agree on the value, to the grid of 2^-40 on which flows are computed."""
        near = lambda a, b: abs(a - b) <= 1e-9 * max(1.0, abs(b))
        return near(sum(path.amount for path in self.paths) + self.rest, self.value) and near(self.cut.capacity, self.value) and near(
            float(self.cut.capacities.sum()), self.cut.capacity)


def flow_paths(source: Any, tokens: Any = None, *, token: Any, input: Any, layer: Optional[int] = None, most: int = 16, **options: Any) -> FlowPaths:
    """How one value of attention flow arises: from `token` above `layer` to the token `input`.

    token, input  numbers from 0, or texts. layer: from 1, as in the command line; default the last
    most          paths that are listed at most; `rest` has the others' flow. Paths: Ford & Fulkerson 1956, the widest first (Edmonds & Karp 1972)

    As rollout() otherwise. Not across encoder and decoder. Cost: that of one value of flow(), and of each path at most O(L n^2).
    """
    found = _run("explain", source, tokens, {**options, "method": "flow", "token": token, "input": input, "layer": layer, "terms": most})
    downwards = lambda path: list(range(len(path) - 1, -1, -1))
    paths = [Augmentation(float(one["value"]), list(one["path"]), list(one.get("levels") or downwards(one["path"]))) for one in found["terms"]]
    edges = np.array([edge[-4:] for edge in found["cut"]["edges"]], np.float64).reshape(-1, 4)
    layers, queries, keys = edges[:, :3].T.astype(int)
    cut = Cut(float(found["cut"]["capacity"]), layers - 1, queries, keys, edges[:, 3])
    return FlowPaths(float(found["value"]), paths, float(found["rest"]), cut)


class Joint(NamedTuple):
    """Joint attribution: a flow into all inputs at once."""

    values: np.ndarray  #: float64 [n], in units of the capacities
    max_flow: float  #: of the same network, exact
    gap: float  #: max_flow less the sum of the values
    gap_bound: float  #: which the gap cannot exceed: a proof of the values


def joint(source: Any, tokens: Any = None, **options: Any) -> Joint:
    """Joint attribution of the inputs (generalized attention flow, after Azarkhalili & Libbrecht 2025), made unique by a barrier.

    As rollout(); token=T or [T, U] are the sources (default: all), layer=L (from 1) the layer above which they stand (default:
    the last), form="attention" ("gradient", "product": with gradients), barrier=0.001, scale="none" or "largest". Cost: some tens of Newton steps,
    each a factorisation of the network's matrix.
    """
    found = _run("joint", source, tokens, options)
    return Joint(np.array(found["values"], np.float64), float(found["max_flow"]), float(found["gap"]), float(found["gap_bound"]))


class Correlation(NamedTuple):
    """Spearman's rank correlation by layer: mean and standard deviation (the population's) over examples, and what chance says of it."""

    mean: np.ndarray  #: [L]
    sd: np.ndarray  #: [L]
    low: np.ndarray  #: [L]: the 95 % interval, of the correlation of one example (as if tokens were independent) or of the mean (Student)
    high: np.ndarray  #: [L]
    p: np.ndarray  #: [L]: of one example by permutations; of many of the difference from the best of the layer (sign flips, Holm)


def correlate(source: Any, tokens: Any = None, **options: Any) -> Dict[str, Dict[str, Correlation]]:
    """How every method that the file allows ranks tokens against importance scores: {score: {method: Correlation}}.

    As rollout(); scores come from the file or from importance={"blankout": [...]}. The table of the paper's section 4.
    """
    printed = _run("correlate", source, tokens, options)
    number = lambda cells, key: np.array([np.nan if cell.get(key) is None else cell[key] for cell in cells], np.float64)
    return {name: {method: Correlation(*(number(cells, key) for key in Correlation._fields)) for method, cells in methods.items()}
            for name, methods in printed["importance"].items()}


@dataclasses.dataclass(eq=False)
class Analysis:
    """What a file holds, as read() gives it. Every function that takes outputs takes it, too. Weights are float32 and not to be written to.

    Of an encoder-decoder `encoder_attentions`, `decoder_attentions` and `cross_attentions` are there in place of `attentions`.
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
    warnings: List[str] = dataclasses.field(default_factory=list)  #: what is unusual about the file, and what helps
    _opened: Any = dataclasses.field(default=None, repr=False)
    _number: int = dataclasses.field(default=0, repr=False)
    _file: str = dataclasses.field(default="", repr=False)

    def _said(self, tokens: Any, options: Dict[str, Any]) -> Tuple[Any, Any, Dict[str, Any]]:
        """Outputs, tokens and options of save(), which go before what the file said."""
        own = {"gradients": self.gradients, "contributions": self.contributions, "contribution_kind": self.contribution_kind or None,
               "decoder_tokens": self.decoder_tokens, "importance": self.importance or None, "title": self.title or None,
               "model": self.model or None, "source": self.source or None}
        names = ("encoder_attentions", "decoder_attentions", "cross_attentions")
        parts = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        options = {**options, **{key: value for key, value in own.items() if options[key] is None}}
        return self.attentions if self.attentions is not None else parts or None, self.tokens if tokens is None else tokens, options

    def __repr__(self) -> str:
        shapes = (f"{field.name} {list(getattr(self, field.name).shape)}" for field in dataclasses.fields(self)
                  if isinstance(getattr(self, field.name), np.ndarray))
        return f"Analysis({self.title!r}, {_counted(len(self.tokens), 'token')}, {', '.join(shapes)})"


def read(source: PathLike, **options: Any) -> List[Analysis]:
    """What a file of any form holds ([formats](formats.md)): its examples, one at least.

    source   a file, or a link of the page that holds data
    options  those of the command line that say how files are read: axes="layers,inputs,heads", softmax=True, normalise_rows=True,
             average_heads=True, tokens="file.txt", layers_from="blocks.*.attn.hook_pattern", ...

    Weights are views of what was read, without a copy, in the installed package; where this file stands alone the program prints them
    and they are read again. Cost: one pass over the file.
    """
    if _core is None:
        saved = json.loads(_printed("save", source, None, options, warns=False))
        told = [" ".join(filter(None, (one["place"] and one["place"] + ":", one["finding"], one["remedy"]))) for one in saved["saved"]["warnings"]]
        return [dataclasses.replace(_analysis(_of_saved(one), told), _file=os.fspath(source)) for one in saved.get("examples", [saved])]
    _, opened = _opened(_Question.of("save", source, None, options))
    told = [str(one) for one in opened.warnings]
    made = [_analysis(one, told) for one in opened.examples()]
    return [dataclasses.replace(one, _opened=opened, _number=number, _file=os.fspath(source)) for number, one in enumerate(made)]


def _of_saved(one: Mapping[str, Any]) -> Dict[str, Any]:
    """An example of the form headwaters/1 by the names that the core has for it."""
    array = lambda value: None if value is None else np.array(value, np.float32)
    side = lambda name, key: array((one.get(name) or {}).get(key))
    found = {"title": one.get("title", ""), "model": one.get("model", ""), "source": one.get("source", ""), "importance": one.get("importance", {}),
             "contributions": array(one.get("contributions")), "contribution_kind": one.get("contributionKind", "")}
    if "cross" in one:
        return {**found, "tokens": one["encoder"]["tokens"], "attentions": side("encoder", "attentions"), "decoder_tokens": one["decoder"]["tokens"],
                "decoder_attentions": side("decoder", "attentions"), "cross_attentions": side("cross", "attentions")}
    weights = array(one.get("attentions"))
    size = weights.shape[-1] if weights is not None else found["contributions"].shape[-1]
    return {**found, "tokens": one.get("tokens") or [str(i) for i in range(size)], "attentions": weights,
            "gradients": None if one.get("gradientKind") else array(one.get("gradients"))}


def _analysis(one: Mapping[str, Any], told: List[str]) -> Analysis:
    names = {field.name for field in dataclasses.fields(Analysis)}
    made = Analysis(**{key: value for key, value in one.items() if key in names})
    if made.contributions is not None and made.contributions.ndim == 4:
        made.contributions = made.contributions[:, 0]
    if made.decoder_tokens is not None:
        made.encoder_attentions, made.attentions = made.attentions, None
    made.importance = {name: np.array(values, np.float64) for name, values in made.importance.items()}
    made.warnings = list(told)
    return made


class Figure:
    """A figure as the page draws it: lines are lines and text is text. A notebook shows it."""

    def __init__(self, svg: str, asked: Optional[Sequence[str]] = None, content: bytes = b"") -> None:
        self.svg = svg
        self._asked = asked  #: the command line's words, whose second is the file's name
        self._content = content  #: of that file; empty: it is a file

    def save(self, path: PathLike, *, dpi: Optional[int] = None) -> None:
        """Writes it: .svg; .pdf, its fonts inside and its words as text; or .png of `dpi` dots per inch (300).

        PDF and PNG are drawn by the command line, which the installed package brings along (some milliseconds). Where there is none
        (headwaters.py alone, without the program), only the SVG can be had.
        """
        name = os.fspath(path)
        form = Path(name).suffix
        if form not in (".svg", ".pdf", ".png"):
            raise HeadwatersError(f"{name!r} ends in none of .svg, .pdf and .png.")
        if dpi is not None and form != ".png":
            raise HeadwatersError(f"dpi= is of .png; lines of {form} have no dots.")
        given = (self._asked or [])[(2 if self._content else 1):]
        inputs = _inputs_of(*(word.partition("=")[2] or word for word in given))
        if form == ".svg":
            _write(name, self.svg.encode("utf-8"), inputs)
            return
        if self._asked is None:
            raise HeadwatersError("This figure is an SVG and nothing else; plot() makes those that become PDF and PNG.")
        try:
            program()
        except HeadwatersError as error:
            raise HeadwatersError(f"{form} is drawn by the command line; the SVG is here. {error}") from None
        words = [*self._asked, "--png", f"--dpi={int(dpi or 300)}"] if form == ".png" else [*self._asked, "--pdf"]
        _write(name, _drawn_by_program(words, self._content), inputs)

    def _repr_svg_(self) -> str:
        return self.svg


def _drawn_by_program(words: Sequence[str], content: bytes) -> bytes:
    """What `headwaters figure` writes; `content`: of the file that the second word names, where it is none yet."""
    words = list(words)
    with tempfile.TemporaryDirectory() as folder:
        if content:
            words[1] = str(Path(folder, words[1]))  # the caption names it
            Path(words[1]).write_bytes(content)
        run = subprocess.run([program(), *words, "--quiet"], capture_output=True)
    if run.returncode != 0:
        raise HeadwatersError(run.stderr.decode("utf-8", "replace").strip() or f"headwaters ended with {run.returncode}.")
    return run.stdout


def plot(source: Any, tokens: Any = None, *, view: Optional[str] = None, method: str = "rollout", layer: Optional[int] = None, token: Any = None,
         width: Union[int, str, None] = None, height: Optional[int] = None, dark: bool = False, plain: bool = False, ax: Any = None,
         **options: Any) -> Any:
    """A figure: what the page draws, as a Figure (SVG, PDF, PNG); or drawn into matplotlib's Axes `ax`, which is returned.

    source, tokens  as for rollout(), with the options of save() and the command line
    view            of the SVG: "bars" (default), "matrix", "evolution", "flow", "graph", "heads", "compare", "image", "faithfulness"; of
                    Axes: "matrix" (default), "bars" and "evolution", the latter two of one output, `token`
    method          "raw", "rollout", "flow", "gradient-rollout", "relevance", ...
    layer           from 1, as in the command line; default: the page's, of Axes the last
    width, height   of the SVG in CSS pixels; or a width on paper as text, "83mm", for which the figure is laid out
                    (font_size=7.5 points, palette="grey"). dark: for dark paper. plain: without heading and caption

    plot(..., width="83mm").save("figure.pdf") is ready for a paper's column, .save("figure.png", dpi=600) has dots.
    Cost: that of the method, and some milliseconds.
    """
    if ax is not None:
        return _into_axes(ax, view or "matrix", method, source, tokens, layer, token, options)
    said: Dict[str, Any] = {**options, "view": view or "bars", "method": method, "layer": layer, "token": token, "plain": plain}
    if dark:
        said["theme"] = "dark"
    if isinstance(width, str):
        said["width"] = width
    elif width is not None or height is not None:
        if width is None:
            raise HeadwatersError("height= needs width=, too.")
        said["size"] = str(int(width)) if height is None else f"{int(width)}x{int(height)}"
    asked = _Question.of("figure", source, tokens, said)
    if asked.name:
        name, content = asked.name, b""
    else:
        name, content = _content(asked.source, asked.tokens, asked.given)
        asked.words[1] = name
    words = list(asked.words)
    if _core is not None:
        return Figure(str(_right(_core.figure(_right(_core.parse(words)), content), asked.name)), words, content)
    return Figure(_drawn_by_program(words, content).decode("utf-8"), words, content)


def _into_axes(ax: Any, view: str, method: str, source: Any, tokens: Any, layer: Optional[int], token: Any, options: Dict[str, Any]) -> Any:
    """The numbers of a method, drawn by matplotlib."""
    if view not in ("matrix", "bars", "evolution"):
        raise HeadwatersError(f'Axes take the views "matrix", "bars" and "evolution"; {view!r} is an SVG: leave ax= out.')
    if view != "matrix" and token is None:
        raise HeadwatersError(f"{view!r} is of one output: name it, token=0 or token=\"[CLS]\".")
    printed = _run(method, source, tokens, {**options, "token": None if view == "matrix" else token})
    keys, queries = printed["tokens"], printed.get("queries", printed["tokens"])
    numbers = [one["layer"] for one in printed["layers"]]
    if layer is not None and layer not in numbers:
        raise HeadwatersError(f"There is no layer {layer}; there are {numbers[0]} to {numbers[-1]}.")
    values = [np.array(one["values"], np.float64) for one in printed["layers"]]
    at = len(values) - 1 if layer is None else numbers.index(layer)
    name = f"{method}, layer {numbers[at]}"
    if view == "bars":
        ax.barh(range(len(keys)), values[at], color="#2f6fb0")
        ax.invert_yaxis()
        ax.set(xlabel=name, yticks=range(len(keys)), yticklabels=keys)
        return ax
    whole = np.stack(values) if view == "evolution" else values[at]
    ax.imshow(whole, cmap="Blues", vmin=min(0.0, float(np.nanmin(whole))), aspect="auto" if view == "evolution" else "equal", interpolation="nearest")
    ax.set(xticks=range(len(keys)), title=f"{method}, by layer" if view == "evolution" else name)
    ax.set_xticklabels(keys, rotation=90)
    rows = numbers if view == "evolution" else queries
    ax.set(yticks=range(len(rows)), yticklabels=rows, ylabel="layer" if view == "evolution" else "")
    return ax

# ---- The page: where it is, and who serves it -----------------------------------------------------------------------

_PAGE_HELP = ("Give page=\"https://...\", the address where the page is hosted, or the folder of a built one (tools/build makes "
              "build/site), or set HEADWATERS_PAGE to either. A package that is installed from a checkout with a built page has it inside.")


def _in_notebook() -> bool:
    """Whether a kernel runs this, and not a script that has loaded one's parts."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return getattr(shell, "kernel", None) is not None


def _page_of(page: Optional[PathLike]) -> str:
    """The address or folder of the page."""
    named = os.fspath(page) if page is not None else os.environ.get("HEADWATERS_PAGE", "")
    if not named:
        checkout = _checkout()
        built = Path(__file__).parent / "page" if _core is not None else None if checkout is None else checkout / "build" / "site"
        if built is None or not (built / "index.html").is_file():
            raise HeadwatersError(f"It is not known where the page is. {_PAGE_HELP}")
        named = str(built)
    if named.startswith(("http://", "https://")):
        return named.split("#")[0]
    if not ((Path(named) / "index.html").is_file() or named.endswith(".html") and Path(named).is_file()):
        raise HeadwatersError(f"{named!r} holds no index.html. {_PAGE_HELP}")
    return named


class _Host:
    """Serves the page's folder and handed-over data on 127.0.0.1, to this machine's browser alone."""

    _hosts: Dict[str, "_Host"] = {}

    def __init__(self, folder: Optional[str]) -> None:
        import http.server
        import secrets

        host = self
        self.data: Dict[str, Tuple[str, bytes]] = {}
        self.fetched = threading.Event()
        self.key = secrets.token_urlsafe(12)  # other pages cannot guess where the data are

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript",
                              ".mjs": "text/javascript", ".wasm": "application/wasm", ".woff2": "font/woff2"}

            def __init__(self, *args: Any) -> None:
                super().__init__(*args, directory=folder)

            def end_headers(self) -> None:
                self.send_header("Access-Control-Allow-Origin", "*")
                self.send_header("Access-Control-Allow-Private-Network", "true")
                self.send_header("Cache-Control", "no-cache")
                super().end_headers()

            def do_OPTIONS(self) -> None:
                self.send_response(204)
                self.send_header("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
                self.end_headers()

            def do_GET(self) -> None:
                found = host.data.get(self.path.split("?")[0])
                if found is None and folder is None:
                    return self.send_error(404)
                if found is None:
                    return super().do_GET()
                self.send_response(200)
                self.send_header("Content-Type", "application/octet-stream")
                self.send_header("Content-Length", str(len(found[1])))
                self.end_headers()
                self.wfile.write(found[1])
                host.fetched.set()

            def log_message(self, *args: Any) -> None:
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, *args: Any) -> None:
                if not isinstance(sys.exc_info()[1], ConnectionError):  # a page that was closed while it loaded
                    super().handle_error(*args)

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @classmethod
    def of(cls, folder: Optional[str]) -> "_Host":
        """One for each folder, as long as this process lasts."""
        key = folder or ""
        if key not in cls._hosts:
            cls._hosts[key] = cls(folder)
        return cls._hosts[key]

    def give(self, name: str, content: bytes) -> str:
        """The address of some bytes from now on."""
        path = f"/{self.key}/{len(self.data)}/{name}"
        self.data[path] = (name, content)
        return self.url + path[1:]


def _fragment(state: Mapping[str, Any]) -> str:
    """A part of the view as fields of the address; what the address has no word for goes by message only."""
    from urllib.parse import quote

    words: Dict[str, Callable[[Any], str]] = {
        "method": str, "panel": str, "layer": lambda layer: str(int(layer) + 1), "example": str}
    fields = [f"{key}={quote(words[key](value))}" for key, value in state.items() if key in words]
    if "tokens" in state:
        fields.append("token=" + ",".join(str(int(token)) for token in state["tokens"]))
    return "".join("&" + field for field in fields)

# ---- The page in a notebook's cell ----------------------------------------------------------------------------------


class Page:
    """The page with data, as a notebook shows it. `html` is what stands in the cell."""

    def __init__(self, html: str, picture: bytes = b"", source: Any = None) -> None:
        self.html = html
        self._picture = picture
        self._inputs = _inputs_of(source)

    @property
    def data(self) -> str:
        """`html`, under the name that IPython's HTML objects have for it (BertViz's html_action="return" gives one)."""
        return self.html

    def save(self, path: PathLike) -> None:
        """Writes what the cell shows as a web page of its own."""
        _write(path, f'<!doctype html>\n<meta charset="utf-8">\n<title>Headwaters</title>\n<body>{self.html}'.encode("utf-8"), self._inputs)

    def _repr_html_(self) -> str:
        return self.html

    def _repr_png_(self) -> Optional[bytes]:  # what LaTeX and PDF can print
        return self._picture or None


# Puts the page into a frame below `root` and hands its messages on. Used by cells and by the widget.
_FRAME = """const headwatersFrame = (root, page, height, told) => {
  const frame = document.createElement("iframe");
  const hosted = /^https?:/.test(page);
  frame.title = "Headwaters: attention by layer";
  frame.allow = "clipboard-write; fullscreen";
  frame.style.cssText = `width: 100%; height: ${height}px; border: 1px solid #8884; border-radius: 6px; display: block; box-sizing: border-box`;
  if (hosted) frame.src = page;
  else frame.srcdoc = page;
  const say = (message) => frame.contentWindow?.postMessage(message, hosted ? new URL(page).origin : "*");
  const hear = ({ source, data }) => {
    if (source === frame.contentWindow && String(data?.type).startsWith("headwaters:")) told(data);
  };
  addEventListener("message", hear);
  root.prepend(frame);
  return { frame, say, close: () => (removeEventListener("message", hear), frame.remove()) };
};
const headwatersLate = (page) => /^https?:/.test(page) ? `The page at ${page} does not answer. ` : "The page did not start here. ";
"""

_CELL = """<div class="headwaters" id="{id}">
<style>
#{id} figure {{ margin: 0; font: 13px sans-serif; }} #{id} figure img {{ max-width: 100%; height: auto; }}
#{id}.live figure {{ display: none; }}
@media print {{ #{id} iframe {{ display: none !important; }} #{id}.live figure {{ display: block; }} }}
</style>
<figure>{figure}</figure>
<script>
(() => {{
  {frame}
  const root = document.getElementById("{id}"), page = {page};
  const note = root.querySelector("figcaption span");
  const late = setTimeout(() => {{ note.textContent = headwatersLate(page); }}, 20000);
  const there = headwatersFrame(root, page, {height}, ({{ type, id, problem }}) => {{
    if (type === "headwaters:ready") {{
      clearTimeout(late);
      note.textContent = "";
      root.classList.add("live");
      const bytes = Uint8Array.from(atob("{data}"), (c) => c.charCodeAt(0));
      there.say({{ type: "headwaters:open", id: "{id}", data: bytes.buffer, name: "{name}", state: {state} }});
    }} else if (type === "headwaters:failed" && id === "{id}") {{
      root.classList.remove("live");
      note.textContent = problem.finding + " " + problem.remedy + " ";
    }}
  }});
}})();
</script>
</div>"""


def _still(example: _Example) -> Tuple[str, bytes]:
    """The last layer's mean attention (or contributions, where there is none) for paper and for where the page cannot be had, and the same as PNG without words.

    An <img>, since notebooks that nobody trusts yet keep no other picture.
    """
    part, values = next((part, values) for part, values in (("cross", example.parts.get("cross")), *example.parts.items())
                        if values is not None)
    matrix = np.nan_to_num(values[-1].astype(np.float64).mean(0))
    shade = 255 - 255 * np.clip(matrix / max(matrix.max(), 1e-12), 0, 1)
    pixels = np.stack([shade * 0.9, shade * 0.94, 80 + shade * 175 / 255], 2).astype(np.uint8)
    picture = base64.b64encode(_png(pixels)).decode()
    rows, cols = matrix.shape
    cell = max(2, min(24, 640 // max(rows, cols)))
    keys = example.tokens
    queries = example.decoder_tokens if part == "cross" else keys
    words: List[str] = []
    left = top = 4
    if cell >= 10 and keys and queries:
        left = top = 96
        for i, token in enumerate(queries):
            words.append(f'<text x="{left - 4}" y="{top + i * cell + cell // 2 + 4}" text-anchor="end">{_escaped(token[:14])}</text>')
        for i, token in enumerate(keys):
            words.append(f'<text transform="translate({left + i * cell + cell // 2 + 4},{top - 4}) rotate(-90)">{_escaped(token[:14])}</text>')
    if example.bare:
        caption = f"Contributions ({example.extras['contributionKind']}) of layer {len(values)}; rows are made of columns."
        caption += " Negative values are white." if (matrix < 0).any() else ""
    else:
        caption = f"Attention of layer {len(values)}, mean of {values.shape[1]} heads; rows look at columns."
    drawn = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + cols * cell + 4}" height="{top + rows * cell + 4}" font-size="11" '
             f'font-family="sans-serif" fill="#222"><rect width="100%" height="100%" fill="#fff"/>'
             f'<image x="{left}" y="{top}" width="{cols * cell}" height="{rows * cell}" preserveAspectRatio="none" '
             f'style="image-rendering:pixelated" href="data:image/png;base64,{picture}"/>{"".join(words)}</svg>')
    larger = max(1, 640 // max(rows, cols))
    return _figure(drawn, caption), _png(np.kron(pixels, np.ones((larger, larger, 1), np.uint8)))


def _figure(drawing: str, caption: str) -> str:
    """An SVG with its caption as a cell keeps it."""
    drawn = base64.b64encode(drawing.encode("utf-8", "replace")).decode()
    return f'<img alt="{_escaped(caption)}" src="data:image/svg+xml;base64,{drawn}"><figcaption><span></span>{_escaped(caption)}</figcaption>'


def _escaped(text: str) -> str:
    import html

    # What XML forbids or advises against (controls, lone surrogates, noncharacters): a figure has to open everywhere.
    sure = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]", "\N{REPLACEMENT CHARACTER}", text)
    return html.escape(sure, quote=True)


def show(source: Any, tokens: Any = None, *, height: int = 640, page: Optional[PathLike] = None,
         state: Optional[Mapping[str, Any]] = None, dtype: str = "float32", inside: bool = True, **options: Any) -> Page:
    """The page in a notebook's cell, with the data inside the cell: no server, no network, there tomorrow and in exported HTML.

    source   a file, or what save() takes, with its options
    height   of the cell in pixels
    page     where the page is: the folder of a built one, its one-file.html, or an address (https://...). Default:
             HEADWATERS_PAGE, the package's own, or the checkout's build/site
    state    the view, as window.headwaters.setState takes it: {"method": "rollout", "layer": 3, "panel": "heads"}
    inside   a folder's page goes into the cell whole (1.8 MB). False: it is served on 127.0.0.1 as long as this process lasts

    The page stands in the frame's srcdoc, or comes from the address, and gets the data by postMessage; nothing is uploaded.
    Paper, notebooks that are not trusted and those whose page is gone show a picture: the view's figure where the program
    `headwaters` is at hand, else the last layer's mean attention. Cost: the notebook grows by the page and by 4/3 of the
    packed weights; dtype="float16" halves those, an address in `page` saves the first.
    """
    import secrets

    where = _in_cell(page, inside)
    name, content, figure, picture = _for_cell(source, tokens, options, dtype, state)
    script = lambda value: json.dumps(value).replace("<", "\\u003c")
    html = _CELL.format(id="headwaters-" + secrets.token_hex(6), height=int(height), frame=_FRAME, page=script(where), figure=figure,
                        data=base64.b64encode(content).decode(), name=_escaped(json.dumps(name)[1:-1]), state=script(dict(state or {})))
    return Page(html, picture, source)


def _in_cell(page: Optional[PathLike], inside: bool) -> str:
    """What stands in a cell's frame: an address, or the whole page as one HTML."""
    where = _page_of(page)
    if where.startswith("http"):
        return where
    whole = Path(where) / "one-file.html" if Path(where).is_dir() else Path(where)
    if whole.is_file() and (inside or whole == Path(where)):
        return whole.read_text(encoding="utf-8")
    return _Host.of(where).url


def _for_cell(source: Any, tokens: Any, options: Dict[str, Any], dtype: str,
              state: Optional[Mapping[str, Any]]) -> Tuple[str, bytes, str, bytes]:
    """Name and packed bytes of the data, and the picture that stands for them: HTML and PNG."""
    if isinstance(source, (str, os.PathLike)):
        name, content = Path(source).name, Path(source).read_bytes()
        figure, picture = f"<figcaption><span></span>{_escaped(name)}</figcaption>", b""
    else:
        chosen = _known(options)
        name, content = _content(source, tokens, chosen, dtype)
        figure, picture = _still(_examples(source, tokens, {**_OPTIONS, **chosen, "item": chosen.get("item") or 0}, [])[0])
    drawn = _drawn(name, content, state or {})
    if drawn:
        figure = drawn
    return name, content if content.startswith(b"\x1f\x8b") else gzip.compress(content, 6, mtime=0), figure, picture


#: What the program is told of a view.
_SAID = {"method", "panel", "layer", "tokens", "example", "settings", "graph", "colors", "edges", "rawTokens"}
_SAID_SETTINGS = {"preset", "residual", "discard", "fusion", "heads"}


def _drawn(name: str, content: bytes, state: Mapping[str, Any]) -> str:
    """The figure of that view as the page draws it, by the command line program; nothing where it is not at hand or slow."""
    settings = dict(state.get("settings") or {})
    if set(state) - _SAID or set(settings) - _SAID_SETTINGS:
        return ""  # a view that is not said whole would be another
    panel = state.get("panel", "overview")  # which consists of others; every other panel is a figure of its name
    words = [f"--view={'evolution' if panel == 'overview' else panel}", f"--state=#v=1{_fragment(state)}"]
    words += [f"--{name}={state[name]}" for name in ("graph", "colors", "edges") if name in state]
    words += ["--raw-tokens=on"] if state.get("rawTokens") else []
    for key, value in settings.items():
        listed = isinstance(value, (list, tuple))
        words += [f"--{key}={','.join(str(int(head)) for head in value) if listed else value}"] if not listed or value else []
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, name)  # the caption names it
            path.write_bytes(content)
            run = subprocess.run([program(), "figure", str(path), *words, "--quiet"], capture_output=True, timeout=10)
    except (HeadwatersError, OSError, subprocess.TimeoutExpired):
        return ""
    drawing = run.stdout.decode("utf-8", "replace")
    if run.returncode != 0 or "<svg" not in drawing:
        return ""
    return _figure(drawing, "As the page showed it when the cell was run.")


def _known(options: Dict[str, Any]) -> Dict[str, Any]:
    unknown = sorted(set(options) - set(_OPTIONS))
    if unknown:
        raise TypeError(_quoted(f"unknown options: {_some(unknown)}; known are {', '.join(sorted(_OPTIONS))}", 4000))
    return options

# ---- A model that answers in the page (PyTorch) ---------------------------------------------------------------------

_RULES = ("zero", "renormalise", "mean")
#: Questions about units, which the core answers, and their arguments; the last of tokens only.
_OF_UNITS = {"experiment": ("kind", "ranking", "rule", "draws", "among"), "alone": ("kind", "rule", "count", "among"), "decide": ("kind", "rule", "most", "among"),
             "cutset": ("edges", "residuals", "input", "rule", "draws")}
_Steps = Generator[float, None, Any]  # an answer that is made bit by bit; each says how much of it is there
_MOST_ANSWERS = 10
_MOST_VECTORS = 100
_MOST_PICTURES = 8  # of the page, which sends them again
_MOST_SQUARES = 64  # runs of a picture's blank-out, as in src/model/service/scores.cpp
_PAUSE = 0.2  # seconds that a model writes before it may be given up
_AT_ONCE = 0.5  # seconds of an answer, before the page may ask something else


class _Sizes(NamedTuple):
    """Which attention a model computes. Of an encoder with its decoder layers count on: the encoder's, the decoder's, and those in which the decoder
    looks at the encoder."""

    layers: Tuple[int, int]  #: of the encoder, or the only stack; of the decoder, 0: there is none
    heads: Tuple[int, int]
    tokens: Tuple[int, int]

    @property
    def isPair(self) -> bool:
        return self.layers[1] > 0

    @property
    def all(self) -> int:
        return self.layers[0] + 2 * self.layers[1]

    def of_call(self, call: int) -> int:
        """The layer whose softmax is the call-th: a decoder's looks at itself, and then at the encoder."""
        first, second = self.layers
        if not second or call < first:
            return call
        return first + (call - first) // 2 + second * ((call - first) % 2)

    def calls(self) -> List[int]:
        return [self.of_call(call) for call in range(self.all)]

    def place(self, layer: int) -> Tuple[int, int]:
        """Of which stack (0: encoder, 1: decoder, 2: between them), and the layer there."""
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
        """The queries that look away where a token of the text is hidden."""
        stack = self.place(layer)[0]
        return [] if stack == 1 else [query for query in range(self.shape(layer)[0]) if stack == 2 or query != key]

    def padded(self, layers: Sequence[Any]) -> np.ndarray:
        """Of the first run of a batch, [L, H, n, n]; of several stacks as large as the largest, with 0 behind."""
        made = [_numpy(layer)[0] for layer in layers]
        if not self.isPair:
            return np.stack(made)
        whole = np.zeros((self.all, max(self.heads), max(self.tokens), max(self.tokens)), np.result_type(*made))
        for into, layer in zip(whole, made):
            into[tuple(map(slice, layer.shape))] = layer
        return whole


#: What the core cuts (src/model/ask/units.h): its kind, stack, layer, head, query and key; what a kind has not is 0.
_Unit = Sequence[int]
_EDGE, _HEAD, _TOKEN, _PATCH, _RESIDUAL = range(5)


class _Cuts(NamedTuple):
    """What is left out of a run, from 0: weights as [n, n] masks by layer and head, heads, residuals. Layers as _Sizes counts them."""

    rule: str
    edges: Dict[Tuple[int, int], np.ndarray]  #: by layer and head: True where a weight is cut
    heads: Set[Tuple[int, int]]
    residuals: Dict[int, Set[int]]
    hidden: Mapping[int, int] = {}  #: tokens that no other one reads, in all heads from this layer on: masked before the softmax
    streams: Mapping[int, Tuple[List[int], Any]] = {}  #: what enters a layer (the last: what leaves it) at these tokens, [k, D]
    outputs: Mapping[Tuple[int, int], Tuple[List[int], Any]] = {}  #: of a head, by layer and head, at these tokens, [k, d]

    @classmethod
    def of(cls, cuts: Sequence[Mapping[str, str]], rule: str, sizes: _Sizes) -> "_Cuts":
        """Of texts as the command line has them (src/model/ask/cut_text.h): layers count from 1, heads and tokens from 0; of an encoder with its decoder
        D2:0:3>1 is of the decoder and C2:0:3>6 between the two."""
        made = cls(rule, {}, set(), {}, {})

        for cut in cuts:
            if cut["kind"] == "hidden":
                made._hide(cut["text"], sizes)
                continue
            letters = ("" if not sizes.isPair else "EDC" if cut["kind"] == "edges" else "ED")
            for piece in filter(None, (one.strip() for one in cut["text"].split(";"))):
                stack = letters.index(piece[0]) if piece[0] in letters else 0
                inside = sizes.of_stack(stack)
                heads, (queries, keys) = sizes.heads_of(inside[0]), sizes.shape(inside[0])

                def numbers(text: str, count: int, first: int, piece: str = piece, layers: int = len(inside), heads: int = heads, tokens: int = max(queries, keys)) -> range:
                    if text == "*":
                        return range(count)
                    if not text.isascii() or not text.isdigit() or not first <= int(text) < count + first:
                        raise HeadwatersError(f'There is nothing to cut at "{piece}": layers go from 1 to {layers}, heads from 0 to {heads - 1}, tokens from 0 to {tokens - 1}.')
                    return range(int(text) - first, int(text) - first + 1)

                parts = piece[piece[0] in letters:].split(":", 2)
                if len(parts) != (3 if cut["kind"] == "edges" else 2):
                    raise HeadwatersError(f'"{piece}" is no cut: 2:0:7>6 is a weight of layer 2 and head 0, "head 2:0" a head, "residual 2:7" a residual.')
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
        """Of units as the core has them."""
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
        """TOKEN; LAYER:TOKEN from that layer on."""
        for piece in filter(None, (one.strip() for one in text.split(";"))):
            layer, _, token = piece.rpartition(":")
            if not token.isdigit() or int(token) >= sizes.tokens[0] or not (layer or "1").isdigit() or not 1 <= int(layer or 1) <= sizes.layers[0]:
                raise HeadwatersError(f'There is no token to hide at "{piece}": tokens go from 0 to {sizes.tokens[0] - 1}, layers before a ":" from 1 to {sizes.layers[0]}.')
            self.hidden[int(token)] = min(int(layer or 1) - 1, self.hidden.get(int(token), sizes.layers[0]))  # type: ignore[index]

    def _left_by(self, sizes: _Sizes) -> Dict[Tuple[int, int], np.ndarray]:
        """The edges that are cut, and those to hidden tokens."""
        made = {place: mask.copy() for place, mask in self.edges.items()}
        for key, first in self.hidden.items():
            for layer in range(sizes.all):
                queries = sizes.hides(layer, key) if sizes.place(layer)[1] >= first else []
                for head in range(sizes.heads_of(layer)) if queries else ():
                    made.setdefault((layer, head), np.zeros(sizes.shape(layer), bool))[queries, key] = True
        return made

    def places(self, attentions: Sequence[Any], sizes: _Sizes) -> List[Dict[str, int]]:
        """The edges that were there, once for all their heads, whole heads (query and key -1), and the residuals (heads: 0). `attentions` of the run
        without cuts."""
        counts: Dict[Tuple[int, int, int, int], int] = {}
        for (layer, head), mask in self._left_by(sizes).items():
            stack, own = sizes.place(layer)
            for query, key in np.argwhere(mask & (_numpy(attentions[layer])[0, head] != 0)).tolist():
                counts[stack, own, query, key] = counts.get((stack, own, query, key), 0) + 1
        made = [{"of": stack, "layer": layer, "query": query, "key": key, "heads": count} for (stack, layer, query, key), count in sorted(counts.items())]
        emptied = sorted(sizes.place(layer) for layer, _ in self.heads) if self.rule != "mean" else []
        made += [{"of": stack, "layer": layer, "query": -1, "key": -1, "heads": emptied.count((stack, layer))} for stack, layer in sorted(set(emptied))]
        made += [{"of": sizes.place(layer)[0], "layer": sizes.place(layer)[1], "query": token, "key": token, "heads": 0} for layer in sorted(self.residuals) for token in sorted(self.residuals[layer])]
        return made if sizes.isPair else [{name: value for name, value in one.items() if name != "of"} for one in made]


def _cutting(runs: Sequence[_Cuts], sizes: _Sizes, keeps: bool = False) -> Any:
    """A mode in which PyTorch carries the cuts out where attention is computed: by the softmax that gives its weights, by
    the product with the values that takes them, and by the sum behind it; of a batch in each run its own. What it has seen is looked at
    afterwards. `keeps`: the heads' outputs of each layer, too."""
    import torch
    from torch.overrides import TorchFunctionMode

    def heads_of(tensor: Any) -> Any:  # [B, H, n, ...], of OPT [B H, n, ...]
        return tensor if tensor.ndim == 4 else tensor.reshape(len(runs), -1, *tensor.shape[1:])

    residuals = {layer for cuts in runs for layer in cuts.residuals}

    class Cutting(TorchFunctionMode):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.weights: List[Any] = []  # of each layer, as they were taken
            self.outputs: List[Any] = []  # of the heads, as they flow on
            self.products: Set[int] = set()  # layers, as _Sizes counts them
            self.sums: Set[int] = set()
            self._same: List[Any] = []
            self.entered: List[Any] = []  # modules since the last product
            self._streams: List[Any] = []  # and before it: one of them is what stood before this attention

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
            return bool(args) and torch.is_tensor(args[0]) and args[0].ndim in (3, 4) and tuple(args[0].shape[-2:]) == sizes.shape(sizes.of_call(len(self.weights)))

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
            if hidden.any():  # whatever the rule; a token always reads itself
                scores = scores.masked_fill(hidden.reshape(scores.shape).to(scores.device), float("-inf"))
            if cut and rule == "renormalise":
                # What a mask forbids stays forbidden where nothing else is left of a row.
                scores = scores.masked_fill(whole | (scores < torch.finfo(scores.dtype).min / 2), float("-inf"))
            made = func(scores, *args[1:], **kwargs)
            if cut:  # where nothing is left of a row, its weights are 0
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
    question: Optional[Dict[str, Any]]  #: {"kind", "index", "name", "minus", "against", "position", "place", "isOutput", "before", "after"}; place: -1 at the usual position
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


def _byte_letters() -> Dict[str, int]:
    """The byte that each letter of byte-level BPE stands for: printable ones for themselves, the other 68 for U+0100 onward."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(0x100) if byte not in printable]
    return {**{chr(byte): byte for byte in printable}, **{chr(0x100 + number): byte for number, byte in enumerate(others)}}


def _bytes_of(token: str) -> Optional[str]:
    """A token that is a part of characters, its bytes as in "<0xE29C>" and its whole characters as they are; None: it does not stand for bytes."""
    code = re.fullmatch(r"<0x([0-9A-Fa-f]{2})>", token)
    letters = _byte_letters()
    content = bytes([int(code[1], 16)]) if code else bytes(letters[one] for one in token) if all(one in letters for one in token) else b""
    if not content or (not code and any(byte < 0x20 and byte not in b"\n\t\r" for byte in content)):
        return None
    text = content.decode("utf-8", "surrogateescape").translate({0x0A: "\u21b5", 0x0D: "\u21b5", 0x09: "\u21e5"})
    return re.sub("[\udc80-\udcff]+", lambda part: f"<0x{part[0].encode('utf-8', 'surrogateescape').hex().upper()}>", text)


class LiveModel:
    """A model with its tokenizer, run and asked about as the page's own models are (docs/ask.md): what live() shows.

        asked = headwaters.LiveModel(model, tokenizer)
        run = asked.run("The keys to the cabinet", cuts=["2:0:4>1"], target="389-318")

    model      of transformers, for text: with a head of next words, masked words or classes, an encoder with its decoder that translates, or without a head:
               then the answer is a vector, the mean over all tokens. Or a SentenceTransformer, which needs no tokenizer
    tokenizer  its own; one of the quick kind knows where words begin
    """

    def __new__(cls, model: Any = None, *_: Any, **__: Any) -> "LiveModel":
        config = getattr(model, "config", None)
        if cls is not LiveModel or config is None:
            return super().__new__(cls)
        sees = getattr(model, "main_input_name", "") == "pixel_values" or getattr(config, "vision_config", None) is not None
        return super().__new__(_LivePicture if sees else _LivePair if getattr(config, "is_encoder_decoder", False) else cls)

    def __init__(self, model: Any, tokenizer: Any = None, name: Optional[str] = None, examples: Sequence[str] = ()) -> None:
        self._reads = "mean"  # of a model whose answer is a vector: of all tokens, or of the first
        if tokenizer is None and hasattr(model, "encode") and hasattr(model, "tokenizer"):
            model, tokenizer, self._reads = _of_sentences(model)
        if getattr(model, "config", None) is None or not hasattr(model, "register_forward_hook"):
            raise HeadwatersError(f"live() takes a model of transformers, not a {type(model).__name__}.")
        self.model, self.tokenizer = model, tokenizer
        self.name = name or str(getattr(model.config, "_name_or_path", "") or "").rstrip("/").split("/")[-1] or type(model).__name__
        self.kind = self._kind_of(type(model).__name__)
        self._kept: Tuple[Any, Optional[_Pass]] = (None, None)
        self._latest: Tuple[Any, Any] = (None, None)
        self._of: Tuple[Any, Any] = (None, None)  # what was asked last
        self._known: Dict[Any, float] = {}  # its cut runs
        self._lensed: Tuple[Any, Any] = (None, None)
        self._past: Tuple[List[int], Any] = ([], None)
        self._keeps: Optional[bool] = None  # whether its cache may be gone on with
        self._going: Optional[Tuple[Any, _Steps]] = None  # an answer that is being computed
        self._layers_are: Dict[str, List[Any]] = {}
        self._post_norm = False
        self._texts: Dict[int, str] = {}
        self._vectors: Dict[str, np.ndarray] = {}  # of the texts so far, where the answer is a vector
        self._compared: Dict[str, Any] = {}
        self._special: Set[int] = set()
        self._before: List[str] = []
        config = self._reading_config()
        sizes = [getattr(config, name, 0) for name in ("num_hidden_layers", "num_attention_heads")]
        self.layers, self.heads = (one if isinstance(one, int) else 0 for one in sizes)
        self.examples = list(examples)
        self._begin()

    def _reading_config(self) -> Any:
        """The part of the model's configuration that is about the layers which read what is given."""
        config = self.model.config
        return config.get_text_config() if hasattr(config, "get_text_config") else config

    def _begin(self) -> None:
        """Looks at what gives the model its words."""
        tokenizer = self.tokenizer
        if getattr(self.model, "main_input_name", "input_ids") != "input_ids":
            raise HeadwatersError(f"live() runs models of text and of pictures; {type(self.model).__name__} takes {self.model.main_input_name}: use show() for what it returns.")
        if not callable(tokenizer) or not hasattr(tokenizer, "convert_ids_to_tokens"):
            raise HeadwatersError(f"live() takes the model's tokenizer as its second argument, not a {type(tokenizer).__name__}.")
        self._special = set(tokenizer.all_special_ids)
        self._before = list(tokenizer.convert_ids_to_tokens(tokenizer("a", add_special_tokens=False)["input_ids"]))
        self.examples = self.examples or [self._example()]

    @staticmethod
    def _kind_of(name: str) -> str:
        return "masked" if "ForMaskedLM" in name else "classes" if "ForSequenceClassification" in name else (
            "next" if name.endswith(("ForCausalLM", "LMHeadModel")) else "embedding" if name.endswith("Model") else "none")

    def _example(self) -> str:
        if self.kind == "masked" and self.tokenizer.mask_token:
            return f"The capital of France is {self.tokenizer.mask_token}."
        return "The keys to the cabinet" if self.kind == "next" else "The movie was not bad at all."

    def about(self) -> Dict[str, Any]:
        """What the page is told before the first text."""
        pairs = self.kind != "next" and self.tokenizer.num_special_tokens_to_add(pair=True) > self.tokenizer.num_special_tokens_to_add(pair=False)
        mask = self.tokenizer.mask_token if self.kind == "masked" else None
        return {**self._facts(), "kind": self.kind, "takesPairs": bool(pairs), "mask": mask or "", "chats": self._chats()}

    def _facts(self) -> Dict[str, Any]:
        """The part of it that models of texts and of pictures have in common."""
        weights = list(self.model.parameters())
        offers, computes = self._offers(), _computes()  # the first finds the layers
        notes = [f"It runs in Python, on {self.model.device}, in {str(self.model.dtype).split('.')[-1]}."]
        if offers and not computes:
            notes.append("Experiments, minimum cuts and the search for carrying edges need the program `headwaters`: install the package (`pip install .` in a checkout), or build it there with `tools/build native`.")
        return {"name": self.name, "family": str(self.model.config.model_type), "layers": self.layers, "heads": self.heads,
                "parameters": sum(one.numel() for one in weights), "bytes": sum(one.numel() * one.element_size() for one in weights),
                "asks": [one for one in offers if computes or one not in _OF_UNITS], "isPostNorm": self._post_norm, "notes": notes, "examples": self.examples}

    # --- runs ---

    @staticmethod
    def _ids_in(recipe: Mapping[str, Any]) -> Optional[List[int]]:
        ids = recipe.get("ids")
        return None if ids is None else [int(one) for one in (ids.split(",") if isinstance(ids, str) else ids)]

    def _chats(self) -> bool:
        return self.kind == "next" and bool(getattr(self.tokenizer, "chat_template", None))

    def _message(self, text: str, chat: Any) -> str:
        """A message as the tokenizer's chat template puts it, behind what was said before: messages and answers in turn."""
        before = [] if chat is True else [str(one) for one in chat]
        if not self._chats() or len(before) % 2 or not text:
            raise HeadwatersError("This model has no chat template: send the text without one." if not self._chats() else "Earlier messages need their answers." if len(before) % 2 else "The text is empty.")
        turns = [{"role": ("user", "assistant")[at % 2], "content": one} for at, one in enumerate([*before, text])]
        return str(self.tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True))

    def _encoded(self, recipe: Mapping[str, Any]) -> Tuple[Any, Dict[str, Any]]:
        import torch

        text, pair, ids = str(recipe.get("text") or ""), recipe.get("pair"), self._ids_in(recipe)
        plain: Dict[str, Any] = {}
        if recipe.get("chat") and ids is None:
            text, pair, plain = self._message(text, recipe["chat"]), None, {"add_special_tokens": False}  # they stand in it
        if ids is not None:
            made = {"input_ids": torch.tensor([list(ids)]), "attention_mask": torch.ones(1, len(ids), dtype=torch.long)}
            return None, made
        quick = bool(getattr(self.tokenizer, "is_fast", False))
        encoding = self.tokenizer(text, pair, return_tensors="pt", **plain, **({"return_offsets_mapping": True} if quick else {}))
        made = {name: value for name, value in encoding.items() if name != "offset_mapping" and (name != "token_type_ids" or getattr(self.model.config, "type_vocab_size", 0))}
        if made["input_ids"].shape[-1] == 0:
            raise HeadwatersError("This text has no token.")
        return encoding, made

    def _passed(self, recipe: Mapping[str, Any], cuts: Optional[_Cuts], graph: bool, output: Optional[_Written] = None) -> _Pass:
        """Runs the text of a recipe. `output`: what a model that translates reads of its own; None: it writes."""
        encoding, inputs = self._encoded(recipe)
        inputs = {name: value.to(self.model.device) for name, value in inputs.items()}
        n = int(inputs["input_ids"].shape[-1])
        most = self._longest()
        if most and most < n:
            raise HeadwatersError(f"The text has {n} tokens; this model takes {most}.")
        inputs, output = self._with_output(recipe, inputs, output)
        ran = self._ran(inputs, [cuts] if cuts else [], graph)
        numbers = inputs["input_ids"][0].tolist()
        offsets = [tuple(one) for one in encoding["offset_mapping"][0].tolist()] if encoding is not None and "offset_mapping" in encoding else None
        sequence = encoding.sequence_ids(0) if offsets is not None else [None] * n
        # What was added stands for no part of the text; a mask that was typed does.
        special = [one is None for one in sequence] if offsets is not None and not recipe.get("chat") else [one in self._special and one != self.tokenizer.mask_token_id for one in numbers]
        return _Pass(numbers, special, sequence, offsets, ran.attentions, None if ran.logits is None else ran.logits[0], ran.embedded, inputs, ran.sizes, output)

    def _with_output(self, recipe: Mapping[str, Any], inputs: Dict[str, Any], output: Optional[_Written]) -> Tuple[Dict[str, Any], Optional[_Written]]:
        return inputs, None

    def _longest(self) -> int:
        """How many tokens it takes; 0: it does not say."""
        most = getattr(self.model.config, "max_position_embeddings", None)
        return most if isinstance(most, int) and most > 0 else 0

    def _ran(self, inputs: Mapping[str, Any], runs: Sequence[_Cuts] = (), graph: bool = False, *, streams: bool = False, heads: bool = False,
             words: Optional[Callable[[Any], Any]] = None) -> _Ran:
        """One call of the model, with the cuts of each run of the batch. `words` changes the words' rows that go in."""
        import torch

        sizes = self._sizes_of(inputs)
        mode: Any = _cutting(runs or [_Cuts("zero", {}, set(), {})], sizes, heads) if runs or heads else None
        seen: List[Any] = []

        def enter(_: Any, given: Any, named: Any) -> None:
            mode.entered += [one for one in (*given, *named.values()) if torch.is_tensor(one) and one.ndim == 3 and one.shape[1] in sizes.tokens]

        hooks = self._follow_words(seen, graph, words) if graph or words else []
        if any(cuts.residuals for cuts in runs):
            hooks += [module.register_forward_pre_hook(enter, with_kwargs=True) for module in self.model.modules()]
        kept: List[Any] = []
        if streams or any(cuts.streams for cuts in runs):
            hooks += self._follow_streams(runs, kept)
        training = self.model.training
        self.model.eval()
        try:
            with record(self.model), torch.set_grad_enabled(graph), mode or contextlib.nullcontext():
                outputs = self._called(inputs)
        finally:
            self.model.train(training)
            for hook in hooks:
                hook.remove()
        attentions, sizes = self._attentions_of(outputs, inputs)
        if not attentions or any(one is None or one.ndim != 4 or tuple(one.shape[-2:]) != sizes.shape(layer) for layer, one in enumerate(attentions)):
            raise HeadwatersError(f"{type(self.model).__name__} gives no square attention for every layer: live() needs it. {EAGER}")
        if mode is not None:
            self._check(mode, runs, attentions, sizes)
        return _Ran(attentions, self._vectors_of(outputs, runs) if self.kind == "embedding" else _get(outputs, "logits"), seen[0] if seen else None, kept, mode, sizes)

    def _called(self, inputs: Mapping[str, Any]) -> Any:
        """The outputs of one call, with attention."""
        return self.model(**inputs, output_attentions=True, return_dict=True)

    def _follow_words(self, seen: List[Any], graph: bool, words: Optional[Callable[[Any], Any]]) -> List[Any]:
        """Hooks that keep the words' rows that go in, [B, n, D], once they are changed by `words`."""
        def follow(_: Any, __: Any, made: Any) -> Any:
            if seen:
                return None
            made = words(made) if words else made
            seen.append(made if made.requires_grad or not graph else made.detach().requires_grad_())  # weights may be frozen: gradients go through all the same
            return seen[-1]

        embeddings = self._words_of()
        return [] if embeddings is None else [embeddings.register_forward_hook(follow)]

    def _vectors_of(self, outputs: Any, runs: Sequence[_Cuts]) -> Any:
        """Of a model without a head the vector of each text: the mean of its last states, special tokens too but hidden ones not, or the first of them."""
        import torch

        states = _get(outputs, "last_hidden_state")
        if states is None or self._reads == "first":
            return None if states is None else states[:, 0]
        if not any(cuts.hidden for cuts in runs):
            return states.mean(1)
        return torch.stack([one[[token for token in range(len(one)) if token not in cuts.hidden]].mean(0) for one, cuts in zip(states, runs)])

    def _sizes_of(self, inputs: Mapping[str, Any]) -> _Sizes:
        return _Sizes((self.layers, 0), (self.heads, 0), (int(inputs["input_ids"].shape[-1]), 0))

    def _attentions_of(self, outputs: Any, inputs: Mapping[str, Any]) -> Tuple[Any, _Sizes]:
        """A layer each, in the order of their sizes."""
        made = _get(outputs, "attentions")
        if made and made[0] is not None:
            self.layers, self.heads = len(made), int(made[0].shape[1])
        return made, self._sizes_of(inputs)

    def _words_of(self) -> Any:
        """The module that gives the rows of the text's words."""
        return self.model.get_input_embeddings()

    def _part(self, of: str) -> Any:
        """The module that holds the layers of that stack."""
        return self.model

    # --- the stream between the layers ---

    def _stack(self, of: str = "encoder") -> List[Any]:
        """The modules that hand the stream from layer to layer, each once: those that are called as often as there are layers, each with what
        the one before gave. Raises where there are none."""
        import torch

        if of not in self._layers_are:
            calls: Dict[type, List[Tuple[Any, Any, Any]]] = {}
            ends: Dict[type, List[bool]] = {}
            normed: List[Any] = []

            def leave(module: Any, given: Any, named: Any, made: Any) -> None:
                enters, leaves = _stream_in((*given, *named.values())), _stream_in(made)
                if "norm" in type(module).__name__.lower() and torch.is_tensor(made):
                    normed.append(made)
                if enters is not None and leaves is not None and enters.shape == leaves.shape:
                    calls.setdefault(type(module), []).append((module, enters, leaves))
                    ends.setdefault(type(module), []).append(any(leaves is one for one in normed[-2:]))

            inputs = self._some_inputs()
            hooks = [module.register_forward_hook(leave, with_kwargs=True) for module in self._part(of).modules() if module is not self.model]
            try:
                layers = self._ran(inputs).sizes.layers[of == "decoder"]
            finally:
                for hook in hooks:
                    hook.remove()
            found = [(sum(1 for _ in own[0][0].modules()), kind) for kind, own in calls.items()
                     if len(own) == layers and all(before[2] is after[1] or torch.equal(before[2], after[1]) for before, after in zip(own, own[1:]))]
            found = [one for one in found if one[0] > 1]
            best = max(found, key=lambda one: one[0])[1] if found else None
            self._layers_are[of] = list({id(one[0]): one[0] for one in calls[best]}.values()) if best is not None else []
            self._post_norm = best is not None and all(ends[best])
        if not self._layers_are[of]:
            raise HeadwatersError(f"live() does not find the layers of {type(self.model).__name__}: it can ask and cut, but not read between them.")
        return self._layers_are[of]

    def _some_inputs(self) -> Dict[str, Any]:
        """What the model can be run on once."""
        example = self._encoded({"text": self.examples[0]})[1]
        return self._tried({name: value[:, :16].to(self.model.device) for name, value in example.items()})

    def _tried(self, inputs: Dict[str, Any]) -> Dict[str, Any]:
        """The same with whatever else the model needs to run once."""
        return inputs

    def _follow_streams(self, runs: Sequence[_Cuts], kept: List[Any], of: str = "encoder") -> List[Any]:
        """Hooks that keep what enters each layer and what leaves the last one, and write into it what runs take over from elsewhere."""
        modules = self._stack(of)
        inside = [0]
        layers = self._layers_in(of)

        def taken(stream: Any, layer: int) -> Any:
            for run, cuts in enumerate(runs):
                if layer in cuts.streams:
                    tokens, values = cuts.streams[layer]
                    stream = stream.clone()
                    stream[run, tokens] = values.to(stream)
            kept.append(stream)
            return stream

        def enter(module: Any, given: Any, named: Any) -> Any:
            inside[0] += 1
            old = _stream_in((*given, *named.values()))
            new = taken(old, inside[0] - 1)
            return tuple(new if one is old else one for one in given), {name: new if one is old else one for name, one in named.items()}

        def leave(module: Any, given: Any, made: Any) -> Any:
            if inside[0] < layers:
                return None
            old = _stream_in(made)
            new = taken(old, layers)
            return new if made is old else type(made)(new if one is old else one for one in made) if isinstance(made, (tuple, list)) else made

        return [hook for module in modules for hook in (module.register_forward_pre_hook(enter, with_kwargs=True), module.register_forward_hook(leave))]

    def _layers_in(self, of: str) -> int:
        return self.layers

    def _read_out(self, inputs: Mapping[str, Any], of: str = "encoder") -> Iterator[Any]:
        """What the head says of each of the streams x_L ... x_0 of this text: the layers are passed over, and give it in their place."""
        import torch

        modules = self._stack(of)
        made: List[Any] = []
        hooks = [module.register_forward_hook(lambda _, __, one: made.append(one)) for module in modules]
        training = self.model.training
        self.model.eval()
        kept: List[Any] = []
        hooks += self._follow_streams((), kept, of)
        try:
            with record(self.model), torch.no_grad():
                self._called(inputs)
        finally:
            for hook in hooks:
                hook.remove()
            self.model.train(training)
        before = [vars(module).get("forward") for module in modules]
        try:
            for stream in reversed(kept):
                calls = iter(made)

                def passed(*_: Any, stream: Any = stream, calls: Iterator[Any] = calls, **__: Any) -> Any:
                    one = next(calls)
                    old = _stream_in(one)
                    return stream if one is old else type(one)(stream if part is old else part for part in one)

                self.model.eval()
                for module in modules:
                    module.forward = passed
                try:
                    with record(self.model), torch.no_grad():
                        outputs = self._called(inputs)
                finally:
                    self.model.train(training)
                    for module, own in zip(modules, before):
                        if own is None:
                            vars(module).pop("forward", None)
                        else:
                            module.forward = own
                yield _get(outputs, "logits")
        finally:
            made.clear()

    def _check(self, mode: Any, runs: Sequence[_Cuts], attentions: Sequence[Any], sizes: _Sizes) -> None:
        """That what was cut is what the model says it used."""
        import torch

        whole = len(mode.weights) == len(attentions) and all(
            seen.numel() == said.numel() and torch.equal(seen.reshape(said.shape).to(said.dtype), said) for seen, said in zip(mode.weights, (attentions[layer] for layer in sizes.calls())))
        heads = {layer for cuts in runs for layer, _ in (*cuts.heads, *cuts.outputs)}
        if not whole or not heads <= mode.products:
            raise HeadwatersError(f"The attention of {type(self.model).__name__} is not computed in a way that live() can cut: what it is asked without cuts is right.")
        if not {layer for cuts in runs for layer in cuts.residuals} <= mode.sums:
            raise HeadwatersError(f"live() does not find where {type(self.model).__name__} adds what stood before its attention: cut weights or heads instead.")

    # --- what it says ---

    def _shown(self, token: int) -> str:
        """A token as people read it, with the space that belongs to it."""
        if token not in self._texts:
            self._texts[token] = self._read(int(token))
        return self._texts[token]

    def _read(self, token: int) -> str:
        text = self.tokenizer.convert_ids_to_tokens(token)
        if text is None or token in self._special:
            return str(text or "")
        before = self._before
        with contextlib.suppress(Exception):  # behind another token, so that what is done to the first one is not done to it
            both, one = (self.tokenizer.convert_tokens_to_string(list(part)) for part in ([*before, text], before))
            if both.startswith(one):
                shown = str(both[len(one):])
                # Parts of characters all look alike as U+FFFD: their bytes tell them apart, as in the page.
                return (_bytes_of(str(text)) or shown) if "\ufffd" in shown else shown
        return str(text)

    def _name(self, output: int) -> str:
        if self.kind in ("next", "masked", "translation"):
            return self._shown(output)
        labels = getattr(self.model.config, "id2label", None) or {}
        return str(labels.get(output, output))

    def _position(self, run: _Pass, target: str) -> int:
        """The token whose outputs are looked at: the target's, the first mask, the last token; of a text's own outputs the first."""
        place = re.search(r"@(\d+)$", target)
        if self.kind in ("next", "masked") and place:
            return int(place[1]) if int(place[1]) < len(run.ids) else -1
        if self.kind == "masked":
            return run.ids.index(self.tokenizer.mask_token_id) if self.tokenizer.mask_token_id in run.ids else -1
        return len(run.ids) - 1 if self.kind == "next" else 0

    def _outputs(self, run: _Pass, position: int) -> Any:
        """Logits at the position, float32; None: there are none."""
        if run.logits is None or self.kind == "none" or position < 0:
            return None
        return (run.logits[position] if run.logits.ndim == 2 else run.logits).float()

    def _answers(self, outputs: Any, among: Optional[Sequence[int]] = None) -> List[Dict[str, Any]]:
        if outputs is None or self.kind == "embedding":
            return []
        logits = _numpy(outputs).astype(np.float64)
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        found = np.arange(len(logits)) if among is None else np.array(among, int)
        order = found[np.argsort(-logits[found], kind="stable")][:_MOST_ANSWERS]
        return [{"id": int(one), "text": self._name(int(one)), "probability": float(shares[one]), "logit": float(logits[one])} for one in order]

    def _question(self, target: str, base: Any, position: int) -> Optional[Tuple[str, int, int]]:
        """Kind, output, and the one that is subtracted (-1: none); None: nothing can be asked. Of a vector its cosine with that of a text."""
        if base is None:
            return None
        if self.kind == "embedding":
            if not target.startswith("cos:"):
                return None
            other = target[len("cos:"):]
            if other not in self._compared:
                self._compared = {other: self._passed({"text": other}, None, False).logits.detach()}
            return "cosine", other, -1  # type: ignore[return-value]
        text = re.sub(r"@\d+$", "", target)
        if not text:
            first, *more = self._answers(base)
            return "logit", first["id"], more[0]["id"] if more and not first.get("isScore") else -1
        kind = "logit"
        for prefix, name in (("lp:", "log-probability"), ("p:", "probability")):
            if text.startswith(prefix):
                kind, text = name, text[len(prefix):]
        index, _, minus = text.partition("-")
        if not re.fullmatch(r"\d+", index) or not re.fullmatch(r"\d*", minus) or max(int(index), int(minus or 0)) >= len(base):
            raise HeadwatersError(f'"{target}" is no question: give the number of one of {len(base)} outputs, or two with a - between them.')
        return kind, int(index), int(minus) if minus else -1

    def _value(self, question: Tuple[str, int, int], outputs: Any) -> Any:
        """The number of the question, a tensor."""
        import torch

        kind, index, minus = question
        if kind == "cosine":
            return torch.nn.functional.cosine_similarity(outputs, self._compared[index].to(outputs), dim=-1)  # type: ignore[index]
        values = outputs if kind == "logit" else outputs.log_softmax(-1)
        if kind == "probability":
            values = values.exp()
        return values[index] if minus < 0 else values[index] - values[minus]

    def run(self, text: Any, pair: Union[str, Sequence[str], None] = None, *, cuts: Sequence[Any] = (), rule: str = "zero", target: str = "",
            ids: Optional[Sequence[int]] = None, scores: str = "", swap: Optional[Tuple[str, str]] = None, beams: int = 1, chat: Union[bool, Sequence[str]] = False,
            wiped: Sequence[int] = ()) -> LiveRun:
        """Runs a text, or of a model that reads pictures a picture: a file, a PIL image, an array [h, w], [h, w, 3|4] or [3, h, w].

        pair    a second text; of a model that translates the output to read: without it the model writes, with a search of so many `beams`;
                of CLIP the texts that the picture is compared with, in a list
        wiped   patches of a picture that are blank, from 0, row by row: their pixels are 0 after normalising
        cuts    as Live.cuts has them: "2:0:7>6", "head 2:3", "residual 2:7" (layers from 1, heads and tokens from 0)
        rule    "zero": a weight is 0 after the softmax; "renormalise": its score is minus infinity; "mean": heads give their mean,
                and a weight is 0
        target  the number that is asked about, whose gradients come along: "924" or "924-925", before it p: or lp:, behind it @7.
                "": the likeliest answer against the next one, without gradients. Of a model without a head: "cos:" and a text to compare with
        chat    True: the text is a message, as the tokenizer's chat template puts it; or what was said before it, messages and answers in turn
        scores  of the tokens by intervention and gradients, words tested by "hide" (or "usual"), "mask", "delete", "replace" or "replace:TOKEN"
        swap    (another text, "s3:6;H3:1"): what stands there in that text's run is taken over: the stream before layer 4 at token 6, head 1
                of layer 3; "a3:5" says which tokens belong together
        """
        recipe = {"text": self._named(text), "pair": _lines(pair), "cuts": _as_recipe(cuts), "rule": rule, "target": target, "ids": ids, "scores": scores, "beams": beams, "chat": chat if isinstance(chat, bool) else list(chat),
                  "swap": None if swap is None else {"text": swap[0], "places": swap[1]}, "wiped": ";".join(str(int(one)) for one in wiped)}
        return _at_once(self._made(recipe))[0]

    def _named(self, text: Any) -> str:
        """What links call it."""
        return str(text)

    def ask(self, name: str, *arguments: Any, text: Any, pair: Union[str, Sequence[str], None] = None, target: str = "", ids: Optional[Sequence[int]] = None,
            wiped: Sequence[int] = ()) -> Dict[str, Any]:
        """Asks what the page's views ask of a model (docs/ask.md), of the run without cuts: the answer as the page gets it.

        ask("lens", position, count)                    what the head reads out of the stream before the first and after each layer
        ask("blanked", way, "1;2-3")                    the question without each group of tokens: hide, mask, delete, replace, replace:TOKEN
        ask("experiment", kind, ranking, rule, draws)   units in this order cut beside random ones; kind: edge, head, token, of a picture patch; ranking: gradients,
                                                        relevance, rollout, flow, attention, nearest, search. Behind the arguments of this and the next two, of kind token:
                                                        "words" (not special tokens, attention sinks and the output's own; the default) or "all"
        ask("alone", kind, rule, count)                 each cut by itself, beside what gradients predict
        ask("decide", kind, rule, most)                 the fewest cuts that are found to change the answer, and what others of that size do
        ask("cutset", edges, residuals, input, rule, draws)  a minimum cut of the flow, cut for real
        ask("swap", "streams" or "heads", other text)   how much of the other text's answer each place brings back

        The core computes experiment, alone, decide and cutset (docs/ask.md): they need the installed package or the program `headwaters`.
        """
        recipe = {"text": self._named(text), "pair": _lines(pair), "target": target, "ids": ids, "wiped": ";".join(str(int(one)) for one in wiped)}
        return dict(_at_once(self._answered(name, [str(one) for one in arguments], recipe)))

    def _made(self, recipe: Mapping[str, Any]) -> _Steps:
        """The run, its pass, what was cut, and the place that is looked at. The last one is kept: the page asks twice."""
        key = json.dumps(recipe, sort_keys=True)
        if self._latest[0] != key:
            self._latest = (None, None)
            made = yield from self._make(recipe)
            self._latest = (key, made)
        return self._latest[1]

    def _key_of(self, recipe: Mapping[str, Any]) -> str:
        """Which run without cuts and questions it is of."""
        return json.dumps([recipe.get("text") or "", recipe.get("pair"), self._ids_in(recipe), recipe.get("beams") or 1, recipe.get("chat"), recipe.get("wiped")])

    def _base(self, recipe: Mapping[str, Any], graph: bool) -> _Pass:
        """The run without cuts; the last one is kept."""
        key = self._key_of(recipe)
        last = self._kept[1] if self._kept[0] == key else None
        if last is None or (graph and not last.attentions[0].requires_grad):
            self._kept = (None, None)
            self._kept = (key, self._passed(recipe, None, graph, None if last is None else last.output))
        assert self._kept[1] is not None
        return self._kept[1]

    def _slopes(self, number: Any, attentions: Sequence[Any], weights: np.ndarray, sizes: _Sizes) -> np.ndarray:
        """Of a number by all attention weights, [L, H, n, n]."""
        import torch

        found = torch.autograd.grad(number, attentions, retain_graph=True, allow_unused=True)
        if all(one is None for one in found):
            found = tuple(_gradients_of_copied(number, attentions))
        slopes = sizes.padded([torch.zeros_like(layer) if one is None else one for one, layer in zip(found, attentions)]).astype(np.float32)
        slopes[weights == 0] = 0  # of what the mask forbids, or is cut, a gradient says nothing
        return slopes

    def _make(self, recipe: Mapping[str, Any]) -> _Steps:
        text, pair = str(recipe.get("text") or ""), recipe.get("pair")
        target, rule = str(recipe.get("target") or ""), str(recipe.get("rule") or "zero")
        if rule not in _RULES:
            raise HeadwatersError(f'The rule "{rule}" is none of {", ".join(_RULES)}.')
        yield from self._turn_to(recipe)
        if (target.startswith("cos:") and self.kind != "embedding") or (recipe.get("wiped") and not self._seesPictures):
            raise HeadwatersError("live() does not do this: ask about an answer, or cut.")
        asks = bool(target)
        base = self._base(recipe, asks)
        position = self._position(base, target)
        question = self._question(target, self._outputs(base, position), position)
        cuts, run = None, base
        swap = recipe.get("swap")
        if recipe.get("cuts") or swap:
            cuts = _Cuts.of(recipe.get("cuts") or [], rule, base.sizes)
            self._check_hides(bool(cuts.hidden))
            if swap:
                cuts = self._swapped(base, cuts, str(swap["text"]), str(swap["places"]))
            run = self._passed(recipe, cuts, asks, base.output)
        was, outputs = self._outputs(base, position), self._outputs(run, position)
        weights = run.sizes.padded(run.attentions).astype(np.float32)
        slopes = None if not asks or question is None else self._slopes(self._value(question, outputs), run.attentions, weights, run.sizes)
        if cuts and cuts.rule != "mean":  # a head whose output is 0 hands nothing on (src/model/service/cut_run.h)
            for layer, head in cuts.heads:
                weights[layer, head] = 0
        asked = None
        if question is not None:
            asked = {**self._described(question, run, position), "before": self._value(question, was).item(), "after": self._value(question, outputs).item()}
        vector = _numpy(outputs).astype(np.float32) if self.kind == "embedding" and outputs is not None else None
        scores: Dict[str, np.ndarray] = {}
        if recipe.get("scores"):
            scores = yield from self._scored(self._asked(recipe), str(recipe["scores"]))
        made = LiveRun(text, pair, base.ids, self._tokens(base.ids), self._of_stack(run, 0, weights), None if slopes is None else self._of_stack(run, 0, slopes),
                       self._answers(outputs), self._answers(was) if cuts else None, asked, scores, vector=vector, **self._of_decoder(run, weights, slopes), **self._of_picture(run, recipe))
        return made, run, cuts, position

    _seesPictures = False

    def _turn_to(self, recipe: Mapping[str, Any]) -> _Steps:
        """What comes before a recipe is run or asked about."""
        yield from ()

    def _of_picture(self, run: _Pass, recipe: Mapping[str, Any]) -> Dict[str, Any]:
        """What a run has besides of a model that reads pictures."""
        return {}

    def _tokens(self, ids: Sequence[int]) -> List[str]:
        return [str(one) for one in self.tokenizer.convert_ids_to_tokens(list(ids))]

    def _place(self, run: _Pass, position: int) -> int:
        """The token to name beside a question; -1: it goes without saying."""
        return -1 if position == self._position(run, "") else position

    @staticmethod
    def _of_stack(run: _Pass, stack: int, numbers: np.ndarray) -> np.ndarray:
        """Of numbers of all layers those of a stack, without what fills them up."""
        inside = run.sizes.of_stack(stack)
        own = (*map(slice, (run.sizes.heads_of(inside[0]), *run.sizes.shape(inside[0]))),)
        return numbers[(slice(inside.start, inside.stop), *own)] if run.sizes.isPair else numbers

    def _of_decoder(self, run: _Pass, weights: np.ndarray, slopes: Optional[np.ndarray]) -> Dict[str, Any]:
        """What a run has besides of a model that translates."""
        if run.output is None:
            return {}
        part = lambda stack: self._of_stack(run, stack, weights)
        slope = lambda stack: None if slopes is None else self._of_stack(run, stack, slopes)
        return {"output": run.output.text, "decoder_ids": run.output.ids, "decoder_tokens": self._tokens(run.output.ids), "decoder_attentions": part(1), "cross_attentions": part(2),
                "decoder_gradients": slope(1), "cross_gradients": slope(2)}

    # --- what the page asks ---

    @property
    def latest(self) -> Optional[LiveRun]:
        """The last run."""
        return self._latest[1][0] if self._latest[1] else None

    def reply(self, call: Mapping[str, Any], buffers: Sequence[Any] = ()) -> Tuple[Dict[str, Any], List[bytes]]:
        """The answer to a message of the page (docs/api.md), and the numbers beside it: attention, and gradients if there are any. `buffers`: of a picture its pixels.

        What takes longer than half a second is answered with {"progress": share}; the page then asks {"what": "on", "id": the same}
        for more, or for something else, which gives it up."""
        who = (call.get("view"), call.get("id"))
        try:
            if call.get("what") != "on":
                self._going = (who, self._reply(call, buffers))
            elif self._going is None or self._going[0] != who:
                raise HeadwatersError("This is not being computed any more.")
            steps, until = self._going[1], time.monotonic() + _AT_ONCE
            while True:
                share = next(steps)
                if time.monotonic() > until:
                    return {"progress": min(max(float(share), 0.0), 1.0)}, []
        except StopIteration as made:
            self._going = None
            answer: Tuple[Dict[str, Any], List[bytes]] = made.value
            return answer
        except (HeadwatersError, ValueError, IndexError, RuntimeError) as error:  # a tokenizer's, or PyTorch's: no memory
            self._going = None
            known = isinstance(error, HeadwatersError)
            return {"problem": {"place": self.name, "finding": str(error) if known else f"The model could not run this text: {error}", "remedy": ""}}, []

    def _reply(self, call: Mapping[str, Any], buffers: Sequence[Any]) -> _Steps:
        recipe, what = call.get("recipe") or {}, call.get("what")
        if what == "picture":
            self._take_picture(call, buffers)
            return {"result": {}}, []
        arguments = [str(one) for one in call.get("arguments") or []]
        if what == "write":
            return {"result": self._write(recipe, arguments)}, []
        if what == "ask":
            result = yield from self._answered(str(call.get("name")), arguments, recipe)
            return {"result": _finite(result)}, []
        made, run, cuts, position = yield from self._made(recipe)
        if what == "find":
            part, outputs = str(call.get("word") or "").lower(), self._outputs(run, position)
            found = [] if outputs is None else [one for one in range(len(outputs)) if part in self._name(one).lower()]
            return {"result": {"answers": self._answers(outputs, found)}}, []
        says = {"kind": self.kind, "position": position, "vocabulary": 0 if run.logits is None or self.kind == "embedding" else int(run.logits.shape[-1]), "answers": made.answers}
        if made.vector is not None:
            says["near"] = self._near(made, recipe, what == "says" or bool(call.get("settled")))
        result = {"pieces": self._pieces(run), "says": says, "before": None if made.before is None else {"answers": made.before}, "question": made.question, **self._written(run)}
        if what != "run":
            return {"result": result}, []
        title = self._title(made).replace("\n", " ")  # the page puts question and cuts behind it
        title = title if len(title) <= 120 else title[:120] + "…"
        example: Dict[str, Any] = {
            "title": title, "model": self.name, "tokens": made.tokens, "layers": made.attentions.shape[0],
            "heads": made.attentions.shape[1], "specialTokens": self._special_tokens(made, run),
            "segments": self._segments(run) if made.pair is not None and run.output is None else [], "outputToken": position, "predicted": self._predicted(run),
            "importance": [{"name": name, "values": [float(one) if math.isfinite(one) else None for one in values]} for name, values in made.scores.items()], **self._picture_of(made),
            "cuts": cuts.places(self._kept[1].attentions, run.sizes) if cuts and self._kept[1] else []}
        if made.decoder_attentions is not None:
            example["decoder"] = {"tokens": made.decoder_tokens, "layers": made.decoder_attentions.shape[0], "heads": made.decoder_attentions.shape[1]}
        numbers = (made.attentions, made.decoder_attentions, made.cross_attentions, made.gradients, made.decoder_gradients, made.cross_gradients)
        return {"result": result, "example": example}, [np.ascontiguousarray(one).tobytes() for one in numbers if one is not None]

    def _title(self, made: LiveRun) -> str:
        return made.text if made.pair is None else f"{made.text} / {made.pair}"

    def _picture_of(self, made: LiveRun) -> Dict[str, Any]:
        """What the page is told of the picture that was run."""
        return {}

    def _take_picture(self, call: Mapping[str, Any], buffers: Sequence[Any]) -> None:
        raise HeadwatersError("This model reads a text.")

    def _near(self, made: LiveRun, recipe: Mapping[str, Any], settled: bool) -> List[Dict[str, Any]]:
        """The nearest of the texts so far. One that was typed to its end, by itself, is remembered."""
        assert made.vector is not None
        own, shown = made.vector.astype(np.float64), None if made.pair is not None else made.text
        cosine = lambda other: float(own @ other / max(np.linalg.norm(own) * np.linalg.norm(other), 1e-300))
        near = sorted(((cosine(other), text) for text, other in self._vectors.items() if text != shown), reverse=True)
        if settled and shown and not recipe.get("cuts") and not recipe.get("swap"):
            self._vectors.pop(shown, None)
            self._vectors[shown] = own
            if len(self._vectors) > _MOST_VECTORS:
                self._vectors.pop(next(iter(self._vectors)))
        return [{"text": text, "cosine": value} for value, text in near[:_MOST_ANSWERS]]

    def _special_tokens(self, made: LiveRun, run: _Pass) -> List[str]:
        return sorted({token for token, special in zip(made.tokens, run.special) if special})

    def _written(self, run: _Pass) -> Dict[str, Any]:
        """What the page is told of what a model that translates has written."""
        return {}

    @staticmethod
    def _segments(run: _Pass) -> List[int]:
        made, last = [], 0
        for one in run.sequence:
            last = last if one is None else one  # what was added between the two belongs to the first
            made.append(last)
        return made

    def _predicted(self, run: _Pass) -> List[str]:
        if self.kind not in ("next", "translation") or run.logits is None:
            return []
        return [self._name(int(one)) for one in run.logits.argmax(-1).tolist()]

    @staticmethod
    def _joins(run: _Pass, at: int) -> bool:
        """Whether nothing is between the token and the one before."""
        return bool(at and run.offsets and run.sequence[at] is not None and run.sequence[at] == run.sequence[at - 1] and run.offsets[at][0] == run.offsets[at - 1][1])

    def _pieces(self, run: _Pass) -> List[Dict[str, Any]]:
        bits: List[Optional[float]] = [None] * len(run.ids)
        if self.kind == "next" and run.logits is not None and len(run.ids) > 1:
            import torch

            logs = run.logits[:-1].float().log_softmax(-1).gather(-1, torch.tensor(run.ids[1:], device=run.logits.device)[:, None])[:, 0]
            bits[1:] = (-logs / math.log(2)).tolist()

        return [{"id": token, "text": self._shown(token), "special": run.special[at], "unknown": token == self.tokenizer.unk_token_id and not run.special[at], "joins": self._joins(run, at), "bits": bits[at]} for at, token in enumerate(run.ids)]


    # --- what the page's views ask: each yields how much of it is done, and gives the answer that src/model/service/asks.h describes ---

    def _offers(self) -> List[str]:
        """Which of them this model can answer."""
        if self.kind == "none":
            return []
        made = ["blanked", "experiment", "decide", "scores"]
        if self.kind == "embedding":
            made.remove("decide")  # there is no other answer
        with contextlib.suppress(HeadwatersError):
            self._stack()
            made += ["swap"] if self.kind == "embedding" else ["lens", "swap"]
        return made + (["write"] if self.kind == "next" else [])

    def _answered(self, name: str, arguments: List[str], recipe: Mapping[str, Any]) -> _Steps:
        yield from self._turn_to(recipe)
        known = {"lens": (2, self._lens), "blanked": (2, self._blanked), "swap": (2, self._swap_grid)}
        if name not in known and name not in _OF_UNITS:
            raise HeadwatersError(f'live() knows no question "{name}": ask one of {", ".join([*known, *_OF_UNITS])}.')
        names = _OF_UNITS.get(name, ())
        count = len(names) - ("among" in names) if names else known[name][0]
        if name == "swap" and len(arguments) == 5:  # as the page asks: a second sentence is not compared
            arguments = [*arguments[:2], arguments[4]]
        more = (name == "swap" and len(arguments) == 3) or ("among" in names and len(arguments) == count + 1)
        if len(arguments) != count + more:
            raise HeadwatersError(f'"{name}" takes {count} arguments, not {len(arguments)}.')
        if name == "lens":
            return (yield from self._lens(recipe, *arguments))
        asked = self._asked(recipe)
        if names:
            return (yield from self._of_units(asked, name, dict(zip(names, arguments))))
        return (yield from known[name][1](asked, *arguments))  # type: ignore[operator]

    def _described(self, question: Tuple[str, Any, int], run: _Pass, position: int) -> Dict[str, Any]:
        """What is asked, as the page names it."""
        kind, index, minus = question
        cosine = kind == "cosine"
        return {"kind": kind, "index": -1 if cosine else index, "name": str(index) if cosine else self._name(index), "minus": minus, "against": "" if minus < 0 else self._name(minus),
                "position": -1 if cosine else position, "place": -1 if cosine else self._place(run, position), "isOutput": run.output is not None}

    def _at(self, logits: Any, position: int) -> Any:
        """Logits of one run at the position, float32."""
        return (logits[position] if logits.ndim == 2 else logits).float()

    def _asked(self, recipe: Mapping[str, Any]) -> _Asked:
        target = str(recipe.get("target") or "")
        base = self._base(recipe, False)
        key = (self._kept[0], target)
        if self._of[0] != key:
            self._of = (None, None)
            position = self._position(base, target)
            question = self._question(target, self._outputs(base, position), position)
            if question is None:
                raise HeadwatersError("There is no question to this text yet: choose an answer to ask about.")
            streams = True
            try:
                self._stack()
            except HeadwatersError:
                streams = False
            ran = self._ran(base.inputs, (), True, streams=streams, heads=True)
            number = self._value(question, self._at(ran.logits[0], position))
            weights = ran.sizes.padded(ran.attentions).astype(np.float32)
            slopes = self._slopes(number, ran.attentions, weights, ran.sizes)
            self._of = (key, _Asked(base, question, position, not re.sub(r"@\d+$", "", target), number.item(), weights, slopes, ran.streams, ran.mode.outputs, ran.embedded, number))
            self._known = {}
        made: _Asked = self._of[1]
        return made

    def _numbers(self, asked: _Asked, inputs: Mapping[str, Any], runs: Sequence[_Cuts], position: int, words: Optional[Callable[[Any], Any]] = None,
                 likeliest: Optional[List[Any]] = None) -> List[float]:
        """The question of each run of a batch. `likeliest` grows by the answer of each; None: the model has no answers."""
        outputs = [self._at(one, position) for one in self._ran(inputs, runs, words=words).logits]
        if likeliest is not None:
            likeliest += [next(iter(self._answers(one)), None) for one in outputs]
        return [self._value(asked.question, one).item() for one in outputs]

    def _batch(self, asked: _Asked, count: int) -> Dict[str, Any]:
        return {name: value.repeat(count, *[1] * (value.ndim - 1)) for name, value in asked.base.inputs.items()}

    def _together(self, asked: _Asked) -> int:
        """How many runs of the text are made at once."""
        if self.kind == "classes" and getattr(self.model.config, "pad_token_id", None) is None:
            return 1  # a batch's ends are looked for by the padding
        return int(max(1, min(16, 4_000_000 // asked.weights.size, 2048 // sum(asked.base.sizes.tokens))))

    def _cut_values(self, asked: _Asked, runs: Sequence[_Cuts]) -> _Steps:
        made: List[float] = []
        size = self._together(asked)
        while len(made) < len(runs):
            part = runs[len(made):len(made) + size]
            made += self._numbers(asked, self._batch(asked, len(part)), part, asked.position)
            yield len(made) / len(runs)
        return made

    # --- units: edges, heads, tokens, patches ---

    def _patches(self, words: Tuple[Any, Any]) -> List[Tuple[int, float]]:
        """Tokens of patches, with what the gradients say that wiping each adds. `words`: a number with its graph, and the rows that went in."""
        raise HeadwatersError("A text has no patches: ask about edge, head or token.")

    def _first_patch(self) -> int:
        return -1

    def _check_units(self, name: str, given: Dict[str, Any]) -> None:
        """What the core is not asked for; its arguments as it takes them."""
        kind, among = given.get("kind"), given.pop("among", "words")
        if kind not in (None, "edge", "head", "token", "patch"):
            raise HeadwatersError(f'There are no "{kind}" to cut: ask about edge, head or token.')
        if kind == "patch" and self._first_patch() < 0:
            raise HeadwatersError("A text has no patches: ask about edge, head or token.")
        if given["rule"] not in ("zero", "renormalise"):
            raise HeadwatersError(f'The rule "{given["rule"]}" is none of zero, renormalise.')
        rankings = ("gradients", "attention", "search", *(() if kind == "head" else ("relevance", "rollout", "flow", "nearest")))
        if given.get("ranking", "search") not in rankings:
            raise HeadwatersError(f'There is no ranking "{given["ranking"]}" of {kind}s.')
        if among not in ("words", "all") or (among == "all" and kind != "token"):
            raise HeadwatersError(f'Which tokens take part is "words" or "all", not "{among}"; edges, heads and patches all do.')
        self._check_hides(kind == "token")
        least, most = (1, 64) if name == "decide" else (0, 1000)
        given.update({part: min(max(int(given[part]), least), most) for part in ("draws", "most") if part in given})
        given.update({part: int(given[part]) for part in ("count", "input") if part in given}, **({"among": among} if kind == "token" else {}))

    def _of_units(self, asked: _Asked, name: str, given: Dict[str, Any]) -> _Steps:
        """An experiment, single cuts, what decides or a minimum cut: the core says which run comes next, and this model makes it
        (src/model/distant/distant.h)."""
        self._check_units(name, given)
        base, sizes = asked.base, asked.base.sizes
        tokens = self._tokens(base.ids)
        shapes = [(len(inside), sizes.heads_of(inside[0]), *sizes.shape(inside[0])) for inside in map(sizes.of_stack, range(3 if sizes.isPair else 1))]
        message: Dict[str, Any] = {
            "name": name, "arguments": given, "target": dict(zip(("kind", "index", "minus"), ("cosine", -1, -1) if asked.question[0] == "cosine" else asked.question)),
            "isUsual": asked.usual, "value": asked.value, "read": self._read_at(asked).tolist(), "stacks": [dict(zip(("layers", "heads", "queries", "keys"), one)) for one in shapes],
            "tokens": tokens, "specialTokens": sorted({token for token, special in zip(tokens, base.special) if special}), "firstPatch": self._first_patch()}
        if base.output is not None:
            message["decoderTokens"] = self._tokens(base.answering)
        numbers, share = self._by_stack(base, asked.weights), 0.0
        with contextlib.closing(_Program() if _core is None else _core.Answering()) as core:
            while True:
                call = json.loads(core.ask(json.dumps({name: value for name, value in _finite(message).items() if value is not None}), numbers))
                if "answer" in call:
                    return call["answer"]
                if "problem" in call:
                    problem = call["problem"]
                    raise HeadwatersError(f"{problem['finding']} {problem['remedy']}".strip(), **problem)
                steps = self._run_for(asked, call)
                try:
                    while True:
                        step = next(steps)
                        share = max(share, call.get("done", step))
                        yield share
                except StopIteration as made:
                    message, numbers = made.value
                yield share

    def _by_stack(self, run: _Pass, numbers: np.ndarray) -> bytes:
        return b"".join(np.ascontiguousarray(self._of_stack(run, stack, numbers), np.float32).tobytes() for stack in range(3 if run.sizes.isPair else 1))

    def _run_for(self, asked: _Asked, call: Mapping[str, Any]) -> _Steps:
        """What the core asks for: a message, and the numbers behind it."""
        what = call["call"]
        if what == "name":
            return {"name": self._name(call["output"])}, b""
        if what == "without":
            blank = next(one for one in ("mask", "replace") if self._blank_of(one) is not None) if call["isAnswers"] else "hide"
            (value,) = yield from self._blanked_values(asked, blank, [[call["token"]]])
            return {"blank": blank, "value": value}, b""
        target = call["target"]
        question = asked.question if target["kind"] == "cosine" else (target["kind"], target["index"], target["minus"])
        if what == "values":
            values = yield from self._set_values(asked._replace(question=question), call["rule"], call["cuts"])
            return {"values": values}, b""
        cut = call["cut"]
        if what == "outputs" and not cut:
            return {}, _numpy(self._outputs(asked.base, asked.position)).tobytes()
        if cut or question != asked.question:
            ran = self._ran(*self._cut_inputs(asked, call["rule"], [cut]), what == "slopes")
            outputs = self._at(ran.logits[0], asked.position)
            if what == "outputs":
                return {}, _numpy(outputs).tobytes()
            weights, number, rows = ran.sizes.padded(ran.attentions).astype(np.float32), self._value(question, outputs), ran.embedded
            slopes = self._slopes(number, ran.attentions, weights, ran.sizes)
        else:
            weights, slopes, number, rows = asked.weights, asked.slopes, asked.number, asked.embedded
        patches = self._patches((number, rows)) if call["isPatch"] else []
        return {"patches": patches}, self._by_stack(asked.base, weights) + self._by_stack(asked.base, slopes)

    def _cut_inputs(self, asked: _Asked, rule: str, sets: Sequence[Sequence[_Unit]]) -> Tuple[Dict[str, Any], List[_Cuts]]:
        """A batch of runs with each set cut."""
        return self._batch(asked, len(sets)), [_Cuts.of_units(one, rule, asked.base.sizes) for one in sets]

    def _set_values(self, asked: _Asked, rule: str, sets: Sequence[Sequence[_Unit]]) -> _Steps:
        """The question with each set cut; the same set is cut once."""
        keys = [(asked.question, rule, frozenset(map(tuple, one))) for one in sets]
        fresh = {key: one for key, one in zip(keys, sets) if key not in self._known}
        size = self._together(asked)
        made: List[float] = []
        while len(made) < len(fresh):
            part = list(fresh.values())[len(made):len(made) + size]
            inputs, cuts = self._cut_inputs(asked, rule, part)
            made += self._numbers(asked, inputs, cuts, asked.position)
            yield len(made) / len(fresh)
        self._known.update(zip(fresh, made))
        return [self._known[key] for key in keys]

    def _read_at(self, asked: _Asked) -> np.ndarray:
        """How much of each place of the last layer the answer reads, [n], sums to 1."""
        import torch

        read = np.zeros(len(asked.base.answering))
        if self.kind in ("next", "masked", "translation"):
            read[asked.position] = 1
            return read
        if not asked.streams:
            read[0] = 1
            return read
        found = torch.autograd.grad(asked.number, [asked.streams[-1]], retain_graph=True, allow_unused=True)[0]
        read[:] = 0 if found is None else _numpy(found)[0].any(-1)
        return read / max(read.sum(), 1)

    # --- tests of words ---

    _other_names = {"deletion": "delete", "unk": "replace:unk", "unknown": "replace:unk", "pad": "replace:pad", "eos": "replace:eos", "replace:unknown": "replace:unk",
                    "zero-embedding": "replace:zero-embedding", "zero_embedding": "replace:zero-embedding", "zero-pixels": "replace:zero-pixels", "zero_pixels": "replace:zero-pixels"}

    def _check_hides(self, hides: bool) -> None:
        if hides and self._pools():
            raise HeadwatersError("This model's own head averages all tokens, and PyTorch computes that mean in the model's code, where a hidden token cannot be taken out of it. "
                                  "Mask, delete or replace words, or cut attention weights and heads.")

    def _pools(self) -> bool:
        """Whether the model's own head averages tokens: what is hidden cannot be taken out of that."""
        config = self.model.config
        return bool(getattr(config, "classifier_pooling", "") == "mean" or getattr(config, "use_mean_pooling", False) or str(config.model_type).startswith("dinov2"))

    def _document_ends(self) -> Set[int]:
        """Tokens that end a document."""
        settings = getattr(self.model, "generation_config", None)
        ends = [getattr(of, "eos_token_id", None) for of in (settings, self.model.config, self.tokenizer)]
        known = ["<|endoftext|>", "<|end_of_text|>", "</s>", "<eos>"]
        return {token for one in ends for token in (one if isinstance(one, (list, tuple)) else [one]) if token is not None} | {
            token for name in known for token in [self.tokenizer.convert_tokens_to_ids(name)] if token is not None and self.tokenizer.convert_ids_to_tokens(token) == name}

    def _blank_of(self, name: str) -> Optional[Tuple[str, int]]:
        """How words are tested, by name (src/model/session/token_scores.h): hide, mask, delete or replace, and of a replacement the token; None: there is no such way."""
        name = self._other_names.get(name, name)
        if name == "replace":
            usual = [one for one in ("replace:unk", "replace:pad") if (made := self._blank_of(one)) is not None and made[1] not in self._document_ends()]
            name = usual[0] if usual else "replace:zero-embedding"
        if name == "hide":
            return None if self._pools() else ("hide", -1)
        if name == "delete":
            return ("delete", -1)
        if name == "replace:zero-embedding":
            return ("zero-embedding", -1)
        if name != "mask" and not name.startswith("replace:"):
            return None
        own = {"mask": "mask_token_id", "replace:unk": "unk_token_id", "replace:pad": "pad_token_id", "replace:eos": "eos_token_id"}.get(name)
        if own is not None:
            token = getattr(self.tokenizer, own, None)
            return None if token is None else ("replace", int(token))
        ids = self.tokenizer(name[len("replace:"):], add_special_tokens=False)["input_ids"]
        return ("replace", int(ids[0])) if len(ids) == 1 and ids[0] != self.tokenizer.unk_token_id else None

    def _blanks(self) -> List[Dict[str, str]]:
        """The ways to test a word that this model has; those that insert the same token are one."""
        made: List[Dict[str, str]] = []
        seen: Set[int] = set()
        for name in ("hide", "mask", "delete", "replace:unk", "replace:pad", "replace:eos", "replace:zero-embedding"):
            found = self._blank_of(name)
            if found is None or found[1] in seen:
                continue
            if found[1] >= 0:
                seen.add(found[1])
            inserted = self._shown(found[1]) if found[1] >= 0 else ""
            made.append({"name": name, "inserted": inserted, "warning": f"{inserted} ends a document: the model may ignore everything before it, so every word seems to matter." if found[1] in self._document_ends() else ""})
        return made

    def _blanked_values(self, asked: _Asked, blank: str, groups: Sequence[Sequence[int]], likeliest: Optional[List[Any]] = None) -> _Steps:
        """The question without each group of tokens; NaN where it has no meaning. `likeliest` becomes the answers; None: there is none."""
        found = self._blank_of(blank)
        self._check_hides(found is None and self._other_names.get(blank, blank) == "hide")
        if found is None:
            raise HeadwatersError(f'"{blank}": the tokenizer has no such token. Use {", ".join(one["name"] for one in self._blanks())}.')
        way, token_id = found
        n, values = len(asked.base.ids), [math.nan] * len(groups)
        read = self._read_at(asked) if asked.base.output is None else np.zeros(n)
        size = 1 if way == "delete" else self._together(asked)
        for first in range(0, len(groups), size):
            part = groups[first:first + size]
            inputs, position, words = self._batch(asked, len(part)), asked.position, None
            runs: Sequence[_Cuts] = ()
            gone: List[int] = []
            if way == "hide":
                # Nothing is left to read, or the answer is read there only.
                gone = [at for at, group in enumerate(part) if len(group) >= n or (read.any() and not np.delete(read, list(group)).any())]
                runs = [_Cuts("zero", {}, set(), {}, {} if at in gone else dict.fromkeys(group, 0)) for at, group in enumerate(part)]
            elif way == "zero-embedding":
                def words(rows: Any, part: Sequence[Sequence[int]] = part) -> Any:
                    rows = rows.clone()
                    for run, group in enumerate(part):
                        rows[run, list(group)] = 0
                    return rows
            elif way == "delete":
                left = [token for token in range(n) if token not in part[0]]
                inputs = {name: value if name.startswith("decoder_") else value[:, left] for name, value in inputs.items()}
                if self.kind in ("next", "masked"):
                    position = left.index(position) if position in left else len(left) - 1 if self.kind == "next" and position == n - 1 else -1
                if not left or position < 0:
                    if likeliest is not None:
                        likeliest.append(None)
                    continue
            else:
                for run, group in enumerate(part):
                    inputs["input_ids"][run, list(group)] = token_id
            values[first:first + len(part)] = self._numbers(asked, inputs, runs, position, words, likeliest)
            for at in gone:
                values[first + at] = math.nan
                if likeliest is not None:
                    likeliest[first + at] = None
            yield (first + len(part)) / len(groups)
        return values

    def _blanked(self, asked: _Asked, blank: str, groups: str) -> _Steps:
        n, listed = len(asked.base.ids), []
        for group in groups.split(";"):
            ends = [re.fullmatch(r"(\d+)(?:-(\d+))?", span) for span in group.split(",")]
            tokens = sorted({token for end in ends if end for token in range(int(end[1]), int(end[2] or end[1]) + 1)})
            if not tokens or not all(ends) or tokens[-1] >= n:
                raise HeadwatersError(f'"{group}" is no group of tokens below {n}: "2-3" and "5,8-9" are.')
            listed.append(tokens)
        blank = blank or self._blanks()[0]["name"]
        likeliest: List[Any] = []
        values = yield from self._blanked_values(asked, blank, listed, likeliest)
        answers = [one and {"text": one["text"], "probability": one["probability"]} for one in likeliest]
        return {"value": asked.value, "blank": blank, "blanks": self._blanks(), "values": values, "answers": answers}

    # --- which word matters most ---

    def why(self, text: Any, pair: Union[str, Sequence[str], None] = None, *, target: str = "", ids: Optional[Sequence[int]] = None, wiped: Sequence[int] = (),
            test_words: str = "hide", by: str = "tokens") -> Dict[str, Any]:
        """Which word of a text matters most for the answer (docs/why.md), of the run without cuts, in the form of headwaters.why: a number for each token.

        target      as for run(), of a model without a head the text to compare with; without it the likeliest next word by its log-probability, else the
                    likeliest answer against the next one
        test_words  hide, mask, delete, replace or replace:TOKEN
        by          "words": the tokens of a word are tested together

        A model of next words names no word here: two of the three tests that vote need what each head writes, which PyTorch does not give. `routes`, `direct`
        and `votes` are None then, and `missing` says so. Another model names the word that takes at least half of the lead. There are no `sentences`.
        """
        if by not in ("tokens", "words"):
            raise HeadwatersError(f'by="{by}": words are tested by "words" or "tokens".')
        recipe = {"text": self._named(text), "pair": _lines(pair), "target": target, "ids": ids, "wiped": ";".join(str(int(one)) for one in wiped)}
        return dict(_at_once(self._why(recipe, test_words, by == "words")))

    def _why(self, recipe: Dict[str, Any], blank: str, by_words: bool) -> _Steps:
        yield from self._turn_to(recipe)
        if self.kind == "translation":
            raise HeadwatersError("live() cannot read where attention leads across two stacks of layers: save the model, and ask `headwaters.why` of its folder.")
        target = recipe["target"]
        if self.kind == "embedding" and target and not target.startswith("cos:"):
            recipe["target"] = f"cos:{target}"
        elif self.kind == "next" and not target:
            base = self._base(recipe, False)
            recipe["target"] = f"lp:{self._answers(self._outputs(base, self._position(base, '')))[0]['id']}"
        asked = self._asked(recipe)
        n, read = len(asked.base.ids), self._read_at(asked)
        place = int(np.argmax(read)) if read.max() == 1 else -1
        groups: List[List[int]] = []
        for token in range(n):
            if by_words and groups and self._joins(asked.base, token):
                groups[-1].append(token)
            else:
                groups.append([token])
        likeliest: List[Any] = []
        lost = asked.value - np.array((yield from self._blanked_values(asked, blank, groups, likeliest)))
        kind, index, minus = asked.question
        outputs = self._outputs(asked.base, asked.position)
        known = {one["id"]: one for one in self._answers(outputs, [one for one in (index, minus) if isinstance(one, int) and one >= 0])}
        noise = 2e-5 if kind == "cosine" else 5e-5 * float(outputs.abs().max())
        sinks = _sinks(asked.weights)
        lead = asked.value if kind == "logit" and minus >= 0 else None
        takes_part = [not any(asked.base.special[at] or at == place or (self.kind == "next" and at > place) for at in group) for group in groups]
        first = max((at for at in range(len(groups)) if takes_part[at] and lost[at] > noise), key=lambda at: lost[at], default=None)
        votes = self.kind == "next"
        named = groups[first] if first is not None and not votes and lead is not None and noise < lead <= 2 * lost[first] else None

        def each(values: Sequence[Any]) -> List[Any]:
            by_token = {token: value for group, value in zip(groups, values) for token in group}
            return [by_token[token] for token in range(n)]

        return {
            "tokens": self._tokens(asked.base.ids), "asked": place, "value": asked.value, "sinks": sinks,
            "question": {"kind": "difference" if lead is not None else kind.replace("-", "_"), "answer": known.get(index), "second": known.get(minus)},
            "attention": {"method": "rollout", "layers": [(read @ layer).tolist() for layer in rollout(asked.weights, sinks="exclude")]},
            "routes": None, "direct": None, "lead": lead,
            "needs": {"by": blank, "noise": noise, "left_out": each([_finite(float(one)) for one in lost]),
                      "answer": each([one and one["text"] for one in likeliest]), "probability": each([one and one["probability"] for one in likeliest])},
            "first": {"hidden": None if first is None else groups[first][0], "routes": None, "direct": None},
            "named": named, "votes": None,
            "missing": "There is no vote: two of its three tests need what each head writes, which PyTorch does not give. Save the model, and ask headwaters.why of its folder." if votes else "",
        }

    # --- the lens ---

    def _lens(self, recipe: Mapping[str, Any], position: str, count: str) -> _Steps:
        """Of all tokens at once, which are kept: the page asks for one after the other."""
        base = self._base(recipe, False)
        if base.logits is None or self.kind in ("none", "embedding"):
            raise HeadwatersError("This model has no words or classes to read out.")
        of = "encoder" if base.output is None else "decoder"
        key = (self._kept[0], int(count))
        if self._lensed[0] != key:
            final: Any = None
            levels: List[Tuple[Any, Any, Any]] = []
            for logits in self._read_out(base.inputs, of):
                rows = logits[0].float()
                rows = rows if rows.ndim == 2 else rows[None]
                final = rows.argmax(-1, keepdim=True) if final is None else final
                own = rows.gather(-1, final)
                levels.insert(0, (rows.topk(min(int(count), rows.shape[-1]), -1).indices.tolist(), (own - rows.logsumexp(-1, keepdim=True)).exp()[:, 0].tolist(), (rows > own).sum(-1).tolist()))
                yield len(levels) / (self._layers_in(of) + 1)
            self._lensed = (key, (levels, final[:, 0].tolist()))
        levels, last = self._lensed[1]
        at = int(position) if len(last) > 1 or self.kind in ("next", "masked", "translation") else 0
        if not 0 <= at < len(last):
            raise HeadwatersError(f"There is no token {position}.")
        return {"position": int(position), "final": self._name(last[at]),
                "layers": [{"answers": [self._name(one) for one in best[at]], "probability": chances[at], "rank": ranks[at]} for best, chances, ranks in levels]}

    # --- parts of another text's run ---

    def _aligned(self, here: _Pass, there: _Pass, places: str) -> List[int]:
        """Of each token the one of the other text that it stands for, -1: none (src/model/service/ask_swap.cpp)."""
        a, b = here.ids, there.ids
        n, m = len(a), len(b)
        made = list(range(n)) if n == m else [-1] * n
        if n != m:
            longest = np.zeros((n + 1, m + 1), int)
            for i in reversed(range(n)):
                for j in reversed(range(m)):
                    longest[i, j] = longest[i + 1, j + 1] + 1 if a[i] == b[j] else max(longest[i + 1, j], longest[i, j + 1])
            i = j = gap_a = gap_b = 0
            ends = []
            while i < n and j < m:
                if a[i] == b[j]:
                    ends.append((gap_a, gap_b, i, j))
                    made[i] = j
                    i, j = i + 1, j + 1
                    gap_a, gap_b = i, j
                elif longest[i + 1, j] >= longest[i, j + 1]:
                    i += 1
                else:
                    j += 1
            for from_a, from_b, to_a, to_b in [*ends, (gap_a, gap_b, n, m)]:
                if to_a - from_a == to_b - from_b:
                    made[from_a:to_a] = range(from_b, to_b)
        for piece in filter(lambda one: one.startswith("a"), places.split(";")):
            pair = re.fullmatch(r"a(\d+):(\d+|-)", piece)
            if not pair or int(pair[1]) >= n or (pair[2] != "-" and int(pair[2]) >= m):
                raise HeadwatersError(f"“{piece}” doesn’t pair two tokens of the texts.")
            made[int(pair[1])] = -1 if pair[2] == "-" else int(pair[2])
        return made

    def _swapped(self, base: _Pass, cuts: _Cuts, text: str, places: str) -> _Cuts:
        """The cuts, and at these places what stands there in the run of that text."""
        there = self._passed({"text": text}, None, False, base.output)
        ran = self._ran(there.inputs, (), streams=True, heads=True)
        aligned = self._aligned(base, there, places)
        streams: Dict[int, Tuple[List[int], Any]] = {}
        outputs: Dict[Tuple[int, int], Tuple[List[int], Any]] = {}
        own = [token for token, other in enumerate(aligned) if other >= 0]
        for piece in filter(lambda one: one and not one.startswith("a"), places.split(";")):
            place = re.fullmatch(r"([shH])(\d+):(\d+)", piece)
            layer, at = (int(place[2]) - (place[1] == "H"), int(place[3])) if place else (-1, -1)  # "H3:1" is "h2:1" of older links
            head = place is not None and place[1] in "hH"
            if not place or layer < 0 or layer > self.layers - head or at >= (self.heads if head else len(aligned)) or (not head and aligned[at] < 0):
                raise HeadwatersError("There is no such place in the other text.")
            if head:
                outputs[layer, at] = (own, _per_head(ran.mode.outputs[layer])[0, at, [aligned[token] for token in own]])
            else:
                tokens, rows = streams.get(layer, ([], []))
                streams[layer] = ([*tokens, at], [*rows, ran.streams[layer][0, aligned[at]]])
        import torch

        return cuts._replace(streams={layer: (tokens, torch.stack(rows)) for layer, (tokens, rows) in streams.items()}, outputs=outputs)

    def _swap_grid(self, asked: _Asked, what: str, text: str, places: str = "") -> _Steps:
        import torch

        if what not in ("streams", "heads"):
            raise HeadwatersError(f'"{what}": streams or heads are patched in.')
        self._stack()
        base, question, position = asked.base, asked.question, asked.position
        there = self._passed({"text": text}, None, False, base.output)
        if self.kind == "masked" and self._position(there, "") < 0:
            raise HeadwatersError("The other text has no masked word: put one where the answer belongs.")
        aligned = self._aligned(base, there, places)
        if asked.usual and base.output is None:  # what the other text says, against what this one says
            best = [int(self._outputs(one, self._position(one, "")).argmax()) for one in (there, base)]
            if best[0] != best[1]:
                question = (question[0], best[0], best[1])
        n, other = len(base.ids), position
        if self.kind in ("next", "masked"):
            other = len(there.ids) - 1 if position == n - 1 else aligned[position]
            if other < 0:
                raise HeadwatersError("The place that is asked about has no counterpart in the other text: write both texts alike around it.")
        clean, ours = (self._ran(one.inputs, (), graph, streams=True, heads=True) for one, graph in ((there, False), (base, True)))
        number = self._value(question, self._at(ours.logits[0], position))
        changed, whole = number.item(), self._value(question, self._at(clean.logits[0], other)).item()
        own = [token for token in range(n) if aligned[token] >= 0]
        theirs = [aligned[token] for token in own]
        from_, to = (clean.streams, ours.streams) if what == "streams" else (clean.mode.outputs[:self.layers], ours.mode.outputs[:self.layers])
        slopes = torch.autograd.grad(number, to, allow_unused=True)
        rows, columns = len(to), n if what == "streams" else self.heads
        values, predicted = np.full((rows, columns), math.nan), np.full((rows, columns), math.nan)
        runs, at = [], []
        for row, (new, old, slope) in enumerate(zip(from_, to, slopes)):
            new, old, slope = ((torch.zeros_like(old) if one is None else one).detach() for one in (new, old, slope))
            new, old, slope = (one[0] if what == "streams" else _per_head(one)[0] for one in (new, old, slope))
            if what == "streams":
                step = ((new[theirs] - old[own]) * slope[own]).double().sum(-1)
                predicted[row, own] = changed + _numpy(step)
                for token, like in zip(own, theirs):
                    runs.append(_Cuts("zero", {}, set(), {}, {}, {row: ([token], new[like][None])}))
                    at.append((row, token))
                continue
            step = ((new[:, theirs] - old[:, own]) * slope[:, own]).double().sum((-1, -2))
            predicted[row] = changed + _numpy(step)
            for head in range(columns):
                runs.append(_Cuts("zero", {}, set(), {}, {}, {}, {(row, head): (own, new[head, theirs])}))
                at.append((row, head))
        made = yield from self._cut_values(asked._replace(question=question), runs)
        for place, value in zip(at, made):
            values[place] = value
        with np.errstate(divide="ignore", invalid="ignore"):
            recovered = (values - changed) / np.float64(whole - changed)
        _, index, minus = question
        texts = lambda run: [self._shown(one) for one in run.ids]
        return {"rows": rows, "columns": columns, "clean": whole, "changed": changed, "tokens": texts(base), "cleanTokens": texts(there), "aligned": aligned,
                "question": {**self._described(question, base, position), **({"name": ""} if question[0] == "cosine" else {})},
                "target": f"{index}-{minus}" if asked.usual and minus >= 0 and base.output is None else "",
                "values": values.reshape(-1).tolist(), "predicted": predicted.reshape(-1).tolist(), "recovered": recovered.reshape(-1).tolist()}

    # --- scores of the tokens ---

    def _scored(self, asked: _Asked, blank: str) -> _Steps:
        """By intervention and by gradients, as the page has them (src/model/service/scores.cpp); NaN where a token has no number, such as the answer's own place."""
        import torch

        n, read = len(asked.base.ids), self._read_at(asked)
        blank = self._blanks()[0]["name"] if blank == "usual" else blank
        groups, squares = self._groups(n)
        values = yield from _quietly(self._blanked_values(asked, blank, groups), 0.1)
        each = np.zeros(n)
        for group, value in zip(groups, values):
            each[list(group)] = value
        made = {f"{blank}{squares}": np.abs(asked.value - each)}
        rows, steps = asked.embedded, 32
        slope = torch.autograd.grad(asked.number, [rows], retain_graph=True)[0]
        made["gradient × input"] = _numpy((slope * rows).double().sum(-1))[0]
        total, ends = torch.zeros_like(rows[0], dtype=torch.float64), []
        for step in range(steps):
            share = (step + 0.5) / steps
            ran = self._ran(asked.base.inputs, (), True, words=functools.partial(operator.mul, share))
            total += torch.autograd.grad(self._value(asked.question, self._at(ran.logits[0], asked.position)), [ran.embedded])[0][0].double() / steps
            yield 0.3 + 0.3 * (step + 1) / steps
        for share in (0, 1):
            ends += self._numbers(asked, asked.base.inputs, (), asked.position, functools.partial(operator.mul, share))
        integrated = _numpy((total * rows[0]).sum(-1))
        error = round(ends[1] - ends[0] - float(integrated.sum()), 3)
        made[f"integrated gradients (error {error:g})"] = integrated
        if asked.streams:
            made["value zeroing"] = yield from self._value_zeroing(asked, read)
        with contextlib.suppress(HeadwatersError):  # families that do not add up have none
            with record(self.model), torch.no_grad():
                found = contributions(block_layers(self._runs, **asked.base.inputs)[0], "alti").matrices
            row = read
            for matrix in found[::-1]:
                row = row @ matrix
            made["ALTI"] = row
        return {name: np.asarray(one, np.float64) for name, one in made.items() if np.isfinite(one).any()}

    @property
    def _runs(self) -> Any:
        """What of the model is called."""
        return self.model

    def _groups(self, n: int) -> Tuple[List[List[int]], str]:
        """Tokens that are blanked out together, and what the score's name says of it."""
        return [[token] for token in range(n)], ""

    def _value_zeroing(self, asked: _Asked, read: np.ndarray) -> _Steps:
        """Mohebbi et al. 2023: 1 - cosine of what leaves each layer without the value of a token; rolled out, and read. One pass for each token: each layer gets
        what it got without it."""
        import torch

        layers, heads, n, _ = asked.weights.shape
        streams = [one.detach() for one in asked.streams]
        far = np.zeros((layers, n, n))
        for token in range(n):
            mask = np.zeros((n, n), bool)
            mask[:, token] = True
            every = list(range(n))
            cuts = _Cuts("zero", {(layer, head): mask for layer in range(layers) for head in range(heads)}, set(), {}, {},
                         {layer: (every, streams[layer][0]) for layer in range(layers)})
            ran = self._leaving(asked.base.inputs, cuts)
            for layer in range(layers):
                far[layer, :, token] = _numpy(1 - torch.nn.functional.cosine_similarity(streams[layer + 1][0].double(), ran[layer][0].double(), dim=-1))
            yield 0.6 + 0.3 * (token + 1) / n
        row = read
        for layer in far[::-1]:
            sums = layer.sum(-1, keepdims=True)
            row = row @ np.divide(layer, sums, out=np.zeros_like(layer), where=sums > 0)
        return row

    def _leaving(self, inputs: Mapping[str, Any], cuts: _Cuts) -> List[Any]:
        """What leaves each layer, before the next one is given something else."""
        made: List[Any] = []
        hooks = [module.register_forward_hook(lambda _, given, one: made.append(_stream_in(one))) for module in self._stack()]
        try:
            self._ran(inputs, [cuts])
        finally:
            for hook in hooks:
                hook.remove()
        return made

    # --- writing ---

    def _write(self, recipe: Mapping[str, Any], arguments: List[str]) -> Dict[str, Any]:
        """Goes on with a text, as the page's own models do: at most so many tokens, and after the first no longer than so many milliseconds."""
        import torch

        if self.kind != "next" or len(arguments) != 6:
            raise HeadwatersError("Only a model of next words goes on with a text.")
        most, patience, temperature, top_k, top_p, seed = int(arguments[0]), float(arguments[1]), float(arguments[2]), int(arguments[3]), float(arguments[4]), int(arguments[5])
        if not (temperature >= 0 and math.isfinite(temperature) and top_k >= 0 and 0 < top_p <= 1):
            raise HeadwatersError("A temperature is 0 or more, top-k 0 or more, top-p a share above 0, up to 1.")
        given = recipe.get("ids")
        ids = [int(one) for one in given.split(",")] if given else self._encoded({"text": recipe.get("text"), "chat": recipe.get("chat")})[1]["input_ids"][0].tolist()
        written: List[Dict[str, Any]] = []
        begin, end = len(ids), "none"
        stops, longest = self._ends(), self._longest()
        started, training = time.monotonic(), self.model.training
        self.model.eval()
        try:
            with record(self.model), torch.no_grad():  # as it runs: some kernels leave out what a model does to its scores
                while len(written) < most and (not written or time.monotonic() - started < patience / 1000):
                    if longest and len(ids) >= longest:
                        end = "length"
                        break
                    logits = _numpy(self._next(ids)).astype(np.float64)
                    chosen = _drawn_token(logits, temperature, top_k, top_p, seed, len(ids))
                    if chosen in stops:
                        end = "token"
                        break
                    before = self.tokenizer.decode(ids[max(0, len(ids) - 4):], skip_special_tokens=False, clean_up_tokenization_spaces=False)
                    after = self.tokenizer.decode([*ids[max(0, len(ids) - 4):], chosen], skip_special_tokens=False, clean_up_tokenization_spaces=False)
                    shares = np.exp(logits - logits.max())
                    ids.append(chosen)
                    written.append({"id": chosen, "text": after[len(before):] if after.startswith(before) else self._shown(chosen), "probability": float(shares[chosen] / shares.sum())})
        finally:
            self.model.train(training)
        front = 0
        while front < min(begin, len(ids) - 1) and ids[front] in self._special:
            front += 1
        plain = lambda some: str(self.tokenizer.decode(some, skip_special_tokens=True, clean_up_tokenization_spaces=False))
        text = plain(ids[front:])
        return {"ids": ids, "begin": begin, "prompt": plain(ids[front:begin]), "text": text, "rest": text[len(text.rstrip("\ufffd")):], "end": end, "mostTokens": longest or 2 ** 31 - 1, "written": written,
                "same": self.tokenizer(text)["input_ids"] == ids}

    def _ends(self) -> Set[int]:
        """Tokens that end a text."""
        found: Set[int] = set()
        for one in (getattr(self.model, "generation_config", None), self.model.config, self.tokenizer):
            ends = getattr(one, "eos_token_id", None)
            found |= set() if ends is None else {int(end) for end in (ends if isinstance(ends, (list, tuple)) else [ends])}
        return found

    def _next(self, ids: List[int]) -> Any:
        """Logits behind these tokens. What was computed for those before is kept, where the first time that gives what a whole run gives."""
        import torch

        same, past = self._past
        self._past = ([], None)

        def ran(fresh: List[int], **kept: Any) -> Any:
            tensors = {"input_ids": torch.tensor([fresh], device=self.model.device), "attention_mask": torch.ones(1, len(ids), dtype=torch.long, device=self.model.device)}
            outputs = self.model(**tensors, **kept, use_cache=self._keeps is not False, return_dict=True)
            self._past = (list(ids), _get(outputs, "past_key_values") if self._keeps is not False else None)
            return outputs.logits[0, -1].float()

        if past is None or not same or len(same) >= len(ids) or ids[:len(same)] != same:
            return ran(ids)
        try:
            made = ran(ids[len(same):], past_key_values=past)
        except (RuntimeError, ValueError, TypeError, IndexError):  # a cache of a size of its own
            self._keeps, made = False, None
        if self._keeps is None:
            kept, whole = self._past, ran(ids)
            self._keeps = bool(torch.allclose(made, whole, atol=1e-2 * float(whole.abs().max())))
            self._past = kept if self._keeps else ([], None)
            return whole
        return ran(ids) if made is None else made


class _LivePair(LiveModel):
    """An encoder with its decoder: the text is read, and what the model writes, or is given, is run behind it. Then that stays as it is: cuts and questions are
    of the same output."""

    def __init__(self, model: Any, tokenizer: Any, name: Optional[str] = None, examples: Sequence[str] = ()) -> None:
        super().__init__(model, tokenizer, name, examples)
        if self.kind == "none":
            raise HeadwatersError(f"{type(model).__name__} writes nothing: give the class with a head, such as AutoModelForSeq2SeqLM.")
        self.decoder = (0, 0)
        self._wrote_last: Tuple[str, Optional[_Written]] = ("", None)

    @staticmethod
    def _kind_of(name: str) -> str:
        return "translation" if name.endswith(("ForConditionalGeneration", "MTModel", "Seq2SeqLM")) else "none"

    def _example(self) -> str:
        return "translate English to German: The house is small." if "t5" in str(self.model.config.model_type) else "The house is small."

    def about(self) -> Dict[str, Any]:
        made = super().about()
        return {**made, "layers": self.layers, "heads": self.heads, "takesPairs": False, "decoder": {"layers": self.decoder[0], "heads": self.decoder[1]}}

    def _offers(self) -> List[str]:
        made = [one for one in super()._offers() if one not in ("scores", "lens")]
        with contextlib.suppress(HeadwatersError):
            self._stack("decoder")
            made.append("lens")
        return made

    # --- runs ---

    def _encoded(self, recipe: Mapping[str, Any]) -> Tuple[Any, Dict[str, Any]]:
        return super()._encoded({**recipe, "pair": None})  # which is what the decoder reads

    def _words_of(self) -> Any:
        encoder = self.model.get_encoder()
        return getattr(encoder, "embed_tokens", None) or encoder.get_input_embeddings()

    def _part(self, of: str) -> Any:
        return self.model.get_decoder() if of == "decoder" else self.model.get_encoder()

    def _layers_in(self, of: str) -> int:
        return self.decoder[0] if of == "decoder" else self.layers

    def _tried(self, inputs: Dict[str, Any]) -> Dict[str, Any]:
        return self._reading(inputs, [self._start(), *inputs["input_ids"][0, :3].tolist()])

    @staticmethod
    def _reading(inputs: Dict[str, Any], ids: Sequence[int]) -> Dict[str, Any]:
        import torch

        return {**inputs, "decoder_input_ids": torch.tensor([list(ids)], device=inputs["input_ids"].device)}

    def _start(self) -> int:
        """What the decoder reads first."""
        for one in (getattr(self.model, "generation_config", None), self.model.config):
            for name in ("decoder_start_token_id", "bos_token_id"):
                found = getattr(one, name, None)
                if found is not None:
                    return int(found[0] if isinstance(found, (list, tuple)) else found)
        raise HeadwatersError(f"{type(self.model).__name__} does not say what its decoder reads first (decoder_start_token_id).")

    def _with_output(self, recipe: Mapping[str, Any], inputs: Dict[str, Any], output: Optional[_Written]) -> Tuple[Dict[str, Any], Optional[_Written]]:
        if output is None:
            key, written = self._wrote_last
            if recipe.get("pair") is not None:
                written = self._gave(str(recipe["pair"]))
            elif key != self._key_of(recipe):
                written = _at_once(self._wrote(inputs, int(recipe.get("beams") or 1)))
            output = written
        assert output is not None
        return self._reading(inputs, output.ids), output

    def _turn_to(self, recipe: Mapping[str, Any]) -> _Steps:
        """What it writes takes longest: it can be given up between two tokens."""
        key = self._key_of(recipe)
        if recipe.get("pair") is None and key not in (self._kept[0], self._wrote_last[0]):
            self._wrote_last = ("", None)
            inputs = {name: value.to(self.model.device) for name, value in self._encoded(recipe)[1].items()}
            if inputs["input_ids"].shape[-1] <= (self._longest() or math.inf):  # longer ones are refused where they are run
                made = yield from self._wrote(inputs, int(recipe.get("beams") or 1))
                self._wrote_last = (key, made)

    def _outcome(self, written: List[int], given: bool) -> _Written:
        ends = self._ends()
        ended = len(written) > 1 and written[-1] in ends
        ids = written[:-1] if ended else written
        text = str(self.tokenizer.decode(ids, skip_special_tokens=True, clean_up_tokenization_spaces=False))
        return _Written(text, ids, ids if given else written, given, not given and not ended)

    def _gave(self, text: str) -> _Written:
        return self._outcome([self._start(), *self.tokenizer(text_target=text)["input_ids"]], True)

    def _wrote(self, inputs: Dict[str, Any], beams: int) -> _Steps:
        """As generate() does: by the model's own rules, the likeliest token each time, which goes on with what is written after each fifth of a second, or in one
        step a search with beams."""
        import torch
        from transformers import StoppingCriteria, StoppingCriteriaList

        class Pause(StoppingCriteria):  # type: ignore[misc]
            def __init__(self) -> None:
                self.until, self.came = time.monotonic() + _PAUSE, False

            def __call__(self, ids: Any, scores: Any, **_: Any) -> Any:
                self.came = time.monotonic() > self.until
                return torch.full((ids.shape[0],), self.came, dtype=torch.bool, device=ids.device)

        config = getattr(self.model, "generation_config", None) or self.model.config
        most = getattr(config, "max_length", None)
        # 20 is what the library has where nobody said anything
        longest = 129 if most in (None, 20) and getattr(config, "max_new_tokens", None) is None else most if getattr(config, "max_new_tokens", None) is None else 1 + int(config.max_new_tokens)
        length = int(longest or 129)
        longest = min(length, self._longest() or length)
        how = dict(num_beams=beams, do_sample=False, num_return_sequences=1, max_length=longest, max_new_tokens=None, output_attentions=False, output_scores=False, return_dict_in_generate=False)
        written: List[int] = []
        while True:
            pause, training = Pause(), self.model.training
            more = {"stopping_criteria": StoppingCriteriaList([pause])} if beams == 1 else {}
            self.model.eval()
            try:
                with record(self.model), torch.no_grad():
                    begun = self._reading(inputs, written) if written else inputs
                    try:
                        made = self.model.generate(**begun, **how, **more)
                    except IndexError:  # a decoder of more layers than the encoder, for which some versions make too small a cache
                        made = self.model.generate(**begun, **how, **more, use_cache=False)
            finally:
                self.model.train(training)
            grown, written = len(made[0]) > len(written), made[0].tolist()
            if not pause.came or not grown or len(written) >= longest or written[-1] in self._ends():
                break
            yield len(written) / longest
        ends, pad = self._ends(), getattr(config, "pad_token_id", None)
        for at, one in enumerate(written[1:], 1):
            if one in ends:
                written = written[:at + 1]
                break
        while len(written) > 1 and written[-1] == pad and pad not in ends:
            written.pop()
        return self._outcome(written, False)

    def _sizes_of(self, inputs: Mapping[str, Any]) -> _Sizes:
        return _Sizes((self.layers, self.decoder[0]), (self.heads, self.decoder[1]), (int(inputs["input_ids"].shape[-1]), int(inputs["decoder_input_ids"].shape[-1])))

    def _attentions_of(self, outputs: Any, inputs: Mapping[str, Any]) -> Tuple[Any, _Sizes]:
        parts = [list(_get(outputs, name) or ()) for name in ("encoder_attentions", "decoder_attentions", "cross_attentions")]
        if not all(parts) or len(parts[1]) != len(parts[2]) or any(one is None for part in parts for one in part):
            return None, self._sizes_of(inputs)
        (self.layers, self.heads), self.decoder = ((len(part), int(part[0].shape[1])) for part in parts[:2])
        return [*parts[0], *parts[1], *parts[2]], self._sizes_of(inputs)

    # --- what it says ---

    def _position(self, run: _Pass, target: str) -> int:
        place = re.search(r"@(\d+)$", target)
        return min(int(place[1]) if place else 0, len(run.answering) - 1)

    def _place(self, run: _Pass, position: int) -> int:
        return position

    def _special_tokens(self, made: LiveRun, run: _Pass) -> List[str]:
        own = {token for at, (token, one) in enumerate(zip(made.decoder_tokens or (), made.decoder_ids or ())) if at == 0 or one in self._special}
        return sorted({*super()._special_tokens(made, run), *own})

    def _written(self, run: _Pass) -> Dict[str, Any]:
        output = run.output
        assert output is not None
        shares = run.logits.detach().float().softmax(-1).double()
        likely = shares.topk(min(4, shares.shape[-1]), -1)
        made = []
        for at, one in enumerate(output.written[1:200]):
            share = float(shares[at, one])
            made.append({"id": one, "text": self._shown(one), "special": one in self._special, "position": at, "probability": share, "bits": -math.log2(max(share, 1e-30)),
                         "expected": [{"text": self._shown(other), "probability": chance} for other, chance in zip(likely.indices[at].tolist(), likely.values[at].tolist()) if other != one]})
        return {"output": {"text": output.text, "given": output.given, "cutOff": output.cutOff, "read": self._tokens(output.ids), "written": made}}


class _LivePicture(LiveModel):
    """A model that reads pictures as patches (ViT, DeiT, DINOv2, BEiT) or compares one with texts (CLIP). Its `tokenizer` is the processor that came with it."""

    _seesPictures = True

    def _reading_config(self) -> Any:
        return getattr(self.model.config, "vision_config", None) or self.model.config

    def _begin(self) -> None:
        name, config = type(self.model).__name__, self._reading_config()
        processor = self.tokenizer
        if not callable(processor) or isinstance(processor, str) or hasattr(processor, "convert_ids_to_tokens"):
            raise HeadwatersError(f"live() takes the processor of {name} as its second argument (AutoImageProcessor, or AutoProcessor of CLIP), not a {type(processor).__name__}.")
        self.reader = getattr(processor, "image_processor", processor)
        self.comparesTexts = hasattr(self.model, "vision_model") and hasattr(self.model, "text_projection")
        self._tower: Any = next((module for module in self.model.modules() if self._projection_of(module) is not None), None)
        if self._tower is None or not isinstance(getattr(config, "num_attention_heads", None), int) or (hasattr(self.model.config, "vision_config") and not self.comparesTexts and hasattr(self.model.config, "text_config")):
            raise HeadwatersError(f"live() runs models whose layers all look at one grid of patches (ViT, DeiT, DINOv2, BEiT), and CLIP. {name} is none of these: use show() for what it returns.")
        self._pictures: Dict[str, Tuple[str, np.ndarray]] = {}
        self._sent: List[str] = []  # those that the page has sent, oldest first
        self._fresh: Tuple[str, Any] = ("", None)
        self._among: List[str] = []
        self._features: Any = None
        self._whole = self.kind
        self.examples = [self._named(one) for one in self.examples]
        grey = np.full((64, 64, 3), 127, np.uint8)
        self._grid = self._grid_of(self._pixels_of(grey))

    @staticmethod
    def _kind_of(name: str) -> str:
        return "classes" if "ForImageClassification" in name else "embedding" if name.endswith(("Model", "WithProjection")) else "none"

    @staticmethod
    def _projection_of(module: Any) -> Any:
        """Of a module that makes rows of patches what projects them."""
        own = getattr(module, "embeddings", None)
        return getattr(own, "patch_embeddings", getattr(own, "patch_embedding", None))

    # --- pictures ---

    def _named(self, text: Any) -> str:
        """The name of a picture, which is kept by it; a name is one already."""
        if isinstance(text, str) and text.startswith(("photo:", "draw:")):
            return text
        pixels = _picture_points(text)
        name = f"photo:{hashlib.sha256(str(pixels.shape).encode() + pixels.tobytes()).hexdigest()[:16]}"
        title = Path(text).name if isinstance(text, (str, os.PathLike)) else Path(str(getattr(text, "filename", "") or "")).name
        self._pictures[name] = (title or "Picture", pixels)
        return name

    def _take_picture(self, call: Mapping[str, Any], buffers: Sequence[Any]) -> None:
        """Keeps a picture of the page, on white where it is not opaque."""
        name, size = str(call.get("name") or ""), (int(call.get("height") or 0), int(call.get("width") or 0), 4)
        if not buffers or min(size) < 1 or len(memoryview(buffers[0]).cast("B")) != size[0] * size[1] * 4:
            raise HeadwatersError("The picture could not be read.")
        if name in self._pictures and name not in self._sent:
            return
        points = np.frombuffer(memoryview(buffers[0]).cast("B"), np.uint8).reshape(size).astype(np.int32)
        self._pictures[name] = (str(call.get("title") or "Picture"), _on_white(points))
        self._sent = [*(one for one in self._sent if one != name), name]
        for old in self._sent[:-_MOST_PICTURES]:
            self._pictures.pop(old, None)
        self._sent = self._sent[-_MOST_PICTURES:]

    def _pixels_of(self, points: np.ndarray) -> Any:
        """As the model takes a picture, [1, 3, h, w]."""
        import torch

        given: Any = points
        with contextlib.suppress(ImportError):
            from PIL import Image

            given = Image.fromarray(points)
        made = self.reader(images=given, return_tensors="pt")
        pixels = _get(made, "pixel_values")
        if not torch.is_tensor(pixels) or pixels.ndim != 4 or pixels.shape[0] != 1 or pixels.shape[1] != 3:
            raise HeadwatersError(f"The processor ({type(self.reader).__name__}) makes no single picture with three colours of it.")
        return pixels.to(self.model.device, self.model.dtype)

    def _grid_of(self, pixels: Any) -> Tuple[int, int, int]:
        """Rows and columns of patches, and how many tokens stand before them."""
        size = self._reading_config().patch_size
        down, across = size if isinstance(size, (tuple, list)) else (size, size)
        self._patch = int(down), int(across)
        before = sum(int(one.shape[1]) if one.ndim == 3 else 1 for _, one in self._leading())
        return int(pixels.shape[2]) // self._patch[0], int(pixels.shape[3]) // self._patch[1], before

    def _leading(self) -> List[Tuple[str, Any]]:
        """The learned rows that stand before the patches."""
        own = self._tower.embeddings
        there = [(name, getattr(own, name, None)) for name in ("cls_token", "class_embedding", "distillation_token", "register_tokens")]
        return [(name, one) for name, one in there if one is not None]

    def _sees(self) -> Dict[str, Any]:
        """Which part of a picture the model sees, for the page."""
        rows, columns, before = self._grid
        height, width = rows * self._patch[0], columns * self._patch[1]
        size, crop = _get(self.reader, "size"), _get(self.reader, "crop_size")
        side = lambda of, name: int(_get(of, name) or 0) if of is not None else 0
        shortest = side(size, "shortest_edge") if getattr(self.reader, "do_resize", True) else 0
        crops = bool(getattr(self.reader, "do_center_crop", False)) and side(crop, "width") > 0
        share = lambda name, whole: side(crop, name) / max(shortest or whole, 1) if crops else 1.0
        return {"width": width, "height": height, "rows": rows, "columns": columns, "firstPatch": before, "isShortest": shortest > 0,
                "seenAcross": share("width", side(size, "width")), "seenDown": share("height", side(size, "height")), "comparesTexts": self.comparesTexts}

    def _seen(self, pixels: Any) -> np.ndarray:
        """What the model sees, [h, w, 3] from 0 to 255."""
        values = _numpy(pixels)[0].astype(np.float64)
        if getattr(self.reader, "do_normalize", False):
            values = values * np.reshape(self.reader.image_std, (3, 1, 1)) + np.reshape(self.reader.image_mean, (3, 1, 1))
        scale = float(getattr(self.reader, "rescale_factor", 0) or 1 / 255) if getattr(self.reader, "do_rescale", True) else 1.0
        return np.moveaxis(np.clip(np.rint(values / scale), 0, 255).astype(np.uint8), 0, 2)

    def _blank(self, pixels: Any, patches: Sequence[int]) -> Any:
        """The same with patches whose pixels are 0."""
        pixels, (down, across) = pixels.clone(), self._patch
        for patch in patches:
            top, left = patch // self._grid[1] * down, patch % self._grid[1] * across
            pixels[..., top:top + down, left:left + across] = 0
        return pixels

    # --- runs ---

    def about(self) -> Dict[str, Any]:
        _at_once(self._turn_to({}))
        return {**self._facts(), "kind": self._whole, "takesPairs": False, "mask": "", "chats": False, "examples": [], "picture": self._sees()}

    def _offers(self) -> List[str]:
        made = ["experiment", "scores", "blanked"] + ([] if self._whole == "embedding" and not self.comparesTexts else ["decide"])
        with contextlib.suppress(HeadwatersError):
            self._stack()
            made += [] if self._whole == "embedding" and not self.comparesTexts else ["lens"]
        return [] if self._whole == "none" else made

    def _turn_to(self, recipe: Mapping[str, Any]) -> _Steps:
        """CLIP among the texts of a recipe, or without them."""
        yield from ()
        texts = [one for one in str(recipe.get("pair") or "").split("\n") if one] if self.comparesTexts else []
        self.kind = "classes" if texts else self._whole
        if texts and texts != self._among:
            import torch

            tokenizer = getattr(self.tokenizer, "tokenizer", None)
            if tokenizer is None:
                raise HeadwatersError("To compare texts live() needs CLIP's whole processor (AutoProcessor), with its tokenizer.")
            given = tokenizer(texts, padding=True, truncation=True, return_tensors="pt").to(self.model.device)
            with torch.no_grad():
                found = self.model.get_text_features(input_ids=given["input_ids"], attention_mask=given["attention_mask"])
                found = found if torch.is_tensor(found) else found.pooler_output
                self._features = self.model.logit_scale.exp() * found / found.norm(dim=-1, keepdim=True)
        self._among = texts or self._among

    def _encoded(self, recipe: Mapping[str, Any]) -> Tuple[Any, Dict[str, Any]]:
        name = str(recipe.get("text") or "")
        if self._fresh[0] != name:
            if name not in self._pictures:
                raise HeadwatersError("This picture is not here: give it, or draw one.")
            pixels = self._pixels_of(self._pictures[name][1])
            if self._grid_of(pixels) != self._grid:
                raise HeadwatersError("The processor gives this picture a grid of patches of its own: live() shows pictures of one size, as a processor that crops makes them.")
            self._fresh = (name, pixels)
        pixels = self._fresh[1]
        wiped = [int(one) for one in str(recipe.get("wiped") or "").split(";") if one]
        if any(one < 0 or one >= self._grid[0] * self._grid[1] for one in wiped):
            raise HeadwatersError(f"There is no patch {max(wiped)}; the picture has {self._grid[0] * self._grid[1]}, from 0.")
        return None, {"pixel_values": self._blank(pixels, wiped) if wiped else pixels}

    def _passed(self, recipe: Mapping[str, Any], cuts: Optional[_Cuts], graph: bool, output: Optional[_Written] = None) -> _Pass:
        _, inputs = self._encoded(recipe)
        ran = self._ran(inputs, [cuts] if cuts else [], graph)
        n = self._tokens_in()
        special = [at < self._grid[2] for at in range(n)]
        return _Pass(list(range(n)), special, [0] * n, None, ran.attentions, None if ran.logits is None else ran.logits[0], ran.embedded, inputs, ran.sizes)

    def _tokens_in(self) -> int:
        return self._grid[2] + self._grid[0] * self._grid[1]

    def _sizes_of(self, inputs: Mapping[str, Any]) -> _Sizes:
        return _Sizes((self.layers, 0), (self.heads, 0), (self._tokens_in(), 0))

    def _some_inputs(self) -> Dict[str, Any]:
        return {"pixel_values": self._fresh[1] if self._fresh[1] is not None else self._pixels_of(np.full((64, 64, 3), 127, np.uint8))}

    @property
    def _runs(self) -> Any:
        return self.model.vision_model if self.comparesTexts else self.model

    def _called(self, inputs: Mapping[str, Any]) -> Any:
        outputs = self._runs(**inputs, output_attentions=True)
        made = {"attentions": _get(outputs, "attentions"), "logits": _get(outputs, "logits")}
        if self._whole == "embedding":
            vector = outputs.pooler_output if self.comparesTexts or self.model.config.model_type in ("clip_vision_model", "beit") else outputs.last_hidden_state[:, 0]
            vector = _get(outputs, "image_embeds") if _get(outputs, "image_embeds") is not None else vector
            made["vector"] = self.model.visual_projection(vector) if self.comparesTexts else vector
            made["logits"] = None if self.kind == "embedding" else made["vector"] / made["vector"].norm(dim=-1, keepdim=True) @ self._features.T
        return made

    def _vectors_of(self, outputs: Any, runs: Sequence[_Cuts]) -> Any:
        return outputs["vector"]

    def _follow_words(self, seen: List[Any], graph: bool, words: Optional[Callable[[Any], Any]]) -> List[Any]:
        """The rows of the patches and of what stands before them, without their places, which are added again."""
        import torch

        patches: List[Any] = []

        def project(_: Any, __: Any, made: Any) -> None:
            patches.append(made[0] if isinstance(made, tuple) else made)

        def follow(_: Any, __: Any, made: Any) -> Any:
            if seen or not patches:
                return None
            whole = made[0] if isinstance(made, tuple) else made
            own = patches[-1].flatten(2).transpose(1, 2) if patches[-1].ndim == 4 else patches[-1]
            rows = torch.cat([*(one.reshape(1, -1, one.shape[-1]).expand(own.shape[0], -1, -1).to(own) for _, one in self._leading()), own], 1)
            rows = rows if rows.shape == whole.shape else whole
            places = (whole - rows).detach()
            rows = words(rows) if words else rows
            seen.append(rows if rows.requires_grad or not graph else rows.detach().requires_grad_())
            new = seen[-1] + places
            return (new, *made[1:]) if isinstance(made, tuple) else new

        return [self._projection_of(self._tower).register_forward_hook(project), self._tower.embeddings.register_forward_hook(follow)]

    # --- what it says ---

    def _tokens(self, ids: Sequence[int]) -> List[str]:
        _, columns, before = self._grid
        special = ["[CLS]", *(["[DIST]"] if any(name == "distillation_token" for name, _ in self._leading()) else [])]
        special += [f"[REG{at}]" for at in range(len(special), before)]
        return [special[one] if one < before else f"r{(one - before) // columns}c{(one - before) % columns}" for one in ids]

    def _name(self, output: int) -> str:
        return self._among[output] if self.comparesTexts else super()._name(output)

    def _title(self, made: LiveRun) -> str:
        return self._pictures.get(made.text, ("Picture",))[0]

    def _segments(self, run: _Pass) -> List[int]:  # type: ignore[override]
        return []

    def _pieces(self, run: _Pass) -> List[Dict[str, Any]]:
        return [{"id": at, "text": text, "special": run.special[at], "unknown": False, "joins": at > 0, "bits": None} for at, text in enumerate(self._tokens(run.ids))]

    def _of_picture(self, run: _Pass, recipe: Mapping[str, Any]) -> Dict[str, Any]:
        rows, columns, before = self._grid
        return {"image": self._seen(run.inputs["pixel_values"]), "grid": (rows, columns), "first_patch": before,
                "wiped": [int(one) for one in str(recipe.get("wiped") or "").split(";") if one]}

    def _picture_of(self, made: LiveRun) -> Dict[str, Any]:
        rows, columns, before = self._grid
        return {"image": {"url": _data_url(made.image), "rows": rows, "columns": columns, "firstPatch": before}}

    # --- what the page's views ask ---

    def _pooled(self) -> str:
        name = str(self.model.config.model_type)
        return "both" if name.startswith("dinov2") and self._whole == "classes" else "first"

    def _read_at(self, asked: _Asked) -> np.ndarray:
        n = self._tokens_in()
        if self._pooled() == "both":  # half of the first, half of the mean of the patches
            return np.where(np.arange(n) < self._grid[2], np.eye(1, n)[0], 1 / (n - self._grid[2])) / 2
        return super()._read_at(asked)

    def _first_patch(self) -> int:
        return self._grid[2]

    def _patches(self, words: Tuple[Any, Any]) -> List[Tuple[int, float]]:
        import torch

        number, rows = words
        slope = torch.autograd.grad(number, [rows], retain_graph=True)[0][0].detach()
        own, before = rows[0].detach(), self._grid[2]
        step = ((self._blank_row().to(own) - own) * slope).double().sum(-1)
        there = [token for token in range(before, len(own)) if not torch.equal(own[token], self._blank_row().to(own))]
        return list(zip(there, _numpy(step)[there].tolist()))

    def _blank_row(self) -> Any:
        """What the projection makes of a patch whose pixels are 0."""
        projection = self._projection_of(self._tower)
        bias = getattr(getattr(projection, "projection", projection), "bias", None)
        return self.model.parameters().__next__().new_zeros(self._reading_config().hidden_size) if bias is None else bias.detach()

    def _cut_inputs(self, asked: _Asked, rule: str, sets: Sequence[Sequence[_Unit]]) -> Tuple[Dict[str, Any], List[_Cuts]]:
        if all(kind != _PATCH for one in sets for kind, *_ in one):
            return super()._cut_inputs(asked, rule, sets)
        import torch

        pixels = asked.base.inputs["pixel_values"]
        return {"pixel_values": torch.cat([self._blank(pixels, [key - self._grid[2] for *_, key in one]) for one in sets])}, []

    def _blank_of(self, name: str) -> Optional[Tuple[str, int]]:
        name = self._other_names.get(name, name)
        if name == "hide":
            return super()._blank_of(name)
        ways = {"replace": "zero-pixels", "replace:zero-pixels": "zero-pixels", "replace:zero-embedding": "zero-embedding"}
        return (ways[name], -1) if name in ways else None

    def _blanks(self) -> List[Dict[str, str]]:
        return [{"name": name, "inserted": "", "warning": ""} for name in ("hide", "replace:zero-pixels", "replace:zero-embedding") if self._blank_of(name)]

    def _blanked_values(self, asked: _Asked, blank: str, groups: Sequence[Sequence[int]], likeliest: Optional[List[Any]] = None) -> _Steps:
        found = self._blank_of(blank)
        if found is None:
            raise HeadwatersError(f'"{blank}": a picture is tested by {" or ".join(one["name"] for one in self._blanks())}.')
        if found[0] == "hide":
            return (yield from super()._blanked_values(asked, blank, groups, likeliest))
        made: List[float] = []
        size, row = self._together(asked), None if found[0] == "zero-embedding" else self._blank_row()
        while len(made) < len(groups):
            part = groups[len(made):len(made) + size]

            def words(rows: Any, part: Sequence[Sequence[int]] = part) -> Any:
                rows = rows.clone()
                for run, group in enumerate(part):
                    rows[run, list(group)] = 0 if row is None else row.to(rows)
                return rows

            made += self._numbers(asked, self._batch(asked, len(part)), (), asked.position, words, likeliest)
            yield len(made) / len(groups)
        return made

    def _groups(self, n: int) -> Tuple[List[List[int]], str]:
        """Each by itself, or of a large picture squares of patches, as few as make that many."""
        rows, columns, before = self._grid
        side = 1
        while -(-rows // side) * -(-columns // side) > _MOST_SQUARES:
            side += 1
        if side == 1:
            return super()._groups(n)
        across = -(-columns // side)
        squares: List[List[int]] = [[] for _ in range(-(-rows // side) * across)]
        for patch in range(rows * columns):
            squares[patch // columns // side * across + patch % columns // side].append(before + patch)
        return [*([token] for token in range(before)), *squares], f" ({side} × {side} patches)"


def _on_white(points: np.ndarray) -> np.ndarray:
    """Red, green, blue and opacity, [h, w, 4], as they look on white."""
    colours, opacity = points[..., :3].astype(np.int32), points[..., 3:].astype(np.int32)
    return ((colours * opacity + 255 * (255 - opacity)) // 255).astype(np.uint8)


def _picture_points(image: Any) -> np.ndarray:
    """A picture as [h, w, 3] from 0 to 255: of a file, a PIL image, or an array [h, w], [h, w, 1|3|4] or [3, h, w], of fractions or whole numbers."""
    if isinstance(image, (str, os.PathLike, bytes, bytearray)):
        from PIL import Image, ImageOps

        image = ImageOps.exif_transpose(Image.open(io.BytesIO(image) if isinstance(image, (bytes, bytearray)) else image))
    if hasattr(image, "convert"):
        image = np.asarray(image.convert("RGBA"))
    points = _numpy(image)
    points = points[0] if points.ndim == 4 and len(points) == 1 else points
    if points.ndim == 3 and points.shape[0] in (1, 3) and points.shape[2] not in (1, 3, 4):
        points = np.moveaxis(points, 0, 2)
    points = points[:, :, None] if points.ndim == 2 else points
    if points.ndim != 3 or points.shape[2] not in (1, 3, 4) or not points.size:
        raise HeadwatersError(f"A picture of shape {list(points.shape)} is not known: [height, width], [height, width, 3] or [3, height, width] are.")
    if points.dtype.kind == "f":
        if points.min() < 0 or points.max() > 1:
            raise HeadwatersError("A picture of fractions goes from 0 to 1: give it as it was before the processor.")
        points = points * 255
    points = np.clip(np.rint(points), 0, 255).astype(np.uint8)
    return _on_white(points) if points.shape[2] == 4 else np.ascontiguousarray(np.repeat(points, 3, 2) if points.shape[2] == 1 else points)


def _lines(texts: Union[str, Sequence[str], None]) -> Optional[str]:
    """Several texts as links have them, a line each."""
    return texts if texts is None or isinstance(texts, str) else "\n".join(str(one).replace("\n", " ") for one in texts)


def _of_sentences(encoder: Any) -> Tuple[Any, Any, str]:
    """The model, tokenizer and reading of a SentenceTransformer."""
    parts = list(encoder)
    model = getattr(parts[0], "auto_model", None) if parts else None
    pooling = next((one for one in parts if hasattr(one, "pooling_mode_mean_tokens") or hasattr(one, "pooling_mode")), None)
    mode = getattr(pooling, "pooling_mode", None)
    first = mode == "cls" or getattr(pooling, "pooling_mode_cls_token", False) is True
    if model is None or not (first or mode == "mean" or getattr(pooling, "pooling_mode_mean_tokens", False) is True):
        raise HeadwatersError("live() takes a SentenceTransformer whose vector is the mean of its tokens or that of the first.")
    return model, encoder.tokenizer, "first" if first else "mean"


def _sinks(weights: np.ndarray) -> List[int]:
    """Attention sinks of [L, H, n, n], by the rule of src/core/statistics/attention_sinks.h."""
    mean = weights.astype(np.float64).mean((0, 1))
    n, causal = len(mean), not np.triu(weights, 1).any()
    after = np.tril(np.ones((n, n)), -1)
    readers = after.sum(0) if causal else np.full(n, n - 1.0)
    even = (after / np.arange(1, n + 1)[:, None]).sum(0) / np.maximum(readers, 1) if causal else np.full(n, 1 / n)
    received = (mean.sum(0) - mean.diagonal()) / np.maximum(readers, 1)
    return [token for token in range(n) if readers[token] > 0 and received[token] >= max(0.3, 2 * even[token])]


def _stream_in(given: Any) -> Any:
    """The first that has a row for each token."""
    import torch

    return next((one for one in (given if isinstance(given, (tuple, list)) else [given]) if torch.is_tensor(one) and one.ndim == 3 and one.is_floating_point()), None)


def _per_head(outputs: Any) -> Any:
    """Of one text, [1, H, n, d]; OPT gives [H, n, d]."""
    return outputs if outputs.ndim == 4 else outputs[None]


def _at_once(steps: _Steps) -> Any:
    """What steps come to."""
    while True:
        try:
            next(steps)
        except StopIteration as made:
            return made.value


def _quietly(steps: _Steps, share: float) -> _Steps:
    """The same steps, as a part of others that is hardly any of it."""
    while True:
        try:
            next(steps)
        except StopIteration as made:
            return made.value
        yield share


def _finite(value: Any) -> Any:
    """For JSON: what is no number is none."""
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _drawn_token(logits: np.ndarray, temperature: float, top_k: int, top_p: float, seed: int, position: int) -> int:
    """The next token: the likeliest, or drawn as the page draws it (src/model/write/sampling.h)."""
    if temperature == 0:
        return int(np.nanargmax(logits))
    shares = np.exp((logits - np.nanmax(logits)) / temperature)
    order = np.argsort(-shares, kind="stable")
    order = order[:top_k] if top_k else order
    sums = np.cumsum(shares[order])
    count = int(np.searchsorted(sums, top_p * sums[-1], "left")) + 1 if top_p < 1 else len(order)
    z = (seed + 0x9E3779B97F4A7C15 * (position + 1)) % 2 ** 64
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        z = (z ^ (z >> shift)) * factor % 2 ** 64
    wanted = ((z ^ (z >> 31)) >> 11) * 2.0 ** -53 * sums[min(count, len(sums)) - 1]
    return int(order[min(int(np.searchsorted(sums[:count], wanted, "right")), count - 1)])


def _as_recipe(cuts: Sequence[Any]) -> List[Dict[str, str]]:
    """Cuts as links have them, from texts: "2:0:7>6", "head 2:3", "residual 2:7", "hidden 6"."""
    made = []
    for cut in cuts:
        if isinstance(cut, Mapping):
            made.append({"kind": str(cut["kind"]), "text": str(cut["text"])})
            continue
        kind, _, text = str(cut).strip().partition(" ") if ">" not in str(cut) else ("edges", "", str(cut))
        if kind not in ("edges", "head", "residual", "hidden"):
            raise HeadwatersError(f'"{cut}" is no cut: "2:0:7>6" is a weight of layer 2 and head 0, "head 2:0" a head, "residual 2:7" a residual, "hidden 6" a token that no other one reads.')
        made.append({"kind": kind, "text": text.strip()})
    return made


def _as_texts(cuts: Sequence[Mapping[str, str]]) -> List[str]:
    return [cut["text"] if cut["kind"] == "edges" else f"{cut['kind']} {cut['text']}" for cut in cuts]


def live(model: Any, tokenizer: Any = None, text: Any = None, *, image: Any = None, texts: Optional[Sequence[str]] = None, wiped: Sequence[int] = (), cuts: Sequence[str] = (),
         rule: str = "zero", target: str = "", name: Optional[str] = None, examples: Sequence[str] = (), **view: Any) -> "Widget":
    """The page in a cell with your own model behind its line of text: what is typed there, or set here, runs in this process.

        view = headwaters.live(model, tokenizer, "The keys to the cabinet")
        view                            # as the last line of a cell: shows it
        view.text = "The key to the cabinets"
        view.cuts = ["2:0:4>1"]         # layer 2, head 0: from token 4 to token 1; read and observed as well
        view.target = "389-318"         # asks about this answer against that one, with gradients
        view.run.question               # {"before": ..., "after": ...}: the number without and with the cuts

        view = headwaters.live(vit, its_processor, image=picture)    # a picture in place of the text
        view.image, view.wiped = another, [3, 17]                    # another one, with two blank patches

    model, tokenizer   as LiveModel takes them: any size, on any device, as it was loaded; attention is asked for as record() does
    text               to begin with; else the first of `examples`
    image              in its place, of a model that reads pictures: a file, a PIL image, an array [h, w], [h, w, 3|4] or [3, h, w], as it was before the processor
    texts              that CLIP compares the picture with
    wiped              patches that are blank, from 0, row by row
    cuts, rule, target as LiveModel.run takes them
    name               of the model in the page
    view               what Widget takes: method, panel, layer, height, page, ...

    It gives a Widget; needs anywidget. Nothing leaves the notebook. Cuts are carried out while the model runs, and the model is as it
    was afterwards. Cost: one pass for a text, another one with cuts, and a backward pass for a question.
    """
    asked = LiveModel(model, tokenizer, name, examples)
    first = image if image is not None else text
    if first is None and not asked.examples:
        raise HeadwatersError("Give a picture to begin with: live(model, processor, image=picture).")
    if not asked._seesPictures and (image is not None or texts is not None or len(wiped)):
        raise HeadwatersError(f"{type(model).__name__} reads a text: image=, texts= and wiped= are of models that read pictures.")
    return Widget(asked, text=asked.examples[0] if first is None else first, texts=texts, wiped=wiped, cuts=cuts, rule=rule, target=target, **view)

# ---- A live link ----------------------------------------------------------------------------------------------------

# What the widget's model hands to the page and back. Written for the documented part of anywidget's interface alone:
# model.get, set, save_changes, on and off, and render({model, el}) that returns how to end.
_WIDGET = _FRAME + """
const parts = ["method", "panel", "layer", "selected", "output", "side", "example", "settings"];
const theirs = (name) => name === "selected" ? "tokens" : name; // as the page calls it
// What a model was asked to run, as the page names it (web/model/recipe.js): a text, or JSON where there is more.
const questions = ["text", "texts", "wiped", "cuts", "rule", "target"];
const recipeOf = (prompt) => {
  try {
    return prompt.startsWith('{"') ? JSON.parse(prompt) : { text: prompt };
  } catch {
    return { text: prompt };
  }
};
const promptOf = ({ text, pair, wiped, ids, beams, chat, cuts, rule, target, scores, swap, sheet }) => {
  const more = { pair, wiped, ids, beams, chat, ...(cuts?.length && { cuts, rule: rule ?? "zero" }), target: target || undefined, scores, swap, sheet };
  const isPlain = Object.values(more).every((one) => one === undefined) && !text.startsWith('{"');
  return isPlain ? text : JSON.stringify({ text, ...more });
};
const cutOf = (text) => ({ kind: text.includes(">") ? "edges" : text.split(" ")[0], text: text.includes(">") ? text : text.slice(text.indexOf(" ") + 1).trim() });
const cutText = ({ kind, text }) => kind === "edges" ? text : `${kind} ${text}`;
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const given = (value) => value !== null && value !== undefined;

const render = ({ model, el }) => {
  const root = document.createElement("div");
  const note = document.createElement("div");
  note.style.cssText = "font: 13px sans-serif";
  root.append(note);
  el.append(root);
  const page = model.get("_page");
  let open = false; // the page has the data
  let told = {}; // what the page last said of its view
  let wanted = new Set(); // names that Python has set since the page was last asked
  let numbers = { id: 0, of: "", results: null }; // of the chosen outputs; the last that were asked for
  const late = setTimeout(() => (note.textContent = headwatersLate(page)), 20000);

  let recipe = {}; // of the text that the page shows
  const sees = () => Boolean(model.get("_model")?.picture);
  const questioned = (names) => {
    const own = names.includes("text") ? { text: model.get("text"), ...(sees() && recipe.pair && { pair: recipe.pair }) } : { ...recipe };
    for (const name of names) if (name !== "text" && given(model.get(name))) {
      if (name === "texts") own.pair = model.get("texts").join("\\n") || undefined;
      else own[name] = name === "cuts" ? model.get("cuts").map(cutOf) : name === "wiped" ? model.get("wiped").join(";") || undefined : model.get(name);
    }
    if (names.includes("cuts") && !names.includes("rule")) own.rule = model.get("rule") ?? "zero";
    return own;
  };
  const ask = () => {
    const asked = questions.filter((name) => wanted.has(name) && given(model.get(name)));
    if (open && asked.length) {
      const prompt = promptOf(questioned(asked));
      if (typeof prompt === "string" && prompt !== told.prompt) say({ type: "headwaters:state", id: 0, state: { prompt } });
    }
    questions.forEach((name) => wanted.delete(name));
    const names = [...wanted].filter((name) => given(model.get(name)) && !same(model.get(name), told[theirs(name)]));
    wanted = new Set();
    const state = Object.fromEntries(names.map((name) => [theirs(name), model.get(name)]));
    if (open && names.length) say({ type: "headwaters:state", id: 0, state });
  };
  const hear = (state) => {
    told = state;
    for (const name of parts) if (!same(model.get(name), state[theirs(name)])) model.set(name, state[theirs(name)]);
    if (!same(model.get("state"), state)) model.set("state", state);
    if (typeof state.prompt === "string") {
      recipe = recipeOf(state.prompt);
      const said = { text: recipe.text, cuts: (recipe.cuts ?? []).map(cutText), ...(recipe.cuts?.length && { rule: recipe.rule }), target: recipe.target ?? "" };
      if (sees()) Object.assign(said, { texts: recipe.pair ? recipe.pair.split("\\n") : [], wiped: recipe.wiped ? recipe.wiped.split(";").map(Number) : [] });
      for (const [name, value] of Object.entries(said)) if (!same(model.get(name), value)) model.set(name, value);
    }
    model.save_changes();
    // All that numbers depend on, and a little more; not what only looks at them.
    const { layer, panel, panes, dividers, colors, graph, edges, playing, loop, speed, notes, title, terms, paths, compare, ...of } = state;
    if (!state.document) return;
    if (numbers.of !== JSON.stringify(of)) {
      numbers = { id: numbers.id + 1, of: JSON.stringify(of), results: null };
      say({ type: "headwaters:results", id: `numbers ${numbers.id}` });
    } else if (numbers.results) choose();
  };
  const choose = () => {
    const { results } = numbers;
    const rows = (results.layers ?? [results]).map(({ values = [], decoder_values = [] }) => [...values, ...decoder_values]);
    const whole = rows.length > 0 && rows.every((row) => row.length === rows[0].length && row.every((one) => one === null || typeof one === "number"));
    const flat = whole ? rows.flat() : [];
    const chosen = {
      method: told.method, layer: told.layer, layers: (results.layers ?? []).map(({ layer }) => layer - 1), heads: told.settings?.heads ?? [],
      output: told.output, tokens: told.tokens ?? [], inputs: [...(results.tokens ?? []), ...(results.decoder_tokens ?? [])], rows: whole ? rows.length : 0,
    };
    const { values, ...before } = model.get("selection") ?? {};
    const content = new DataView(Float64Array.from(flat, (one) => one ?? NaN).buffer);
    const bytes = (view) => view && Array.from(new Uint8Array(view.buffer ?? view, view.byteOffset ?? 0, view.byteLength)).join();
    if (same(before, chosen) && bytes(values) === bytes(content)) return;
    model.set("selection", { ...chosen, values: content });
    model.save_changes();
  };
  const fail = (problem) => {
    note.textContent = problem ? `${problem.finding} ${problem.remedy}` : "";
    if (same(model.get("problem"), note.textContent)) return;
    model.set("problem", note.textContent);
    model.save_changes();
  };
  const give = () => {
    open = false;
    numbers = { id: numbers.id + 1, of: "", results: null };
    const { buffer, byteOffset, byteLength } = model.get("_data");
    const own = model.get("_model");
    const begin = { ...model.get("_begin") };
    for (const name of parts) if (given(model.get(name))) begin[theirs(name)] = model.get(name);
    if (begin.output !== "chosen" && given(begin.output)) delete begin.tokens; // the one or the other
    if (own) say({ type: "headwaters:open", id: 0, model: own, prompt: promptOf(questioned(questions)), state: begin });
    else say({ type: "headwaters:open", id: 0, data: buffer.slice(byteOffset, byteOffset + byteLength), name: model.get("_name"), state: begin });
  };
  const view = Math.random(); // of the views of this widget, each with a page of its own
  const answered = ({ headwaters, view: whose, result, example, problem, progress, id } = {}, buffers = []) => {
    if (headwaters !== "reply" || whose !== view) return;
    const bytes = buffers.map((one) => one.buffer ? one.buffer.slice(one.byteOffset, one.byteOffset + one.byteLength) : one);
    const [attentions, ...more] = bytes;
    const own = example?.decoder // of a model that translates: encoder, decoder, between them; then their gradients
      ? { attentions, gradients: more[2], decoder: { ...example.decoder, attentions: more[0], cross: more[1], gradients: more[3], crossGradients: more[4] } }
      : { attentions, gradients: more[0] };
    say({ type: "headwaters:reply", id, result, problem, progress, ...(example && { example: { ...example, ...own } }) });
  };
  const { frame, say, close } = headwatersFrame(root, page, model.get("height"), ({ type, id, event, state, problem, results, ...more }) => {
    if (type === "headwaters:call") {
      const { pixels, ...call } = more; // of a picture
      return model.send({ headwaters: "call", view, id, ...call }, undefined, pixels ? [new DataView(pixels)] : undefined);
    }
    if (String(id).startsWith("numbers ")) { // an older question's answer is nobody's any more; no numbers: the selection stays
      if (type === "headwaters:results" && id === `numbers ${numbers.id}`) (numbers.results = results), choose();
      return;
    }
    if (type === "headwaters:ready") {
      clearTimeout(late);
      give();
    } else if (type === "headwaters:opened") {
      open = true;
      fail(null);
      say({ type: "headwaters:listen", id: 0, events: ["state"] });
    } else if (type === "headwaters:failed") fail(problem);
    else if (open && (type === "headwaters:state" || event === "state")) hear(state);
  });

  const watched = [...parts, ...questions].map((name) => [`change:${name}`, () => {
    if (wanted.size === 0) queueMicrotask(ask); // all that one message from Python has changed goes to the page at once
    wanted.add(name);
  }]);
  watched.push(["change:_asked", () => open && say({ type: "headwaters:state", id: 0, state: model.get("_asked").state })]);
  watched.push(["change:_data", give]);
  watched.push(["msg:custom", answered]);
  watched.push(["change:height", () => (frame.style.height = `${model.get("height")}px`)]);
  for (const [name, action] of watched) model.on(name, action);
  return () => {
    clearTimeout(late);
    for (const [name, action] of watched) model.off(name, action);
    close();
    root.remove();
  };
};

export default { render };
"""


class Widget:
    """The page in a cell with a live link: set the view from Python, and read what the reader has chosen.

        view = headwaters.Widget(outputs, tokens, method="rollout", layer=3)
        view                            # as the last line of a cell: shows it
        view.layer = 5                  # the page goes there
        view.selected                   # the output tokens that the reader has chosen, from 0
        view.observe(print, "selected") # called whenever the reader chooses others

    Needs anywidget (pip install anywidget), which brings ipywidgets; show() needs neither. No server is asked: page and
    data travel in the notebook's own messages. What the reader does reaches Python between two cells, as with every widget.

    source, tokens, options, height, page, dtype, inside   as show() takes them
    state    parts of the view that have no name below, as window.headwaters.setState takes them: {"graph": "lines"}

    Members that can be set and observed; None leaves the choice to the page, which then says what it has chosen:
    method   "raw", "rollout", "flow", ...        panel    "overview", "bars", "matrix", "flow", "heads", ...
    layer    from 0                               selected the output tokens, from 0
    output   "chosen", "mean" or "max"            side     "encoder", "decoder" or "cross"
    example  from 0                               settings {"residual": 0.5, "heads": [0, 3], ...}; a part is enough
    Of a model that stands open in the page (live(), or one that its reader has opened), "" and [] where there is none of it:
    text     that it runs                         cuts     ["2:0:7>6", "head 2:3", "residual 2:7"], as LiveModel.run takes them
    rule     "zero", "renormalise" or "mean"      target   what is asked about: "924-925"
    image    of a model that reads pictures; read it is what the model saw, [h, w, 3]; then also
    texts    that CLIP compares it with           wiped    patches that are blank: [3, 17]
    `run` can be read and observed: of live() what the model did last, as arrays (LiveRun).
    `selection` can be read and observed: what is chosen with the numbers that the page shows of it, as arrays (Selection); None until the page has said it.
    Members that can be read and observed: `state`, all that the page says of itself (docs/api.md), and `problem`, a sentence
    where the data could not be opened. What does not fit the data is put right by the page, and then read so here.
    """

    method: Optional[str]
    panel: Optional[str]
    layer: Optional[int]
    selected: Optional[List[int]]
    output: Optional[str]
    side: Optional[str]
    example: Optional[int]
    settings: Optional[Dict[str, Any]]
    text: Optional[str]
    cuts: Optional[List[str]]
    rule: Optional[str]
    target: Optional[str]
    texts: Optional[List[str]]
    wiped: Optional[List[int]]
    run: Optional["LiveRun"]
    height: int
    selection: Optional["Selection"]
    state: Dict[str, Any]
    problem: str
    _begin: Dict[str, Any]
    _asked: Dict[str, Any]
    _live: LiveModel
    _still: str
    _source: Tuple[Any, Any, Dict[str, Any]]

    def __new__(cls, *args: Any, **named: Any) -> "Widget":
        made: Any = _live_widget() if cls is Widget else cls
        created: "Widget" = super(Widget, made).__new__(made)
        return created

    def __init__(self, source: Any, tokens: Any = None, *, method: Optional[str] = None, panel: Optional[str] = None,
                 layer: Optional[int] = None, selected: Optional[Sequence[int]] = None, output: Optional[str] = None,
                 side: Optional[str] = None, example: Optional[int] = None, settings: Optional[Mapping[str, Any]] = None,
                 state: Optional[Mapping[str, Any]] = None, height: int = 640, page: Optional[PathLike] = None,
                 dtype: str = "float32", inside: bool = True, text: Any = None, texts: Optional[Sequence[str]] = None, wiped: Sequence[int] = (), cuts: Sequence[str] = (),
                 rule: str = "zero", target: str = "", **options: Any) -> None:
        begin = {_own_name(name): value for name, value in (state or {}).items()}
        named = {"method": method, "panel": panel, "layer": layer, "selected": None if selected is None else list(selected),
                 "output": output, "side": side, "example": example, "settings": None if settings is None else dict(settings)}
        begin.update({name: value for name, value in named.items() if value is not None})
        made: Dict[str, Any]
        if isinstance(source, LiveModel):
            first = source.run(source.examples[0] if text is None else text, texts, cuts=cuts, rule=rule, target=target, wiped=wiped)  # what cannot be run is said here
            self._live = source
            self._keep_run(first)
            outputs, named, more = self._source
            self._still = _still(_examples(outputs, named, {**_OPTIONS, **more, "item": 0}, [])[0])[0]
            made = {"_name": source.name, "_data": b"", "_model": source.about(), "text": first.text, "cuts": list(cuts), "rule": rule, "target": target, "run": first}
            if source._seesPictures:
                made.update(texts=list(texts or ()), wiped=list(wiped))
        else:
            made = self._packed(source, tokens, dtype, options, begin)
        own = {name: begin.pop(name) for name in _VIEW if name in begin}
        super().__init__(**made, **own, _begin=begin, _page=_in_cell(page, inside), height=int(height))  # type: ignore[call-arg]
        self.on_msg(self._asked_by_page)  # type: ignore[attr-defined]

    @property
    def image(self) -> Any:
        """What the model saw last, uint8 [h, w, 3]; set it to another picture, and the page shows that."""
        return None if self.run is None else self.run.image

    @image.setter
    def image(self, picture: Any) -> None:
        if not getattr(self, "_live", None) or not self._live._seesPictures:
            raise HeadwatersError("There is no model here that reads pictures: headwaters.live(model, processor, image=picture) brings one.")
        self.text = self._live._named(picture)

    def _keep_run(self, run: "LiveRun") -> None:
        more: Dict[str, Any] = {"title": run.text}
        if run.image is not None:
            more = {"title": self._live._title(run), "image": run.image, "grid": run.grid, "first_patch_token": run.first_patch}
        if run.decoder_attentions is None:
            self._source = run.attentions, [run.tokens], {**more, **({} if run.gradients is None else {"gradients": run.gradients})}
            return
        stacks = lambda own, decoder, cross: {"encoder_attentions": own, "decoder_attentions": decoder, "cross_attentions": cross}
        slopes = {} if run.gradients is None else {"gradients": stacks(run.gradients, run.decoder_gradients, run.cross_gradients)}
        self._source = stacks(run.attentions, run.decoder_attentions, run.cross_attentions), [run.tokens], {**more, "decoder_tokens": [run.decoder_tokens], **slopes}

    def _asked_by_page(self, _: Any, content: Any, buffers: Any) -> None:
        """The page asks the model of live() (docs/api.md); one of several views of this widget, which hears the answer alone."""
        asked = getattr(self, "_live", None)
        if asked is None or not isinstance(content, dict) or content.get("headwaters") != "call":
            return
        reply, numbers = asked.reply(content, buffers or ())
        if {"example", "problem"} & set(reply) == {"example"} or ("result" in reply and content.get("what") == "says"):
            self.run = asked.latest
            self._keep_run(asked.latest)
        self.send({"headwaters": "reply", "view": content.get("view"), "id": content.get("id"), **reply}, numbers)  # type: ignore[attr-defined]

    def _packed(self, source: Any, tokens: Any, dtype: str, options: Dict[str, Any], state: Mapping[str, Any]) -> Dict[str, Any]:
        name, content, figure, _ = _for_cell(source, tokens, options, dtype, _page_state(state))
        self._still = figure
        self._source = source, tokens, {**options, "dtype": dtype}
        return {"_name": name, "_data": content}

    def load(self, source: Any, tokens: Any = None, *, dtype: str = "float32", **options: Any) -> None:
        """Other data in the same cell; the view stays, as far as it fits them."""
        for name, value in self._packed(source, tokens, dtype, options, {}).items():
            setattr(self, name, value)

    def set(self, **state: Any) -> None:
        """Any part of the view, as window.headwaters.setState takes it: view.set(graph="lines", edges=0.1)."""
        rest = {_own_name(name): value for name, value in state.items()}
        for name in _VIEW:
            if name in rest:
                setattr(self, name, rest.pop(name))
        if rest:
            self._begin = {**self._begin, **rest}
            self._asked = {"count": self._asked["count"] + 1, "state": rest}

    @property
    def selected_texts(self) -> List[str]:
        """The texts of the chosen output tokens, once the page has said what is open."""
        document = self.state.get("document") or {}
        other = self.state.get("side") != "encoder" and document.get("decoderTokens")
        texts = document.get("decoderTokens" if other else "tokens") or []
        return [texts[token] for token in self.selected or [] if 0 <= token < len(texts)]

    def keep(self, *, height: Optional[int] = None, page: Optional[PathLike] = None, inside: bool = True) -> Page:
        """The view as it stands now, as show() puts it into a cell: for the notebook that others read."""
        source, tokens, options = self._source
        state = _page_state({**self._begin, **{name: getattr(self, name) for name in _VIEW if getattr(self, name) is not None}})
        state.update({name: value for name, value in self.state.items() if name not in _REPORTED})
        return show(source, tokens, height=height or self.height, page=page, inside=inside, state=state, **options)


@dataclasses.dataclass(frozen=True, eq=False)
class Selection:
    """What a reader has chosen in the page (Widget.selection), with its numbers as the page shows them: those of the present
    method and settings, rows of the flow divided by their sums where the view has them so, words as one where it joins them."""

    method: str
    layer: int  #: that is looked at, from 0
    heads: List[int]  #: those that are fused, from 0; empty: all
    output: str  #: "chosen", or "mean" and "max" of all outputs
    tokens: np.ndarray  #: int [k], the chosen output tokens, from 0; none where `output` is not "chosen"
    inputs: List[str]  #: texts of the n inputs that the numbers are of; of an encoder-decoder the encoder's first
    layers: np.ndarray  #: int [L], the layers that have numbers, from 0
    values: np.ndarray  #: float64 [L, n], the outputs' share of each input after each layer; NaN is no number. Of several tokens their mean
    _said: Dict[str, Any] = dataclasses.field(repr=False)

    @classmethod
    def of(cls, said: Optional[Mapping[str, Any]]) -> Optional["Selection"]:
        if not said:
            return None
        flat = np.frombuffer(bytes(said["values"]), np.float64)
        values = flat.reshape(int(said["rows"]), -1) if said["rows"] else np.zeros((0, len(said["inputs"])))
        return cls(said["method"], said["layer"], list(said["heads"]), said["output"], np.array(said["tokens"], int), list(said["inputs"]),
                   np.array(said["layers"], int), values, dict(said))


_VIEW = ("method", "panel", "layer", "selected", "output", "side", "example", "settings")
_REPORTED = ("source", "prompt", "document", "figures", "messages", "playing", "loop", "speed", "lesson", "step", "private")
_live: Optional[type] = None


def _own_name(name: str) -> str:
    """`tokens` of the page's state are the chosen ones; in Python that word is taken by their texts."""
    return "selected" if name == "tokens" else name


def _page_state(view: Mapping[str, Any]) -> Dict[str, Any]:
    return {"tokens" if name == "selected" else name: value for name, value in view.items()}


def _live_widget() -> type:
    """The class that joins Widget to anywidget, made when the first one is wanted."""
    global _live
    if _live is not None:
        return _live
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise HeadwatersError("A live link needs anywidget: pip install anywidget, then start the kernel anew. "
                              "headwaters.show() shows the page without it.") from None

    optional = lambda kind, **more: kind(default_value=None, allow_none=True, **more).tag(sync=True)

    class LiveWidget(Widget, anywidget.AnyWidget):  # type: ignore[misc]
        _esm = _WIDGET
        _page = traitlets.Unicode().tag(sync=True)
        _name = traitlets.Unicode().tag(sync=True)
        _data = traitlets.Bytes().tag(sync=True)
        _begin = traitlets.Dict().tag(sync=True)
        _model = traitlets.Dict(default_value=None, allow_none=True).tag(sync=True)
        _asked = traitlets.Dict(default_value={"count": 0, "state": {}}).tag(sync=True)
        method = optional(traitlets.Unicode)
        panel = optional(traitlets.Unicode)
        layer = optional(traitlets.Int)
        selected = optional(traitlets.List)
        output = optional(traitlets.Unicode)
        side = optional(traitlets.Unicode)
        example = optional(traitlets.Int)
        settings = optional(traitlets.Dict)
        text = optional(traitlets.Unicode)
        cuts = optional(traitlets.List)
        rule = optional(traitlets.Unicode)
        target = optional(traitlets.Unicode)
        texts = optional(traitlets.List)
        wiped = optional(traitlets.List)
        run = traitlets.Any(default_value=None, allow_none=True)  # stays here
        height = traitlets.Int(640).tag(sync=True)
        selection = traitlets.Any(default_value=None, allow_none=True).tag(sync=True, from_json=lambda said, _: Selection.of(said), to_json=lambda own, _: own and own._said)
        state = traitlets.Dict().tag(sync=True)
        problem = traitlets.Unicode().tag(sync=True)

        @traitlets.validate("cuts")
        def _checked(self, proposal: Any) -> Any:
            return None if proposal.value is None else _as_texts(_as_recipe(proposal.value))

        @traitlets.validate("rule")
        def _ruled(self, proposal: Any) -> Any:
            if proposal.value not in (None, *_RULES):
                raise HeadwatersError(f'The rule "{proposal.value}" is none of {", ".join(_RULES)}.')
            return proposal.value

        def _repr_mimebundle_(self, *args: Any, **named: Any) -> Any:
            """With the picture, for exports without the widget's state."""
            made = super()._repr_mimebundle_(*args, **named)
            data = made[0] if isinstance(made, tuple) else made
            if data is not None:
                data["text/html"] = f"<figure>{self._still}</figure>"
            return made

    _live = LiveWidget
    return _live

# ---- BertViz's functions by their arguments -------------------------------------------------------------------------


def _bertviz(attention: Any, tokens: Any, sentence_b_start: Optional[int], include_layers: Optional[Sequence[int]],
             named: Dict[str, Any], encoder_tokens: Any, decoder_tokens: Any, state: Dict[str, Any], html_action: str,
             more: Dict[str, Any]) -> Optional[Page]:
    if html_action not in ("view", "return"):
        raise ValueError('"html_action" must be "view" or "return"')
    parts = {f"{part}_attentions": given for part, given in named.items() if given is not None}
    if (attention is not None) == bool(parts):
        raise ValueError("Give `attention`, or the attention of an encoder-decoder model (encoder_attention, decoder_attention, "
                         "cross_attention).")
    own = tokens if attention is not None or encoder_tokens is None else encoder_tokens
    if attention is None and set(parts) == {"decoder_attentions"}:
        own, decoder_tokens = decoder_tokens, None
    options: Dict[str, Any] = {"decoder_tokens": decoder_tokens, "layers": include_layers}
    if sentence_b_start is not None:
        options["segments"] = [int(i >= sentence_b_start) for i in range(len(own))]
    page = show(attention if attention is not None else parts, own, state=state, **options, **more)
    if html_action == "return":
        return page
    try:
        from IPython.display import HTML, display
    except ImportError:
        return page
    display(HTML(page.html))
    return None


def head_view(attention: Any = None, tokens: Any = None, sentence_b_start: Optional[int] = None, prettify_tokens: bool = True,
              layer: Optional[int] = None, heads: Optional[Sequence[int]] = None, encoder_attention: Any = None,
              decoder_attention: Any = None, cross_attention: Any = None, encoder_tokens: Any = None,
              decoder_tokens: Any = None, include_layers: Optional[Sequence[int]] = None, html_action: str = "view",
              **more: Any) -> Optional[Page]:
    """BertViz's head_view, by its arguments: raw attention of chosen heads as lines between tokens, a layer at a time.

    `layer` and `heads` count from 0, `layer` among those of the model. `more` goes to show(): page, height, ...
    """
    state: Dict[str, Any] = {"method": "raw", "panel": "graph", "graph": "lines", "rawTokens": not prettify_tokens,
                             "settings": {"heads": list(heads or [])}}
    if layer is not None:
        state["layer"] = layer if include_layers is None else list(include_layers).index(layer)
    named = {"encoder": encoder_attention, "decoder": decoder_attention, "cross": cross_attention}
    return _bertviz(attention, tokens, sentence_b_start, include_layers, named, encoder_tokens, decoder_tokens, state, html_action, more)


def model_view(attention: Any = None, tokens: Any = None, sentence_b_start: Optional[int] = None, prettify_tokens: bool = True,
               display_mode: str = "dark", encoder_attention: Any = None, decoder_attention: Any = None,
               cross_attention: Any = None, encoder_tokens: Any = None, decoder_tokens: Any = None,
               include_layers: Optional[Sequence[int]] = None, include_heads: Optional[Sequence[int]] = None,
               html_action: str = "view", **more: Any) -> Optional[Page]:
    """BertViz's model_view, by its arguments: all heads of all layers.

    `display_mode` is taken and not used: the page follows the browser's light or dark. `include_heads` chooses what is
    fused; all heads stay in view. `more` goes to show().
    """
    state = {"method": "raw", "panel": "heads", "rawTokens": not prettify_tokens, "settings": {"heads": list(include_heads or [])}}
    named = {"encoder": encoder_attention, "decoder": decoder_attention, "cross": cross_attention}
    return _bertviz(attention, tokens, sentence_b_start, include_layers, named, encoder_tokens, decoder_tokens, state, html_action, more)

# ---- The page in the browser ----------------------------------------------------------------------------------------


def _open(source: Any, tokens: Any = None, *, page: Optional[PathLike] = None, state: Optional[Mapping[str, Any]] = None,
          dtype: str = "float32", wait: Optional[bool] = None, browser: bool = True, **options: Any) -> str:
    """Opens the data in the browser, on the page, and returns the address.

    As show(); the page fetches the data once from 127.0.0.1 (`#url=`). In a script the call waits until the page has them,
    or, where the page itself comes from a folder, until Ctrl+C; in notebooks and at the prompt it returns at once and serves
    as long as the process lasts. `wait` says so otherwise. browser=False only makes the address.
    """
    import webbrowser
    from urllib.parse import quote

    if isinstance(source, (str, os.PathLike)):
        name, content = Path(source).name, Path(source).read_bytes()
    else:
        name, content = _content(source, tokens, _known(options), dtype)
    where = _page_of(page)
    hosted = where.startswith("http")
    whole = "" if hosted or Path(where).is_dir() else Path(where).name  # the page as one file
    host = _Host.of(None if hosted else str(Path(where).parent) if whole else where)
    host.fetched.clear()
    data = host.give(quote(name), content)
    address = f"{where if hosted else host.url + whole}#url={quote(data, safe='')}{_fragment(state or {})}"
    if browser and not webbrowser.open(address):
        print(f"Open {address}", file=sys.stderr)
    interactive = _in_notebook() or hasattr(sys, "ps1")
    if wait if wait is not None else not interactive:
        try:
            if hosted:
                host.fetched.wait(120)
                time.sleep(0.2)  # the last bytes are on their way
            else:
                print(f"Headwaters is at {address}  (Ctrl+C ends it)", file=sys.stderr)
                while True:
                    time.sleep(3600)
        except KeyboardInterrupt:
            pass
    return address


open = _open  # inside this file open() is never the built-in one
open.__name__ = open.__qualname__ = "open"
