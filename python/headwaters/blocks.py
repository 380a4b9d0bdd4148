# SPDX-License-Identifier: MIT
"""Finds the blocks of a model by their computations, and handles windows with merged patches (PyTorch)."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from .arrays import _counted, _numpy
from .contributions import Layer
from .errors import EAGER, Array, HeadwatersError
from .outputs import _stacks
from .record import _kept_by


def block_layers(model: Any, **inputs: Any) -> Tuple[List[Layer], Any]:
    """Runs a model once and records the data that contributions() needs of each attention block.

    model   a PyTorch model that returns its attention: an encoder, a decoder or a vision transformer of Hugging Face, or one that
            is built alike. For an encoder-decoder, its encoder: model.get_encoder()
    inputs  for one sentence or picture, from the tokenizer or processor, without padding

    Blocks are found by their computations and not by their names. The values come from the linear layer (or its part, with
    fused projections or shared heads) whose output, mixed by the attention, enters the output projection. The residual is the
    input that a norm gets together with the block's output, or the input of the norm before the block. Anything inconsistent
    is refused. Supports norms after the sum (BERT, DistilBERT, ALBERT, DeBERTa), before the block (GPT-2, Llama, ViT,
    ModernBERT), parallel to it (GPT-NeoX), of the branch (Gemma, OLMo 2), and scales of the branch (DINOv2, BEiT).

    Returns the layers and the model's outputs. Cost: one forward pass, all activations of which are kept meanwhile.
    """
    seen, outputs = _watched(model, inputs)
    stacks = _stacks(outputs, [])
    if "self" not in stacks or stacks["self"].batch != 1:
        raise HeadwatersError(
            "Only one sentence of one stack can be recorded"
            + (". For an encoder-decoder, give model.get_encoder()." if "self" not in stacks else f", not {stacks['self'].batch}.")
        )
    weights = stacks["self"].item(0)
    found, at = [], 0
    for number, attention in enumerate(weights):
        block = _block(np.asarray(attention, np.float64), seen, at)
        if block is None:
            raise HeadwatersError(
                f"Layer {number}: its value and output projections were not found (it may have gates or convolutions, or not use torch.nn.Linear). "
                "Make a headwaters.Layer of each block yourself."
            )
        found.append(block)
        at = block.after
    residuals = [_residual(block, seen) for block in found]
    before = any(kind == "before" for kind, _, _ in residuals)
    return [
        _layer(number, attention, block, residual, before, seen)
        for number, (attention, block, residual) in enumerate(zip(weights, found, residuals))
    ], outputs


class _Seen(NamedTuple):
    """A call of a linear layer or a norm."""

    module: Any
    given: np.ndarray  #: [n, d]
    made: np.ndarray  #: [n, d]
    norm: bool


class _Block(NamedTuple):
    """An attention block among the recorded calls."""

    values: np.ndarray  #: [H, n, e]
    entered: np.ndarray  #: [n, d] input of the value projection
    started: int  #: index of the value projection
    projection: _Seen
    after: int  #: index after the output projection


def _watched(model: Any, inputs: Dict[str, Any]) -> Tuple[List[_Seen], Any]:
    """One run, with every linear layer and norm in the order of their calls."""
    import torch

    seen: List[_Seen] = []

    def see(module: Any, given: Any, made: Any) -> None:
        given = given[0] if given else None
        if torch.is_tensor(given) and torch.is_tensor(made) and given.is_floating_point() and given.ndim in (2, 3):

            def one(tensor: Any) -> Any:
                return _numpy(tensor if tensor.ndim == 2 else tensor[0]).astype(np.float64)

            seen.append(_Seen(module, one(given), one(made), "Norm" in type(module).__name__))

    def linear(module: Any) -> Any:
        return getattr(getattr(module, "weight", None), "ndim", 0) == 2 and not hasattr(module, "padding_idx")

    hooks = [module.register_forward_hook(see) for module in model.modules() if "Norm" in type(module).__name__ or linear(module)]
    outputs = _run_with(hooks, model, inputs)
    return seen, outputs


def _run_with(hooks: Iterable[Any], model: Any, inputs: Mapping[str, Any]) -> Any:
    """The outputs with attention, without gradients. Removes the hooks afterwards."""
    import torch

    try:
        with torch.no_grad(), _kept_by(model):
            return model(**{**inputs, "output_attentions": True})
    finally:
        for hook in hooks:
            hook.remove()


def _same(found: np.ndarray, wanted: np.ndarray, tolerance: float = 1e-3) -> bool:
    """Equal up to rounding, even in half precision."""
    return found.shape == wanted.shape and float(np.abs(found - wanted).max(initial=0)) <= tolerance * max(
        float(np.abs(wanted).max(initial=0)), 1e-9
    )


def _value_readings(made: np.ndarray, heads: int, size: int) -> Iterable[np.ndarray]:
    """[H, n, e] in every way in which a linear layer's output [n, D] may contain the values of H heads."""
    n, width = made.shape
    if width % heads == 0 and width // heads >= size:  # by head: alone, or after its query and key (GPT-NeoX, BLOOM)
        yield made.reshape(n, heads, -1)[:, :, -size:].transpose(1, 0, 2)
    for shared in range(1, heads + 1):
        if heads % shared:
            continue
        several = heads // shared
        if width in (shared * size, (heads + 2 * shared) * size):  # alone, or after all queries and keys (GPT-2, Phi-3)
            yield np.repeat(made[:, -shared * size :].reshape(n, shared, size), several, 1).transpose(1, 0, 2)
        if width == shared * (several + 2) * size:  # after the shared queries and their key (Falcon)
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
    """Where the residual x enters. ("behind", x, ...): a norm gets the block's input and output. ("before", x, ...): the input of a norm
    before
    the block bypasses it. ("", ...): unknown. The rest is the norm of the sum, the branch's scale, the sum."""
    branch, scale = _branch(block, seen)
    ahead = next((one for one in reversed(seen[: block.started + 1]) if one.norm and _same(one.made, block.entered, 1e-6)), None)
    past = None if ahead is None else ahead.given
    later = [one for one in seen[block.after :] if one.norm and one.given.shape == branch.shape][:4]
    for x, name in ((past, "before"), (block.entered, "behind")):
        for norm in later if x is not None and x.shape == branch.shape else []:
            if x is not None and _same(x + branch, norm.given):
                return name, x, (norm, scale, norm.given)
    for x in (past, block.entered):  # a scale without a name: layer scale, residual multipliers
        for norm in later if x is not None and x.shape == branch.shape and len(branch) > 2 else []:
            if x is None or _same(norm.given, x, 1e-6):
                continue  # a second norm of the same residual, parallel to the block
            more = ((norm.given - x) * branch).sum(0) / np.maximum((branch**2).sum(0), 1e-30)
            if _same(x + more * branch, norm.given):
                return "before", x, (norm, more if scale is None else scale * more, norm.given)
    if past is not None and past.shape == branch.shape:  # parallel to the rest of the layer, which is added at the same time (GPT-NeoX)
        rests = [one.made for one in seen[block.after : block.after + 8] if not one.norm and one.made.shape == branch.shape]
        if any(_same(past + branch + rest, norm.given) for norm in later for rest in rests):
            return "before", past, (None, scale, past + branch)
    for one in seen[block.after : block.after + 6]:  # no norm before the block or before its successor (OLMo 2)
        if not one.norm and block.entered.shape == branch.shape and _same(block.entered + branch, one.given):
            return "before", block.entered, (None, scale, one.given)
    return "", None, None


