# SPDX-License-Identifier: MIT
"""The page in a cell with a live link to Python."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from .errors import HeadwatersError, PathLike
from .examples import _examples
from .live.cuts import _as_recipe, _as_texts
from .live.model import LiveModel
from .live.runs import LiveRun
from .live.sizes import _RULES
from .options import _OPTIONS
from .page import _FRAME, Page, _for_cell, _in_cell, _still, show

# What the widget's model hands to the page and back. Written for the documented part of anywidget's interface alone:
# model.get, set, save_changes, on and off, and render({model, el}) that returns how to end.
_WIDGET = (
    _FRAME
    + """
const parts = ["method", "panel", "layer", "selected", "output", "side", "example", "settings"];
const theirs = (name) => name === "selected" ? "tokens" : name; // as the page calls it
// What a model was asked to run, as the page names it (web/model/recipe.js): a text, or JSON where there is more.
const questions = ["text", "texts", "wiped", "cuts", "rule", "target"];
const recipeOf = (prompt) => {
  try {
    return prompt.startsWith('{"') ? JSON.parse(prompt) : { text: prompt };
  } catch {
    return { text: prompt };
  }
};
const promptOf = ({ text, pair, wiped, ids, beams, chat, cuts, rule, target, scores, swap, sheet }) => {
  const more = { pair, wiped, ids, beams, chat, ...(cuts?.length && { cuts, rule: rule ?? "zero" }), target: target || undefined, scores, swap, sheet };
  const isPlain = Object.values(more).every((one) => one === undefined) && !text.startsWith('{"');
  return isPlain ? text : JSON.stringify({ text, ...more });
};
const cutOf = (text) => ({ kind: text.includes(">") ? "edges" : text.split(" ")[0], text: text.includes(">") ? text : text.slice(text.indexOf(" ") + 1).trim() });
const cutText = ({ kind, text }) => kind === "edges" ? text : `${kind} ${text}`;
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const given = (value) => value !== null && value !== undefined;

