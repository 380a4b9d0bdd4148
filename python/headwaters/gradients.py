# SPDX-License-Identifier: MIT
"""Gradients and scores of tokens (PyTorch)."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

import numpy as np

from .arrays import _is_array, _numpy
from .errors import EAGER, HeadwatersError, _in_notebook, _told
from .names import _ROLES, _get, _is_named
from .outputs import _all_none, _content_stream, _of_hooks


def _logit(outputs: Any, target: Any) -> Any:
    """The scalar for the gradients, summed over the batch, since its items are independent."""
    if hasattr(target, "backward"):
        return target.sum()
    try:
        return _logit_at(outputs, target)
    except IndexError:
        raise HeadwatersError(f"The logits have the shape {list(_get(outputs, 'logits').shape)}; {target!r} is out of range.") from None


def _logit_at(outputs: Any, target: Any) -> Any:
    logits = _get(outputs, "logits")
    if logits is None:
        raise HeadwatersError("These outputs have no `logits`. Give the number itself as target, such as loss or logits[0, 5].")
    if isinstance(target, (int, np.integer)):
        if logits.ndim != 2:
            raise HeadwatersError(f"The logits have the shape {list(logits.shape)}. Give target=(position, token id).")
        return logits[:, int(target)].sum()
    position, token = target
    if logits.ndim != 3:
        raise HeadwatersError(f"The logits have the shape {list(logits.shape)}. Give target=class.")
    return logits[:, int(position), int(token)].sum()


def gradients(outputs: Any, target: Any) -> Dict[str, List[np.ndarray]]:
    """Gradients of one number with respect to all attention of a model's outputs, in one backward pass.

    outputs  from a PyTorch model called with output_attentions=True, not under torch.no_grad()
    target   the number: a tensor (`outputs.logits[0, 2]`, a loss); a class, for logits [batch, classes]; or (position,
             token id), for logits [batch, n, vocabulary]. In a batch each item has its own number, and they are added.

    Returns {"attentions": [L arrays [B, H, n, n]]}, or the same for encoder_, decoder_ and cross_attentions, for save(gradients=...).
    G[l][h][q][k] = d target / d W[l][h][q][k] (Chefer, Gur & Wolf 2021). The graph is kept. Cost: one backward pass.
    """
    import torch

    if not _is_named(outputs):
        found = _of_hooks(outputs)
        outputs = {"attentions": list(found.values()) if isinstance(found, Mapping) else found}
    given = {
        role: [layer for layer in _content_stream(_get(outputs, role), role, []) if layer is not None]
        for role in _ROLES
        if _get(outputs, role) is not None and not _all_none(_get(outputs, role))
    }
    tensors = [layer for layers in given.values() for layer in layers]
    if not tensors:
        raise HeadwatersError(EAGER)
    if any(not _is_array(layer) for layer in tensors):
        raise HeadwatersError("generate() keeps no gradients. Call the model itself on the whole text.")
    if not all(layer.requires_grad for layer in tensors):
        raise HeadwatersError(
            "The attention has no gradients. Call the model outside torch.no_grad(), with parameters or inputs_embeds that require them."
        )
    number = _logit(outputs, target)
    found = torch.autograd.grad(number, tensors, retain_graph=True, allow_unused=True)
    if all(gradient is None for gradient in found):
        found = _gradients_of_copied(number, tensors)
    if all(gradient is None for gradient in found):
        raise HeadwatersError(
            "The target does not depend on this attention. Take both from one call of the model (Longformer's and BigBird's attention has no gradients)."
        )
    arrays = iter(
        [np.zeros(tuple(layer.shape), np.float32) if gradient is None else _numpy(gradient) for layer, gradient in zip(tensors, found)]
    )
    return {role: [next(arrays) for _ in layers] for role, layers in given.items()}


def _gradients_of_copied(number: Any, tensors: Sequence[Any]) -> Sequence[Any]:
    """Gradients of weights that the model returned as copies with their axes in another order (XLNet). They are those of the copied
    tensor."""
    import torch

    edges, moves = [], []
    for tensor in tensors:
        node, output, made = tensor.grad_fn, 0, []
        while node is not None and type(node).__name__ in ("CloneBackward0", "AliasBackward0", "PermuteBackward0"):
            if hasattr(node, "_saved_dims"):
                made.append([int(axis) % tensor.ndim if axis < 2**63 else int(axis) - 2**64 for axis in node._saved_dims])
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

    target      a tensor of PyTorch; several numbers are summed
    embeddings  [n, d] or [batch, n, d], the inputs_embeds of the call, which require gradients
    form        "norm": |g_i|_2 (Simonyan et al. 2014); "absolute": |g_i|_1; "product": g_i . e_i, signed (gradient x
                input, Shrikumar et al. 2016)

    Returns float64 [n] or [batch, n]. Cost: one backward pass. The graph is kept.
    """
    import torch

    if not embeddings.requires_grad:
        raise HeadwatersError(
            "The embeddings require no gradients. Use embeddings = model.get_input_embeddings()(ids)"
            ".detach().requires_grad_(), then model(inputs_embeds=embeddings)."
        )
    (gradient,) = torch.autograd.grad(target.sum(), [embeddings], retain_graph=True, allow_unused=True)
    if gradient is None:
        raise HeadwatersError("The target does not depend on these embeddings. Give them to the model as inputs_embeds.")
    slopes = _numpy(gradient).astype(np.float64)
    if form == "norm":
        return np.asarray(np.sqrt((slopes**2).sum(-1)))
    if form == "absolute":
        return np.asarray(np.abs(slopes).sum(-1))
    if form == "product":
        return np.asarray((slopes * _numpy(embeddings).astype(np.float64)).sum(-1))
    raise HeadwatersError(f'form={form!r} is unknown. Use "norm", "absolute" or "product".')