def _branch(block: _Block, seen: Sequence[_Seen]) -> Tuple[np.ndarray, Optional[np.ndarray]]:
    """The block's addition to the residual, and the factor of its own norm (Gemma 2, OLMo 2), with its divisor frozen."""
    made = block.projection.made
    own = next((one for one in seen[block.after : block.after + 3] if one.norm and _same(one.given, made, 1e-6)), None)
    if own is None:
        return made, None
    weight = _numpy(own.module.weight).astype(np.float64)
    for factor in (weight, 1 + weight):
        size = np.sqrt((made**2).mean(-1, keepdims=True))
        plain = made * factor / np.maximum(size, 1e-30)
        inverse = (own.made * plain).sum(-1, keepdims=True) / np.maximum((plain**2).sum(-1, keepdims=True), 1e-30) / np.maximum(size, 1e-30)
        if _same(made * factor * inverse, own.made):
            return own.made, factor * inverse
    return made, None


def _layer(number: int, attention: np.ndarray, block: _Block, residual: _Residual, before: bool, seen: Sequence[_Seen]) -> Layer:
    """A block in the form for contributions()."""
    kind, x, rest = residual
    if not kind:
        raise HeadwatersError(f"Layer {number}: its residual was not found. Make a headwaters.Layer of each block yourself.")
    norm, scale, total = rest
    project = _numpy(block.projection.module.weight).astype(np.float64)
    if type(block.projection.module).__name__ != "Conv1D":  # GPT-2's has [in, out]
        project = project.T
    bias = getattr(block.projection.module, "bias", None)
    made = Layer(
        np.asarray(attention),
        block.values,
        project.reshape(block.values.shape[0], block.values.shape[2], -1),
        x,
        output_bias=None if bias is None else _numpy(bias).astype(np.float64),
        scale=scale,
        output=total,
    )
    if kind == "before" or before:  # also for ModernBERT's first block, which has no norm
        return made
    gamma, eps = (
        _numpy(norm.module.weight).astype(np.float64),
        float(getattr(norm.module, "eps", getattr(norm.module, "variance_epsilon", 0))),
    )
    beta = getattr(norm.module, "bias", None)
    again = gamma * (total - total.mean(-1, keepdims=True)) / np.sqrt(total.var(-1, keepdims=True) + eps) + (
        0 if beta is None else _numpy(beta)
    )
    if not _same(again, norm.made):
        raise HeadwatersError(
            f"Layer {number}: the norm after the residual ({type(norm.module).__name__}) is not a layer norm. Make a headwaters.Layer of each "
            "block yourself."
        )
    return made._replace(gamma=gamma, eps=eps, output=norm.made)