const render = ({ model, el }) => {
  const root = document.createElement("div");
  const note = document.createElement("div");
  note.style.cssText = "font: 13px sans-serif";
  root.append(note);
  el.append(root);
  const page = model.get("_page");
  let open = false; // the page has the data
  let told = {}; // what the page last said of its view
  let wanted = new Set(); // names that Python has set since the page was last asked
  let numbers = { id: 0, of: "", results: null }; // of the chosen outputs; the last that were asked for
  const late = setTimeout(() => (note.textContent = headwatersLate(page)), 20000);

  let recipe = {}; // of the text that the page shows
  const sees = () => Boolean(model.get("_model")?.picture);
  const questioned = (names) => {
    const own = names.includes("text") ? { text: model.get("text"), ...(sees() && recipe.pair && { pair: recipe.pair }) } : { ...recipe };
    for (const name of names) if (name !== "text" && given(model.get(name))) {
      if (name === "texts") own.pair = model.get("texts").join("\\n") || undefined;
      else own[name] = name === "cuts" ? model.get("cuts").map(cutOf) : name === "wiped" ? model.get("wiped").join(";") || undefined : model.get(name);
    }
    if (names.includes("cuts") && !names.includes("rule")) own.rule = model.get("rule") ?? "zero";
    return own;
  };
  const ask = () => {
    const asked = questions.filter((name) => wanted.has(name) && given(model.get(name)));
    if (open && asked.length) {
      const prompt = promptOf(questioned(asked));
      if (typeof prompt === "string" && prompt !== told.prompt) say({ type: "headwaters:state", id: 0, state: { prompt } });
    }
    questions.forEach((name) => wanted.delete(name));
    const names = [...wanted].filter((name) => given(model.get(name)) && !same(model.get(name), told[theirs(name)]));
    wanted = new Set();
    const state = Object.fromEntries(names.map((name) => [theirs(name), model.get(name)]));
    if (open && names.length) say({ type: "headwaters:state", id: 0, state });
  };
  const hear = (state) => {
    told = state;
    for (const name of parts) if (!same(model.get(name), state[theirs(name)])) model.set(name, state[theirs(name)]);
    if (!same(model.get("state"), state)) model.set("state", state);
    if (typeof state.prompt === "string") {
      recipe = recipeOf(state.prompt);
      const said = { text: recipe.text, cuts: (recipe.cuts ?? []).map(cutText), ...(recipe.cuts?.length && { rule: recipe.rule }), target: recipe.target ?? "" };
      if (sees()) Object.assign(said, { texts: recipe.pair ? recipe.pair.split("\\n") : [], wiped: recipe.wiped ? recipe.wiped.split(";").map(Number) : [] });
      for (const [name, value] of Object.entries(said)) if (!same(model.get(name), value)) model.set(name, value);
    }
    model.save_changes();
    // All that numbers depend on, and a little more; not what only looks at them.
    const { layer, panel, panes, dividers, colors, graph, edges, playing, loop, speed, notes, title, terms, paths, compare, ...of } = state;
    if (!state.document) return;
    if (numbers.of !== JSON.stringify(of)) {
      numbers = { id: numbers.id + 1, of: JSON.stringify(of), results: null };
      say({ type: "headwaters:results", id: `numbers ${numbers.id}` });
    } else if (numbers.results) choose();
  };
  const choose = () => {
    const { results } = numbers;
    const rows = (results.layers ?? [results]).map(({ values = [], decoder_values = [] }) => [...values, ...decoder_values]);
    const whole = rows.length > 0 && rows.every((row) => row.length === rows[0].length && row.every((one) => one === null || typeof one === "number"));
    const flat = whole ? rows.flat() : [];
    const chosen = {
      method: told.method, layer: told.layer, layers: (results.layers ?? []).map(({ layer }) => layer - 1), heads: told.settings?.heads ?? [],
      output: told.output, tokens: told.tokens ?? [], inputs: [...(results.tokens ?? []), ...(results.decoder_tokens ?? [])], rows: whole ? rows.length : 0,
    };
    const { values, ...before } = model.get("selection") ?? {};
    const content = new DataView(Float64Array.from(flat, (one) => one ?? NaN).buffer);
    const bytes = (view) => view && Array.from(new Uint8Array(view.buffer ?? view, view.byteOffset ?? 0, view.byteLength)).join();
    if (same(before, chosen) && bytes(values) === bytes(content)) return;
    model.set("selection", { ...chosen, values: content });
    model.save_changes();
  };
  const fail = (problem) => {
    note.textContent = problem ? `${problem.finding} ${problem.remedy}` : "";
    if (same(model.get("problem"), note.textContent)) return;
    model.set("problem", note.textContent);
    model.save_changes();
  };
  const give = () => {
    open = false;
    numbers = { id: numbers.id + 1, of: "", results: null };
    const { buffer, byteOffset, byteLength } = model.get("_data");
    const own = model.get("_model");
    const begin = { ...model.get("_begin") };
    for (const name of parts) if (given(model.get(name))) begin[theirs(name)] = model.get(name);
    if (begin.output !== "chosen" && given(begin.output)) delete begin.tokens; // the one or the other
    if (own) say({ type: "headwaters:open", id: 0, model: own, prompt: promptOf(questioned(questions)), state: begin });
    else say({ type: "headwaters:open", id: 0, data: buffer.slice(byteOffset, byteOffset + byteLength), name: model.get("_name"), state: begin });
  };
  const view = Math.random(); // of the views of this widget, each with a page of its own
  const answered = ({ headwaters, view: whose, result, example, problem, progress, id } = {}, buffers = []) => {
    if (headwaters !== "reply" || whose !== view) return;
    const bytes = buffers.map((one) => one.buffer ? one.buffer.slice(one.byteOffset, one.byteOffset + one.byteLength) : one);
    const [attentions, ...more] = bytes;
    const own = example?.decoder // of a model that translates: encoder, decoder, between them; then their gradients
      ? { attentions, gradients: more[2], decoder: { ...example.decoder, attentions: more[0], cross: more[1], gradients: more[3], crossGradients: more[4] } }
      : { attentions, gradients: more[0] };
    say({ type: "headwaters:reply", id, result, problem, progress, ...(example && { example: { ...example, ...own } }) });
  };
  const { frame, say, close } = headwatersFrame(root, page, model.get("height"), ({ type, id, event, state, problem, results, ...more }) => {
    if (type === "headwaters:call") {
      const { pixels, ...call } = more; // of a picture
      return model.send({ headwaters: "call", view, id, ...call }, undefined, pixels ? [new DataView(pixels)] : undefined);
    }
    if (String(id).startsWith("numbers ")) { // an older question's answer is nobody's any more; no numbers: the selection stays
      if (type === "headwaters:results" && id === `numbers ${numbers.id}`) (numbers.results = results), choose();
      return;
    }
    if (type === "headwaters:ready") {
      clearTimeout(late);
      give();
    } else if (type === "headwaters:opened") {
      open = true;
      fail(null);
      say({ type: "headwaters:listen", id: 0, events: ["state"] });
    } else if (type === "headwaters:failed") fail(problem);
    else if (open && (type === "headwaters:state" || event === "state")) hear(state);
  });

  const watched = [...parts, ...questions].map((name) => [`change:${name}`, () => {
    if (wanted.size === 0) queueMicrotask(ask); // all that one message from Python has changed goes to the page at once
    wanted.add(name);
  }]);
  watched.push(["change:_asked", () => open && say({ type: "headwaters:state", id: 0, state: model.get("_asked").state })]);
  watched.push(["change:_data", give]);
  watched.push(["msg:custom", answered]);
  watched.push(["change:height", () => (frame.style.height = `${model.get("height")}px`)]);
  for (const [name, action] of watched) model.on(name, action);
  return () => {
    clearTimeout(late);
    for (const [name, action] of watched) model.off(name, action);
    close();
    root.remove();
  };
};

