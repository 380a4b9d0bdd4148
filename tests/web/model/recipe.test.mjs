// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { placeIn, positionIn, recipeOf, recipeText } from '../../../web/model/recipe.js';

test('a plain text is its own recipe', () => {
  assert.equal(recipeText({ text: 'the keys' }), 'the keys');
  assert.deepEqual(recipeOf('the keys'), { text: 'the keys' });
  assert.deepEqual(recipeOf(''), { text: '' });
});

test('whatever a recipe says comes back', () => {
  for (const recipe of [
    { text: 'a', pair: 'b' }, { text: '{"text": "not a recipe"}' }, { text: 'a\nb', pair: '' },
    { text: 'x', cuts: [{ kind: /** @type {const} */ ('edges'), text: '1:0:6>2' }], rule: /** @type {const} */ ('renormalise') },
    { text: 'x', target: '12-40' }, { text: 'x', target: 'cos:another', scores: 'usual' }, { text: 'x', scores: 'zero-embedding' },
    { text: 'x', swap: { text: 'y', places: 's3:6;h2:1' } }, { text: 'draw:GgEAAA', wiped: '3;17' },
    { text: 'x', ids: '12,7', target: '7@0' },
    { text: 'a', chat: true }, { text: 'a', chat: true, target: '7@3' }, { text: 'a', beams: 4 }, { text: 'a', pair: 'b', target: 'p:7@3', cuts: [{ kind: /** @type {const} */ ('edges'), text: 'C1:*:3>2' }], rule: /** @type {const} */ ('zero') },
  ]) assert.deepEqual(recipeOf(recipeText(recipe)), recipe);
});

test('what a stranger wrote is taken as a text where it is no recipe', () => {
  for (const text of ['{"', '{"text": 3}', '{"text": "a", "pair": 7}', '{"x": 1}']) assert.deepEqual(recipeOf(text), { text });
  assert.deepEqual(recipeOf('{"text": "a", "cuts": [{"kind": "bomb", "text": "x"}, 4, null], "rule": "other"}'), { text: 'a' });
  assert.deepEqual(recipeOf('{"text": "a", "scores": true}'), { text: 'a', scores: 'usual' });
  assert.deepEqual(recipeOf('{"text": "a", "wiped": "all"}'), { text: 'a' });
  assert.deepEqual(recipeOf('{"text": "a", "ids": "1,x"}'), { text: 'a' });
  assert.deepEqual(recipeOf('{"text": "a", "chat": 1}'), { text: 'a' });
  for (const beams of ['"4"', '0', '1', '17', '2.5']) assert.deepEqual(recipeOf(`{"text": "a", "beams": ${beams}}`), { text: 'a' });
  assert.deepEqual(recipeOf('{"text": "a", "swap": {"text": 3}, "scores": "yes"}'), { text: 'a' });
});

test('a target may say behind which token', () => {
  assert.deepEqual(['12-40@7', 'p:3@0', '@2', '12', 'cos:a@3', undefined].map(positionIn), [7, 0, 2, null, null, null]);
  assert.deepEqual(['12-40@7', '12', undefined].map(placeIn), ['@7', '', '']);
});