class WindowBlocks(NamedTuple):
    """Blocks of a model that attends within windows, from window_blocks() and for merged()."""

    attentions: List[np.ndarray]  #: [windows, heads, w * w, w * w] of each block
    grids: List[Tuple[int, int]]  #: rows and columns of its tokens
    windows: List[int]  #: w
    shifts: List[int]  #: number of tokens by which the windows are shifted, or 0


def window_blocks(model: Any, **inputs: Any) -> Tuple[WindowBlocks, Any]:
    """Runs Swin (or Swin v2) of Hugging Face on one picture and records every block. The library itself returns only one attention per
    stage.

        blocks, outputs = headwaters.window_blocks(model, **inputs)
        headwaters.save("swin.json", None, contributions=headwaters.merged(blocks), contribution_kind="rollout over merged patches",
                        image="cat.png", grid=blocks.grids[0], first_patch_token=0)

    Grids, windows and shifts are the ones that each block used. A window as large as the grid is not shifted.
    Returns the blocks and the model's outputs. Cost: one forward pass.
    """
    import torch

    layers = [
        module
        for module in model.modules()
        if hasattr(module, "shift_size") and hasattr(module, "window_size") and hasattr(module, "attention")
    ]
    if not layers:
        raise HeadwatersError("No block has window_size, shift_size and attention. Give a model such as Swin.")

    def one(size: Any) -> Any:
        return int(size[0] if isinstance(size, (list, tuple)) else size)

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
        hooks += [
            module.register_forward_hook(lambda module, given, made, number=number: keep(number, made))
            for module in layer.attention.modules()
        ]
        hooks.append(
            layer.register_forward_hook(
                lambda module, given, named, made, number=number: close(number, module, given, named), with_kwargs=True
            )
        )
    outputs = _run_with(hooks, model, inputs)
    return WindowBlocks(*(list(part) for part in zip(*found))), outputs


