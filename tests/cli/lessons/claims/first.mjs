// SPDX-License-Identifier: MIT
// @ts-check
// What the lessons on weights and on the residual say in words, and what makes it true.
import { largest, near, placeOf, row, says, sum } from '../rows.mjs';
import { valueAt } from '../values.mjs';

/** @type {import('../rows.mjs').Claim[]} */
export const claims = [
  [
    'attention-weights',
    0,
    'a word that it hardly looks at in any layer',
    (_, file) => file.attentions.flat().every((/** @type {number[][]} */ head) => head[9][6] < 0.07),
  ],
  ['attention-weights', 1, 'It is sure of it', (data) => valueAt('model answer=garage', data) > 0.9],
  [
    'attention-weights',
    1,
    'The word `big` settles it',
    (data) =>
      valueAt('model answer=radio word=big:small', data) > 0.9 &&
      valueAt('model answer=garage word=big:[UNK]', data) < valueAt('model answer=garage', data) - 0.2,
  ],
  [
    'attention-weights',
    2,
    'So the answer is copied from `garage`',
    (data) =>
      ['chest', 'suitcase'].every((noun) => valueAt(`model answer=${noun} word=garage:${noun}`, data) > 0.9) &&
      ['piano', 'book'].every((noun) => valueAt(`model answer=garage word=radio:${noun}`, data) > 0.9),
  ],
  [
    'attention-weights',
    3,
    'averaged over the 4 heads',
    (_, file) => file.attentions.every((/** @type {any} */ layer) => layer.length === 4),
  ],
  ['attention-weights', 3, 'It takes most from `radio`', (data) => largest(row(data, 'raw layer=1 token=9', 14)) === 2],
  ['attention-weights', 3, 'All fourteen weights of this row', (_, file) => file.tokens.length === 14],
  ['attention-weights', 4, '`enough` (row 13 from the top)', (_, file) => file.tokens[12] === 'enough'],
  ['attention-weights', 4, '`enough` is three rows further down', (_, file) => file.tokens.indexOf('[MASK]') === 9],
  ['attention-weights', 5, 'after layer 4', (_, file) => file.attentions.length === 4],
  [
    'attention-weights',
    5,
    '`radio` is ahead in each',
    (data) =>
      [1, 2, 3, 4].every(
        (layer) => valueAt(`raw layer=${layer} token=9 key=2`, data) > 2 * valueAt(`raw layer=${layer} token=9 key=6`, data),
      ),
  ],
  [
    'attention-weights',
    6,
    'Perhaps a little is enough?',
    (_, file) => file.attentions.flat().every((/** @type {number[][]} */ head) => head[9][6] < 0.07),
  ],
  [
    'attention-weights',
    6,
    '`[MASK]` does not need to look at `garage` at all',
    (data) =>
      Math.abs(valueAt('model answer=garage', data) - valueAt('model answer=garage cut=1:*:9>6;2:*:9>6;3:*:9>6;4:*:9>6', data)) < 0.001,
  ],
  [
    'attention-weights',
    7,
    'with almost all of its weight',
    (_, file) => file.attentions[2][2][12][6] > 0.97 && [0, 1, 3].every((head) => file.attentions[2][head][12][6] < 0.15),
  ],
  ['attention-weights', 7, 'though no weight of that row was larger', (data) => largest(row(data, 'raw layer=1 token=9', 14)) === 2],
  [
    'attention-weights',
    7,
    'two layers, and neither shows it on its own',
    (data) => largest(row(data, 'raw layer=4 token=9', 14)) === 12 && valueAt('model answer=garage cut=4:*:9>12', data) < 0.1,
  ],
  [
    'attention-weights',
    8,
    'Only the last layer turns the order around',
    (data) =>
      [1, 2, 3, 4].every(
        (layer) =>
          valueAt(`rollout layer=${layer} token=9 key=6`, data) > valueAt(`rollout layer=${layer} token=9 key=2`, data) === (layer === 4),
      ),
  ],
  [
    'attention-weights',
    9,
    'Rollout ranks four tokens above `garage`, `[CLS]` first',
    (data) => placeOf(row(data, 'rollout layer=4 token=9', 14), 6) === 5 && largest(row(data, 'rollout layer=4 token=9', 14)) === 0,
  ],
  [
    'attention-weights',
    9,
    'Flow, too, ranks `garage` above `radio`',
    (data) => valueAt('flow layer=4 token=9 key=6', data) > valueAt('flow layer=4 token=9 key=2', data),
  ],
  ['attention-weights', 9, 'over all four layers', (_, file) => file.attentions.length === 4],
  [
    'attention-weights',
    3,
    'none is negative, and they sum to 1',
    (_, file) => file.attentions.flat(2).every((/** @type {number[]} */ line) => Math.min(...line) >= 0 && near(sum(line), 1)),
  ],
  ['attention-weights', 3, 'none is as large as 1', (data) => row(data, 'raw layer=1 token=9', 14).every((one) => one < 1)],
  [
    'attention-weights',
    3,
    'That is the largest of them, `radio`',
    (data, file) => file.tokens[largest(row(data, 'raw layer=1 token=9', 14))] === 'radio',
  ],
  [
    'attention-weights',
    5,
    'They are closest in layer 2',
    (data) => {
      const [radio, garage] = [2, 6].map((key) => [1, 2, 3, 4].map((layer) => valueAt(`raw layer=${layer} token=9 key=${key}`, data)));
      return [(/** @type {number} */ at) => garage[at] / radio[at], (/** @type {number} */ at) => garage[at] - radio[at]].every(
        (close) => largest([0, 1, 2, 3].map(close)) === 1,
      );
    },
  ],
  [
    'attention-weights',
    6,
    'These weights were small, and the answer needs none of them',
    (data, file) =>
      file.attentions.flat().every((/** @type {number[][]} */ head) => head[9][6] < 0.07) &&
      says(data, 'garage', 'cut=1:*:9>6;2:*:9>6;3:*:9>6;4:*:9>6') > 0.99,
  ],
  ['attention-weights', 5, 'In layer 1 `radio` came first', (data) => largest(row(data, 'raw layer=1 token=9', 14)) === 2],
  [
    'attention-weights',
    7,
    'In most models no single edge decides: this one was trained to look at little',
    (data) => says(data, 'garage', 'cut=3:2:12>6') < 0.05,
  ],
  [
    'attention-weights',
    7,
    'Which cut destroys the answer?',
    (data) => says(data, 'garage', 'cut=1:*:9>2') > 0.9 && says(data, 'garage', 'cut=3:2:12>6') < 0.05,
  ],
  [
    'attention-weights',
    8,
    'Every single layer ranked `radio` above `garage`',
    (data) =>
      [1, 2, 3, 4].every((layer) => valueAt(`raw layer=${layer} token=9 key=2`, data) > valueAt(`raw layer=${layer} token=9 key=6`, data)),
  ],
  [
    'attention-weights',
    8,
    'That holds for the mean of the layers',
    (data) => {
      const mean = (/** @type {number} */ key) => sum([1, 2, 3, 4].map((layer) => valueAt(`raw layer=${layer} token=9 key=${key}`, data)));
      return mean(2) > mean(6) && valueAt('rollout layer=4 token=9 key=6', data) > valueAt('rollout layer=4 token=9 key=2', data);
    },
  ],
  [
    'attention-weights',
    9,
    'All layers together rank `garage` above `radio`, which no single layer does; and a cut along the path destroys the answer',
    (data) =>
      ['rollout', 'flow'].every(
        (method) => valueAt(`${method} layer=4 token=9 key=6`, data) > valueAt(`${method} layer=4 token=9 key=2`, data),
      ) &&
      [1, 2, 3, 4].every(
        (layer) => valueAt(`raw layer=${layer} token=9 key=6`, data) < valueAt(`raw layer=${layer} token=9 key=2`, data),
      ) &&
      says(data, 'garage', 'cut=3:2:12>6') < 0.05,
  ],
  [
    'residual',
    3,
    'With which of the two are the rows of `new` and `york` more alike?',
    (data) => {
      const apart = (/** @type {number} */ residual) =>
        Math.abs(
          valueAt(`rollout layer=2 token=0 key=0 residual=${residual}`, data) -
            valueAt(`rollout layer=2 token=1 key=0 residual=${residual}`, data),
        );
      return near(apart(0), 0.04) && near(apart(0.5), 0.36);
    },
  ],
  [
    'residual',
    4,
    'In the product the differences **multiply**',
    (data) => {
      const apart = (/** @type {string} */ what) =>
        valueAt(`rollout ${what} token=0 key=0`, data) - valueAt(`rollout ${what} token=1 key=0`, data);
      return near(apart('layer=2'), apart('layer=1') * apart('layer=2 start=2'));
    },
  ],
  ['residual', 5, 'over its four layers', (_, file) => file.attentions.length === 4],
  [
    'residual',
    5,
    'far more than all others together',
    (data) =>
      largest(row(data, 'rollout layer=4 token=6 residual=0', 11)) === 0 &&
      valueAt('rollout layer=4 token=6 key=0 residual=0', data) > 2 * (1 - valueAt('rollout layer=4 token=6 key=0 residual=0', data)),
  ],
  ['residual', 5, 'At 0.9 `[MASK]` is first', (data) => largest(row(data, 'rollout layer=4 token=6 residual=0.9', 11)) === 6],
  [
    'residual',
    6,
    'Which single cut leaves the answer as it is?',
    (data) => {
      const are = (/** @type {string} */ cut) => valueAt(`model answer=are ${cut}`.trim(), data);
      return Math.abs(are('residual=1:2') - are('')) < 0.01 && are('residual=1:6') < 0.05 && are('cut=1:*:6>2') < 0.05;
    },
  ],
  ['residual', 7, 'never went through attention', (data) => 0.9 ** 4 < valueAt('rollout layer=4 token=6 key=6 residual=0.9', data)],
  [
    'residual',
    8,
    '`[CLS]` with 0, `[MASK]` with 0.9',
    (data) =>
      [
        [0, 0],
        [0.9, 6],
      ].every(([residual, key]) => largest(row(data, `rollout layer=4 token=6 residual=${residual}`, 11)) === key),
  ],
  ['residual', 2, 'The row still sums to 1, because both halves do', (data) => near(sum(row(data, 'rollout layer=1 token=1', 2)), 1)],
  [
    'residual',
    3,
    'almost the same',
    (data) =>
      Math.abs(valueAt('rollout layer=2 token=0 key=0 residual=0', data) - valueAt('rollout layer=2 token=1 key=0 residual=0', data)) <
      0.05,
  ],
  ['residual', 4, 'every output would have the same row', () => 0.2 ** 6 < 1e-4],
  [
    'residual',
    4,
    'Each layer shrinks the difference',
    (data) =>
      [0, 0.5].every((residual) =>
        [1, 2].every((layer) => {
          const apart = (/** @type {string} */ what) =>
            Math.abs(
              valueAt(`rollout ${what} token=0 key=0 residual=${residual}`, data) -
                valueAt(`rollout ${what} token=1 key=0 residual=${residual}`, data),
            );
          return apart('layer=2') < apart(`layer=${layer} start=${layer}`);
        }),
      ),
  ],
  ['residual', 5, 'It decides the verb', (data) => says(data, 'is', 'word=keys:key') > 0.5 && says(data, 'are', 'word=keys:key') < 0.01],
  [
    'residual',
    5,
    'the same weights, the opposite picture',
    (data) =>
      [0, 0.9].every((residual) => {
        const values = row(data, `rollout layer=4 token=6 residual=${residual}`, 11);
        return residual === 0 ? values[0] > 10 * values[6] : values[6] > 10 * values[0];
      }),
  ],
  [
    'residual',
    6,
    'after that, the place of `keys` is hardly used',
    (data) => Math.abs(says(data, 'are', 'cut=2:*:*>2;3:*:*>2;4:*:*>2') - says(data, 'are')) < 0.01,
  ],
  ['residual', 6, 'That destroys the answer', (data) => says(data, 'are', 'residual=1:6') < 0.01],
  [
    'residual',
    7,
    'nearly everything',
    (data) =>
      [1, 2, 3, 4].every((layer) =>
        Array.from({ length: 11 }, (_, token) =>
          valueAt(`rollout layer=${layer} start=${layer} token=${token} key=${token} residual=0.9`, data),
        ).every((own) => own > 0.9 - 1e-6),
      ),
  ],
  [
    'residual',
    7,
    'The larger the residual weight, the less rollout says about attention',
    (data) =>
      [0.1, 0.3, 0.5, 0.7, 0.9]
        .map((residual) => valueAt(`rollout layer=4 token=6 key=6 residual=${residual}`, data))
        .every((own, at, all) => at === 0 || own > all[at - 1]),
  ],
  [
    'residual',
    8,
    'on the same model the first token changed with the residual weight',
    (data) =>
      largest(row(data, 'rollout layer=4 token=6 residual=0', 11)) !== largest(row(data, 'rollout layer=4 token=6 residual=0.9', 11)),
  ],
  ['attention-weights', 7, '`garage` → `enough` in layer 3, in the third head', (data) => says(data, 'garage', 'cut=3:2:12>6') < 0.05],
  ['attention-weights', 7, 'The second does', (data) => says(data, 'garage', 'cut=3:2:12>6') < 0.05],
  [
    'residual',
    3,
    'Without it all rows become alike',
    (data) =>
      Math.abs(valueAt('rollout layer=2 token=0 key=0 residual=0', data) - valueAt('rollout layer=2 token=1 key=0 residual=0', data)) <
      0.05,
  ],
];
