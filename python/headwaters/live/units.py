# SPDX-License-Identifier: MIT
"""Questions about edges, heads, tokens and patches, which the core answers."""

from __future__ import annotations

import contextlib
import json
from typing import Any, Dict, List, Mapping, Sequence, Tuple

import numpy as np

from ..arrays import _numpy
from ..core import _core, _Program
from ..errors import HeadwatersError
from .cuts import _Cuts
from .helpers import _finite
from .runs import _Asked, _Pass
from .sizes import _Steps, _Unit
from .swaps import _LiveSwaps


class _LiveUnits(_LiveSwaps):
    """Questions about units, which the core answers."""

    def _patches(self, words: Tuple[Any, Any]) -> List[Tuple[int, float]]:
        """Tokens of patches, with the gradients' prediction for wiping each. `words` is a number with its graph, and the embeddings."""
        raise HeadwatersError("This model reads text, which has no patches. Use edge, head or token.")

    def _first_patch(self) -> int:
        return -1

    def _check_units(self, name: str, given: Dict[str, Any]) -> None:
        """Rejects questions that the core does not receive. Returns its arguments in the core's form."""
        kind, among = given.get("kind"), given.pop("among", "words")
        if kind not in (None, "edge", "head", "token", "patch"):
            raise HeadwatersError(f'"{kind}" cannot be cut. Use edge, head or token.')
        if kind == "patch" and self._first_patch() < 0:
            raise HeadwatersError("This model reads text, which has no patches. Use edge, head or token.")
        if given["rule"] not in ("zero", "renormalise"):
            raise HeadwatersError(f'Unknown rule "{given["rule"]}". Use zero or renormalise.')
        rankings = ("gradients", "attention", "search", *(() if kind == "head" else ("relevance", "rollout", "flow", "nearest")))
        if given.get("ranking", "search") not in rankings:
            raise HeadwatersError(f'"{given["ranking"]}" cannot rank {kind}s. Use one of: {", ".join(rankings)}.')
        if among not in ("words", "all") or (among == "all" and kind != "token"):
            raise HeadwatersError(f'among="{among}" is invalid. Use "words" or "all", with tokens only.')
        self._check_hides(kind == "token")
        least, most = (1, 64) if name == "decide" else (0, 1000)
        given.update({part: min(max(int(given[part]), least), most) for part in ("draws", "most") if part in given})
        given.update(
            {part: int(given[part]) for part in ("count", "input") if part in given}, **({"among": among} if kind == "token" else {})
        )

    def _of_units(self, asked: _Asked, name: str, given: Dict[str, Any]) -> _Steps:
        """An experiment, single cuts, deciding cuts or a minimum cut. The core requests each run, and this model makes it
        (src/model/distant/distant.h)."""
        self._check_units(name, given)
        base, sizes = asked.base, asked.base.sizes
        tokens = self._tokens(base.ids)
        shapes = [
            (len(inside), sizes.heads_of(inside[0]), *sizes.shape(inside[0]))
            for inside in map(sizes.of_stack, range(3 if sizes.isPair else 1))
        ]
        message: Dict[str, Any] = {
            "name": name,
            "arguments": given,
            "target": dict(zip(("kind", "index", "minus"), ("cosine", -1, -1) if asked.question[0] == "cosine" else asked.question)),
            "isUsual": asked.usual,
            "value": asked.value,
            "read": self._read_at(asked).tolist(),
            "stacks": [dict(zip(("layers", "heads", "queries", "keys"), one)) for one in shapes],
            "tokens": tokens,
            "specialTokens": sorted({token for token, special in zip(tokens, base.special) if special}),
            "firstPatch": self._first_patch(),
        }
        if base.output is not None:
            message["decoderTokens"] = self._tokens(base.answering)
        numbers, share = self._by_stack(base, asked.weights), 0.0
        with contextlib.closing(_Program() if _core is None else _core.Answering()) as core:
            while True:
                call = json.loads(
                    core.ask(json.dumps({name: value for name, value in _finite(message).items() if value is not None}), numbers)
                )
                if "answer" in call:
                    return call["answer"]
                if "problem" in call:
                    problem = call["problem"]
                    raise HeadwatersError(f"{problem['finding']} {problem['remedy']}".strip(), **problem)
                steps = self._run_for(asked, call)
                try:
                    while True:
                        step = next(steps)
                        share = max(share, call.get("done", step))
                        yield share
                except StopIteration as made:
                    message, numbers = made.value
                yield share

    def _by_stack(self, run: _Pass, numbers: np.ndarray) -> bytes:
        return b"".join(
            np.ascontiguousarray(self._of_stack(run, stack, numbers), np.float32).tobytes() for stack in range(3 if run.sizes.isPair else 1)
        )

    def _run_for(self, asked: _Asked, call: Mapping[str, Any]) -> _Steps:
        """Makes the core's requests: a message, followed by its numbers."""
        what = call["call"]
        if what == "name":
            return {"name": self._name(call["output"])}, b""
        if what == "without":
            blank = next(one for one in ("mask", "replace") if self._blank_of(one) is not None) if call["isAnswers"] else "hide"
            (value,) = yield from self._blanked_values(asked, blank, [[call["token"]]])
            return {"blank": blank, "value": value}, b""
        target = call["target"]
        question = asked.question if target["kind"] == "cosine" else (target["kind"], target["index"], target["minus"])
        if what == "values":
            values = yield from self._set_values(asked._replace(question=question), call["rule"], call["cuts"])
            return {"values": values}, b""
        cut = call["cut"]
        if what == "outputs" and not cut:
            return {}, _numpy(self._outputs(asked.base, asked.position)).tobytes()
        if cut or question != asked.question:
            ran = self._ran(*self._cut_inputs(asked, call["rule"], [cut]), what == "slopes")
            outputs = self._at(ran.logits[0], asked.position)
            if what == "outputs":
                return {}, _numpy(outputs).tobytes()
            weights, number, rows = ran.sizes.padded(ran.attentions).astype(np.float32), self._value(question, outputs), ran.embedded
            slopes = self._slopes(number, ran.attentions, weights, ran.sizes)
        else:
            weights, slopes, number, rows = asked.weights, asked.slopes, asked.number, asked.embedded
        patches = self._patches((number, rows)) if call["isPatch"] else []
        return {"patches": patches}, self._by_stack(asked.base, weights) + self._by_stack(asked.base, slopes)

    def _cut_inputs(self, asked: _Asked, rule: str, sets: Sequence[Sequence[_Unit]]) -> Tuple[Dict[str, Any], List[_Cuts]]:
        """A batch of runs with each set of units cut."""
        return self._batch(asked, len(sets)), [_Cuts.of_units(one, rule, asked.base.sizes) for one in sets]

    def _set_values(self, asked: _Asked, rule: str, sets: Sequence[Sequence[_Unit]]) -> _Steps:
        """The number in question with each set cut. Equal sets are cut once."""
        keys = [(asked.question, rule, frozenset(map(tuple, one))) for one in sets]
        fresh = {key: one for key, one in zip(keys, sets) if key not in self._known}
        size = self._together(asked)
        made: List[float] = []
        while len(made) < len(fresh):
            part = list(fresh.values())[len(made) : len(made) + size]
            inputs, cuts = self._cut_inputs(asked, rule, part)
            made += self._numbers(asked, inputs, cuts, asked.position)
            yield len(made) / len(fresh)
        self._known.update(zip(fresh, made))
        return [self._known[key] for key in keys]
