# SPDX-License-Identifier: MIT
"""Contributions of tokens to each other, by their vectors."""

from __future__ import annotations

import functools
from typing import Callable, Iterable, NamedTuple, Optional, Tuple, Union

import numpy as np

from .errors import HeadwatersError


class Layer(NamedTuple):
    """One attention block in numbers, for n tokens, H heads of size e, and width d."""

    weights: np.ndarray  #: [H, n, n] attention
    values: np.ndarray  #: [H, n, e] value vectors, including their bias
    output_weight: np.ndarray  #: [H, e, d] the output projection
    inputs: Optional[np.ndarray] = None  #: [n, d] added by the residual connection, or None
    gamma: Optional[np.ndarray] = None  #: [d] of the following layer norm, or None
    output_bias: Optional[np.ndarray] = None  #: [d], used only for the norm's variance
    eps: float = 1e-12
    scale: Optional[np.ndarray] = None  #: [d] or [n, d] factor of the block's own part before the residual is added
    output: Optional[np.ndarray] = None  #: [n, d] output of the block, including biases; None stands for the sum of the vectors


class Contributions(NamedTuple):
    """The result of contributions()."""

    matrices: np.ndarray  #: [L, n, n]
    ratio: np.ndarray  #: [L, n] r, the share of the others in each token's new vector
    kind: str


def _vectors(layer: Layer, rows: range) -> np.ndarray:
    """v[i, j] for the rows i, as float64 [rows, n, d]."""
    weights = np.asarray(layer.weights, np.float64)[:, rows.start : rows.stop]
    mixed = np.einsum("hje,hed->hjd", np.asarray(layer.values, np.float64), np.asarray(layer.output_weight, np.float64))
    vectors = np.einsum("hij,hjd->ijd", weights, mixed)
    bias = None if layer.output_bias is None else np.asarray(layer.output_bias, np.float64)
    if layer.scale is not None:
        scale = np.broadcast_to(np.asarray(layer.scale, np.float64), (np.asarray(layer.weights).shape[-1], vectors.shape[-1]))[
            rows.start : rows.stop
        ]
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
    made: np.ndarray = vectors
    return made


def _rows_of(whole: np.ndarray, rows: range) -> np.ndarray:
    return whole[rows.start : rows.stop]


def transformed_vectors(layer: Layer) -> np.ndarray:
    """v[i, j] as float64 [n, n, d], token j's part of the new vector of token i in one attention block.

    v_ij = g(sum_h alpha_ij^h f^h(x_j) + delta_ij x_i), f^h(x) = (x W_V^h + b_V^h) W_O^h, and with a layer norm after
    the sum (BERT) g(u) = gamma * (u - mean u) / sqrt(var_i + eps), with var_i of the whole vector before the norm
    (Kobayashi et al. 2021, AttnResLn-N; arXiv 2109.07152). Without a norm (GPT-2, Llama, ViT) g(u) = u. A norm or a scale of the branch
    (Gemma, DINOv2) multiplies f, with its divisor frozen. The biases after the sum belong to no token, so sum_j v_ij is the block's
    output without beta and without the output bias. Cost: n n d numbers and H n n d operations.
    """
    return _vectors(layer, range(np.asarray(layer.weights).shape[-2]))


def contributions(layers: Iterable[Union[Layer, np.ndarray]], kind: str = "alti", *, normalise: bool = True) -> Contributions:
    """How much each token contributes to each other, layer by layer, computed from vectors and not only from weights.

    layers  one Layer each, from block_layers(), or transformed vectors [n, n, d]
    kind    "alti": c_ij = relu(|y_i|_1 - |y_i - v_ij|_1), where y_i is the block's output, or sum_j v_ij if that is not
            known (Ferrando et al. 2022, arXiv 2203.04212);
            "norms": |v_ij|_2 (Kobayashi et al. 2021)
    normalise  divides rows by their sum. A row of zeros becomes the token's own

    Returns matrices [L, n, n], whose product T_L ... T_1 is the rollout (no residual is added to them), for save(path,
    contributions(...), tokens), or save(path, attentions, tokens, contributions=...). Also returns ratio [L, n], r_i = |sum_(j != i)
    v_ij| / (|sum_(j != i) v_ij| + |v_ii|), for save(fixed_residual=...) and the preset "globenc-fixed-residual" (Modarressi et al. 2022).
    Cost: as transformed_vectors(), 64 MB of them at a time.
    """
    if kind not in ("alti", "norms"):
        raise HeadwatersError(f'kind={kind!r} is unknown. Use "alti" or "norms".')
    matrices, ratios = [], []
    for number, layer in enumerate(layers):
        if isinstance(layer, Layer):
            n, width = np.asarray(layer.weights).shape[-2], np.asarray(layer.output_weight).shape[-1]
            part: Callable[[range], np.ndarray] = functools.partial(_vectors, layer)
            output = None if layer.output is None else np.asarray(layer.output, np.float64)
        else:
            whole = np.asarray(layer, np.float64)
            if whole.ndim != 3 or whole.shape[1] != whole.shape[0]:
                raise HeadwatersError(f"Layer {number} has the shape {list(whole.shape)}. Expected transformed vectors [n, n, d].")
            n, width, output = whole.shape[0], whole.shape[2], None
            part = functools.partial(_rows_of, whole)

        step = max(1, int(8e6 // max(n * width, 1)))
        matrix, ratio = np.empty((n, n)), np.empty(n)
        for begin in range(0, n, step):
            rows = range(begin, min(begin + step, n))
            matrix[begin : rows.stop], ratio[begin : rows.stop] = _row_contributions(part(rows), rows, kind, output)
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
    made = whole if output is None else output[rows.start : rows.stop]
    size = np.abs(made).sum(-1, keepdims=True)
    return np.maximum(size - np.abs(made[:, None] - vectors).sum(-1), 0), ratio
