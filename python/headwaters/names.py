# SPDX-License-Identifier: MIT
"""Attention in dictionaries of arrays, with layers whose names differ in a number."""

from __future__ import annotations

import re
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from .arrays import _has_names, _is_array, _is_mapping, _is_nested_numbers, _numpy, _plain, _shape
from .axes import _said
from .errors import HeadwatersError


def _leaves(value: Any, path: str = "", depth: int = 0) -> Iterable[Tuple[str, Any]]:
    """The arrays of nested dictionaries by their names, joined by dots, with None for a layer without one. Also accepts tuples of one
    array,
    as from Flax."""
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
    """Arrays whose names are equal except for numbers, in the order of these."""

    pattern: str
    arrays: List[Any]
    heads: int  #: if positive, each is one head, layer by layer
    rank: int  #: larger means more likely attention; below 50, only its shape is evidence
    role: str
    names: List[str]
    there: List[int]  #: numbers of the layers, if some between or after them are missing


def _numbers(name: str) -> Tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"[0-9]+", name))


def _family(names: List[str], arrays: Mapping[str, Any]) -> Optional[_Family]:
    """A family of names that differ in numbers. Nothing if the arrays cannot be attention."""
    absent = [name for name in names if arrays[name] is None]
    names = sorted((name for name in names if arrays[name] is not None), key=_numbers)
    if not names:
        return None
    counts = [sorted(set(found)) for found in zip(*map(_numbers, names))]
    parts = iter(counts)
    pattern = re.sub(r"[0-9]+", lambda digits: "*" if len(next(parts)) > 1 else digits.group(), names[0])
    shapes = {tuple(arrays[name].shape) for name in names}
    lower = pattern.lower()
    role = (
        "cross"
        if any(word in lower for word in ("cross", "encoder_attn", "encdec", "encoder_decoder"))
        else "decoder"
        if "decoder" in lower
        else "encoder"
        if "encoder" in lower
        else "self"
    )
    shape = tuple(arrays[names[0]].shape)
    ragged = (
        len(shapes) > 1
        and len(shape) > 2
        and all(  # inputs of different length
            len(one) == len(shape) and one[:-2] == shape[:-2] and one[-1] == one[-2] > 1 for one in shapes
        )
    )
    while len(shape) > 4 and shape[0] == 1:
        shape = shape[1:]
    square = shape[-1] == shape[-2] > 1
    if (len(shapes) > 1 and not ragged) or len(shape) > 5 or not (square or (role == "cross" and len(shape) > 2)):
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
    whole = not absent and (not numbers or (numbers[0] < 2 and numbers[-1] - numbers[0] < len(numbers)))
    return _Family(pattern, [arrays[name] for name in names], heads, rank, role, names, [] if whole else numbers)


def _families(arrays: Mapping[str, Any]) -> List[_Family]:
    """The families, the likeliest first."""
    groups: Dict[str, List[str]] = {}
    for name in arrays:
        groups.setdefault(re.sub(r"[0-9]+", "*", name), []).append(name)
    found = [family for family in (_family(names, arrays) for names in groups.values()) if family]
    return sorted(found, key=lambda family: (-family.rank, -len(family.arrays)))


def _as_layers(family: _Family) -> Any:
    """The argument of _stack()."""
    arrays = [_numpy(array) for array in family.arrays]
    if family.heads:
        return [np.stack(arrays[at : at + family.heads]) for at in range(0, len(arrays), family.heads)]
    if len(arrays) == 1 and not re.search(r"[0-9]", family.pattern):  # one array has all layers
        return arrays[0]
    return [array.reshape(array.shape[array.ndim - 4 :]) if array.ndim > 4 and set(array.shape[:-4]) == {1} else array for array in arrays]


