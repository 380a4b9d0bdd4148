# SPDX-License-Identifier: MIT
"""Errors, warnings, and the types that many functions take."""

from __future__ import annotations

import os
import re
import sys
from typing import Any, Union

Array = Any  #: NumPy, PyTorch or JAX array, or nested lists of numbers


PathLike = Union[str, "os.PathLike[str]"]


def _quoted(text: str, most: int = 480) -> str:
    """The text with long words shortened, and shortened itself, as in the command line. Names and values in a message may have any
    length."""
    text = re.sub(r"([^ \n]{160})[^ \n]+", r"\1...", text)
    return text if len(text) <= most else text[:most] + "..."


class HeadwatersWarning(UserWarning):
    """A finding of the check of the numbers: swapped queries and keys, per cent, scores before the softmax, missing values, ..."""


class HeadwatersError(ValueError):
    """The finding and its remedy. Errors about data also have these as parts: `place` ("attentions[3][7]"), `finding`, `remedy`."""

    def __init__(self, text: str = "", place: str = "", finding: str = "", remedy: str = "") -> None:
        super().__init__(_quoted(text, 1440))
        self.place, self.finding, self.remedy = _quoted(place), _quoted(finding or text), _quoted(remedy)


class _NeedsJson(HeadwatersError):
    """Items that need a JSON file, since a binary file stores them as one array."""


EAGER = (
    "The attention is None: the model used a fused kernel, or ran without output_attentions=True. "
    'Load it with attn_implementation="eager", as in '
    'AutoModel.from_pretrained(name, attn_implementation="eager"), and call it with output_attentions=True. `with headwaters.record(model):` does both.'
)


def _told() -> Any:
    """The stream for messages. A notebook shows standard error in red, like a mistake."""
    return sys.stdout if _in_notebook() else sys.stderr


def _in_notebook() -> bool:
    """Whether a kernel runs this, and not a script that has loaded a part of one."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return getattr(shell, "kernel", None) is not None
