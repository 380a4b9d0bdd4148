// SPDX-License-Identifier: MIT
// What "Undo" beside the changed answer takes back: the last cut or swap of the text that is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Steps } from '../../../../web/model/cut/steps.js';

const none = { cuts: undefined, rule: undefined, swap: undefined };
/** @type {import('../../../../web/model/recipe.js').Cut[]} */
const [first, second] = [
  { kind: 'head', text: '1:0' },
  { kind: 'edges', text: '1:0:6>2' },
];
/** @type {import('../../../../web/model/recipe.js').Rule} */
const rule = 'zero';
const swap = { text: 'the key', places: 's1:1' };

test('each cut and each swap is a step, and nothing else is', () => {
  const steps = new Steps();
  steps.follow({ text: 'a' }, 'a');
  assert.deepEqual(steps.last, none);
  steps.follow({ text: 'a', cuts: [first], rule }, 'a');
  assert.deepEqual(steps.last, none);
  steps.follow({ text: 'a', cuts: [first, second], rule }, 'a');
  steps.follow({ text: 'a', cuts: [first, second], rule, target: 'lp:3', scores: 'usual' }, 'a');
  assert.deepEqual(steps.last, { cuts: [first], rule, swap: undefined });
  steps.follow({ text: 'a', cuts: [first, second], rule, swap }, 'a');
  assert.deepEqual(steps.last, { cuts: [first, second], rule, swap: undefined });
});

test('what is undone, here or by the page, is no step: the next Undo takes back the one before', () => {
  const steps = new Steps();
  for (const cuts of [undefined, [first], [first, second]]) steps.follow({ text: 'a', cuts, rule }, 'a');
  steps.follow({ text: 'a', ...steps.last }, 'a');
  assert.deepEqual(steps.last, none);
  steps.follow({ text: 'a', ...steps.last }, 'a');
  assert.deepEqual(steps.last, none);
});

test('of another text nothing is undone but what it came with', () => {
  const steps = new Steps();
  for (const cuts of [[first], [first, second]]) steps.follow({ text: 'a', cuts }, 'a');
  steps.follow({ text: 'b' }, 'b');
  assert.deepEqual(steps.last, none);
  steps.follow({ text: 'a', cuts: [first, second] }, 'a');
  assert.deepEqual(steps.last, none, 'a link with two cuts does not say which was the last');
});
