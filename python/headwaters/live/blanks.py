# SPDX-License-Identifier: MIT
"""Tests of words: how the number in question changes without a token."""

from __future__ import annotations

import contextlib
import functools
import math
import operator
import re
from typing import Any, ClassVar, Dict, List, Mapping, Optional, Sequence, Set, Tuple

import numpy as np

from ..arrays import _numpy
from ..blocks import block_layers
from ..contributions import contributions
from ..errors import HeadwatersError
from ..record import record
from .cuts import _Cuts
from .helpers import _quietly, _stream_in
from .questions import _LiveQuestions
from .runs import _Asked
from .sizes import _Steps


class _LiveBlanks(_LiveQuestions):
    """How the number in question changes without a token, and scores of tokens."""

    _other_names: ClassVar[Dict[str, str]] = {
        "deletion": "delete",
        "unk": "replace:unk",
        "unknown": "replace:unk",
        "pad": "replace:pad",
        "eos": "replace:eos",
        "replace:unknown": "replace:unk",
        "zero-embedding": "replace:zero-embedding",
        "zero_embedding": "replace:zero-embedding",
        "zero-pixels": "replace:zero-pixels",
        "zero_pixels": "replace:zero-pixels",
    }

    def _check_hides(self, hides: bool) -> None:
        if hides and self._pools():
            raise HeadwatersError(
                "This model's head averages all tokens, so live() can't hide one. Mask, delete or replace words, or cut attention weights and heads."
            )

    def _pools(self) -> bool:
        """Whether the model's own head averages tokens. Hidden tokens cannot be excluded from this average."""
        config = self.model.config
        return bool(
            getattr(config, "classifier_pooling", "") == "mean"
            or getattr(config, "use_mean_pooling", False)
            or str(config.model_type).startswith("dinov2")
        )

    def _document_ends(self) -> Set[int]:
        """Tokens that end a document."""
        settings = getattr(self.model, "generation_config", None)
        ends = [getattr(of, "eos_token_id", None) for of in (settings, self.model.config, self.tokenizer)]
        known = ["<|endoftext|>", "<|end_of_text|>", "</s>", "<eos>"]
        return {token for one in ends for token in (one if isinstance(one, (list, tuple)) else [one]) if token is not None} | {
            token
            for name in known
            for token in [self.tokenizer.convert_tokens_to_ids(name)]
            if token is not None and self.tokenizer.convert_ids_to_tokens(token) == name
        }

    def _blank_of(self, name: str) -> Optional[Tuple[str, int]]:
        """The test of words by its name (src/model/session/token_scores.h): hide, mask, delete or replace, with the token of a
        replacement. None if there is no such test."""
        name = self._other_names.get(name, name)
        if name == "replace":
            usual = [
                one
                for one in ("replace:unk", "replace:pad")
                if (made := self._blank_of(one)) is not None and made[1] not in self._document_ends()
            ]
            name = usual[0] if usual else "replace:zero-embedding"
        if name == "hide":
            return None if self._pools() else ("hide", -1)
        if name == "delete":
            return ("delete", -1)
        if name == "replace:zero-embedding":
            return ("zero-embedding", -1)
        if name != "mask" and not name.startswith("replace:"):
            return None
        own = {"mask": "mask_token_id", "replace:unk": "unk_token_id", "replace:pad": "pad_token_id", "replace:eos": "eos_token_id"}.get(
            name
        )
        if own is not None:
            token = getattr(self.tokenizer, own, None)
            return None if token is None else ("replace", int(token))
        ids = self.tokenizer(name[len("replace:") :], add_special_tokens=False)["input_ids"]
        return ("replace", int(ids[0])) if len(ids) == 1 and ids[0] != self.tokenizer.unk_token_id else None

    def _blanks(self) -> List[Dict[str, str]]:
        """The tests of words that this model supports. Tests that insert the same token are merged."""
        made: List[Dict[str, str]] = []
        seen: Set[int] = set()
        for name in ("hide", "mask", "delete", "replace:unk", "replace:pad", "replace:eos", "replace:zero-embedding"):
            found = self._blank_of(name)
            if found is None or found[1] in seen:
                continue
            if found[1] >= 0:
                seen.add(found[1])
            inserted = self._shown(found[1]) if found[1] >= 0 else ""
            made.append(
                {
                    "name": name,
                    "inserted": inserted,
                    "warning": f"{inserted} marks the end of a document, so the model may ignore all text before it. Then every word seems to matter."
                    if found[1] in self._document_ends()
                    else "",
                }
            )
        return made

    def _blanked_values(self, asked: _Asked, blank: str, groups: Sequence[Sequence[int]], likeliest: Optional[List[Any]] = None) -> _Steps:
        """The number in question without each group of tokens. NaN if it has no meaning. `likeliest` receives the answers; None if there
        are none."""
        found = self._blank_of(blank)
        self._check_hides(found is None and self._other_names.get(blank, blank) == "hide")
        if found is None:
            raise HeadwatersError(f'The tokenizer has no token "{blank}". Use one of: {", ".join(one["name"] for one in self._blanks())}.')
        way, token_id = found
        n, values = len(asked.base.ids), [math.nan] * len(groups)
        read = self._read_at(asked) if asked.base.output is None else np.zeros(n)
        size = 1 if way == "delete" else self._together(asked)
        for first in range(0, len(groups), size):
            part = groups[first : first + size]
            inputs, position, words = self._batch(asked, len(part)), asked.position, None
            runs: Sequence[_Cuts] = ()
            gone: List[int] = []
            if way == "hide":
                # No token is left to read, or the answer is read only there.
                gone = [at for at, group in enumerate(part) if len(group) >= n or (read.any() and not np.delete(read, list(group)).any())]
                runs = [_Cuts("zero", {}, set(), {}, {} if at in gone else dict.fromkeys(group, 0)) for at, group in enumerate(part)]
            elif way == "zero-embedding":

                def words(rows: Any, part: Sequence[Sequence[int]] = part) -> Any:
                    rows = rows.clone()
                    for run, group in enumerate(part):
                        rows[run, list(group)] = 0
                    return rows
            elif way == "delete":
                left = [token for token in range(n) if token not in part[0]]
                inputs = {name: value if name.startswith("decoder_") else value[:, left] for name, value in inputs.items()}
                if self.kind in ("next", "masked"):
                    position = (
                        left.index(position) if position in left else len(left) - 1 if self.kind == "next" and position == n - 1 else -1
                    )
                if not left or position < 0:
                    if likeliest is not None:
                        likeliest.append(None)
                    continue
            else:
                for run, group in enumerate(part):
                    inputs["input_ids"][run, list(group)] = token_id
            values[first : first + len(part)] = self._numbers(asked, inputs, runs, position, words, likeliest)
            for at in gone:
                values[first + at] = math.nan
                if likeliest is not None:
                    likeliest[first + at] = None
            yield (first + len(part)) / len(groups)
        return values

    def _blanked(self, asked: _Asked, blank: str, groups: str) -> _Steps:
        n, listed = len(asked.base.ids), []
        for group in groups.split(";"):
            ends = [re.fullmatch(r"(\d+)(?:-(\d+))?", span) for span in group.split(",")]
            tokens = sorted({token for end in ends if end for token in range(int(end[1]), int(end[2] or end[1]) + 1)})
            if not tokens or not all(ends) or tokens[-1] >= n:
                raise HeadwatersError(f'"{group}" is not a group of tokens below {n}. Write "2-3" or "5,8-9".')
            listed.append(tokens)
        blank = blank or self._blanks()[0]["name"]
        likeliest: List[Any] = []
        values = yield from self._blanked_values(asked, blank, listed, likeliest)
        answers = [one and {"text": one["text"], "probability": one["probability"]} for one in likeliest]
        return {"value": asked.value, "blank": blank, "blanks": self._blanks(), "values": values, "answers": answers}

    def _scored(self, asked: _Asked, blank: str) -> _Steps:
        """Scores by intervention and by gradients, as in the page (src/model/service/scores.cpp). NaN for a token without a number, such
        as the answer's own place."""
        import torch

        n, read = len(asked.base.ids), self._read_at(asked)
        blank = self._blanks()[0]["name"] if blank == "usual" else blank
        groups, squares = self._groups(n)
        values = yield from _quietly(self._blanked_values(asked, blank, groups), 0.1)
        each = np.zeros(n)
        for group, value in zip(groups, values):
            each[list(group)] = value
        made = {f"{blank}{squares}": np.abs(asked.value - each)}
        rows, steps = asked.embedded, 32
        slope = torch.autograd.grad(asked.number, [rows], retain_graph=True)[0]
        made["gradient × input"] = _numpy((slope * rows).double().sum(-1))[0]
        total, ends = torch.zeros_like(rows[0], dtype=torch.float64), []
        for step in range(steps):
            share = (step + 0.5) / steps
            ran = self._ran(asked.base.inputs, (), True, words=functools.partial(operator.mul, share))
            total += (
                torch.autograd.grad(self._value(asked.question, self._at(ran.logits[0], asked.position)), [ran.embedded])[0][0].double()
                / steps
            )
            yield 0.3 + 0.3 * (step + 1) / steps
        for share in (0, 1):
            ends += self._numbers(asked, asked.base.inputs, (), asked.position, functools.partial(operator.mul, share))
        integrated = _numpy((total * rows[0]).sum(-1))
        error = round(ends[1] - ends[0] - float(integrated.sum()), 3)
        made[f"integrated gradients (error {error:g})"] = integrated
        if asked.streams:
            made["value zeroing"] = yield from self._value_zeroing(asked, read)
        with contextlib.suppress(HeadwatersError):  # families with inconsistent blocks have none
            with record(self.model), torch.no_grad():
                found = contributions(block_layers(self._runs, **asked.base.inputs)[0], "alti").matrices
            row = read
            for matrix in found[::-1]:
                row = row @ matrix
            made["ALTI"] = row
        return {name: np.asarray(one, np.float64) for name, one in made.items() if np.isfinite(one).any()}

    @property
    def _runs(self) -> Any:
        """The part of the model that is called."""
        return self.model

    def _groups(self, n: int) -> Tuple[List[List[int]], str]:
        """Groups of tokens that are blanked together, and their description for the score's name."""
        return [[token] for token in range(n)], ""

    def _value_zeroing(self, asked: _Asked, read: np.ndarray) -> _Steps:
        """Mohebbi et al. 2023: 1 - cosine of each layer's output with and without the value of a token, rolled out to the answer. One
        pass for each token. Each layer gets its original input."""
        import torch

        layers, heads, n, _ = asked.weights.shape
        streams = [one.detach() for one in asked.streams]
        far = np.zeros((layers, n, n))
        for token in range(n):
            mask = np.zeros((n, n), bool)
            mask[:, token] = True
            every = list(range(n))
            cuts = _Cuts(
                "zero",
                {(layer, head): mask for layer in range(layers) for head in range(heads)},
                set(),
                {},
                {},
                {layer: (every, streams[layer][0]) for layer in range(layers)},
            )
            ran = self._leaving(asked.base.inputs, cuts)
            for layer in range(layers):
                far[layer, :, token] = _numpy(
                    1 - torch.nn.functional.cosine_similarity(streams[layer + 1][0].double(), ran[layer][0].double(), dim=-1)
                )
            yield 0.6 + 0.3 * (token + 1) / n
        row = read
        for layer in far[::-1]:
            sums = layer.sum(-1, keepdims=True)
            row = row @ np.divide(layer, sums, out=np.zeros_like(layer), where=sums > 0)
        return row

    def _leaving(self, inputs: Mapping[str, Any], cuts: _Cuts) -> List[Any]:
        """The output of each layer, before the next layer's input is replaced."""
        made: List[Any] = []
        hooks = [module.register_forward_hook(lambda _, given, one: made.append(_stream_in(one))) for module in self._stack()]
        try:
            self._ran(inputs, [cuts])
        finally:
            for hook in hooks:
                hook.remove()
        return made
