# SPDX-License-Identifier: MIT
"""Example: outputs with all options of save(). The same fields as options, and their checks."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union

from .arrays import _is_array, _is_list, _is_number, _plain, _shape, _short
from .errors import Array, HeadwatersError, PathLike, _quoted
from .names import _some


@dataclasses.dataclass(eq=False)
class Example:
    """A model's outputs with all options of save(). Functions that take outputs also take an Example, and save() a list of them.

        example = headwaters.Example(outputs, tokens, image=picture, grid=(14, 14), title="A cat")
        headwaters.save("attention.json", example)

    save() describes the fields, and also takes them by their names. An argument of the call overrides the Example's field.
    """

    attentions: Any
    tokens: Any = None
    decoder_tokens: Any = None
    tokenizer: Any = None
    attention_mask: Optional[Array] = None
    decoder_attention_mask: Optional[Array] = None
    item: Optional[int] = None
    gradients: Any = None
    importance: Optional[Mapping[str, Array]] = None
    image: Any = None
    grid: Optional[Sequence[int]] = None
    first_patch_token: Optional[int] = None
    image_regions: Optional[Sequence[Any]] = None
    words: Optional[Sequence[Any]] = None
    segments: Optional[Array] = None
    special_tokens: Optional[Sequence[str]] = None
    output_token: Optional[int] = None
    predicted: Any = None
    predicted_probability: Any = None
    fixed_residual: Optional[Array] = None
    contributions: Any = None
    contribution_kind: Optional[str] = None
    model: Any = None
    title: Optional[str] = None
    source: Optional[str] = None
    layers: Optional[Sequence[int]] = None
    layers_from: Optional[str] = None
    average_heads: bool = False
    axes: Any = None
    softmax: bool = False
    absolute: bool = False
    first_tokens: Optional[int] = None
    missing_share: bool = False

    def _said(self, tokens: Any, options: Dict[str, Any]) -> Tuple[Any, Any, Dict[str, Any]]:
        """Outputs, tokens and options of save(). The call's own options take precedence."""
        own = {name: getattr(self, name) for name, usual in _OPTIONS.items() if options[name] is usual}
        return self.attentions, self.tokens if tokens is None else tokens, {**options, **own}


#: The options of save(), with their defaults.
_OPTIONS: Dict[str, Any] = {field.name: field.default for field in dataclasses.fields(Example)[2:]}


class Fields(TypedDict, total=False):
    """The fields of an Example that save() takes by their names, in addition to its parameters."""

    decoder_attention_mask: Optional[Array]
    image: Any
    grid: Optional[Sequence[int]]
    first_patch_token: Optional[int]
    image_regions: Optional[Sequence[Any]]
    words: Optional[Sequence[Any]]
    segments: Optional[Array]
    special_tokens: Optional[Sequence[str]]
    output_token: Optional[int]
    predicted: Any
    predicted_probability: Any
    fixed_residual: Optional[Array]
    contributions: Any
    contribution_kind: Optional[str]
    model: Any
    title: Optional[str]
    layers: Optional[Sequence[int]]
    layers_from: Optional[str]
    average_heads: bool
    axes: Any
    softmax: bool
    absolute: bool
    first_tokens: Optional[int]
    missing_share: bool


class FileFields(Fields, total=False):
    """The same for save(). show() and open() have a parameter of that name."""

    source: Optional[str]


class CommonFields(Fields, total=False):
    """The same for functions that have a parameter decoder_tokens."""

    tokenizer: Any
    attention_mask: Optional[Array]
    item: Optional[int]
    gradients: Any
    importance: Optional[Mapping[str, Array]]


class AllFields(CommonFields, total=False):
    """All fields of an Example except outputs and tokens, for show() and open() to take by name."""

    decoder_tokens: Any


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


#: Options, checks of their values, and the texts for a failed check.
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
    """Rejects impossible options here, before other code fails on them."""
    for names, right, said in _MEANT:
        for name in names:
            value = options.get(name)
            if value is not None and not right(value):
                raise HeadwatersError(f"{name} is {_short(value)}. Expected {said}.")


def _nearest(name: str, known: Iterable[str]) -> str:
    """The known name that `name` probably means, or "" if none is similar."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name[:80], list(known), 1, 0.7)), "")


def _known(options: Mapping[str, Any], own: Sequence[str] = ()) -> Dict[str, Any]:
    """The options, if save() has them all. `own` are the caller's other parameters, which may be meant."""
    unknown = sorted(set(options) - set(_OPTIONS))
    if unknown:
        near = [(name, _nearest(name, [*_OPTIONS, *own])) for name in unknown]
        meant = "".join(f"; did you mean {right} for {name}?" for name, right in near if right)
        raise TypeError(_quoted(f"Unknown options: {_some(unknown)}{meant}; known are {', '.join(sorted([*_OPTIONS, *own]))}", 4000))
    return dict(options)


