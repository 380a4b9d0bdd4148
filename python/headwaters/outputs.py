# SPDX-License-Identifier: MIT
"""The attention of a model's outputs, of its hooks and of generate()."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

import numpy as np

from .arrays import _counted, _is_array, _is_empty, _numpy, _plain
from .axes import _lengths, _said
from .errors import EAGER, HeadwatersError
from .items import _Item, _texts
from .names import _PARTS, _ROLES, _get, _is_named
from .stacks import _Stack, _stack


def _stacks(
    outputs: Any, left_out: List[str], tokens: Any = None, axes: Optional[Tuple[str, ...]] = None, like: Optional[Dict[str, _Stack]] = None
) -> Dict[str, _Stack]:
    """Every stack of a model's outputs by its role, which is self, or encoder, decoder and cross. `like`: the attention that these
    are gradients of, whose axes they have."""
    texts = _lengths(tokens)

    def wanted(part: Any) -> Any:
        return like[part].axes if like is not None and part in like else axes

    if not _is_named(outputs):
        outputs = _of_hooks(outputs) if like is None else outputs
        return {"self": _stack(outputs, "attentions", left_out, texts, like is None, wanted("self"), like is None and axes is not None)}
    given = {_PARTS[role]: (role, _get(outputs, role)) for role in _ROLES}
    beyond = {"self": "global_attentions", "encoder": "encoder_global_attentions"}

    def read(part: str, role: str, value: Any) -> _Stack:
        across = _plain(_get(outputs, beyond[part])) if part in beyond and like is None else None
        across = None if across is None or _is_empty(across) else _stack(across, beyond[part], [], (), False)
        square = part != "cross" and like is None
        value = _content_stream(value, role, left_out) if _get(outputs, "sequences") is None else value
        known = wanted(part)
        if (
            known is None
            and type(outputs) is not dict
            and isinstance(value, tuple)
            and all(_is_array(one) and one.ndim == 4 for one in value)
        ):
            known = ("layers", "inputs", "heads")  # a model's return value needs no guess, even if it is one layer
        return _stack(
            value, role, left_out, texts if part in ("self", "encoder") else (), square, known, axes is not None and square, across
        )

    found = {
        part: read(part, role, value)
        for part, (role, value) in given.items()
        if value is not None and len(value) > 0 and not _all_none(value)
    }
    if not found:
        raise HeadwatersError(EAGER)
    if "self" in found and "cross" in found and "decoder" not in found:
        own, cross = found["self"].steps[-1], found["cross"].steps[-1]
        if len(own) != len(cross) and len(found["self"].steps) == 1 and own[0].shape[2] == cross[0].shape[2]:
            left_out.append(
                f"cross_attentions ({len(cross)} of {len(own)} layers): the {own[0].shape[2]} positions are latents, as in "
                "Perceiver, and tokens are of what it reads into them"
            )
            return {"self": dataclasses.replace(found["self"], latent=True)}
        found["decoder"] = found.pop("self")  # a decoder that is a separate model
    if "cross" not in found and len(found) > 1:  # nothing connects them
        keep = "self" if "self" in found else "decoder" if "decoder" in found else next(iter(found))
        left_out.extend(f"{part}_attentions (without cross-attention nothing joins the two)" for part in found if part != keep)
        found = {keep: found[keep]}
    if "cross" not in found:
        found = {"self": next(iter(found.values()))}
    return found


def _content_stream(value: Any, where: str, left_out: List[str]) -> Any:
    """XLNet's layers with a target mapping are pairs of the content's stream and the query's, which is ignored."""
    if (
        isinstance(value, (list, tuple))
        and len(value) > 1
        and all(
            isinstance(pair, (list, tuple))
            and len(pair) == 2
            and all(_is_array(one) and one.ndim == 4 and one.shape == first.shape for one, first in zip(pair, value[0]))
            for pair in value
        )
        and (value[0][0].shape[-2] == value[0][0].shape[-1] == value[0][1].shape[-1])
    ):  # steps of two layers differ in their rows
        note = f"the second matrix of each layer of {where} (XLNet's query stream)"
        if note not in left_out:
            left_out.append(note)
        return [content for content, _ in value]
    return value


