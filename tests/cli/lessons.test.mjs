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
/** From 1, the largest first. @param {number[]} values @param {number} index */
const placeOf = (values, index) => values.filter((one) => one > values[index]).length + 1;
/** Words by how far an answer falls without each. @param {any} data @param {string} answer @param {string[]} list */
const blanked = (data, answer, list) => list.map((word) => ({ word, left: valueOf(`model answer=${answer} word=${word}:[UNK]`, data) })).sort((a, b) => a.left - b.left).map(({ word }) => word);
const near = (/** @type {number} */ value, /** @type {number} */ wanted) => Math.abs(value - wanted) < 1e-6; // weights are 32-bit numbers

/**
 * What lessons say in words: lesson, step (from 1), the words as they stand there, and what makes them true.
 * @type {[string, number, string, (data: any, file: any) => boolean][]}
 */
const words = [
  ['attention-weights', 1, 'It is sure of it', (data) => valueOf('model answer=garage', data) > 0.9],
  ['attention-weights', 1, 'The word `big` settles it', (data) => valueOf('model answer=radio word=big:small', data) > 0.9 && valueOf('model answer=garage word=big:[UNK]', data) < valueOf('model answer=garage', data) - 0.2],
  ['attention-weights', 2, 'So the answer is copied from `garage`', (data) => ['chest', 'suitcase'].every((noun) => valueOf(`model answer=${noun} word=garage:${noun}`, data) > 0.9) && ['piano', 'book'].every((noun) => valueOf(`model answer=garage word=radio:${noun}`, data) > 0.9)],
  ['attention-weights', 3, 'averaged over the 4 heads', (_, file) => file.attentions.every((/** @type {any} */ layer) => layer.length === 4)],
  ['attention-weights', 3, 'It takes most from `radio`', (data) => largest(row(data, 'raw layer=1 token=9', 14)) === 2],
  ['attention-weights', 3, 'All fourteen weights of this row', (_, file) => file.tokens.length === 14],
  ['attention-weights', 4, '`enough` (row 13 from the top)', (_, file) => file.tokens[12] === 'enough'],
  ['attention-weights', 4, '`enough` is three rows further down', (_, file) => file.tokens.indexOf('[MASK]') === 9],
  ['attention-weights', 5, 'after layer 4', (_, file) => file.attentions.length === 4],
  ['attention-weights', 5, '`radio` is ahead in each', (data) => [1, 2, 3, 4].every((layer) => valueOf(`raw layer=${layer} token=9 key=2`, data) > 2 * valueOf(`raw layer=${layer} token=9 key=6`, data))],
  ['attention-weights', 6, 'Perhaps a little is enough?', (_, file) => file.attentions.flat().every((/** @type {number[][]} */ head) => head[9][6] < 0.07)],
  ['attention-weights', 6, '`[MASK]` does not need to look at `garage` at all', (data) => Math.abs(valueOf('model answer=garage', data) - valueOf('model answer=garage cut=1:*:9>6;2:*:9>6;3:*:9>6;4:*:9>6', data)) < 0.001],
  ['attention-weights', 7, 'with almost all of its weight', (_, file) => file.attentions[2][2][12][6] > 0.97 && [0, 1, 3].every((head) => file.attentions[2][head][12][6] < 0.15)],
  ['attention-weights', 7, 'though no weight of that row was larger', (data) => largest(row(data, 'raw layer=1 token=9', 14)) === 2],
  ['attention-weights', 7, 'two layers, and neither shows it on its own', (data) => largest(row(data, 'raw layer=4 token=9', 14)) === 12 && valueOf('model answer=garage cut=4:*:9>12', data) < 0.1],
  ['attention-weights', 8, 'Only the last layer turns the order around', (data) => [1, 2, 3, 4].every((layer) => valueOf(`rollout layer=${layer} token=9 key=6`, data) > valueOf(`rollout layer=${layer} token=9 key=2`, data) === (layer === 4))],
  ['attention-weights', 9, 'Rollout ranks four tokens above `garage`, `[CLS]` first', (data) => placeOf(row(data, 'rollout layer=4 token=9', 14), 6) === 5 && largest(row(data, 'rollout layer=4 token=9', 14)) === 0],
  ['attention-weights', 9, 'Flow, too, ranks `garage` above `radio`', (data) => valueOf('flow layer=4 token=9 key=6', data) > valueOf('flow layer=4 token=9 key=2', data)],
  ['attention-weights', 9, 'over all four layers', (_, file) => file.attentions.length === 4],
  ['residual', 3, 'With which of the two are the rows of `new` and `york` more alike?', (data) => {
    const apart = (/** @type {number} */ residual) => Math.abs(valueOf(`rollout layer=2 token=0 key=0 residual=${residual}`, data) - valueOf(`rollout layer=2 token=1 key=0 residual=${residual}`, data));
    return near(apart(0), 0.04) && near(apart(0.5), 0.36);
  }],
  ['residual', 4, 'In the product the differences **multiply**', (data) => {
    const apart = (/** @type {string} */ what) => valueOf(`rollout ${what} token=0 key=0`, data) - valueOf(`rollout ${what} token=1 key=0`, data);
    return near(apart('layer=2'), apart('layer=1') * apart('layer=2 start=2'));
  }],
  ['residual', 5, 'over its four layers', (_, file) => file.attentions.length === 4],
  ['residual', 5, 'far more than all others together', (data) => largest(row(data, 'rollout layer=4 token=6 residual=0', 11)) === 0 && valueOf('rollout layer=4 token=6 key=0 residual=0', data) > 2 * (1 - valueOf('rollout layer=4 token=6 key=0 residual=0', data))],
  ['residual', 5, 'At 0.9 `[MASK]` is first', (data) => largest(row(data, 'rollout layer=4 token=6 residual=0.9', 11)) === 6],
  ['residual', 6, 'Which single cut leaves the answer as it is?', (data) => {
    const are = (/** @type {string} */ cut) => valueOf(`model answer=are ${cut}`.trim(), data);
    return Math.abs(are('residual=1:2') - are('')) < 0.01 && are('residual=1:6') < 0.05 && are('cut=1:*:6>2') < 0.05;
  }],
  ['residual', 7, 'never went through attention', (data) => 0.9 ** 4 < valueOf('rollout layer=4 token=6 key=6 residual=0.9', data)],
  ['residual', 8, '`[CLS]` with 0, `[MASK]` with 0.9', (data) => [[0, 0], [0.9, 6]].every(([residual, key]) => largest(row(data, `rollout layer=4 token=6 residual=${residual}`, 11)) === key)],
  ['rollout-by-hand', 6, 'As a fraction, 91/200', (data) => near(valueOf('rollout layer=2 token=0 key=0', data), 91 / 200)],
  ['rollout-by-hand', 9, 'with its 6 layers there are 5 such products, and with its 11 tokens each number is a sum of 11 terms', (_, file) => file.attentions.length === 6 && file.tokens.length === 11],
  ['flow-by-hand', 2, 'In layer 2 `b` looks only at `a`', (data) => valueOf('raw layer=2 token=1 key=0', data) === 1],
  ['flow-by-hand', 6, 'Rollout is never larger than flow', (data) => [0, 1, 2].every((token) => row(data, `rollout layer=3 token=${token} residual=0`, 3).every((one, key) => one <= valueOf(`flow layer=3 token=${token} key=${key} residual=0`, data) + 1e-9))],
  ['flow-by-hand', 9, '4/18 will do', (data) => near(valueOf('relative-flow layer=3 token=0 key=0 residual=0', data), 4 / 18)],
  ['pictures', 1, 'here there are 7 by 7', (_, file) => file.image.grid.join() === '7,7' && file.tokens.length === 50],
  ['pictures', 2, 'One digit, with more than 0.8', (data) => valueOf('model answer=1', data) > 0.8],
  ['pictures', 3, 'The largest weight goes to', (data, file) => ['r2c4', 'r4c2', 'r2c2'].every((name, at) => placeOf(row(data, 'raw layer=4 token=0', 50), file.tokens.indexOf(name)) === at + 1)],
  ['pictures', 4, 'more than any other patch', (data) => largest(row(data, 'raw layer=4 token=0', 50).slice(1)) === 18],
  ['pictures', 4, 'It hardly changes', (data) => Math.abs(valueOf('model answer=8', data) - valueOf('model answer=8 wipe=18', data)) < 0.01],
  ['pictures', 5, 'Which patch comes first now?', (data, file) => {
    const patches = row(data, 'rollout layer=4 token=0', 50).slice(1);
    return ['r4c2', 'r2c4'].every((name, at) => placeOf(patches, file.tokens.indexOf(name) - 1) === at + 1) && patches.indexOf(Math.min(...patches)) === file.tokens.indexOf('r0c1') - 1;
  }],
  ['pictures', 5, 'Wiping `r5c3` costs more than wiping any other single patch', (data) => {
    const left = Array.from({ length: 49 }, (_, patch) => valueOf(`model answer=8 wipe=${patch}`, data));
    return left.indexOf(Math.min(...left)) === 30;
  }],
  ['pictures', 6, 'With both wiped the model says', (data) => valueOf('model answer=3 wipe=16;30', data) > 0.5],
  ['pictures', 8, 'and our raw attention, from', (data) => [['raw', 49, 19], ['rollout', 2, 31]].every(([method, least, most]) => {
    const patches = row(data, `${method} layer=4 token=0`, 50).slice(1);
    return patches.indexOf(Math.min(...patches)) === Number(least) - 1 && largest(patches) === Number(most) - 1;
  })],
  ['is-it-true', 1, '*are*, between 0.5 and 0.9', (data) => valueOf('model answer=are', data) > 0.5 && valueOf('model answer=are', data) < 0.9],
  ['is-it-true', 1, 'It does not know `zebras` as one word, and spells it.', (data, file) => fileOf({ ...data, text: data.text.replace('keys', 'zebras') }).tokens.length > file.tokens.length + 2],
  ['is-it-true', 2, 'Which word comes second?', (data) => blanked(data, 'are', ['keys', 'to', 'cabinet', 'on', 'table']).join() === 'keys,on,to,table,cabinet'],
  ['is-it-true', 3, 'It is ninth', (data, file) => placeOf(row(data, 'raw layer=4 token=6', 11), 2) === 9 && largest(row(data, 'raw layer=4 token=6', 11)) === 7 && file.tokens.length === 11],
  ['is-it-true', 4, 'It is fifth', (data) => placeOf(row(data, 'rollout layer=4 token=6', 11), 2) === 5],
  ['is-it-true', 4, 'It is third', (data) => placeOf(row(data, 'rollout layer=4 token=6', 11), 7) === 3 && largest(row(data, 'rollout layer=4 token=6', 11)) === 0],
  ['is-it-true', 5, 'with almost all of its weight', (_, file) => file.attentions[0][0][6][2] > 0.99 && [1, 2, 3].every((head) => file.attentions[0][head][6][2] < 0.5)],
  ['is-it-true', 5, 'The largest weight of the last layer', (data) => largest(row(data, 'raw layer=4 token=6', 11)) === 7],
  ['is-it-true', 5, 'Nothing happens: *are* has', (data) => Math.abs(valueOf('model answer=are cut=4:*:6>7', data) - valueOf('model answer=are', data)) < 0.005],
  ['is-it-true', 7, 'Every other word leaves it above 0.9', (data) => ['the', 'movie', 'was', '.', 'so', 'it'].every((word) => valueOf(`model answer=good word=${word}:[UNK]`, data) > 0.9)],
  ['is-it-true', 7, 'First is `[CLS]`', (data) => largest(row(data, 'rollout layer=4 token=10', 13)) === 0],
  ['is-it-true', 7, 'Its first is `[MASK]` itself, then the word `was` before it', (data) => placeOf(row(data, 'relevance layer=4 token=10', 13), 10) === 1 && placeOf(row(data, 'relevance layer=4 token=10', 13), 9) === 2],
  ['is-it-true', 7, 'In rollout `not` is fourth and `bad` seventh, in flow third and sixth, in relevance eighth and seventh.', (data) => [['rollout', 4, 7], ['flow', 3, 6], ['relevance', 8, 7]].every(([method, not, bad]) => {
    const values = row(data, `${method} layer=4 token=10`, 13);
    return placeOf(values, 4) === not && placeOf(values, 5) === bad;
  })],
  ['is-it-true', 8, 'On the sentence about the keys flow scores lower than rollout', () => {
    const keys = stepsOf('is-it-true')[0].data;
    return valueOf('spearman score=unk method=flow layer=4', keys) < valueOf('spearman score=unk method=rollout layer=4', keys);
  }],
  ['is-it-true', 8, 'Flow has `[CLS]` first, and `bad` sixth', (data) => largest(row(data, 'flow layer=4 token=10', 13)) === 0],
  ['five-questions', 5, 'Rollout of the last layer ranks `[CLS]` first', (data) => largest(row(data, 'rollout layer=4 token=6', 11)) === 0],
  ['five-questions', 5, 'It has `on` first', (data) => largest(row(data, 'raw layer=4 token=6', 11)) === 7],
  ['five-questions', 5, 'the model answers as before', (data) => Math.abs(valueOf('model answer=are cut=4:*:6>0', data) - valueOf('model answer=are', data)) < 0.01],
  ['five-questions', 5, 'Flow ranks the tokens in another order', (data) => {
    const order = (/** @type {string} */ method) => row(data, `${method} layer=4 token=6`, 11).map((_, key, values) => placeOf(values, key)).join();
    return order('flow') !== order('rollout');
  }],
  ['which-to-believe', 1, 'more than two thirds of all attention goes to `[CLS]`, in every layer', (_, file) => file.attentions.every((/** @type {number[][][]} */ layer) => {
    const rows = layer.flat();
    return rows.reduce((sum, one) => sum + one[0], 0) / rows.length > 2 / 3;
  })],
  ['which-to-believe', 1, 'Almost the same', (data) => Math.abs(valueOf('model answer=are cut=1:*:*>0;2:*:*>0;3:*:*>0;4:*:*>0', data) - valueOf('model answer=are', data)) < 0.01],
  ['which-to-believe', 1, 'Rollout ranks `[CLS]` first at `[MASK]`', (data) => largest(row(data, 'rollout layer=4 token=6', 11)) === 0],
  ['which-to-believe', 2, 'It hardly moves', (data) => {
    const changed = { ...data, text: data.text.replace('guards', 'guard') };
    return Math.abs(valueOf('rollout layer=4 token=6 key=2', data) - valueOf('rollout layer=4 token=6 key=2', changed)) < 0.005;
  }],
  ['which-to-believe', 2, '`[MASK]` looks at the noun as before', (_, file) => {
    const there = fileOf({ model: 'agreement', text: 'the guard near the cabinet [MASK] very happy' });
    const looks = (/** @type {any} */ one) => one.attentions[0].reduce((/** @type {number} */ sum, /** @type {number[][]} */ head) => sum + head[6][2] / 4, 0);
    return file.tokens[2] === 'guards' && Math.abs(looks(file) - looks(there)) < 0.02;
  }],
  ['which-to-believe', 2, 'The verb turns', (data) => ['are', 'is'].every((verb, at) => [valueOf(`model answer=${verb}`, data), valueOf(`model answer=${verb} word=guards:guard`, data)][at] > 0.6)],
  ['which-to-believe', 3, 'How many of the eleven inputs have reached it after layer 6?', (data, file) => file.tokens.length === 11 && [3, 6].every((layer) => row(data, `flow layer=${layer} token=0`, 11).filter((one) => one > 1 - 1e-6).length === (layer === 3 ? 1 : 3))],
  ['which-to-believe', 3, 'rises from layer to layer', (data) => [2, 3, 4, 5, 6].every((layer) => row(data, `flow layer=${layer} token=0`, 11).every((one, key) => one > valueOf(`flow layer=${layer - 1} token=0 key=${key}`, data) - 1e-6))],
  ['which-to-believe', 4, 'for each of the four tokens', (data, file) => file.tokens.length === 4 && row(data, 'raw layer=1 token=3', 4).every((one) => one === 0.25)],
  ['which-to-believe', 4, 'Another one has more', (data) => largest(row(data, 'rollout layer=3 token=3', 4)) === 0],
  ['which-to-believe', 4, 'each layer adds to “once”', (data) => [[0, 1], [3, -1]].every(([key, sign]) => [2, 3].every((layer) => sign * (valueOf(`rollout layer=${layer} token=3 key=${key}`, data) - valueOf(`rollout layer=${layer - 1} token=3 key=${key}`, data)) > 0))],
  ['which-to-believe', 4, 'Flow does the same', (data) => largest(row(data, 'flow layer=3 token=3', 4)) === 0],
  ['which-to-believe', 4, 'after three such layers', (_, file) => file.attentions.length === 3],
  ['which-to-believe', 5, 'raw attention from `[CLS]` has `bad` first', (data) => [5, 4].every((key, at) => placeOf(row(data, 'raw layer=6 token=0', 10), key) === at + 1)],
  ['which-to-believe', 5, '`not` is seventh', (data, file) => file.tokens.length === 10 && [[0, 1], [5, 2], [4, 7]].every(([key, place]) => placeOf(row(data, 'relevance layer=6 token=0', 10), key) === place)],
  ['which-to-believe', 6, 'even a little more', (data) => {
    const more = valueOf('model answer=are cut=4:*:6>*', data) - valueOf('model answer=are', data);
    return more > 0 && more < 0.05;
  }],
  ['which-to-believe', 6, 'it looks mostly at `on`', (data) => valueOf('raw layer=4 token=6 key=7', data) > 0.5],
  ['which-to-believe', 7, 'It falls to less than a quarter', (data) => valueOf('model answer=are cut=1:*:6>*', data) < 0.25 * valueOf('model answer=are', data)],
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
