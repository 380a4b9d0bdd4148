# SPDX-License-Identifier: MIT
"""Stacks of layers, in every form in which models return them."""

from __future__ import annotations

import dataclasses
from typing import Any, List, Optional, Sequence, Tuple

import numpy as np

from .arrays import _has_names, _is_array, _is_empty, _is_mapping, _note_absent, _numpy, _plain, _shape, _whole
from .axes import _check_numbers, _count, _read_axes, _said
from .errors import EAGER, HeadwatersError
from .names import _by_names


@dataclasses.dataclass
class _Stack:
    """One stack of layers from a model, with `steps` of generation (one without), each of layers [B, H, q, k]."""

    steps: List[List[np.ndarray]]
    where: str
    fused: bool = False  #: one matrix per layer
    axes: Tuple[str, ...] = ()  #: as read
    latent: bool = False  #: tokens are Perceiver's latents, which have no texts

    @property
    def batch(self) -> int:
        return int(self.steps[0][0].shape[0])

    @property
    def grows(self) -> bool:
        """generate(use_cache=False), where each step computes all rows again."""
        sizes = [step[0].shape[2] for step in self.steps]
        return len(sizes) > 1 and all(b == a + 1 for a, b in zip(sizes, sizes[1:]))

    @property
    def first(self) -> int:
        """Number of tokens before the first generated one."""
        return int(self.steps[0][0].shape[2])

    def rows(self, count: Optional[int] = None) -> int:
        """Queries of the first `count` steps. If the steps were computed without a cache, the last one has them all."""
        sizes = [step[0].shape[2] for step in self.steps[:count]]
        return sizes[-1] if self.grows else sum(sizes)

    def item(self, index: int, beams: Optional[np.ndarray] = None, cross: bool = False, rows: Optional[int] = None) -> np.ndarray:
        """[L, H, n, n] (cross-attention [L, H, t, s]) of one item. `beams[t]` is its row of the batch at step t, -1 after its
        end. `rows` limits the rows."""
        taken = [index] * len(self.steps) if beams is None else [int(beam) for beam in beams[: len(self.steps)] if beam >= 0]
        if max(taken) >= self.batch:
            raise HeadwatersError(
                f"{self.where} has {self.batch} rows per step, but beam_indices has row {max(taken)}, whose attention was not kept (as in Whisper). "
                "Run the model on the generated text: "
                "model(..., decoder_input_ids=generated.sequences[:, :-1], output_attentions=True)."
            )
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
                if not cross and keys > at + queries:  # a cache of fixed size: unused places are 0
                    beyond = np.nan_to_num(part[..., at + queries :])
                    if np.any(beyond[np.ptp(part, axis=-1) > 0]):  # rows of padding are uniform, and reach as far as the cache
                        raise HeadwatersError(
                            f"{self.where}: step {t} has {keys} keys for only {at + queries} tokens. "
                            "Save the steps of one generate() call, without a cache of fixed size."
                        )
                    part, keys = part[..., : at + queries], at + queries
                left = 0 if cross else at + queries - keys  # a sliding window has forgotten the first ones
                whole[number, :, at : at + queries, left : left + keys] = part
            at += queries
        return whole if rows is None else whole[:, :, :rows, : whole.shape[3] if cross else rows]


def _stacked(layers: Sequence[np.ndarray]) -> np.ndarray:
    """np.stack, without a copy if the layers are equally spaced views of one array. Must not be written to."""
    first, base = layers[0], layers[0].base
    at = [layer.__array_interface__["data"][0] for layer in layers]
    step = at[1] - at[0] if len(at) > 1 else first.nbytes
    even = all(b - a == step for a, b in zip(at, at[1:])) and all(
        layer.base is base and layer.strides == first.strides and layer.dtype == first.dtype for layer in layers
    )
    if base is None or not even or step <= 0:
        return np.stack(layers)
    return np.lib.stride_tricks.as_strided(first, (len(layers), *first.shape), (step, *first.strides), writeable=False)


def _of_block(value: Any, shape: Tuple[int, ...], axes: Tuple[str, ...], where: str) -> List[np.ndarray]:
    """Layers [B, H, q, k] of a block whose axes are known. Views if layers come first."""
    if axes[:1] == ("layers",) and not _is_array(value) and axes in (("layers", "inputs", "heads"), ("layers", "heads"), ("layers",)):
        layers = [_check_numbers(_whole(entry), f"{where}[{i}]") for i, entry in enumerate(value) if entry is not None]
    else:
        array = _check_numbers(_whole(value), where)
        if "streams" in axes:
            array = np.take(array, 0, axes.index("streams"))
            axes = tuple(axis for axis in axes if axis != "streams")

        def by_name(name: Any) -> Any:
            return [i for i, axis in enumerate(axes) if axis == name]

        order = by_name("layers") + by_name("inputs") + by_name("heads")
        sizes = [_count(array.shape, axes, name) for name in ("layers", "inputs", "heads")]
        array = array.transpose(order + [len(axes), len(axes) + 1]).reshape(sizes + list(array.shape[-2:]))
        return list(array)
    if axes == ("layers", "heads"):
        return [layer[None] for layer in layers]
    return [layer[None, None] for layer in layers] if axes == ("layers",) else layers


