# SPDX-License-Identifier: MIT
"""Questions to a live model: the number that a run answers, and how it changes."""

from __future__ import annotations

import json
import re
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from ..arrays import _numpy
from ..errors import HeadwatersError
from ..gradients import _gradients_of_copied
from ..names import _get
from ..record import record
from .cuts import _Cuts
from .helpers import _stream_in
from .passes import _LivePasses
from .runs import _Asked, _Pass
from .sizes import _Sizes, _Steps


class _LiveQuestions(_LivePasses):
    """The number in question of a run, before and after a cut."""

    def _question(self, target: str, base: Any, position: int) -> Optional[Tuple[str, int, int]]:
        """Kind, output, and the one that is subtracted (-1 if none). None if there is no question. For a vector, its cosine with that of
        a text."""
        if base is None:
            return None
        if self.kind == "embedding":
            if not target.startswith("cos:"):
                return None
            other = target[len("cos:") :]
            if other not in self._compared:
                self._compared = {other: self._passed({"text": other}, None, False).logits.detach()}
            return "cosine", other, -1  # type: ignore[return-value]
        text = re.sub(r"@\d+$", "", target)
        if not text:
            first, *more = self._answers(base)
            return "logit", first["id"], more[0]["id"] if more and not first.get("isScore") else -1
        kind = "logit"
        for prefix, name in (("lp:", "log-probability"), ("p:", "probability")):
            if text.startswith(prefix):
                kind, text = name, text[len(prefix) :]
        index, _, minus = text.partition("-")
        if not re.fullmatch(r"\d+", index) or not re.fullmatch(r"\d*", minus) or max(int(index), int(minus or 0)) >= len(base):
            raise HeadwatersError(f'"{target}" is not a question. Give the number of one of {len(base)} outputs, or two as 3-5.')
        return kind, int(index), int(minus) if minus else -1

    def _key_of(self, recipe: Mapping[str, Any]) -> str:
        """The key of the run without cuts and questions."""
        return json.dumps(
            [
                recipe.get("text") or "",
                recipe.get("pair"),
                self._ids_in(recipe),
                recipe.get("beams") or 1,
                recipe.get("chat"),
                recipe.get("wiped"),
            ]
        )

    def _base(self, recipe: Mapping[str, Any], graph: bool) -> _Pass:
        """The run without cuts. The last one is kept."""
        key = self._key_of(recipe)
        last = self._kept[1] if self._kept[0] == key else None
        if last is None or (graph and not last.attentions[0].requires_grad):
            self._kept = (None, None)
            self._kept = (key, self._passed(recipe, None, graph, None if last is None else last.output))
        assert self._kept[1] is not None
        return self._kept[1]

    def _slopes(self, number: Any, attentions: Sequence[Any], weights: np.ndarray, sizes: _Sizes) -> np.ndarray:
        """Gradients of a number with respect to all attention weights, [L, H, n, n]."""
        import torch

        found = torch.autograd.grad(number, attentions, retain_graph=True, allow_unused=True)
        if all(one is None for one in found):
            found = tuple(_gradients_of_copied(number, attentions))
        slopes = sizes.padded([torch.zeros_like(layer) if one is None else one for one, layer in zip(found, attentions)]).astype(np.float32)
        slopes[weights == 0] = 0  # for masked or cut weights a gradient has no meaning
        return slopes

    def _turn_to(self, recipe: Mapping[str, Any]) -> _Steps:
        """Preparation before a recipe runs or is asked about."""
        yield from ()

    def _described(self, question: Tuple[str, Any, int], run: _Pass, position: int) -> Dict[str, Any]:
        """The question in the page's form."""
        kind, index, minus = question
        cosine = kind == "cosine"
        return {
            "kind": kind,
            "index": -1 if cosine else index,
            "name": str(index) if cosine else self._name(index),
            "minus": minus,
            "against": "" if minus < 0 else self._name(minus),
            "position": -1 if cosine else position,
            "place": -1 if cosine else self._place(run, position),
            "isOutput": run.output is not None,
        }

    def _at(self, logits: Any, position: int) -> Any:
        """Logits of one run at the position, float32."""
        return (logits[position] if logits.ndim == 2 else logits).float()

    def _asked(self, recipe: Mapping[str, Any]) -> _Asked:
        target = str(recipe.get("target") or "")
        base = self._base(recipe, False)
        key = (self._kept[0], target)
        if self._of[0] != key:
            self._of = (None, None)
            position = self._position(base, target)
            question = self._question(target, self._outputs(base, position), position)
            if question is None:
                raise HeadwatersError("This text has no question yet. Choose an answer to ask about.")
            streams = True
            try:
                self._stack()
            except HeadwatersError:
                streams = False
            ran = self._ran(base.inputs, (), True, streams=streams, heads=True)
            number = self._value(question, self._at(ran.logits[0], position))
            weights = ran.sizes.padded(ran.attentions).astype(np.float32)
            slopes = self._slopes(number, ran.attentions, weights, ran.sizes)
            self._of = (
                key,
                _Asked(
                    base,
                    question,
                    position,
                    not re.sub(r"@\d+$", "", target),
                    number.item(),
                    weights,
                    slopes,
                    ran.streams,
                    ran.mode.outputs,
                    ran.embedded,
                    number,
                ),
            )
            self._known = {}
        made: _Asked = self._of[1]
        return made

    def _numbers(
        self,
        asked: _Asked,
        inputs: Mapping[str, Any],
        runs: Sequence[_Cuts],
        position: int,
        words: Optional[Callable[[Any], Any]] = None,
        likeliest: Optional[List[Any]] = None,
    ) -> List[float]:
        """The number in question for each run of a batch. `likeliest` receives the answer of each; None if the model has no answers."""
        outputs = [self._at(one, position) for one in self._ran(inputs, runs, words=words).logits]
        if likeliest is not None:
            likeliest += [next(iter(self._answers(one)), None) for one in outputs]
        return [self._value(asked.question, one).item() for one in outputs]

    def _batch(self, asked: _Asked, count: int) -> Dict[str, Any]:
        return {name: value.repeat(count, *[1] * (value.ndim - 1)) for name, value in asked.base.inputs.items()}

    def _together(self, asked: _Asked) -> int:
        """Number of runs of the text in one batch."""
        if self.kind == "classes" and getattr(self.model.config, "pad_token_id", None) is None:
            return 1  # the padding would be taken for a batch's ends
        return int(max(1, min(16, 4_000_000 // asked.weights.size, 2048 // sum(asked.base.sizes.tokens))))

    def _cut_values(self, asked: _Asked, runs: Sequence[_Cuts]) -> _Steps:
        made: List[float] = []
        size = self._together(asked)
        while len(made) < len(runs):
            part = runs[len(made) : len(made) + size]
            made += self._numbers(asked, self._batch(asked, len(part)), part, asked.position)
            yield len(made) / len(runs)
        return made

    def _read_at(self, asked: _Asked) -> np.ndarray:
        """How much of each place of the last layer the answer reads, [n], with a sum of 1."""
        import torch

        read = np.zeros(len(asked.base.answering))
        if self.kind in ("next", "masked", "translation"):
            read[asked.position] = 1
            return read
        if not asked.streams:
            read[0] = 1
            return read
        found = torch.autograd.grad(asked.number, [asked.streams[-1]], retain_graph=True, allow_unused=True)[0]
        read[:] = 0 if found is None else _numpy(found)[0].any(-1)
        return np.asarray(read / max(read.sum(), 1))

    def _read_out(self, inputs: Mapping[str, Any], of: str = "encoder") -> Iterator[Any]:
        """The head's output for each of the streams x_L ... x_0 of this text. The layers are skipped, and return the stream instead."""
        import torch

        modules = self._stack(of)
        made: List[Any] = []
        hooks = [module.register_forward_hook(lambda _, __, one: made.append(one)) for module in modules]
        training = self.model.training
        self.model.eval()
        kept: List[Any] = []
        hooks += self._follow_streams((), kept, of)
        try:
            with record(self.model), torch.no_grad():
                self._called(inputs)
        finally:
            for hook in hooks:
                hook.remove()
            self.model.train(training)
        before = [vars(module).get("forward") for module in modules]
        try:
            for stream in reversed(kept):
                calls = iter(made)

                def passed(*_: Any, stream: Any = stream, calls: Iterator[Any] = calls, **__: Any) -> Any:
                    one = next(calls)
                    old = _stream_in(one)
                    return stream if one is old else type(one)(stream if part is old else part for part in one)

                self.model.eval()
                for module in modules:
                    module.forward = passed
                try:
                    with record(self.model), torch.no_grad():
                        outputs = self._called(inputs)
                finally:
                    self.model.train(training)
                    for module, own in zip(modules, before):
                        if own is None:
                            vars(module).pop("forward", None)
                        else:
                            module.forward = own
                yield _get(outputs, "logits")
        finally:
            made.clear()
