# SPDX-License-Identifier: MIT
"""From a model to Headwaters: attention rollout and attention flow, on a page, in a notebook, as arrays.

    import headwaters
    outputs = model(**inputs, output_attentions=True)
    headwaters.save("attention.json", outputs, tokens)      # a file that the page opens
    headwaters.show(outputs, tokens)                        # the page in the notebook
    headwaters.rollout(outputs, tokens)                     # [layers, n, n]

Importing this file needs only NumPy. PyTorch is used if a function receives its tensors. rollout(), flow(), joint(),
relevance(), correlate(), read(), plot() and live()'s experiments compute in this process if the package is installed (`pip install .` in
a checkout). This file on its own runs the program `headwaters`, which it finds by the variable HEADWATERS, on PATH, or in the checkout
that contains it. show() and open() need the page, either the package's, the folder that tools/build makes, or an address.

Indices count from 0. Rows of attention are queries, columns are keys. Outputs have the forms of Hugging Face's
transformers 4.46 to 5.24, or of older versions if they are the same.
"""

from __future__ import annotations

from typing import List

from .adapters import from_captum, from_inseq, from_pipeline, from_timm, from_transformer_lens
from .bertviz import head_view, model_view
from .blocks import WindowBlocks, block_layers, merged, window_blocks
from .contributions import Contributions, Layer, contributions, transformed_vectors
from .core import program
from .errors import HeadwatersError, HeadwatersWarning
from .files import Saved, save
from .gradients import blank_out, gradients, input_gradients
from .items import Analysis
from .live.model import LiveModel
from .live.runs import LiveRun
from .live.show import live
from .methods import (
    Augmentation,
    Correlation,
    Cut,
    Figure,
    FlowPaths,
    Joint,
    Training,
    ask,
    circuit,
    compute,
    correlate,
    flow,
    flow_paths,
    joint,
    plot,
    read,
    relevance,
    rollout,
    train,
    why,
)
from .options import Example
from .page import Page, show
from .page import _open as open
from .record import Recorded, record
from .widget import Selection, Widget

__version__ = "0.1.0"
__all__ = [
    "Analysis",
    "Augmentation",
    "Contributions",
    "Correlation",
    "Cut",
    "Example",
    "Figure",
    "FlowPaths",
    "HeadwatersError",
    "HeadwatersWarning",
    "Joint",
    "Layer",
    "LiveModel",
    "LiveRun",
    "Page",
    "Recorded",
    "Saved",
    "Selection",
    "Training",
    "Widget",
    "WindowBlocks",
    "ask",
    "blank_out",
    "block_layers",
    "circuit",
    "compute",
    "contributions",
    "correlate",
    "flow",
    "flow_paths",
    "from_captum",
    "from_inseq",
    "from_pipeline",
    "from_timm",
    "from_transformer_lens",
    "gradients",
    "head_view",
    "input_gradients",
    "joint",
    "live",
    "merged",
    "model_view",
    "open",
    "plot",
    "program",
    "read",
    "record",
    "relevance",
    "rollout",
    "save",
    "show",
    "train",
    "transformed_vectors",
    "why",
    "window_blocks",
]

for _name in __all__:
    globals()[_name].__module__ = __name__  # users import them from here, whichever module defines them


def __dir__() -> List[str]:
    return [*__all__, "__version__"]
