# SPDX-License-Identifier: MIT
"""Live encoder-decoder models."""

from __future__ import annotations

import contextlib
import math
import re
import time
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from ..errors import HeadwatersError
from ..names import _get
from ..record import record
from .helpers import _at_once
from .model import LiveModel
from .runs import LiveRun, _Pass, _Written
from .sizes import _PAUSE, _Sizes, _Steps


class _LivePair(LiveModel, reads="pairs"):
    """An encoder with its decoder. The text is read, and then the output runs, which the model writes or the user gives. After that the
    output is fixed, so that cuts and questions refer to the same one."""

    def __init__(self, model: Any, tokenizer: Any, name: Optional[str] = None, examples: Sequence[str] = ()) -> None:
        super().__init__(model, tokenizer, name, examples)
        if self.kind == "none":
            raise HeadwatersError(f"{type(model).__name__} has no head for words. Use a class such as AutoModelForSeq2SeqLM.")
        self.decoder = (0, 0)
        self._wrote_last: Tuple[str, Optional[_Written]] = ("", None)

    @staticmethod
    def _kind_of(name: str) -> str:
        return "translation" if name.endswith(("ForConditionalGeneration", "MTModel", "Seq2SeqLM")) else "none"

    def _example(self) -> str:
        return "translate English to German: The house is small." if "t5" in str(self.model.config.model_type) else "The house is small."

    def about(self) -> Dict[str, Any]:
        made = super().about()
        return {
            **made,
            "layers": self.layers,
            "heads": self.heads,
            "takesPairs": False,
            "decoder": {"layers": self.decoder[0], "heads": self.decoder[1]},
        }

    def _offers(self) -> List[str]:
        made = [one for one in super()._offers() if one not in ("scores", "lens")]
        with contextlib.suppress(HeadwatersError):
            self._stack("decoder")
            made.append("lens")
        return made

    # --- runs ---

    def _encoded(self, recipe: Mapping[str, Any]) -> Tuple[Any, Dict[str, Any]]:
        return super()._encoded({**recipe, "pair": None})  # the decoder reads this

    def _words_of(self) -> Any:
        encoder = self.model.get_encoder()
        return getattr(encoder, "embed_tokens", None) or encoder.get_input_embeddings()

    def _part(self, of: str) -> Any:
        return self.model.get_decoder() if of == "decoder" else self.model.get_encoder()

    def _layers_in(self, of: str) -> int:
        return self.decoder[0] if of == "decoder" else self.layers

    def _tried(self, inputs: Dict[str, Any]) -> Dict[str, Any]:
        return self._reading(inputs, [self._start(), *inputs["input_ids"][0, :3].tolist()])

    @staticmethod
    def _reading(inputs: Dict[str, Any], ids: Sequence[int]) -> Dict[str, Any]:
        import torch

        return {**inputs, "decoder_input_ids": torch.tensor([list(ids)], device=inputs["input_ids"].device)}

    def _start(self) -> int:
        """The decoder's first input."""
        for one in (getattr(self.model, "generation_config", None), self.model.config):
            for name in ("decoder_start_token_id", "bos_token_id"):
                found = getattr(one, name, None)
                if found is not None:
                    return int(found[0] if isinstance(found, (list, tuple)) else found)
        raise HeadwatersError(f"{type(self.model).__name__} has no decoder_start_token_id. Set it in its configuration.")

    def _with_output(
        self, recipe: Mapping[str, Any], inputs: Dict[str, Any], output: Optional[_Written]
    ) -> Tuple[Dict[str, Any], Optional[_Written]]:
        if output is None:
            key, written = self._wrote_last
            if recipe.get("pair") is not None:
                written = self._gave(str(recipe["pair"]))
            elif key != self._key_of(recipe):
                written = _at_once(self._wrote(inputs, int(recipe.get("beams") or 1)))
            output = written
        assert output is not None
        return self._reading(inputs, output.ids), output

    def _turn_to(self, recipe: Mapping[str, Any]) -> _Steps:
        """Writing takes longest, so it can be cancelled between two tokens."""
        key = self._key_of(recipe)
        if recipe.get("pair") is None and key not in (self._kept[0], self._wrote_last[0]):
            self._wrote_last = ("", None)
            inputs = {name: value.to(self.model.device) for name, value in self._encoded(recipe)[1].items()}
            if inputs["input_ids"].shape[-1] <= (self._longest() or math.inf):  # longer ones are refused when they run
                made = yield from self._wrote(inputs, int(recipe.get("beams") or 1))
                self._wrote_last = (key, made)

    def _outcome(self, written: List[int], given: bool) -> _Written:
        ends = self._ends()
        ended = len(written) > 1 and written[-1] in ends
        ids = written[:-1] if ended else written
        text = str(self.tokenizer.decode(ids, skip_special_tokens=True, clean_up_tokenization_spaces=False))
        return _Written(text, ids, ids if given else written, given, not given and not ended)

    def _gave(self, text: str) -> _Written:
        return self._outcome([self._start(), *self.tokenizer(text_target=text)["input_ids"]], True)

    def _wrote(self, inputs: Dict[str, Any], beams: int) -> _Steps:
        """Writes as generate() does, by the model's own rules, taking the likeliest token each time. Continues after each fifth of a
        second. With beams, the search is one step."""
        import torch
        from transformers import StoppingCriteria, StoppingCriteriaList

        class Pause(StoppingCriteria):  # type: ignore[misc]
            def __init__(self) -> None:
                self.until, self.came = time.monotonic() + _PAUSE, False

            def __call__(self, ids: Any, scores: Any, **_: Any) -> Any:
                self.came = time.monotonic() > self.until
                return torch.full((ids.shape[0],), self.came, dtype=torch.bool, device=ids.device)

        config = getattr(self.model, "generation_config", None) or self.model.config
        most = getattr(config, "max_length", None)
        # 20 is the library's default
        longest = (
            129
            if most in (None, 20) and getattr(config, "max_new_tokens", None) is None
            else most
            if getattr(config, "max_new_tokens", None) is None
            else 1 + int(config.max_new_tokens)
        )
        length = int(longest or 129)
        longest = min(length, self._longest() or length)
        how = dict(
            num_beams=beams,
            do_sample=False,
            num_return_sequences=1,
            max_length=longest,
            max_new_tokens=None,
            output_attentions=False,
            output_scores=False,
            return_dict_in_generate=False,
        )
        written: List[int] = []
        while True:
            pause, training = Pause(), self.model.training
            more = {"stopping_criteria": StoppingCriteriaList([pause])} if beams == 1 else {}
            self.model.eval()
            try:
                with record(self.model), torch.no_grad():
                    begun = self._reading(inputs, written) if written else inputs
                    try:
                        made = self.model.generate(**begun, **how, **more)
                    except IndexError:  # a decoder with more layers than the encoder, for which some versions make too small a cache
                        made = self.model.generate(**begun, **how, **more, use_cache=False)
            finally:
                self.model.train(training)
            grown, written = len(made[0]) > len(written), made[0].tolist()
            if not pause.came or not grown or len(written) >= longest or written[-1] in self._ends():
                break
            yield len(written) / longest
        ends, pad = self._ends(), getattr(config, "pad_token_id", None)
        for at, one in enumerate(written[1:], 1):
            if one in ends:
                written = written[: at + 1]
                break
        while len(written) > 1 and written[-1] == pad and pad not in ends:
            written.pop()
        return self._outcome(written, False)

    def _sizes_of(self, inputs: Mapping[str, Any]) -> _Sizes:
        return _Sizes(
            (self.layers, self.decoder[0]),
            (self.heads, self.decoder[1]),
            (int(inputs["input_ids"].shape[-1]), int(inputs["decoder_input_ids"].shape[-1])),
        )

    def _attentions_of(self, outputs: Any, inputs: Mapping[str, Any]) -> Tuple[Any, _Sizes]:
        parts = [list(_get(outputs, name) or ()) for name in ("encoder_attentions", "decoder_attentions", "cross_attentions")]
        if not all(parts) or len(parts[1]) != len(parts[2]) or any(one is None for part in parts for one in part):
            return None, self._sizes_of(inputs)
        (self.layers, self.heads), self.decoder = ((len(part), int(part[0].shape[1])) for part in parts[:2])
        return [*parts[0], *parts[1], *parts[2]], self._sizes_of(inputs)

    # --- its output ---

    def _position(self, run: _Pass, target: str) -> int:
        place = re.search(r"@(\d+)$", target)
        return min(int(place[1]) if place else 0, len(run.answering) - 1)

    def _place(self, run: _Pass, position: int) -> int:
        return position

    def _special_tokens(self, made: LiveRun, run: _Pass) -> List[str]:
        own = {
            token
            for at, (token, one) in enumerate(zip(made.decoder_tokens or (), made.decoder_ids or ()))
            if at == 0 or one in self._special
        }
        return sorted({*super()._special_tokens(made, run), *own})

    def _written(self, run: _Pass) -> Dict[str, Any]:
        output = run.output
        assert output is not None
        shares = run.logits.detach().float().softmax(-1).double()
        likely = shares.topk(min(4, shares.shape[-1]), -1)
        made = []
        for at, one in enumerate(output.written[1:200]):
            share = float(shares[at, one])
            made.append(
                {
                    "id": one,
                    "text": self._shown(one),
                    "special": one in self._special,
                    "position": at,
                    "probability": share,
                    "bits": -math.log2(max(share, 1e-30)),
                    "expected": [
                        {"text": self._shown(other), "probability": chance}
                        for other, chance in zip(likely.indices[at].tolist(), likely.values[at].tolist())
                        if other != one
                    ],
                }
            )
        return {
            "output": {
                "text": output.text,
                "given": output.given,
                "cutOff": output.cutOff,
                "read": self._tokens(output.ids),
                "written": made,
            }
        }
