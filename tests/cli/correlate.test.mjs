// SPDX-License-Identifier: MIT
// @ts-check
// correlate. Compares every method that a file allows, as its own command computes it, and the results of chance with independent code.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { headwaters, output, result } from './program.mjs';
import { sentence, sentences } from './sentences.mjs';

const tokens = 6;
const one = sentence(tokens, 3);
const contributions = sentence(tokens, 9).attentions.map((heads) => heads[0]);
const file = JSON.stringify({ ...one, contributions, contribution_kind: 'alti' });
const at = 2;
const methods = ['raw', 'rollout', 'flow', 'gradient-rollout', 'relevance', 'grad-sam', 'joint', 'contributions'];

/** Equal values share the mean of their ranks. @param {number[]} values @param {number} [epsilon] */
const ranks = (values, epsilon = 0) =>
  values.map((value) => {
    const less = values.filter((other) => other < value - epsilon).length;
    const same = values.filter((other) => Math.abs(other - value) <= epsilon).length;
    return less + (same + 1) / 2;
  });
/** @param {number[]} a @param {number[]} b */
function pearson(a, b) {
  const centred = (/** @type {number[]} */ values) =>
    values.map((value) => value - values.reduce((sum, each) => sum + each, 0) / values.length);
  const [x, y] = [centred(a), centred(b)];
  const dot = (/** @type {number[]} */ u, /** @type {number[]} */ v) => u.reduce((sum, value, i) => sum + value * v[i], 0);
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y));
}
/** @template T @param {T[]} values @returns {T[][]} */
const orders = (values) =>
  values.length < 2 ? [values] : values.flatMap((value, i) => orders(values.filter((_, k) => k !== i)).map((rest) => [value, ...rest]));

/** The output of the method's own command for the output token, by layer. @param {string} method @returns {number[][]} */
function valuesOf(method) {
  if (method === 'joint')
    return [1, 2].map((layer) => result(['joint', '-', '--token', String(at), '--layer', String(layer), '--format', 'json'], file).values);
  const [command, ...part] = method === 'contributions' ? ['rollout'] : [method, '--part', 'encoder'];
  return result([command, '-', ...part, '--token', String(at), '--format', 'json'], file).layers.map((/** @type {any} */ { values }) =>
    values.flat(),
  );
}

const printed = result(['correlate', '-', '--among', 'all', '--part', 'encoder', '--token', String(at), '--format', 'json'], file);

test('every method that the file allows is ranked as its own command computes it', () => {
  assert.equal(printed.examples, 1);
  assert.equal(printed.tokens, tokens);
  for (const [score, values] of Object.entries(one.importance)) {
    assert.deepEqual(Object.keys(printed.importance[score]), methods);
    for (const method of methods) {
      const expected = valuesOf(method).map((layer) => pearson(ranks(layer, method === 'flow' ? 1e-9 : 0), ranks(values)));
      const cells = printed.importance[score][method];
      assert.equal(cells.length, 2, method);
      cells.forEach((/** @type {any} */ cell, /** @type {number} */ i) => {
        assert.ok(Math.abs(cell.mean - expected[i]) < 1e-6, `${score}, ${method}, layer ${i + 1}: ${cell.mean} and ${expected[i]}`);
      });
    }
  }
});

test('p counts all orders of the scores, of the cell and of the whole table; the interval is Bonett’s and Wright’s', () => {
  const scores = ranks(one.importance.blankout);
  const rows = methods.flatMap((method) => valuesOf(method).map((layer) => ranks(layer, method === 'flow' ? 1e-9 : 0)));
  const observed = rows.map((row) => Math.abs(pearson(row, scores)));
  const asFar = rows.map(() => 0);
  const tableAsFar = rows.map(() => 0);
  const all = orders(scores);
  for (const order of all) {
    const now = rows.map((row) => Math.abs(pearson(row, order)));
    const most = Math.max(...now);
    observed.forEach((value, i) => {
      asFar[i] += Number(now[i] >= value - 1e-9);
      tableAsFar[i] += Number(most >= value - 1e-9);
    });
  }
  const cells = methods.flatMap((method) => printed.importance.blankout[method]);
  cells.forEach((/** @type {any} */ { mean, p, pOfTable, low, high }, /** @type {number} */ i) => {
    assert.ok(Math.abs(p - asFar[i] / all.length) < 1e-6, `p of cell ${i}: ${p} and ${asFar[i] / all.length}`);
    assert.ok(Math.abs(pOfTable - tableAsFar[i] / all.length) < 1e-6);
    const half = 1.959964 * Math.sqrt((1 + (mean * mean) / 2) / (tokens - 3));
    assert.ok(Math.abs(low - Math.tanh(Math.atanh(mean) - half)) < 1e-5 && Math.abs(high - Math.tanh(Math.atanh(mean) + half)) < 1e-5);
  });
});

