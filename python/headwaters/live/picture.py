# SPDX-License-Identifier: MIT
"""Live models that read pictures."""

from __future__ import annotations

import contextlib
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from ..arrays import _numpy
from ..errors import HeadwatersError
from ..pictures import _data_url
from .cuts import _PATCH, _Cuts
from .helpers import _at_once
from .pixels import _LivePixels
from .runs import LiveRun, _Asked, _Pass
from .sizes import _MOST_SQUARES, _Steps, _Unit


class _LivePicture(_LivePixels, reads="pictures"):
    """A model that reads pictures as patches (ViT, DeiT, DINOv2, BEiT) or compares one with texts (CLIP). Its `tokenizer` is its own
    processor."""

    def about(self) -> Dict[str, Any]:
        _at_once(self._turn_to({}))
        return {
            **self._facts(),
            "kind": self._whole,
            "takesPairs": False,
            "mask": "",
            "chats": False,
            "examples": [],
            "picture": self._sees(),
        }

    def _offers(self) -> List[str]:
        made = ["experiment", "scores", "blanked"] + ([] if self._whole == "embedding" and not self.comparesTexts else ["decide"])
        with contextlib.suppress(HeadwatersError):
            self._stack()
            made += [] if self._whole == "embedding" and not self.comparesTexts else ["lens"]
        return [] if self._whole == "none" else made

    def _turn_to(self, recipe: Mapping[str, Any]) -> _Steps:
        """Switches CLIP to the texts of a recipe, or to none."""
        yield from ()
        texts = [one for one in str(recipe.get("pair") or "").split("\n") if one] if self.comparesTexts else []
        self.kind = "classes" if texts else self._whole
        if texts and texts != self._among:
            import torch

            tokenizer = getattr(self.tokenizer, "tokenizer", None)
            if tokenizer is None:
                raise HeadwatersError("To compare texts, live() needs CLIP's tokenizer. Give its whole processor (AutoProcessor).")
            given = tokenizer(texts, padding=True, truncation=True, return_tensors="pt").to(self.model.device)
            with torch.no_grad():
                found = self.model.get_text_features(input_ids=given["input_ids"], attention_mask=given["attention_mask"])
                found = found if torch.is_tensor(found) else found.pooler_output
                self._features = self.model.logit_scale.exp() * found / found.norm(dim=-1, keepdim=True)
        self._among = texts or self._among

    @property
    def _runs(self) -> Any:
        return self.model.vision_model if self.comparesTexts else self.model

    def _tokens(self, ids: Sequence[int]) -> List[str]:
        _, columns, before = self._grid
        special = ["[CLS]", *(["[DIST]"] if any(name == "distillation_token" for name, _ in self._leading()) else [])]
        special += [f"[REG{at}]" for at in range(len(special), before)]
        return [special[one] if one < before else f"r{(one - before) // columns}c{(one - before) % columns}" for one in ids]

    def _name(self, output: int) -> str:
        return self._among[output] if self.comparesTexts else super()._name(output)

    def _title(self, made: LiveRun) -> str:
        return self._pictures.get(made.text, ("Picture",))[0]

    def _segments(self, run: _Pass) -> List[int]:  # type: ignore[override]
        return []

    def _pieces(self, run: _Pass) -> List[Dict[str, Any]]:
        return [
            {"id": at, "text": text, "special": run.special[at], "unknown": False, "joins": at > 0, "bits": None}
            for at, text in enumerate(self._tokens(run.ids))
        ]

    def _of_picture(self, run: _Pass, recipe: Mapping[str, Any]) -> Dict[str, Any]:
        rows, columns, before = self._grid
        return {
            "image": self._seen(run.inputs["pixel_values"]),
            "grid": (rows, columns),
            "first_patch": before,
            "wiped": [int(one) for one in str(recipe.get("wiped") or "").split(";") if one],
        }

    def _picture_of(self, made: LiveRun) -> Dict[str, Any]:
        rows, columns, before = self._grid
        return {"image": {"url": _data_url(made.image), "rows": rows, "columns": columns, "firstPatch": before}}

    def _read_at(self, asked: _Asked) -> np.ndarray:
        n = self._tokens_in()
        if self._pooled() == "both":  # half of the first, half of the mean of the patches
            return np.where(np.arange(n) < self._grid[2], np.eye(1, n)[0], 1 / (n - self._grid[2])) / 2
        return super()._read_at(asked)

    def _first_patch(self) -> int:
        return self._grid[2]

    def _patches(self, words: Tuple[Any, Any]) -> List[Tuple[int, float]]:
        import torch

        number, rows = words
        slope = torch.autograd.grad(number, [rows], retain_graph=True)[0][0].detach()
        own, before = rows[0].detach(), self._grid[2]
        step = ((self._blank_row().to(own) - own) * slope).double().sum(-1)
        there = [token for token in range(before, len(own)) if not torch.equal(own[token], self._blank_row().to(own))]
        return list(zip(there, _numpy(step)[there].tolist()))

    def _blank_row(self) -> Any:
        """The projection's output for a patch whose pixels are 0."""
        projection = self._projection_of(self._tower)
        bias = getattr(getattr(projection, "projection", projection), "bias", None)
        return self.model.parameters().__next__().new_zeros(self._reading_config().hidden_size) if bias is None else bias.detach()

    def _cut_inputs(self, asked: _Asked, rule: str, sets: Sequence[Sequence[_Unit]]) -> Tuple[Dict[str, Any], List[_Cuts]]:
        if all(kind != _PATCH for one in sets for kind, *_ in one):
            return super()._cut_inputs(asked, rule, sets)
        import torch

        pixels = asked.base.inputs["pixel_values"]
        return {"pixel_values": torch.cat([self._blank(pixels, [key - self._grid[2] for *_, key in one]) for one in sets])}, []

    def _blank_of(self, name: str) -> Optional[Tuple[str, int]]:
        name = self._other_names.get(name, name)
        if name == "hide":
            return super()._blank_of(name)
        ways = {"replace": "zero-pixels", "replace:zero-pixels": "zero-pixels", "replace:zero-embedding": "zero-embedding"}
        return (ways[name], -1) if name in ways else None

    def _blanks(self) -> List[Dict[str, str]]:
        return [
            {"name": name, "inserted": "", "warning": ""}
            for name in ("hide", "replace:zero-pixels", "replace:zero-embedding")
            if self._blank_of(name)
        ]

    def _blanked_values(self, asked: _Asked, blank: str, groups: Sequence[Sequence[int]], likeliest: Optional[List[Any]] = None) -> _Steps:
        found = self._blank_of(blank)
        if found is None:
            raise HeadwatersError(f'"{blank}" does not work with pictures. Use {" or ".join(one["name"] for one in self._blanks())}.')
        if found[0] == "hide":
            return (yield from super()._blanked_values(asked, blank, groups, likeliest))
        made: List[float] = []
        size, row = self._together(asked), None if found[0] == "zero-embedding" else self._blank_row()
        while len(made) < len(groups):
            part = groups[len(made) : len(made) + size]

            def words(rows: Any, part: Sequence[Sequence[int]] = part) -> Any:
                rows = rows.clone()
                for run, group in enumerate(part):
                    rows[run, list(group)] = 0 if row is None else row.to(rows)
                return rows

            made += self._numbers(asked, self._batch(asked, len(part)), (), asked.position, words, likeliest)
            yield len(made) / len(groups)
        return made

    def _groups(self, n: int) -> Tuple[List[List[int]], str]:
        """One group per patch, or for a large picture squares of patches, as few as needed for that number."""
        rows, columns, before = self._grid
        side = 1
        while -(-rows // side) * -(-columns // side) > _MOST_SQUARES:
            side += 1
        if side == 1:
            return super()._groups(n)
        across = -(-columns // side)
        squares: List[List[int]] = [[] for _ in range(-(-rows // side) * across)]
        for patch in range(rows * columns):
            squares[patch // columns // side * across + patch % columns // side].append(before + patch)
        return [*([token] for token in range(before)), *squares], f" ({side} × {side} patches)"
