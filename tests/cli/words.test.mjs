// SPDX-License-Identifier: MIT
// @ts-check
// Words, spans of the file and hidden tokens, against sums written out here.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { distance, headwaters, result } from './program.mjs';

const tokens = ['[CLS]', 'play', '##ing', 'che', '##ss', '[SEP]'];
const words = [[0], [1, 2], [3, 4], [5]];
/** Rows that sum to 1, different in each layer. @param {number} layer */
const matrix = (layer) => tokens.map((_, q) => {
  const row = tokens.map((__, k) => 1 + ((q * 7 + k * 3 + layer * 5) % 11));
  const sum = row.reduce((a, b) => a + b);
  return row.map((value) => value / sum);
});
const file = JSON.stringify({ tokens, attentions: [0, 1, 2].map((layer) => [matrix(layer)]) });

/** @param {number[][]} rows @param {number[][]} queries @param {number[][]} keys */
const merged = (rows, queries, keys) => queries.map((query) => keys.map((key) => {
  let sum = 0;
  for (const q of query) for (const k of key) sum += rows[q][k];
  return sum / query.length;
}));
/** @param {string[]} args */
const layersOf = (args) => result(args, file).layers.map((/** @type {any} */ layer) => layer.values);

for (const method of ['raw', 'rollout', 'flow']) {
  test(`${method} by words is the sum over keys and the mean over queries`, () => {
    const plain = layersOf([method, '-']);
    const printed = result([method, '-', '--words'], file);
    assert.deepEqual(printed.tokens, ['[CLS]', 'playing', 'chess', '[SEP]']);
    assert.equal(printed.words, true);
    printed.layers.forEach((/** @type {any} */ { values }, /** @type {number} */ i) => {
      assert.ok(distance(values, merged(plain[i], words, words)) < 1e-6, `layer ${i + 1}`);
    });
    const row = layersOf([method, '-', '--words', '--token', '2']);
    row.forEach((/** @type {number[]} */ values, /** @type {number} */ i) => {
      assert.ok(distance([values], merged(plain[i], [words[1]], words)) < 1e-6);
    });
    const sums = layersOf([method, '-', '--words', '--token', '1,5']);
    sums.forEach((/** @type {number[]} */ values, /** @type {number} */ i) => {
      const [a, b] = merged(plain[i], [words[1], words[3]], words);
      assert.ok(distance(values, a.map((value, k) => value + b[k])) < 1e-6);
    });
  });
}

test('relative flow by words is divided by the sum of all tokens, hidden ones included', () => {
  const plain = layersOf(['flow', '-']);
  /** @param {number[]} row */
  const total = (row) => row.reduce((a, b) => a + b);
  layersOf(['flow', '-', '--relative', '--words']).forEach((/** @type {number[][]} */ values, /** @type {number} */ i) => {
    assert.ok(distance(values, merged(plain[i], words, words).map((row) => row.map((value) => value / total(row)))) < 1e-6);
  });
  layersOf(['flow', '-', '--relative', '--hide', 'special']).forEach((/** @type {number[][]} */ values, /** @type {number} */ i) => {
    assert.ok(distance(values, plain[i].map((/** @type {number[]} */ row) => row.slice(1, 5).map((value) => value / total(row)))) < 1e-6);
  });
});

test('hidden tokens are left out, and what is left is divided only when asked', () => {
  const plain = layersOf(['rollout', '-']);
  const kept = [1, 2, 3, 4];
  const hidden = result(['rollout', '-', '--hide', 'special'], file);
  assert.deepEqual(hidden.tokens, ['play', '##ing', 'che', '##ss']);
  assert.deepEqual(hidden.queries, tokens);
  hidden.layers.forEach((/** @type {any} */ { values }, /** @type {number} */ i) => {
    assert.ok(distance(values, plain[i].map((/** @type {number[]} */ row) => kept.map((k) => row[k]))) < 1e-7);
  });
  const divided = layersOf(['rollout', '-', '--hide', '0', '--hide', '[SEP]', '--renormalise']);
  divided.forEach((/** @type {number[][]} */ values, /** @type {number} */ i) => {
    const expected = plain[i].map((/** @type {number[]} */ row) => {
      const sum = kept.reduce((s, k) => s + row[k], 0);
      return kept.map((k) => row[k] / sum);
    });
    assert.ok(distance(values, expected) < 1e-6);
  });
});

test('what makes no sense together is refused', () => {
  for (const args of [
    ['flow', '-', '--words', '--certificate'], ['rollout', '-', '--renormalise'], ['info', '-', '--words'],
    ['rollout', '-', '--hide', 'nonsense'], ['rollout', '-', ...tokens.flatMap((_, i) => ['--hide', String(i)])],
  ]) {
    const run = headwaters(args, file);
    assert.equal(run.code, 2, args.join(' '));
    assert.match(run.err, /^headwaters: /);
  }
});

test('layers that are left out hand on what they get', () => {
  const some = result(['rollout', '-', '--layers', '1,3'], file);
  assert.deepEqual(some.settings.layers, [1, 3]);
  const two = JSON.stringify({ tokens, attentions: [0, 2].map((layer) => [matrix(layer)]) });
  for (const method of ['rollout', 'flow']) {
    const [first, second, third] = layersOf([method, '-', '--layers', '1,3']);
    const alone = result([method, '-'], two).layers.map((/** @type {any} */ layer) => layer.values);
    assert.ok(distance(first, alone[0]) < 1e-6);
    assert.ok(distance(second, alone[0]) < 1e-6);
    assert.ok(distance(third, alone[1]) < 1e-6);
  }
  assert.equal(headwaters(['rollout', '-', '--layers', '0'], file).code, 2);
  assert.equal(headwaters(['rollout', '-', '--layers', '9'], file).code, 2);
});