def merged(
    attentions: Union[WindowBlocks, Sequence[Array]],
    grids: Optional[Sequence[Sequence[int]]] = None,
    *,
    residual: float = 0.5,
    windows: Optional[Sequence[Optional[int]]] = None,
    shifts: Optional[Sequence[int]] = None,
) -> np.ndarray:
    """Layers whose tokens become fewer (Swin's patch merging), as contributions [L, n, n] on the grid of the first layer.

        save("swin.json", None, contributions=merged(blocks), contribution_kind="rollout over merged patches", image="cat.png",
             grid=blocks.grids[0], first_patch_token=0)

    attentions   the result of window_blocks(); or one entry for each layer, not for each stage: [heads, N, N] or [1, heads, N, N]
                 over all N = rows * columns tokens, row by row; or the layer's windows from the model, [windows, heads,
                 w * w, w * w].
    grids        (rows, columns) of each layer. Each grid divides the one before.
    residual     share of the identity, as in rollout. Each layer is (1 - residual) * mean over heads + residual * I.
    windows      w of each layer, None for layers without windows. shifts: number of tokens by which windows are shifted, or 0. As in
                 Swin, a window that exceeds the grid shrinks to the grid, and is not shifted.

    A token after merging is taken as the mean of its source tokens, with equal shares. This is our interpretation, since the
    merging is a linear layer over all of them. With U that copies a token to the patches that it covers, D that averages over
    them and M of a layer as above, the layer becomes U M D. The product of these is U times the rollout through the
    merging, since D U of two layers is exactly the averaging between them. Rollout and raw values are exact, but a flow
    through copies of one token is not the flow of the model. Cost: L * n * n numbers. For Swin at 224 pixels, n is 3,136.
    """
    if isinstance(attentions, WindowBlocks):
        attentions, grids, windows, shifts = attentions
    if grids is None or any(part is not None and len(part) != len(attentions) for part in (grids, windows, shifts)):
        raise HeadwatersError(
            f"Each of the {_counted(len(attentions), 'layer')} needs a grid, a window and a shift. For Swin, window_blocks() records them for every block."
        )
    rows, cols = (int(size) for size in grids[0])
    made = []
    for layer, (given, grid) in enumerate(zip(attentions, grids)):
        high, wide = (int(size) for size in grid)
        if high < 1 or wide < 1 or rows % high or cols % wide:
            raise HeadwatersError(f"The grid {high} x {wide} of layer {layer} does not divide that of layer 0, {rows} x {cols}.")
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
    """[windows, heads, w * w, w * w] as [heads, N, N]. Windows are ordered row by row, and their tokens were rolled by `shift` to the
    start."""
    if high % window or wide % window:
        raise HeadwatersError(
            f"Layer {layer}: windows of {window} x {window} do not divide its grid {high} x {wide}, so the model added padding. "
            "Give it a picture whose size they divide."
        )
    if weights.ndim != 4 or weights.shape[0] != (high // window) * (wide // window) or weights.shape[2] != window**2:
        raise HeadwatersError(
            f"Layer {layer} has the shape {list(weights.shape)}; windows of {window} x {window} on {high} x {wide} tokens "
            f"would be [{high // window * (wide // window)}, heads, {window**2}, {window**2}]. Give one picture at a time."
        )
    whole = np.zeros((weights.shape[1], high * wide, high * wide))
    for index, part in enumerate(weights):
        top, left = index // (wide // window) * window, index % (wide // window) * window
        down = (top + np.arange(window) + shift) % high
        across = (left + np.arange(window) + shift) % wide
        tokens = (down[:, None] * wide + across[None, :]).ravel()
        whole[:, tokens[:, None], tokens[None, :]] = part
    return whole
