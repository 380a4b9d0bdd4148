// SPDX-License-Identifier: MIT
// @ts-check
// What the steps on pictures say in words, and what makes it true.
import { largest, placeOf, row, says } from '../rows.mjs';
import { valueAt } from '../values.mjs';

const patchesOf = (/** @type {any} */ data, /** @type {string} */ method) => row(data, `${method} layer=4 token=0`, 50).slice(1);

/** @type {import('../rows.mjs').Claim[]} */
export const claims = [
  ['pictures', 1, 'here there are 7 by 7', (_, file) => file.image.grid.join() === '7,7' && file.tokens.length === 50],
  ['pictures', 2, 'One digit, with more than 0.8', (data) => valueAt('model answer=1', data) > 0.8],
  [
    'pictures',
    3,
    'The largest weight goes to',
    (data, file) =>
      ['r2c4', 'r4c2', 'r2c2'].every((name, at) => placeOf(row(data, 'raw layer=4 token=0', 50), file.tokens.indexOf(name)) === at + 1),
  ],
  ['pictures', 4, 'more than any other patch', (data) => largest(row(data, 'raw layer=4 token=0', 50).slice(1)) === 18],
  [
    'pictures',
    4,
    'It hardly changes',
    (data) => Math.abs(valueAt('model answer=8', data) - valueAt('model answer=8 wipe=18', data)) < 0.01,
  ],
  [
    'pictures',
    5,
    'Which patch comes first now?',
    (data, file) => {
      const patches = row(data, 'rollout layer=4 token=0', 50).slice(1);
      return (
        ['r4c2', 'r2c4'].every((name, at) => placeOf(patches, file.tokens.indexOf(name) - 1) === at + 1) &&
        patches.indexOf(Math.min(...patches)) === file.tokens.indexOf('r0c1') - 1
      );
    },
  ],
  [
    'pictures',
    5,
    'Wiping `r5c3` costs more than wiping any other single patch',
    (data) => {
      const left = Array.from({ length: 49 }, (_, patch) => valueAt(`model answer=8 wipe=${patch}`, data));
      return left.indexOf(Math.min(...left)) === 30;
    },
  ],
  ['pictures', 6, 'With both wiped the model says', (data) => valueAt('model answer=3 wipe=16;30', data) > 0.5],
  [
    'pictures',
    8,
    'and our raw attention, from',
    (data) =>
      [
        ['raw', 49, 19],
        ['rollout', 2, 31],
      ].every(([method, least, most]) => {
        const patches = row(data, `${method} layer=4 token=0`, 50).slice(1);
        return patches.indexOf(Math.min(...patches)) === Number(least) - 1 && largest(patches) === Number(most) - 1;
      }),
  ],
  ['pictures', 3, 'a quarter of all', (data) => Math.abs(valueAt('raw layer=4 token=0 key=19', data) - 0.25) < 0.01],
  [
    'pictures',
    5,
    'by a hair',
    (data) => {
      const [first, second] = patchesOf(data, 'rollout').sort((a, b) => b - a);
      return first > second && first - second < 0.002;
    },
  ],
  ['pictures', 5, 'First, by a hair, is `r5c3`', (data) => largest(patchesOf(data, 'rollout')) === 30],
  ['pictures', 5, 'It is second', (data) => placeOf(patchesOf(data, 'rollout'), 18) === 2],
  ['pictures', 5, 'and then `r3c5`, whose loss costs nothing', (data) => Math.abs(says(data, '8', 'wipe=18') - says(data, '8')) < 0.01],
  ['pictures', 6, 'Hardly a loss', (data) => ['30', '16'].every((patch) => says(data, '8', `wipe=${patch}`) > 0.9)],
  [
    'pictures',
    6,
    'Each patch alone was dispensable, both together were not',
    (data) => ['30', '16'].every((patch) => says(data, '8', `wipe=${patch}`) > 0.9) && says(data, '8', 'wipe=16;30') < 0.1,
  ],
  [
    'pictures',
    8,
    'The second is far sharper than the first',
    (data) => {
      const spread = (/** @type {string} */ method) => Math.max(...patchesOf(data, method)) / Math.min(...patchesOf(data, method));
      return spread('raw') > 10 * spread('rollout');
    },
  ],
  ['pictures', 3, 'he first is `r3c5`, the right side of the upper loop', (data) => largest(row(data, 'raw layer=4 token=0', 50)) === 19],
  ['pictures', 5, '`r5c3`, the left side of the lower loop', (data) => largest(patchesOf(data, 'rollout')) === 30],
];
