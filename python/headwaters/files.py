# SPDX-License-Identifier: MIT
"""Files: save(), and the formats that it writes."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import gzip
import io
import json
import os
import stat
import struct
import threading
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple

import numpy as np

from .arrays import _counted
from .axes import _Notes
from .checks import _unusual
from .digits import _json
from .errors import Array, HeadwatersError, PathLike, _NeedsJson, _told
from .examples import _examples
from .items import Analysis, _Example
from .options import _OPTIONS, Example, FileFields, _known

if TYPE_CHECKING:
    from typing import Unpack


@dataclasses.dataclass
class Saved:
    """The result of save(). As text, it gives the size, the shape, and the omitted parts."""

    path: str
    bytes: int
    examples: int
    layers: int
    heads: int
    tokens: int
    left_out: List[str]
    read: List[str] = dataclasses.field(default_factory=list)  #: how axes were read, if that was not certain
    #: unusual numbers, with remedies, as on the page
    unusual: List[str] = dataclasses.field(default_factory=list)

    def __str__(self) -> str:
        size = f"{self.bytes / 1e6:.1f} MB" if self.bytes >= 1e5 else f"{self.bytes / 1e3:.1f} KB"
        many = f"{self.examples} examples, " if self.examples > 1 else ""
        text = (
            f"{self.path}: {many}{_counted(self.layers, 'layer')}, {_counted(self.heads, 'head')}, {_counted(self.tokens, 'token')}, {size}"
        )
        text += f"\n  read: {'; '.join(self.read)}" if self.read else ""
        text += f"\n  left out: {'; '.join(self.left_out)}" if self.left_out else ""
        return text + "".join(f"\n  unusual: {line}" for line in self.unusual)


def save(
    path: PathLike,
    attentions: Any,
    tokens: Any = None,
    *,
    decoder_tokens: Any = None,
    tokenizer: Any = None,
    attention_mask: Optional[Array] = None,
    item: Optional[int] = None,
    gradients: Any = None,
    importance: Optional[Mapping[str, Array]] = None,
    dtype: str = "float32",
    append: bool = False,
    quiet: bool = False,
    **fields: Unpack[FileFields],
) -> Saved:
    """Writes a file that the page and the command line open.

    `attentions` may be an Example, or a list of them, which contains everything from `tokens` to `softmax` below.

    path            ends in .json, .npz, .safetensors or .jsonl, each also with .gz. Binary formats are read faster. JSON can contain
                    several examples of different length, JSON Lines one per line (`headwaters batch` reads them one by one).
    attentions      a model's outputs, or their content, or a list of either for inputs of different length. This may be a tuple of
                    layers [batch, heads, n, n], the steps that generate() returns, an array [L, B, H, n, n], [L, H, n, n], [L, n, n]
                    (heads averaged already) or [n, n], nested lists; from PyTorch, NumPy or JAX; or the result of contributions(). A
                    mapping with encoder_attentions, decoder_attentions and cross_attentions is an encoder-decoder model. Any other
                    mapping has arrays by name (layers_from).
    tokens          n texts, or ids together with `tokenizer`; a list of lists for a batch. For encoder-decoder models,
                    the encoder's, with the decoder's in `decoder_tokens`.
    attention_mask  [batch, n] of 0 and 1. Tokens at 0 are padding, and are removed with their rows and columns.
    item            only this item of a batch. Otherwise each becomes a separate example.
    gradients       in the shape of `attentions`, as from gradients().
    importance      scores to compare rankings with, such as {"blankout": [n numbers]}. NaN is no score.
    image, grid     a vision model's input (a file, bytes, a PIL image, an array), and the rows and columns of its
                    patches, after first_patch_token other tokens. Square grids are found. A video has the grid
                    (frames, rows, columns) and a list of pictures, None for a frame without one. Without any picture
                    the grid is enough.
    image_regions   several pictures among text, [(picture or None, (rows, columns), first token), ...].
    words           the number of each token's word, None for special tokens, as from BatchEncoding.word_ids().
    segments        0 or 1 per token (token_type_ids). special_tokens: texts. output_token: the one to show first.
    fixed_residual  r [L, n] for the preset "GlobEnc fixed residual": contributions(...).ratio.
    predicted       the model's prediction at each token: n texts, or ids together with `tokenizer`. For an
                    encoder-decoder, at each token of the decoder. predicted_probability: its probability, NaN or None if unknown.
    contributions   [L, n, n], or the result of contributions(). The page then rolls them out in place of attention. For a file
                    with only contributions: save(path, contributions(...), tokens), or attentions=None. contribution_kind: "alti",
                    "norms", "value-zeroing", "decompx" (already of the input, so shown but not multiplied), or another name.
    model           its name; or the model itself, whose config names the layers without attention of hybrid models and the tokens
                    that end and fill up the sequences of a batch. title, source: texts.
    axes            meanings of the axes before queries and keys, if shapes and tokens leave them open: "inputs,layers,heads"
                    (inputs, steps, layers, streams, heads). The result reports how they were read.
    first_tokens    only the first ones, if matrices are padded beyond the text.
    missing_share   adds a leading token [sink] with what rows lack to 1 (a learned sink, a token that was cut off).
    absolute        ignores signs, by which flash attention marks values that dropout dropped.
    softmax         the values are scores before the softmax, which is applied in float64. -inf and NaN become 0.
    layers_from     selects the layers in a dictionary of arrays (an activation cache, hooks, Flax's intermediates), with
                    * for any text, such as "blocks.*.attn.hook_pattern". By default they are found by names and rows.
    layers          only these. average_heads: the mean in place of all heads, with 1/H of the size.
    dtype           "float32" or "float16", which halves binary files and is off by 0.05 % at most.

    append          adds the examples to an existing .jsonl, for a data set, sentence by sentence.

    Reports the file, its size and the omitted parts (not with `quiet`), on standard error or in a notebook's cell as plain text.
    Returns the report. Cost: one copy of one item's weights. JSON takes about 0.1 s for a million weights.
    """
    own = ("dtype", "append", "quiet")
    options: Dict[str, Any] = {
        "decoder_tokens": decoder_tokens,
        "tokenizer": tokenizer,
        "attention_mask": attention_mask,
        "item": item,
        "gradients": gradients,
        "importance": importance,
        **_known(fields, own),
    }
    name = os.fspath(path)
    if append and not name.endswith((".jsonl", ".jsonl.gz")):
        raise HeadwatersError(f"append=True works only with .jsonl and .jsonl.gz, not {name!r}.")
    content, saved = _packed(name, attentions, tokens, options, dtype)
    _write(name, content, _inputs_of(attentions, fields.get("model"), tokenizer), append)
    if not quiet:
        print(saved, file=_told())
    return saved


def _inputs_of(*values: Any) -> List[str]:
    """The files and folders that data and models were read from, if known."""
    inputs: List[str] = []
    for value in values:
        if isinstance(value, (str, os.PathLike)):
            inputs.append(os.fspath(value))
        elif isinstance(value, Analysis):
            inputs.append(value._file)
        elif isinstance(value, Example):
            inputs += _inputs_of(value.attentions, value.model, value.tokenizer)
        elif isinstance(value, np.ndarray):
            while isinstance(value, np.ndarray):
                inputs.append(str(getattr(value, "filename", None) or ""))  # np.memmap
                value = value.base
        elif isinstance(value, (list, tuple)):
            inputs += _inputs_of(*value)
        elif isinstance(value, Mapping):
            inputs += _inputs_of(*value.values())
        else:
            inputs.append(str(getattr(value, "name_or_path", "") or ""))  # models and tokenizers of transformers
    return [name for name in dict.fromkeys(inputs) if name and os.path.exists(name)]


def _write(path: PathLike, content: bytes, inputs: Iterable[str] = (), append: bool = False) -> None:
    """Writes an output. Never overwrites an input, whatever its name. Never writes through a link or into anything except a file. Writes
    everything or nothing."""
    name = os.fspath(path)
    there = os.lstat(name) if os.path.lexists(name) else None
    if there is not None and os.path.exists(name):

        def same(other: Any) -> Any:
            return os.path.exists(other) and os.path.samefile(other, name)

        for given in inputs:
            if same(given) or any(same(os.path.join(folder, file)) for folder, _, files in os.walk(given) for file in files):
                raise HeadwatersError(f"{name!r} is also an input. Name another file.")
    if there is not None and not stat.S_ISREG(there.st_mode):
        what = (
            "a symbolic link"
            if stat.S_ISLNK(there.st_mode)
            else "a folder"
            if stat.S_ISDIR(there.st_mode)
            else "a pipe or device, not a file"
        )
        raise HeadwatersError(f"{name!r} is {what}. Name a new file.")
    if there is not None and not os.access(name, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
    if append and there is not None:
        with io.open(name, "r+b", buffering=0) as file:
            end = file.seek(0, os.SEEK_END)
            try:
                _write_all(file, content)
            except BaseException:
                file.truncate(end)
                raise
        return
    folder, beside = os.path.dirname(name), ""
    for number in range(100):  # an earlier process with this number may have been stopped
        beside = os.path.join(folder, f".headwaters-{os.getpid()}-{threading.get_ident()}-{number}")
        if not os.path.lexists(beside):
            break
    try:
        with io.open(beside, "xb", buffering=0) as file:
            _write_all(file, content)
        if there is not None:
            os.chmod(beside, stat.S_IMODE(there.st_mode))
        os.replace(beside, name)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise type(error)(error.errno, error.strerror, name) from None


def _write_all(file: Any, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) :]
    os.fsync(file.fileno())


def _packed(name: str, attentions: Any, tokens: Any, options: Dict[str, Any], dtype: str) -> Tuple[bytes, Saved]:
    """The bytes of a file of that name."""
    plain = name[:-3] if name.endswith(".gz") else name
    form = next((form for form in _FORMS if plain.endswith("." + form)), None)
    if form is None:
        raise HeadwatersError(f"{name!r} has an unknown ending. Use .json, .npz, .safetensors or .jsonl, each also with .gz.")
    if dtype not in ("float32", "float16"):
        raise HeadwatersError(f'dtype={dtype!r} is unknown. Use "float32" or "float16".')
    left_out = _Notes()
    examples = _examples(attentions, tokens, {**_OPTIONS, **options}, left_out)
    content = _FORMS[form](examples, np.dtype(dtype))
    if name.endswith(".gz"):
        content = gzip.compress(content, 0 if form == "npz" else 6, mtime=0)  # .npz is packed already
    first = next(iter(examples[0].parts.values()))
    unusual = [] if examples[0].bare else list(dict.fromkeys(line for example in examples for line in _unusual(example)))
    return content, Saved(
        name, len(content), len(examples), first.shape[0], first.shape[1], examples[0].width, list(left_out), left_out.read, unusual
    )


def _cast(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    return np.ascontiguousarray(values, dtype)


def _json_object(example: _Example, dtype: np.dtype) -> Dict[str, Any]:
    made: Dict[str, Any] = {key: example.extras[key] for key in ("model", "title", "source") if key in example.extras}
    rest = {key: value for key, value in example.extras.items() if key not in made}
    if not example.joined:
        part = next(iter(example.parts))
        if example.tokens is not None:
            made["tokens"] = example.tokens
        if not example.bare:
            made["attentions"] = _cast(example.parts[part], dtype)
        if example.gradients:
            made["gradients"] = _cast(next(iter(example.gradients.values())), np.dtype(np.float32))
        return {**made, **rest}
    for part, tokens in (("encoder", example.tokens), ("decoder", example.decoder_tokens), ("cross", None)):
        side: Dict[str, Any] = {} if tokens is None else {"tokens": tokens}
        if part in example.parts:
            side["attentions"] = _cast(example.parts[part], dtype)
        if part in example.gradients:
            side["gradients"] = _cast(example.gradients[part], np.dtype(np.float32))
        if side:
            made[part] = side
    return {**made, **rest}


def _json_bytes(examples: List[_Example], dtype: np.dtype) -> bytes:
    objects = [_json_object(example, dtype) for example in examples]
    if len(objects) == 1:
        return (_json({"format": "headwaters/1", **objects[0]}) + "\n").encode("utf-8", "surrogatepass")
    body = ",\n".join(_json(entry) for entry in objects)
    return ('{"format": "headwaters/1", "examples": [' + body + "]}\n").encode("utf-8", "surrogatepass")


def _jsonl_bytes(examples: List[_Example], dtype: np.dtype) -> bytes:
    lines = [_json({"format": "headwaters/1", **_json_object(example, dtype)}).replace("\n", "") + "\n" for example in examples]
    return "".join(lines).encode("utf-8", "surrogatepass")


def _flat(examples: List[_Example], dtype: np.dtype) -> Tuple[Dict[str, np.ndarray], Dict[str, str]]:
    """The content of a binary file: arrays by name, and the rest as texts. Items of a batch of one length share an array."""
    shapes = [{part: values.shape for part, values in example.parts.items()} for example in examples]
    if any(shape != shapes[0] for shape in shapes) or (
        len(examples) > 1 and any(set(example.extras) - {"model", "source"} for example in examples)
    ):
        raise _NeedsJson(
            f"The {len(examples)} items differ in length or have their own scores, which this format can't store. Use .json or .json.gz, or save one with item=."
        )
    arrays: Dict[str, np.ndarray] = {}
    for kind, ending in (("parts", "attentions"), ("gradients", "gradients")):
        for part in [] if examples[0].bare else getattr(examples[0], kind):
            stacked = [getattr(example, kind)[part] for example in examples]
            name = ending if part == "self" else f"{part}_{ending}"
            values = stacked[0] if len(examples) == 1 else np.stack(stacked, 1)
            arrays[name] = _cast(values, dtype if kind == "parts" else np.dtype(np.float32))
    texts: Dict[str, str] = {}
    for name, key in (("tokens", "tokens"), ("decoder_tokens", "decoder_tokens")):
        lists = [getattr(example, key) for example in examples]
        if lists[0] is not None:
            name = "encoder_tokens" if examples[0].joined and name == "tokens" else name
            texts[name] = _json(lists[0] if len(examples) == 1 else lists)
    for key, value in examples[0].extras.items():
        if key == "contributions":
            arrays[key] = _cast(value, np.dtype(np.float32))
            continue
        texts[key] = value if isinstance(value, str) else _json(value)
    return arrays, texts


def _npz_bytes(examples: List[_Example], dtype: np.dtype) -> bytes:
    arrays, texts = _flat(examples, dtype)
    if "outputToken" in texts:
        arrays["outputToken"] = np.array(int(texts.pop("outputToken")))
    for name, text in texts.items():
        entries = json.loads(text) if name.endswith("tokens") else None
        listed = entries if entries and isinstance(entries[0], str) and not any("\0" in entry for entry in entries) else None
        arrays[name] = np.array(listed if listed else text)  # a list if possible, which other programs read too
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


def _safetensors_bytes(examples: List[_Example], dtype: np.dtype) -> bytes:
    """https://github.com/huggingface/safetensors#format"""
    arrays, texts = _flat(examples, dtype)
    if "outputToken" in texts:  # a text that is no list and no object stays a text
        texts["meta"] = json.dumps({"source": int(texts.pop("outputToken"))})
    header: Dict[str, Any] = {"__metadata__": {"format": "headwaters/1", **texts}}
    at = 0
    for name, values in arrays.items():
        kind = {"float32": "F32", "float16": "F16"}[values.dtype.name]
        header[name] = {"dtype": kind, "shape": list(values.shape), "data_offsets": [at, at + values.nbytes]}
        at += values.nbytes
    text = json.dumps(header, ensure_ascii=False).encode("utf-8", "surrogatepass")
    text += b" " * (-len(text) % 8)
    little = [values.astype(values.dtype.newbyteorder("<"), copy=False).tobytes() for values in arrays.values()]
    return struct.pack("<Q", len(text)) + text + b"".join(little)


_FORMS: Dict[str, Callable[[List[_Example], np.dtype], bytes]] = {
    "json": _json_bytes,
    "jsonl": _jsonl_bytes,
    "npz": _npz_bytes,
    "safetensors": _safetensors_bytes,
}
