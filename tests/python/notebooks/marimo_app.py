# SPDX-License-Identifier: MIT
# A notebook of marimo with the live link, for tests/browser/slow/notebook_servers.test.mjs.
import marimo

app = marimo.App()


@app.cell
def _():
    import headwaters
    import marimo as mo
    import numpy as np
    return headwaters, mo, np


@app.cell
def _(headwaters, mo, np):
    layers = np.load("layers.npy")
    inner = headwaters.Widget(layers, list("abcde"), method="rollout", layer=1)
    view = mo.ui.anywidget(inner)
    view
    return inner, view


@app.cell
def _(mo):
    step = mo.ui.number(0, 2, value=1, label="layer")
    step
    return (step,)


@app.cell
def _(inner, step):
    inner.layer = step.value
    return


@app.cell
def _(inner, mo, view):
    view.value
    chosen = inner.selection
    last = "" if chosen is None or not len(chosen.values) else " ".join(f"{one:.6f}" for one in chosen.values[-1])
    mo.md("" if chosen is None else f"heard {chosen.layer} {chosen.tokens.tolist()} {chosen.method} {last}")
    return


if __name__ == "__main__":
    app.run()
