# SPDX-License-Identifier: MIT
"""The core, in this process or as the command line program."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from .axes import _Notes
from .errors import HeadwatersError, HeadwatersWarning, _NeedsJson, _quoted
from .examples import _examples
from .files import _cast, _json_bytes, _packed, _safetensors_bytes
from .items import Analysis, _Example
from .options import _OPTIONS, ComputeSettings, FigureSettings, ModelSettings, _nearest

#: The compiled core of the installed package. None in a checkout and in the single file, which run the program.
_core: Any = None
if __package__ == "headwaters" and importlib.util.find_spec("headwaters._core") is not None:
    _core = importlib.import_module("headwaters._core")


def _checkout() -> Optional[Path]:
    """The checkout that contains this file, if any."""
    for folder in Path(__file__).resolve().parents:
        if (folder / "tools" / "build").exists() and (folder / "python" / "headwaters").is_dir():
            return folder
    return None


def _own_program() -> Optional[str]:
    """The program of the package's installation."""
    if _core is None:
        return None
    from importlib import metadata  # slow, and needed only to find the program

    try:
        files = metadata.files("headwaters") or []
    except metadata.PackageNotFoundError:
        return None
    paths = (Path(os.path.abspath(str(file.locate()))) for file in files)
    return next(
        (str(path) for path in paths if path.stem == "headwaters" and path.parent.name in ("bin", "Scripts") and path.is_file()), None
    )


def program() -> str:
    """The path of the command line program: HEADWATERS, the installed package's, PATH, the checkout's build/native."""
    named = os.environ.get("HEADWATERS")
    if named:
        if not Path(named).is_file():
            raise HeadwatersError(f"The variable HEADWATERS names {named!r}, which is not a file.")
        return named
    found = _own_program() or shutil.which("headwaters")
    checkout = _checkout()
    built = None if checkout is None else checkout / "build" / "native" / "headwaters"
    if found or (built is not None and built.is_file()):
        return found or str(built)
    raise HeadwatersError(
        "The program `headwaters` was not found on PATH or in the variable HEADWATERS. "
        "Install the package with `pip install .` in a checkout, or build it with `tools/build native`."
    )