def _stack(
    value: Any,
    where: str,
    left_out: List[str],
    texts: Sequence[int] = (),
    square: bool = True,
    axes: Optional[Tuple[str, ...]] = None,
    strict: bool = False,
    across: Optional["_Stack"] = None,
) -> _Stack:
    """One stack of attention, for inputs of one length, from any of its forms."""
    if _is_mapping(value) and _has_names(value):
        value = next(iter(_by_names(value, None, left_out)[0].values()))
    value = _plain(value)
    if _is_empty(value):
        raise HeadwatersError(EAGER if value is None or len(value) else f"{where} is empty. {EAGER}")
    shape = _shape(value)
    if shape is None:
        return _of_list(value, where, left_out, texts, square, axes, across)
    if len(shape) < 2 or 0 in shape:
        raise HeadwatersError(
            f"{where} has the shape {list(shape)}. Attention is [layers, batch, heads, queries, keys], "
            "[layers, heads, queries, keys], [layers, queries, keys] or [queries, keys]."
        )
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
    """Unrolls local attention, and removes the unused places of a cache of fixed length."""
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
        raise HeadwatersError(
            f"{stack.where} has {rows} queries and {columns} keys; self-attention needs as many of both. "
            + (
                "This looks like logits or hidden states. Give outputs, or outputs.attentions."
                if stack.axes != ("layers", "inputs", "heads") and any(np.min(np.nan_to_num(layer)) < 0 for layer in layers)
                else "Save cross-attention as cross_attentions, and Longformer's windows with global_attentions. "
                "Attention to fewer keys than tokens (PVT, Perceiver) has no rollout."
            )
        )
    _said(
        left_out,
        f"{stack.where} is local attention (windows of {columns - (0 if across is None else across.steps[0][0].shape[3])} "
        "tokens); it was unrolled",
    )
    return dataclasses.replace(stack, steps=[whole])


def _unrolled(layers: Sequence[np.ndarray], across: Optional[Sequence[np.ndarray]]) -> Optional[List[np.ndarray]]:
    """[B, H, n, n] from Longformer's [B, H, n, x + w + 1], with the weights [B, H, n, x] from its x global tokens. None if it
    is no band. Column x + w/2 + d has the weight to the token at distance d. Global tokens are those whose rows are 0."""
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
            places = places[:count] if len(places) >= count else np.arange(count)  # rows of padding, after the text, are 0 too
            for g, place in enumerate(places):
                own = layer[item, :, :, g]
                whole[item, :, :, place] = np.where(own != 0, own, whole[item, :, :, place])
            for g, place in enumerate(places):
                if across is not None:
                    whole[item, :, place, :] = across[index][item, :, :n, g]  # they continue over the padding to whole windows
        sums = whole.sum(-1)
        if np.mean(np.abs(sums[sums != 0] - 1) < 0.01) < 0.9:
            return None
        made.append(whole)
    return made


def _of_list(
    value: List[Any],
    where: str,
    left_out: List[str],
    texts: Sequence[int],
    square: bool,
    axes: Optional[Tuple[str, ...]],
    across: Optional[_Stack],
) -> _Stack:
    """A list whose entries differ in shape: steps of generation, or XLNet's streams of which the second has fewer rows."""
    entries = [entry for entry in value if entry is not None]
    shapes = [_shape(entry) for entry in entries]
    steps = _steps(entries, shapes, where)
    if steps is not None:
        for entry in entries[:1]:
            _note_absent(entry, where, left_out)
        sizes = [step[0].shape[2:] for step in steps]
        if square and sizes[0][0] == 1 < sizes[0][1] and all(b[1] == a[1] + 1 for a, b in zip(sizes, sizes[1:])):
            raise HeadwatersError(
                f"{where}: the prompt's rows are missing (the first step has one row of {sizes[0][1]} columns). Keep the first entry of generate()'s attentions."
            )
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
    for i, shape in enumerate(shapes):
        if shape != shapes[0]:
            raise HeadwatersError(_unequal(shape, shapes[0], where, i))
    raise HeadwatersError(f"{where} is in an unknown form. Save outputs.attentions unchanged.")


