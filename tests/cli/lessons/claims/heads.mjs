// SPDX-License-Identifier: MIT
// @ts-check
// Claims of the lesson on heads that specialise, and their checks.
import { jsonLines } from '../../sentences.mjs';
import { largest, says } from '../rows.mjs';

const id = 'heads-that-specialise';
const list = new URL('../../../data/why/agreement.jsonl', import.meta.url).pathname;
const layers = [1, 2, 3, 4];
const heads = [0, 1, 2, 3];
const noun = 'head=1:0';
const verbs = ['are', 'is'];

/** The weights that the gap gives in a head. @param {any} file @param {number} layer from 1 @param {number} head @returns {number[]} */
const rowOf = (file, layer, head) => file.attentions[layer - 1][head][file.tokens.indexOf('[MASK]')];
/** The largest of these answers. @param {any} data @param {string} change @param {string[]} answers */
const first = (data, change, answers) => answers[largest(answers.map((answer) => says(data, answer, change)))];
/** The share of `keys` in each head of layer 1. @param {any} file */
const shares = (file) => heads.map((head) => rowOf(file, 1, head)[2]);
const isSpread = (/** @type {any} */ file) => {
  const [one, two, three, four] = shares(file);
  return one > 0.95 && Math.abs(three - 1 / 3) < 0.05 && two < 0.06 && four < 0.06;
};
/** Heads without which another verb comes first. @param {any} data */
const needed = (data) => {
  const all = layers.flatMap((layer) => heads.map((head) => `head=${layer}:${head}`));
  return all.filter((head) => first(data, head, [...verbs, 'was', 'were']) !== 'are');
};
const isOne = (/** @type {any} */ data) => needed(data).join() === noun;
const isSame = (/** @type {any} */ data, /** @type {string} */ answer, /** @type {string} */ change) =>
  Math.abs(says(data, answer, change) - says(data, answer)) < 0.03;
/** The texts about *is* and *are* whose verb a cut of the head turns, with their verb before it. @param {any} data */
const turned = ({ model }) =>
  jsonLines(list)
    .filter(({ target }) => /^(is-are|are-is)$/.test(target))
    .map(({ text }) => {
      const [before, after] = ['', noun].map((change) => first({ model, text }, change, verbs));
      return { text, before, isTurned: before !== after };
    });
const counted = (/** @type {any} */ data, /** @type {string} */ verb) => {
  const ofVerb = turned(data).filter(({ before }) => before === verb);
  return [ofVerb.length, ofVerb.filter(({ isTurned }) => isTurned).length];
};
const owners = ['his', 'her', 'its', 'their', 'the', 'a', 'my'];
const withGirl = (/** @type {any} */ data) => ({ ...data, text: data.text.replace('boy', 'girl') });

