# SPDX-License-Identifier: MIT
"""The page in a notebook's cell or in the browser, and the server that gives it the data."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Dict, List, Mapping, Optional, Tuple

import numpy as np

from .core import _checkout, _content, _core, program
from .errors import HeadwatersError, PathLike, _in_notebook
from .examples import _examples
from .files import _inputs_of, _write
from .items import _Example
from .options import _OPTIONS, AllFields, _known
from .pictures import _png

if TYPE_CHECKING:
    from typing import Unpack


_PAGE_HELP = "Give page= a URL or a folder with a built page (build/site after tools/build), or set HEADWATERS_PAGE to it."


def _page_of(page: Optional[PathLike]) -> str:
    """The address or folder of the page."""
    named = os.fspath(page) if page is not None else os.environ.get("HEADWATERS_PAGE", "")
    if not named:
        checkout = _checkout()
        built = Path(__file__).parent / "page" if _core is not None else None if checkout is None else checkout / "build" / "site"
        if built is None or not (built / "index.html").is_file():
            raise HeadwatersError(f"The page's location is unknown. {_PAGE_HELP}")
        named = str(built)
    if named.startswith(("http://", "https://")):
        return named.split("#")[0]
    if not ((Path(named) / "index.html").is_file() or (named.endswith(".html") and Path(named).is_file())):
        raise HeadwatersError(f"{named!r} has no index.html. {_PAGE_HELP}")
    return named


class _Host:
    """Serves the page's folder and the data on 127.0.0.1, only to this machine's browser."""

    _hosts: ClassVar[Dict[str, "_Host"]] = {}

    def __init__(self, folder: Optional[str]) -> None:
        import http.server
        import secrets

        host = self
        self.data: Dict[str, Tuple[str, bytes]] = {}
        self.fetched = threading.Event()
        self.key = secrets.token_urlsafe(12)  # other pages cannot guess the data's address

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {  # noqa: RUF012 -- as the base class declares it
                **http.server.SimpleHTTPRequestHandler.extensions_map,
                ".js": "text/javascript",
                ".mjs": "text/javascript",
                ".wasm": "application/wasm",
                ".woff2": "font/woff2",
            }

            def __init__(self, *args: Any) -> None:
                super().__init__(*args, directory=folder)

            def end_headers(self) -> None:
                self.send_header("Access-Control-Allow-Origin", "*")
                self.send_header("Access-Control-Allow-Private-Network", "true")
                self.send_header("Cache-Control", "no-cache")
                super().end_headers()

            def do_OPTIONS(self) -> None:
                self.send_response(204)
                self.send_header("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
                self.end_headers()

            def do_GET(self) -> None:
                found = host.data.get(self.path.split("?")[0])
                if found is None and folder is None:
                    return self.send_error(404)
                if found is None:
                    return super().do_GET()
                self.send_response(200)
                self.send_header("Content-Type", "application/octet-stream")
                self.send_header("Content-Length", str(len(found[1])))
                self.end_headers()
                self.wfile.write(found[1])
                host.fetched.set()

            def log_message(self, *args: Any) -> None:
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, *args: Any) -> None:
                if not isinstance(sys.exc_info()[1], ConnectionError):  # a page that was closed while it loaded
                    super().handle_error(*args)

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @classmethod
    def of(cls, folder: Optional[str]) -> "_Host":
        """One server for each folder, as long as this process lasts."""
        key = folder or ""
        if key not in cls._hosts:
            cls._hosts[key] = cls(folder)
        return cls._hosts[key]

    def give(self, name: str, content: bytes) -> str:
        """Returns the address of some bytes from now on."""
        path = f"/{self.key}/{len(self.data)}/{name}"
        self.data[path] = (name, content)
        return self.url + path[1:]


def _fragment(state: Mapping[str, Any]) -> str:
    """A part of the view as fields of the address. Parts without a field are sent only by message."""
    from urllib.parse import quote

    words: Dict[str, Callable[[Any], str]] = {"method": str, "panel": str, "layer": lambda layer: str(int(layer) + 1), "example": str}
    fields = [f"{key}={quote(words[key](value))}" for key, value in state.items() if key in words]
    if "tokens" in state:
        fields.append("token=" + ",".join(str(int(token)) for token in state["tokens"]))
    return "".join("&" + field for field in fields)


class Page:
    """The page with data, as a notebook shows it. `html` is the cell's content."""

    def __init__(self, html: str, picture: bytes = b"", source: Any = None) -> None:
        self.html = html
        self._picture = picture
        self._inputs = _inputs_of(source)

    @property
    def data(self) -> str:
        """`html`, under the name of IPython's HTML objects (as from BertViz's html_action="return")."""
        return self.html

    def save(self, path: PathLike) -> None:
        """Writes the cell's content as a separate web page."""
        _write(path, f'<!doctype html>\n<meta charset="utf-8">\n<title>Headwaters</title>\n<body>{self.html}'.encode("utf-8"), self._inputs)

    def _repr_html_(self) -> str:
        return self.html

    def _repr_png_(self) -> Optional[bytes]:  # for LaTeX and PDF
        return self._picture or None


