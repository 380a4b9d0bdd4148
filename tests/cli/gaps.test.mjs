// SPDX-License-Identifier: MIT
// What was not computed is not 0 on the command line either.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { headwaters } from './program.mjs';

const matrix = (/** @type {number | null} */ value) => [[[value, value], [value, value]]];
const text = (/** @type {any[]} */ layers) => JSON.stringify({ tokens: ['a', 'b'], attentions: layers }).replaceAll('null', 'NaN');
const layersOf = (/** @type {string[]} */ args, /** @type {string} */ input) => {
  const { code, out, err } = headwaters(args, input);
  assert.equal(code, 0, err);
  return JSON.parse(out).layers.map((/** @type {any} */ layer) => layer.values);
};

for (const method of ['raw', 'rollout', 'flow']) {
  test(`${method} of a file without any weight has no numbers`, () => {
    const none = [[null, null], [null, null]];
    assert.deepEqual(layersOf([method, '-'], text([matrix(null), matrix(null)])), [none, none]);
    assert.deepEqual(layersOf([method, '-', '--token', '0'], text([matrix(null), matrix(null)])), [none[0], none[0]]);
    const { out } = headwaters([method, '-', '--token', '0', '--format', 'csv'], text([matrix(null)]));
    assert.match(out, /,,/);
    assert.doesNotMatch(out, /nan|,0/i);
  });
}

test('a layer without weights leaves those below it', () => {
  const [first, second] = layersOf(['rollout', '-'], text([matrix(0.5), matrix(null)]));
  assert.deepEqual(first, [[0.75, 0.25], [0.25, 0.75]]);
  assert.deepEqual(second, [[null, null], [null, null]]);
});
