// SPDX-License-Identifier: MIT
// @ts-check
// Claims of the steps on pictures, with the computation that proves each.
import { largest, placeOf, row, says } from '../rows.mjs';
import { valueAt } from '../values.mjs';

const patchesOf = (/** @type {any} */ data, /** @type {string} */ method) => row(data, `${method} layer=4 token=0`, 50).slice(1);

/** The rest of an answer without each single patch. @param {any} data @param {string} answer */
const leftWithout = (data, answer) => Array.from({ length: 49 }, (_, patch) => valueAt(`model answer=${answer} wipe=${patch}`, data));

/** @type {import('../rows.mjs').Claim[]} */
export const claims = [
  ['pictures', 1, 'here 7 by 7', (_, file) => file.image.grid.join() === '7,7' && file.tokens.length === 50],
  ['pictures', 1, 'An extra token, `[CLS]`, comes first', (_, file) => file.tokens[0] === '[CLS]'],
  ['pictures', 2, 'One digit, with more than 0.8', (data) => says(data, '1') > 0.8],
  ['pictures', 2, 'A high probability does not prove that the picture shows anything.', (data) => says(data, '1') > 0.8],
  [
    'pictures',
    3,
    '`r3c5` gets',
    (data, file) =>
      ['r2c4', 'r4c2', 'r2c2'].every((name, at) => placeOf(row(data, 'raw layer=4 token=0', 50), file.tokens.indexOf(name)) === at + 1),
  ],
  ['pictures', 3, '`r3c5` is first', (data) => largest(row(data, 'raw layer=4 token=0', 50)) === 19],
  ['pictures', 3, 'Here `r3c5` is first', (data) => largest(row(data, 'raw layer=4 token=0', 50)) === 19],
  [
    'pictures',
    4,
    '`r3c5` has a quarter of the last layer’s attention.',
    (data) => Math.abs(valueAt('raw layer=4 token=0 key=19', data) - 0.25) < 0.01 && largest(patchesOf(data, 'raw')) === 18,
  ],
  ['pictures', 4, 'About the same', (data) => Math.abs(says(data, '8') - says(data, '8', 'wipe=18')) < 0.01],
  ['pictures', 5, '`r5c3`, left on the lower loop', (data) => largest(patchesOf(data, 'rollout')) === 30],
  ['pictures', 5, 'It is second', (data) => placeOf(patchesOf(data, 'rollout'), 18) === 2 && largest(patchesOf(data, 'rollout')) === 30],
  ['pictures', 5, 'Empty paper comes last', (data) => placeOf(patchesOf(data, 'rollout'), 1) === 49],
  [
    'pictures',
    6,
    'Rollout was right about `r5c3`. No other single patch costs as much.',
    (data) => {
      const left = leftWithout(data, '8');
      return left.indexOf(Math.min(...left)) === 30;
    },
  ],
  [
    'pictures',
    6,
    'But its second patch costs nothing.',
    (data) => placeOf(patchesOf(data, 'rollout'), 18) === 2 && Math.abs(says(data, '8', 'wipe=18') - says(data, '8')) < 0.01,
  ],
  ['pictures', 6, 'alone, 8 stays above 0.9.', (data) => ['30', '16'].every((patch) => says(data, '8', `wipe=${patch}`) > 0.9)],
  [
    'pictures',
    6,
    'Either patch can replace the other.',
    (data) => ['30', '16'].every((patch) => says(data, '8', `wipe=${patch}`) > 0.9) && says(data, '8', 'wipe=16;30') < 0.1,
  ],
];
