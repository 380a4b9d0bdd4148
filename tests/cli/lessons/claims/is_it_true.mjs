// SPDX-License-Identifier: MIT
// @ts-check
// What the steps that ask the model say in words, and what makes it true.
import { blanked, largest, placeOf, row, says, stepsOf } from '../rows.mjs';
import { fileOf, valueAt } from '../values.mjs';

/** The places of the words of "the movie was not bad. so it was [MASK].", the largest first. @param {any} data @param {string} method */
function orderOfWords(data, method) {
  const values = row(data, `${method} layer=4 token=10`, 13);
  const words = values.map((_, at) => at).filter((at) => ![0, 10, 12].includes(at));
  return words.sort((a, b) => values[b] - values[a]);
}

/** @type {import('../rows.mjs').Claim[]} */
export const claims = [
  [
    'is-it-true',
    1,
    '*are*, between 0.5 and 0.9',
    (data) => valueAt('model answer=are', data) > 0.5 && valueAt('model answer=are', data) < 0.9,
  ],
  [
    'is-it-true',
    1,
    'It does not know `zebras` as one word, and spells it.',
    (data, file) => fileOf({ ...data, text: data.text.replace('keys', 'zebras') }).tokens.length > file.tokens.length + 2,
  ],
  [
    'is-it-true',
    2,
    'Which word comes second?',
    (data) => blanked(data, 'are', ['keys', 'to', 'cabinet', 'on', 'table']).join() === 'keys,on,to,table,cabinet',
  ],
  [
    'is-it-true',
    3,
    'It is ninth',
    (data, file) =>
      placeOf(row(data, 'raw layer=4 token=6', 11), 2) === 9 &&
      largest(row(data, 'raw layer=4 token=6', 11)) === 7 &&
      file.tokens.length === 11,
  ],
  ['is-it-true', 4, 'It is fifth', (data) => placeOf(row(data, 'rollout layer=4 token=6', 11), 2) === 5],
  [
    'is-it-true',
    4,
    'It is third',
    (data) => placeOf(row(data, 'rollout layer=4 token=6', 11), 7) === 3 && largest(row(data, 'rollout layer=4 token=6', 11)) === 0,
  ],
  [
    'is-it-true',
    5,
    'with almost all of its weight',
    (_, file) => file.attentions[0][0][6][2] > 0.99 && [1, 2, 3].every((head) => file.attentions[0][head][6][2] < 0.5),
  ],
  ['is-it-true', 5, 'The largest weight of the last layer', (data) => largest(row(data, 'raw layer=4 token=6', 11)) === 7],
  [
    'is-it-true',
    5,
    'Nothing happens: *are* has',
    (data) => Math.abs(valueAt('model answer=are cut=4:*:6>7', data) - valueAt('model answer=are', data)) < 0.005,
  ],
  [
    'is-it-true',
    7,
    'Every other word leaves it above 0.9',
    (data) => ['the', 'movie', 'was', '.', 'so', 'it'].every((word) => valueAt(`model answer=good word=${word}:[UNK]`, data) > 0.9),
  ],
  ['is-it-true', 7, '`[CLS]` is first', (data) => largest(row(data, 'rollout layer=4 token=10', 13)) === 0],
  [
    'is-it-true',
    7,
    'Of the words `was` comes first, then `not`',
    (data) => orderOfWords(data, 'rollout').slice(0, 2).join() === '9,4' && orderOfWords(data, 'rollout')[4] === 5,
  ],
  [
    'is-it-true',
    7,
    'After `[MASK]` itself come `not`',
    (data) => {
      const values = row(data, 'relevance layer=4 token=10', 13);
      return placeOf(values, 10) === 1 && placeOf(values, 4) === 2 && placeOf(values, 5) === 3;
    },
  ],
  [
    'is-it-true',
    7,
    'Of the words `not` is first in flow and second in rollout, and `bad` fourth and fifth. But in relevance they are first and second.',
    (data) =>
      [
        ['flow', 0, 3],
        ['rollout', 1, 4],
        ['relevance', 0, 1],
      ].every(([method, not, bad]) => {
        const order = orderOfWords(data, String(method));
        return order[Number(not)] === 4 && order[Number(bad)] === 5;
      }),
  ],
  [
    'is-it-true',
    8,
    'On the sentence about the keys flow scores lower than rollout',
    () => {
      const keys = stepsOf('is-it-true')[0].data;
      return valueAt('spearman score=hide method=flow layer=4', keys) < valueAt('spearman score=hide method=rollout layer=4', keys);
    },
  ],
  [
    'is-it-true',
    8,
    'Of the words flow has `not` first, but `bad` fourth',
    (data) => orderOfWords(data, 'flow')[0] === 4 && orderOfWords(data, 'flow')[3] === 5,
  ],
  [
    'is-it-true',
    2,
    '`keys` matters most, of course',
    (data) => blanked(data, 'are', ['keys', 'to', 'cabinet', 'on', 'table'])[0] === 'keys',
  ],
  [
    'is-it-true',
    2,
    'The model does not fall for the distractor',
    (data) => Math.abs(says(data, 'are', 'word=cabinet:[UNK]') - says(data, 'are')) < 0.02,
  ],
  ['is-it-true', 4, 'Raw attention of the last layer put `on` first', (data) => largest(row(data, 'raw layer=4 token=6', 11)) === 7],
  [
    'is-it-true',
    5,
    'Which cut turns *are* into *is*?',
    (data) => says(data, 'is', 'cut=1:0:6>2') > 0.5 && says(data, 'are', 'cut=1:0:6>2') < 0.05,
  ],
  ['is-it-true', 6, 'in place of `bad` it is torn', (data) => ['good', 'bad'].every((word) => says(data, word, 'word=bad:[UNK]') > 0.3)],
  [
    'is-it-true',
    7,
    'Of the words, which method puts `not` and `bad` first?',
    (data) =>
      ['raw', 'rollout', 'flow', 'relevance'].filter((method) => orderOfWords(data, method).slice(0, 2).join() === '4,5').join() ===
      'relevance',
  ],
  [
    'is-it-true',
    8,
    'The order of the methods is not the same on two sentences',
    (data) => {
      const order = (/** @type {any} */ one) =>
        ['raw', 'rollout', 'flow']
          .sort((a, b) => valueAt(`spearman score=hide method=${a} layer=4`, one) - valueAt(`spearman score=hide method=${b} layer=4`, one))
          .join();
      return order(data) !== order(stepsOf('is-it-true')[0].data);
    },
  ],
  ['is-it-true', 8, 'No: it misses `bad`', (data) => orderOfWords(data, 'flow')[1] !== 5],
  [
    'is-it-true',
    9,
    'rollout (`[CLS]` first), blank-out (`keys` first) and a cut (one edge of layer 1 turns the answer)',
    (data) =>
      largest(row(data, 'rollout layer=4 token=6', 11)) === 0 &&
      blanked(data, 'are', ['the', 'keys', 'to', 'cabinet', 'on', 'table'])[0] === 'keys' &&
      says(data, 'is', 'cut=1:0:6>2') > says(data, 'are', 'cut=1:0:6>2'),
  ],
  [
    'is-it-true',
    9,
    'Without the edge from `[MASK]` to `keys` in the first head of layer 1 the model answers *is*',
    (data) => says(data, 'is', 'cut=1:0:6>2') > 0.5,
  ],
  ['five-questions', 5, 'Rollout of the last layer ranks `[CLS]` first', (data) => largest(row(data, 'rollout layer=4 token=6', 11)) === 0],
  ['five-questions', 5, 'It has `on` first', (data) => largest(row(data, 'raw layer=4 token=6', 11)) === 7],
  [
    'five-questions',
    5,
    'the model answers as before',
    (data) => Math.abs(valueAt('model answer=are cut=4:*:6>0', data) - valueAt('model answer=are', data)) < 0.01,
  ],
  [
    'five-questions',
    5,
    'Flow ranks the tokens in another order',
    (data) => {
      const order = (/** @type {string} */ method) =>
        row(data, `${method} layer=4 token=6`, 11)
          .map((_, key, values) => placeOf(values, key))
          .join();
      return order('flow') !== order('rollout');
    },
  ],
  ['is-it-true', 3, 'First is `on`', (data) => largest(row(data, 'raw layer=4 token=6', 11)) === 7],
  [
    'is-it-true',
    3,
    'Ninth of eleven',
    (data) => placeOf(row(data, 'raw layer=4 token=6', 11), 2) === 9 && fileOf(data).tokens.length === 11,
  ],
  ['is-it-true', 5, '`keys` → `[MASK]` in layer 1, in the first head', (data) => says(data, 'is', 'cut=1:0:6>2') > 0.5],
  ['is-it-true', 5, 'The second is enough', (data) => says(data, 'is', 'cut=1:0:6>2') > 0.5],
];
