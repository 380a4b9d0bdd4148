# SPDX-License-Identifier: MIT
"""One call of a live model, with cuts, hooks and the stream between its layers."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from ..errors import EAGER, HeadwatersError
from ..names import _get
from ..record import record
from .cuts import _Cuts, _cutting
from .helpers import _stream_in
from .runs import _Pass, _Ran, _Written
from .sizes import _Sizes
from .text import _LiveText


class _LivePasses(_LiveText):
    """Calls of the model, with attention, cuts, and the stream between the layers."""

    def _passed(self, recipe: Mapping[str, Any], cuts: Optional[_Cuts], graph: bool, output: Optional[_Written] = None) -> _Pass:
        """Runs the text of a recipe. `output` is the decoder's input in a model that translates. If it is None, the model writes."""
        encoding, inputs = self._encoded(recipe)
        inputs = {name: value.to(self.model.device) for name, value in inputs.items()}
        n = int(inputs["input_ids"].shape[-1])
        most = self._longest()
        if most and most < n:
            raise HeadwatersError(f"The text has {n} tokens; this model takes at most {most}. Shorten it.")
        inputs, output = self._with_output(recipe, inputs, output)
        ran = self._ran(inputs, [cuts] if cuts else [], graph)
        numbers = inputs["input_ids"][0].tolist()
        offsets = (
            [tuple(one) for one in encoding["offset_mapping"][0].tolist()]
            if encoding is not None and "offset_mapping" in encoding
            else None
        )
        sequence = encoding.sequence_ids(0) if offsets is not None else [None] * n
        # Added tokens represent no part of the text, but a mask that was typed does.
        special = (
            [one is None for one in sequence]
            if offsets is not None and not recipe.get("chat")
            else [one in self._special and one != self.tokenizer.mask_token_id for one in numbers]
        )
        return _Pass(
            numbers,
            special,
            sequence,
            offsets,
            ran.attentions,
            None if ran.logits is None else ran.logits[0],
            ran.embedded,
            inputs,
            ran.sizes,
            output,
        )

    def _ran(
        self,
        inputs: Mapping[str, Any],
        runs: Sequence[_Cuts] = (),
        graph: bool = False,
        *,
        streams: bool = False,
        heads: bool = False,
        words: Optional[Callable[[Any], Any]] = None,
    ) -> _Ran:
        """One call of the model, with the cuts of each run of the batch. `words` changes the embeddings of the words."""
        import torch

        sizes = self._sizes_of(inputs)
        mode: Any = _cutting(runs or [_Cuts("zero", {}, set(), {})], sizes, heads) if runs or heads else None
        seen: List[Any] = []

        def enter(_: Any, given: Any, named: Any) -> None:
            mode.entered += [
                one for one in (*given, *named.values()) if torch.is_tensor(one) and one.ndim == 3 and one.shape[1] in sizes.tokens
            ]

        hooks = self._follow_words(seen, graph, words) if graph or words else []
        if any(cuts.residuals for cuts in runs):
            hooks += [module.register_forward_pre_hook(enter, with_kwargs=True) for module in self.model.modules()]
        kept: List[Any] = []
        if streams or any(cuts.streams for cuts in runs):
            hooks += self._follow_streams(runs, kept)
        training = self.model.training
        self.model.eval()
        try:
            with record(self.model), torch.set_grad_enabled(graph), mode or contextlib.nullcontext():
                outputs = self._called(inputs)
        finally:
            self.model.train(training)
            for hook in hooks:
                hook.remove()
        attentions, sizes = self._attentions_of(outputs, inputs)
        if not attentions or any(
            one is None or one.ndim != 4 or tuple(one.shape[-2:]) != sizes.shape(layer) for layer, one in enumerate(attentions)
        ):
            raise HeadwatersError(f"{type(self.model).__name__} lacks square attention in some layer, which live() needs. {EAGER}")
        if mode is not None:
            self._check(mode, runs, attentions, sizes)
        return _Ran(
            attentions,
            self._vectors_of(outputs, runs) if self.kind == "embedding" else _get(outputs, "logits"),
            seen[0] if seen else None,
            kept,
            mode,
            sizes,
        )

    def _called(self, inputs: Mapping[str, Any]) -> Any:
        """The outputs of one call, with attention."""
        return self.model(**inputs, output_attentions=True, return_dict=True)

    def _follow_words(self, seen: List[Any], graph: bool, words: Optional[Callable[[Any], Any]]) -> List[Any]:
        """Hooks that keep the embeddings of the words, [B, n, D], after `words` has changed them."""

        def follow(_: Any, __: Any, made: Any) -> Any:
            if seen:
                return None
            made = words(made) if words else made
            seen.append(
                made if made.requires_grad or not graph else made.detach().requires_grad_()
            )  # weights may be frozen, but gradients pass through anyway
            return seen[-1]

        embeddings = self._words_of()
        return [] if embeddings is None else [embeddings.register_forward_hook(follow)]

    def _vectors_of(self, outputs: Any, runs: Sequence[_Cuts]) -> Any:
        """For a model without a head, the vector of each text: the mean of its last states, including special tokens but not hidden ones,
        or the first of them."""
        import torch

        states = _get(outputs, "last_hidden_state")
        if states is None or self._reads == "first":
            return None if states is None else states[:, 0]
        if not any(cuts.hidden for cuts in runs):
            return states.mean(1)
        return torch.stack(
            [one[[token for token in range(len(one)) if token not in cuts.hidden]].mean(0) for one, cuts in zip(states, runs)]
        )

    def _sizes_of(self, inputs: Mapping[str, Any]) -> _Sizes:
        return _Sizes((self.layers, 0), (self.heads, 0), (int(inputs["input_ids"].shape[-1]), 0))

    def _attentions_of(self, outputs: Any, inputs: Mapping[str, Any]) -> Tuple[Any, _Sizes]:
        """One per layer, in the order of their sizes."""
        made = _get(outputs, "attentions")
        if made and made[0] is not None:
            self.layers, self.heads = len(made), int(made[0].shape[1])
        return made, self._sizes_of(inputs)

    def _stack(self, of: str = "encoder") -> List[Any]:
        """The modules that pass the stream from layer to layer, each once. They are called as often as there are layers, each with the
        output of the one before. Raises if there are none."""
        import torch

        if of not in self._layers_are:
            calls: Dict[type, List[Tuple[Any, Any, Any]]] = {}
            ends: Dict[type, List[bool]] = {}
            normed: List[Any] = []

            def leave(module: Any, given: Any, named: Any, made: Any) -> None:
                enters, leaves = _stream_in((*given, *named.values())), _stream_in(made)
                if "norm" in type(module).__name__.lower() and torch.is_tensor(made):
                    normed.append(made)
                if enters is not None and leaves is not None and enters.shape == leaves.shape:
                    calls.setdefault(type(module), []).append((module, enters, leaves))
                    ends.setdefault(type(module), []).append(any(leaves is one for one in normed[-2:]))

            inputs = self._some_inputs()
            hooks = [
                module.register_forward_hook(leave, with_kwargs=True) for module in self._part(of).modules() if module is not self.model
            ]
            try:
                layers = self._ran(inputs).sizes.layers[of == "decoder"]
            finally:
                for hook in hooks:
                    hook.remove()
            found = [
                (sum(1 for _ in own[0][0].modules()), kind)
                for kind, own in calls.items()
                if len(own) == layers
                and all(before[2] is after[1] or torch.equal(before[2], after[1]) for before, after in zip(own, own[1:]))
            ]
            found = [one for one in found if one[0] > 1]
            best = max(found, key=lambda one: one[0])[1] if found else None
            self._layers_are[of] = list({id(one[0]): one[0] for one in calls[best]}.values()) if best is not None else []
            self._post_norm = best is not None and all(ends[best])
        if not self._layers_are[of]:
            raise HeadwatersError(
                f"live() found no layers in {type(self.model).__name__}, so it can't read between them. Questions and cuts work."
            )
        return self._layers_are[of]

    def _some_inputs(self) -> Dict[str, Any]:
        """Minimal inputs for one run of the model."""
        example = self._encoded({"text": self.examples[0]})[1]
        return self._tried({name: value[:, :16].to(self.model.device) for name, value in example.items()})

    def _tried(self, inputs: Dict[str, Any]) -> Dict[str, Any]:
        """The same with all other inputs that the model needs for one run."""
        return inputs

    def _follow_streams(self, runs: Sequence[_Cuts], kept: List[Any], of: str = "encoder") -> List[Any]:
        """Hooks that keep each layer's input and the last one's output, and replace them by activations from other runs."""
        modules = self._stack(of)
        inside = [0]
        layers = self._layers_in(of)

        def taken(stream: Any, layer: int) -> Any:
            for run, cuts in enumerate(runs):
                if layer in cuts.streams:
                    tokens, values = cuts.streams[layer]
                    stream = stream.clone()
                    stream[run, tokens] = values.to(stream)
            kept.append(stream)
            return stream

        def enter(module: Any, given: Any, named: Any) -> Any:
            inside[0] += 1
            old = _stream_in((*given, *named.values()))
            new = taken(old, inside[0] - 1)
            return tuple(new if one is old else one for one in given), {name: new if one is old else one for name, one in named.items()}

        def leave(module: Any, given: Any, made: Any) -> Any:
            if inside[0] < layers:
                return None
            old = _stream_in(made)
            new = taken(old, layers)
            return (
                new if made is old else type(made)(new if one is old else one for one in made) if isinstance(made, (tuple, list)) else made
            )

        return [
            hook
            for module in modules
            for hook in (module.register_forward_pre_hook(enter, with_kwargs=True), module.register_forward_hook(leave))
        ]

    def _layers_in(self, of: str) -> int:
        return self.layers

    def _check(self, mode: Any, runs: Sequence[_Cuts], attentions: Sequence[Any], sizes: _Sizes) -> None:
        """Checks that the model reports the cut weights as used."""
        import torch

        whole = len(mode.weights) == len(attentions) and all(
            seen.numel() == said.numel() and torch.equal(seen.reshape(said.shape).to(said.dtype), said)
            for seen, said in zip(mode.weights, (attentions[layer] for layer in sizes.calls()))
        )
        heads = {layer for cuts in runs for layer, _ in (*cuts.heads, *cuts.outputs)}
        if not whole or not heads <= mode.products:
            raise HeadwatersError(f"live() can't cut the attention of {type(self.model).__name__}. Questions without cuts are right.")
        if not {layer for cuts in runs for layer in cuts.residuals} <= mode.sums:
            raise HeadwatersError(f"live() found no residual connections in {type(self.model).__name__}. Cut weights or heads instead.")
