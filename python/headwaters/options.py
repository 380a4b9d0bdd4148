# SPDX-License-Identifier: MIT
"""The options of save(), and the parts of a batch that they belong to."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, Tuple

from .arrays import _is_array, _is_list, _is_number, _plain, _shape, _short
from .errors import HeadwatersError, _quoted
from .names import _some

_OPTIONS: Dict[str, Any] = dict(
    decoder_tokens=None,
    tokenizer=None,
    attention_mask=None,
    decoder_attention_mask=None,
    item=None,
    gradients=None,
    importance=None,
    image=None,
    grid=None,
    first_patch_token=None,
    image_regions=None,
    words=None,
    segments=None,
    special_tokens=None,
    output_token=None,
    predicted=None,
    predicted_probability=None,
    fixed_residual=None,
    contributions=None,
    contribution_kind=None,
    model=None,
    title=None,
    source=None,
    layers=None,
    layers_from=None,
    average_heads=False,
    axes=None,
    softmax=False,
    absolute=False,
    first_tokens=None,
    missing_share=False,
)


#: Options with one value for each input.
_PER_INPUT = (
    "decoder_tokens",
    "attention_mask",
    "decoder_attention_mask",
    "gradients",
    "words",
    "segments",
    "output_token",
    "predicted",
    "predicted_probability",
    "fixed_residual",
    "contributions",
    "image",
    "image_regions",
)


#: Options, what they have to be, and how that is said.
_MEANT: List[Tuple[Tuple[str, ...], Callable[[Any], bool], str]] = [
    (("item", "output_token", "first_patch_token"), _is_number, "a whole number"),
    (
        ("layers",),
        lambda value: _is_list(value) and len(value) > 0 and all(_is_number(one) for one in value),
        "a list of the numbers of layers",
    ),
    (
        ("grid",),
        lambda value: _is_list(value) and len(value) in (2, 3) and all(_is_number(one) for one in value),
        "(rows, columns), or (frames, rows, columns) of a video",
    ),
    (
        ("image_regions",),
        lambda value: _is_list(value) and all(_is_list(one) for one in value),
        "[(picture or None, (rows, columns), first token), ...]",
    ),
    (
        ("importance",),
        lambda value: isinstance(value, Mapping) and all(scores is not None for scores in value.values()),
        '{"name": one score for each token}',
    ),
    (("tokenizer",), lambda value: hasattr(value, "convert_ids_to_tokens"), "a tokenizer, with convert_ids_to_tokens()"),
    (
        ("title",),
        lambda value: isinstance(value, str) or (isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value)),
        "a text, or a list with one for each item",
    ),
    (("source", "contribution_kind"), lambda value: isinstance(value, str), "a text"),
    (
        ("axes",),
        lambda value: isinstance(value, str) or (isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value)),
        'names of axes, as in "inputs,layers,heads"',
    ),
    (
        ("tokens", "decoder_tokens", "predicted", "predicted_probability", "special_tokens", "words", "segments"),
        _is_list,
        "a list with one for each token, or a list of such lists",
    ),
    (
        ("attention_mask", "decoder_attention_mask"),
        lambda value: _is_array(value) or (isinstance(value, (list, tuple)) and _shape(_plain(value)) is not None),
        "rows of 0 and 1, all of one length",
    ),
]


def _check_options(options: Mapping[str, Any]) -> None:
    """What cannot be meant is said here, and not by whoever stumbles over it."""
    for names, right, said in _MEANT:
        for name in names:
            value = options.get(name)
            if value is not None and not right(value):
                raise HeadwatersError(f"{name} is {_short(value)}; {said} is expected.")


def _known(options: Dict[str, Any]) -> Dict[str, Any]:
    unknown = sorted(set(options) - set(_OPTIONS))
    if unknown:
        raise TypeError(_quoted(f"unknown options: {_some(unknown)}; known are {', '.join(sorted(_OPTIONS))}", 4000))
    return options
