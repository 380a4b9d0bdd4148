// SPDX-License-Identifier: MIT
// @ts-check
// Claims of the lessons that train a model, and their checks.
import { readFileSync } from 'node:fs';

import { row, says } from '../rows.mjs';
import { trainedFolder, valueAt } from '../values.mjs';

const [born, reason, carry] = ['a-head-is-born', 'right-for-the-wrong-reason', 'the-carry'];
/** @param {string} reference @param {any} data @returns {number} */
const trained = (reference, data) => valueAt(`train of=${reference}`, data);
const weightsAt = (/** @type {any} */ data) => readFileSync(`${trainedFolder(data)}/model.safetensors`);
const last = 'rollout layer=2 token=10';
const wrongTens = (/** @type {any} */ data) =>
  trained('tens-too-large head=1:1', data) + trained('tens-too-small head=1:1', data) === trained('wrong-tens head=1:1', data);

/** @type {import('../rows.mjs').Claim[]} */
export const claims = [
  [
    born,
    1,
    'At the start it falls slowly',
    (data) => {
      const [start, slow, done] = [0, 75, 250].map((step) => trained(`loss step=${step}`, data));
      return start - slow < 0.15 * (start - done);
    },
  ],
  [
    born,
    3,
    'Close to the other until the drop, and low from then on',
    (data) =>
      trained('right step=75', data) - trained('right step=75 head=1:0', data) < 10 &&
      trained('right', data) - trained('right head=1:0', data) > 80,
  ],
  [
    born,
    4,
    'A high score shows what a head does',
    (data) => trained('previous head=1:3', data) > 2 * trained('previous head=1:0', data) && trained('right head=1:3', data) === 99,
  ],
  [born, 5, 'It names it in fewer texts', (data) => trained('names-rollout step=500', data) < trained('names-rollout', data) - 20],
  [
    born,
    5,
    'So the right letter, the one before it and the last two letters get about a quarter each.',
    (data) => {
      const all = row({ ...data, step: 500 }, last, 11);
      return [3, 4, 9, 10].every((token) => Math.abs(all[token] - 0.25) < 0.05);
    },
  ],
  [reason, 1, 'About half', (data) => Math.abs(trained('hard step=400', data) - 50) < 5],
  [reason, 2, '*are*, because of the first noun', (data) => says(data, 'are', 'word=cabinet:cabinets') > 0.9],
  [
    reason,
    2,
    'It gets {2|train of=hard-other-first} of 100 hard sentences right if another noun comes first',
    (data) => trained('hard-other-first', data) < 5 && trained('hard-subject-first', data) > 80,
  ],
  [reason, 2, 'The first noun was always right in the training', (data) => data.train === 'agreement-no-attractors'],
  [
    reason,
    3,
    'A second training starts with the same weights.',
    (data) => weightsAt({ ...data, step: 0 }).equals(weightsAt({ ...data, train: 'agreement-no-attractors', step: 0 })),
  ],
  [reason, 5, 'In about a third', (data) => Math.abs(trained('names-rollout', data) - 33.3) < 3],
  [
    reason,
    5,
    'The attention of the last layer names it in',
    (data) =>
      trained('names-last train=agreement', data) - trained('names-last', data) <
      trained('names-rollout train=agreement', data) - trained('names-rollout', data) - 50,
  ],
  [carry, 4, '{276|train of=wrong-tens head=1:1} of 500 tens are wrong, and all of them are off by exactly one', wrongTens],
  [carry, 4, 'as if a one was carried', (data) => says(data, '7') > 0.99 && says(data, '8', 'head=1:1') > 0.7],
];
