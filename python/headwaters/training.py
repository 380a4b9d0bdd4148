# SPDX-License-Identifier: MIT
"""Training a small transformer."""

from __future__ import annotations

import dataclasses
import json
import os
from typing import Any, Dict, List, Mapping, Optional, Union

import numpy as np

from .core import _from_program
from .errors import PathLike


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

    names = ("loss", "norm", "rate", "accuracy", "whole", "hard")
    return Training(*map(column, names), without_head=np.array(lines[-1]["without_head"], np.float64), hash=lines[-1]["hash"])
