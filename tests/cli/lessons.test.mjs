// SPDX-License-Identifier: MIT
// @ts-check
// The numbers of the lessons that ship, those in words among them, by the command line program: quicker than the page,
// and another way to them. tests/browser/lessons/lessons.test.mjs asks the page itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asShown, lessonText, referencesOf } from '../browser/lesson_numbers.mjs';
import { fileOf, valueOf } from './lesson_values.mjs';

const ids = JSON.parse(lessonText('index')).map((/** @type {any} */ one) => one.id);
/** Each step with the data that it looks at. @param {string} id @returns {{step: any, data: any}[]} */
function stepsOf(id) {
  let data;
  return JSON.parse(lessonText(id)).steps.map((/** @type {any} */ step) => ({ step, data: (data = step.data ?? data) }));
}

for (const id of ids) {
  test(`${id}: every number is what the program computes`, () => {
    let seen = 0;
    for (const [index, { step, data }] of stepsOf(id).entries()) {
      for (const { shown, reference } of referencesOf(step)) {
        assert.equal(asShown(valueOf(reference, data), shown), shown.replace(/\s*;\s*/g, '; '), `${id}, step ${index + 1}: {${shown}|${reference}}`);
        seen += 1;
      }
    }
    assert.ok(seen > 8, `${id}: ${seen} numbers`);
  });
}

/** @param {any} data @param {string} reference @param {number} size @returns {number[]} for each key */
const row = (data, reference, size) => Array.from({ length: size }, (_, key) => valueOf(`${reference} key=${key}`, data));
const largest = (/** @type {number[]} */ values) => values.indexOf(Math.max(...values));
const near = (/** @type {number} */ value, /** @type {number} */ wanted) => Math.abs(value - wanted) < 1e-9;

/**
 * What lessons say in words: lesson, step (from 1), the words as they stand there, and what makes them true.
 * @type {[string, number, string, (data: any, file: any) => boolean][]}
 */
const words = [
  ['attention-weights', 2, 'averaged over the 8 heads', (_, file) => file.attentions.every((/** @type {any} */ layer) => layer.length === 8)],
  ['attention-weights', 2, 'All eleven weights of this row', (_, file) => file.tokens.length === 11],
  ['attention-weights', 3, '`cabinet` (row 6 from the top)', (_, file) => file.tokens[5] === 'cabinet'],
  ['attention-weights', 4, 'after layer 6', (_, file) => file.attentions.length === 6],
  ['attention-weights', 4, 'almost three times as much as `keys`', (data) => {
    const times = valueOf('raw layer=6 token=0 key=5', data) / valueOf('raw layer=6 token=0 key=2', data);
    return times > 2.75 && times < 3;
  }],
  ['attention-weights', 4, 'It is second', (data) => row(data, 'raw layer=6 token=0', 11).filter((one) => one >= valueOf('raw layer=6 token=0 key=6', data)).length === 2],
  ['attention-weights', 6, '“keys” is now in front', (data) => largest(row(data, 'rollout layer=6 token=0', 11)) === 2],
  ['attention-weights', 7, 'over all six layers', (_, file) => file.attentions.length === 6],
  ['residual', 6, 'all six residual connections', (_, file) => file.attentions.length === 6],
  ['rollout-by-hand', 6, 'As a fraction, 91/200', (data) => near(valueOf('rollout layer=2 token=0 key=0', data), 91 / 200)],
  ['rollout-by-hand', 9, 'with its 6 layers there are 5 such products, and with its 11 tokens each number is a sum of 11 terms', (_, file) => file.attentions.length === 6 && file.tokens.length === 11],
  ['flow-by-hand', 2, 'In layer 2 `green` looks at `red` alone', (data) => valueOf('raw layer=2 token=1 key=0', data) === 1],
  ['flow-by-hand', 9, '4/18 will do', (data) => near(valueOf('relative-flow layer=3 token=0 key=0 residual=0', data), 4 / 18)],
  ['pictures', 1, 'here there are 4 by 4', (_, file) => file.image.grid.join() === '4,4' && file.tokens.length === 17],
  ['pictures', 2, 'The strongest is `r3c2`', (data, file) => largest(row(data, 'raw layer=4 token=0', 17)) === file.tokens.indexOf('r3c2')],
  ['pictures', 4, '`r1c1`, the empty corner', (data, file) => largest(row(data, 'rollout layer=4 token=0', 17)) === file.tokens.indexOf('r1c1')],
  ['pictures', 4, 'patches have between', (data) => {
    const patches = row(data, 'rollout layer=4 token=0', 17).slice(1);
    return patches.indexOf(Math.min(...patches)) === 9 - 1 && largest(patches) === 1 - 1;
  }],
  ['pictures', 7, 'and our raw attention, from', (data) => {
    const patches = row(data, 'raw layer=4 token=0', 17).slice(1);
    return patches.indexOf(Math.min(...patches)) === 15 - 1 && largest(patches) === 10 - 1;
  }],
  ['which-to-believe', 2, 'One sentence of eleven tokens', (_, file) => file.tokens.length === 11],
  ['which-to-believe', 2, 'the last of the three', (data) => ['raw', 'flow'].every((method) => valueOf(`spearman score=blankout method=${method} layer=6`, data) > valueOf('spearman score=blankout method=rollout layer=6', data))],
  ['which-to-believe', 3, 'for nine of them blank-out moves the answer by less than a hundred-thousandth', (_, file) => file.importance.blankout.filter((/** @type {number} */ one) => one < 1e-5).length === 9],
  ['which-to-believe', 4, 'after layer 6 three inputs are there', (data) => row(data, 'flow layer=6 token=0', 11).filter((one) => one > 1 - 1e-6).length === 3],
  ['which-to-believe', 4, 'rises from layer to layer', (data) => [2, 3, 4, 5, 6].every((layer) => row(data, `flow layer=${layer} token=0`, 11).every((one, key) => one > valueOf(`flow layer=${layer - 1} token=0 key=${key}`, data) - 1e-6))],
  ['which-to-believe', 5, 'for each of the four tokens', (data, file) => file.tokens.length === 4 && row(data, 'raw layer=1 token=3', 4).every((one) => one === 0.25)],
  ['which-to-believe', 5, 'after three such layers', (_, file) => file.attentions.length === 3],
];

test('what the lessons say in words is so', () => {
  for (const [id, step, text, holds] of words) {
    const { step: said, data } = stepsOf(id)[step - 1];
    assert.ok(JSON.stringify(said).includes(text), `${id}, step ${step} says no more: ${text}`);
    assert.ok(holds(data, fileOf(data)), `${id}, step ${step}: ${text}`);
  }
});

test('a number that is wrong by one in its last place is found', () => {
  const data = { sample: 'agreement-keys' };
  const value = valueOf('raw layer=6 token=0 key=5', data);
  assert.equal(asShown(value, '0.253'), '0.253');
  assert.notEqual(asShown(value, '0.254'), '0.254');
  assert.throws(() => valueOf('rollout layer=2 tokn=0', data), /"tokn" is not known/);
  assert.throws(() => valueOf('guess layer=2', data), /is no number that can be computed/);
});
