// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  experimentOf,
  experimentText,
  isCutOff,
  linkTo,
  placeIn,
  positionIn,
  recipeOf,
  recipeText,
  runText,
} from '../../../web/model/run/recipe.js';

test('a plain text is its own recipe', () => {
  assert.equal(recipeText({ text: 'the keys' }), 'the keys');
  assert.deepEqual(recipeOf('the keys'), { text: 'the keys' });
  assert.deepEqual(recipeOf(''), { text: '' });
});

test('whatever a recipe says comes back', () => {
  for (const recipe of /** @type {import('../../../web/model/run/recipe.js').Recipe[]} */ ([
    { text: 'a', pair: 'b' },
    { text: '{"text": "not a recipe"}' },
    { text: 'a\nb', pair: '' },
    { text: 'x', cuts: [{ kind: /** @type {const} */ ('edges'), text: '1:0:6>2' }], rule: /** @type {const} */ ('renormalise') },
    { text: 'x', cuts: [{ kind: /** @type {const} */ ('hidden'), text: '3; 2:4' }], rule: /** @type {const} */ ('zero') },
    { text: 'x', target: '12-40' },
    { text: 'x', target: 'cos:another', scores: 'usual' },
    { text: 'x', scores: 'zero-embedding' },
    { text: 'x', swap: { text: 'y', places: 's3:6;h2:1' } },
    { text: 'draw:GgEAAA', wiped: '3;17' },
    { text: 'x', ids: '12,7', target: '7@0' },
    { text: 'x', sheet: 'experiment.edge.gradients.zero.99' },
    { text: 'x', target: '7', sheet: 'experiment.token.rollout.renormalise.19.2-6' },
    { text: 'x', step: 0 },
    { text: 'x', target: '7', step: 143000 },
    { text: 'a', chat: true },
    { text: 'a', chat: ['b', 'c\n'] },
    { text: 'a', chat: true, target: '7@3' },
    { text: 'a', beams: 4 },
    {
      text: 'a',
      pair: 'b',
      target: 'p:7@3',
      cuts: [{ kind: /** @type {const} */ ('edges'), text: 'C1:*:3>2' }],
      rule: /** @type {const} */ ('zero'),
    },
  ]))
    assert.deepEqual(recipeOf(recipeText(recipe)), recipe);
});

test('what a stranger wrote is taken as a text where it is no recipe', () => {
  for (const text of ['{"', '{"text": 3}', '{"text": "a", "pair": 7}', '{"x": 1}']) assert.deepEqual(recipeOf(text), { text });
  assert.deepEqual(recipeOf('{"text": "a", "cuts": [{"kind": "bomb", "text": "x"}, 4, null], "rule": "other"}'), { text: 'a' });
  assert.deepEqual(recipeOf('{"text": "a", "scores": true}'), { text: 'a', scores: 'usual' });
  assert.deepEqual(recipeOf('{"text": "a", "wiped": "all"}'), { text: 'a' });
  assert.deepEqual(recipeOf('{"text": "a", "ids": "1,x"}'), { text: 'a' });
  for (const chat of ['1', '[]', '["b"]', '["b", 2]', '{"0": "b", "1": "c"}'])
    assert.deepEqual(recipeOf(`{"text": "a", "chat": ${chat}}`), { text: 'a' });
  for (const beams of ['"4"', '0', '1', '17', '2.5']) assert.deepEqual(recipeOf(`{"text": "a", "beams": ${beams}}`), { text: 'a' });
  assert.deepEqual(recipeOf('{"text": "a", "swap": {"text": 3}, "scores": "yes"}'), { text: 'a' });
});

test('a target may say behind which token', () => {
  assert.deepEqual(['12-40@7', 'p:3@0', '@2', '12', 'cos:a@3', undefined].map(positionIn), [7, 0, 2, null, null, null]);
  assert.deepEqual(['12-40@7', '12', undefined].map(placeIn), ['@7', '', '']);
});

test('a link to an experiment says its units, ranking, rule, draws and flow, and nothing else', () => {
  const chosen = /** @type {const} */ ({ kind: 'edge', ranking: 'relevance', rule: 'zero', draws: 42 });
  assert.equal(experimentText(chosen), 'edge.relevance.zero.42');
  assert.deepEqual(experimentOf(experimentText(chosen)), chosen);
  const withFlow = { ...chosen, flow: /** @type {[number, number]} */ ([0, 11]) };
  assert.deepEqual(experimentOf(experimentText(withFlow)), withFlow);
  assert.equal(experimentOf('token.flow.zero.9')?.ranking, 'flow');
  for (const hostile of [
    'experiment',
    'edge.gradients.zero',
    'edge.gradients.mean.9',
    'head.rollout.zero.9',
    'head.flow.zero.9',
    'edge.gradients.zero.0',
    'edge.gradients.zero.200',
    'edge.gradients.zero.9.1-',
    'edge.gradients.zero.9.01-2',
    'edge.gradients.zero.9.1-99999',
    'constructor.gradients.zero.9',
    ' edge.gradients.zero.9',
    'edge.gradients.zero.9\n',
    7,
    null,
    {},
    ['edge.gradients.zero.9'],
  ]) {
    assert.equal(experimentOf(hostile), null, JSON.stringify(hostile));
    assert.deepEqual(recipeOf(JSON.stringify({ text: 'a', sheet: typeof hostile === 'string' ? `experiment.${hostile}` : hostile })), {
      text: 'a',
    });
  }
  assert.equal(runText({ text: 'x', sheet: 'experiment.edge.gradients.zero.99' }), 'x');
});

test('the link is the address of what is shown, with the experiment among its fields', () => {
  globalThis.location = /** @type {any} */ ({ href: 'https://example.org/?x#v=1' });
  const recipe = { text: 'the keys & the', target: '7' };
  const experiment = 'edge.gradients.zero.99';
  const link = new URL(linkTo('#v=1&model=agreement&experiment=old&prompt=old&layer=2', recipe, experiment) ?? '');
  assert.equal(link.href.split('#')[0], 'https://example.org/');
  const fields = new URLSearchParams(link.hash.slice(1));
  assert.deepEqual([fields.get('model'), fields.get('layer'), fields.getAll('prompt').length], ['agreement', '2', 1]);
  assert.deepEqual([recipeOf(fields.get('prompt') ?? ''), fields.getAll('experiment')], [recipe, [experiment]]);
  assert.equal(linkTo('#v=1&prompt=old', recipe, experiment), null);
});

test('a recipe that a link cut off is told from texts that only begin alike', () => {
  const whole = recipeText({ text: 'the "keys"', target: '12-40' });
  for (let end = 2; end < whole.length; ++end) assert.ok(isCutOff(whole.slice(0, end)), whole.slice(0, end));
  for (const text of [whole, '', '{', 'the keys', '{"name": 1', '{"texts', '{"text": "no recipe"', '{"a": 1}'])
    assert.ok(!isCutOff(text), text);
});