test('a file has only the methods that it allows, and dense ranks have no p', () => {
  const { gradients: _, ...plain } = one;
  const text = JSON.stringify(plain);
  assert.deepEqual(Object.keys(result(['correlate', '-', '--among', 'all', '--format', 'json'], text).importance.blankout), [
    'raw',
    'rollout',
    'flow',
    'joint',
  ]);
  const [cell] = result(['correlate', '-', '--among', 'all', '--ranks', 'dense', '--format', 'json'], text).importance.blankout.raw;
  assert.deepEqual(Object.keys(cell), ['layer', 'mean', 'sd']);
  const largest = result(['correlate', '-', '--among', 'all', '--token', 'max', '--format', 'json'], text).importance.blankout;
  assert.deepEqual(Object.keys(largest), ['raw', 'rollout', 'flow']);
});

test('over many examples each mean has its interval, and differences a paired test', () => {
  const many = { examples: sentences(12, 5) };
  const { examples, importance } = result(['correlate', '-', '--among', 'all', '--format', 'json'], JSON.stringify(many));
  assert.equal(examples, 12);
  for (const table of Object.values(/** @type {Record<string, Record<string, any[]>>} */ (importance))) {
    for (const layer of [0, 1]) {
      const cells = Object.values(table).map((row) => row[layer]);
      for (const { mean, low, high, p } of cells) {
        assert.ok(low < mean && mean < high && low >= -1 && high <= 1);
        assert.ok(p >= 0 && p <= 1);
      }
      // The best one differs as much from all others as from the nearest.
      const best = cells.reduce((most, cell) => (cell.mean > most.mean ? cell : most));
      assert.equal(best.p, Math.max(...cells.map(({ p }) => p)));
    }
  }
  const text = output(['correlate', '-', '--among', 'all'], JSON.stringify(many));
  assert.match(
    text,
    /^Includes all tokens\.\nblankout, 12 examples: Spearman's rank correlation, mean, standard deviation, 95 % interval of the mean \(Student's t\), p of the difference from the best method of the layer \(Holm\), by layer\nraw {14}L1 {1,2}-?\d\.\d{3} ±\d\.\d{3} \(-?\d\.\d{3} to -?\d\.\d{3}\) p \d\.\d{3} {2}L2 /,
  );
  assert.match(
    text,
    /\nlargest: [\w-]+, layer [12]; p of the whole table [01]\.\d{3}; largest p of its differences from the other methods in its layer [01]\.\d{3}\n/,
  );
});

test('of one example the text says p beside each number, and that of the table', () => {
  const text = output(['correlate', '-', '--among', 'all', '--part', 'encoder', '--token', String(at)], file);
  assert.match(
    text,
    /^Includes all tokens\.\nblankout, 1 example of 6 tokens: Spearman's rank correlation, 95 % interval and p of a permutation test, by layer\n/,
  );
  assert.match(text, /\nGrad-SAM {9}L1 {1,2}-?\d\.\d{3} \(-?\d\.\d{3} to -?\d\.\d{3}\) p \d\.\d{3} {2}L2 /);
  assert.match(text, /\nlargest: [\w-]+, layer [12]; p of the whole table \d\.\d{3}\n/);
  const { importance: _, ...without } = JSON.parse(file);
  assert.match(headwaters(['correlate', '-', '--among', 'all'], JSON.stringify(without)).err, /no importance scores/);
});
