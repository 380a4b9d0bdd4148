# SPDX-License-Identifier: MIT
"""Parts of another text's run, written into a run."""

from __future__ import annotations

import math
import re
from typing import Any, Dict, List, Tuple

import numpy as np

from ..arrays import _numpy
from ..errors import HeadwatersError
from .blanks import _LiveBlanks
from .cuts import _Cuts
from .helpers import _per_head
from .runs import _Asked, _Pass
from .sizes import _Steps


class _LiveSwaps(_LiveBlanks):
    """Activations of another text's run, written into a run."""

    def _aligned(self, here: _Pass, there: _Pass, places: str) -> List[int]:
        """The token of the other text that corresponds to each token, or -1 (src/model/service/swap_question.cpp)."""
        a, b = here.ids, there.ids
        n, m = len(a), len(b)
        made = list(range(n)) if n == m else [-1] * n
        if n != m:
            longest = np.zeros((n + 1, m + 1), int)
            for i in reversed(range(n)):
                for j in reversed(range(m)):
                    longest[i, j] = longest[i + 1, j + 1] + 1 if a[i] == b[j] else max(longest[i + 1, j], longest[i, j + 1])
            i = j = gap_a = gap_b = 0
            ends = []
            while i < n and j < m:
                if a[i] == b[j]:
                    ends.append((gap_a, gap_b, i, j))
                    made[i] = j
                    i, j = i + 1, j + 1
                    gap_a, gap_b = i, j
                elif longest[i + 1, j] >= longest[i, j + 1]:
                    i += 1
                else:
                    j += 1
            for from_a, from_b, to_a, to_b in [*ends, (gap_a, gap_b, n, m)]:
                if to_a - from_a == to_b - from_b:
                    made[from_a:to_a] = range(from_b, to_b)
        for piece in filter(lambda one: one.startswith("a"), places.split(";")):
            pair = re.fullmatch(r"a(\d+):(\d+|-)", piece)
            if not pair or int(pair[1]) >= n or (pair[2] != "-" and int(pair[2]) >= m):
                raise HeadwatersError(f"“{piece}” doesn’t pair two tokens of the texts.")
            made[int(pair[1])] = -1 if pair[2] == "-" else int(pair[2])
        return made

    def _swapped(self, base: _Pass, cuts: _Cuts, text: str, places: str) -> _Cuts:
        """The cuts, with activations of that text's run at these places."""
        there = self._passed({"text": text}, None, False, base.output)
        ran = self._ran(there.inputs, (), streams=True, heads=True)
        aligned = self._aligned(base, there, places)
        streams: Dict[int, Tuple[List[int], Any]] = {}
        outputs: Dict[Tuple[int, int], Tuple[List[int], Any]] = {}
        own = [token for token, other in enumerate(aligned) if other >= 0]
        for piece in filter(lambda one: one and not one.startswith("a"), places.split(";")):
            place = re.fullmatch(r"([shH])(\d+):(\d+)", piece)
            layer, at = (int(place[2]) - (place[1] == "H"), int(place[3])) if place else (-1, -1)  # "H3:1" was "h2:1" in older links
            head = place is not None and place[1] in "hH"
            if (
                not place
                or layer < 0
                or layer > self.layers - head
                or at >= (self.heads if head else len(aligned))
                or (not head and aligned[at] < 0)
            ):
                raise HeadwatersError("The other text has no such part.")
            if head:
                outputs[layer, at] = (own, _per_head(ran.mode.outputs[layer])[0, at, [aligned[token] for token in own]])
            else:
                tokens, rows = streams.get(layer, ([], []))
                streams[layer] = ([*tokens, at], [*rows, ran.streams[layer][0, aligned[at]]])
        import torch

        return cuts._replace(streams={layer: (tokens, torch.stack(rows)) for layer, (tokens, rows) in streams.items()}, outputs=outputs)

    def _swap_grid(self, asked: _Asked, what: str, text: str, places: str = "") -> _Steps:
        import torch

        if what not in ("streams", "heads"):
            raise HeadwatersError(f'"{what}" cannot be swapped. Use "streams" or "heads".')
        self._stack()
        base, question, position = asked.base, asked.question, asked.position
        there = self._passed({"text": text}, None, False, base.output)
        if self.kind == "masked" and self._position(there, "") < 0:
            raise HeadwatersError("The other text has no masked word. Add one.")
        aligned = self._aligned(base, there, places)
        if asked.usual and base.output is None:  # the other text's answer against this one's
            best = [int(self._outputs(one, self._position(one, "")).argmax()) for one in (there, base)]
            if best[0] != best[1]:
                question = (question[0], best[0], best[1])
        n, other = len(base.ids), position
        if self.kind in ("next", "masked"):
            other = len(there.ids) - 1 if position == n - 1 else aligned[position]
            if other < 0:
                raise HeadwatersError("The question's token has no counterpart in the other text. Use the same words around it.")
        clean, ours = (self._ran(one.inputs, (), graph, streams=True, heads=True) for one, graph in ((there, False), (base, True)))
        number = self._value(question, self._at(ours.logits[0], position))
        changed, whole = number.item(), self._value(question, self._at(clean.logits[0], other)).item()
        own = [token for token in range(n) if aligned[token] >= 0]
        theirs = [aligned[token] for token in own]
        from_, to = (
            (clean.streams, ours.streams) if what == "streams" else (clean.mode.outputs[: self.layers], ours.mode.outputs[: self.layers])
        )
        slopes = torch.autograd.grad(number, to, allow_unused=True)
        rows, columns = len(to), n if what == "streams" else self.heads
        values, predicted = np.full((rows, columns), math.nan), np.full((rows, columns), math.nan)
        runs, at = [], []
        for row, (new, old, slope) in enumerate(zip(from_, to, slopes)):
            new, old, slope = ((torch.zeros_like(old) if one is None else one).detach() for one in (new, old, slope))
            new, old, slope = (one[0] if what == "streams" else _per_head(one)[0] for one in (new, old, slope))
            if what == "streams":
                step = ((new[theirs] - old[own]) * slope[own]).double().sum(-1)
                predicted[row, own] = changed + _numpy(step)
                for token, like in zip(own, theirs):
                    runs.append(_Cuts("zero", {}, set(), {}, {}, {row: ([token], new[like][None])}))
                    at.append((row, token))
                continue
            step = ((new[:, theirs] - old[:, own]) * slope[:, own]).double().sum((-1, -2))
            predicted[row] = changed + _numpy(step)
            for head in range(columns):
                runs.append(_Cuts("zero", {}, set(), {}, {}, {}, {(row, head): (own, new[head, theirs])}))
                at.append((row, head))
        made = yield from self._cut_values(asked._replace(question=question), runs)
        for place, value in zip(at, made):
            values[place] = value
        with np.errstate(divide="ignore", invalid="ignore"):
            recovered = (values - changed) / np.float64(whole - changed)
        _, index, minus = question

        def texts(run: Any) -> Any:
            return [self._shown(one) for one in run.ids]

        return {
            "rows": rows,
            "columns": columns,
            "clean": whole,
            "changed": changed,
            "tokens": texts(base),
            "cleanTokens": texts(there),
            "aligned": aligned,
            "question": {**self._described(question, base, position), **({"name": ""} if question[0] == "cosine" else {})},
            "target": f"{index}-{minus}" if asked.usual and minus >= 0 and base.output is None else "",
            "values": values.reshape(-1).tolist(),
            "predicted": predicted.reshape(-1).tolist(),
            "recovered": recovered.reshape(-1).tolist(),
        }