def _script(name: str) -> str:
    """A script of the package without its imports and named exports, for use as a part of a longer one."""
    text = (Path(__file__).parent / "scripts" / name).read_text("utf-8")
    return re.sub(r"^import .*\n|^export (?=const )", "", text, flags=re.MULTILINE)


_FRAME = _script("frame.js")


_CELL = """<div class="headwaters" id="{id}">
<style>
#{id} figure {{ margin: 0; font: 13px sans-serif; }} #{id} figure img {{ max-width: 100%; height: auto; }}
#{id}.live figure {{ display: none; }}
@media print {{ #{id} iframe {{ display: none !important; }} #{id}.live figure {{ display: block; }} }}
</style>
<figure>{figure}</figure>
<script>
(() => {{
  {frame}
  const root = document.getElementById("{id}"), page = {page};
  const note = root.querySelector("figcaption span");
  const late = setTimeout(() => {{ note.textContent = headwatersLate(page); }}, 20000);
  const there = headwatersFrame(root, page, {height}, ({{ type, id, problem }}) => {{
    if (type === "headwaters:ready") {{
      clearTimeout(late);
      note.textContent = "";
      root.classList.add("live");
      const bytes = Uint8Array.from(atob("{data}"), (c) => c.charCodeAt(0));
      there.say({{ type: "headwaters:open", id: "{id}", data: bytes.buffer, name: "{name}", state: {state} }});
    }} else if (type === "headwaters:failed" && id === "{id}") {{
      root.classList.remove("live");
      note.textContent = problem.finding + " " + problem.remedy + " ";
    }}
  }});
}})();
</script>
</div>"""


def _still(example: _Example) -> Tuple[str, bytes]:
    """The last layer's mean attention, or else contributions, for paper and for cells without a page. Also as PNG without words.

    An <img>, since untrusted notebooks keep no other picture.
    """
    part, values = next(
        (part, values) for part, values in (("cross", example.parts.get("cross")), *example.parts.items()) if values is not None
    )
    matrix = np.nan_to_num(values[-1].astype(np.float64).mean(0))
    shade = 255 - 255 * np.clip(matrix / max(matrix.max(), 1e-12), 0, 1)
    pixels = np.stack([shade * 0.9, shade * 0.94, 80 + shade * 175 / 255], 2).astype(np.uint8)
    picture = base64.b64encode(_png(pixels)).decode()
    rows, cols = matrix.shape
    cell = max(2, min(24, 640 // max(rows, cols)))
    keys = example.tokens
    queries = example.decoder_tokens if part == "cross" else keys
    words: List[str] = []
    left = top = 4
    if cell >= 10 and keys and queries:
        left = top = 96
        for i, token in enumerate(queries):
            words.append(f'<text x="{left - 4}" y="{top + i * cell + cell // 2 + 4}" text-anchor="end">{_escaped(token[:14])}</text>')
        for i, token in enumerate(keys):
            words.append(
                f'<text transform="translate({left + i * cell + cell // 2 + 4},{top - 4}) rotate(-90)">{_escaped(token[:14])}</text>'
            )
    if example.bare:
        caption = f"Contributions ({example.extras['contributionKind']}) of layer {len(values)}; rows are made of columns."
        caption += " Negative values are white." if (matrix < 0).any() else ""
    else:
        caption = f"Attention of layer {len(values)}, mean of {values.shape[1]} heads; rows look at columns."
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + cols * cell + 4}" height="{top + rows * cell + 4}" font-size="11" '
        f'font-family="sans-serif" fill="#222"><rect width="100%" height="100%" fill="#fff"/>'
        f'<image x="{left}" y="{top}" width="{cols * cell}" height="{rows * cell}" preserveAspectRatio="none" '
        f'style="image-rendering:pixelated" href="data:image/png;base64,{picture}"/>{"".join(words)}</svg>'
    )
    larger = max(1, 640 // max(rows, cols))
    return _figure(drawn, caption), _png(np.kron(pixels, np.ones((larger, larger, 1), np.uint8)))


def _figure(drawing: str, caption: str) -> str:
    """An SVG with its caption, as cells contain it."""
    drawn = base64.b64encode(drawing.encode("utf-8", "replace")).decode()
    return (
        f'<img alt="{_escaped(caption)}" src="data:image/svg+xml;base64,{drawn}"><figcaption><span></span>{_escaped(caption)}</figcaption>'
    )


def _escaped(text: str) -> str:
    import html

    # Characters that XML forbids or discourages (controls, lone surrogates, noncharacters), since a figure must open everywhere.
    sure = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]", "\N{REPLACEMENT CHARACTER}", text)
    return html.escape(sure, quote=True)


