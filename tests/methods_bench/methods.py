# SPDX-License-Identifier: MIT
"""methods.py FILE repeats the computations that methods_bench --dump wrote with NumPy (float32, its matrix products in OpenBLAS) and, for
flow, SciPy's maximum_flow on capacities in steps of 2^-24. Prints one JSON line per method and size with the fastest time and the largest
difference, relative to the largest value. One thread."""
import json
import sys
import time

import numpy
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import maximum_flow

ONE = numpy.float32(1)
GRID = 1 << 24


def effective(fused):
    mixed = (fused + numpy.eye(fused.shape[-1], dtype=numpy.float32)) / 2
    return mixed / mixed.sum(-1, keepdims=True)


def rollout(layers):
    result = [layers[0]]
    for layer in layers[1:]:
        result.append(layer @ result[-1])
    return result


def weighted(weights, gradients):
    return numpy.maximum(weights * gradients, 0).mean(1)


def gradient_rollout(it):
    return rollout(effective(weighted(it.weights, it.gradients)))[-1]


def relevance(it):
    result = numpy.eye(it.n, dtype=numpy.float32)
    for layer in weighted(it.weights, it.gradients):
        result = result + layer @ result
    return result


def grad_sam(it):
    # Every layer's prefix, as the page shows them.
    return (numpy.cumsum(weighted(it.weights, it.gradients), 0)
            / numpy.arange(1, it.layers + 1, dtype=numpy.float32)[:, None, None])[-1]


def by_gradient_norm(it):
    norms = numpy.sqrt(numpy.square(it.gradients, dtype=numpy.float64).sum((2, 3)))
    shares = (norms / norms.sum(1, keepdims=True)).astype(numpy.float32)
    return rollout(effective(numpy.einsum("lh,lhqk->lqk", shares, it.weights)))[-1]


def heads_over_below(it):
    fused = rollout(effective(it.weights.mean(1)))
    below = [numpy.eye(it.n, dtype=numpy.float32), *fused[:-1]]
    return [effective(of_layer) @ under for of_layer, under in zip(it.weights, below)][-1][-1]


def over_uniform(it):
    uniform = numpy.tril(numpy.ones((it.n, it.n), dtype=numpy.float32))
    uniform /= uniform.sum(1, keepdims=True)
    own = rollout(effective(it.decoder_weights.mean(1)))[-1]
    other = rollout([effective(uniform)] * it.layers)[-1]
    return numpy.divide(own, other, out=numpy.zeros_like(own), where=other > 0)


def rollout_across(it):
    encoder = rollout(effective(it.weights.mean(1)))[-1]
    decoder = rollout(effective(it.decoder_weights.mean(1)))[-1]
    cross = it.cross.mean(1)
    cross = cross / cross.sum(-1, keepdims=True)
    return [decoder @ layer @ encoder for layer in cross][-1]


def normalised(relevant):
    """Equations 8 and 9 of Chefer et al. 2021. A row with only its own 1 does not change."""
    eye = numpy.eye(len(relevant), dtype=numpy.float32)
    rest = relevant - eye
    sums = rest.sum(1, keepdims=True)
    return numpy.divide(rest, sums, out=rest, where=sums > 0) + eye


def relevance_across(it):
    of_inputs = numpy.eye(it.n, dtype=numpy.float32)
    for layer in weighted(it.weights, it.gradients):
        of_inputs = of_inputs + layer @ of_inputs
    of_inputs = normalised(of_inputs)
    of_outputs = numpy.eye(it.n, dtype=numpy.float32)
    between = numpy.zeros((it.n, it.n), dtype=numpy.float32)
    for own, cross in zip(weighted(it.decoder_weights, it.decoder_gradients), weighted(it.cross, it.cross_gradients)):
        of_outputs = of_outputs + own @ of_outputs
        between = between + own @ between
        between = between + normalised(of_outputs).T @ (cross @ of_inputs)
    return between


def flow_across(it):
    """From the last decoder token above layer 6 to every input, with nodes D_l, D'_l and E_l, as the construction names them."""
    depth, n = 6, it.n
    encoder = effective(it.weights[:depth].mean(1, dtype=numpy.float64))
    decoder = effective(it.decoder_weights[:depth].mean(1, dtype=numpy.float64))
    cross = it.cross[:depth].mean(1, dtype=numpy.float64)
    cross = cross / cross.sum(-1, keepdims=True)
    e, d, half = 0, (depth + 1) * n, (2 * depth + 2) * n
    rows, columns, values = [], [], []

    def add(query_at, key_at, matrix):
        query, key = numpy.nonzero(matrix)
        rows.append(query_at + query)
        columns.append(key_at + key)
        values.append(matrix[query, key])

    for layer in range(depth):
        add(e + (layer + 1) * n, e + layer * n, encoder[layer])
        add(d + (layer + 1) * n, half + layer * n, numpy.eye(n) / 2)
        add(d + (layer + 1) * n, e + depth * n, cross[layer] / 2)
        add(half + layer * n, d + layer * n, decoder[layer])
    capacity = numpy.rint(numpy.concatenate(values) * GRID).astype(numpy.int32)
    size = half + depth * n
    graph = coo_matrix((capacity, (numpy.concatenate(rows), numpy.concatenate(columns))), shape=(size, size)).tocsr()
    source = d + depth * n + n - 1
    return numpy.array([maximum_flow(graph, source, sink).flow_value / GRID
                        for sink in [*range(e, e + n), *range(d, d + n)]])


METHODS = {
    "gradient rollout": gradient_rollout,
    "relevance": relevance,
    "Grad-SAM": grad_sam,
    "rollout, heads weighed by gradients": by_gradient_norm,
    "every head over all below": heads_over_below,
    "rollout over uniform causal": over_uniform,
    "rollout across": rollout_across,
    "relevance across": relevance_across,
    "flow across, one token to all": flow_across,
}


class Problem:
    def __init__(self, file):
        self.n, self.layers, self.heads = (int(value) for value in numpy.fromfile(file, numpy.int32, 3))
        shape = (self.layers, self.heads, self.n, self.n)

        def tensor():
            return numpy.fromfile(file, numpy.float32, int(numpy.prod(shape))).reshape(shape)

        self.weights, self.gradients = tensor(), tensor()
        self.decoder_weights, self.decoder_gradients = tensor(), tensor()
        self.cross, self.cross_gradients = tensor(), tensor()


with open(sys.argv[1], "rb") as dump:
    while dump.peek(1):
        problem = Problem(dump)
        for name, compute in METHODS.items():
            expected = numpy.fromfile(dump, numpy.float32, int(numpy.fromfile(dump, numpy.int32, 1)[0]))
            best, spent = 1e30, 0.0
            while spent < 0.3:
                start = time.process_time()
                values = compute(problem)
                took = time.process_time() - start
                best, spent = min(best, took), spent + took
            difference = numpy.abs(numpy.ravel(values) - expected).max() / numpy.abs(expected).max()
            print(json.dumps({"method": name, "n": problem.n, "ms": 1000 * best, "difference": float(difference)}), flush=True)