class _Progress:
    """A progress bar in terminals and notebooks."""

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


def blank_out(
    forward: Callable[[Any], Any],
    inputs: Any,
    mask_token: Any,
    *,
    target: Optional[int] = None,
    batch_size: int = 32,
    progress: Optional[bool] = None,
) -> np.ndarray:
    """Importance of each token by the loss in a score when the token is blanked (Abnar & Zuidema 2020, section 4).

    forward     takes a batch [b, n] of inputs like these and returns a score for each: [b], or with `target` [b, classes]
                (or outputs with such `logits`). Give probabilities to measure differences of probability.
    inputs      [n] or [1, n]: ids of PyTorch or NumPy, or a list of anything; `forward` then gets a list of lists
    mask_token  replaces a blanked token: tokenizer.mask_token_id, unk_token_id
    progress    a bar; by default on terminals and in notebooks

    Returns float64 [n]: score(whole) - score(without token i). Cost: n + 1 forward passes, `batch_size` at a time, without gradients.
    """
    is_array = _is_array(inputs)
    single = inputs
    if (is_array and inputs.ndim == 2 and inputs.shape[0] == 1) or (
        not is_array and len(inputs) == 1 and isinstance(inputs[0], (list, tuple))
    ):
        single = inputs[0]
    if is_array and single.ndim != 1:
        raise HeadwatersError(f"The inputs have the shape {list(inputs.shape)}. Give one input [n] at a time.")
    n = len(single)
    if batch_size < 1:
        raise HeadwatersError("batch_size must be at least 1.")
    if mask_token is None:
        raise HeadwatersError(
            "mask_token is None, since this tokenizer has no such token. Use tokenizer.unk_token_id or tokenizer.eos_token_id."
        )
    torch_like = hasattr(single, "detach")

    def variant(place: int) -> Any:  # at place n nothing is blanked
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
            raise HeadwatersError(
                f"forward returned the shape {list(values.shape)} for {len(rows)} inputs. Expected one score per input, or [inputs, classes] with target=class."
            )
        return values

    bar, found = _Progress("blank-out", n + 1, progress), []
    for begin in range(0, n + 1, batch_size):
        places = range(begin, min(begin + batch_size, n + 1))
        found.append(scores([variant(place) for place in places]))
        bar.at(places[-1] + 1)
    values = np.concatenate(found)
    return np.asarray(values[n] - values[:n])
