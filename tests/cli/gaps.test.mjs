// SPDX-License-Identifier: MIT
// Values that were not computed are not 0 on the command line either.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { headwaters } from './program.mjs';

const matrix = (/** @type {number | null} */ value) => [
  [
    [value, value],
    [value, value],
  ],
];
const text = (/** @type {any[]} */ layers) => JSON.stringify({ tokens: ['a', 'b'], attentions: layers }).replaceAll('null', 'NaN');
const layersOf = (/** @type {string[]} */ args, /** @type {string} */ input) => {
  const { code, out, err } = headwaters(args, input);
  assert.equal(code, 0, err);
  return JSON.parse(out).layers.map((/** @type {any} */ layer) => layer.values);
};

for (const method of ['raw', 'rollout', 'flow']) {
  test(`${method} of a file without any weight has no numbers`, () => {
    const none = [
      [null, null],
      [null, null],
    ];
    assert.deepEqual(layersOf([method, '-'], text([matrix(null), matrix(null)])), [none, none]);
    assert.deepEqual(layersOf([method, '-', '--token', '0'], text([matrix(null), matrix(null)])), [none[0], none[0]]);
    const { out } = headwaters([method, '-', '--token', '0', '--format', 'csv'], text([matrix(null)]));
    assert.match(out, /,,/);
    assert.doesNotMatch(out, /nan|,0/i);
  });
}

test('a layer without weights leaves those below it', () => {
  const [first, second] = layersOf(['rollout', '-'], text([matrix(0.5), matrix(null)]));
  assert.deepEqual(first, [
    [0.75, 0.25],
    [0.25, 0.75],
  ]);
  assert.deepEqual(second, [
    [null, null],
    [null, null],
  ]);
});

test('a word with a gap has no number, whether all words or one are asked for', () => {
  // Token 1, the end of the first word, has no weights in the second layer.
  const input = JSON.stringify({
    tokens: ['play', '##ing', 'well'],
    attentions: [
      [
        [
          [0.5, 0.25, 0.25],
          [0.25, 0.5, 0.25],
          [0.25, 0.25, 0.5],
        ],
      ],
      [
        [
          [0.5, 0.25, 0.25],
          [null, null, null],
          [0.25, 0.25, 0.5],
        ],
      ],
    ],
  });
  for (const method of ['raw', 'rollout', 'flow']) {
    const [first, second] = layersOf([method, '-', '--words'], input);
    assert.ok(first.flat().every(Number.isFinite), `${method}: ${JSON.stringify(first)}`);
    assert.deepEqual(second[0], [null, null], method);
    for (const token of ['0', '1', '0,2']) {
      const [whole, broken] = layersOf([method, '-', '--words', '--token', token], input);
      assert.ok(whole.every(Number.isFinite), `${method} ${token}: ${whole}`);
      assert.deepEqual(broken, [null, null], `${method} ${token}`);
    }
    assert.deepEqual(layersOf([method, '-', '--words', '--token', '2'], input)[1], second[1], method);
  }
});

test('a token without any weight takes no part in the mean of all, by words as well', () => {
  const input = JSON.stringify({
    tokens: ['a', 'b', '[PAD]'],
    attentions: [
      [
        [
          [0.5, 0.5, 0],
          [0.25, 0.75, 0],
          [null, null, null],
        ],
      ],
    ],
  });
  for (const method of ['raw', 'rollout', 'flow']) {
    const [plain] = layersOf([method, '-', '--token', 'mean'], input);
    assert.ok(plain.slice(0, 2).every(Number.isFinite), `${method}: ${plain}`);
    assert.deepEqual(layersOf([method, '-', '--words', '--token', 'mean'], input)[0], plain, method);
  }
});

test('a word of which one token is without any weight takes no part in the mean and the maximum of all words', () => {
  const weights = [
    [0.5, 0.25, 0.25, 0],
    [null, null, null, null],
    [0.25, 0.25, 0.5, 0],
    [0.125, 0.125, 0.25, 0.5],
  ];
  const input = JSON.stringify({ tokens: ['play', '##ing', 'well', 'now'], attentions: [[weights], [weights]] });
  for (const method of ['raw', 'rollout', 'flow']) {
    const matrices = layersOf([method, '-', '--words'], input);
    const means = layersOf([method, '-', '--words', '--token', 'mean'], input);
    const maxima = layersOf([method, '-', '--words', '--token', 'max'], input);
    matrices.forEach(([broken, second, third], layer) => {
      assert.deepEqual(broken, [null, null, null], method);
      third.forEach((/** @type {number} */ value, /** @type {number} */ key) => {
        assert.ok(Math.abs(means[layer][key] - (value + second[key]) / 2) < 1e-6, `${method}: ${means[layer]}`);
        assert.equal(maxima[layer][key], Math.max(value, second[key]), method);
      });
    });
  }
});
