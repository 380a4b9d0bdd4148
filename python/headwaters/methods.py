# SPDX-License-Identifier: MIT
"""Rollout, flow and the other methods, as arrays and as figures, and the command line's answers about models."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np

from .core import _content, _core, _from_program, _layers, _numbers_of, _opened, _printed, _Question, _right, _run, program
from .errors import HeadwatersError, PathLike
from .files import _inputs_of, _write
from .items import Analysis
from .options import ComputeSettings, FigureSettings, FileSettings, LayerSettings, ModelSettings, Settings

if TYPE_CHECKING:
    from typing import Unpack


def compute(method: str, source: Any = None, tokens: Any = None, **options: Unpack[ComputeSettings]) -> np.ndarray:
    """The numbers of a method by its name ("raw", "rollout", "flow", "relevance", "gradient-rollout", "grad-sam"), float64 [L, n, n].

    Options as for rollout(). Without a source the command line runs a model: compute("rollout", model="FOLDER", text="...").
    """
    if source is not None:
        return _layers(method, source, tokens, options)
    words = _Question.of(method, "", None, options).words
    return _numbers_of(json.loads(_from_program([method, *words[2:], "--format=json"])))


def ask(model: PathLike, *, arguments: Optional[Mapping[str, Any]] = None, **options: Unpack[ModelSettings]) -> Any:
    """The answer of a model in a folder about a text, as from `headwaters ask`. The command line runs the model.

    model      a folder with config.json, weights and tokenizer, or a .gguf
    arguments  the question's arguments: ask("bert-tiny", text="...", question="lens", arguments={"position": 5, "count": 3})
    options    options of `headwaters ask`: text="...", target="are-is", cut=["1:0:6>2", "2:*:5>1"], ...; a list repeats an option

    Returns the answer, or a list of answers if an argument has several numbers ("position": "0,1,2"). Layers count from 1, heads
    and tokens from 0.
    """
    given: Dict[str, Any] = {**options, "with": [f"{name}={value}" for name, value in (arguments or {}).items()]}
    answers = _answers("ask", model, given)
    return answers[0] if len(answers) == 1 else answers


def why(model: PathLike, **options: Unpack[ModelSettings]) -> Dict[str, Any]:
    """Which word of a text matters most for a model's answer, and how sure that is (docs/why.md).

    model    a folder with config.json, weights and tokenizer, or a .gguf
    options  options of `headwaters why`: text="...", target="are-is", test_words="mask", by="words". The default target is the
             likeliest next word by its log-probability, else the likeliest answer against its usual contrast

    Returns the output of `headwaters why` in a pipe: a number for each token. `named` has the tokens of the word that may be named, or is
    None, and `sentences` gives the reasons.
    """
    found: Dict[str, Any] = _answers("why", model, options)[0]
    return found


def circuit(model: PathLike, *, pairs: PathLike, **options: Unpack[ModelSettings]) -> Dict[str, Any]:
    """Which heads and MLPs of a model carry an answer, and a test of that (docs/circuits.md).

    model    a folder with config.json, weights and tokenizer, or a .gguf
    pairs    a file of pairs, a JSON object a line with `clean`, `corrupt`, `answer`, `against`, and optional `position`
    options  options of `headwaters circuit`: score="eap", metric="kl", share=0.05

    Returns the circuit in MIB's form, with faithfulness and intervals.
    """
    found: Dict[str, Any] = _answers("circuit", model, {"pairs": os.fspath(pairs), **options})[0]
    return found


def _answers(command: str, model: PathLike, options: Mapping[str, Any]) -> List[Any]:
    """A line of JSON for each answer of a command that runs a model in a folder."""
    words = [command, os.fspath(model)]
    for key, values in options.items():
        for value in values if isinstance(values, (list, tuple)) else [values]:
            if value is not None and value is not False:
                words.append("--" + key.replace("_", "-") + ("" if value is True else f"={value}"))
    return [json.loads(line) for line in _from_program(words).splitlines()]


@dataclasses.dataclass(frozen=True, eq=False)
class Training:
    """A finished training, from train(). Arrays have one number per step."""

    loss: np.ndarray  #: float64 [steps], before the step's update
    norm: np.ndarray  #: float64 [steps], of the gradient before clipping
    rate: np.ndarray  #: float64 [steps], of learning
    accuracy: np.ndarray  #: float64 [steps], share of right answers in the test before the update, at the last step after it; else NaN
    whole: np.ndarray  #: float64 [steps], share of sequences with only right answers, measured as accuracy is
    hard: np.ndarray  #: float64 [steps], accuracy in the recipe's harder test; NaN if it has none
    without_head: np.ndarray  #: float64 [layers, heads], accuracy of the last weights without this head
    hash: str  #: of the bits of the last weights


def train(
    recipe: Union[str, Mapping[str, Any]],
    *,
    seed: int = 1,
    steps: Optional[int] = None,
    out: Optional[PathLike] = None,
    at: Optional[int] = None,
) -> Training:
    """Trains a small transformer, with the same bits as `headwaters train` and the page (docs/train.md).

        run = headwaters.train("copy", out="copy")      # transformers.AutoModelForCausalLM.from_pretrained("copy")
        run.loss, run.accuracy[~np.isnan(run.accuracy)]

    recipe  a name, a JSON file with a recipe, or its content as a dictionary
    seed    of weights and sequences
    steps   in place of the recipe's number
    out     a folder for the model: config.json, tokenizer and weights
    at      the step that is saved there, the last by default

    Takes 1 to 20 seconds. Raises HeadwatersError for a wrong recipe, and for a loss that is no longer finite.
    """
    content = b"" if isinstance(recipe, (str, os.PathLike)) else json.dumps(dict(recipe)).encode()
    words = ["train", "-" if content else os.fspath(recipe), "--format=json", f"--seed={seed}"]  # type: ignore[arg-type]
    given = {"steps": steps, "out": None if out is None else os.fspath(out), "at": at}
    words += [f"--{name}={value}" for name, value in given.items() if value is not None]
    lines: List[Dict[str, Any]] = [json.loads(line) for line in _from_program(words, content).splitlines()]

    def column(name: str) -> np.ndarray:
        return np.array([line.get(name, np.nan) for line in lines], np.float64)

    return Training(
        loss=column("loss"),
        norm=column("norm"),
        rate=column("rate"),
        accuracy=column("accuracy"),
        whole=column("whole"),
        hard=column("hard"),
        without_head=np.array(lines[-1]["without_head"], np.float64),
        hash=lines[-1]["hash"],
    )


def rollout(source: Any, tokens: Any = None, **options: Unpack[LayerSettings]) -> np.ndarray:
    """Attention rollout (Abnar & Zuidema 2020): A_l ... A_1 for each layer l, float64 [L, n, n].

    source   a file, a result of read(), or any outputs for save(), with `tokens`, `attention_mask`, ... as there
    options  options of the command line: residual=0.5, weights="attentions" (for a file that has contributions), preset="no-residual",
             discard=0.1, heads=[0, 3], example=2, ... With token=T returns only that output's rows, [L, n]. `headwaters --help` lists the
             options. True gives an option without a value.

    Warns (HeadwatersWarning) about numbers that are unusual for attention, as save(), `headwaters info` and the page do.
    The result has no layers before `start`. Unknown weights are NaN. The installed package reads an array of float32
    [L, H, n, n] in place. Separate layers are first combined into one array. Cost: L n^3.
    """
    return _layers("rollout", source, tokens, options)


def flow(source: Any, tokens: Any = None, **options: Unpack[LayerSettings]) -> np.ndarray:
    """Attention flow (Abnar & Zuidema 2020): the maximum flow from each token of each layer to each input token, float64 [L, n, n], in
    units of the weights (a row that sums to 1 sends 1 at most).

    Options as for rollout(). relative=True divides rows by their sum. layer=L (from 1) returns only that layer, [1, n, n]. certificate=True
    measures the minimum cut of every value again, and refuses a value that the cut does not prove. Cost: n^2 problems per layer. token=T
    asks for one row of each. For an encoder-decoder, flow goes from its decoder's tokens to those of both sides, the encoder's first:
    [L, T, S + T].
    """
    return _layers("flow", source, tokens, options)


def relevance(source: Any, tokens: Any = None, **options: Unpack[LayerSettings]) -> np.ndarray:
    """Relevance (Chefer, Gur & Wolf 2021, ICCV): R = R + mean_h relu(G W) R from the identity, after each layer; float64 [L, n, n].

    Options as for rollout(). Needs gradients, from the file or as gradients=gradients(outputs, target). own_one="drop" omits the
    initial 1 of a token's relevance for itself. For an encoder-decoder, it is the relevance of the encoder's tokens for the decoder's,
    [L, T, S].
    """
    return _layers("relevance", source, tokens, options)


class Augmentation(NamedTuple):
    """A path that carries a part of a maximum flow. Each is the widest path that the ones before it have left."""

    amount: float  #: the amount that it carries
    tokens: List[int]  #: from the output down to the input
    levels: List[int]  #: the number of layers below each token; a path goes up to undo a part of an earlier one


class Cut(NamedTuple):
    """A minimum cut. Without these weights nothing flows. Its capacity is the flow."""

    capacity: float
    layers: np.ndarray  #: int [edges], from 0
    queries: np.ndarray  #: int [edges], from 0
    keys: np.ndarray  #: int [edges], from 0
    capacities: np.ndarray  #: float64 [edges]


class FlowPaths(NamedTuple):
    """One maximum flow with its proof: paths that carry it, and a cut that lets no more through."""

    value: float
    paths: List[Augmentation]
    rest: float  #: the value minus the listed paths
    cut: Cut

    @property
    def proven(self) -> bool:
        """Whether paths and cut agree on the value, to the grid of 2^-40 on which flows are computed."""

        def near(a: float, b: float) -> bool:
            return abs(a - b) <= 1e-9 * max(1.0, abs(b))

        return (
            near(sum(path.amount for path in self.paths) + self.rest, self.value)
            and near(self.cut.capacity, self.value)
            and near(float(self.cut.capacities.sum()), self.cut.capacity)
        )


def flow_paths(
    source: Any, tokens: Any = None, *, token: Any, input: Any, layer: Optional[int] = None, most: int = 16, **options: Unpack[Settings]
) -> FlowPaths:
    """Explains one value of attention flow, from `token` above `layer` to the token `input`.

    token, input  numbers from 0, or texts. layer: from 1, as in the command line; by default the last
    most          max number of listed paths; `rest` has the others' flow. Paths: Ford & Fulkerson 1956, widest first (Edmonds & Karp 1972)

    Other options as for rollout(). Not across encoder and decoder. Cost: one value of flow(), and at most O(L n^2) for each path.
    """
    found = _run("explain", source, tokens, {**options, "method": "flow", "token": token, "input": input, "layer": layer, "terms": most})

    def downwards(path: Any) -> Any:
        return list(range(len(path) - 1, -1, -1))

    paths = [
        Augmentation(float(one["value"]), list(one["path"]), list(one.get("levels") or downwards(one["path"]))) for one in found["terms"]
    ]
    edges = np.array([edge[-4:] for edge in found["cut"]["edges"]], np.float64).reshape(-1, 4)
    layers, queries, keys = edges[:, :3].T.astype(int)
    cut = Cut(float(found["cut"]["capacity"]), layers - 1, queries, keys, edges[:, 3])
    return FlowPaths(float(found["value"]), paths, float(found["rest"]), cut)


class Joint(NamedTuple):
    """Joint attribution: a flow into all inputs at the same time."""

    values: np.ndarray  #: float64 [n], in units of the capacities
    max_flow: float  #: exact maximum flow of the same network
    gap: float  #: max_flow minus the sum of the values
    gap_bound: float  #: upper limit of the gap, which proves the values


def joint(source: Any, tokens: Any = None, **options: Unpack[LayerSettings]) -> Joint:
    """Joint attribution of the inputs (generalized attention flow, after Azarkhalili & Libbrecht 2025), made unique by a barrier.

    Options as for rollout(). token=T or [T, U] are the sources (by default all), layer=L (from 1) the layer below them (by default the
    last), form="attention" ("gradient", "product": with gradients), barrier=0.001, scale="none" or "largest". Cost: some tens of Newton
    steps, each of which factorises the network's matrix.
    """
    found = _run("joint", source, tokens, options)
    return Joint(np.array(found["values"], np.float64), float(found["max_flow"]), float(found["gap"]), float(found["gap_bound"]))


class Correlation(NamedTuple):
    """Spearman's rank correlation by layer, with mean and standard deviation (the population's) over examples, and its confidence."""

    mean: np.ndarray  #: [L]
    sd: np.ndarray  #: [L]
    low: np.ndarray  #: [L]: 95 % interval of the correlation of one example (as if tokens were independent) or of the mean (Student)
    high: np.ndarray  #: [L]
    p: np.ndarray  #: [L]: for one example by permutations; for many, of the difference from the layer's best (sign flips, Holm)


def correlate(source: Any, tokens: Any = None, **options: Unpack[LayerSettings]) -> Dict[str, Dict[str, Correlation]]:
    """Correlates the rankings of every available method with importance scores: {score: {method: Correlation}}.

    Options as for rollout(). Scores come from the file or from importance={"blankout": [...]}. This is the table of the paper's section 4.
    """
    printed = _run("correlate", source, tokens, options)

    def number(cells: Any, key: Any) -> Any:
        return np.array([np.nan if cell.get(key) is None else cell[key] for cell in cells], np.float64)

    return {
        name: {method: Correlation(*(number(cells, key) for key in Correlation._fields)) for method, cells in methods.items()}
        for name, methods in printed["importance"].items()
    }


def read(source: PathLike, **options: Unpack[FileSettings]) -> List[Analysis]:
    """The examples in a file of any format ([formats](formats.md)), at least one.

    source   a file, or a link of the page that contains data
    options  options of the command line for reading files: axes="layers,inputs,heads", softmax=True, normalise_rows=True,
             average_heads=True, tokens="file.txt", layers_from="blocks.*.attn.hook_pattern", ...

    In the installed package, weights are views of the data, without a copy. In the single file, the program prints them and they are read
    again. Cost: one pass over the file.
    """
    if _core is None:
        saved = json.loads(_printed("save", source, None, options, warns=False))
        told = [
            " ".join(filter(None, (one["place"] and one["place"] + ":", one["finding"], one["remedy"])))
            for one in saved["saved"]["warnings"]
        ]
        return [dataclasses.replace(_analysis(_of_saved(one), told), _file=os.fspath(source)) for one in saved.get("examples", [saved])]
    _, opened = _opened(_Question.of("save", source, None, options))
    told = [str(one) for one in opened.warnings]
    made = [_analysis(one, told) for one in opened.examples()]
    return [dataclasses.replace(one, _opened=opened, _number=number, _file=os.fspath(source)) for number, one in enumerate(made)]


def _of_saved(one: Mapping[str, Any]) -> Dict[str, Any]:
    """An example in the format headwaters/1, with the core's names."""

    def array(value: Any) -> Any:
        return None if value is None else np.array(value, np.float32)

    def side(name: Any, key: Any) -> Any:
        return array((one.get(name) or {}).get(key))

    found = {
        "title": one.get("title", ""),
        "model": one.get("model", ""),
        "source": one.get("source", ""),
        "importance": one.get("importance", {}),
        "contributions": array(one.get("contributions")),
        "contribution_kind": one.get("contributionKind", ""),
    }
    if "cross" in one:
        return {
            **found,
            "tokens": one["encoder"]["tokens"],
            "attentions": side("encoder", "attentions"),
            "decoder_tokens": one["decoder"]["tokens"],
            "decoder_attentions": side("decoder", "attentions"),
            "cross_attentions": side("cross", "attentions"),
        }
    weights = array(one.get("attentions"))
    size = weights.shape[-1] if weights is not None else found["contributions"].shape[-1]
    return {
        **found,
        "tokens": one.get("tokens") or [str(i) for i in range(size)],
        "attentions": weights,
        "gradients": None if one.get("gradientKind") else array(one.get("gradients")),
    }


