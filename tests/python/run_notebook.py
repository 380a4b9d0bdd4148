# SPDX-License-Identifier: MIT
"""Runs a notebook of headwaters in a kernel of its own and writes it as a page, as it is found the next day.

Needs Debian's python3-nbclient, python3-nbconvert and python3-ipykernel.
"""

import json
import os
import re
import sys
from pathlib import Path

import support


def available():
    try:
        import ipykernel, nbclient, nbconvert, nbformat  # noqa: F401, E401
    except ImportError:
        return False
    return True


def run(folder, cells):
    """Executes the cells and writes FOLDER/notebook.html; the outputs of each cell, as the notebook keeps them."""
    import nbformat
    from nbclient import NotebookClient
    from nbconvert import HTMLExporter

    kernel = Path(folder) / "jupyter" / "kernels" / "headwaters"
    kernel.mkdir(parents=True)
    argv = [sys.executable, "-Xfrozen_modules=off", "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernel / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "headwaters", "language": "python"}))
    os.environ["JUPYTER_PATH"] = str(Path(folder) / "jupyter")
    os.environ["PYTHONPATH"] = str(support.root / "web" / "python")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, kernel_name="headwaters", timeout=120, resources={"metadata": {"path": str(folder)}}).execute()
    html, _ = HTMLExporter(template_name="classic").from_notebook_node(notebook)
    # What nbconvert fetches from elsewhere (MathJax, RequireJS) is not ours to wait for.
    html = re.sub(r'<script[^>]*\bsrc="http[^>]*></script>|<link[^>]*\bhref="http[^>]*>', "", html)
    (Path(folder) / "notebook.html").write_text(html, encoding="utf-8")
    return [cell.outputs for cell in notebook.cells]
