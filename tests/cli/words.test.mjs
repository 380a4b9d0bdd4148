// SPDX-License-Identifier: MIT
// @ts-check
// Words, spans, two texts and hidden tokens, compared with sums written out here.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { distance, headwaters, result } from './program.mjs';

const tokens = ['[CLS]', 'play', '##ing', 'che', '##ss', '[SEP]'];
const words = [[0], [1, 2], [3, 4], [5]];
/** Rows that sum to 1, different in each layer. @param {number} layer */
const matrix = (layer) =>
  tokens.map((_, q) => {
    const row = tokens.map((__, k) => 1 + ((q * 7 + k * 3 + layer * 5) % 11));
    const sum = row.reduce((a, b) => a + b);
    return row.map((value) => value / sum);
  });
const file = JSON.stringify({ tokens, attentions: [0, 1, 2].map((layer) => [matrix(layer)]) });

/** @param {number[][]} rows @param {number[][]} queries @param {number[][]} keys */
const merged = (rows, queries, keys) =>
  queries.map((query) =>
    keys.map((key) => {
      let sum = 0;
      for (const q of query) for (const k of key) sum += rows[q][k];
      return sum / query.length;
    }),
  );
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
      assert.ok(
        distance(
          values,
          a.map((value, k) => value + b[k]),
        ) < 1e-6,
      );
    });
  });
}

test('relative flow by words is divided by the sum of all tokens, hidden ones included', () => {
  const plain = layersOf(['flow', '-']);
  /** @param {number[]} row */
  const total = (row) => row.reduce((a, b) => a + b);
  layersOf(['flow', '-', '--relative', '--words']).forEach((/** @type {number[][]} */ values, /** @type {number} */ i) => {
    assert.ok(
      distance(
        values,
        merged(plain[i], words, words).map((row) => row.map((value) => value / total(row))),
      ) < 1e-6,
    );
  });
  layersOf(['flow', '-', '--relative', '--exclude', 'special']).forEach((/** @type {number[][]} */ values, /** @type {number} */ i) => {
    assert.ok(
      distance(
        values,
        plain[i].map((/** @type {number[]} */ row) => row.slice(1, 5).map((value) => value / total(row))),
      ) < 1e-6,
    );
  });
});

test('hidden tokens are left out, and what is left is divided only when asked', () => {
  const plain = layersOf(['rollout', '-']);
  const kept = [1, 2, 3, 4];
  const hidden = result(['rollout', '-', '--exclude', 'special'], file);
  assert.deepEqual(hidden.tokens, ['play', '##ing', 'che', '##ss']);
  assert.deepEqual(hidden.queries, tokens);
  hidden.layers.forEach((/** @type {any} */ { values }, /** @type {number} */ i) => {
    assert.ok(
      distance(
        values,
        plain[i].map((/** @type {number[]} */ row) => kept.map((k) => row[k])),
      ) < 1e-7,
    );
  });
  const divided = layersOf(['rollout', '-', '--exclude', '0', '--exclude', '[SEP]', '--renormalise']);
  divided.forEach((/** @type {number[][]} */ values, /** @type {number} */ i) => {
    const expected = plain[i].map((/** @type {number[]} */ row) => {
      const sum = kept.reduce((s, k) => s + row[k], 0);
      return kept.map((k) => row[k] / sum);
    });
    assert.ok(distance(values, expected) < 1e-6);
  });
});

for (const method of ['raw', 'rollout', 'flow']) {
  test(`${method} with spans is the sum over their keys and the mean over their queries`, () => {
    const plain = layersOf([method, '-']);
    // Tokens 1 and 3 are of different words. Without --words only these two are combined.
    const spans = [[0], [1, 3], [2], [4, 5]];
    const printed = result([method, '-', '--spans', '1,3/4-5'], file);
    assert.deepEqual(printed.tokens, ['[CLS]', 'play … che', 'ing', 'ss [SEP]']);
    assert.equal(printed.words, true);
    printed.layers.forEach((/** @type {any} */ { values }, /** @type {number} */ i) => {
      assert.ok(distance(values, merged(plain[i], spans, spans)) < 1e-6, `layer ${i + 1}`);
    });
    // With --words a span includes whole words.
    const joined = [[0], [1, 2, 3, 4], [5]];
    layersOf([method, '-', '--words', '--spans', '2,3']).forEach((/** @type {number[][]} */ values, /** @type {number} */ i) => {
      assert.ok(distance(values, merged(plain[i], joined, joined)) < 1e-6, `layer ${i + 1}`);
    });
    layersOf([method, '-', '--spans', '1,3', '--token', '3']).forEach((/** @type {number[]} */ values, /** @type {number} */ i) => {
      assert.ok(distance([values], merged(plain[i], [[1, 3]], [[0], [1, 3], [2], [4], [5]])) < 1e-6);
    });
  });

  test(`${method} from one text to the other keeps its queries and keys`, () => {
    const two = JSON.stringify({ ...JSON.parse(file), segments: [0, 0, 0, 1, 1, 1] });
    const plain = result([method, '-'], two).layers.map((/** @type {any} */ layer) => layer.values);
    const [a, b] = [
      [0, 1, 2],
      [3, 4, 5],
    ];
    for (const [which, queries, keys] of /** @type {[string, number[], number[]][]} */ ([
      ['a-a', a, a],
      ['a-b', a, b],
      ['b-a', b, a],
      ['b-b', b, b],
    ])) {
      const printed = result([method, '-', '--segments', which], two);
      assert.deepEqual(
        printed.tokens,
        keys.map((k) => tokens[k]),
      );
      assert.deepEqual(
        printed.queries ?? printed.tokens,
        queries.map((q) => tokens[q]),
      );
      printed.layers.forEach((/** @type {any} */ { values }, /** @type {number} */ i) => {
        assert.ok(
          distance(
            values,
            queries.map((q) => keys.map((k) => plain[i][q][k])),
          ) < 1e-6,
          which,
        );
      });
      const mean = result([method, '-', '--segments', which, '--token', 'mean', '--renormalise'], two);
      mean.layers.forEach((/** @type {any} */ { values }, /** @type {number} */ i) => {
        const rows = queries.map((q) => keys.map((k) => plain[i][q][k] / keys.reduce((s, key) => s + plain[i][q][key], 0)));
        assert.ok(
          distance(
            values,
            keys.map((_, k) => rows.reduce((s, row) => s + row[k], 0) / rows.length),
          ) < 1e-6,
          which,
        );
      });
    }
    assert.deepEqual(layersOf([method, '-', '--segments', 'all']), plain);
    const outside = headwaters([method, '-', '--segments', 'b-a', '--token', '1'], two);
    assert.equal(outside.code, 2);
    assert.match(outside.err, /--segments/);
  });
}

test('what makes no sense together is refused', () => {
  for (const args of [
    ['flow', '-', '--words', '--certificate'],
    ['rollout', '-', '--renormalise'],
    ['info', '-', '--words'],
    ['rollout', '-', '--spans', '1'],
    ['rollout', '-', '--spans', '1,2/2,3'],
    ['rollout', '-', '--spans', '4,6'],
    ['rollout', '-', '--spans', 'a,b'],
    ['rollout', '-', '--segments', 'a-c'],
    ['rollout', '-', '--segments', 'a-b'],
    ['flow', '-', '--spans', '1,2', '--certificate'],
    ['correlate', '-', '--spans', '1,2'],
    ['rollout', '-', '--exclude', 'nonsense'],
    ['rollout', '-', ...tokens.flatMap((_, i) => ['--exclude', String(i)])],
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