def show(
    source: Any,
    tokens: Any = None,
    *,
    height: int = 640,
    page: Optional[PathLike] = None,
    state: Optional[Mapping[str, Any]] = None,
    dtype: str = "float32",
    inside: bool = True,
    **options: Unpack[AllFields],
) -> Page:
    """The page in a notebook's cell, with the data inside the cell. It needs no server and no network, and stays in exported HTML.

    source   a file, or any outputs for save(), with its options
    height   of the cell in pixels
    page     the page: the folder of a built one, its saved-page.html, or an address (https://...). The default is
             HEADWATERS_PAGE, the package's own, or the checkout's build/site
    state    the view, as for window.headwaters.setState: {"method": "rollout", "layer": 3, "panel": "heads"}
    inside   puts a folder's whole page into the cell (1.8 MB). If False, it is served on 127.0.0.1 as long as this process lasts

    The page is in the frame's srcdoc, or comes from the address, and gets the data by postMessage. Nothing is uploaded.
    Paper, untrusted notebooks and notebooks without their page show a picture: the view's figure if the program
    `headwaters` is available, else the last layer's mean attention. Cost: the notebook grows by the page and by 4/3 of the
    packed weights. dtype="float16" halves the weights, and an address in `page` saves the page.
    """
    import secrets

    given = _known(options, ("height", "page", "state", "dtype", "inside"))
    where = _in_cell(page, inside)
    name, content, figure, picture = _for_cell(source, tokens, given, dtype, state)

    def script(value: Any) -> Any:
        return json.dumps(value).replace("<", "\\u003c")

    html = _CELL.format(
        id="headwaters-" + secrets.token_hex(6),
        height=int(height),
        frame=_FRAME,
        page=script(where),
        figure=figure,
        data=base64.b64encode(content).decode(),
        name=_escaped(json.dumps(name)[1:-1]),
        state=script(dict(state or {})),
    )
    return Page(html, picture, source)


def _in_cell(page: Optional[PathLike], inside: bool) -> str:
    """The source of a cell's frame: an address, or the whole page as one HTML."""
    where = _page_of(page)
    if where.startswith("http"):
        return where
    whole = Path(where) / "saved-page.html" if Path(where).is_dir() else Path(where)
    if whole.is_file() and (inside or whole == Path(where)):
        return whole.read_text(encoding="utf-8")
    return _Host.of(where).url


