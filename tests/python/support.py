# SPDX-License-Identifier: MIT
"""Shared by the tests of the Python package: the package itself, the program, and an independent float64 computation."""

import contextlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
import types
import unittest
from collections import deque
from pathlib import Path
from unittest import mock

import numpy as np

root = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
#: Set by `tools/test wheel`, for the same tests on the installed package.
installed = bool(os.environ.get("HEADWATERS_INSTALLED"))
#: Set by `tools/test python` for its second round, for the same tests on the single file.
one_file = bool(os.environ.get("HEADWATERS_ONE_FILE"))
folder = root / "build" / "python" if one_file else root / "python"
if one_file:
    subprocess.run([sys.executable, str(root / "python" / "one_module.py")], check=True)
if not installed:
    sys.path.insert(0, str(folder))
import headwaters  # noqa: E402


def _places(name):
    """The modules that know this name, which are the single file or some of the package's."""
    modules = [module for known, module in sys.modules.items() if known == "headwaters" or known.startswith("headwaters.")]
    return [module for module in modules if name in vars(module)]


def own(name):
    """A private name, wherever it is defined."""
    return vars(_places(name)[0])[name]


@contextlib.contextmanager
def replaced(name, value):
    """Replaces a name by `value`, in each module that uses it."""
    with contextlib.ExitStack() as stack:
        for module in _places(name):
            stack.enter_context(mock.patch.object(module, name, value))
        yield value


program = os.environ.setdefault("HEADWATERS", (installed and own("_own_program")()) or str(root / "build" / "native" / "headwaters"))
forms = ("json", "json.gz", "npz", "npz.gz", "safetensors", "safetensors.gz")


def attention(rng, *shape, causal=False):
    """Random rows that sum to 1, float32."""
    values = rng.random(shape) ** 3 + 1e-3
    if causal:
        values = np.tril(values, shape[-1] - shape[-2])
    return (values / values.sum(-1, keepdims=True)).astype(np.float32)


def outputs(**fields):
    """A model's output, with attributes, and None for missing ones."""
    return types.SimpleNamespace(**{"attentions": None, **fields})


def effective(layers, residual=0.5):
    """[L, n, n] out of [L, H, n, n], by loops over numbers of Python."""
    result = []
    for layer in np.asarray(layers, np.float64):
        heads, n = len(layer), layer.shape[-1]
        matrix = []
        for q in range(n):
            row = [(1 - residual) * sum(float(layer[h][q][k]) for h in range(heads)) / heads + residual * (q == k) for k in range(n)]
            matrix.append([x / sum(row) for x in row])
        result.append(matrix)
    return np.array(result)


def rollout(layers, residual=0.5):
    whole, result = None, []
    for matrix in effective(layers, residual):
        n = len(matrix)
        whole = matrix if whole is None else np.array(
            [[sum(matrix[i][m] * whole[m][k] for m in range(n)) for k in range(n)] for i in range(n)])
        result.append(whole)
    return np.array(result)


def max_flow(edges, source, sink):
    """Edmonds and Karp over {(from, to): capacity}."""
    left = dict(edges)
    near = {}
    for a, b in edges:
        left.setdefault((b, a), 0.0)
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    total = 0.0
    while True:
        came, queue = {source: None}, deque([source])
        while queue and sink not in came:
            node = queue.popleft()
            for other in near.get(node, ()):
                if other not in came and left[node, other] > 1e-14:
                    came[other] = node
                    queue.append(other)
        if sink not in came:
            return total
        path, node = [], sink
        while came[node] is not None:
            path.append((came[node], node))
            node = came[node]
        share = min(left[edge] for edge in path)
        for a, b in path:
            left[a, b] -= share
            left[b, a] += share
        total += share


def flow(layers, residual=0.5):
    """[L, n, n], the flow from (l, i) to (0, t) for every triple."""
    matrices = effective(layers, residual)
    count, n = len(matrices), len(matrices[0])
    edges = {((l + 1, q), (l, k)): float(matrices[l][q][k]) for l, q, k in itertools.product(range(count), range(n), range(n))
             if matrices[l][q][k] > 0}
    return np.array([[[max_flow(edges, (l + 1, i), (0, t)) for t in range(n)] for i in range(n)] for l in range(count)])


def relevance(layers, gradients):
    """[L, n, n] of Chefer, Gur & Wolf 2021, R + mean_h relu(G W) R, from the identity."""
    whole, result = np.eye(layers.shape[-1]), []
    for weights, slopes in zip(np.asarray(layers, np.float64), np.asarray(gradients, np.float64)):
        whole = whole + np.maximum(weights * slopes, 0).mean(0) @ whole
        result.append(whole)
    return np.array(result)


def run(*words):
    """The program's JSON for a file. Ignores warnings."""
    done = subprocess.run([program, *map(str, words), "--format=json"], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{words}: exit {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def values(*words):
    return np.array([layer["values"] for layer in run(*words)["layers"]], float)


class Case(unittest.TestCase):
    """A new folder for each test, and random numbers that are the same each time."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.rng = np.random.default_rng(20)

    def work_here(self):
        """Samples of documents write in the current folder, and show a page."""
        here = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, here)
        Path("site").mkdir()
        Path("site/index.html").write_text("<!doctype html>the page")
        patch = mock.patch.dict(os.environ, {"HEADWATERS_PAGE": "site"})
        patch.start()
        self.addCleanup(patch.stop)

    def save(self, name, *args, **options):
        path = self.folder / name
        saved = headwaters.save(path, *args, quiet=True, **options)
        self.assertEqual(saved.bytes, path.stat().st_size)
        return path, saved

    def close(self, found, expected, tolerance=2e-6):
        found, expected = np.asarray(found, float), np.asarray(expected, float)
        self.assertEqual(found.shape, expected.shape)
        self.assertLessEqual(np.abs(found - expected).max(initial=0), tolerance)

    def same_numbers(self, path, layers, tolerance=2e-6, flows=True):
        """The program's raw attention, rollout and flow of the file are those of these weights."""
        self.close(values("raw", path), np.asarray(layers, np.float64).mean(1), tolerance)
        self.close(values("rollout", path), rollout(layers), tolerance)
        if flows:
            self.close(values("flow", path), flow(layers), 3 * tolerance)

    def says(self, pattern, call, *args, **options):
        with self.assertRaisesRegex(headwaters.HeadwatersError, pattern):
            call(*args, **options)
