# SPDX-License-Identifier: MIT
"""Converts outputs and options to the examples of a file."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from .arrays import _is_array, _numpy, _plain, _shape, _short
from .axes import _axes, _lengths, _said
from .contributions import Contributions
from .errors import HeadwatersError
from .items import Analysis, _Example, _fit_tokens, _Item, _kept, _per_token, _texts, _whole_numbers
from .names import _ROLES, _get, _is_named, _named
from .options import _PER_INPUT, Example, _check_options
from .outputs import _about, _check_batch, _Generated, _name_absent, _of_hooks, _stacks
from .pictures import _pictures
from .record import Recorded
from .stacks import _separate, _Stack


def _examples(outputs: Any, tokens: Any, options: Dict[str, Any], left_out: List[str]) -> List[_Example]:
    """Every item of the batch, or the one that `item` names."""
    if isinstance(outputs, list) and outputs and all(isinstance(one, Example) for one in outputs):
        return [made for one in outputs for made in _examples(one, tokens, options, left_out)]
    if isinstance(outputs, Example):
        outputs, tokens, options = outputs._said(tokens, options)
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
            raise HeadwatersError("Gradients need their attention. Save it too.")
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
        raise HeadwatersError(f"item={item} is out of range; the batch has {batch} items.")
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


def _parted(
    outputs: Any, tokens: Any, options: Dict[str, Any], axes: Optional[Tuple[str, ...]], left_out: List[str]
) -> Optional[List[_Example]]:
    """Examples from inputs of different length, or from a list of models' outputs. None for anything else."""
    texts = _lengths(tokens)
    if isinstance(outputs, (list, tuple)) and outputs and all(_is_named(entry) for entry in outputs):
        entries: Optional[List[Any]] = list(outputs)
    elif _is_named(outputs):
        roles = [role for role in _ROLES if _get(outputs, role) is not None and len(_get(outputs, role)) > 0]
        steps = _get(outputs, "sequences") is not None  # the result of generate() is one run
        entries = _separate(_get(outputs, "attentions"), texts, axes) if roles == ["attentions"] and not steps else None
    else:
        entries = _separate(outputs, texts, axes)
    if entries is None:
        return None
    item, made = options["item"], []
    if item is not None and not 0 <= item < len(entries):
        raise HeadwatersError(f"item={item} is out of range; there are {len(entries)} inputs.")
    at = 0
    for i, entry in enumerate(entries):
        own = tokens
        if len(texts) == len(entries) and len(texts) > 1:
            own = tokens[i]
        elif len(texts) == 1:  # one list, split among all
            shape = None if _is_named(entry) else _shape(_plain(entry))
            size = shape[-1] if shape else 0
            own, at = tokens[at : at + size], at + size
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


def _example(
    stacks: Dict[str, _Stack],
    slopes: Dict[str, _Stack],
    tokens: Any,
    options: Dict[str, Any],
    item: _Item,
    generated: Optional[_Generated],
    left_out: List[str],
) -> _Example:
    end = None if generated is None else generated.rows[item.number]

    def one(part: str, stack: _Stack) -> np.ndarray:
        if part == "encoder":  # for several sequences of one input it ran once, or beams repeat its rows
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
            raise HeadwatersError(
                f"Gradients have the shape {list(values.shape)}, attention {list(parts[part].shape) if part in parts else 'none'}. "
                + (
                    "Gradients of local attention (Longformer, LED) belong to windows and can't be used."
                    if local
                    else "Take both from one run."
                )
            )
    for part, values in parts.items():
        queries, keys = axes[part]
        if values.shape[2:] != (whole_rows if queries is rows else whole, whole_rows if keys is rows else whole):
            raise HeadwatersError(
                f"The {part} attention has {values.shape[2]} x {values.shape[3]} weights per head, which don't fit the other parts. Save all from the same run."
            )
    for of in (parts, slope):
        for part, values in of.items():
            queries, keys = axes[part]
            if len(queries) != values.shape[2] or len(keys) != values.shape[3]:
                of[part] = values[:, :, queries][:, :, :, keys]
    _note_sinks(parts, left_out)
    parts, slope = _chosen(parts, slope, options, left_out)

    # For a generated sequence, values may include its padding, and the token that was generated last.
    full = whole if generated is None or joined else stacks[base].rows()
    side = _Side(kept, (whole, *range(whole + 1, full + 2)) if generated is not None and not joined else (whole,))
    out = (
        _Side(rows, (whole_rows, *range(whole_rows + 1, stacks[base].rows() + 2)) if generated is not None else (whole_rows,))
        if joined
        else side
    )
    extras = _extras(options, item, side, out)
    texts = _fit_tokens(_texts(tokens, options["tokenizer"], item), whole, kept, "tokens", None if joined else end, left_out)
    decoder = (
        _fit_tokens(_texts(options["decoder_tokens"], options["tokenizer"], item), whole_rows, rows, "decoder tokens", end, left_out)
        if joined
        else None
    )
    first = _pictures(options, item, len(kept), extras)
    if texts is None and first is not None and len(extras["image"]["grid"]) == 2:
        cols = extras["image"]["grid"][1]
        others = ["[CLS]"] + [f"[{i}]" for i in range(1, first)]
        texts = others[:first] + [f"{i // cols + 1},{i % cols + 1}" for i in range(len(kept) - first)]
    made = _Example(parts, slope, texts, decoder, extras)
    return _with_sink(made) if options["missing_share"] else made


