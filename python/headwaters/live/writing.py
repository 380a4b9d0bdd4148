# SPDX-License-Identifier: MIT
"""Text that a live model writes."""

from __future__ import annotations

import math
import time
from typing import Any, Dict, List, Mapping, Set

import numpy as np

from ..arrays import _numpy
from ..errors import HeadwatersError
from ..names import _get
from ..record import record
from .helpers import _drawn_token
from .why import _LiveWhy


class _LiveWriting(_LiveWhy):
    """Texts that a model of next words writes."""

    def _write(self, recipe: Mapping[str, Any], arguments: List[str]) -> Dict[str, Any]:
        """Continues a text, as the page's own models do, with a max number of tokens and, after the first, of milliseconds."""
        import torch

        if self.kind != "next" or len(arguments) != 6:
            raise HeadwatersError("This model can't continue a text. Use a next-word model such as GPT-2.")
        most, patience, temperature, top_k, top_p, seed = (
            int(arguments[0]),
            float(arguments[1]),
            float(arguments[2]),
            int(arguments[3]),
            float(arguments[4]),
            int(arguments[5]),
        )
        if not (temperature >= 0 and math.isfinite(temperature) and top_k >= 0 and 0 < top_p <= 1):
            raise HeadwatersError("Invalid sampling setting. Use temperature 0 or more, top-k 0 or more, and top-p above 0, up to 1.")
        given = recipe.get("ids")
        ids = (
            [int(one) for one in given.split(",")]
            if given
            else self._encoded({"text": recipe.get("text"), "chat": recipe.get("chat")})[1]["input_ids"][0].tolist()
        )
        written: List[Dict[str, Any]] = []
        begin, end = len(ids), "none"
        stops, longest = self._ends(), self._longest()
        started, training = time.monotonic(), self.model.training
        self.model.eval()
        try:
            with record(self.model), torch.no_grad():  # needed since some kernels ignore a model's changes to its scores
                while len(written) < most and (not written or time.monotonic() - started < patience / 1000):
                    if longest and len(ids) >= longest:
                        end = "length"
                        break
                    logits = _numpy(self._next(ids)).astype(np.float64)
                    chosen = _drawn_token(logits, temperature, top_k, top_p, seed, len(ids))
                    if chosen in stops:
                        end = "token"
                        break
                    before = self.tokenizer.decode(
                        ids[max(0, len(ids) - 4) :], skip_special_tokens=False, clean_up_tokenization_spaces=False
                    )
                    after = self.tokenizer.decode(
                        [*ids[max(0, len(ids) - 4) :], chosen], skip_special_tokens=False, clean_up_tokenization_spaces=False
                    )
                    shares = np.exp(logits - logits.max())
                    ids.append(chosen)
                    written.append(
                        {
                            "id": chosen,
                            "text": after[len(before) :] if after.startswith(before) else self._shown(chosen),
                            "probability": float(shares[chosen] / shares.sum()),
                        }
                    )
        finally:
            self.model.train(training)
        front = 0
        while front < min(begin, len(ids) - 1) and ids[front] in self._special:
            front += 1

        def plain(some: Any) -> Any:
            return str(self.tokenizer.decode(some, skip_special_tokens=True, clean_up_tokenization_spaces=False))

        text = plain(ids[front:])
        return {
            "ids": ids,
            "begin": begin,
            "prompt": plain(ids[front:begin]),
            "text": text,
            "rest": text[len(text.rstrip("\ufffd")) :],
            "end": end,
            "mostTokens": longest or 2**31 - 1,
            "written": written,
            "same": self.tokenizer(text)["input_ids"] == ids,
        }

    def _ends(self) -> Set[int]:
        """Tokens that end a text."""
        found: Set[int] = set()
        for one in (getattr(self.model, "generation_config", None), self.model.config, self.tokenizer):
            ends = getattr(one, "eos_token_id", None)
            found |= set() if ends is None else {int(end) for end in (ends if isinstance(ends, (list, tuple)) else [ends])}
        return found

    def _next(self, ids: List[int]) -> Any:
        """Logits after these tokens. The earlier computation is kept if a first comparison gives the same result as a whole run."""
        import torch

        same, past = self._past
        self._past = ([], None)

        def ran(fresh: List[int], **kept: Any) -> Any:
            tensors = {
                "input_ids": torch.tensor([fresh], device=self.model.device),
                "attention_mask": torch.ones(1, len(ids), dtype=torch.long, device=self.model.device),
            }
            outputs = self.model(**tensors, **kept, use_cache=self._keeps is not False, return_dict=True)
            self._past = (list(ids), _get(outputs, "past_key_values") if self._keeps is not False else None)
            return outputs.logits[0, -1].float()

        if past is None or not same or len(same) >= len(ids) or ids[: len(same)] != same:
            return ran(ids)
        try:
            made = ran(ids[len(same) :], past_key_values=past)
        except (RuntimeError, ValueError, TypeError, IndexError):  # a cache with its own size
            self._keeps, made = False, None
        if self._keeps is None:
            kept, whole = self._past, ran(ids)
            self._keeps = bool(torch.allclose(made, whole, atol=1e-2 * float(whole.abs().max())))
            self._past = kept if self._keeps else ([], None)
            return whole
        return ran(ids) if made is None else made
