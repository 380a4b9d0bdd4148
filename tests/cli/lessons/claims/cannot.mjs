// SPDX-License-Identifier: MIT
// @ts-check
// What the steps on what attention cannot say say in words, and what makes it true.
import { readFileSync } from 'node:fs';

import { largest, placeOf, row, says } from '../rows.mjs';
import { fileOf, valueAt } from '../values.mjs';

/** @type {import('../rows.mjs').Claim[]} */
export const claims = [
  [
    'which-to-believe',
    1,
    'more than two thirds of all attention goes to `[CLS]`, in every layer',
    (_, file) =>
      file.attentions.every((/** @type {number[][][]} */ layer) => {
        const rows = layer.flat();
        return rows.reduce((sum, one) => sum + one[0], 0) / rows.length > 2 / 3;
      }),
  ],
  [
    'which-to-believe',
    1,
    'Almost the same',
    (data) => Math.abs(valueAt('model answer=are cut=1:*:*>0;2:*:*>0;3:*:*>0;4:*:*>0', data) - valueAt('model answer=are', data)) < 0.01,
  ],
  ['which-to-believe', 1, 'Rollout ranks `[CLS]` first at `[MASK]`', (data) => largest(row(data, 'rollout layer=4 token=6', 11)) === 0],
  [
    'which-to-believe',
    2,
    'It hardly moves',
    (data) => {
      const changed = { ...data, text: data.text.replace('guards', 'guard') };
      return Math.abs(valueAt('rollout layer=4 token=6 key=2', data) - valueAt('rollout layer=4 token=6 key=2', changed)) < 0.005;
    },
  ],
  [
    'which-to-believe',
    2,
    '`[MASK]` looks at the noun as before',
    (_, file) => {
      const there = fileOf({ model: 'agreement', text: 'the guard near the cabinet [MASK] very happy' });
      const looks = (/** @type {any} */ one) =>
        one.attentions[0].reduce((/** @type {number} */ sum, /** @type {number[][]} */ head) => sum + head[6][2] / 4, 0);
      return file.tokens[2] === 'guards' && Math.abs(looks(file) - looks(there)) < 0.02;
    },
  ],
  [
    'which-to-believe',
    2,
    'The verb turns',
    (data) =>
      ['are', 'is'].every(
        (verb, at) => [valueAt(`model answer=${verb}`, data), valueAt(`model answer=${verb} word=guards:guard`, data)][at] > 0.6,
      ),
  ],
  [
    'which-to-believe',
    3,
    'How many of the eleven inputs have reached it after layer 6?',
    (data, file) =>
      file.tokens.length === 11 &&
      [3, 6].every(
        (layer) => row(data, `flow layer=${layer} token=0`, 11).filter((one) => one > 1 - 1e-6).length === (layer === 3 ? 1 : 3),
      ),
  ],
  [
    'which-to-believe',
    3,
    'rises from layer to layer',
    (data) =>
      [2, 3, 4, 5, 6].every((layer) =>
        row(data, `flow layer=${layer} token=0`, 11).every(
          (one, key) => one > valueAt(`flow layer=${layer - 1} token=0 key=${key}`, data) - 1e-6,
        ),
      ),
  ],
  [
    'which-to-believe',
    4,
    'for each of the four tokens',
    (data, file) => file.tokens.length === 4 && row(data, 'raw layer=1 token=3', 4).every((one) => one === 0.25),
  ],
  ['which-to-believe', 4, 'Another one has more', (data) => largest(row(data, 'rollout layer=3 token=3', 4)) === 0],
  [
    'which-to-believe',
    4,
    'each layer adds to “once”',
    (data) =>
      [
        [0, 1],
        [3, -1],
      ].every(([key, sign]) =>
        [2, 3].every(
          (layer) =>
            sign *
              (valueAt(`rollout layer=${layer} token=3 key=${key}`, data) -
                valueAt(`rollout layer=${layer - 1} token=3 key=${key}`, data)) >
            0,
        ),
      ),
  ],
  ['which-to-believe', 4, 'Flow does the same', (data) => largest(row(data, 'flow layer=3 token=3', 4)) === 0],
  ['which-to-believe', 4, 'after three such layers', (_, file) => file.attentions.length === 3],
  [
    'which-to-believe',
    5,
    'raw attention from `[CLS]` has `bad` first',
    (data) => [5, 4].every((key, at) => placeOf(row(data, 'raw layer=6 token=0', 10), key) === at + 1),
  ],
  [
    'which-to-believe',
    5,
    '`not` is seventh',
    (data, file) =>
      file.tokens.length === 10 &&
      [
        [0, 1],
        [5, 2],
        [4, 7],
      ].every(([key, place]) => placeOf(row(data, 'relevance layer=6 token=0', 10), key) === place),
  ],
  [
    'which-to-believe',
    6,
    'even a little more',
    (data) => {
      const more = valueAt('model answer=are cut=4:*:6>*', data) - valueAt('model answer=are', data);
      return more > 0 && more < 0.05;
    },
  ],
  ['which-to-believe', 6, 'it looks mostly at `on`', (data) => valueAt('raw layer=4 token=6 key=7', data) > 0.5],
  [
    'which-to-believe',
    7,
    'It falls to less than a quarter',
    (data) => valueAt('model answer=are cut=1:*:6>*', data) < 0.25 * valueAt('model answer=are', data),
  ],
  [
    'which-to-believe',
    1,
    'Most of the attention is not most of the effect',
    (data) => says(data, 'are', 'cut=1:*:*>0;2:*:*>0;3:*:*>0;4:*:*>0') > 0.95 * says(data, 'are'),
  ],
  [
    'which-to-believe',
    2,
    'The noun decides the verb in both sentences',
    (data) =>
      [
        ['are', ''],
        ['is', 'word=guards:guard'],
      ].every(([verb, change]) => says(data, verb, change) > 0.6),
  ],
  [
    'which-to-believe',
    2,
    'rollout hardly moves',
    (data) =>
      Math.abs(
        valueAt('rollout layer=4 token=6 key=2', data) -
          valueAt('rollout layer=4 token=6 key=2', { ...data, text: data.text.replace('guards', 'guard') }),
      ) < 0.005,
  ],
  [
    'which-to-believe',
    3,
    'But it cannot be more than 1',
    (data) => [1, 2, 3, 4, 5, 6].every((layer) => row(data, `flow layer=${layer} token=0`, 11).every((one) => one <= 1 + 1e-6)),
  ],
  [
    'which-to-believe',
    3,
    'Two more have caught up',
    (data) =>
      [2, 5, 6].every((key) => valueAt(`flow layer=6 token=0 key=${key}`, data) > 1 - 1e-6) &&
      [5, 6].every((key) => valueAt(`flow layer=3 token=0 key=${key}`, data) < 0.99),
  ],
  [
    'which-to-believe',
    4,
    'The weights are alike, but the paths are not',
    (data) => row(data, 'rollout layer=3 token=3', 4).some((one, _, all) => Math.abs(one - all[0]) > 0.1),
  ],
  ['which-to-believe', 5, 'First is `[CLS]` itself', (data) => placeOf(row(data, 'relevance layer=6 token=0', 10), 0) === 1],
  ['which-to-believe', 5, 'Second is `bad`', (data) => placeOf(row(data, 'relevance layer=6 token=0', 10), 5) === 2],
  ['which-to-believe', 6, 'is no reason for this answer', (data) => says(data, 'are', 'cut=4:*:6>*') >= says(data, 'are')],
  ['which-to-believe', 6, 'It stays above one half', (data) => says(data, 'are', 'cut=4:*:6>*') > 0.5],
  ['which-to-believe', 7, 'It did in layer 4', (data) => says(data, 'are', 'cut=4:*:6>*') > says(data, 'are')],
  ['which-to-believe', 7, 'In layer 1 `[MASK]` looks up its subject', (data) => says(data, 'are', 'cut=1:0:6>2') < 0.05],
  [
    'which-to-believe',
    8,
    'which hold most of a layer’s parameters',
    () => {
      // Of the model of these lessons: queries, keys, values and output against both layers of the feed-forward block.
      const { hidden_size: wide, intermediate_size: inner } = JSON.parse(
        readFileSync(new URL('../../../../web/models/agreement/config.json', import.meta.url), 'utf8'),
      );
      return 2 * wide * inner > 4 * wide * wide;
    },
  ],
  [
    'which-to-believe',
    8,
    'You set the residual weight to 0.9',
    (data) => Math.abs(valueAt('rollout layer=6 token=0 key=2 residual=0.9', data) - valueAt('rollout layer=6 token=0 key=2', data)) > 0.01,
  ],
  [
    'which-to-believe',
    2,
    'Values: the same weights, the opposite answer',
    (data) => says(data, 'are') > 0.6 && says(data, 'is', 'word=guards:guard') > 0.6,
  ],
  [
    'which-to-believe',
    3,
    'Flow cannot tell them apart any more',
    (data) => [2, 5, 6].every((key) => valueAt(`flow layer=6 token=0 key=${key}`, data) > 1 - 1e-6),
  ],
  ['which-to-believe', 4, 'The first, “once”', (data) => largest(row(data, 'rollout layer=3 token=3', 4)) === 0],
  ['which-to-believe', 5, 'Seventh', (data) => placeOf(row(data, 'relevance layer=6 token=0', 10), 4) === 7],
];