def _analysis(one: Mapping[str, Any], told: List[str]) -> Analysis:
    names = {field.name for field in dataclasses.fields(Analysis)}
    made = Analysis(**{key: value for key, value in one.items() if key in names})
    if made.contributions is not None and made.contributions.ndim == 4:
        made.contributions = made.contributions[:, 0]
    if made.decoder_tokens is not None:
        made.encoder_attentions, made.attentions = made.attentions, None
    made.importance = {name: np.array(values, np.float64) for name, values in made.importance.items()}
    made.warnings = list(told)
    return made


class Figure:
    """A figure as the page draws it, with vectors and real text. A notebook shows it."""

    def __init__(self, svg: str, asked: Optional[Sequence[str]] = None, content: bytes = b"") -> None:
        self.svg = svg
        self._asked = asked  #: the command line's words; the second is the file's name
        self._content = content  #: content of that file; empty if it exists already

    def save(self, path: PathLike, *, dpi: Optional[int] = None) -> None:
        """Writes it as .svg, as .pdf with embedded fonts and real text, or as .png of `dpi` dots per inch (300).

        The command line draws PDF and PNG (some milliseconds). The installed package includes it. Without it
        (headwaters.py on its own, without the program), only SVG is available.
        """
        name = os.fspath(path)
        form = Path(name).suffix
        if form not in (".svg", ".pdf", ".png"):
            raise HeadwatersError(f"{name!r} has an unknown ending. Use .svg, .pdf or .png.")
        if dpi is not None and form != ".png":
            raise HeadwatersError(f"dpi= works only with .png, not {form}.")
        given = (self._asked or [])[(2 if self._content else 1) :]
        inputs = _inputs_of(*(word.partition("=")[2] or word for word in given))
        if form == ".svg":
            _write(name, self.svg.encode("utf-8"), inputs)
            return
        if self._asked is None:
            raise HeadwatersError("This figure is only available as SVG. For PDF and PNG, use plot().")
        try:
            program()
        except HeadwatersError as error:
            raise HeadwatersError(f"Saving {form} needs the program `headwaters`. {error}") from None
        words = [*self._asked, "--png", f"--dpi={int(dpi or 300)}"] if form == ".png" else [*self._asked, "--pdf"]
        _write(name, _drawn_by_program(words, self._content), inputs)

    def _repr_svg_(self) -> str:
        return self.svg