#: Fields that models return in addition to attention, or in its place.
_OTHER_FIELDS = (
    "logits",
    "last_hidden_state",
    "hidden_states",
    "pooler_output",
    "cache",
    "cache_params",
    "past_key_values",
    "loss",
    "state",
)


def _of_hooks(outputs: Any) -> Any:
    """A mapping without the names of attention: collected by hooks by name, or from a model without attention."""
    if (
        isinstance(outputs, (list, tuple))
        and any(_is_array(entry) for entry in outputs)
        and any(isinstance(entry, (list, tuple)) and entry and _is_array(entry[0]) for entry in outputs)
    ):
        where = [
            i
            for i, entry in enumerate(outputs)
            if isinstance(entry, (list, tuple))
            and entry
            and _is_array(entry[0])
            and entry[0].ndim == 4
            and entry[0].shape[-1] == entry[0].shape[-2]
        ]
        raise HeadwatersError(
            "This tuple also has other arrays than attention (return_dict=False). Give only its attention"
            + (f", outputs[{where[-1]}]." if where else ".")
        )
    if not isinstance(outputs, Mapping):
        return outputs
    inner = [key for key, value in outputs.items() if _is_named(value) and not _is_array(value)]
    if inner:
        raise HeadwatersError(
            f"These are the outputs of {_counted(len(inner), 'model')}. Save each on its own, such as save(path, outputs.{inner[-1]}, ...)."
        )
    if any(name in outputs for name in _OTHER_FIELDS) or any(str(key).startswith("logits") for key in outputs):
        raise HeadwatersError(
            f"These outputs ({type(outputs).__name__}: {', '.join(map(str, outputs))}) have no attention. "
            "The model has none (such as Mamba), or its class does not return it."
        )
    pairs = [
        key
        for key, value in outputs.items()
        if isinstance(value, (list, tuple)) and all(_is_array(one) for one in value if one is not None)
    ]
    if not pairs:
        return outputs
    found = {
        key: [one for one in value if one is not None and one.ndim == 4 and one.shape[-1] == one.shape[-2]] if key in pairs else [value]
        for key, value in outputs.items()
    }
    odd = next((key for key, ones in found.items() if len(ones) != 1), None)
    if odd is not None:
        raise HeadwatersError(
            f"Under {odd!r} there are {_counted(len(outputs[odd]), 'array')}. Keep only the attention weights, the second output of the hook's module."
        )
    return {key: ones[0] for key, ones in found.items()}


def _all_none(value: Any) -> bool:
    return not _is_array(value) and not isinstance(value, Mapping) and all(entry is None for entry in value)


class _Model(NamedTuple):
    """Facts from the model itself that its outputs do not contain."""

    name: str
    configs: Tuple[Any, ...]  #: of its generation, itself, and its text

    @classmethod
    def of(cls, model: Any) -> "_Model":
        config = getattr(model, "config", None)
        if config is None:
            raise HeadwatersError(f"model= is a {type(model).__name__} without a config. Give its name, or a transformers model.")
        text = config.get_text_config(decoder=True) if hasattr(config, "get_text_config") else config
        return cls(
            str(getattr(config, "name_or_path", "") or type(model).__name__), (getattr(model, "generation_config", None), config, text)
        )

    def ids(self, name: str) -> Set[str]:
        return {str(int(one)) for config in self.configs for one in _listed(getattr(config, name, None))}


def _about(outputs: Any, options: Dict[str, Any]) -> Dict[str, Any]:
    """Options in which `model` is a name and `about` the model's facts. model= may be the model, and record() leaves it
    with the outputs."""
    given = options["model"]
    if given is not None and not isinstance(given, str):
        about = _Model.of(given)
        return {**options, "model": about.name, "about": about}
    return {"about": getattr(outputs, "headwaters_model", None), **options}


def _listed(value: Any) -> List[Any]:
    return [] if value is None else list(value) if isinstance(value, (list, tuple)) else [value]


