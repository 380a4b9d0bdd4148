# SPDX-License-Identifier: MIT
"""Attention and scores from timm, pipelines, TransformerLens, Captum and inseq."""

from __future__ import annotations

import functools
import re
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from .arrays import _counted, _is_array, _is_mapping, _numpy, _short
from .errors import HeadwatersError
from .names import _patterns, _some
from .record import Recorded, record


def from_timm(model: Any, images: Any) -> Recorded:
    """Runs a vision transformer of timm (or one whose blocks are built alike) and keeps its attention.

        headwaters.show(headwaters.from_timm(model, images), image=picture)
        headwaters.gradients(headwaters.from_timm(model, images), 281)

    model   ViT, DeiT, BEiT, EVA, DINOv2, SigLIP, ...: every block attends from all tokens to all tokens. Modules with `fused_attn` run unfused
            for this call and are put back; what passes their `attn_drop` are the weights. eval() is yours to call: dropout would drop some
    images  [B, 3, height, width]; the grid of patches and the tokens before them come from the model

    Attention within windows (Swin), over channels (XCiT) or of a class token alone (CaiT) has no rollout over tokens, and is refused.
    """
    named = [(name, module) for name, module in model.named_modules() if hasattr(module, "fused_attn")]
    if not named:
        raise HeadwatersError(
            f"{type(model).__name__} has no attention of timm's kind: no module has `fused_attn`. A model of transformers is "
            "recorded by record()."
        )
    seen: List[Tuple[str, Any]] = []
    hooks = [
        module.attn_drop.register_forward_hook(lambda _, given, made, name=name: seen.append((name, made)))
        for name, module in named
        if hasattr(module, "attn_drop")
    ]
    before = [(module, module.fused_attn) for _, module in named]
    try:
        for module, _ in before:
            module.fused_attn = False
        logits = model(images)
    finally:
        for module, fused in before:
            module.fused_attn = fused
        for hook in hooks:
            hook.remove()
    pooled = [name for name, module in named if hasattr(module, "latent")]  # SigLIP's head: a learned query, no token's
    whole = [(name, made) for name, made in seen if name not in pooled]
    silent = sorted({name for name, _ in named} - {name for name, _ in seen} - set(pooled))
    if silent or not whole:
        raise HeadwatersError(f"No weights were seen of {_some(silent or [name for name, _ in named])} ({type(model).__name__}).")
    grid = getattr(getattr(model, "patch_embed", None), "grid_size", None)
    first = getattr(model, "num_prefix_tokens", None)
    if grid is None or first is None:
        raise HeadwatersError(
            f"{type(model).__name__} does not say how its tokens lie (patch_embed.grid_size, num_prefix_tokens): attention of tokens cannot "
            "be told from that of channels (XCiT), windows and reduced keys (PVT)."
        )
    n = first + grid[0] * grid[1]
    odd = next(((name, made) for name, made in whole if made.ndim != 4 or (made.shape[0], *made.shape[2:]) != (len(images), n, n)), None)
    if odd is not None:
        raise HeadwatersError(
            f"{odd[0]} ({type(dict(named)[odd[0]]).__name__}) has weights of shape {list(odd[1].shape)}: attention from all {n} tokens of "
            f"{_counted(len(images), 'image')} to all is needed, and windows (Swin) are not that."
        )
    options = {"grid": tuple(grid), "first_patch_token": int(first)}
    return Recorded(
        tuple(made for _, made in whole), logits, None, options, [f"{name} (it pools: its query is no token)" for name in pooled]
    )


