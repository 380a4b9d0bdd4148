# SPDX-License-Identifier: MIT
"""The page in a cell with a live link to Python."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from .errors import HeadwatersError, PathLike
from .examples import _examples
from .live.cuts import _as_recipe, _as_texts
from .live.model import LiveModel
from .live.runs import LiveRun
from .live.sizes import _RULES
from .options import _OPTIONS, AllFields, _known
from .page import _FRAME, Page, _for_cell, _in_cell, _script, _still, show

if TYPE_CHECKING:
    from typing import Unpack

_WIDGET = _FRAME + _script("widget.js")


class Widget:
    """The page in a cell with a live link. Set the view from Python, and read the reader's choices.

        view = headwaters.Widget(outputs, tokens, method="rollout", layer=3)
        view                            # as the last line of a cell: shows it
        view.layer = 5                  # the page goes there
        view.selected                   # the output tokens that the reader has chosen, from 0
        view.observe(print, "selected") # called whenever the reader chooses others

    Needs anywidget (pip install anywidget), which includes ipywidgets. show() needs neither. It uses no server, because page and
    data travel in the notebook's own messages. The reader's actions reach Python between two cells, as with every widget.

    source, tokens, options, height, page, dtype, inside   as for show()
    state    parts of the view that have no name below, as for window.headwaters.setState: {"graph": "lines"}

    Members that can be set and observed. None leaves the choice to the page, which then reports it:
    method   "raw", "rollout", "flow", ...        panel    "overview", "bars", "matrix", "flow", "heads", ...
    layer    from 0                               selected the output tokens, from 0
    output   "chosen", "mean" or "max"            side     "encoder", "decoder" or "cross"
    example  from 0                               settings {"residual": 0.5, "heads": [0, 3], ...}; a part is enough
    For a model that is open in the page (from live(), or opened by the reader), or "" and [] without one:
    text     its text                             cuts     ["2:0:7>6", "head 2:3", "residual 2:7"], as for LiveModel.run
    rule     "zero", "renormalise" or "mean"      target   the number in question: "924-925"
    image    for a model that reads pictures; its value is the model's input, [h, w, 3]; then also
    texts    that CLIP compares it with           wiped    patches that are blank: [3, 17]
    Members that can be read and observed: `run`, for live() the model's last run, as arrays (LiveRun); `selection`, the reader's choices
    with the page's numbers for them, as arrays (Selection), or None until the page has reported them; `state`, the page's whole state
    (docs/api.md); and `problem`, a sentence if the data could not be opened. The page corrects values that do not fit the data, and the
    corrected values are read here.
    """

    method: Optional[str]
    panel: Optional[str]
    layer: Optional[int]
    selected: Optional[List[int]]
    output: Optional[str]
    side: Optional[str]
    example: Optional[int]
    settings: Optional[Dict[str, Any]]
    text: Optional[str]
    cuts: Optional[List[str]]
    rule: Optional[str]
    target: Optional[str]
    texts: Optional[List[str]]
    wiped: Optional[List[int]]
    run: Optional["LiveRun"]
    height: int
    selection: Optional["Selection"]
    state: Dict[str, Any]
    problem: str
    _begin: Dict[str, Any]
    _asked: Dict[str, Any]
    _live: LiveModel
    _still: str
    _source: Tuple[Any, Any, Dict[str, Any]]

    def __new__(cls, *args: Any, **named: Any) -> "Widget":
        made: Any = _live_widget() if cls is Widget else cls
        created: "Widget" = super(Widget, made).__new__(made)
        return created

    def __init__(
        self,
        source: Any,
        tokens: Any = None,
        *,
        method: Optional[str] = None,
        panel: Optional[str] = None,
        layer: Optional[int] = None,
        selected: Optional[Sequence[int]] = None,
        output: Optional[str] = None,
        side: Optional[str] = None,
        example: Optional[int] = None,
        settings: Optional[Mapping[str, Any]] = None,
        state: Optional[Mapping[str, Any]] = None,
        height: int = 640,
        page: Optional[PathLike] = None,
        dtype: str = "float32",
        inside: bool = True,
        text: Any = None,
        texts: Optional[Sequence[str]] = None,
        wiped: Sequence[int] = (),
        cuts: Sequence[str] = (),
        rule: str = "zero",
        target: str = "",
        **options: Unpack[AllFields],
    ) -> None:
        given = _known(options, _PARAMETERS)
        begin = {_own_name(name): value for name, value in (state or {}).items()}
        named = {
            "method": method,
            "panel": panel,
            "layer": layer,
            "selected": None if selected is None else list(selected),
            "output": output,
            "side": side,
            "example": example,
            "settings": None if settings is None else dict(settings),
        }
        begin.update({name: value for name, value in named.items() if value is not None})
        made: Dict[str, Any]
        if isinstance(source, LiveModel):
            first = source.run(
                source.examples[0] if text is None else text, texts, cuts=cuts, rule=rule, target=target, wiped=wiped
            )  # reports what cannot be run
            self._live = source
            self._keep_run(first)
            outputs, named, more = self._source
            self._still = _still(_examples(outputs, named, {**_OPTIONS, **more, "item": 0}, [])[0])[0]
            made = {
                "_name": source.name,
                "_data": b"",
                "_model": source.about(),
                "text": first.text,
                "cuts": list(cuts),
                "rule": rule,
                "target": target,
                "run": first,
            }
            if source._seesPictures:
                made.update(texts=list(texts or ()), wiped=list(wiped))
        else:
            made = self._packed(source, tokens, dtype, given, begin)
        own = {name: begin.pop(name) for name in _VIEW if name in begin}
        super().__init__(**made, **own, _begin=begin, _page=_in_cell(page, inside), height=int(height))  # type: ignore[call-arg]
        self.on_msg(self._asked_by_page)  # type: ignore[attr-defined]

    @property
    def image(self) -> Any:
        """The model's last input, uint8 [h, w, 3]. Set it to another picture to show that one."""
        return None if self.run is None else self.run.image

    @image.setter
    def image(self, picture: Any) -> None:
        if not getattr(self, "_live", None) or not self._live._seesPictures:
            raise HeadwatersError("No open model reads pictures. Use headwaters.live(model, processor, image=picture).")
        self.text = self._live._named(picture)

    def _keep_run(self, run: "LiveRun") -> None:
        more: Dict[str, Any] = {"title": run.text}
        if run.image is not None:
            more = {"title": self._live._title(run), "image": run.image, "grid": run.grid, "first_patch_token": run.first_patch}
        if run.decoder_attentions is None:
            self._source = run.attentions, [run.tokens], {**more, **({} if run.gradients is None else {"gradients": run.gradients})}
            return

        def stacks(own: Any, decoder: Any, cross: Any) -> Any:
            return {"encoder_attentions": own, "decoder_attentions": decoder, "cross_attentions": cross}

        slopes = {} if run.gradients is None else {"gradients": stacks(run.gradients, run.decoder_gradients, run.cross_gradients)}
        self._source = (
            stacks(run.attentions, run.decoder_attentions, run.cross_attentions),
            [run.tokens],
            {**more, "decoder_tokens": [run.decoder_tokens], **slopes},
        )

    def _asked_by_page(self, _: Any, content: Any, buffers: Any) -> None:
        """The page asks the model of live() (docs/api.md). With several views of this widget, only the asking one gets the answer."""
        asked = getattr(self, "_live", None)
        if asked is None or not isinstance(content, dict) or content.get("headwaters") != "call":
            return
        reply, numbers = asked.reply(content, buffers or ())
        if {"example", "problem"} & set(reply) == {"example"} or ("result" in reply and content.get("what") == "says"):
            self.run = asked.latest
            self._keep_run(asked.latest)
        self.send({"headwaters": "reply", "view": content.get("view"), "id": content.get("id"), **reply}, numbers)  # type: ignore[attr-defined]

    def _packed(self, source: Any, tokens: Any, dtype: str, options: Dict[str, Any], state: Mapping[str, Any]) -> Dict[str, Any]:
        name, content, figure, _ = _for_cell(source, tokens, options, dtype, _page_state(state))
        self._still = figure
        self._source = source, tokens, {**options, "dtype": dtype}
        return {"_name": name, "_data": content}

    def load(self, source: Any, tokens: Any = None, *, dtype: str = "float32", **options: Unpack[AllFields]) -> None:
        """Shows other data in the same cell. The view stays, if it fits them."""
        for name, value in self._packed(source, tokens, dtype, _known(options), {}).items():
            setattr(self, name, value)

    def set(self, **state: Any) -> None:
        """Sets any part of the view, as window.headwaters.setState does: view.set(graph="lines", edges=0.1)."""
        rest = {_own_name(name): value for name, value in state.items()}
        for name in _VIEW:
            if name in rest:
                setattr(self, name, rest.pop(name))
        if rest:
            self._begin = {**self._begin, **rest}
            self._asked = {"count": self._asked["count"] + 1, "state": rest}

    @property
    def selected_texts(self) -> List[str]:
        """The texts of the chosen output tokens, once the page has reported the open data."""
        document = self.state.get("document") or {}
        other = self.state.get("side") != "encoder" and document.get("decoderTokens")
        texts = document.get("decoderTokens" if other else "tokens") or []
        return [texts[token] for token in self.selected or [] if 0 <= token < len(texts)]

    def keep(self, *, height: Optional[int] = None, page: Optional[PathLike] = None, inside: bool = True) -> Page:
        """The present view in the form of a cell from show(), for a notebook that others read."""
        source, tokens, options = self._source
        state = _page_state({**self._begin, **{name: getattr(self, name) for name in _VIEW if getattr(self, name) is not None}})
        state.update({name: value for name, value in self.state.items() if name not in _REPORTED})
        return show(source, tokens, height=height or self.height, page=page, inside=inside, state=state, **options)


