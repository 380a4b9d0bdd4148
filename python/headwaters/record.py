# SPDX-License-Identifier: MIT
"""Models that keep their attention while they run (PyTorch)."""

from __future__ import annotations

import contextlib
import dataclasses
from typing import Any, Dict, Iterator, List, Tuple

from .errors import HeadwatersError
from .outputs import _Model


@contextlib.contextmanager
def record(model: Any) -> Iterator[Any]:
    """A context in which a model of transformers keeps its attention, with any attention implementation. Everything is restored afterwards.

        with headwaters.record(model):
            outputs = model(**inputs)
            generated = model.generate(**inputs, max_new_tokens=20)
        headwaters.save("attention.json", outputs, tokens)

    Selects eager attention in place of sdpa and flash attention, output_attentions, and the options that generate() needs. Outputs
    keep the model's own facts, so that save() knows the layers of hybrid models that have no attention, and the ends of a
    batch's sequences. The context returns the model.
    """
    config = getattr(model, "config", None)
    if config is None or not hasattr(model, "register_forward_hook"):
        raise HeadwatersError(f"record() takes a transformers model, not {type(model).__name__}.")
    configs = {id(one): one for one in (config, *(getattr(module, "config", None) for module in model.modules())) if one is not None}
    settings: List[Tuple[Any, str, Any]] = [
        (one, "_attn_implementation", "eager") for one in configs.values() if hasattr(one, "_attn_implementation")
    ]
    settings += [(one, "output_attentions", True) for one in configs.values()]
    generation = getattr(model, "generation_config", None)
    if generation is not None:
        settings += [
            (generation, "output_attentions", True),
            (generation, "return_dict_in_generate", True),
            (generation, "output_scores", True),
        ]
    before = [(one, name, getattr(one, name, None)) for one, name, _ in settings]
    about = _Model.of(model)

    def remember(*seen: Any) -> None:
        with contextlib.suppress(AttributeError, TypeError):  # tuples cannot keep them
            seen[-1].headwaters_model = about

    hook = model.register_forward_hook(remember)
    plain, own = getattr(model, "generate", None), vars(model).get("generate")

    def generate(*given: Any, **named: Any) -> Any:
        made = plain(*given, **named)  # type: ignore[misc]
        remember(made)
        return made

    try:
        for one, name, value in settings:
            setattr(one, name, value)
        if plain is not None:
            model.generate = generate
        yield model
    finally:
        hook.remove()
        if own is not None:
            model.generate = own  # inside another record()
        elif plain is not None:
            del model.generate
        for one, name, old in reversed(before):
            setattr(one, name, False if name == "output_attentions" and old is None else old)


def _kept_by(model: Any) -> Any:
    """record(), if the model is one of transformers."""
    return record(model) if getattr(model, "config", None) is not None else contextlib.nullcontext()


@dataclasses.dataclass
class Recorded:
    """The result of from_timm(): outputs with their own options for save()."""

    attentions: Tuple[Any, ...]  #: one per layer, tensors [B, H, n, n], as needed by gradients()
    logits: Any = None  #: return value of the model
    tokens: Any = None
    options: Dict[str, Any] = dataclasses.field(default_factory=dict)  #: options of save(), which the call may override
    left_out: List[str] = dataclasses.field(default_factory=list)
    outputs: Any = None  #: the model's own, if they are more than `attentions`, as those of an encoder-decoder or of generate()