export default { render };
"""
)


class Widget:
    """The page in a cell with a live link: set the view from Python, and read what the reader has chosen.

        view = headwaters.Widget(outputs, tokens, method="rollout", layer=3)
        view                            # as the last line of a cell: shows it
        view.layer = 5                  # the page goes there
        view.selected                   # the output tokens that the reader has chosen, from 0
        view.observe(print, "selected") # called whenever the reader chooses others

    Needs anywidget (pip install anywidget), which brings ipywidgets; show() needs neither. No server is asked: page and
    data travel in the notebook's own messages. What the reader does reaches Python between two cells, as with every widget.

    source, tokens, options, height, page, dtype, inside   as show() takes them
    state    parts of the view that have no name below, as window.headwaters.setState takes them: {"graph": "lines"}

    Members that can be set and observed; None leaves the choice to the page, which then says what it has chosen:
    method   "raw", "rollout", "flow", ...        panel    "overview", "bars", "matrix", "flow", "heads", ...
    layer    from 0                               selected the output tokens, from 0
    output   "chosen", "mean" or "max"            side     "encoder", "decoder" or "cross"
    example  from 0                               settings {"residual": 0.5, "heads": [0, 3], ...}; a part is enough
    Of a model that stands open in the page (live(), or one that its reader has opened), "" and [] where there is none of it:
    text     that it runs                         cuts     ["2:0:7>6", "head 2:3", "residual 2:7"], as LiveModel.run takes them
    rule     "zero", "renormalise" or "mean"      target   what is asked about: "924-925"
    image    of a model that reads pictures; read it is what the model saw, [h, w, 3]; then also
    texts    that CLIP compares it with           wiped    patches that are blank: [3, 17]
    `run` can be read and observed: of live() what the model did last, as arrays (LiveRun).
    `selection` can be read and observed: what is chosen with the numbers that the page shows of it, as arrays (Selection); None until the page has said it.
    Members that can be read and observed: `state`, all that the page says of itself (docs/api.md), and `problem`, a sentence
    where the data could not be opened. What does not fit the data is put right by the page, and then read so here.
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
        **options: Any,
    ) -> None:
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
            )  # what cannot be run is said here
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
            made = self._packed(source, tokens, dtype, options, begin)
        own = {name: begin.pop(name) for name in _VIEW if name in begin}
        super().__init__(**made, **own, _begin=begin, _page=_in_cell(page, inside), height=int(height))  # type: ignore[call-arg]
        self.on_msg(self._asked_by_page)  # type: ignore[attr-defined]

    @property
    def image(self) -> Any:
        """What the model saw last, uint8 [h, w, 3]; set it to another picture, and the page shows that."""
        return None if self.run is None else self.run.image

    @image.setter
    def image(self, picture: Any) -> None:
        if not getattr(self, "_live", None) or not self._live._seesPictures:
            raise HeadwatersError(
                "There is no model here that reads pictures: headwaters.live(model, processor, image=picture) brings one."
            )
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
        """The page asks the model of live() (docs/api.md); one of several views of this widget, which hears the answer alone."""
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

    def load(self, source: Any, tokens: Any = None, *, dtype: str = "float32", **options: Any) -> None:
        """Other data in the same cell; the view stays, as far as it fits them."""
        for name, value in self._packed(source, tokens, dtype, options, {}).items():
            setattr(self, name, value)

    def set(self, **state: Any) -> None:
        """Any part of the view, as window.headwaters.setState takes it: view.set(graph="lines", edges=0.1)."""
        rest = {_own_name(name): value for name, value in state.items()}
        for name in _VIEW:
            if name in rest:
                setattr(self, name, rest.pop(name))
        if rest:
            self._begin = {**self._begin, **rest}
            self._asked = {"count": self._asked["count"] + 1, "state": rest}

    @property
    def selected_texts(self) -> List[str]:
        """The texts of the chosen output tokens, once the page has said what is open."""
        document = self.state.get("document") or {}
        other = self.state.get("side") != "encoder" and document.get("decoderTokens")
        texts = document.get("decoderTokens" if other else "tokens") or []
        return [texts[token] for token in self.selected or [] if 0 <= token < len(texts)]

    def keep(self, *, height: Optional[int] = None, page: Optional[PathLike] = None, inside: bool = True) -> Page:
        """The view as it stands now, as show() puts it into a cell: for the notebook that others read."""
        source, tokens, options = self._source
        state = _page_state({**self._begin, **{name: getattr(self, name) for name in _VIEW if getattr(self, name) is not None}})
        state.update({name: value for name, value in self.state.items() if name not in _REPORTED})
        return show(source, tokens, height=height or self.height, page=page, inside=inside, state=state, **options)