@dataclasses.dataclass(frozen=True, eq=False)
class Selection:
    """The reader's choices in the page (Widget.selection), with their numbers as the page shows them: those of the present
    method and settings, with rows of the flow divided by their sums and words combined if the view does so."""

    method: str
    layer: int  #: the shown layer, from 0
    heads: List[int]  #: fused heads, from 0; all if empty
    output: str  #: "chosen", or "mean" or "max" of all outputs
    tokens: np.ndarray  #: int [k], the chosen output tokens, from 0; empty unless `output` is "chosen"
    inputs: List[str]  #: texts of the n inputs; for an encoder-decoder the encoder's first
    layers: np.ndarray  #: int [L], the layers that have numbers, from 0
    values: np.ndarray  #: float64 [L, n], the outputs' share of each input after each layer, averaged over tokens; NaN is no number
    _said: Dict[str, Any] = dataclasses.field(repr=False)

    @classmethod
    def of(cls, said: Optional[Mapping[str, Any]]) -> Optional["Selection"]:
        if not said:
            return None
        flat = np.frombuffer(bytes(said["values"]), np.float64)
        values = flat.reshape(int(said["rows"]), -1) if said["rows"] else np.zeros((0, len(said["inputs"])))
        return cls(
            said["method"],
            said["layer"],
            list(said["heads"]),
            said["output"],
            np.array(said["tokens"], int),
            list(said["inputs"]),
            np.array(said["layers"], int),
            values,
            dict(said),
        )


