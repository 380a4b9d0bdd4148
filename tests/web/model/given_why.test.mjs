// SPDX-License-Identifier: MIT
// The answer to why from a program around the page. It is read unchanged, or refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { answerTo } from '../../../web/model/given/answers.js';
import { argumentList, argumentValues } from '../../../web/model/given/arguments.js';

test('why is asked with its arguments in order, and answered without what was not measured, or refused', () => {
  const asked = { by: '', groups: '0,1;2', measure: 'no', layers: 0 };
  assert.deepEqual(argumentList('why', asked), ['', '0,1;2', 'no', '0', '']);
  assert.deepEqual(argumentValues('why', ['', '0,1;2', 'no', '0', '']), asked);
  assert.deepEqual(argumentValues('why', ['', '0,1;2', 'no', '0', 'include']), { ...asked, sinks: 'include' });
  const why = {
    ...{ question: { kind: 'difference', answer: null, second: null }, value: 1, asked: 2, groups: [[0, 1], [2]], sinks: [] },
    ...{ attention: { method: 'rollout', layers: [[1, 0, 0]] }, routes: null, direct: [0.5, 0], lead: 1, scale: 2, needs: null },
  };
  assert.deepEqual(answerTo('why', why), why);
  assert.throws(() => answerTo('why', { ...why, sinks: [{ token: 'x', received: 1 }] }), /sent an invalid answer/);
  assert.throws(() => answerTo('why', { ...why, needs: {} }), /sent an invalid answer/);
  for (const wrong of [
    { direct: [0.5] },
    { groups: [[0, 1], [3]] },
    { named: 2 },
    { attention: { method: 'rollout', layers: [[1, 0, 0], [1]] } },
  ])
    assert.throws(() => answerTo('why', { ...why, ...wrong }), /sent an invalid answer/, JSON.stringify(wrong));
});

test('numbers of what was measured are one for each group, and a score has no probability', () => {
  const needs = {
    ...{ by: 'hide', inserted: '', warning: '', blanks: [], left_out: [1, null], noise: 0.01, layers: [1], read_up_to: [[1, null]] },
    ...{ answer: ['positive 1.5', null], probability: [null, null] },
  };
  const why = {
    ...{
      question: { kind: 'logit' },
      value: 1,
      asked: 1,
      groups: [[0], [1]],
      sinks: [],
      attention: { method: 'rollout', layers: [[1, 0]] },
    },
    ...{ routes: null, direct: null, lead: null, scale: 2, needs },
  };
  assert.deepEqual(answerTo('why', why), why);
  for (const wrong of [{ left_out: [1] }, { answer: [] }, { probability: [null] }, { read_up_to: [] }, { read_up_to: [[1]] }])
    assert.throws(() => answerTo('why', { ...why, needs: { ...needs, ...wrong } }), /sent an invalid answer/, JSON.stringify(wrong));
});