def _steps(entries: Sequence[Any], shapes: Sequence[Optional[Tuple[int, ...]]], where: str) -> Optional[List[List[np.ndarray]]]:
    """Steps of generate(), each with its layers [B, H, q, k]. None if the entries are none. Layers of one step may differ in
    their keys, since some attend through a sliding window, some to all."""
    if all(
        shape is not None and len(shape) in (4, 5) and (len(shape), shape[:-2]) == (len(shapes[0] or ()), (shapes[0] or ())[:-2])
        for shape in shapes
    ) and (
        len(shapes[0] or ()) == 5
        or all(b is not None and a is not None and (b[-2] == 1 or b[-1] in (a[-1] + b[-2], a[-1] + 1)) for a, b in zip(shapes, shapes[1:]))
    ):
        return [
            _of_block(entry, shape, ("layers", "inputs", "heads")[:: 1 if len(shape) == 5 else 2], f"{where}[{t}]")
            for t, (entry, shape) in enumerate(zip(entries, shapes))
            if shape is not None
        ]
    steps = []
    for entry in entries:
        layers = [layer for layer in entry if layer is not None] if isinstance(entry, list) else []
        if not layers or any(not _is_array(layer) or len(layer.shape) != 4 or layer.shape[:3] != layers[0].shape[:3] for layer in layers):
            return None
        steps.append([_numpy(layer) for layer in layers])
    return steps if len({(len(step), *step[0].shape[:2]) for step in steps}) == 1 else None


def _unequal(shape: Optional[Tuple[int, ...]], first: Optional[Tuple[int, ...]], where: str, layer: int) -> str:
    """The reason why the layers of a stack have different shapes, and a remedy."""
    if shape is None or first is None or min(len(shape), len(first)) < 2:

        def said(one: Any) -> Any:
            return "of a list whose entries differ" if one is None else str(list(one))

        return f"{where}[{layer}] has the shape {said(shape)}, {where}[0] {said(first)}. All layers need the same shape. In lists of inputs, each has its layers."
    found = f"{where}[{layer}] has the shape {list(shape)}, {where}[0] {list(first)}"
    square = shape[-1] == shape[-2] and first[-1] == first[-2]
    pruned = len(shape) == len(first) > 2 and shape[-2:] == first[-2:] and shape[:-3] == first[:-3]
    if pruned:
        return (
            f"{found}: heads were pruned, so that layers have {first[-3]} and {shape[-3]}. Their means can be saved: "
            f"[layer.mean(-3) for layer in outputs.{where}]."
        )
    if shape[-2] == first[-2] and shape[-1] != first[-1] and not square:
        return f"{found}: the number of keys changes by layer (sparse or downsampled keys), over which nothing can be rolled out."

    def count(one: Any) -> Any:
        return int(np.prod(one[:-3], dtype=np.int64)) * one[-2]

    if square and count(shape) < count(first):
        return (
            f"{found}: the number of tokens changes by layer, as in models that merge patches (Swin) or tokens (ToMe). "
            "headwaters.merged() puts all stages on one grid, of blocks that window_blocks() records; or save the layers of one stage. If "
            "they are inputs, give the layers of each as a list of its own."
        )
    if shape[-1] == first[-1] and shape[-2] < first[-2]:
        return (
            f"{found}: the number of tokens changes by layer, as in models that merge or pool tokens (Funnel), over which nothing can be "
            "rolled out. Of windows (Swin) window_blocks() records every block."
        )
    if square and shape[:-2] == first[:-2]:
        return (
            f"{found}: these are inputs of different lengths, or steps of generate(). Give the layers of each input as a "
            "list of its own: [outputs.attentions for each input]."
        )
    return f"{found}. All layers have to be of one shape."


def _are_steps(shapes: Sequence[Tuple[int, ...]]) -> bool:
    """Whether each shape adds rows to those before, as areSteps() of src/io/axes/generation.cpp."""
    seen, first = shapes[0][-2], shapes[0][-1]
    if first < seen or len(shapes) < 2:
        return False
    for before, (rows, columns) in zip(shapes, (shape[-2:] for shape in shapes[1:])):
        seen += rows
        # A window is as wide as before, or one wider while it fills. It is narrower after a prompt that is longer than the window.
        sliding = (
            columns < seen
            and rows <= columns
            and (columns in (before[-1], before[-1] + 1) or (before is shapes[0] and columns < before[-1]))
        )
        if columns != first if first > shapes[0][-2] else columns != seen and not sliding:
            return False
    return any(shape[-2] != shape[-1] for shape in shapes[1:])


def _repeats(entries: Sequence[Any], shapes: Sequence[Tuple[int, ...]]) -> bool:
    """Whether squares that grow by exactly one row are causal and repeat the one before (steps without a cache)."""
    if len(shapes) < 2 or any(b[-1] != a[-1] + 1 for a, b in zip(shapes, shapes[1:])):
        return False
    before = None
    for entry in entries:
        values = np.nan_to_num(_whole(entry))
        n = values.shape[-1]
        if np.any(np.triu(values, 1)) or (before is not None and np.abs(values[..., : n - 1, : n - 1] - before).max() > 1e-3):
            return False
        before = values
    return True


def _separate(value: Any, texts: Sequence[int], axes: Optional[Tuple[str, ...]]) -> Optional[List[Any]]:
    """The inputs of a list of inputs of different length, each to be read separately. None for anything else."""
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
    one = len(shapes[0]) < 4 or (len(shapes[0]) == 4 and shapes[0][0] == 1)
    return None if falls and one else entries  # layers of a model that merges tokens