def from_pipeline(pipe: Any, inputs: Any, **named: Any) -> Union[Recorded, List[Recorded]]:
    """Runs a pipeline of transformers, or a SentenceTransformer or CrossEncoder, and keeps what its model attended to.

        headwaters.show(headwaters.from_pipeline(pipeline("text-classification"), "The keys are on the table."))
        headwaters.show(headwaters.from_pipeline(SentenceTransformer(name), "The keys are on the table."))

    inputs   what the pipeline is called with, and `named`; texts or pairs of a SentenceTransformer (encode) and a CrossEncoder (predict) are run one by one
    returns  what save() takes, with the tokens, their tokenizer and the padding; a list where the model ran several times (a text
             each, a label of zero-shot classification each): those become examples in this order

    The model keeps its attention as in record(), whatever it was loaded with, and is put back. What the pipeline writes (generate()) is one run.
    """

    def each(call: Any) -> Any:
        return [functools.partial(call, [one], show_progress_bar=False, **named) for one in _each_text(inputs)]

    inner: Any
    calls: Sequence[Callable[[], Any]]
    if callable(pipe) and hasattr(pipe, "preprocess") and hasattr(pipe, "postprocess"):
        inner, calls = getattr(pipe, "model", None), [lambda: pipe(inputs, **named)]
    elif (
        hasattr(pipe, "encode") and hasattr(pipe, "children") and hasattr(pipe, "tokenizer")
    ):  # SentenceTransformer: modules one after another
        inner, calls = (
            next((one.auto_model for one in pipe.children() if getattr(one, "auto_model", None) is not None), None),
            each(pipe.encode),
        )
    elif hasattr(pipe, "predict") and hasattr(pipe, "model") and hasattr(pipe, "tokenizer"):  # CrossEncoder
        inner, calls = pipe.model, each(pipe.predict)
    else:
        raise HeadwatersError(
            f"from_pipeline() takes a pipeline of transformers or a SentenceTransformer, not a {type(pipe).__name__}. A model itself is "
            "recorded by record()."
        )
    if getattr(inner, "config", None) is None or not hasattr(inner, "register_forward_hook"):
        raise HeadwatersError(f"This {type(pipe).__name__} has no model of PyTorch and transformers in it, whose attention could be kept.")
    runs: List[Recorded] = []
    writing = False

    def keep(outputs: Any, given: Mapping[str, Any]) -> None:
        ids, mask = given.get("input_ids"), given.get("attention_mask")
        tokenizer = getattr(pipe, "tokenizer", None) if ids is not None else None
        written = getattr(outputs, "sequences", None) is not None and getattr(outputs, "cross_attentions", None) is None
        options = {
            "tokenizer": tokenizer,
            "attention_mask": mask if mask is not None and ids is not None and mask.ndim == 2 and not bool(mask.all()) else None,
        }
        runs.append(
            Recorded(
                getattr(outputs, "attentions", None) or (),
                getattr(outputs, "logits", None),
                None if written else ids,
                {key: value for key, value in options.items() if value is not None},
                [],
                outputs,
            )
        )

    def watched(name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
        """In place of a method, and not as a hook: sentence-transformers calls forward() itself."""

        @functools.wraps(plain)
        def run(*given: Any, **named: Any) -> Any:
            nonlocal writing
            within, writing = writing, writing or name == "generate"
            dictionary = (
                name == "forward"
                or named.get("return_dict_in_generate")
                or getattr(named.get("generation_config"), "return_dict_in_generate", False)
            )
            asked = {} if name == "forward" else dict(output_attentions=True, output_scores=True, return_dict_in_generate=True)
            try:
                made = plain(*given, **{**named, **asked})
            finally:
                writing = within
            if not within:
                keep(made, {**({"input_ids": given[0]} if given else {}), **named})
            return made if dictionary else made.sequences  # what is had without us

        return run

    with record(inner) as model:
        before = {name: vars(model).get(name) for name in ("forward", "generate") if hasattr(model, name)}
        try:
            for name in before:
                setattr(model, name, watched(name, getattr(model, name)))
            for call in calls:
                call()
        finally:
            for name, own in before.items():
                setattr(model, name, own) if own is not None else delattr(model, name)
    if not runs:
        raise HeadwatersError(f"This {type(pipe).__name__} never called {type(inner).__name__}: there is no attention to keep.")
    return runs[0] if len(runs) == 1 else runs


def _each_text(inputs: Any) -> List[Any]:
    """One text or pair, or a list of them, as a list."""
    return [inputs] if isinstance(inputs, (str, tuple)) else list(inputs)


def from_transformer_lens(cache: Any, tokens: Any = None) -> Recorded:
    """The attention patterns of TransformerLens's run_with_cache(), with tokens, padding and gradients.

        logits, cache = model.run_with_cache(text)
        headwaters.show(headwaters.from_transformer_lens(cache, text))

    cache    an ActivationCache, or the dictionary that get_caching_hooks() fills. The layers are blocks.*.attn.hook_pattern; of an
             encoder-decoder encoder.*, decoder.*.attn and decoder.*.cross_attn. With incl_bwd=True their gradients come along, for relevance()
    tokens   the text that was run, a list of texts (a batch: its padding is left out), the ids, or what to_str_tokens() gave. Texts and ids
             are cut by the cache's own model; a dictionary has none, and takes to_str_tokens() alone

    save() takes the cache itself, too: from_transformer_lens() chooses the patterns by name and knows what else belongs to them.
    """
    if not (_is_mapping(cache) and all(isinstance(key, str) for key in cache.keys())):
        raise HeadwatersError(
            f"from_transformer_lens() takes what run_with_cache() returns second, an ActivationCache; this is {_short(cache)}."
        )
    found: Dict[str, Dict[int, Any]] = {}
    for key, value in cache.items():
        matched = re.fullmatch(r"(?:blocks|(encoder)|(decoder))\.(\d+)\.(attn|cross_attn)\.hook_pattern(_grad)?", key)
        if matched:
            role = ("cross" if matched[4] == "cross_attn" else matched[1] or matched[2] or "self") + (matched[5] or "")
            found.setdefault(role, {})[int(matched[3])] = value
    if not any(not role.endswith("_grad") for role in found):
        raise HeadwatersError(
            f"This cache has no hook_pattern; there are {_some(_patterns(dict(cache.items()))) or 'no names'}. run_with_cache() keeps all "
            "unless names_filter leaves them out."
        )
    left_out = []
    for role, layers in found.items():
        missing = sorted(set(range(max(layers) + 1)) - set(layers))
        if missing and not role.endswith("_grad"):
            left_out.append(
                f"the {role} patterns of layers {_some([str(layer) for layer in missing])}, which the cache has not; rollout and flow skip them"
            )

    def name(role: Any) -> Any:
        return "attentions" if role == "self" else f"{role}_attentions"

    def stack(role: Any) -> Any:
        return tuple(value[None] if value.ndim == 3 else value for _, value in sorted(found[role].items()))

    roles = [role for role in found if not role.endswith("_grad")]
    given = {name(role): stack(role) for role in roles}
    options: Dict[str, Any] = {}
    if all(sorted(found.get(role + "_grad", {})) == sorted(found[role]) for role in roles):
        options["gradients"] = {name(role): stack(role + "_grad") for role in roles}
    elif any(role.endswith("_grad") for role in found):
        left_out.append("gradients, which the cache has of some layers only")
    texts, mask = _lens_tokens(getattr(cache, "model", None), tokens, next(iter(given.values()))[0].shape)
    if mask is not None:
        options["attention_mask"] = mask
    return Recorded(given.get("attentions", ()), None, texts, options, left_out, given)


def _lens_tokens(model: Any, tokens: Any, shape: Sequence[int]) -> Tuple[Any, Optional[np.ndarray]]:
    """Texts of the tokens that TransformerLens ran, and which places are theirs where texts of a batch differ in length."""
    whole_text = isinstance(tokens, str)
    texts = isinstance(tokens, (list, tuple)) and all(isinstance(one, str) for one in tokens)
    ids = _is_array(tokens)
    if tokens is None or not (whole_text or ids or (texts and shape[0] > 1)):
        return tokens, None
    if not hasattr(model, "to_str_tokens"):
        raise HeadwatersError("This cache does not know its model: give tokens as texts, model.to_str_tokens(text).")
    if whole_text:
        return list(model.to_str_tokens(tokens)), None
    if ids:
        rows = tokens if tokens.ndim == 2 else tokens[None]
        return [list(model.to_str_tokens(row)) for row in rows], None
    cut = [list(model.to_str_tokens(one)) for one in tokens]
    if len(cut) != shape[0]:
        raise HeadwatersError(f"There are {_counted(len(cut), 'text')}, but the cache has a batch of {shape[0]}.")
    if len({len(row) for row in cut}) == 1:
        return cut, None
    left = getattr(getattr(model, "tokenizer", None), "padding_side", "right") == "left"
    mask = np.zeros((len(cut), shape[-1]), np.int64)
    for row, own in zip(mask, cut):
        row[shape[-1] - len(own) :] = left
        row[: len(own)] |= not left
    return cut, mask


def from_captum(attributions: Any, *, token: Optional[int] = None, form: str = "sum") -> np.ndarray:
    """A score a token, float64 [n] or [B, n], out of what captum attributes: for save(importance=...) and correlate().

        made = LayerIntegratedGradients(forward, model.bert.embeddings).attribute(input_ids, target=1)
        headwaters.save("a.json", outputs, tokens, importance={"integrated gradients": headwaters.from_captum(made)})

    attributions   of an embedding layer, [B, n, d]; of tokens, [B, n] or [n]; or the result of captum's LLMAttribution: of all that was
                   written, or of the written token number `token`, from 0; NaN are the tokens behind it, as it does not see them
    form           over d: "sum", as captum's tutorials do (it keeps signs, and completeness of integrated gradients), "norm" or "absolute" (the sum of |x|)
    """
    if hasattr(attributions, "seq_attr"):
        by_token = attributions.token_attr
        if token is not None and by_token is None:
            raise HeadwatersError("This result has no attributions by token: ask attribute() for them, or leave token= out.")
        if token is not None and not -len(by_token) <= token < len(by_token):
            raise HeadwatersError(f"token={token} is not among the {_counted(len(by_token), 'token')} that were written.")
        return np.asarray(_numpy(attributions.seq_attr if token is None else by_token[token]), np.float64)
    if token is not None:
        raise HeadwatersError("token= chooses one of LLMAttribution's written tokens; these attributions are of one target already.")
    if isinstance(attributions, (list, tuple)):
        if len(attributions) != 1:
            raise HeadwatersError(f"These are attributions of {_counted(len(attributions), 'input')} or layers: give one, attributions[0].")
        attributions = attributions[0]
    forms = {
        "sum": lambda values: values.sum(-1),
        "norm": lambda values: np.sqrt((values**2).sum(-1)),
        "absolute": lambda values: np.abs(values).sum(-1),
    }
    if form not in forms:
        raise HeadwatersError(f"form is {form!r}; known are {', '.join(forms)}.")
    if not _is_array(attributions) or not 1 <= len(attributions.shape) <= 3:
        raise HeadwatersError(
            f"from_captum() takes attributions [n], [B, n] or [B, n, d], or LLMAttribution's result; this is {_short(attributions)}."
        )
    values = np.asarray(_numpy(attributions), np.float64)
    values = forms[form](values) if values.ndim == 3 else values
    return values[0] if values.ndim == 2 and len(values) == 1 else values


def from_inseq(out: Any, token: int = -1, *, item: int = 0) -> Dict[str, Any]:
    """What inseq attributes one written token to, as options of save() and show(): importance, tokens and output_token.

        out = inseq_model.attribute(prompt, whole)
        ids = torch.tensor([[one.id for one in out[0].target]])
        headwaters.save("a.json", model(ids, output_attentions=True), **headwaters.from_inseq(out))

    out     what attribute() returns, or one of its sequence_attributions. Scores over hidden sizes, layers and heads are put together by inseq's own
            aggregate(), as its show() does
    token   which of the tokens that were written, from 0; negative ones count from the end
    item    which sequence

    A model of next words (the ids are those of out[0].target): scores of all tokens before the written one, the others are NaN, which is no score;
    output_token is the one before it, whose row of attention decides. An encoder-decoder (ids of source and, as decoder_input_ids, of target): scores of
    the source's tokens.
    """
    sequences = getattr(out, "sequence_attributions", None)
    if sequences is not None and not 0 <= item < len(sequences):
        raise HeadwatersError(f"There are {_counted(len(sequences), 'sequence')}: item={item} is not among them.")
    one = out if sequences is None else sequences[item]
    if not all(hasattr(one, name) for name in ("source", "target", "target_attributions", "source_attributions", "attr_pos_start")):
        raise HeadwatersError(f"from_inseq() takes what attribute() of inseq returns, not {_short(out)}.")
    name = str(getattr(out, "info", {}).get("attribution_method") or "inseq")

    def texts(side: Any) -> Any:
        return [str(getattr(token, "token", token)) for token in side]

    start, end = int(one.attr_pos_start), int(one.attr_pos_end)
    if not -(end - start) <= token < end - start:
        raise HeadwatersError(f"token={token} is not among the {_counted(end - start, 'token')} that were written.")
    at = token % (end - start)
    summed = one if _plain_scores(one) else one.aggregate()
    joined = summed.source_attributions is not None
    scores = np.asarray(_numpy(summed.source_attributions if joined else summed.target_attributions), np.float64)
    if scores.ndim != 2:
        raise HeadwatersError(
            f"inseq's aggregate() left scores of shape {list(scores.shape)}: one for each token and written token is expected."
        )
    made: Dict[str, Any] = {
        "importance": {name: scores[:, at]},
        "tokens": texts(one.source if joined else one.target),
        "output_token": start + at - 1,
    }
    if joined:
        made["decoder_tokens"] = texts(one.target)
    else:
        made["importance"][name] = np.where(np.arange(len(scores)) < start + at, scores[:, at], np.nan)
    return made


def _plain_scores(one: Any) -> bool:
    """Whether inseq's attributions have one number for each pair of tokens already."""
    return all(side is None or side.ndim == 2 for side in (one.source_attributions, one.target_attributions))