def _for_cell(
    source: Any, tokens: Any, options: Dict[str, Any], dtype: str, state: Optional[Mapping[str, Any]]
) -> Tuple[str, bytes, str, bytes]:
    """Name and packed bytes of the data, and its picture as HTML and PNG."""
    if isinstance(source, (str, os.PathLike)):
        name, content = Path(source).name, Path(source).read_bytes()
        figure, picture = f"<figcaption><span></span>{_escaped(name)}</figcaption>", b""
    else:
        chosen = _known(options)
        name, content = _content(source, tokens, chosen, dtype)
        figure, picture = _still(_examples(source, tokens, {**_OPTIONS, **chosen, "item": chosen.get("item") or 0}, [])[0])
    drawn = _drawn(name, content, state or {})
    if drawn:
        figure = drawn
    return name, content if content.startswith(b"\x1f\x8b") else gzip.compress(content, 6, mtime=0), figure, picture


#: The parts of a view that the program receives.
_SAID = {"method", "panel", "layer", "tokens", "example", "settings", "graph", "colors", "edges", "rawTokens"}


_SAID_SETTINGS = {"preset", "residual", "discard", "fusion", "heads"}


def _drawn(name: str, content: bytes, state: Mapping[str, Any]) -> str:
    """The figure of that view as the page draws it, by the command line program. Nothing if the program is missing or slow."""
    settings = dict(state.get("settings") or {})
    if set(state) - _SAID or set(settings) - _SAID_SETTINGS:
        return ""  # an incomplete view would be another view
    panel = state.get("panel", "overview")  # the overview consists of others; every other panel is a figure of its name
    words = [f"--view={'evolution' if panel == 'overview' else panel}", f"--state=#v=1{_fragment(state)}"]
    words += [f"--{name}={state[name]}" for name in ("graph", "colors", "edges") if name in state]
    words += ["--raw-tokens=on"] if state.get("rawTokens") else []
    for key, value in settings.items():
        listed = isinstance(value, (list, tuple))
        words += [f"--{key}={','.join(str(int(head)) for head in value) if listed else value}"] if not listed or value else []
    try:
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, name)  # the caption names it
            path.write_bytes(content)
            run = subprocess.run([program(), "figure", str(path), *words, "--quiet"], capture_output=True, timeout=10)
    except (HeadwatersError, OSError, subprocess.TimeoutExpired):
        return ""
    drawing = run.stdout.decode("utf-8", "replace")
    if run.returncode != 0 or "<svg" not in drawing:
        return ""
    return _figure(drawing, "As the page showed it when the cell was run.")


def _open(
    source: Any,
    tokens: Any = None,
    *,
    page: Optional[PathLike] = None,
    state: Optional[Mapping[str, Any]] = None,
    dtype: str = "float32",
    wait: Optional[bool] = None,
    browser: bool = True,
    **options: Unpack[AllFields],
) -> str:
    """Opens the data in the browser, on the page, and returns the address.

    Options as for show(). The page fetches the data once from 127.0.0.1 (`#url=`). In a script the call waits until the page has
    them, or until Ctrl+C if the page itself comes from a folder. In notebooks and at the prompt it returns at once and serves
    as long as the process lasts. `wait` overrides this. browser=False only returns the address.
    """
    import webbrowser
    from urllib.parse import quote

    given = _known(options, ("page", "state", "dtype", "wait", "browser"))
    if isinstance(source, (str, os.PathLike)):
        name, content = Path(source).name, Path(source).read_bytes()
    else:
        name, content = _content(source, tokens, given, dtype)
    where = _page_of(page)
    hosted = where.startswith("http")
    whole = "" if hosted or Path(where).is_dir() else Path(where).name  # the page as one file
    host = _Host.of(None if hosted else str(Path(where).parent) if whole else where)
    host.fetched.clear()
    data = host.give(quote(name), content)
    address = f"{where if hosted else host.url + whole}#url={quote(data, safe='')}{_fragment(state or {})}"
    if browser and not webbrowser.open(address):
        print(f"Open {address}", file=sys.stderr)
    interactive = _in_notebook() or hasattr(sys, "ps1")
    if wait if wait is not None else not interactive:
        try:
            if hosted:
                host.fetched.wait(120)
                time.sleep(0.2)  # the last bytes are on their way
            else:
                print(f"Headwaters is at {address}  (Ctrl+C ends it)", file=sys.stderr)
                while True:
                    time.sleep(3600)
        except KeyboardInterrupt:
            pass
    return address


_open.__name__ = _open.__qualname__ = "open"  # users know it by this name; inside the package open() is the built-in one
