// SPDX-License-Identifier: MIT
// A student's change of a step's text, as the run of a model that it means. Numbers as students write them, and what
// has been done.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { promptOf, withWord } from '../../../web/lessons/act/controls.js';
import { falseSums, sumOf } from '../../../web/lessons/form/arithmetic.js';
import { partsOfLive } from '../../../web/lessons/act/live.js';
import { stepIsDone, stepsDone } from '../../../web/lessons/act/progress.js';
import { numberOf } from '../../../web/lessons/act/tasks.js';

/** @type {(kind: any, what: any, rule?: any) => import('../../../web/lessons/form/step.js').Change} */
const change = (kind, what, rule = 'zero') => ({ kind, what, rule, says: '', choices: [], from: 0, to: 1, by: 0.05 });

test('a word is replaced as a whole, once', () => {
  assert.equal(withWord('the keys to the cabinet', 'keys', 'key'), 'the key to the cabinet');
  assert.equal(withWord('another one, the one', 'one', 'two'), 'another two, the one');
  assert.equal(withWord('it was not bad. so', 'bad', '[UNK]'), 'it was not [UNK]. so');
  assert.equal(withWord('wasn’t', 'was', 'is'), 'wasn’t');
  assert.equal(withWord('größe maß', 'maß', 'zahl'), 'größe zahl');
  assert.equal(withWord('nothing here', 'bad', 'good'), 'nothing here');
  assert.equal(withWord('aaa', 'a', 'b'), 'aaa');
});

test('words and cuts make one run; without any it is the step’s own text', () => {
  const base = 'the keys to the cabinet [MASK]';
  assert.equal(promptOf(base, new Map()), base);
  assert.equal(promptOf(base, new Map([[change('word', 'keys'), 'key']])), 'the key to the cabinet [MASK]');
  const both = JSON.parse(
    promptOf(
      base,
      new Map([
        [change('word', 'keys'), 'key'],
        [change('cut', '1:0:6>2', 'renormalise'), ''],
      ]),
    ),
  );
  assert.deepEqual(both, { text: 'the key to the cabinet [MASK]', cuts: [{ kind: 'edges', text: '1:0:6>2' }], rule: 'renormalise' });
  const kinds = JSON.parse(
    promptOf(
      base,
      new Map([
        [change('head', '1:0'), ''],
        [change('residual', '1:6'), ''],
      ]),
    ),
  );
  assert.deepEqual(kinds.cuts, [
    { kind: 'head', text: '1:0' },
    { kind: 'residual', text: '1:6' },
  ]);
  const own = JSON.stringify({ text: base, cuts: [{ kind: 'head', text: '2:1' }], rule: 'zero' });
  assert.equal(promptOf(own, new Map()), own);
  assert.equal(JSON.parse(promptOf(own, new Map([[change('cut', '1:0:6>2'), '']]))).cuts.length, 2);
});

test('cuts of a training apply to its present step', () => {
  const base = JSON.stringify({ text: 'q w e r q w', step: 75 });
  const cut = new Map([[change('head', '1:0'), '']]);
  assert.equal(JSON.parse(promptOf(base, cut)).step, 75);
  assert.equal(JSON.parse(promptOf(base, cut, 500)).step, 500);
  assert.equal(promptOf('the keys', new Map(), 500), 'the keys');
});

test('a live reference is read in its parts', () => {
  assert.deepEqual(partsOfLive('live rollout layer=4 token=6 key=2'), { what: 'rollout', fields: { layer: '4', token: '6', key: '2' } });
  assert.deepEqual(partsOfLive('live model answer=a=b'), { what: 'model', fields: { answer: 'a=b' } });
});

test('numbers are read as people write them', () => {
  for (const [text, wanted] of /** @type {[string, number][]} */ ([
    ['0.455', 0.455],
    ['0,455', 0.455],
    [' 25 % ', 0.25],
    ['1/4', 0.25],
    ['−0.5', -0.5],
    ['.5', 0.5],
  ]))
    assert.equal(numberOf(text), wanted, text);
  for (const text of ['', 'half', '1/', '%']) assert.ok(Number.isNaN(numberOf(text)), text);
});

test('sums of a text are computed, and those that do not come out are found with their place', () => {
  for (const [text, wanted] of /** @type {[string, number][]} */ ([
    ['0.5*0.6+0.5', 0.8],
    [' 1 - 2 - 3', -4],
    ['2*3**2', 18],
    ['2**3**2', 512],
    ['min(0.5,0.6, max(1,0.2))', 0.5],
    ['-(1+2)/4', -0.75],
    ['.5/2', 0.25],
    ['0.65-0.29', 0.36],
  ]))
    assert.ok(Math.abs(sumOf(text) - wanted) < 1e-12, text);
  for (const text of [
    '',
    '1+',
    '(1',
    '1)',
    'alert(1)',
    'min 1',
    '1 2',
    '2*x',
    'constructor',
    '((((',
    '('.repeat(100_000),
    '-'.repeat(100_000),
  ])
    assert.ok(Number.isNaN(sumOf(text)), text);
  const lesson = {
    steps: [
      { text: ['{0.8|= 0.5*0.6+0.5} and {0.9|= 0.5*0.6+0.5}', ['{0.05|= 1/20}']], number: { is: '{1|= 2}' } },
      { text: '{0.3|raw layer=1} {0.5|= 1/}' },
    ],
  };
  assert.deepEqual(
    falseSums(lesson).map(({ place, finding, remedy }) => `${place}: ${finding} ${remedy}`),
    [
      'steps[0].text[0]: {0.9|= 0.5*0.6+0.5} does not add up. The value is 0.800.',
      'steps[0].number.is: {1|= 2} does not add up. The value is 2.000.',
      'steps[1].text: {0.5|= 1/} does not add up. Use only + - * / ** ( ) min and max.',
    ],
  );
});

test('what has been done is kept where the browser keeps something, and survives what a stranger wrote there', () => {
  const kept = new Map();
  globalThis.localStorage = /** @type {any} */ ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) });
  stepIsDone('mine', 2);
  stepIsDone('mine', 0);
  assert.deepEqual([...kept.values()], ['{"mine":[0,2]}']);
  for (const broken of ['[]', '{', 'null', '{"other":7}', '{"other":["x",1.5]}']) {
    kept.set([...kept.keys()][0], broken);
    assert.deepEqual(stepsDone('other'), new Set(), broken);
  }
  const forbidden = () => {
    throw new Error('forbidden');
  };
  globalThis.localStorage = /** @type {any} */ ({ getItem: forbidden, setItem: forbidden });
  stepIsDone('theirs', 1);
  assert.deepEqual(stepsDone('theirs'), new Set([1]), 'as long as the page is open');
});