def _drawn_by_program(words: Sequence[str], content: bytes) -> bytes:
    """The output of `headwaters figure`. `content` is the content of the file that the second word names, if it does not exist yet."""
    words = list(words)
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        if content:
            words[1] = str(Path(folder, words[1]))  # the caption names it
            Path(words[1]).write_bytes(content)
        run = subprocess.run([program(), *words, "--quiet"], capture_output=True)
    if run.returncode != 0:
        raise HeadwatersError(run.stderr.decode("utf-8", "replace").strip() or f"headwaters ended with {run.returncode}.")
    return run.stdout


def plot(
    source: Any,
    tokens: Any = None,
    *,
    view: Optional[str] = None,
    method: str = "rollout",
    layer: Optional[int] = None,
    token: Any = None,
    width: Union[int, str, None] = None,
    height: Optional[int] = None,
    dark: bool = False,
    plain: bool = False,
    ax: Any = None,
    **options: Unpack[FigureSettings],
) -> Any:
    """A figure as the page draws it, as a Figure (SVG, PDF, PNG). Or draws into matplotlib's Axes `ax`, and returns it.

    source, tokens  as for rollout(), with the options of save() and the command line
    view            for SVG: "bars" (default), "matrix", "evolution", "flow", "graph", "heads", "compare", "image", "faithfulness"; for
                    Axes: "matrix" (default), "bars" and "evolution", the latter two for one output, `token`
    method          "raw", "rollout", "flow", "gradient-rollout", "relevance", ...
    layer           from 1, as in the command line; by default the page's, or for Axes the last
    width, height   size of the SVG in CSS pixels; or a width on paper as text, "83mm", for which the figure is laid out
                    (font_size=7.5 points, palette="grey"). dark: for dark paper. plain: without heading and caption

    plot(..., width="83mm").save("figure.pdf") is ready for a paper's column. .save("figure.png", dpi=600) makes pixels.
    Cost: the method's, and some milliseconds.
    """
    if ax is not None:
        return _into_axes(ax, view or "matrix", method, source, tokens, layer, token, options)
    said: Dict[str, Any] = {**options, "view": view or "bars", "method": method, "layer": layer, "token": token, "plain": plain}
    if dark:
        said["theme"] = "dark"
    if isinstance(width, str):
        said["width"] = width
    elif width is not None or height is not None:
        if width is None:
            raise HeadwatersError("height= needs width=.")
        said["size"] = str(int(width)) if height is None else f"{int(width)}x{int(height)}"
    asked = _Question.of("figure", source, tokens, said)
    if asked.name:
        name, content = asked.name, b""
    else:
        name, content = _content(asked.source, asked.tokens, asked.given)
        asked.words[1] = name
    words = list(asked.words)
    if _core is not None:
        return Figure(str(_right(_core.figure(_right(_core.parse(words)), content), asked.name)), words, content)
    return Figure(_drawn_by_program(words, content).decode("utf-8"), words, content)


