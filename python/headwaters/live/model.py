# SPDX-License-Identifier: MIT
"""LiveModel, which runs and answers for the page."""

from __future__ import annotations

import math
import time
from typing import Any, ClassVar, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from ..errors import HeadwatersError
from .asking import _LiveAsking
from .helpers import _finite
from .runs import LiveRun, _Pass
from .sizes import _AT_ONCE, _MOST_ANSWERS, _MOST_VECTORS, _Steps


class LiveModel(_LiveAsking):
    """A model with its tokenizer, which runs and answers questions like the page's own models (docs/ask.md), as shown by live().

        asked = headwaters.LiveModel(model, tokenizer)
        run = asked.run("The keys to the cabinet", cuts=["2:0:4>1"], target="389-318")

    model      of transformers, for text, with a head of next words, masked words or classes; an encoder-decoder that translates; or without
               a head, so that the answer is a vector, the mean over all tokens. Or a SentenceTransformer, which needs no tokenizer
    tokenizer  the model's; a fast one knows the starts of words
    """

    _readers: ClassVar[Dict[str, type]] = {}  #: the classes of models that read more than one text

    def __init_subclass__(cls, reads: str = "", **named: Any) -> None:
        super().__init_subclass__(**named)
        if reads:
            LiveModel._readers[reads] = cls

    def __new__(cls, model: Any = None, *_: Any, **__: Any) -> "LiveModel":
        config = getattr(model, "config", None)
        if cls is not LiveModel or config is None:
            return super().__new__(cls)
        sees = getattr(model, "main_input_name", "") == "pixel_values" or getattr(config, "vision_config", None) is not None
        return super().__new__(
            cls._readers["pictures"] if sees else cls._readers["pairs"] if getattr(config, "is_encoder_decoder", False) else cls
        )

    @property
    def latest(self) -> Optional[LiveRun]:
        """The last run."""
        return self._latest[1][0] if self._latest[1] else None

    def reply(self, call: Mapping[str, Any], buffers: Sequence[Any] = ()) -> Tuple[Dict[str, Any], List[bytes]]:
        """The answer to a message of the page (docs/api.md), and its numbers: attention, and gradients if there are any. `buffers` has
        the pixels of a picture.

        Answers that take longer than half a second begin with {"progress": share}. The page then asks {"what": "on", "id": the same}
        to continue, or something else, which cancels the answer."""
        who = (call.get("view"), call.get("id"))
        try:
            if call.get("what") != "on":
                self._going = (who, self._reply(call, buffers))
            elif self._going is None or self._going[0] != who:
                raise HeadwatersError("This computation was cancelled.")
            steps, until = self._going[1], time.monotonic() + _AT_ONCE
            while True:
                share = next(steps)
                if time.monotonic() > until:
                    return {"progress": min(max(float(share), 0.0), 1.0)}, []
        except StopIteration as made:
            self._going = None
            answer: Tuple[Dict[str, Any], List[bytes]] = made.value
            return answer
        except (HeadwatersError, ValueError, IndexError, RuntimeError) as error:  # from a tokenizer or PyTorch, such as no memory
            self._going = None
            known = isinstance(error, HeadwatersError)
            return {
                "problem": {
                    "place": self.name,
                    "finding": str(error) if known else f"The model could not run this text: {error}",
                    "remedy": "",
                }
            }, []

    def _reply(self, call: Mapping[str, Any], buffers: Sequence[Any]) -> _Steps:
        recipe, what = call.get("recipe") or {}, call.get("what")
        if what == "picture":
            self._take_picture(call, buffers)
            return {"result": {}}, []
        arguments = [str(one) for one in call.get("arguments") or []]
        if what == "write":
            return {"result": self._write(recipe, arguments)}, []
        if what == "ask":
            result = yield from self._answered(str(call.get("name")), arguments, recipe)
            return {"result": _finite(result)}, []
        made, run, cuts, position = yield from self._made(recipe)
        if what == "find":
            part, outputs = str(call.get("word") or "").lower(), self._outputs(run, position)
            found = [] if outputs is None else [one for one in range(len(outputs)) if part in self._name(one).lower()]
            return {"result": {"answers": self._answers(outputs, found)}}, []
        says = {
            "kind": self.kind,
            "position": position,
            "vocabulary": 0 if run.logits is None or self.kind == "embedding" else int(run.logits.shape[-1]),
            "answers": made.answers,
        }
        if made.vector is not None:
            says["near"] = self._near(made, recipe, what == "says" or bool(call.get("settled")))
        result = {
            "pieces": self._pieces(run),
            "says": says,
            "before": None if made.before is None else {"answers": made.before},
            "question": made.question,
            **self._written(run),
        }
        if what != "run":
            return {"result": result}, []
        title = self._title(made).replace("\n", " ")  # the page appends question and cuts
        title = title if len(title) <= 120 else title[:120] + "…"
        example: Dict[str, Any] = {
            "title": title,
            "model": self.name,
            "tokens": made.tokens,
            "layers": made.attentions.shape[0],
            "heads": made.attentions.shape[1],
            "specialTokens": self._special_tokens(made, run),
            "segments": self._segments(run) if made.pair is not None and run.output is None else [],
            "outputToken": position,
            "predicted": self._predicted(run),
            "importance": [
                {"name": name, "values": [float(one) if math.isfinite(one) else None for one in values]}
                for name, values in made.scores.items()
            ],
            **self._picture_of(made),
            "cuts": cuts.places(self._kept[1].attentions, run.sizes) if cuts and self._kept[1] else [],
        }
        if made.decoder_attentions is not None:
            example["decoder"] = {
                "tokens": made.decoder_tokens,
                "layers": made.decoder_attentions.shape[0],
                "heads": made.decoder_attentions.shape[1],
            }
        numbers = (
            made.attentions,
            made.decoder_attentions,
            made.cross_attentions,
            made.gradients,
            made.decoder_gradients,
            made.cross_gradients,
        )
        return {"result": result, "example": example}, [np.ascontiguousarray(one).tobytes() for one in numbers if one is not None]

    def _title(self, made: LiveRun) -> str:
        return made.text if made.pair is None else f"{made.text} / {made.pair}"

    def _picture_of(self, made: LiveRun) -> Dict[str, Any]:
        """The facts for the page about the picture of the run."""
        return {}

    def _take_picture(self, call: Mapping[str, Any], buffers: Sequence[Any]) -> None:
        raise HeadwatersError("This model reads text, not pictures.")

    def _near(self, made: LiveRun, recipe: Mapping[str, Any], settled: bool) -> List[Dict[str, Any]]:
        """The nearest of the earlier texts. A separate text that is complete is remembered."""
        assert made.vector is not None
        own, shown = made.vector.astype(np.float64), None if made.pair is not None else made.text

        def cosine(other: Any) -> Any:
            return float(own @ other / max(np.linalg.norm(own) * np.linalg.norm(other), 1e-300))

        near = sorted(((cosine(other), text) for text, other in self._vectors.items() if text != shown), reverse=True)
        if settled and shown and not recipe.get("cuts") and not recipe.get("swap"):
            self._vectors.pop(shown, None)
            self._vectors[shown] = own
            if len(self._vectors) > _MOST_VECTORS:
                self._vectors.pop(next(iter(self._vectors)))
        return [{"text": text, "cosine": value} for value, text in near[:_MOST_ANSWERS]]

    def _special_tokens(self, made: LiveRun, run: _Pass) -> List[str]:
        return sorted({token for token, special in zip(made.tokens, run.special) if special})

    def _written(self, run: _Pass) -> Dict[str, Any]:
        """The facts for the page about the output of a model that translates."""
        return {}

    @staticmethod
    def _segments(run: _Pass) -> List[int]:
        made, last = [], 0
        for one in run.sequence:
            last = last if one is None else one  # a token added between the two belongs to the first
            made.append(last)
        return made

    def _predicted(self, run: _Pass) -> List[str]:
        if self.kind not in ("next", "translation") or run.logits is None:
            return []
        return [self._name(int(one)) for one in run.logits.argmax(-1).tolist()]

    def _pieces(self, run: _Pass) -> List[Dict[str, Any]]:
        bits: List[Optional[float]] = [None] * len(run.ids)
        if self.kind == "next" and run.logits is not None and len(run.ids) > 1:
            import torch

            logs = run.logits[:-1].float().log_softmax(-1).gather(-1, torch.tensor(run.ids[1:], device=run.logits.device)[:, None])[:, 0]
            bits[1:] = (-logs / math.log(2)).tolist()

        return [
            {
                "id": token,
                "text": self._shown(token),
                "special": run.special[at],
                "unknown": token == self.tokenizer.unk_token_id and not run.special[at],
                "joins": self._joins(run, at),
                "bits": bits[at],
            }
            for at, token in enumerate(run.ids)
        ]
