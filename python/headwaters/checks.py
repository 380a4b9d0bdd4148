# SPDX-License-Identifier: MIT
"""Finds unusual values in a file's attention."""

from __future__ import annotations

from typing import Any, List

import numpy as np

from .items import _Example


def _dropout(values: np.ndarray) -> float:
    """p, or 0 without dropout. Zeros appear where other heads or layers have weights, and the rest is 1/(1-p) too large. Rows without a
    zero confirm this, or, if there are none, sums around 1."""
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
    """As findScores() of src/io/values/scores.cpp: nearly no row sums to 1, and some values are negative or masked."""
    masked = ~np.isfinite(values) | (values <= -5000)
    rows = (~masked).sum(-1) >= 2
    kept = np.where(masked, 0, values).astype(np.float64)
    if not rows.any() or not -1000 < kept.min() <= kept.max() < 1000:
        return False
    one, absolute = (np.abs(sums[rows] - 1) < 0.02 for sums in (kept.sum(-1), np.abs(kept).sum(-1)))
    sums = kept.sum(-1)[rows]
    if not masked.any() and np.abs(kept).max() <= 1 and np.mean((sums > 0) & (np.abs(np.diff(sums, prepend=0)) < 0.01)) >= 0.6:
        return False  # differential attention: all rows of a head have the same sum
    negative = float((kept < 0).sum())
    below = negative * 4 >= (~masked).sum() or (negative > 0 and np.abs(kept).max() > 1.5)
    return bool(one.mean() <= 0.1 and absolute.mean() < 0.5 and (below or np.isinf(values).any() or (values <= -5000).any()))


def _front_padding(values: np.ndarray) -> int:
    """As paddingTokens() of src/core/statistics/padding.cpp: leading tokens whose rows mean nothing and that no other token attends
    to."""
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
    """The possible meaning of negative values: marks of flash attention, or scores."""
    used = (values != 0).any((0, 1))
    rows = np.abs(values).sum(-1, dtype=np.float64)[..., used.any(-1)]
    if np.all(np.abs(rows - 1) < 0.01):
        return (
            ", and without their signs all rows sum to 1: dropout was on, and flash attention marks by the sign what it dropped. "
            "absolute=True takes absolute values; or call model.eval() and save again."
        )
    sums = values.sum(-1, dtype=np.float64)[..., used.any(-1)]
    if sums.size > 2 and (sums > 0).all() and np.ptp(sums, -1).max() < 0.01 and np.nanmax(np.abs(values)) <= 1.01:
        return ", and all rows of a head have one sum, as in differential attention: they are used with their signs; flow refuses them."
    if (values < 0).sum() < 0.35 * values.shape[0] * values.shape[1] * used.sum() and np.nanmax(np.abs(values)) < 1.5:
        return (
            ": flash attention marks by the sign which weights dropout dropped (then absolute=True takes absolute values); "
            "differential attention has such weights."
        )
    return ": attention has none. Save the weights after the softmax, or give softmax=True."


def _unusual(example: _Example) -> List[str]:
    """The findings of the page's check of the numbers."""
    said = []
    for part, values in example.parts.items():
        name = "attention" if part == "self" else f"{part} attention"
        finite = np.isfinite(values)
        sums = np.where(finite, values, 0).sum(-1, dtype=np.float64)
        whole = finite.all(-1)

        def count(rows: Any, name: str = name) -> str:
            return f"{'all' if rows.all() else int(rows.sum())} {'' if rows.all() else f'of {rows.size} '}rows of the {name}"

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
            said.append(
                f"{padding} padding token{'s' if padding > 1 else ''} in front of the {name}: give attention_mask. The page and the "
                "program leave them out."
            )
        unseen: np.ndarray = ~np.asarray(values.any((0, 1, 2)))
        last = len(unseen) - int(np.argmin(np.append(unseen[::-1], False)))
        if part == "self" and example.tokens is None and 2 <= last < len(unseen):
            said.append(
                f"No token attends to the last {len(unseen) - last} positions. If they are padding, first_tokens={last} keeps the others."
            )
        off = whole & (np.abs(sums - 1) >= 0.01)
        if not off.any() or not whole.all():
            continue
        if not sums.any():
            said.append(f"The {name} is all 0: was the model run before saving?")
            continue
        p = _dropout(values)
        if p > 0:
            said.append(
                f"{count(off)} do not sum to 1: dropout was on (p = {p:.3f}). Call model.eval() before you run the model, and save again."
            )
            continue
        columns = values.sum(2, dtype=np.float64)
        if values.shape[2] == values.shape[3] and (np.abs(columns - 1) < 0.01).all():
            said.append(f"{count(off)} do not sum to 1, but all columns do: queries and keys are swapped. Transpose the matrices.")
            continue
        used = sums[sums > 0]
        if sums.max() <= 1.01 and (sums < 0.99).mean() >= 0.2:
            said.append(
                f"{count(off)} do not sum to 1: on average they lack {1 - sums.mean():.3f}, from {max(0.0, 1 - sums.max()):.3f} to "
                f"{1 - used.min():.3f}. An attention sink (GPT-OSS), a token that was cut off or weights that were not saved have "
                "the rest; missing_share=True shows it as a token."
            )
            continue
        zero = whole & (sums == 0)
        if zero.any():
            said.append(f"{count(zero)} are all 0, as padding often is: give attention_mask.")
        if (off & ~zero).any():
            worst = used[np.argmax(np.abs(used - 1))]
            said.append(f"{count(off & ~zero)} do not sum to 1; the farthest sums to {worst:.3f}.")
    return said