def _into_axes(
    ax: Any, view: str, method: str, source: Any, tokens: Any, layer: Optional[int], token: Any, options: Mapping[str, Any]
) -> Any:
    """The numbers of a method, drawn by matplotlib."""
    if view not in ("matrix", "bars", "evolution"):
        raise HeadwatersError(f'ax= works only with "matrix", "bars" and "evolution", not {view!r}. Remove it.')
    if view != "matrix" and token is None:
        raise HeadwatersError(f'{view!r} shows one output. Name it, such as token=0 or token="[CLS]".')
    printed = _run(method, source, tokens, {**options, "token": None if view == "matrix" else token})
    keys, queries = printed["tokens"], printed.get("queries", printed["tokens"])
    numbers = [one["layer"] for one in printed["layers"]]
    if layer is not None and layer not in numbers:
        raise HeadwatersError(f"There is no layer {layer}; there are {numbers[0]} to {numbers[-1]}.")
    values = [np.array(one["values"], np.float64) for one in printed["layers"]]
    at = len(values) - 1 if layer is None else numbers.index(layer)
    name = f"{method}, layer {numbers[at]}"
    if view == "bars":
        ax.barh(range(len(keys)), values[at], color="#2f6fb0")
        ax.invert_yaxis()
        ax.set(xlabel=name, yticks=range(len(keys)), yticklabels=keys)
        return ax
    whole = np.stack(values) if view == "evolution" else values[at]
    ax.imshow(
        whole,
        cmap="Blues",
        vmin=min(0.0, float(np.nanmin(whole))),
        aspect="auto" if view == "evolution" else "equal",
        interpolation="nearest",
    )
    ax.set(xticks=range(len(keys)), title=f"{method}, by layer" if view == "evolution" else name)
    ax.set_xticklabels(keys, rotation=90)
    rows = numbers if view == "evolution" else queries
    ax.set(yticks=range(len(rows)), yticklabels=rows, ylabel="layer" if view == "evolution" else "")
    return ax
