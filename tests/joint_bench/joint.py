# SPDX-License-Identifier: MIT
"""joint.py FILE solves the problems that joint_bench --dump wrote by the same method in NumPy and SciPy (block Cholesky of the normal
equations, layer by layer). Prints one JSON line per size with the time and the largest difference. One thread."""
import json
import sys
import time

import numpy
from scipy.linalg import cholesky, solve_triangular


def triangular(factor, right, transposed=0):
    return solve_triangular(factor, right, lower=True, trans=transposed, check_finite=False)


def solve(capacity, terminal, barrier):
    """From the first output token. Every edge is used, because all capacities are positive."""
    count, n, _ = capacity.shape
    source, sink = numpy.full(1, terminal), numpy.full(n, terminal)
    back = numpy.full(1, capacity[:-1].sum() + capacity[-1, 0].sum() + terminal * (n + 1))
    kept = [numpy.ones((n, n)) for _ in range(count)]
    kept[-1][1:] = 0
    edges = [capacity[i] for i in range(count)] + [source, sink, back]
    masks = kept + [numpy.ones(1), numpy.ones(n), numpy.ones(1)]
    number = sum(mask.sum() for mask in masks)
    now = max(barrier, 0.1)
    flow = [numpy.where(mask > 0, u / 2, 1.0) for u, mask in zip(edges, masks)]
    slack = [f.copy() for f in flow]
    low, high = [now / f for f in flow], [now / s for s in slack]
    cost = [0.0] * (count + 2) + [-1.0]
    potential, top = numpy.zeros((count + 1, n)), 0.0

    def difference(y, high_end):
        return [y[i][None, :] - y[i + 1][:, None] for i in range(count)] + [
            y[count][:1] - high_end, -y[0], numpy.array([high_end])]

    for step in range(200):
        gap = sum((mask * (f * l + s * h)).sum() for mask, f, s, l, h in zip(masks, flow, slack, low, high))
        now = max(barrier, min(now, 0.1 * gap / (2 * number)))
        theta = [mask / (l / f + h / s) for mask, f, s, l, h in zip(masks, flow, slack, low, high)]
        push = [now / f - now / s - (c + d)
                for f, s, c, d in zip(flow, slack, cost, difference(potential, top))]
        wanted = [mask * f + t * p for mask, f, t, p in zip(masks, flow, theta, push)]
        rest = numpy.zeros((count + 1, n))
        for i in range(count):
            rest[i] += wanted[i].sum(0)
            rest[i + 1] -= wanted[i].sum(1)
        rest[count][0] += wanted[count][0]
        rest[0] -= wanted[count + 1]
        rest_top = wanted[-1][0] - wanted[count][0]
        factors, links = [], []
        for i in range(count + 1):
            diagonal = numpy.zeros(n)
            if i < count:
                diagonal += theta[i].sum(0)
            if i > 0:
                diagonal += theta[i - 1].sum(1)
            if i == 0:
                diagonal += theta[count + 1]
            if i == count:
                diagonal[0] += theta[count][0]
            block = numpy.diag(numpy.where(diagonal > 0, diagonal, 1.0))
            if i > 0:
                block -= links[-1].T @ links[-1]
            factors.append(cholesky(block, lower=True, check_finite=False))
            if i < count:
                links.append(triangular(factors[i], -theta[i].T))
        end = numpy.zeros(n)
        end[0] = -theta[count][0]
        end = triangular(factors[count], end)
        pivot = theta[count][0] + theta[-1][0] - end @ end
        for i in range(count + 1):
            if i > 0:
                rest[i] -= links[i - 1].T @ rest[i - 1]
            rest[i] = triangular(factors[i], rest[i])
        rest_top = (rest_top - end @ rest[count]) / pivot
        rest[count] -= end * rest_top
        for i in range(count, -1, -1):
            if i < count:
                rest[i] -= links[i] @ rest[i + 1]
            rest[i] = triangular(factors[i], rest[i], 1)
        moves = [t * (p - d) for t, p, d in zip(theta, push, difference(rest, rest_top))]
        lows = [mask * (now - f * l - l * m) / f for mask, f, l, m in zip(masks, flow, low, moves)]
        highs = [mask * (now - s * h + h * m) / s for mask, s, h, m in zip(masks, slack, high, moves)]

        def room(values, steps):
            most = 1.0
            for value, step_of in zip(values, steps):
                falls = step_of < 0
                if falls.any():
                    most = min(most, 0.99 * (-value[falls] / step_of[falls]).min())
            return most

        primal = min(room(flow, moves), room(slack, [-m for m in moves]))
        dual = min(room(low, lows), room(high, highs))
        change = max(numpy.abs(m / numpy.minimum(f, s)).max() for m, f, s in zip(moves, flow, slack))
        for f, s, l, h, m, dl, dh in zip(flow, slack, low, high, moves, lows, highs):
            f += primal * m
            s -= primal * m
            l += dual * dl
            h += dual * dh
        potential += dual * rest
        top += dual * rest_top
        if now == barrier and primal == 1 and dual == 1 and change < 1e-6:
            break
    return flow[count + 1], step + 1


numbers = numpy.array(open(sys.argv[1]).read().split(), dtype=float)
at = 0
while at < len(numbers):
    layers, n = int(numbers[at]), int(numbers[at + 1])
    at += 2
    capacities = numbers[at:at + layers * n * n].reshape(layers, n, n)
    at += layers * n * n
    expected = numbers[at:at + n]
    at += n
    best = 1e30
    for _ in range(3):
        start = time.process_time()
        values, steps = solve(capacities, float(n), 1e-3)
        best = min(best, time.process_time() - start)
    print(json.dumps({"n": n, "ms": 1000 * best, "steps": steps,
                      "difference": float(numpy.abs(values - expected).max())}))
