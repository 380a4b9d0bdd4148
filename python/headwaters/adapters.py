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

    model   ViT, DeiT, BEiT, EVA, DINOv2, SigLIP, ...: every block attends from all tokens to all tokens. Modules with `fused_attn` run
            unfused for this call and are restored. The weights are the inputs of their `attn_drop`. Call eval() before, or dropout would
            drop some
    images  [B, 3, height, width]. The model defines the grid of patches and the tokens before them

    Attention within windows (Swin), over channels (XCiT) or of only a class token (CaiT) has no rollout over tokens, and is refused.
    """
    named = [(name, module) for name, module in model.named_modules() if hasattr(module, "fused_attn")]
    if not named:
        raise HeadwatersError(
            f"{type(model).__name__} is not a timm model with attention (no module has `fused_attn`). For transformers models, use record()."
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
    pooled = [name for name, module in named if hasattr(module, "latent")]  # SigLIP's head has a learned query, without a token
    whole = [(name, made) for name, made in seen if name not in pooled]
    silent = sorted({name for name, _ in named} - {name for name, _ in seen} - set(pooled))
    if silent or not whole:
        raise HeadwatersError(f"No weights were recorded for {_some(silent or [name for name, _ in named])} ({type(model).__name__}).")
    grid = getattr(getattr(model, "patch_embed", None), "grid_size", None)
    first = getattr(model, "num_prefix_tokens", None)
    if grid is None or first is None:
        raise HeadwatersError(
            f"{type(model).__name__} lacks patch_embed.grid_size or num_prefix_tokens, so the layout of its tokens is unknown. "
            "Use a plain vision transformer (not XCiT or PVT)."
        )
    n = first + grid[0] * grid[1]
    odd = next(((name, made) for name, made in whole if made.ndim != 4 or (made.shape[0], *made.shape[2:]) != (len(images), n, n)), None)
    if odd is not None:
        raise HeadwatersError(
            f"{odd[0]} ({type(dict(named)[odd[0]]).__name__}) has weights of shape {list(odd[1].shape)}. "
            f"Expected attention between all {n} tokens of {_counted(len(images), 'image')} (not windows, as in Swin)."
        )
    options = {"grid": tuple(grid), "first_patch_token": int(first)}
    return Recorded(
        tuple(made for _, made in whole), logits, None, options, [f"{name} (it pools: its query is no token)" for name in pooled]
    )


def from_pipeline(pipe: Any, inputs: Any, **named: Any) -> Union[Recorded, List[Recorded]]:
    """Runs a pipeline of transformers, or a SentenceTransformer or CrossEncoder, and keeps its model's attention.

        headwaters.show(headwaters.from_pipeline(pipeline("text-classification"), "The keys are on the table."))
        headwaters.show(headwaters.from_pipeline(SentenceTransformer(name), "The keys are on the table."))

    inputs   the pipeline's arguments, with `named`. Texts of a SentenceTransformer (encode) and pairs of a CrossEncoder (predict) run one
             by one
    returns  outputs for save(), with the tokens, their tokenizer and the padding. A list if the model ran several times (for each text,
             or for each label of zero-shot classification), whose entries become examples in this order

    The model keeps its attention as in record(), with any attention implementation, and is restored. A pipeline that writes (generate())
    makes one run.
    """

    def each(call: Any) -> Any:
        return [functools.partial(call, [one], show_progress_bar=False, **named) for one in _each_text(inputs)]

    inner: Any
    calls: Sequence[Callable[[], Any]]
    if callable(pipe) and hasattr(pipe, "preprocess") and hasattr(pipe, "postprocess"):
        inner, calls = getattr(pipe, "model", None), [lambda: pipe(inputs, **named)]
    elif (
        hasattr(pipe, "encode") and hasattr(pipe, "children") and hasattr(pipe, "tokenizer")
    ):  # SentenceTransformer has modules in sequence
        inner, calls = (
            next((one.auto_model for one in pipe.children() if getattr(one, "auto_model", None) is not None), None),
            each(pipe.encode),
        )
    elif hasattr(pipe, "predict") and hasattr(pipe, "model") and hasattr(pipe, "tokenizer"):  # CrossEncoder
        inner, calls = pipe.model, each(pipe.predict)
    else:
        raise HeadwatersError(
            f"from_pipeline() takes a pipeline of transformers or a SentenceTransformer, not a {type(pipe).__name__}. For a model itself, use record()."
        )
    if getattr(inner, "config", None) is None or not hasattr(inner, "register_forward_hook"):
        raise HeadwatersError(f"This {type(pipe).__name__} contains no transformers model in PyTorch.")
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
        """Replaces a method instead of adding a hook, because sentence-transformers calls forward() itself."""

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
            return made if dictionary else made.sequences  # the return type of the original call

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
        raise HeadwatersError(
            f"This {type(pipe).__name__} never called {type(inner).__name__}, so there is no attention. Give it an input."
        )
    return runs[0] if len(runs) == 1 else runs


def _each_text(inputs: Any) -> List[Any]:
    """One text or pair, or a list of them, as a list."""
    return [inputs] if isinstance(inputs, (str, tuple)) else list(inputs)


def from_transformer_lens(cache: Any, tokens: Any = None) -> Recorded:
    """The attention patterns of TransformerLens's run_with_cache(), with tokens, padding and gradients.

        logits, cache = model.run_with_cache(text)
        headwaters.show(headwaters.from_transformer_lens(cache, text))

    cache    an ActivationCache, or the dictionary that get_caching_hooks() fills. The layers are blocks.*.attn.hook_pattern, or for an
             encoder-decoder encoder.*, decoder.*.attn and decoder.*.cross_attn. With incl_bwd=True it includes gradients, for relevance()
    tokens   the text that was run, a list of texts (a batch, whose padding is removed), the ids, or the result of to_str_tokens(). The
             cache's own model tokenizes texts and ids. A dictionary has no model, and takes only the result of to_str_tokens()

    save() takes the cache itself, too. from_transformer_lens() chooses the patterns by name and adds their tokens, padding and gradients.
    """
    if not (_is_mapping(cache) and all(isinstance(key, str) for key in cache.keys())):
        raise HeadwatersError(
            f"from_transformer_lens() takes an ActivationCache, the second result of run_with_cache(), not {_short(cache)}."
        )
    found: Dict[str, Dict[int, Any]] = {}
    for key, value in cache.items():
        matched = re.fullmatch(r"(?:blocks|(encoder)|(decoder))\.(\d+)\.(attn|cross_attn)\.hook_pattern(_grad)?", key)
        if matched:
            role = ("cross" if matched[4] == "cross_attn" else matched[1] or matched[2] or "self") + (matched[5] or "")
            found.setdefault(role, {})[int(matched[3])] = value
    if not any(not role.endswith("_grad") for role in found):
        raise HeadwatersError(
            f"This cache has no hook_pattern, only {_some(_patterns(dict(cache.items()))) or 'no names'}. run_with_cache() keeps all "
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
    """The texts of the tokens that TransformerLens ran, and their places if the texts of a batch differ in length."""
    whole_text = isinstance(tokens, str)
    texts = isinstance(tokens, (list, tuple)) and all(isinstance(one, str) for one in tokens)
    ids = _is_array(tokens)
    if tokens is None or not (whole_text or ids or (texts and shape[0] > 1)):
        return tokens, None
    if not hasattr(model, "to_str_tokens"):
        raise HeadwatersError("This cache has no model. Give tokens as strings, such as model.to_str_tokens(text).")
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
    """One score per token, float64 [n] or [B, n], from captum's attributions, for save(importance=...) and correlate().

        made = LayerIntegratedGradients(forward, model.bert.embeddings).attribute(input_ids, target=1)
        headwaters.save("a.json", outputs, tokens, importance={"integrated gradients": headwaters.from_captum(made)})

    attributions   for an embedding layer, [B, n, d]; for tokens, [B, n] or [n]; or the result of captum's LLMAttribution, for all written
                   tokens, or for the written token number `token`, from 0. Tokens after it are NaN, as it does not see them
    form           over d: "sum" as in captum's tutorials (keeps signs, and completeness of integrated gradients), "norm" or "absolute"
                   (the sum of |x|)
    """
    if hasattr(attributions, "seq_attr"):
        by_token = attributions.token_attr
        if token is not None and by_token is None:
            raise HeadwatersError("This result has no attributions by token. Request them from attribute(), or remove token=.")
        if token is not None and not -len(by_token) <= token < len(by_token):
            raise HeadwatersError(f"token={token} is out of range; the model wrote {_counted(len(by_token), 'token')}.")
        return np.asarray(_numpy(attributions.seq_attr if token is None else by_token[token]), np.float64)
    if token is not None:
        raise HeadwatersError("token= works only with LLMAttribution. These attributions already have one target.")
    if isinstance(attributions, (list, tuple)):
        if len(attributions) != 1:
            raise HeadwatersError(
                f"These are attributions of {_counted(len(attributions), 'input')} or layers. Give one, such as attributions[0]."
            )
        attributions = attributions[0]
    forms = {
        "sum": lambda values: values.sum(-1),
        "norm": lambda values: np.sqrt((values**2).sum(-1)),
        "absolute": lambda values: np.abs(values).sum(-1),
    }
    if form not in forms:
        raise HeadwatersError(f"form={form!r} is unknown. Use one of: {', '.join(forms)}.")
    if not _is_array(attributions) or not 1 <= len(attributions.shape) <= 3:
        raise HeadwatersError(
            f"from_captum() takes attributions [n], [B, n] or [B, n, d], or LLMAttribution's result, not {_short(attributions)}."
        )
    values = np.asarray(_numpy(attributions), np.float64)
    values = forms[form](values) if values.ndim == 3 else values
    return values[0] if values.ndim == 2 and len(values) == 1 else values


def from_inseq(out: Any, token: int = -1, *, item: int = 0) -> Dict[str, Any]:
    """inseq's attribution of one written token, as options of save() and show(): importance, tokens and output_token.

        out = inseq_model.attribute(prompt, whole)
        ids = torch.tensor([[one.id for one in out[0].target]])
        headwaters.save("a.json", model(ids, output_attentions=True), **headwaters.from_inseq(out))

    out     the result of attribute(), or one of its sequence_attributions. Scores over hidden sizes, layers and heads are aggregated by
            inseq's own aggregate(), as its show() does
    token   index among the written tokens, from 0; negative ones count from the end
    item    index of the sequence

    For a model of next words (with the ids of out[0].target), all tokens before the written one have scores. The others are NaN, which is
    no score. output_token is the one before it, whose row of attention decides. For an encoder-decoder (with the ids of source and, as
    decoder_input_ids, of target), the source's tokens have scores.
    """
    sequences = getattr(out, "sequence_attributions", None)
    if sequences is not None and not 0 <= item < len(sequences):
        raise HeadwatersError(f"item={item} is out of range; there are {_counted(len(sequences), 'sequence')}.")
    one = out if sequences is None else sequences[item]
    if not all(hasattr(one, name) for name in ("source", "target", "target_attributions", "source_attributions", "attr_pos_start")):
        raise HeadwatersError(f"from_inseq() takes the result of inseq's attribute(), not {_short(out)}.")
    name = str(getattr(out, "info", {}).get("attribution_method") or "inseq")

    def texts(side: Any) -> Any:
        return [str(getattr(token, "token", token)) for token in side]

    start, end = int(one.attr_pos_start), int(one.attr_pos_end)
    if not -(end - start) <= token < end - start:
        raise HeadwatersError(f"token={token} is out of range; the model wrote {_counted(end - start, 'token')}.")
    at = token % (end - start)
    summed = one if _plain_scores(one) else one.aggregate()
    joined = summed.source_attributions is not None
    scores = np.asarray(_numpy(summed.source_attributions if joined else summed.target_attributions), np.float64)
    if scores.ndim != 2:
        raise HeadwatersError(
            f"inseq's aggregate() left scores of shape {list(scores.shape)}. Expected one score per token and written token."
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
    """Whether inseq's attributions already have one number for each pair of tokens."""
    return all(side is None or side.ndim == 2 for side in (one.source_attributions, one.target_attributions))
