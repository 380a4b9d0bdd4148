# SPDX-License-Identifier: MIT
"""Helpers of LiveModel that need no model."""

from __future__ import annotations

import math
import re
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from ..errors import HeadwatersError
from .sizes import _Steps


def _byte_letters() -> Dict[str, int]:
    """The byte that each letter of byte-level BPE represents. Printable bytes represent themselves, and U+0100 onward the other 68."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(0x100) if byte not in printable]
    return {**{chr(byte): byte for byte in printable}, **{chr(0x100 + number): byte for number, byte in enumerate(others)}}


def _bytes_of(token: str) -> Optional[str]:
    """A token that is a part of characters, with its bytes as in "<0xE29C>" and its whole characters unchanged. None if it does not
    represent bytes."""
    code = re.fullmatch(r"<0x([0-9A-Fa-f]{2})>", token)
    letters = _byte_letters()
    content = bytes([int(code[1], 16)]) if code else bytes(letters[one] for one in token) if all(one in letters for one in token) else b""
    if not content or (not code and any(byte < 0x20 and byte not in b"\n\t\r" for byte in content)):
        return None
    text = content.decode("utf-8", "surrogateescape").translate({0x0A: "\u21b5", 0x0D: "\u21b5", 0x09: "\u21e5"})
    return re.sub("[\udc80-\udcff]+", lambda part: f"<0x{part[0].encode('utf-8', 'surrogateescape').hex().upper()}>", text)


def _lines(texts: Union[str, Sequence[str], None]) -> Optional[str]:
    """Several texts in the form of links, one per line."""
    return texts if texts is None or isinstance(texts, str) else "\n".join(str(one).replace("\n", " ") for one in texts)


def _of_sentences(encoder: Any) -> Tuple[Any, Any, str]:
    """The model, tokenizer and pooling of a SentenceTransformer."""
    parts = list(encoder)
    model = getattr(parts[0], "auto_model", None) if parts else None
    pooling = next((one for one in parts if hasattr(one, "pooling_mode_mean_tokens") or hasattr(one, "pooling_mode")), None)
    mode = getattr(pooling, "pooling_mode", None)
    first = mode == "cls" or getattr(pooling, "pooling_mode_cls_token", False) is True
    if model is None or not (first or mode == "mean" or getattr(pooling, "pooling_mode_mean_tokens", False) is True):
        raise HeadwatersError("live() supports only SentenceTransformers that use the mean or the first token.")
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
    """The first tensor that has a row for each token."""
    import torch

    return next(
        (
            one
            for one in (given if isinstance(given, (tuple, list)) else [given])
            if torch.is_tensor(one) and one.ndim == 3 and one.is_floating_point()
        ),
        None,
    )


def _per_head(outputs: Any) -> Any:
    """For one text, [1, H, n, d]; OPT gives [H, n, d]."""
    return outputs if outputs.ndim == 4 else outputs[None]


def _at_once(steps: _Steps) -> Any:
    """The final result of the steps."""
    while True:
        try:
            next(steps)
        except StopIteration as made:
            return made.value


def _quietly(steps: _Steps, share: float) -> _Steps:
    """The same steps, as a negligible part of others."""
    while True:
        try:
            next(steps)
        except StopIteration as made:
            return made.value
        yield share


def _finite(value: Any) -> Any:
    """For JSON, which has no NaN or infinity."""
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _drawn_token(logits: np.ndarray, temperature: float, top_k: int, top_p: float, seed: int, position: int) -> int:
    """The next token, the likeliest or drawn as in the page (src/model/write/sampling.h)."""
    if temperature == 0:
        return int(np.nanargmax(logits))
    shares = np.exp((logits - np.nanmax(logits)) / temperature)
    order = np.argsort(-shares, kind="stable")
    order = order[:top_k] if top_k else order
    sums = np.cumsum(shares[order])
    count = int(np.searchsorted(sums, top_p * sums[-1], "left")) + 1 if top_p < 1 else len(order)
    z = (seed + 0x9E3779B97F4A7C15 * (position + 1)) % 2**64
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        z = (z ^ (z >> shift)) * factor % 2**64
    wanted = ((z ^ (z >> 31)) >> 11) * 2.0**-53 * sums[min(count, len(sums)) - 1]
    return int(order[min(int(np.searchsorted(sums[:count], wanted, "right")), count - 1)])