def _by_names(value: Any, layers_from: Optional[str], left_out: List[str]) -> Tuple[Dict[str, Any], Dict[str, List[str]]]:
    """Layers in a dictionary of arrays from an activation cache, Flax's intermediates or hooks. Returns them under the keys of a model's
    outputs, with the names used."""
    arrays = dict(_leaves(value))
    if layers_from is not None:
        pattern = re.compile(".*".join(map(re.escape, layers_from.split("*"))), re.DOTALL)
        names = sorted((name for name in arrays if arrays[name] is not None and pattern.fullmatch(name)), key=_numbers)
        if not names:
            raise HeadwatersError(f"No array is named {layers_from!r}. Use one of: {_some(_patterns(arrays))}.")
        family = _family(names, arrays) or _Family(layers_from, [arrays[name] for name in names], 0, 0, "self", names, [])
        return {"attentions": _as_layers(family)}, {"attentions": names}
    families = _families(arrays)
    sure = [family for family in families if family.rank >= 50]
    if not families:
        raise HeadwatersError(
            f"No array in the dictionary can be attention (names: {_some(_patterns(arrays)) or 'none'}). Use the key 'attentions', or choose with layers_from=\"...\"."
        )
    if not sure:
        raise HeadwatersError(
            "No array looks like attention by name or row sums, but some have the right shape: "
            f'{_some([family.pattern for family in families])}. Choose some with layers_from="..." (* for the layer number).'
        )
    first = {role: next((family for family in sure if family.role == role), None) for role in ("encoder", "decoder", "cross")}
    if first["cross"] is not None and (first["encoder"] or first["decoder"]):
        taken = {f"{role}_attentions": family for role, family in first.items() if family}
    else:
        taken = {"attentions": next((family for family in sure if family.role != "cross"), sure[0])}
    for family in taken.values():
        if family.there:
            _said(
                left_out,
                f"of the layers {family.pattern} these are there: {', '.join(map(str, family.there))}; rollout and flow skip "
                "what is missing",
            )
    used = {name for family in taken.values() for name in family.names}
    others = _patterns({name: array for name, array in arrays.items() if array is not None and name not in used})
    if others:
        left_out.append(f"arrays beside {_some([family.pattern for family in taken.values()])}: {_some(others)}")
    return {role: _as_layers(family) for role, family in taken.items()}, {role: family.names for role, family in taken.items()}


def _named(outputs: Any, options: Dict[str, Any], left_out: List[str]) -> Tuple[Any, Dict[str, Any]]:
    """A dictionary of arrays as a model's outputs, with options for it. Anything else is unchanged."""
    chosen = options["layers_from"]
    by_number = isinstance(outputs, Mapping) and all(str(key).isdigit() for key in outputs)
    inside = (
        [role for role in _ROLES if _is_mapping(_get(outputs, role)) and _has_names(_get(outputs, role))] if _is_mapping(outputs) else []
    )
    if chosen is None and inside:  # arrays by name under the key of one stack
        layers = {role: next(iter(_by_names(_get(outputs, role), None, left_out)[0].values())) for role in inside}
        outputs = {**{key: outputs[key] for key in outputs.keys()}, **layers}
    named = _is_mapping(outputs) and (chosen is not None or not (_is_named(outputs) or by_number or hasattr(outputs, "to_tuple")))
    if not named and chosen is not None:
        raise HeadwatersError("layers_from= works only with a dictionary of arrays.")
    if not named:
        return outputs, options
    outputs, names = _by_names(outputs, chosen, left_out)
    slopes = options["gradients"]
    if _is_mapping(slopes) and not _is_named(slopes):
        arrays = dict(_leaves(slopes))
        missing = [name for each in names.values() for name in each if arrays.get(name) is None]
        if missing:
            raise HeadwatersError(f"No gradient is named {missing[0]!r}. Give gradients the names of their attention.")
        slopes = {
            role: _as_layers(_family(each, arrays) or _Family("*", [arrays[name] for name in each], 0, 0, "self", each, []))
            for role, each in names.items()
        }
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


_PARTS = {"attentions": "self", "encoder_attentions": "encoder", "decoder_attentions": "decoder", "cross_attentions": "cross"}


def _get(outputs: Any, key: str) -> Any:
    return outputs.get(key) if isinstance(outputs, Mapping) else getattr(outputs, key, None)


def _is_named(outputs: Any) -> bool:
    return (isinstance(outputs, Mapping) and any(role in outputs for role in _ROLES)) or any(hasattr(outputs, role) for role in _ROLES)