/** @type {import('../rows.mjs').Claim[]} */
export const claims = [
  [id, 0, 'A small model has sixteen heads', () => layers.length * heads.length === 16],
  [
    id,
    1,
    'This encoder has four layers, and four **heads** in each',
    (_, file) => file.attentions.length === 4 && file.attentions.every((/** @type {any[]} */ layer) => layer.length === 4),
  ],
  [id, 1, 'But one head gives it nearly all of its weight, another about a third', (_, file) => isSpread(file)],
  [id, 1, 'One head gives it nearly all of its weight, another about a third', (_, file) => isSpread(file)],
  [id, 1, 'One nearly everything, one a third, two almost nothing', (_, file) => isSpread(file)],
  [id, 1, 'Each about as much as the average', (_, file) => isSpread(file)],
  [id, 1, 'Head 1 gives it nearly all of its weight, head 3 about a third.', (_, file) => isSpread(file)],
  [id, 1, 'The average would be the same', (_, file) => Math.abs(shares(file).reduce((a, b) => a + b, 0) / 4 - 2 / 3 / 2) < 0.02],
  [id, 2, 'Which heads does the answer need?', isOne],
  [id, 2, 'In the other fifteen runs *are* stays first', isOne],
  [
    id,
    2,
    'This head brings the subject to the gap.',
    (data) => says({ ...data, text: data.text.replace('keys', 'key') }, 'is') > 0.6 && isOne(data),
  ],
  [
    id,
    3,
    'head 2 gives more than nine tenths of the weight of `[MASK]` to one word, `on`',
    (_, file) => rowOf(file, 3, 1)[7] > 0.9 && file.tokens[7] === 'on',
  ],
  [id, 3, 'A large weight need not have a large effect', (data) => isSame(data, 'are', 'head=3:1')],
  [id, 3, 'Almost the same', (data) => isSame(data, 'are', 'head=3:1')],
  [
    id,
    3,
    'Head 3 of layer 4 also looks at `on`',
    (data, file) => largest(rowOf(file, 4, 2)) === 7 && says(data, 'are', 'head=3:1;4:2') > says(data, 'are'),
  ],
  [id, 4, 'head 1 of layer 1 looks at `key`', (_, file) => largest(rowOf(file, 1, 0)) === 2 && file.tokens[2] === 'key'],
  [id, 4, 'this model prefers *is*', (data) => first(data, noun, verbs) === 'is' && counted(data, 'are').join() === '21,21'],
  [id, 4, 'the model still prefers one verb', (data) => first(data, noun, verbs) === 'is'],
  [id, 4, '*are* led in 21 of them, and *is* overtook it in each.', (data) => counted(data, 'are').join() === '21,21'],
  [
    id,
    4,
    '*is* led in 19, and *are* overtook it in three, all with `that`.',
    (data) =>
      counted(data, 'is').join() === '19,3' &&
      turned(data).every(({ text, before, isTurned }) => before === 'are' || !isTurned || / that /.test(text)),
  ],
  [
    id,
    4,
    'We cut this head in 40 other sentences',
    (data) => turned(data).length === 40 && turned(data).every(({ text }) => text !== data.text),
  ],
  [id, 5, '*its*', (data) => first(data, noun, owners) === 'its'],
  [id, 5, 'The head brings more of a noun than its number', (data) => says(data, 'his') > 0.9 && says(data, 'their', noun) < 0.5],
  [
    id,
    5,
    'Then *its* also comes first',
    (data) => first(withGirl(data), noun, owners) === 'its' && says(withGirl(data), 'its', noun) > 0.5,
  ],
  [
    id,
    6,
    'head 1 gives nearly all of the weight of `[MASK]` to `movie`',
    (_, file) => file.tokens[2] === 'movie' && rowOf(file, 1, 0)[2] > 0.95,
  ],
  [id, 6, 'Head 4 spreads it over many tokens.', (_, file) => Math.max(...rowOf(file, 1, 3)) < 0.35],
  [id, 6, 'Only head 4', (data) => isSame(data, 'good', noun) && says(data, 'good', 'head=1:3') < 0.05],
  [id, 6, 'At `[MASK]` alone the head is not needed', (data) => isSame(data, 'good', 'cut=1:3:10>*')],
  [
    id,
    6,
    'At `not` it looks mostly at `bad`, and without these weights *good* loses almost half.',
    (data, file) => {
      const left = says(data, 'good', 'cut=1:3:4>*') / says(data, 'good');
      return file.tokens[4] === 'not' && file.attentions[0][3][4][5] > 0.5 && file.tokens[5] === 'bad' && left > 0.5 && left < 0.6;
    },
  ],
  [id, 7, 'Head 2 of layer 3 had one large weight, too', (_, file) => rowOf(file, 3, 1)[7] > 0.9],
  [
    id,
    7,
    '“Without it *is* overtook *are* in all 21 tested sentences where *are* led.”',
    (data) => counted(data, 'are').join() === '21,21',
  ],
  [id, 7, 'In three of 19 such sentences the cut did change the verb.', (data) => counted(data, 'is').join() === '19,3'],
];
