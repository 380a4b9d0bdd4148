# SPDX-License-Identifier: MIT
"""tests/bench/batch.py FILE COUNT LAYER SOURCE SINK measures the processor time of rollout in NumPy per sentence, as if for COUNT of them,
read and written. Also of the flow from SOURCE above LAYER to SINK, with the method of attention_flow (Abnar & Zuidema 2020), which is a
graph of all layers in networkx and Edmonds-Karp for the pair."""
import io
import json
import struct
import sys
import time

import networkx as nx
import numpy as np

path, count, layer, source, sink = sys.argv[1], *map(int, sys.argv[2:])


def attention(name):
    """[L, H, n, n] of a safetensors file with this one tensor."""
    with open(name, "rb") as file:
        size = struct.unpack("<Q", file.read(8))[0]
        shape = json.loads(file.read(size))["attentions"]["shape"]
        return np.frombuffer(file.read(), np.float32).reshape(shape)


def effective(weights):
    mean = weights.mean(axis=1)
    return 0.5 * mean + 0.5 * np.eye(mean.shape[-1], dtype=np.float32)


start = time.process_time()
for _ in range(count):
    layers = effective(attention(path))
    joint = [layers[0]]
    for each in layers[1:]:
        joint.append(each @ joint[-1])
    np.save(io.BytesIO(), np.stack(joint))
rollout = (time.process_time() - start) / count

layers = effective(attention(path)).astype(np.float64)
n = layers.shape[-1]
graph = nx.DiGraph()
for i, matrix in enumerate(layers):
    for query in range(n):
        for key in range(n):
            if matrix[query, key] > 0:
                graph.add_edge((i + 1) * n + query, i * n + key, capacity=matrix[query, key])
start = time.process_time()
flow = nx.maximum_flow_value(graph, layer * n + source, sink, flow_func=nx.algorithms.flow.edmonds_karp)
pair = time.process_time() - start
print(json.dumps({"rollout": rollout, "pair": pair, "flow": flow}))