class _Side(NamedTuple):
    """Tokens of one side of a model: the kept ones, and how many values may be given for them."""

    kept: np.ndarray
    sizes: Sequence[int]


def _extras(options: Dict[str, Any], item: _Item, side: _Side, out: _Side) -> Dict[str, Any]:
    """The parts of a file other than attention and tokens. `out` is the side whose tokens the model outputs."""
    extras: Dict[str, Any] = {key: options[key] for key in ("model", "title", "source") if options[key]}
    if options["title"] is not None and not isinstance(options["title"], str):
        extras["title"] = item.own(options["title"], "title")

    def pick(value: Any, what: Any, axis: Any = 0) -> Any:
        return _per_token(value, item, side.sizes, side.kept, what, axis)

    if options["importance"] is not None:
        extras["importance"] = {
            name: [float(x) for x in pick(scores, f"importance[{name!r}]")] for name, scores in options["importance"].items()
        }
    if options["words"] is not None:
        extras["words"] = [
            None if word is None or int(word) < 0 else int(word) for word in _whole_numbers(pick(options["words"], "words"), "words")
        ]
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
            raise HeadwatersError(f"contributions is {_short(given)}. Expected an array [layers, {width}, {width}].") from None
        if matrices.ndim != 3 or matrices.shape[1:] != (width, width):
            raise HeadwatersError(f"contributions has the shape {list(matrices.shape)}. Expected [layers, {width}, {width}].")
        matrices = matrices[:, side.kept][:, :, side.kept]
        if options["layers"] is not None:
            if any(not -len(matrices) <= layer < len(matrices) for layer in options["layers"]):
                raise HeadwatersError(f"layers={options['layers']} is out of range; there are contributions of {len(matrices)} layers.")
            matrices = matrices[list(options["layers"])]
        extras["contributions"] = matrices
        extras["contributionKind"] = options["contribution_kind"] or getattr(given, "kind", "contributions")
    if options["predicted"] is not None:
        texts = _texts(options["predicted"], options["tokenizer"], item) or []
        extras["predicted"] = [str(text) for text in _per_token(texts, _Item(0, 1), out.sizes, out.kept, "predicted")]
    if options["predicted_probability"] is not None:
        if options["predicted"] is None:
            raise HeadwatersError("predicted_probability needs predicted.")
        given = [
            float("nan") if one is None else float(one)
            for one in _per_token(options["predicted_probability"], item, out.sizes, out.kept, "predicted_probability")
        ]
        if any(one < 0 or one > 1 for one in given):
            raise HeadwatersError("predicted_probability must be from 0 to 1.")
        extras["predictedProbability"] = given
    return extras


def _note_sinks(parts: Dict[str, np.ndarray], left_out: List[str]) -> None:
    """Notes rows with sums between 0 and 1, as in GPT-OSS, whose softmax has an additional place that is cut off."""
    for part, values in parts.items():
        if not values.size or not values.min() >= 0:  # true for NaN, too
            continue
        sums = values.sum(-1, dtype=np.float32)
        some = sums[sums > 0]
        if some.size and some.max() < 1 + 1e-3 and np.mean(some < 1 - 1e-3) > 0.5 and np.ptp(some) > 1e-3:
            _said(
                left_out,
                f"rows of {'attention' if part == 'self' else part + ' attention'} sum to {some.min():.2f} to {some.max():.2f}: the "
                "rest goes to an attention sink (GPT-OSS) that is no token, or to keys that were cut off",
            )


def _with_sink(example: _Example) -> _Example:
    """Adds a leading token [sink] that receives what rows lack to 1 and attends only to itself. Unchanged if none lacks any."""
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
    return dataclasses.replace(
        example,
        parts={"self": whole},
        gradients={part: grown(each) for part, each in example.gradients.items()},
        tokens=["[sink]"] + tokens,
        extras=extras,
    )


def _softmax(scores: np.ndarray) -> np.ndarray:
    """Applies the softmax to scores. Rows without any finite score stay unchanged."""
    known = np.isfinite(scores)
    values = np.where(known, scores.astype(np.float64), -np.inf)
    rows = known.any(-1, keepdims=True)
    powers = np.exp(values - np.where(rows, values.max(-1, keepdims=True), 0))
    return np.where(rows, powers / np.where(rows, powers.sum(-1, keepdims=True), 1), scores).astype(np.float32)


def _chosen(
    parts: Dict[str, np.ndarray], slopes: Dict[str, np.ndarray], options: Dict[str, Any], left_out: List[str]
) -> Tuple[Dict[str, np.ndarray], Dict[str, np.ndarray]]:
    """The requested layers, with heads averaged if requested."""
    if options["layers"] is not None:
        layers = [int(layer) for layer in options["layers"]]
        for part, values in parts.items():
            if any(not -len(values) <= layer < len(values) for layer in layers):
                raise HeadwatersError(f"layers={layers} is out of range; there are {len(values)} layers ({part}).")
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