_VIEW = ("method", "panel", "layer", "selected", "output", "side", "example", "settings")


#: Widget's parameters, for suggestions.
_PARAMETERS = ("state", "height", "page", "dtype", "inside", "text", "texts", "wiped", "cuts", "rule", "target", *_VIEW)
_REPORTED = ("source", "prompt", "document", "figures", "messages", "playing", "loop", "speed", "lesson", "step", "private")


_live: Optional[type] = None


def _own_name(name: str) -> str:
    """`tokens` of the page's state are the chosen ones. In Python that name is taken by the tokens' texts."""
    return "selected" if name == "tokens" else name


def _page_state(view: Mapping[str, Any]) -> Dict[str, Any]:
    return {"tokens" if name == "selected" else name: value for name, value in view.items()}


def _live_widget() -> type:
    """The class that combines Widget with anywidget, made for the first widget."""
    global _live
    if _live is not None:
        return _live
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise HeadwatersError(
            "A live link needs anywidget. Run pip install anywidget and restart the kernel, or use headwaters.show()."
        ) from None

    def optional(kind: Any, **more: Any) -> Any:
        return kind(default_value=None, allow_none=True, **more).tag(sync=True)

    class LiveWidget(Widget, anywidget.AnyWidget):  # type: ignore[misc]
        _esm = _WIDGET
        _page = traitlets.Unicode().tag(sync=True)
        _name = traitlets.Unicode().tag(sync=True)
        _data = traitlets.Bytes().tag(sync=True)
        _begin = traitlets.Dict().tag(sync=True)
        _model = traitlets.Dict(default_value=None, allow_none=True).tag(sync=True)
        _asked = traitlets.Dict(default_value={"count": 0, "state": {}}).tag(sync=True)
        method = optional(traitlets.Unicode)
        panel = optional(traitlets.Unicode)
        layer = optional(traitlets.Int)
        selected = optional(traitlets.List)
        output = optional(traitlets.Unicode)
        side = optional(traitlets.Unicode)
        example = optional(traitlets.Int)
        settings = optional(traitlets.Dict)
        text = optional(traitlets.Unicode)
        cuts = optional(traitlets.List)
        rule = optional(traitlets.Unicode)
        target = optional(traitlets.Unicode)
        texts = optional(traitlets.List)
        wiped = optional(traitlets.List)
        run = traitlets.Any(default_value=None, allow_none=True)  # not sent to the page
        height = traitlets.Int(640).tag(sync=True)
        selection = traitlets.Any(default_value=None, allow_none=True).tag(
            sync=True, from_json=lambda said, _: Selection.of(said), to_json=lambda own, _: own and own._said
        )
        state = traitlets.Dict().tag(sync=True)
        problem = traitlets.Unicode().tag(sync=True)

        @traitlets.validate("cuts")  # type: ignore[untyped-decorator]
        def _checked(self, proposal: Any) -> Any:
            return None if proposal.value is None else _as_texts(_as_recipe(proposal.value))

        @traitlets.validate("rule")  # type: ignore[untyped-decorator]
        def _ruled(self, proposal: Any) -> Any:
            if proposal.value not in (None, *_RULES):
                raise HeadwatersError(f'Unknown rule "{proposal.value}". Use one of: {", ".join(_RULES)}.')
            return proposal.value

        def _repr_mimebundle_(self, *args: Any, **named: Any) -> Any:
            """Includes the picture, for exports without the widget's state."""
            made = super()._repr_mimebundle_(*args, **named)
            data = made[0] if isinstance(made, tuple) else made
            if data is not None:
                data["text/html"] = f"<figure>{self._still}</figure>"
            return made

    _live = LiveWidget
    return _live
