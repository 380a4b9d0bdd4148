// SPDX-License-Identifier: MIT
// @ts-check
// The numbers of a circuit's test, its file, and its part of a link.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mibText } from '../../../web/model/circuit/mib.js';
import { areaBelow, percentile } from '../../../web/model/circuit/sizes.js';
import { circuitOf, circuitText, experimentOf } from '../../../web/model/run/recipe.js';

const shares = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

test('the area of a circuit that keeps everything is .999, as in MIB', () => {
  assert.ok(
    Math.abs(
      areaBelow(
        shares,
        shares.map(() => 1),
      ) - 0.999,
    ) < 1e-12,
  );
  assert.ok(Math.abs(areaBelow(shares, shares) - (1 - 1e-6) / 2) < 1e-12, 'of a straight line it is exact');
});

test('percentiles lie between neighbours, in any order', () => {
  assert.equal(percentile([3, 1, 2], 0.5), 2);
  assert.equal(percentile([4, 1, 2, 3], 0.5), 2.5);
  assert.equal(percentile([10, 0], 0.025), 0.25);
  assert.equal(percentile([7], 0.975), 7);
});

test('a file has MIB’s form, with the nodes of its edges', () => {
  const edges = ['input->a0.h0<v>', 'a0.h0->logits', 'm0->logits'];
  const scores = { layers: 1, heads: 1, sources: ['input', 'a0.h0', 'm0'], edges, values: [3, 2, 1] };
  const file = JSON.parse(mibText(scores, new Set(edges.slice(0, 2)), []));
  assert.deepEqual(file.cfg, { n_layers: 1, n_heads: 1, parallel_attn_mlp: false });
  assert.deepEqual(file.nodes, { input: true, 'a0.h0': true, m0: false, logits: true });
  assert.deepEqual(file.edges['m0->logits'], { score: 1, in_graph: false });
});

test('a link keeps the score and the number of edges, and nothing else is read', () => {
  const chosen = { score: 'induction', edges: 24 };
  assert.deepEqual(circuitOf(circuitText(chosen)), chosen);
  assert.equal(experimentOf(circuitText(chosen)), null);
  for (const given of ['', 'circuit', 'circuit.effect.0', 'circuit.other.3', 'circuit.effect.3.4', 'edge.gradients.zero.99'])
    assert.equal(circuitOf(given), null, given);
});
