// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { begin, isCausal, sumOf, weightOf, weightText, withWeight } from '../../web/make/edit_weights.js';

const near = (a, b) => Math.abs(a - b) < 1e-12;

test('weights are read as people write them, and shown as they are read', () => {
  for (const [text, value] of /** @type {[string, number][]} */ ([
    ['0.3', 0.3],
    ['.3', 0.3],
    ['1/3', 1 / 3],
    [' 30 % ', 0.3],
    ['0,25', 0.25],
    ['1', 1],
    ['0', 0],
    ['1e-3', 0.001],
  ]))
    assert.ok(near(weightOf(text), value), text);
  for (const text of ['', '.', 'a', '-0.1', '1.1', '3/2', '1/0', '0.3.1', 'NaN', '1//3']) assert.ok(Number.isNaN(weightOf(text)), text);
  for (const value of [0, 1, 0.3, 1 / 3, 2 / 3, 1 / 7, 0.125, 0.05])
    assert.ok(Math.abs(weightOf(weightText(value)) - value) < 1e-6, String(value));
  assert.equal(weightText(1 / 3), '1/3');
  assert.equal(weightText(0.25), '0.25');
});

test('a row makes room and keeps its sum, or says what it is', () => {
  const row = withWeight([0.5, 0.3, 0.2], 0, 0.2, true);
  assert.ok(near(sumOf(row), 1) && near(row[0], 0.2) && near(row[1] / row[2], 1.5));
  assert.deepEqual(withWeight([1, 0, 0], 0, 0.4, true), [0.4, 0.3, 0.3]);
  assert.deepEqual(withWeight([0.5, 0.5], 0, 1, true), [1, 0]);
  assert.ok(near(sumOf(withWeight([0.5, 0.3, 0.2], 0, 0.2, false)), 0.7));
  const causal = withWeight([0.5, 0.5, 0], 0, 0.2, true, (key) => key < 2);
  assert.deepEqual(causal, [0.2, 0.8, 0]);
  assert.deepEqual(
    withWeight([1, 0], 0, 0.3, true, (key) => key < 1),
    [1, 0],
  );
});

test('from nothing: rows sum to 1, causal ones look at nothing after them', () => {
  for (const kind of ['uniform', 'causal', 'identity']) {
    const draft = begin(4, 3, kind);
    assert.equal(draft.layers.length, 3);
    for (const row of draft.layers.flat()) assert.ok(near(sumOf(row), 1));
    assert.equal(isCausal(draft), kind !== 'uniform');
  }
});
