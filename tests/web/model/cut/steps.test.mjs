// SPDX-License-Identifier: MIT
// "Undo" next to the changed answer takes back the last cut or swap of the shown text.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { beforeLast } from '../../../../web/model/cut/steps.js';
import { recipeText } from '../../../../web/model/run/recipe.js';

/** @type {import('../../../../web/model/run/recipe.js').Cut[]} */
const [first, second] = [
  { kind: 'head', text: '1:0' },
  { kind: 'edges', text: '1:0:6>2' },
];
/** @type {import('../../../../web/model/run/recipe.js').Rule} */
const rule = 'zero';
const swap = { text: 'the key', places: 's1:1' };

/** @param {import('../../../../web/model/run/recipe.js').Recipe} recipe @param {import('../../../../web/model/run/recipe.js').Recipe[]} before oldest first */
const last = (recipe, ...before) => beforeLast(recipe, before.map(recipeText), ['cuts', 'rule', 'swap']);
const none = { changes: {}, step: -1 };
const [plain, one, two] = [{ text: 'a' }, { text: 'a', cuts: [first], rule }, { text: 'a', cuts: [first, second], rule }];

test('each cut and each swap is a step, and nothing else is', () => {
  assert.deepEqual(last(plain), none);
  assert.deepEqual(last(one, plain), { changes: { cuts: undefined, rule: undefined, swap: undefined }, step: 0 });
  const asked = { ...two, target: 'lp:3', scores: 'usual' };
  assert.deepEqual(last(asked, plain, one, two), { changes: { cuts: [first], rule, swap: undefined }, step: 1 });
  assert.deepEqual(last({ ...two, swap }, plain, one, two), { changes: { cuts: [first, second], rule, swap: undefined }, step: 2 });
});

test('a change of the view is a step of the page with the same run, and is passed over', () => {
  assert.equal(last(two, plain, one, one, two, two).step, 2);
});

test('in another text nothing is undone except what came with it', () => {
  assert.deepEqual(last({ text: 'b' }, plain, one), none);
  assert.deepEqual(last(two, { text: 'b' }), none, 'a link with two cuts does not say which was the last');
  assert.deepEqual(last(two, one, { text: 'b' }), none, 'another text came between');
});

test('patches that were wiped are found in the same way', () => {
  const before = [{ text: 'draw:' }, { text: 'draw:', wiped: '1;2' }].map(recipeText);
  assert.deepEqual(beforeLast({ text: 'draw:', wiped: '1;2;8' }, before, ['wiped']), { changes: { wiped: '1;2' }, step: 1 });
  assert.deepEqual(beforeLast({ text: 'draw:', wiped: '1;2' }, before.slice(0, 1), ['wiped']), { changes: { wiped: undefined }, step: 0 });
});
