# SPDX-License-Identifier: MIT
"""tests/bench/package.py compares the installed Python package, with arrays in this process, with the same module that starts the command
line program, with NumPy and with networkx. Prints rows as JSON, in seconds of wall-clock time, the best of some runs. One thread each."""
import importlib.util
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import networkx as nx
import numpy as np

import headwaters

root = Path(__file__).resolve().parents[2]
os.environ.pop("HEADWATERS", None)
os.environ["HEADWATERS"] = headwaters.program()
subprocess.run([sys.executable, str(root / "python" / "one_module.py")], check=True)
spec = importlib.util.spec_from_file_location("one_file", root / "build" / "python" / "headwaters.py")
one_file = importlib.util.module_from_spec(spec)
sys.modules["one_file"] = one_file
spec.loader.exec_module(one_file)
from headwaters.core import _core

assert _core is not None and one_file._core is None

L, H = 6, 12
rng = np.random.default_rng(1)


def attention(n):
    values = rng.random((L, H, n, n), np.float32) ** 3 + np.float32(1e-3)
    return values / values.sum(-1, keepdims=True)


def best(call, seconds=2.0):
    times, found = [], None
    while sum(times) < seconds and len(times) < 50 or len(times) < 2:
        start = time.perf_counter()
        found = call()
        times.append(time.perf_counter() - start)
    return min(times), found


def numpy_rollout(weights):
    mean = weights.mean(1) * np.float32(0.5) + np.float32(0.5) * np.eye(weights.shape[-1], dtype=np.float32)
    whole = [mean[0]]
    for layer in mean[1:]:
        whole.append(layer @ whole[-1])
    return np.stack(whole)


def networkx_pair(weights, source, sink):
    """Seconds and value of one pair of the top layer, by Edmonds and Karp, as in the code of attention_flow."""
    mean = weights.astype(np.float64).mean(1) / 2 + np.eye(weights.shape[-1]) / 2
    graph = nx.DiGraph()
    for (l, q, k), weight in np.ndenumerate(mean):
        graph.add_edge((l + 1, q), (l, k), capacity=weight)
    start = time.perf_counter()
    value = nx.maximum_flow_value(graph, (L, source), (0, sink), flow_func=nx.algorithms.flow.edmonds_karp)
    return time.perf_counter() - start, value


def near(a, b, tolerance):
    assert a.shape == b.shape and np.abs(a - b).max() < tolerance


rows = []
for n in (32, 128):
    weights = attention(n)
    ours, values = best(lambda: headwaters.rollout(weights))
    numpy, theirs = best(lambda: numpy_rollout(weights))
    program, printed = best(lambda: one_file.rollout(weights))
    near(values, theirs, 1e-5)
    near(values, printed, 1e-6)
    rows.append({"what": f"rollout, n = {n}", "ours": ours, "program": program, "other": "NumPy", "seconds": numpy})
    ours, values = best(lambda: headwaters.flow(weights, token=0, layer=L))
    program, printed = best(lambda: one_file.flow(weights, token=0, layer=L))
    near(values, printed, 1e-9)
    pair, value = networkx_pair(weights, 0, n - 1)
    assert abs(value - values[0, n - 1]) < 1e-4, (value, values[0, n - 1])
    rows.append({"what": f"flow of one output of the top layer, n = {n}", "ours": ours, "program": program, "other": "networkx, a pair times n", "seconds": pair * n})
    if n == 32:
        ours, values = best(lambda: headwaters.flow(weights))
        program, printed = best(lambda: one_file.flow(weights))
        near(values, printed, 1e-9)
        rows.append({"what": f"flow of all pairs and layers, n = {n}", "ours": ours, "program": program, "other": "networkx, a pair times L n n",
                     "seconds": pair * L * n * n})
print(json.dumps(rows))
