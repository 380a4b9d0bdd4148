// SPDX-License-Identifier: MIT
// @ts-check
// Claims of the lesson on the limits of attention, and their checks.
import { jsonLines } from '../../sentences.mjs';
import { largest, placeOf, row, says } from '../rows.mjs';
import { fileOf, valueAt, why } from '../values.mjs';

const id = 'which-to-believe';
const every = 'cut=1:*:*>0;2:*:*>0;3:*:*>0;4:*:*>0';
const rules = ['', ' rule=renormalise'];
const list = new URL('../../../data/why/agreement.jsonl', import.meta.url).pathname;
const singular = (/** @type {any} */ data) => ({ ...data, text: data.text.replace('guards', 'guard') });
const hardlyMoves = (/** @type {any} */ data) =>
  Math.abs(valueAt('rollout layer=4 token=6 key=2', data) - valueAt('rollout layer=4 token=6 key=2', singular(data))) < 0.005;
const isSeventh = (/** @type {any} */ data) => placeOf(row(data, 'relevance layer=6 token=0', 10), 4) === 7;

/** The first answer to each test sentence, and its probability after the cut of all edges from [CLS]. @param {string} model @param {string} rule */
const moved = (model, rule) =>
  jsonLines(list).map(({ text }) => {
    const data = { model, text };
    const answer = why(data).question.answer.text.trim();
    return says(data, answer) - says(data, answer, every + rule);
  });

/** @type {import('../rows.mjs').Claim[]} */
export const claims = [
  [
    id,
    1,
    '`[CLS]` gets more than two thirds of all attention, in every layer',
    (_, file) =>
      file.attentions.every((/** @type {number[][][]} */ layer) => {
        const rows = layer.flat();
        return rows.reduce((sum, one) => sum + one[0], 0) / rows.length > 2 / 3;
      }),
  ],
  [id, 1, 'About the same', (data) => rules.every((rule) => Math.abs(says(data, 'are', every + rule) - says(data, 'are')) < 0.01)],
  [
    id,
    1,
    'The answer moved by less than 0.1 in 69 of them, and it lost 0.48 in one.',
    (data) => {
      const lost = moved(data.model, '');
      return lost.length === 75 && lost.filter((one) => Math.abs(one) < 0.1).length === 69 && lost.some((one) => one.toFixed(2) === '0.48');
    },
  ],
  [id, 2, 'ollout hardly moves.', hardlyMoves],
  [
    id,
    2,
    '`[MASK]` takes as much from the noun as before',
    (data, file) => {
      const there = fileOf(singular(data));
      const looks = (/** @type {any} */ one) =>
        one.attentions[0].reduce((/** @type {number} */ sum, /** @type {number[][]} */ head) => sum + head[6][2] / 4, 0);
      return file.tokens[2] === 'guards' && Math.abs(looks(file) - looks(there)) < 0.02;
    },
  ],
  [id, 2, 'Only the answer', (data) => says(data, 'are') > 0.6 && says(singular(data), 'is') > 0.6 && hardlyMoves(data)],
  [
    id,
    3,
    'each token takes *the same* from every token that it can attend to',
    (_, file) =>
      file.attentions.flat(2).every((/** @type {number[]} */ line) => new Set(line.filter((one) => one > 0)).size === 1) &&
      file.attentions.length === 3,
  ],
  [id, 3, 'The weights are equal, the paths are not.', (data) => Math.max(...row(data, 'rollout layer=3 token=3', 4)) > 0.35],
  [
    id,
    3,
    '`once`, the first token',
    (data) => [1, 2, 3].every((layer) => layer < 3 || largest(row(data, `rollout layer=${layer} token=3`, 4)) === 0),
  ],
  [
    id,
    4,
    'Raw attention of the last layer ranks `bad` first and `not` second.',
    (data) => [5, 4].every((key, at) => placeOf(row(data, 'raw layer=6 token=0', 10), key) === at + 1),
  ],
  [id, 4, 'It becomes seventh', isSeventh],
  [id, 4, 'It is seventh', isSeventh],
  [id, 5, 'At least as much', (data) => rules.every((rule) => says(data, 'are', `cut=4:*:6>*${rule}`) >= says(data, 'are'))],
  [
    id,
    5,
    'a little more than before',
    (data) => {
      const more = says(data, 'are', 'cut=4:*:6>*') - says(data, 'are');
      return more > 0 && more < 0.05;
    },
  ],
  [
    id,
    5,
    'so both rules agree',
    (data) => says(data, 'are', 'cut=4:*:6>*').toFixed(6) === says(data, 'are', 'cut=4:*:6>* rule=renormalise').toFixed(6),
  ],
  [id, 6, 'Less than half of it', (data) => rules.every((rule) => says(data, 'are', `cut=1:*:6>*${rule}`) < 0.5 * says(data, 'are'))],
  [id, 6, 'It rose only in layer 4.', (data) => says(data, 'are', 'cut=4:*:6>*') > says(data, 'are')],
  [id, 6, 'In layer 1 `[MASK]` takes the number from its subject.', (data) => says(data, 'are', 'cut=1:0:6>2') < 0.05],
];
