// SPDX-License-Identifier: MIT
// Numbers in an author's text against the page's: false ones are found with their place, and what cannot be had is not judged.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { falseReferences, hasUnusual } from '../../../web/lessons/references.js';
import { readLesson } from '../../../web/lessons/form/read.js';

const json = JSON.parse(readFileSync(new URL('../../../web/lessons/rollout-by-hand.json', import.meta.url), 'utf8'));
const [first] = json.steps[0].data.attentions.map(([head]) => head);
const mixed = first.map((row, at) => row.map((weight, to) => 0.5 * weight + (at === to ? 0.5 : 0)));
const { data } = readLesson(JSON.stringify(json)).lesson.steps[0];
/** The page with layer 1 of the lesson's data. */
const open = {
  data,
  layers: 1,
  isRelative: false,
  settings: { residual: 0.5, start: 1 },
  isUsual: true,
  matrix: async (method) => (method === 'raw' ? first : mixed),
  chance: async (word) => (word === 'are' ? 0.645 : NaN),
};
const found = async (text, more = {}) => {
  const steps = [{ ...json.steps[0], text: [text], number: undefined, hints: [] }];
  const written = JSON.parse(JSON.stringify({ ...json, steps }));
  const { lesson, faults } = readLesson(JSON.stringify(written));
  assert.deepEqual(faults, []);
  const said = await falseReferences(lesson, written, { ...open, ...more });
  return { ...said, faults: said.faults.map(({ place, finding, remedy }) => `${place}: ${finding} ${remedy}`) };
};

test('a number that the page computes otherwise is marked, and one that comes out is not', async () => {
  assert.deepEqual(await found('Right: {0.80|rollout layer=1 token=1 key=1}, and live {0.3|live raw layer=1 token=1 key=2}.'), {
    faults: [],
    held: 2,
    all: 2,
  });
  assert.deepEqual(await found('Wrong: {0.9|rollout layer=1 token=1 key=1}.'), {
    faults: ['steps[0].text[0]: {0.9|rollout layer=1 token=1 key=1} is wrong. The value is 0.800.'],
    held: 1,
    all: 1,
  });
  assert.deepEqual(await found('{0.75 0.15 0.10; 0.05 0.80 0.15; 0.10 0.10 0.80|rollout layer=1}'), { faults: [], held: 1, all: 1 });
  assert.match(
    (await found('{0.75 0.15 0.10; 0.05 0.80 0.16; 0.10 0.10 0.80|rollout layer=1}')).faults[0],
    /is wrong\. The value is 0\.75 0\.15 0\.10; 0\.05 0\.80 0\.15; /,
  );
  assert.match((await found('{0.75 0.25; 0.05 0.95|rollout layer=1}')).faults[0], /is wrong/);
  assert.deepEqual((await found('{0.7|model answer=are}')).faults, [
    'steps[0].text[0]: {0.7|model answer=are} is wrong. The value is 0.645.',
  ]);
});

test('what cannot be had as the views stand is counted and not judged', async () => {
  for (const [text, more] of /** @type {[string, object][]} */ ([
    ['{0.9|rollout layer=1 token=1 key=1}', { data: 'sample=agreement-keys' }],
    ['{0.9|rollout layer=1 token=1 key=1}', { isUsual: false }],
    ['{0.9|rollout layer=1 token=1 key=1}', { settings: { residual: 0.9, start: 1 } }],
    ['{0.9|rollout layer=1 token=1 key=1 residual=0.9}', {}],
    ['{0.9|flow layer=1 token=1 key=1}', { isRelative: true }],
    ['{0.9|rollout layer=2 token=1 key=1}', {}],
    ['{0.9|rollout layer=1 token=1 key=7}', {}],
    ['{0.9|importance score=unk token=1}', {}],
    ['{0.9|model answer=is}', {}],
    ['{0.9|model answer=are word=keys:key}', {}],
    ['{0.9|rollout layer=1 token=1 key=1}', { matrix: async () => Promise.reject(new Error('gone')) }],
  ]))
    assert.deepEqual(await found(text, more), { faults: [], held: 0, all: 1 }, text);
  assert.deepEqual((await found('{0.9|rollout layer=1 token=1 key=1 residual=0.9}', { settings: { residual: 0.9, start: 1 } })).held, 1);
});

test('an address tells whether something beside the residual weight and the first layer is set', () => {
  const settings = ['fusion', 'heads', 'headsAt', 'residual', 'start', 'discard'];
  for (const fields of ['v=1&sample=x&method=rollout&residual=0.9&start=2', 'preset=no-residual&layer=3', 'token=0&panel=bars'])
    assert.ok(!hasUnusual(fields, settings), fields);
  for (const fields of ['discard=0.1', 'v=1&heads-at=2%3A1', 'hidden=0', 'preset=vit-explain-corrected', 'words=on'])
    assert.ok(hasUnusual(fields, settings), fields);
});
