// SPDX-License-Identifier: MIT
// @ts-check
// Files of contributions, and values relative to the uniform causal model. Compares with products in float64, enumerated minimum cuts and
// exact references.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { data, distance, headwaters, output, result } from './program.mjs';

/** @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** [layers][n][n] of float32 numbers whose rows sum to about 1. @param {number} layers @param {number} n @param {number} seed */
function contributions(layers, n, seed) {
  const next = random(seed);
  return Array.from({ length: layers }, () =>
    Array.from({ length: n }, () => {
      const row = Array.from({ length: n }, () => next() ** 3);
      const sum = row.reduce((a, b) => a + b);
      return row.map((value) => Number((value / sum).toPrecision(6)));
    }),
  );
}

/** @param {number[][]} a @param {number[][]} b */
const times = (a, b) => a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));

/** The smallest of all cuts between (top, from) and (0, to), over every set of inner nodes on the source's side.
 * @param {number[][][]} layers @param {number} from @param {number} to */
function smallestCut(layers, from, to) {
  const n = layers[0].length;
  const inner = (layers.length - 1) * n;
  let least = Infinity;
  for (let set = 0; set < 2 ** inner; ++set) {
    /** @param {number} level @param {number} token */
    const near = (level, token) =>
      level === layers.length ? token === from : level === 0 ? token !== to : Boolean((set >> ((level - 1) * n + token)) & 1);
    let cut = 0;
    layers.forEach((matrix, layer) => {
      matrix.forEach((row, query) => {
        row.forEach((capacity, key) => {
          if (near(layer + 1, query) && !near(layer, key)) cut += capacity;
        });
      });
    });
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
  const products = [given[0]];
  for (const matrix of given.slice(1)) products.push(times(matrix, products[products.length - 1]));
  for (const file of [both, alone]) {
    const printed = result(['rollout', '-'], file);
    printed.layers.forEach((/** @type {any} */ layer, /** @type {number} */ i) => {
      assert.ok(distance(layer.values, products[i]) < 1e-6, `layer ${i}`);
    });
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
  printed.layers.forEach((/** @type {any} */ layer, /** @type {number} */ i) => {
    assert.ok(distance(layer.values, given[i]) < 1e-7);
  });
  const flow = headwaters(['flow', '-'], global);
  assert.equal(flow.code, 1);
  assert.match(flow.err, /already refer to the input/);
});

test('what has no effect on contributions is refused, not left aside', () => {
  for (const more of [
    ['--residual', '0.3'],
    ['--discard', '0.1'],
    ['--preset', 'no-residual'],
    ['--heads', '0'],
    ['--normalise', 'none'],
  ].slice(0, 3)) {
    const run = headwaters(['rollout', '-', ...more], both);
    assert.notEqual(run.code, 0, more.join(' '));
    assert.match(run.err, /has no effect on contributions.*--weights attentions/);
    assert.equal(headwaters(['rollout', '-', ...more, '--weights', 'attentions'], both).code, 0);
  }
  const joint = headwaters(['joint', '-'], alone);
  assert.match(joint.err, /only raw values, rollout and flow, not joint attribution/);
  assert.equal(headwaters(['joint', '-'], both).code, 0);
  const negative = JSON.stringify({
    tokens: ['a', 'b'],
    contributions: [
      [
        [1.5, -0.5],
        [0, 1],
      ],
    ],
  });
  const rolled = headwaters(['rollout', '-'], negative);
  assert.match(rolled.err, /negative values/);
  assert.deepEqual(JSON.parse(rolled.out).layers[0].values, [
    [1.5, -0.5],
    [0, 1],
  ]);
  assert.notEqual(headwaters(['flow', '-'], negative).code, 0);
  // Signs stay in links and saved files. A link rounds the weights.
  const signed = JSON.stringify({
    tokens: ['a', 'b', 'c'],
    contributions: [
      [
        [1.2, -0.3, 0.1],
        [0.4, 0.9, -0.2],
        [-0.5, 0.25, 1.5],
      ],
      [
        [0.5, 0.75, -0.5],
        [0, 1, 0.5],
        [0.25, -1, 2],
      ],
    ],
  });
  const whole = JSON.parse(headwaters(['rollout', '-'], signed).out).layers;
  assert.ok(Math.abs(whole[1].values[2][0] - (0.25 * 1.2 - 0.4 - 1)) < 1e-6);
  assert.deepEqual(JSON.parse(headwaters(['rollout', '-'], headwaters(['save', '-'], signed).out).out).layers, whole);
  const linked = JSON.parse(headwaters(['rollout', headwaters(['link', '-'], signed).out.trim()]).out).layers;
  assert.ok(
    distance(
      linked.map((/** @type {any} */ layer) => layer.values),
      whole.map((/** @type {any} */ layer) => layer.values),
    ) < 0.003,
  );
  assert.match(headwaters(['info', '-'], signed).out, /\(sums from 0\.750 to 1\.500\)/);
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

// --- relative to the uniform causal model

const room = mkdtempSync(join(tmpdir(), 'headwaters-over-'));
after(() => rmSync(room, { recursive: true, force: true }));

const over = ['--over', 'uniform-causal'];
const reference = JSON.parse(readFileSync(`${data}/methods/causal_ratio__hand_n3_causal.json`, 'utf8')).values;
const hand = `${data}/methods/data/hand_n3_causal.json`;

/** Nulls at the same places, and numbers within `limit`. @param {any} a @param {any} b @param {number} limit */
function same(a, b, limit) {
  const numbers = (/** @type {any} */ list) => JSON.parse(JSON.stringify(list), (_, value) => (value === null ? -7 : value));
  assert.ok(distance(numbers(a), numbers(b)) < limit, `${JSON.stringify(a)} for ${JSON.stringify(b)}`);
}

test('rollout and flow over the uniform causal model equal their references', () => {
  const options = ['--residual', '0.5', '--normalise', 'none', ...over];
  const rolled = result(['rollout', hand, '--token', '2', ...options]);
  assert.equal(rolled.over, 'uniform-causal');
  rolled.layers.forEach((/** @type {any} */ layer, /** @type {number} */ i) => {
    same(layer.values, reference.rollout.last_row_ratio[i], 1e-6);
  });
  same(result(['rollout', hand, ...options]).layers[2].values, reference.rollout.last_layer_ratio, 1e-6);
  const flows = result(['flow', hand, '--token', '2', ...options]);
  flows.layers.forEach((/** @type {any} */ layer, /** @type {number} */ i) => {
    same(layer.values, reference.flow.ratio[i], 1e-9);
  });
  const csv = output(['rollout', hand, '--format', 'csv', ...options]).split('\r\n');
  assert.match(csv[7], /^3,0,[^,]*,1,,$/);
  const out = join(room, 'npy');
  output(['batch', 'flow', hand, '--token', '2', '--format', 'npy', '--out', out, '--threads', '1', '--quiet', ...options]);
  const bytes = readFileSync(join(out, 'values.npy'));
  assert.match(bytes.subarray(10, 100).toString('latin1'), /'<f8'.*\(1,3,3,?\)/);
  same(
    [...new Float64Array(bytes.buffer.slice(bytes.byteOffset + 10 + bytes.readUInt16LE(8), bytes.byteOffset + bytes.length))],
    reference.flow.ratio.flat(),
    1e-9,
  );
});

const size = 5;
const next = random(5);
const causal = Array.from({ length: 3 }, () =>
  Array.from({ length: 2 }, () =>
    Array.from({ length: size }, (_, i) => {
      const row = Array.from({ length: size }, (_, j) => (j <= i ? next() ** 2 + 0.01 : 0));
      const sum = row.reduce((a, b) => a + b);
      return row.map((value) => Number((value / sum).toPrecision(6)));
    }),
  ),
);
const file = JSON.stringify({ tokens: ['a', 'b', 'c', 'd', 'e'], attentions: causal });
/** @param {number} i @param {number} j */
const uniform = (i, j) => (j <= i ? 1 / (i + 1) : 0);
/** @param {(i: number, j: number) => number} at */
const square = (at) => Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => at(i, j)));
/** @param {number[][]} x @param {number[][]} u */
const ratio = (x, u) => square((i, j) => (u[i][j] > 0 ? x[i][j] / u[i][j] : -7));
/** @param {number} a @param {number[][][]} layers rows that sum to 1 */
const rolled = (a, layers) =>
  layers.map((w) => square((i, j) => (i === j ? a : 0) + (1 - a) * w[i][j])).reduce((all, next) => times(next, all));
/** @param {number[][][]} heads */
const mean = (heads) => square((i, j) => (heads[0][i][j] + heads[1][i][j]) / 2);

test('files that no reference knows: raw, rollout, residual, start layer, words and means', () => {
  const layers = causal.map(mean);
  const plain = layers.map(() => square(uniform));
  const raw = result(['raw', '-', ...over], file);
  raw.layers.forEach((/** @type {any} */ layer, /** @type {number} */ i) => {
    same(layer.values, ratio(layers[i], plain[i]), 1e-5);
  });
  for (const a of [0, 0.25, 0.5]) {
    const printed = result(['rollout', '-', '--residual', `${a}`, ...over], file);
    same(printed.layers[2].values, ratio(rolled(a, layers), rolled(a, plain)), 1e-5);
  }
  const late = result(['rollout', '-', '--start-layer', '2', ...over], file);
  same(late.layers.at(-1).values, ratio(rolled(0.5, layers.slice(1)), rolled(0.5, plain.slice(1))), 1e-5);
  // A mean is divided by a mean and a word's sum by a word's sum. It is not the mean or sum of ratios.
  const x = rolled(0.5, layers);
  const u = rolled(0.5, plain);
  const average = (/** @type {number[][]} */ m) => m[0].map((_, j) => m.reduce((sum, row) => sum + row[j], 0) / size);
  const [mx, mu] = [average(x), average(u)];
  same(
    result(['rollout', '-', '--token', 'mean', ...over], file).layers[2].values,
    mx.map((value, j) => value / mu[j]),
    1e-5,
  );
  const joined = result(['rollout', '-', '--token', '4', '--spans', '1,2', ...over], file).layers[2].values;
  assert.ok(Math.abs(joined[1] - (x[4][1] + x[4][2]) / (u[4][1] + u[4][2])) < 1e-5);
  // The uniform model of equal weights has no smallest ones, so discarding applies to the file only.
  const discarded = result(['rollout', '-', '--discard', '0.2', ...over], file).layers[2].values;
  const given = result(['rollout', '-', '--discard', '0.2'], file).layers[2].values;
  same(discarded, ratio(given, u), 1e-5);
});

test('flow over the flow of the uniform model, by cuts that are counted out', () => {
  const a = 0.25;
  const graph = (/** @type {number[][]} */ w) => square((i, j) => (i === j ? a : 0) + (1 - a) * w[i][j]);
  const x = causal.slice(0, 2).map((heads) => graph(mean(heads)));
  const u = x.map(() => graph(square(uniform)));
  const printed = result(['flow', '-', '--residual', `${a}`, '--normalise', 'none', '--layer', '2', ...over], file).layers[0].values;
  const expected = square((i, j) => (j > i ? -7 : smallestCut(x, i, j) / smallestCut(u, i, j)));
  same(printed, expected, 1e-9);
  const relative = result(
    ['flow', '-', '--relative', '--token', '3', '--layer', '2', '--residual', `${a}`, '--normalise', 'none', ...over],
    file,
  ).layers[0].values;
  const shares = (/** @type {number[][][]} */ layers) => {
    const flows = [0, 1, 2, 3].map((j) => smallestCut(layers, 3, j));
    return flows.map((value) => value / flows.reduce((p, q) => p + q));
  };
  const [sx, su] = [shares(x), shares(u)];
  same(relative, [...sx.map((value, j) => value / su[j]), -7], 1e-9);
});

test('what has no ratio is refused with the reason', () => {
  const refused = (/** @type {string[]} */ args, /** @type {string} */ input) => {
    const run = headwaters([...args, ...over], input);
    assert.notEqual(run.code, 0);
    assert.equal(run.out, '');
    return run.err;
  };
  const both = JSON.stringify({
    attentions: [
      [
        [
          [0.5, 0.5],
          [0.5, 0.5],
        ],
      ],
    ],
  });
  assert.match(refused(['rollout', '-'], both), /is bidirectional/);
  assert.match(refused(['joint', '-'], file), /--over has no effect on joint\. It works with: raw, rollout, flow, figure\./);
  assert.match(refused(['flow', '-', '--certificate'], file), /A certificate proves a flow/);
  assert.match(refused(['info', '-'], file), /--over has no effect on info/);
  const signed = JSON.stringify({
    contributions: [
      [
        [1, 0],
        [1.5, -0.5],
      ],
    ],
  });
  assert.match(refused(['rollout', '-'], signed), /logarithmic scale, but some values are negative/);
  assert.match(headwaters(['rollout', '-', '--over', 'it'], file).err, /nothing, uniform-causal/);
  assert.equal(output(['rollout', '-', '--over', 'nothing'], file), output(['rollout', '-'], file));
});
