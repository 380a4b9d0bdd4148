# SPDX-License-Identifier: MIT
"""The word that matters most, and the answer after each layer."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ..errors import HeadwatersError
from ..methods import rollout
from .helpers import _at_once, _finite, _lines, _sinks
from .runs import _Pass
from .sizes import _Steps
from .units import _LiveUnits


class _LiveWhy(_LiveUnits):
    """The word that matters most, and the answer after each layer."""

    def why(
        self,
        text: Any,
        pair: Union[str, Sequence[str], None] = None,
        *,
        target: str = "",
        ids: Optional[Sequence[int]] = None,
        wiped: Sequence[int] = (),
        test_words: str = "hide",
        by: str = "tokens",
    ) -> Dict[str, Any]:
        """Which word of a text matters most for the answer (docs/why.md), in the run without cuts, in the form of headwaters.why: a
        number for each token.

        target      as for run(), or for a model without a head the text to compare with. The default is the likeliest next word by its
                    log-probability, else the likeliest answer against the next one
        test_words  hide, mask, delete, replace or replace:TOKEN
        by          "words" tests the tokens of a word together

        A model of next words names no word here, because two of the three tests that vote need the output of each head, which PyTorch does
        not give. Then `routes`, `direct` and `votes` are None, and `missing` names them. Other models name the word that accounts for at
        least half of the lead. There are no `sentences`.
        """
        if by not in ("tokens", "words"):
            raise HeadwatersError(f'by="{by}" is unknown. Use "words" or "tokens".')
        recipe = self._uncut(text, pair, target, ids, wiped)
        return dict(_at_once(self._why(recipe, test_words, by == "words")))

    def _uncut(
        self, text: Any, pair: Union[str, Sequence[str], None], target: str, ids: Optional[Sequence[int]], wiped: Sequence[int]
    ) -> Dict[str, Any]:
        """The recipe of a run without cuts."""
        blank = ";".join(str(int(one)) for one in wiped)
        return {"text": self._named(text), "pair": _lines(pair), "target": target, "ids": ids, "wiped": blank}

    def _why(self, recipe: Dict[str, Any], blank: str, by_words: bool) -> _Steps:
        yield from self._turn_to(recipe)
        if self.kind == "translation":
            raise HeadwatersError(
                "live() can't follow attention across two stacks of layers. Save the model and call headwaters.why with its folder."
            )
        target = recipe["target"]
        if self.kind == "embedding" and target and not target.startswith("cos:"):
            recipe["target"] = f"cos:{target}"
        elif self.kind == "next" and not target:
            base = self._base(recipe, False)
            recipe["target"] = f"lp:{self._answers(self._outputs(base, self._position(base, '')))[0]['id']}"
        asked = self._asked(recipe)
        n, read = len(asked.base.ids), self._read_at(asked)
        place = int(np.argmax(read)) if read.max() == 1 else -1
        groups: List[List[int]] = []
        for token in range(n):
            if by_words and groups and self._joins(asked.base, token):
                groups[-1].append(token)
            else:
                groups.append([token])
        likeliest: List[Any] = []
        lost = asked.value - np.array((yield from self._blanked_values(asked, blank, groups, likeliest)))
        kind, index, minus = asked.question
        outputs = self._outputs(asked.base, asked.position)
        known = {one["id"]: one for one in self._answers(outputs, [one for one in (index, minus) if isinstance(one, int) and one >= 0])}
        noise = 2e-5 if kind == "cosine" else 5e-5 * float(outputs.abs().max())
        sinks = _sinks(asked.weights)
        lead = asked.value if kind == "logit" and minus >= 0 else None
        takes_part = [
            not any(asked.base.special[at] or at == place or (self.kind == "next" and at > place) for at in group) for group in groups
        ]
        first = max((at for at in range(len(groups)) if takes_part[at] and lost[at] > noise), key=lambda at: lost[at], default=None)
        votes = self.kind == "next"
        named = groups[first] if first is not None and not votes and lead is not None and noise < lead <= 2 * lost[first] else None

        def each(values: Sequence[Any]) -> List[Any]:
            by_token = {token: value for group, value in zip(groups, values) for token in group}
            return [by_token[token] for token in range(n)]

        return {
            "tokens": self._tokens(asked.base.ids),
            "asked": place,
            "value": asked.value,
            "sinks": sinks,
            "question": {
                "kind": "difference" if lead is not None else kind.replace("-", "_"),
                "answer": known.get(index),
                "second": known.get(minus),
            },
            "attention": {"method": "rollout", "layers": [(read @ layer).tolist() for layer in rollout(asked.weights, sinks="exclude")]},
            "routes": None,
            "direct": None,
            "lead": lead,
            "needs": {
                "by": blank,
                "noise": noise,
                "left_out": each([_finite(float(one)) for one in lost]),
                "answer": each([one and one["text"] for one in likeliest]),
                "probability": each([one and one["probability"] for one in likeliest]),
            },
            "first": {"hidden": None if first is None else groups[first][0], "routes": None, "direct": None},
            "named": named,
            "votes": None,
            "missing": "There is no vote: two of its three tests need what each head writes, which PyTorch does not give. Save the model, and ask headwaters.why of its folder."
            if votes
            else "",
        }

    def _lens(self, recipe: Mapping[str, Any], position: str, count: str) -> _Steps:
        """The results for all tokens at once, which are kept, since the page asks for one after the other."""
        base = self._base(recipe, False)
        if base.logits is None or self.kind in ("none", "embedding"):
            raise HeadwatersError("This model outputs no words or classes.")
        of = "encoder" if base.output is None else "decoder"
        key = (self._kept[0], int(count))
        if self._lensed[0] != key:
            final: Any = None
            levels: List[Tuple[Any, Any, Any]] = []
            for logits in self._read_out(base.inputs, of):
                rows = logits[0].float()
                rows = rows if rows.ndim == 2 else rows[None]
                final = rows.argmax(-1, keepdim=True) if final is None else final
                own = rows.gather(-1, final)
                levels.insert(
                    0,
                    (
                        rows.topk(min(int(count), rows.shape[-1]), -1).indices.tolist(),
                        (own - rows.logsumexp(-1, keepdim=True)).exp()[:, 0].tolist(),
                        (rows > own).sum(-1).tolist(),
                    ),
                )
                yield len(levels) / (self._layers_in(of) + 1)
            self._lensed = (key, (levels, final[:, 0].tolist()))
        levels, last = self._lensed[1]
        at = int(position) if len(last) > 1 or self.kind in ("next", "masked", "translation") else 0
        if not 0 <= at < len(last):
            raise HeadwatersError(f"There is no token {position}. Tokens count from 0.")
        return {
            "position": int(position),
            "final": self._name(last[at]),
            "layers": [
                {"answers": [self._name(one) for one in best[at]], "probability": chances[at], "rank": ranks[at]}
                for best, chances, ranks in levels
            ],
        }

    @staticmethod
    def _joins(run: _Pass, at: int) -> bool:
        """Whether nothing is between the token and the one before."""
        return bool(
            at
            and run.offsets
            and run.sequence[at] is not None
            and run.sequence[at] == run.sequence[at - 1]
            and run.offsets[at][0] == run.offsets[at - 1][1]
        )
