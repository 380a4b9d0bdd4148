# SPDX-License-Identifier: MIT
"""python/reference.py [FOLDER]: the reference of the package's public names (build/reference), by pdoc out of the docstrings, each with its sample of
samples.md. `tools/build reference` calls it where pdoc is installed."""

import re
import sys
import typing
import warnings
from pathlib import Path

import pdoc

root = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(root / "python"))
import headwaters  # noqa: E402

samples = dict(re.findall(r"^## (\w+)\n(```python\n.*?```)", (root / "python" / "samples.md").read_text("utf-8"), re.MULTILINE | re.DOTALL))


def as_markdown(doc: str) -> str:
    """A docstring's paragraphs, those in columns or indented as they are."""
    paragraphs = re.split(r"\n\s*\n", doc)
    return "\n\n".join(
        f"```text\n{one}\n```" if re.search(r"\S {2,}\S|\n {2,}", one) or one.startswith("    ") else one for one in paragraphs
    )


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else root / "build" / "reference"
    missing = set(headwaters.__all__) ^ set(samples)
    if missing:
        sys.exit(f"python/samples.md and headwaters.__all__ differ: {', '.join(sorted(missing))}.")
    for name in headwaters.__all__:
        member = getattr(headwaters, name)
        member.__doc__ = f"{as_markdown(pdoc.doc.inspect.getdoc(member) or '')}\n\n{samples[name]}"
    headwaters.__doc__ = as_markdown(headwaters.__doc__)
    # What annotations name is looked for in the module that has the public names.
    for name, module in sorted(sys.modules.items()):
        if name.startswith("headwaters."):
            vars(headwaters).update(
                {word: value for word, value in vars(module).items() if word not in vars(headwaters) and not word.startswith("_")}
            )
    vars(headwaters).update(Unpack=typing.Unpack)
    warnings.filterwarnings("ignore", module="pdoc")  # of the constructors of tuples, which have no module
    pdoc.render.configure(show_source=False, search=False)
    module = pdoc.doc.Module(headwaters)
    page = pdoc.render.html_module(module, all_modules={"headwaters": module})
    lost = [name for name in headwaters.__all__ if f'id="{name}"' not in page]
    if lost:
        sys.exit(f"The reference lacks {', '.join(lost)}.")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "headwaters.html").write_text(page, "utf-8")
    print(f"{len(headwaters.__all__)} names in {folder}/headwaters.html")


if __name__ == "__main__":
    main()
