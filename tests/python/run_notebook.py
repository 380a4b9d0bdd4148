# SPDX-License-Identifier: MIT
"""Runs a notebook of headwaters in its own kernel and writes it as a page, as a reader finds it the next day.

Needs Debian's python3-nbclient, python3-nbconvert and python3-ipykernel.
"""

import importlib.util
import json
import os
import re
import sys
from pathlib import Path

import support


def available():
    return all(importlib.util.find_spec(name) for name in ("ipykernel", "nbclient", "nbconvert", "nbformat"))


def missing():
    """The reason why the notebooks of examples/notebooks cannot run, or empty."""
    if not available():
        return "No Jupyter here (Debian: python3-nbclient, python3-nbconvert, python3-ipykernel)."
    try:
        import torch  # noqa: F401
    except ImportError:
        return "PyTorch is not installed (Debian: python3-torch)."
    return ""


def examples():
    return sorted((support.root / "examples" / "notebooks").glob("*.ipynb"))


def execute(folder, notebook, name, hidden=0):
    """Executes a notebook in the folder and writes it as FOLDER/NAME.html, without the last, hidden cells. Returns the outputs of each of
    its cells of code."""
    from nbclient import NotebookClient
    from nbconvert import HTMLExporter

    kernel = Path(folder) / "jupyter" / "kernels" / "headwaters"
    kernel.mkdir(parents=True, exist_ok=True)
    argv = [sys.executable, "-Xfrozen_modules=off", "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernel / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "headwaters", "language": "python"}))
    os.environ["JUPYTER_PATH"] = str(Path(folder) / "jupyter")
    os.environ["PYTHONPATH"] = os.pathsep.join(str(support.root / part) for part in (support.folder, "tests/python"))
    NotebookClient(notebook, kernel_name="headwaters", timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    del notebook.cells[len(notebook.cells) - hidden:]
    html, _ = HTMLExporter(template_name="classic").from_notebook_node(notebook)
    # nbconvert's downloads (MathJax, RequireJS) are not waited for.
    html = re.sub(r'<script[^>]*\bsrc="(http|file)[^>]*></script>|<link[^>]*\bhref="http[^>]*>', "", html)
    (Path(folder) / f"{name}.html").write_text(html, encoding="utf-8")
    return outputs


def run(folder, cells):
    """Executes the cells and writes FOLDER/notebook.html. Returns the outputs of each cell, as the notebook has them."""
    import nbformat

    return execute(folder, nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells]), "notebook")


def run_example(folder, path, ask):
    """Executes one of examples/notebooks, and `ask` after it, which is not written. Returns its outputs and the answer."""
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(f"import json\nprint(json.dumps({ask}))"))
    outputs = execute(folder, notebook, path.stem, hidden=1)
    return outputs[:-1], json.loads(outputs[-1][0].text)


if __name__ == "__main__":  # python3 run_notebook.py FOLDER SITE makes the examples as pages, for the browser's tests
    os.environ["HEADWATERS_PAGE"] = sys.argv[2]
    print(json.dumps({"missing": missing(), "names": [] if missing() else [
        run_example(sys.argv[1], path, "0") and path.stem for path in examples()]}))