@dataclasses.dataclass(frozen=True, eq=False)
class Selection:
    """What a reader has chosen in the page (Widget.selection), with its numbers as the page shows them: those of the present
    method and settings, rows of the flow divided by their sums where the view has them so, words as one where it joins them."""

    method: str
    layer: int  #: that is looked at, from 0
    heads: List[int]  #: those that are fused, from 0; empty: all
    output: str  #: "chosen", or "mean" and "max" of all outputs
    tokens: np.ndarray  #: int [k], the chosen output tokens, from 0; none where `output` is not "chosen"
    inputs: List[str]  #: texts of the n inputs that the numbers are of; of an encoder-decoder the encoder's first
    layers: np.ndarray  #: int [L], the layers that have numbers, from 0
    values: np.ndarray  #: float64 [L, n], the outputs' share of each input after each layer; NaN is no number. Of several tokens their mean
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


_REPORTED = ("source", "prompt", "document", "figures", "messages", "playing", "loop", "speed", "lesson", "step", "private")


_live: Optional[type] = None


def _own_name(name: str) -> str:
    """`tokens` of the page's state are the chosen ones; in Python that word is taken by their texts."""
    return "selected" if name == "tokens" else name


def _page_state(view: Mapping[str, Any]) -> Dict[str, Any]:
    return {"tokens" if name == "selected" else name: value for name, value in view.items()}


def _live_widget() -> type:
    """The class that joins Widget to anywidget, made when the first one is wanted."""
    global _live
    if _live is not None:
        return _live
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise HeadwatersError(
            "A live link needs anywidget: pip install anywidget, then start the kernel anew. headwaters.show() shows the page without it."
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
        run = traitlets.Any(default_value=None, allow_none=True)  # stays here
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
                raise HeadwatersError(f'The rule "{proposal.value}" is none of {", ".join(_RULES)}.')
            return proposal.value

        def _repr_mimebundle_(self, *args: Any, **named: Any) -> Any:
            """With the picture, for exports without the widget's state."""
            made = super()._repr_mimebundle_(*args, **named)
            data = made[0] if isinstance(made, tuple) else made
            if data is not None:
                data["text/html"] = f"<figure>{self._still}</figure>"
            return made

    _live = LiveWidget
    return _live