class _Program:
    """The program for questions about a model that runs here, one message after the other, as _core.Answering does in this process."""

    def __init__(self) -> None:
        self._name = program()
        self._run = subprocess.Popen([self._name, "answer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def ask(self, text: str, numbers: bytes) -> str:
        content, run = text.encode("utf-8", "replace"), self._run
        assert run.stdin and run.stdout
        try:
            run.stdin.writelines((struct.pack("=QQ", len(content), len(numbers) // 4), content, numbers))
            run.stdin.flush()
            size, _ = struct.unpack("=QQ", run.stdout.read(16))
            return run.stdout.read(size).decode("utf-8")
        except (OSError, struct.error):
            raise HeadwatersError(f"The program {self._name} ended, or is too old for this package. Build or install it again.") from None

    def close(self) -> None:
        self._run.kill()
        self._run.communicate()


def _computes() -> bool:
    """Whether the core is available, in this process or as a program."""
    with contextlib.suppress(HeadwatersError):
        return _core is not None or bool(program())
    return False


_FILE_OPTIONS = (
    "decoder_tokens",
    "tokenizer",
    "attention_mask",
    "output_token",
    "decoder_attention_mask",
    "gradients",
    "importance",
    "fixed_residual",
    "special_tokens",
    "predicted",
    "predicted_probability",
    "contributions",
    "contribution_kind",
    "axes",
    "layers_from",
    "first_tokens",
)


_BOTH = ("axes", "layers_from", "first_tokens")  #: for files too


class _Question(NamedTuple):
    """A command of the program, with its data."""

    words: List[str]
    source: Any
    tokens: Any
    given: Dict[str, Any]  #: options of save(), for reading `source`

    @classmethod
    def of(cls, command: str, source: Any, tokens: Any, options: Mapping[str, Any]) -> "_Question":
        options = dict(options)
        of_file = isinstance(source, (str, os.PathLike))
        given = {key: options.pop(key) for key in _FILE_OPTIONS if key in options and not (of_file and key in _BOTH)}
        if not isinstance(options.get("model", ""), (str, os.PathLike)):
            given["model"] = options.pop("model")  # a model, whose config knows where sequences end; a name is the program's own option
        words = [command, os.fspath(source) if of_file else "-"]
        for key, value in options.items():
            if value is None or value is False:
                continue
            if isinstance(value, (list, tuple, np.ndarray)):
                value = ",".join(str(entry) for entry in value)
            words.append("--" + key.replace("_", "-") + ("" if value is True else f"={value}"))
        return cls(words, source, tokens, given)

    @property
    def name(self) -> str:
        return self.words[1] if self.words[1] != "-" else ""

    def content(self) -> bytes:
        """The program's standard input."""
        return b"" if self.words[1] != "-" else _content(self.source, self.tokens, self.given)[1]


def _suggesting(said: str) -> str:
    """The same message, with the option that was probably meant if there is none of that name."""
    unknown = re.search(r"There is no option --([\w-]+)\.", said)
    near = (
        _nearest(
            unknown[1].replace("-", "_"),
            [*FigureSettings.__annotations__, *ComputeSettings.__annotations__, *ModelSettings.__annotations__],
        )
        if unknown
        else ""
    )
    return said.replace(unknown[0], f"{unknown[0]} Did you mean {near}?", 1) if unknown and near else said


def _right(found: Any, name: str = "") -> Any:
    """The result of the core. Raises if it is a problem."""
    if _core is not None and isinstance(found, _core.Problem):
        raise HeadwatersError(
            (f"{name}: " if name else "") + _suggesting(str(found)), found.place, _suggesting(found.finding), found.remedy
        )
    return found


def _lent(example: _Example) -> Optional[Tuple[Any, ...]]:
    """An example whose arrays the core reads in place. None if it needs a file."""
    if example.bare or example.joined or set(example.extras) - {"model", "title", "source", "importance"}:
        return None

    def number(value: Any) -> Any:
        return float("nan") if value is None else float(value)

    scores = [(name, [number(value) for value in values]) for name, values in example.extras.get("importance", {}).items()]
    texts = (
        None if example.tokens is None else [text.encode("utf-8", "surrogatepass").decode("utf-8", "replace") for text in example.tokens]
    )
    slopes = next(iter(example.gradients.values()), None)

    def cast(values: Any) -> Any:
        return None if values is None else _cast(values, np.dtype(np.float32))

    return cast(next(iter(example.parts.values()))), cast(slopes), texts, scores


def _opened(asked: _Question) -> Tuple[Any, Any]:
    """The core's wish and document of a question."""
    wish = _right(_core.parse(asked.words))
    source = asked.source
    if isinstance(source, Analysis) and source._opened is not None and wish.reads_plainly and asked.tokens is None and not asked.given:
        if len(source._opened.examples()) > 1 and not any(word.startswith("--example=") for word in asked.words):
            wish = _right(_core.parse([*asked.words, f"--example={source._number}"]))
        return wish, source._opened
    if asked.words[1] != "-":
        return wish, _right(_core.open(wish, None), asked.name)
    examples = _examples(source, asked.tokens, {**_OPTIONS, **asked.given}, _Notes())
    lent = _lent(examples[0]) if len(examples) == 1 and wish.reads_plainly else None
    found = None if lent is None else _right(_core.take(*lent))
    return wish, _right(_core.open(wish, _file_of(examples))) if found is None else found


def _file_of(examples: List[_Example]) -> bytes:
    try:
        return _safetensors_bytes(examples, np.dtype(np.float32))
    except _NeedsJson:
        pass
    return _json_bytes(examples, np.dtype(np.float32))


def _warned(wish: Any, opened: Any) -> Tuple[Any, Any]:
    """The same, after warning about the check of the numbers."""
    _warn(str(one) for one in opened.warnings)
    return wish, opened


def _warn(lines: Iterable[str]) -> None:
    """Warns the caller of the package, or of the single file, once for each line."""
    ours = __package__ if __package__ == "headwaters" else __name__
    level = 1
    while f"{sys._getframe(level).f_globals.get('__name__')}.".startswith(f"{ours}.") and sys._getframe(level).f_back is not None:
        level += 1
    for line in dict.fromkeys(lines):
        if re.match(r"The file has no tokens|.*\bon opening\. Open the file without", line):
            continue  # no fault of the numbers
        warnings.warn(_quoted(line, 1440), HeadwatersWarning, stacklevel=level + 1)


def _printed(command: str, source: Any, tokens: Any, options: Mapping[str, Any], *more: str, warns: bool = True) -> str:
    """The program's output. `source` is a file or any outputs for save()."""
    asked = _Question.of(command, source, tokens, options)
    if _core is not None:
        asked = asked._replace(words=[*asked.words, *more])
        found = _opened(asked)
        return str(_right(_core.text(*(_warned(*found) if warns else found)), asked.name))
    return _from_program([*asked.words, *more, *([] if warns else ["--quiet"])], asked.content())


def _from_program(words: Sequence[str], content: bytes = b"") -> str:
    """The program's output."""
    run = subprocess.run([program(), *words], input=content, capture_output=True)
    told = run.stderr.decode("utf-8", "replace").strip().splitlines()
    _warn(line.split(" warning: ", 1)[1] for line in told if " warning: " in line)
    if run.returncode != 0:
        said = "\n".join(line for line in told if " warning: " not in line)
        raise HeadwatersError(_suggesting(said) or f"headwaters ended with {run.returncode}.")
    return run.stdout.decode("utf-8")


def _run(command: str, source: Any, tokens: Any, options: Mapping[str, Any]) -> Any:
    return json.loads(_printed(command, source, tokens, options, "--format=json"))


def _content(source: Any, tokens: Any, given: Dict[str, Any], dtype: str = "float32") -> Tuple[str, bytes]:
    """The name and the bytes of a file for a program or a page."""
    try:
        name = "attention.safetensors"
        return name, _packed(name, source, tokens, given, dtype)[0]
    except _NeedsJson:
        pass
    name = "attention.json"
    return name, _packed(name, source, tokens, given, dtype)[0]


def _layers(command: str, source: Any, tokens: Any, options: Mapping[str, Any]) -> np.ndarray:
    """A method's numbers, float64 [L, rows, columns], or [L, columns] for one output."""
    rows = options.get("token") is not None
    if _core is not None:
        asked = _Question.of(command, source, tokens, options)
        found = np.asarray(_right(_core.layers(*_warned(*_opened(asked))), asked.name)[1], np.float64)
        return found[:, 0] if rows else found
    return _numbers_of(_run(command, source, tokens, options))


def _numbers_of(printed: Mapping[str, Any]) -> np.ndarray:
    sides = ("values", "decoder_values")
    return np.array(
        [np.concatenate([np.array(layer[side], np.float64) for side in sides if side in layer], axis=-1) for layer in printed["layers"]],
        np.float64,
    )