class Cell(CommonFields, total=False):
    """Options that head_view() and model_view() pass on to show()."""

    height: int
    page: Optional[PathLike]
    dtype: str
    inside: bool


class View(TypedDict, total=False):
    """Options that live() passes on to Widget: the first view, and the cell."""

    method: Optional[str]
    panel: Optional[str]
    layer: Optional[int]
    selected: Optional[Sequence[int]]
    output: Optional[str]
    side: Optional[str]
    example: Optional[int]
    settings: Optional[Mapping[str, Any]]
    state: Optional[Mapping[str, Any]]
    height: int
    page: Optional[PathLike]
    inside: bool


Numbers = Union[str, int, Sequence[int]]  #: "0,2,5-7", 3 or [0, 2]


class Settings(TypedDict, total=False):
    """Options of rollout(), flow() and the other methods. `headwaters --help` describes each. A method refuses options without use."""

    # Reading arrays, as for an Example.
    decoder_tokens: Any
    tokenizer: Any
    attention_mask: Optional[Array]
    decoder_attention_mask: Optional[Array]
    output_token: Optional[int]
    gradients: Any
    importance: Optional[Mapping[str, Array]]
    fixed_residual: Optional[Array]
    special_tokens: Optional[Sequence[str]]
    predicted: Any
    predicted_probability: Any
    contributions: Any
    contribution_kind: Optional[str]
    model: Any
    axes: Any
    layers_from: Optional[str]
    first_tokens: Optional[int]
    # Reading files, too.
    normalise_rows: bool
    absolute: bool
    transpose: bool
    softmax: bool
    keep_padding: bool
    average_heads: bool
    half: bool
    memory: str
    missing_share: bool
    example: Union[int, str]
    part: str
    weights: str
    # The computation.
    preset: str
    fusion: str
    gradient_norm: str
    heads: Numbers
    head_of_layer: str
    heads_at: str
    head_weights: Union[str, Sequence[float]]
    residual: Union[float, str]
    discard: float
    discard_scope: str
    discard_ties: str
    protect: Union[int, str]
    order: str
    normalise: str
    layers: Numbers
    start_layer: int
    gradient_form: str
    gradient_normalise: str
    form: str
    barrier: float
    scale: str
    sinks: str
    own_one: str
    over: str
    words: bool
    spans: str
    segments: str
    exclude: Any
    renormalise: bool
    relative: bool
    certificate: bool
    terms: int
    among: str
    ranks: str


class LayerSettings(Settings, total=False):
    """The same for methods without parameters of these names."""

    layer: Optional[int]
    token: Any


class FileSettings(LayerSettings, total=False):
    """The same for read(), for files without tokens."""

    tokens: str


Value = Union[str, int, float]  #: as in a link


class FigureSettings(Settings, total=False):
    """Options of plot(): the same, and the fields of a link (docs/api.md)."""

    state: str
    second: str
    size: Any
    font_size: float
    dpi: int
    palette: str
    theme: str
    no_title: bool
    no_caption: bool
    title: Value
    both_files: Value
    cell_numbers: Value
    colors: Value
    compare: Value
    compare_as: Value
    dataset: Value
    difference: Value
    dividers: Value
    edges: Value
    experiment: Value
    flow: Value
    ghost: Value
    graph: Value
    keep: Value
    lesson: Value
    notes: Value
    opacity: Value
    own_share: Value
    panel: Value
    panes: Value
    patches: Value
    paths: Value
    present: Value
    raw_tokens: Value
    row: Value
    sink: Value
    sort: Value
    step: Value
    thumbnails: Value
    whole_scale: Value
    writing: Value


class TextSettings(TypedDict, total=False):
    """Options of functions that run a model: its text, and the question. "as" and "class" are Python keywords: **{"class": "a cat"}."""

    text: str
    pair: str
    image: Union[str, Sequence[str]]
    sound: str
    language: str
    task: str
    step: int
    prompt_name: str
    name: str
    ignore_keys: bool
    chat: bool
    said: Union[str, Sequence[str]]
    target: Union[str, Sequence[str]]
    scores: Union[str, Sequence[str]]
    test_words: Union[str, Sequence[str]]
    steps: int
    quiet: bool


class ComputeSettings(LayerSettings, TextSettings, total=False):
    """Options of compute(), which may run a model."""


class ModelSettings(TextSettings, total=False):
    """Options of ask() and why(), which run a model. `headwaters --help` describes each."""

    wiped: str
    silent: str
    generate: int
    temperature: float
    top_k: int
    top_p: float
    seed: int
    output: str
    max_tokens: int
    output_ids: str
    split_images: bool
    beams: int
    position: int
    cut: Union[str, Sequence[str]]
    cut_head: Union[str, Sequence[str]]
    cut_residual: Union[str, Sequence[str]]
    cut_min: str
    hide: Union[str, Sequence[str]]
    rule: str
    among: str
    question: str
    swap_text: str
    swap_places: str
    threads: int
    by: str
    sinks: str
    gradients: bool
    score: str
    metric: str
    share: float
    all: bool
