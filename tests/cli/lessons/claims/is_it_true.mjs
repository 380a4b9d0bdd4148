// SPDX-License-Identifier: MIT
// @ts-check
// Claims of the steps that ask the model, and their checks.
import { largest, placeOf, product, row, says } from '../rows.mjs';
import { fileOf, valueAt } from '../values.mjs';

const id = 'is-it-true';
const every = 'cut=1:*:*>0;2:*:*>0;3:*:*>0;4:*:*>0';
const rules = ['', ' rule=renormalise'];
const isSame = (/** @type {any} */ data, /** @type {string} */ change) => Math.abs(says(data, 'are', change) - says(data, 'are')) < 0.01;
const isFirst = (/** @type {any} */ data) => largest(row(data, 'rollout layer=4 token=6', 11)) === 0;

/** Rollout from [MASK] to [CLS] after layer 4, with one edge of layer 4 taken out of the product. @param {any} file */
function withoutEdge(file) {
  const layers = file.attentions.map((/** @type {number[][][]} */ heads, /** @type {number} */ at) =>
    heads[0].map((line, token) =>
      line.map((_, key) => {
        const mean = heads.reduce((all, head) => all + head[token][key], 0) / heads.length;
        return at === 3 && token === 6 && key === 0 ? 0 : 0.5 * mean + (token === key ? 0.5 : 0);
      }),
    ),
  );
  return layers.reduce((/** @type {number[][]} */ lower, /** @type {number[][]} */ upper) => product(upper, lower))[6][0];
}

/** @type {import('../rows.mjs').Claim[]} */
export const claims = [
  [id, 1, '*are*, with *were* second', (data) => says(data, 'were') > 0.3 && says(data, 'are') + says(data, 'were') > 0.95],
  [
    id,
    1,
    'The model spells words that it does not know, such as `zebras`.',
    (data, file) => fileOf({ ...data, text: data.text.replace('keys', 'zebras') }).tokens.length > file.tokens.length + 2,
  ],
  [
    id,
    2,
    '*are* loses about half',
    (data) => {
      const left = says(data, 'are', 'word=on:[UNK]') / says(data, 'are');
      return left > 0.4 && left < 0.6;
    },
  ],
  [
    id,
    2,
    'Which noun does the answer need?',
    (data) => says(data, 'are', 'word=keys:[UNK]') < 0.01 && says(data, 'are', 'word=cabinet:[UNK]') > 0.6,
  ],
  [id, 3, 'The answer depends on `keys`.', (data) => says(data, 'are', 'word=keys:[UNK]') < 0.01],
  [id, 3, '`on` is first', (data) => largest(row(data, 'raw layer=4 token=6', 11)) === 7],
  [id, 3, 'It is ninth', (data, file) => placeOf(row(data, 'raw layer=4 token=6', 11), 2) === 9 && file.tokens.length === 11],
  [
    id,
    3,
    '`keys` did its work in an earlier layer.',
    (data) => rules.every((rule) => isSame(data, `cut=2:*:*>2;3:*:*>2;4:*:*>2${rule}`)) && says(data, 'are', 'cut=1:0:6>2') < 0.05,
  ],
  [id, 4, '`keys` is fifth', (data) => placeOf(row(data, 'rollout layer=4 token=6', 11), 2) === 5],
  [id, 4, '`on` is third', (data) => placeOf(row(data, 'rollout layer=4 token=6', 11), 7) === 3 && isFirst(data)],
  [
    id,
    5,
    'Most of its paths from `[CLS]` lead through other tokens and layers.',
    (data, file) => withoutEdge(file) > 0.9 * valueAt('rollout layer=4 token=6 key=0', data),
  ],
  [id, 5, 'This answer does not come from `[CLS]`.', (data) => rules.every((rule) => isSame(data, every + rule))],
  [
    id,
    6,
    'In layer 1 the first head gives `keys` almost all of the attention of `[MASK]`.',
    (_, file) => file.attentions[0][0][6][2] > 0.99 && [1, 2, 3].every((head) => file.attentions[0][head][6][2] < 0.5),
  ],
  [
    id,
    6,
    'This weight carries the number of the subject.',
    (data) => rules.every((rule) => says(data, 'is', `cut=1:0:6>2${rule}`) > 0.6 && says(data, 'are', `cut=1:0:6>2${rule}`) < 0.02),
  ],
  [
    id,
    7,
    'If the others get it',
    (data) => isSame(data, 'cut=4:*:6>7') && says(data, 'are', 'cut=4:*:6>7 rule=renormalise') < 0.2 * says(data, 'are'),
  ],
  [id, 8, 'Rollout only ranked `[CLS]` first.', isFirst],
  [
    id,
    8,
    'With the weight `keys` → `[MASK]` of layer 1, head 1 set to 0, the model answers *is*.',
    (data) => says(data, 'is', 'cut=1:0:6>2') > 0.5,
  ],
  ['five-questions', 5, 'Rollout ranks `[CLS]` first', isFirst],
  [
    'five-questions',
    5,
    'With every edge from `[CLS]` cut in every layer, *are* stays about the same',
    (data) => rules.every((rule) => isSame(data, every + rule)),
  ],
  [
    'five-questions',
    5,
    'Most of rollout’s paths remain.',
    (data, file) => withoutEdge(file) > 0.9 * valueAt('rollout layer=4 token=6 key=0', data),
  ],
  ['five-questions', 6, '*is* came first', (data) => says(data, 'is', 'hide=2') > 0.5],
];
