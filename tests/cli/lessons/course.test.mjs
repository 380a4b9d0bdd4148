// SPDX-License-Identifier: MIT
// @ts-check
// The answers of docs/course.md: every number in them, in its order, with the computation.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { lessonText } from '../../browser/lesson_numbers.mjs';
import { fileOf, valueAt } from './values.mjs';

const sheet = readFileSync(new URL('../../../docs/course.md', import.meta.url), 'utf8');
const answers = new Map(
  [
    ...sheet
      .split('## Answers')[1]
      .split('## ')[0]
      .matchAll(/^(\d+)\. (.*)$/gm),
  ].map(([, number, text]) => [Number(number), text]),
);

const dataOf = (/** @type {string} */ lesson) => JSON.parse(lessonText(lesson)).steps[0].data;
const author = { sample: 'agreement-author' };
const keys = { sample: 'agreement-keys' };
const big = { sample: 'trophy-big' };
const small = { sample: 'trophy-small' };
const byHand = dataOf('rollout-by-hand');
const pipes = dataOf('flow-by-hand');

/** The text there, and the reference that computes it. A text alone is given, such as a setting or the sum of rows.
 * @type {Record<number, (string | [string, string, any])[]>} */
const wanted = {
  1: [
    ['0.131', 'raw layer=6 token=0 key=2', author],
    ['0.124', 'raw layer=6 token=0 key=3', author],
    ['0.123', 'raw layer=6 token=0 key=0', author],
    ['0.198', 'rollout layer=6 token=0 key=2', author],
    ['0.101', 'rollout layer=6 token=0 key=5', author],
  ],
  2: ['0.50', '0.51', '0.5', '0.002'],
  3: [
    '3',
    ['0', 'rollout layer=2 token=2 key=0 start=2', byHand],
    ['0.25', 'rollout layer=2 token=2 key=1 start=2', byHand],
    ['0.75', 'rollout layer=2 token=2 key=2 start=2', byHand],
    '1',
    ['0.75', 'rollout layer=1 token=0 key=0', byHand],
    ['0.05', 'rollout layer=1 token=1 key=0', byHand],
    ['0.1', 'rollout layer=1 token=2 key=0', byHand],
    ['0', '= 0*0.75', null],
    ['0.0125', '= 0.25*0.05', null],
    ['0.075', '= 0.75*0.1', null],
    ['0.0875', 'rollout layer=2 token=2 key=0', byHand],
    ['7/80', 'rollout layer=2 token=2 key=0', byHand],
  ],
  4: [
    ['0.5', 'flow layer=3 token=0 key=1 residual=0', pipes],
    ['0.2', '= min(0.5,0.6,0.2)', null],
    ['0.3', '= min(0.5-0.2,0.4,0.3)', null],
    ['0.2', 'raw layer=1 token=0 key=1', pipes],
    ['0.3', 'raw layer=1 token=1 key=1', pipes],
    ['0.5', 'raw layer=1 token=2 key=1', pipes],
    ['0.2', 'raw layer=1 token=0 key=1', pipes],
    ['0.3', 'raw layer=1 token=1 key=1', pipes],
  ],
  5: ['3', '1', '1'],
  6: [
    ['0.397', 'rollout layer=6 token=0 key=2', big],
    ['0.300', 'rollout layer=6 token=0 key=2', small],
    ['0.085', 'rollout layer=6 token=0 key=8', big],
    ['0.160', 'rollout layer=6 token=0 key=8', small],
    ['0.349', 'raw layer=6 token=0 key=8', small],
    ['0.330', 'raw layer=6 token=0 key=2', small],
  ],
  7: [],
};

test('every number of an answer is what the program computes', () => {
  assert.deepEqual([...answers.keys()], Object.keys(wanted).map(Number));
  assert.equal(
    answers.size,
    [
      ...sheet
        .split('## Exercises')[1]
        .split('## ')[0]
        .matchAll(/^\d+\. /gm),
    ].length,
    'an answer for each exercise',
  );
  for (const [number, text] of answers) {
    const rows = wanted[number].map((row) =>
      typeof row === 'string' ? { shown: row } : { shown: row[0], reference: row[1], data: row[2] },
    );
    assert.deepEqual(
      [...text.matchAll(/\d+\/\d+|\d+(?:\.\d+)?/g)].map(([shown]) => shown),
      rows.map(({ shown }) => shown),
      `answer ${number}`,
    );
    for (const { shown, reference, data } of rows) {
      if (!reference) continue;
      const value = valueAt(reference, data);
      const [above, below] = shown.split('/').map(Number);
      if (below) assert.ok(Math.abs(value - above / below) < 1e-7, `answer ${number}: ${shown}`);
      else assert.equal(value.toFixed(shown.split('.')[1]?.length ?? 0), shown, `answer ${number}: ${reference}`);
    }
  }
});

/** Tokens of the output's row, the largest first. @param {any} data @param {string} method @returns {{text: string, value: number}[]} */
const ranked = (data, method) =>
  fileOf(data)
    .tokens.map((/** @type {string} */ text, /** @type {number} */ key) => ({
      text,
      value: valueAt(`${method} layer=6 token=0 key=${key}`, data),
    }))
    .sort((/** @type {any} */ a, /** @type {any} */ b) => b.value - a.value);
const names = (/** @type {{text: string}[]} */ list) => list.map(({ text }) => text);

test('what the answers say in words is so', () => {
  assert.deepEqual(names(ranked(author, 'raw')).slice(0, 3), ['author', 'that', '[CLS]']);
  const nouns = ['author', 'guards', 'desks'];
  assert.deepEqual(
    names(ranked(author, 'rollout')).filter((text) => nouns.includes(text)),
    nouns,
  );
  assert.equal(ranked(author, 'rollout')[0].text, 'author');

  const lead = (/** @type {string} */ residual) =>
    valueAt(`rollout layer=6 token=0 key=2 residual=${residual}`, keys) -
    valueAt(`rollout layer=6 token=0 key=5 residual=${residual}`, keys);
  assert.ok(lead('0.50') > 0 && lead('0.50') < 0.002 && lead('0.51') < 0);

  const ways = (/** @type {number} */ layer) => valueAt(`flow layer=${layer} token=0 key=2`, keys);
  assert.ok(ways(2) < 0.6 && ways(3) > 1 - 1e-9, 'from layer 3 on');

  assert.ok(
    valueAt('raw layer=3 token=0 key=2', pipes) === 0 &&
      valueAt('raw layer=2 token=0 key=2', pipes) === 0 &&
      valueAt('raw layer=2 token=1 key=2', pipes) === 0,
    'nothing from a gets to c before layer 1',
  );
  assert.equal(ranked(small, 'rollout')[0].text, 'trophy');
  assert.equal(ranked(small, 'raw')[0].text, 'suitcase');
  assert.match(
    JSON.parse(readFileSync(new URL('../../../web/samples/index.json', import.meta.url), 'utf8')).find(
      (/** @type {any} */ one) => one.id === 'trophy-small',
    ).about,
    /answers “suitcase”/,
  );
});
