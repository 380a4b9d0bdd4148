// SPDX-License-Identifier: MIT
// @ts-check
// Claims of the lessons on weights and on the residual, with the computation that proves each.
import { largest, near, row, says, sum } from '../rows.mjs';
import { valueAt } from '../values.mjs';

const id = 'attention-weights';
const direct = 'cut=1:*:9>6;2:*:9>6;3:*:9>6;4:*:9>6';
const one = 'cut=3:2:12>6';
const rules = ['', ' rule=renormalise'];
/** Each layer's row of [MASK]. @param {any} data */
const rowsOf = (data) => [1, 2, 3, 4].map((layer) => row(data, `raw layer=${layer} token=9`, 14));
const hardlyLooks = (/** @type {any} */ _, /** @type {any} */ file) =>
  file.attentions.flat().every((/** @type {number[][]} */ head) => head[9][6] < 0.07);

/** How far the two rows of the residual's sample are apart after both layers. @param {any} data @param {number} residual */
const apart = (data, residual) =>
  Math.abs(
    valueAt(`rollout layer=2 token=0 key=0 residual=${residual}`, data) -
      valueAt(`rollout layer=2 token=1 key=0 residual=${residual}`, data),
  );

/** @type {import('../rows.mjs').Claim[]} */
export const claims = [
  [id, 0, 'a word that the gap hardly attends to in any layer', hardlyLooks],
  [id, 0, 'why one layer is not enough', (data) => rowsOf(data).every((values) => values[2] > values[6]) && says(data, 'garage') > 0.9],
  [
    id,
    1,
    'The word `big` decides it',
    (data) => says(data, 'radio', 'word=big:small') > 0.9 && says(data, 'garage', 'word=big:[UNK]') < says(data, 'garage') - 0.2,
  ],
  [
    id,
    2,
    'Containers that the model learned appear in the gap',
    (data) =>
      ['chest', 'suitcase', 'box', 'basket', 'drawer', 'cupboard', 'locker'].every(
        (noun) => says(data, noun, `word=garage:${noun}`) > 0.9,
      ) && ['piano', 'book'].every((noun) => says(data, 'garage', `word=radio:${noun}`) > 0.9),
  ],
  [id, 2, 'Does *house*?', (data) => says(data, 'house', 'word=garage:house') < 0.01],
  [id, 3, 'a mean over 4 heads', (_, file) => file.attentions.every((/** @type {any} */ layer) => layer.length === 4)],
  [id, 3, '`enough` (row 13)', (_, file) => file.tokens[12] === 'enough' && file.tokens.indexOf('[MASK]') === 9],
  [
    id,
    3,
    'The numbers of a row sum to 1.',
    (_, file) => file.attentions.flat(2).every((/** @type {number[]} */ line) => Math.min(...line) >= 0 && near(sum(line), 1)),
  ],
  [
    id,
    4,
    'They are closest in layer 2',
    (data) => {
      const [radio, garage] = [2, 6].map((key) => rowsOf(data).map((values) => values[key]));
      return [(/** @type {number} */ at) => garage[at] / radio[at], (/** @type {number} */ at) => garage[at] - radio[at]].every(
        (close) => largest([0, 1, 2, 3].map(close)) === 1,
      );
    },
  ],
  [id, 4, '`radio` is ahead of `garage` in each layer', (data) => rowsOf(data).every((values) => values[2] > 2 * values[6])],
  [
    id,
    4,
    'The longest bar is `radio` in layer 1, `big` in layer 2, `[MASK]` in layer 3 and `enough` in layer 4.',
    (data, file) =>
      rowsOf(data)
        .map((values) => file.tokens[largest(values)])
        .join() === 'radio,big,[MASK],enough',
  ],
  [
    id,
    5,
    'no other token gets it',
    (data) => Math.abs(says(data, 'garage', direct) - says(data, 'garage')) < 0.001, // by the step's rule, zero
  ],
  [id, 5, 'Perhaps a little is enough?', hardlyLooks],
  [
    id,
    5,
    '`[MASK]` does not need to attend to `garage` directly',
    (data) => rules.every((rule) => Math.abs(says(data, 'garage', direct + rule) - says(data, 'garage')) < 0.001),
  ],
  [id, 5, 'It stays the same', (data) => Math.abs(says(data, 'garage', direct) - says(data, 'garage')) < 0.001],
  [
    id,
    6,
    'take almost everything from `garage`',
    (_, file) => file.attentions[2][2][12][6] > 0.97 && [0, 1, 3].every((head) => file.attentions[2][head][12][6] < 0.15),
  ],
  [
    id,
    6,
    'It still answers with a container, but not with the right one.',
    (data) => rules.every((rule) => says(data, 'locker', one + rule) > 0.9 && says(data, 'garage', one + rule) < 0.06),
  ],
  [id, 6, 'Another word that is not in the sentence', (data) => !data.text.includes('locker') && says(data, 'locker', one) > 0.5],
  [id, 6, 'Large models rarely depend on one edge.', (data) => says(data, 'garage', one) < 0.05],
  [
    id,
    7,
    'The mean of the layers has more for `radio`.',
    (data) => {
      const mean = (/** @type {number} */ key) => sum(rowsOf(data).map((values) => values[key]));
      return mean(2) > mean(6) && valueAt('rollout layer=4 token=9 key=6', data) > valueAt('rollout layer=4 token=9 key=2', data);
    },
  ],
  [id, 7, 'Each layer has more for `radio` than for `garage`', (data) => rowsOf(data).every((values) => values[2] > values[6])],
  [id, 7, 'More for `garage`', (data) => valueAt('rollout layer=4 token=9 key=6', data) > valueAt('rollout layer=4 token=9 key=2', data)],
  [
    id,
    7,
    '`enough` takes from `garage` in layer 3 and gives to `[MASK]` in layer 4',
    (data) => largest(row(data, 'raw layer=4 token=9', 14)) === 12 && valueAt('raw layer=3 token=12 key=6', data) > 0.2,
  ],
  [
    id,
    7,
    'In which layer does the order turn?',
    (data) =>
      [1, 2, 3, 4].every(
        (layer) =>
          valueAt(`rollout layer=${layer} token=9 key=6`, data) > valueAt(`rollout layer=${layer} token=9 key=2`, data) === (layer === 4),
      ),
  ],
  [
    'residual',
    0,
    'how that number changes a result',
    (data) => [0, 0.5].map((residual) => apart(data, residual)).every((one, at) => near(one, at ? 0.36 : 0.04)),
  ],
  ['residual', 2, 'The row still sums to 1.', (data) => near(sum(row(data, 'rollout layer=1 token=1', 2)), 1)],
  ['residual', 3, 'almost the same', (data) => apart(data, 0) < 0.05],
  ['residual', 3, 'Rows become alike', (data) => apart(data, 0) < 0.05],
  ['residual', 3, 'With which weight do the two rows differ less?', (data) => apart(data, 0) < apart(data, 0.5)],
  [
    'residual',
    3,
    'With a weight of 0.5, each token keeps more of itself.',
    (data) =>
      [0, 1].every(
        (token) =>
          valueAt(`rollout layer=2 token=${token} key=${token}`, data) >
          valueAt(`rollout layer=2 token=${token} key=${token} residual=0`, data),
      ),
  ],
  [
    'residual',
    3,
    'Without residual connections each layer shrinks the difference, and after some layers every output has the same row.',
    (data) =>
      [1, 2].every(
        (layer) =>
          apart(data, 0) <
          Math.abs(
            valueAt(`rollout layer=${layer} start=${layer} token=0 key=0 residual=0`, data) -
              valueAt(`rollout layer=${layer} start=${layer} token=1 key=0 residual=0`, data),
          ),
      ) && 0.2 ** 6 < 1e-4,
  ],
  ['residual', 4, 'over four layers', (_, file) => file.attentions.length === 4],
  [
    'residual',
    4,
    '`keys` decides the verb',
    (data) => says(data, 'is', 'word=keys:key') > 0.5 && says(data, 'are', 'word=keys:key') < 0.01,
  ],
  [
    'residual',
    4,
    'Most tokens give it most of their attention.',
    (data) =>
      largest(row(data, 'rollout layer=4 token=6 residual=0', 11)) === 0 &&
      [1, 2, 3, 4].every(
        (layer) =>
          Array.from({ length: 11 }, (_, token) => valueAt(`raw layer=${layer} token=${token} key=0`, data)).filter((one) => one > 0.5)
            .length > 5,
      ),
  ],
  [
    'residual',
    4,
    'Which token is first then?',
    (data) => [0, 0.9].map((residual) => largest(row(data, `rollout layer=4 token=6 residual=${residual}`, 11))).join() === '0,6',
  ],
  ['residual', 5, '*are* stays about the same', (data) => Math.abs(says(data, 'are', 'residual=1:2') - says(data, 'are')) < 0.01],
  [
    'residual',
    5,
    'Later layers hardly use the vector of `keys`.',
    (data) => rules.every((rule) => Math.abs(says(data, 'are', `cut=2:*:*>2;3:*:*>2;4:*:*>2${rule}`) - says(data, 'are')) < 0.01),
  ],
  [
    'residual',
    5,
    'Try the other cuts.',
    (data) => says(data, 'are', 'residual=1:6') < 0.01 && rules.every((rule) => says(data, 'are', `cut=1:*:6>2${rule}`) < 0.02),
  ],
  [
    'residual',
    6,
    'The larger this weight, the less rollout shows about attention.',
    (data) =>
      [0.1, 0.3, 0.5, 0.7, 0.9]
        .map((residual) => valueAt(`rollout layer=4 token=6 key=6 residual=${residual}`, data))
        .every((own, at, all) => at === 0 || own > all[at - 1]),
  ],
  ['residual', 6, 'never went through attention', (data) => 0.9 ** 4 < valueAt('rollout layer=4 token=6 key=6 residual=0.9', data)],
  [
    'residual',
    7,
    'changed which token is first',
    (data) => [0, 0.9].map((residual) => largest(row(data, `rollout layer=4 token=6 residual=${residual}`, 11))).join() === '0,6',
  ],
  [
    'residual',
    7,
    'the first token changed with the residual weight',
    (data) => [0, 0.9].map((residual) => largest(row(data, `rollout layer=4 token=6 residual=${residual}`, 11))).join() === '0,6',
  ],
];