def _kinds(outputs: Any, about: Optional[_Model]) -> List[str]:
    """The kind of each layer of a hybrid model ("mamba", "full_attention"), from its config or the cache that it returned."""
    cache = next(
        (found for found in (_get(outputs, "past_key_values"), _get(outputs, "cache"), _get(outputs, "cache_params")) if found is not None),
        None,
    )
    for holder in (*(about.configs if about is not None else ()), cache):
        for name in ("layer_types", "layers_block_type"):
            kinds = getattr(holder, name, None)
            if isinstance(kinds, (list, tuple)):
                return [str(kind) for kind in kinds]
    layers = getattr(cache, "layers", None)
    plain = ("DynamicLayer", "StaticLayer", "Sliding", "Chunked", "QuantizedLayer", "HQQ", "Quanto")
    return ["attention" if any(name in type(layer).__name__ for name in plain) else type(layer).__name__ for layer in _listed(layers)]


def _name_absent(outputs: Any, stacks: Dict[str, _Stack], options: Dict[str, Any], left_out: List[str]) -> None:
    """Hybrid models return only their attention layers, without None for the others, which are named here."""
    stack = stacks.get("self")
    if stack is None or _is_array(outputs):
        return
    kinds = _kinds(outputs, options["about"])
    absent = [i for i, kind in enumerate(kinds) if not (("attention" in kind and "linear" not in kind.lower()) or "hybrid" in kind.lower())]
    if absent and len(kinds) - len(absent) == len(stack.steps[0]):
        note = f"layers {', '.join(map(str, absent))} of the model's {len(kinds)} (no attention in them: {', '.join(sorted({kinds[i] for i in absent}))})"
        if note not in left_out:
            left_out.append(note)


def _check_batch(outputs: Any, stacks: Dict[str, _Stack], axes: Optional[Tuple[str, ...]]) -> None:
    """Windows of a picture and frames of a video take the place of a batch's items. The rest of the outputs distinguishes them."""
    if (
        _is_array(outputs)
        or not _is_named(outputs)
        or "self" not in stacks
        or axes is not None
        or "MultipleChoice" in type(outputs).__name__
    ):
        return
    told = next(
        (found for found in (_get(outputs, "logits"), _get(outputs, "last_hidden_state")) if _is_array(found) and found.ndim > 1), None
    )
    batch = stacks["self"].batch
    if told is None or _get(outputs, "sequences") is not None or not 0 < told.shape[0] < batch or batch % told.shape[0]:
        return
    raise HeadwatersError(
        f"{stacks['self'].where} has {batch} matrices per layer for {_counted(int(told.shape[0]), 'input')}. "
        'For windows (Swin), use window_blocks() and merged(). For frames (TimeSformer), save each: save(path, outputs.attentions, item=frame, image=..., axes="layers,inputs,heads").'
    )


@dataclasses.dataclass
class _Generated:
    """The results of generate(): the rows of the steps for each sequence, and the end of each sequence."""

    count: int  #: number of sequences
    sequences: Optional[np.ndarray]  #: ids [count, T], including the prompt
    beams: Optional[np.ndarray]  #: [count, steps], -1 after the end
    rows: List[Optional[int]]  #: queries of each sequence up to its last token, which has none; None means all

    @classmethod
    def of(
        cls, outputs: Any, stacks: Dict[str, _Stack], tokens: Any, options: Dict[str, Any], left_out: List[str]
    ) -> Optional["_Generated"]:
        """None if these are no steps of generate()."""
        stack = stacks.get("decoder") or stacks.get("self")
        named = not _is_array(outputs) and _is_named(outputs)
        sequences = _get(outputs, "sequences") if named else None
        sequences = None if sequences is None else np.atleast_2d(_numpy(sequences))
        if stack is None or (stack.axes[:1] != ("steps",) and sequences is None):
            return None
        beams = _get(outputs, "beam_indices") if named else None
        searched = hasattr(outputs, "beam_indices") or (isinstance(outputs, Mapping) and "beam_indices" in outputs)
        if beams is None and (searched or (sequences is not None and len(sequences) != stack.batch)):
            raise HeadwatersError(
                f"{stack.where} has {stack.batch} beams per step, but beam_indices is missing. Call generate(..., output_scores=True)."
            )
        beams = None if beams is None else np.atleast_2d(_numpy(beams))
        count = len(beams) if beams is not None else stack.batch
        rows: List[Optional[int]] = [None] * count
        if beams is not None:
            rows = [stack.rows(min(int((beam >= 0).sum()), len(stack.steps))) for beam in beams]
        written = sequences if sequences is not None else options["decoder_tokens"] if "decoder" in stacks else tokens
        if beams is None and written is not None:
            ends = _ends(written, count, stack, options, left_out)
            rows = [None if end is None else end - 1 for end in ends]
        return cls(count, sequences, beams, rows)


