# SPDX-License-Identifier: MIT
"""The text of a live model: tokens, chat templates, answers by name."""

from __future__ import annotations

import contextlib
import re
from typing import Any, Dict, List, Mapping, Optional, Sequence, Set, Tuple

import numpy as np

from ..arrays import _numpy
from ..errors import HeadwatersError
from .helpers import _bytes_of, _of_sentences
from .runs import _Pass, _Written
from .sizes import _MOST_ANSWERS, _Steps


class _LiveText:
    """A model's tokenizer and words, the part of LiveModel that runs nothing."""

    def __init__(self, model: Any, tokenizer: Any = None, name: Optional[str] = None, examples: Sequence[str] = ()) -> None:
        self._reads = "mean"  # for an answer that is a vector: of all tokens, or of the first
        if tokenizer is None and hasattr(model, "encode") and hasattr(model, "tokenizer"):
            model, tokenizer, self._reads = _of_sentences(model)
        if getattr(model, "config", None) is None or not hasattr(model, "register_forward_hook"):
            raise HeadwatersError(f"live() takes a transformers model, not {type(model).__name__}.")
        self.model, self.tokenizer = model, tokenizer
        self.name = name or str(getattr(model.config, "_name_or_path", "") or "").rstrip("/").split("/")[-1] or type(model).__name__
        self.kind = self._kind_of(type(model).__name__)
        self._kept: Tuple[Any, Optional[_Pass]] = (None, None)
        self._latest: Tuple[Any, Any] = (None, None)
        self._of: Tuple[Any, Any] = (None, None)  # the last question
        self._known: Dict[Any, float] = {}  # its cut runs
        self._lensed: Tuple[Any, Any] = (None, None)
        self._past: Tuple[List[int], Any] = ([], None)
        self._keeps: Optional[bool] = None  # whether its cache can be continued
        self._going: Optional[Tuple[Any, _Steps]] = None  # an answer that is being computed
        self._layers_are: Dict[str, List[Any]] = {}
        self._post_norm = False
        self._texts: Dict[int, str] = {}
        self._vectors: Dict[str, np.ndarray] = {}  # vectors of earlier texts, if the answer is a vector
        self._compared: Dict[str, Any] = {}
        self._special: Set[int] = set()
        self._before: List[str] = []
        config = self._reading_config()
        sizes = [getattr(config, name, 0) for name in ("num_hidden_layers", "num_attention_heads")]
        self.layers, self.heads = (one if isinstance(one, int) else 0 for one in sizes)
        self.examples = list(examples)
        self._begin()

    def _reading_config(self) -> Any:
        """The part of the model's configuration for the layers that read the input."""
        config = self.model.config
        return config.get_text_config() if hasattr(config, "get_text_config") else config

    def _begin(self) -> None:
        """Finds the module of the model's word embeddings."""
        tokenizer = self.tokenizer
        if getattr(self.model, "main_input_name", "input_ids") != "input_ids":
            raise HeadwatersError(
                f"{type(self.model).__name__} takes {self.model.main_input_name}, which live() doesn't support. Use show() for its outputs."
            )
        if not callable(tokenizer) or not hasattr(tokenizer, "convert_ids_to_tokens"):
            raise HeadwatersError(f"live() takes the model's tokenizer as its second argument, not {type(tokenizer).__name__}.")
        self._special = set(tokenizer.all_special_ids)
        self._before = list(tokenizer.convert_ids_to_tokens(tokenizer("a", add_special_tokens=False)["input_ids"]))
        self.examples = self.examples or [self._example()]

    @staticmethod
    def _kind_of(name: str) -> str:
        return (
            "masked"
            if "ForMaskedLM" in name
            else "classes"
            if "ForSequenceClassification" in name
            else ("next" if name.endswith(("ForCausalLM", "LMHeadModel")) else "embedding" if name.endswith("Model") else "none")
        )

    def _example(self) -> str:
        if self.kind == "masked" and self.tokenizer.mask_token:
            return f"The capital of France is {self.tokenizer.mask_token}."
        return "The keys to the cabinet" if self.kind == "next" else "The movie was not bad at all."

    @staticmethod
    def _ids_in(recipe: Mapping[str, Any]) -> Optional[List[int]]:
        ids = recipe.get("ids")
        return None if ids is None else [int(one) for one in (ids.split(",") if isinstance(ids, str) else ids)]

    def _chats(self) -> bool:
        return self.kind == "next" and bool(getattr(self.tokenizer, "chat_template", None))

    def _message(self, text: str, chat: Any) -> str:
        """A message in the tokenizer's chat template, after the earlier messages and answers, alternating."""
        before = [] if chat is True else [str(one) for one in chat]
        if not self._chats() or len(before) % 2 or not text:
            raise HeadwatersError(
                "This model has no chat template. Send it as plain text."
                if not self._chats()
                else "Each earlier message needs an answer."
                if len(before) % 2
                else "The text is empty. Type a sentence."
            )
        turns = [{"role": ("user", "assistant")[at % 2], "content": one} for at, one in enumerate([*before, text])]
        return str(self.tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True))

    def _encoded(self, recipe: Mapping[str, Any]) -> Tuple[Any, Dict[str, Any]]:
        import torch

        text, pair, ids = str(recipe.get("text") or ""), recipe.get("pair"), self._ids_in(recipe)
        plain: Dict[str, Any] = {}
        if recipe.get("chat") and ids is None:
            text, pair, plain = self._message(text, recipe["chat"]), None, {"add_special_tokens": False}  # the template contains them
        if ids is not None:
            made = {"input_ids": torch.tensor([list(ids)]), "attention_mask": torch.ones(1, len(ids), dtype=torch.long)}
            return None, made
        quick = bool(getattr(self.tokenizer, "is_fast", False))
        encoding = self.tokenizer(text, pair, return_tensors="pt", **plain, **({"return_offsets_mapping": True} if quick else {}))
        made = {
            name: value
            for name, value in encoding.items()
            if name != "offset_mapping" and (name != "token_type_ids" or getattr(self.model.config, "type_vocab_size", 0))
        }
        if made["input_ids"].shape[-1] == 0:
            raise HeadwatersError("This text has no tokens. Type a sentence.")
        return encoding, made

    def _with_output(
        self, recipe: Mapping[str, Any], inputs: Dict[str, Any], output: Optional[_Written]
    ) -> Tuple[Dict[str, Any], Optional[_Written]]:
        return inputs, None

    def _longest(self) -> int:
        """Max number of tokens, or 0 if unknown."""
        most = getattr(self.model.config, "max_position_embeddings", None)
        return most if isinstance(most, int) and most > 0 else 0

    def _words_of(self) -> Any:
        """The module of the text's word embeddings."""
        return self.model.get_input_embeddings()

    def _part(self, of: str) -> Any:
        """The module that contains the layers of that stack."""
        return self.model

    def _shown(self, token: int) -> str:
        """A token in its display form, with its space."""
        if token not in self._texts:
            self._texts[token] = self._read(int(token))
        return self._texts[token]

    def _read(self, token: int) -> str:
        text = self.tokenizer.convert_ids_to_tokens(token)
        if text is None or token in self._special:
            return str(text or "")
        before = self._before
        with contextlib.suppress(Exception):  # after another token, so that special treatment of the first one does not apply
            both, one = (self.tokenizer.convert_tokens_to_string(list(part)) for part in ([*before, text], before))
            if both.startswith(one):
                shown = str(both[len(one) :])
                # Parts of characters all look like U+FFFD. Their bytes distinguish them, as in the page.
                return (_bytes_of(str(text)) or shown) if "\ufffd" in shown else shown
        return str(text)

    def _name(self, output: int) -> str:
        if self.kind in ("next", "masked", "translation"):
            return self._shown(output)
        labels = getattr(self.model.config, "id2label", None) or {}
        return str(labels.get(output, output))

    def _position(self, run: _Pass, target: str) -> int:
        """The token whose outputs are read: the target's, the first mask, or the last token; for a text's own outputs the first."""
        place = re.search(r"@(\d+)$", target)
        if self.kind in ("next", "masked") and place:
            return int(place[1]) if int(place[1]) < len(run.ids) else -1
        if self.kind == "masked":
            return run.ids.index(self.tokenizer.mask_token_id) if self.tokenizer.mask_token_id in run.ids else -1
        return len(run.ids) - 1 if self.kind == "next" else 0

    def _place(self, run: _Pass, position: int) -> int:
        """The token to name with a question, or -1 if it is obvious."""
        return -1 if position == self._position(run, "") else position

    def _outputs(self, run: _Pass, position: int) -> Any:
        """Logits at the position, float32; None: there are none."""
        if run.logits is None or self.kind == "none" or position < 0:
            return None
        return (run.logits[position] if run.logits.ndim == 2 else run.logits).float()

    def _answers(self, outputs: Any, among: Optional[Sequence[int]] = None) -> List[Dict[str, Any]]:
        if outputs is None or self.kind == "embedding":
            return []
        logits = _numpy(outputs).astype(np.float64)
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        found = np.arange(len(logits)) if among is None else np.array(among, int)
        order = found[np.argsort(-logits[found], kind="stable")][:_MOST_ANSWERS]
        return [
            {"id": int(one), "text": self._name(int(one)), "probability": float(shares[one]), "logit": float(logits[one])} for one in order
        ]

    def _named(self, text: Any) -> str:
        """Its name in links."""
        return str(text)

    def _tokens(self, ids: Sequence[int]) -> List[str]:
        return [str(one) for one in self.tokenizer.convert_ids_to_tokens(list(ids))]

    @staticmethod
    def _of_stack(run: _Pass, stack: int, numbers: np.ndarray) -> np.ndarray:
        """The numbers of one stack, from those of all layers, without padding."""
        inside = run.sizes.of_stack(stack)
        own = (*map(slice, (run.sizes.heads_of(inside[0]), *run.sizes.shape(inside[0]))),)
        return numbers[(slice(inside.start, inside.stop), *own)] if run.sizes.isPair else numbers

    def _of_decoder(self, run: _Pass, weights: np.ndarray, slopes: Optional[np.ndarray]) -> Dict[str, Any]:
        """Additional parts of a run of a model that translates."""
        if run.output is None:
            return {}

        def part(stack: Any) -> Any:
            return self._of_stack(run, stack, weights)

        def slope(stack: Any) -> Any:
            return None if slopes is None else self._of_stack(run, stack, slopes)

        return {
            "output": run.output.text,
            "decoder_ids": run.output.ids,
            "decoder_tokens": self._tokens(run.output.ids),
            "decoder_attentions": part(1),
            "cross_attentions": part(2),
            "decoder_gradients": slope(1),
            "cross_gradients": slope(2),
        }

    def _value(self, question: Tuple[str, int, int], outputs: Any) -> Any:
        """The number in question, as a tensor."""
        import torch

        kind, index, minus = question
        if kind == "cosine":
            return torch.nn.functional.cosine_similarity(outputs, self._compared[index].to(outputs), dim=-1)  # type: ignore[index]
        values = outputs if kind == "logit" else outputs.log_softmax(-1)
        if kind == "probability":
            values = values.exp()
        return values[index] if minus < 0 else values[index] - values[minus]
