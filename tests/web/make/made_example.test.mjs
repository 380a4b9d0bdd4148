// SPDX-License-Identifier: MIT
// Messages with examples that the page changes on their way to the engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { writeExample, withScore } from '../../../web/make/made_example.js';

const into = {
  ticket: 3,
  document: 2,
  name: 'toy',
  form: 'model',
  recipe: { maker: 'prompt', text: 'ä b' },
  isShown: true,
  isSettled: true,
};
const stack = { layers: 1, heads: 2, values: Float32Array.of(1, 0, 0.5, 0.5, 1, 0, 0.25, 0.75) };
const example = { title: 'ä b', model: 'toy', source: '', tokens: ['ä', 'b'], attentions: stack, specialTokens: ['b'], asks: ['lens'] };

test('a score is added to a message as if its example had been made with it', () => {
  const score = { name: 'hide', values: [0.25, NaN] };
  for (const one of [example, { ...example, gradients: stack }]) {
    const wanted = writeExample(into, { ...one, importance: [score] });
    const whole = writeExample(into, one);
    assert.deepEqual(withScore(whole, score), wanted);
    assert.deepEqual(withScore([whole.subarray(0, 40), whole.subarray(40)], score), wanted, 'in pieces');
    assert.notDeepEqual(whole, wanted);
  }
});
