# SPDX-License-Identifier: MIT
"""Runs and answers of a live model, as Python and the page request them."""

from __future__ import annotations

import contextlib
import json
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ..arrays import _numpy
from ..core import _computes
from ..errors import HeadwatersError
from .cuts import _as_recipe, _Cuts
from .helpers import _at_once, _lines
from .runs import LiveRun, _Pass
from .sizes import _OF_UNITS, _RULES, _Steps
from .writing import _LiveWriting


class _LiveAsking(_LiveWriting):
    """Runs and answers, as Python and the page request them."""

    def about(self) -> Dict[str, Any]:
        """The facts for the page before the first text."""
        pairs = self.kind != "next" and self.tokenizer.num_special_tokens_to_add(pair=True) > self.tokenizer.num_special_tokens_to_add(
            pair=False
        )
        mask = self.tokenizer.mask_token if self.kind == "masked" else None
        return {**self._facts(), "kind": self.kind, "takesPairs": bool(pairs), "mask": mask or "", "chats": self._chats()}

    def _facts(self) -> Dict[str, Any]:
        """The facts that models of texts and of pictures have in common."""
        weights = list(self.model.parameters())
        offers, computes = self._offers(), _computes()  # _offers() finds the layers
        notes = [f"It runs in Python, on {self.model.device}, in {str(self.model.dtype).split('.')[-1]}."]
        if offers and not computes:
            notes.append(
                "Experiments, minimum cuts and the search for carrying edges need the program `headwaters`: install the package (`pip install .` in a checkout), or build it there with `tools/build native`."
            )
        return {
            "name": self.name,
            "family": str(self.model.config.model_type),
            "layers": self.layers,
            "heads": self.heads,
            "parameters": sum(one.numel() for one in weights),
            "bytes": sum(one.numel() * one.element_size() for one in weights),
            "asks": [one for one in offers if computes or one not in _OF_UNITS],
            "isPostNorm": self._post_norm,
            "notes": notes,
            "examples": self.examples,
        }

    def _offers(self) -> List[str]:
        """The questions that this model can answer."""
        if self.kind == "none":
            return []
        made = ["blanked", "experiment", "decide", "scores"]
        if self.kind == "embedding":
            made.remove("decide")  # there is no other answer
        with contextlib.suppress(HeadwatersError):
            self._stack()
            made += ["swap"] if self.kind == "embedding" else ["lens", "swap"]
        return made + (["write"] if self.kind == "next" else [])

    def run(
        self,
        text: Any,
        pair: Union[str, Sequence[str], None] = None,
        *,
        cuts: Sequence[Any] = (),
        rule: str = "zero",
        target: str = "",
        ids: Optional[Sequence[int]] = None,
        scores: str = "",
        swap: Optional[Tuple[str, str]] = None,
        beams: int = 1,
        chat: Union[bool, Sequence[str]] = False,
        wiped: Sequence[int] = (),
    ) -> LiveRun:
        """Runs a text, or for a model that reads pictures a picture: a file, a PIL image, an array [h, w], [h, w, 3|4] or [3, h, w].

        pair    a second text; for a model that translates the output to read, without which the model writes, searching with `beams` beams;
                for CLIP a list of the texts that the picture is compared with
        wiped   blank patches of a picture, from 0, row by row. Their pixels are 0 after normalising
        cuts    "2:0:7>6", "head 2:3", "residual 2:7" (layers from 1, heads and tokens from 0)
        rule    "zero": a weight becomes 0 after the softmax. "renormalise": its score becomes minus infinity. "mean": heads return their
                mean, and a weight becomes 0
        target  the number in question, whose gradients are included: "924" or "924-925", optionally after p: or lp: and before @7.
                "": the likeliest answer against the next one, without gradients. For a model without a head, "cos:" and a text to compare
                with
        chat    True applies the tokenizer's chat template to the text; or the earlier messages and answers, alternating
        scores  scores of tokens by intervention and gradients, by the test "hide" (or "usual"), "mask", "delete", "replace" or
                "replace:TOKEN"
        swap    (another text, "s3:6;H3:1"): copies activations of that text's run, here the stream before layer 4 at token 6, and head 1
                of layer 3. "a3:5" pairs token 3 with the other text's token 5
        """
        recipe = {
            "text": self._named(text),
            "pair": _lines(pair),
            "cuts": _as_recipe(cuts),
            "rule": rule,
            "target": target,
            "ids": ids,
            "scores": scores,
            "beams": beams,
            "chat": chat if isinstance(chat, bool) else list(chat),
            "swap": None if swap is None else {"text": swap[0], "places": swap[1]},
            "wiped": ";".join(str(int(one)) for one in wiped),
        }
        run: LiveRun = _at_once(self._made(recipe))[0]
        return run

    def ask(
        self,
        name: str,
        *arguments: Any,
        text: Any,
        pair: Union[str, Sequence[str], None] = None,
        target: str = "",
        ids: Optional[Sequence[int]] = None,
        wiped: Sequence[int] = (),
    ) -> Dict[str, Any]:
        """Asks a question of the page's views to a model (docs/ask.md), about the run without cuts. Returns the answer for the page.

        ask("lens", position, count)                    the head's output for the stream before the first and after each layer
        ask("blanked", way, "1;2-3")                    the number without each group of tokens; way: hide, mask, delete, replace,
                                                        replace:TOKEN
        ask("experiment", kind, ranking, rule, draws)   cuts units in this order, compared with random ones; kind: edge, head, token,
                                                        patch of a picture; ranking: gradients, relevance, rollout, flow, attention,
                                                        nearest, search. For kind token, this and the next two take a last argument:
                                                        "words" (not special tokens, attention sinks and the output's own; the
                                                        default) or "all"
        ask("alone", kind, rule, count)                 cuts each one separately, compared with the gradients' prediction
        ask("decide", kind, rule, most)                 the fewest cuts found that change the answer, and the effect of as many others
        ask("cutset", edges, residuals, input, rule, draws)  cuts a minimum cut of the flow in the model
        ask("swap", "streams" or "heads", other text)   how much of the other text's answer each place restores

        The core computes experiment, alone, decide and cutset (docs/ask.md), so they need the installed package or the program
        `headwaters`.
        """
        recipe = self._uncut(text, pair, target, ids, wiped)
        return dict(_at_once(self._answered(name, [str(one) for one in arguments], recipe)))

    def _made(self, recipe: Mapping[str, Any]) -> _Steps:
        """The run, its pass, its cuts, and the place of the answer. The last result is kept, because the page asks twice."""
        key = json.dumps(recipe, sort_keys=True)
        if self._latest[0] != key:
            self._latest = (None, None)
            made = yield from self._make(recipe)
            self._latest = (key, made)
        return self._latest[1]

    def _make(self, recipe: Mapping[str, Any]) -> _Steps:
        text, pair = str(recipe.get("text") or ""), recipe.get("pair")
        target, rule = str(recipe.get("target") or ""), str(recipe.get("rule") or "zero")
        if rule not in _RULES:
            raise HeadwatersError(f'Unknown rule "{rule}". Use one of: {", ".join(_RULES)}.')
        if recipe.get("step") is not None:
            raise HeadwatersError("A model of live() has no steps of training.")
        yield from self._turn_to(recipe)
        if (target.startswith("cos:") and self.kind != "embedding") or (recipe.get("wiped") and not self._seesPictures):
            raise HeadwatersError("live() doesn't support this. Ask about an answer, or cut.")
        asks = bool(target)
        base = self._base(recipe, asks)
        position = self._position(base, target)
        question = self._question(target, self._outputs(base, position), position)
        cuts, run = None, base
        swap = recipe.get("swap")
        if recipe.get("cuts") or swap:
            cuts = _Cuts.of(recipe.get("cuts") or [], rule, base.sizes)
            self._check_hides(bool(cuts.hidden))
            if swap:
                cuts = self._swapped(base, cuts, str(swap["text"]), str(swap["places"]))
            run = self._passed(recipe, cuts, asks, base.output)
        was, outputs = self._outputs(base, position), self._outputs(run, position)
        weights = run.sizes.padded(run.attentions).astype(np.float32)
        slopes = None if not asks or question is None else self._slopes(self._value(question, outputs), run.attentions, weights, run.sizes)
        if cuts and cuts.rule != "mean":  # a head whose output is 0 passes nothing on (src/model/service/cut_run.h)
            for layer, head in cuts.heads:
                weights[layer, head] = 0
        asked = None
        if question is not None:
            asked = {
                **self._described(question, run, position),
                "before": self._value(question, was).item(),
                "after": self._value(question, outputs).item(),
            }
        vector = _numpy(outputs).astype(np.float32) if self.kind == "embedding" and outputs is not None else None
        scores: Dict[str, np.ndarray] = {}
        if recipe.get("scores"):
            scores = yield from self._scored(self._asked(recipe), str(recipe["scores"]))
        made = LiveRun(
            text,
            pair,
            base.ids,
            self._tokens(base.ids),
            self._of_stack(run, 0, weights),
            None if slopes is None else self._of_stack(run, 0, slopes),
            self._answers(outputs),
            self._answers(was) if cuts else None,
            asked,
            scores,
            vector=vector,
            **self._of_decoder(run, weights, slopes),
            **self._of_picture(run, recipe),
        )
        return made, run, cuts, position

    def _of_picture(self, run: _Pass, recipe: Mapping[str, Any]) -> Dict[str, Any]:
        """Additional parts of a run of a model that reads pictures."""
        return {}

    def _answered(self, name: str, arguments: List[str], recipe: Mapping[str, Any]) -> _Steps:
        yield from self._turn_to(recipe)
        known = {"lens": (2, self._lens), "blanked": (2, self._blanked), "swap": (2, self._swap_grid)}
        if name not in known and name not in _OF_UNITS:
            raise HeadwatersError(f'live() does not support the question "{name}". Use one of: {", ".join([*known, *_OF_UNITS])}.')
        names = _OF_UNITS.get(name, ())
        count = len(names) - ("among" in names) if names else known[name][0]
        if name == "swap" and len(arguments) == 5:  # as the page asks, so a second sentence is not compared
            arguments = [*arguments[:2], arguments[4]]
        more = (name == "swap" and len(arguments) == 3) or ("among" in names and len(arguments) == count + 1)
        if len(arguments) != count + more:
            raise HeadwatersError(f'"{name}" takes {count} arguments, not {len(arguments)}.')
        if name == "lens":
            return (yield from self._lens(recipe, *arguments))
        asked = self._asked(recipe)
        if names:
            return (yield from self._of_units(asked, name, dict(zip(names, arguments))))
        return (yield from known[name][1](asked, *arguments))  # type: ignore[operator]

    _seesPictures = False
