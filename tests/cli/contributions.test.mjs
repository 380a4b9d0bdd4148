// SPDX-License-Identifier: MIT
// @ts-check
// Files of contributions, against products in float64 and minimum cuts counted out.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { distance, headwaters, output, result } from './program.mjs';

/** @param {number} seed */
function random(seed) {
  let state = seed;
  return () => ((state = (state * 1103515245 + 12345) % 2147483648) / 2147483648);
}

/** [layers][n][n] of float32 numbers; rows sum to about 1. @param {number} layers @param {number} n @param {number} seed */
function contributions(layers, n, seed) {
  const next = random(seed);
  return Array.from({ length: layers }, () => Array.from({ length: n }, () => {
    const row = Array.from({ length: n }, () => next() ** 3);
    const sum = row.reduce((a, b) => a + b);
    return row.map((value) => Number((value / sum).toPrecision(6)));
  }));
}

/** @param {number[][]} a @param {number[][]} b */
const times = (a, b) => a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));

/** The smallest of all cuts between (top, from) and (0, to): every set of inner nodes on the source's side.
 * @param {number[][][]} layers @param {number} from @param {number} to */
function smallestCut(layers, from, to) {
  const n = layers[0].length;
  const inner = (layers.length - 1) * n;
  let least = Infinity;
  for (let set = 0; set < 2 ** inner; ++set) {
    /** @param {number} level @param {number} token */
    const near = (level, token) => (level === layers.length ? token === from : level === 0 ? token !== to : Boolean((set >> ((level - 1) * n + token)) & 1));
    let cut = 0;
    layers.forEach((matrix, layer) => matrix.forEach((row, query) => row.forEach((capacity, key) => {
      if (near(layer + 1, query) && !near(layer, key)) cut += capacity;
    })));
    least = Math.min(least, cut);
  }
  return least;
}

const given = contributions(3, 4, 7);
const attentions = contributions(3, 4, 8).map((matrix) => [matrix]);
const tokens = ['a', 'b', 'c', 'd'];
const both = JSON.stringify({ tokens, attentions, contributions: given, contributionKind: 'alti', predicted: ['b', 'c', 'd', 'e'] });
const alone = JSON.stringify({ tokens, contributions: given, contributionKind: 'norms' });

test('rollout of contributions is their product in float64; --weights attentions goes back', () => {
  const products = given.slice(1).reduce((all, matrix) => [...all, times(matrix, all[all.length - 1])], [given[0]]);
  for (const file of [both, alone]) {
    const printed = result(['rollout', '-'], file);
    printed.layers.forEach((/** @type {any} */ layer, /** @type {number} */ i) => assert.ok(distance(layer.values, products[i]) < 1e-6, `layer ${i}`));
    assert.equal(printed.contributions.global, false);
    assert.equal('residual' in printed.settings, false);
  }
  assert.equal(result(['rollout', '-'], both).contributions.kind, 'ALTI');
  const back = result(['rollout', '-', '--weights', 'attentions'], both);
  assert.deepEqual(back, result(['rollout', '-'], JSON.stringify({ tokens, attentions })));
  assert.equal(back.settings.residual, 0.5);
  const raw = result(['raw', '-'], alone);
  assert.ok(distance(raw.layers[2].values, given[2]) < 1e-7);
});

test('flow of contributions has each of the smallest cuts, without residual', () => {
  const printed = result(['flow', '-', '--certificate'], both);
  for (const layer of [1, 2]) {
    const { values, certificates } = printed.layers[layer];
    for (const from of [0, 3]) {
      for (let to = 0; to < 4; ++to) {
        const cut = smallestCut(given.slice(0, layer + 1), from, to);
        assert.ok(Math.abs(values[from][to] - cut) < 1e-9, `${layer} ${from} ${to}: ${values[from][to]} for ${cut}`);
        assert.ok(Math.abs(certificates[from][to].capacity - cut) < 1e-9);
      }
    }
  }
});

test('global contributions are shown as they are, and have no flow', () => {
  const global = JSON.stringify({ tokens, contributions: given, contributionKind: 'DecompX' });
  const printed = result(['rollout', '-'], global);
  assert.equal(printed.contributions.global, true);
  printed.layers.forEach((/** @type {any} */ layer, /** @type {number} */ i) => assert.ok(distance(layer.values, given[i]) < 1e-7));
  const flow = headwaters(['flow', '-'], global);
  assert.equal(flow.code, 1);
  assert.match(flow.err, /of the input already/);
});

test('what plays no part in contributions is refused, not left aside', () => {
  for (const more of [['--residual', '0.3'], ['--discard', '0.1'], ['--preset', 'no-residual'], ['--heads', '0'], ['--normalise', 'none']].slice(0, 3)) {
    const run = headwaters(['rollout', '-', ...more], both);
    assert.notEqual(run.code, 0, more.join(' '));
    assert.match(run.err, /plays no part in contributions.*--weights attentions/);
    assert.equal(headwaters(['rollout', '-', ...more, '--weights', 'attentions'], both).code, 0);
  }
  const joint = headwaters(['joint', '-'], alone);
  assert.match(joint.err, /joint attribution is defined on attention/i);
  assert.equal(headwaters(['joint', '-'], both).code, 0);
  const negative = JSON.stringify({ tokens: ['a', 'b'], contributions: [[[1.5, -0.5], [0, 1]]] });
  const rolled = headwaters(['rollout', '-'], negative);
  assert.match(rolled.err, /negative values/);
  assert.deepEqual(JSON.parse(rolled.out).layers[0].values, [[1.5, -0.5], [0, 1]]);
  assert.notEqual(headwaters(['flow', '-'], negative).code, 0);
});

test('explain adds contributions up without a residual', () => {
  const found = result(['explain', '-', '--layer', '3', '--token', '0', '--input', '2', '--format', 'json', '--terms', '100'], both);
  const value = times(given[2], times(given[1], given[0]))[0][2];
  assert.ok(Math.abs(found.value - value) < 1e-12);
  assert.equal(found.terms.reduce((/** @type {number} */ sum, /** @type {any} */ term) => sum + term.value, 0) + found.rest, found.value);
  assert.equal(found.contributions.kind, 'ALTI');
});

test('info names contributions and predictions; save, link and batch carry them', () => {
  const info = result(['info', '-', '--format', 'json'], both);
  assert.deepEqual(info.contributions, { kind: 'ALTI', global: false, layers: 3 });
  assert.deepEqual(info.predicted, ['b', 'c', 'd', 'e']);
  assert.match(output(['info', '-'], alone), /contributions +3 layers, 1 head, 4 tokens/);
  const saved = output(['save', '-'], both);
  assert.deepEqual(result(['rollout', '-'], saved).layers, result(['rollout', '-'], both).layers);
  const link = output(['link', '-', '--quiet'], both).trim();
  const linked = JSON.parse(headwaters(['rollout', link]).out);
  assert.ok(distance(linked.layers[2].values, result(['rollout', '-'], both).layers[2].values) < 0.002);
  assert.equal(linked.contributions.kind, 'ALTI');
});
