#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Time networkx (Edmonds-Karp, the paper's choice) on networks that `flow_bench --dump FOLDER` wrote.

    python3 networkx.py FOLDER [seconds a network]

Prints microseconds per pair of the top layer, and compares each value with the kernel's.
"""
import random
import sys
import time
from pathlib import Path

sys.path.pop(0)  # this file's own name would hide the library

import networkx
from networkx.algorithms.flow import edmonds_karp


def read(path):
    lines = path.read_text().splitlines()
    layers, n, causal = map(int, lines[0].split())
    graph = networkx.DiGraph()
    end = lines.index("values")
    for line in lines[1:end]:
        start, stop, steps = map(int, line.split())
        graph.add_edge(start, stop, capacity=steps)
    return layers, n, causal, graph, list(map(int, lines[end + 1:]))


def main():
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0
    for path in sorted(Path(sys.argv[1]).glob("*.txt")):
        layers, n, causal, graph, values = read(path)
        rng = random.Random(1)
        pairs = different = 0
        begin = time.process_time()
        while pairs == 0 or time.process_time() - begin < seconds:
            source = rng.randrange(n)
            sink = rng.randrange(source + 1 if causal else n)
            value = networkx.maximum_flow_value(graph, layers * n + source, sink, flow_func=edmonds_karp)
            different += value != values[source * n + sink]
            pairs += 1
        each = (time.process_time() - begin) / pairs * 1e6
        print(f"{path.stem:24} {each:14.0f} us a pair, {pairs} pairs, {different} different", flush=True)


main()