#: Texts of tokens that end a sequence, and of those that follow its end.
_END_TEXTS = {"</s>", "<eos>", "<|endoftext|>", "<|im_end|>", "<|eot_id|>", "<|end_of_text|>", "<end_of_turn>", "<|end|>", "[SEP]"}


_PAD_TEXTS = {"[PAD]", "<pad>", "<|pad|>", "<PAD>"}


def _ends(written: Any, count: int, stack: _Stack, options: Dict[str, Any], left_out: List[str]) -> List[Optional[int]]:
    """The number of tokens of each sequence of a batch until its end, according to the tokenizer, the model or the batch itself. None
    means all.

    A batch is generated until its last item ends. After their own end the other items have padding, and meaningless rows."""
    lists = [_texts(written, None, _Item(i, count, True)) or [] for i in range(count)]
    if any(len(one) - stack.rows() not in (0, 1) for one in lists):
        return [None] * count
    made = [one[stack.first :] for one in lists]
    ends, pads, named = _END_TEXTS, _PAD_TEXTS, True
    if all(token.isdigit() for one in made for token in one):
        holders = _Model("", (options["tokenizer"], *(options["about"].configs if options["about"] is not None else ())))
        ends, pads = holders.ids("eos_token_id"), holders.ids("pad_token_id")
        named = bool(ends or pads)
    if not named and count > 1:
        ends, pads = _agreed(made)
        _said(
            left_out,
            *[
                f"token {pad} behind token {end} is read as padding behind the end of a sequence (tokenizer= or model= say it for certain)"
                for end, pad in zip(ends, pads)
            ],
        )
    found: List[Optional[int]] = []
    for tokens in made:
        run = _run_of_last(tokens)
        end = next(
            (
                i + 1
                for i, token in enumerate(tokens)
                if token in ends and all(other == token or other in pads for other in tokens[i + 1 :])
            ),
            None,
        )
        if end is None and tokens and tokens[-1] in pads and (run > 1 or not ends):
            end = len(tokens) - run
        found.append(None if end is None else stack.first + end)
        if count > 1 and run > 1 and not named and not ends:
            _said(
                left_out,
                f"a sequence ends in {run} times the token {tokens[-1]}; if that is padding, tokenizer= or model= say so, and it is left out",
            )
    return found


def _run_of_last(tokens: Sequence[str]) -> int:
    """Number of repetitions of the last token at the end."""
    return next((i for i, token in enumerate(reversed(tokens)) if token != tokens[-1]), len(tokens))


def _agreed(made: Sequence[Sequence[str]]) -> Tuple[Set[str], Set[str]]:
    """The ids that end sequences and that fill them up, if two sequences of a batch agree on both, and neither id occurs
    elsewhere; else empty sets. A single id for both could also be a text that repeats itself."""
    whole = [token for tokens in made for token in tokens]
    for pad in sorted({tokens[-1] for tokens in made if tokens}):
        filled = [(tokens, _run_of_last(tokens)) for tokens in made if tokens and tokens[-1] == pad]
        if sum(run for _, run in filled) != whole.count(pad) or all(run == 1 for _, run in filled):
            continue
        before = [tokens[-run - 1] for tokens, run in filled if run < len(tokens)]
        if len(set(before)) == 1 and len(before) == len(filled) < len(made):
            ended = len(before) + sum(tokens[-1] == before[0] for tokens in made if tokens)
            if ended >= 2 and ended == whole.count(before[0]):
                return {before[0]}, {pad}
    return set(), set()
