// SPDX-License-Identifier: MIT
// @ts-check
// Claims of the two lessons by hand, with the computation that proves each.
import { largest, near, product, row, sum } from '../rows.mjs';
import { valueAt } from '../values.mjs';

const three = [0, 1, 2];
/** All of a matrix. @param {any} data @param {string} reference @returns {number[][]} */
const whole = (data, reference) => valueAt(reference, data);
/** The flow that the two paths of the lesson leave in a pipe, by layer, from and to. @type {Record<string, number>} */
const flows = { '3 0 0': 0.5, '2 0 0': 0.1, '1 0 2': 0.5, '3 0 1': 0.4, '2 1 0': 0.4, '2 0 1': 0.4, '1 1 2': 0.4 };
/** Dots from which water can still reach the output in the residual graph: layer and token, from [3] the output down to [0] the inputs. @param {any} data */
function coloured(data) {
  const found = new Set(['3 0']);
  const room = (/** @type {number} */ layer, /** @type {number} */ from, /** @type {number} */ to) =>
    valueAt(`raw layer=${layer} token=${from} key=${to}`, data) - (flows[`${layer} ${from} ${to}`] ?? 0);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const layer of [3, 2, 1])
      for (const from of three)
        for (const to of three) {
          if (found.has(`${layer} ${from}`) && room(layer, from, to) > 1e-6) found.add(`${layer - 1} ${to}`);
          if (found.has(`${layer - 1} ${to}`) && (flows[`${layer} ${from} ${to}`] ?? 0) > 1e-6) found.add(`${layer} ${from}`);
        }
  }
  return found;
}
const pipe = (/** @type {any} */ data, /** @type {string} */ name) => {
  const [layer, from, to] = name.split(' ');
  return valueAt(`raw layer=${layer} token=${from} key=${to}`, data);
};

/** @type {import('../rows.mjs').Claim[]} */
export const claims = [
  ['rollout-by-hand', 5, 'That is 91/200', (data) => near(valueAt('rollout layer=2 token=0 key=0', data), 91 / 200)],
  [
    'rollout-by-hand',
    8,
    'This small encoder has 6 layers, so 5 such products. With its 11 tokens each number is a sum of 11 terms.',
    (_, file) => file.attentions.length === 6 && file.tokens.length === 11,
  ],
  [
    'rollout-by-hand',
    2,
    'Take half of the weights and half of the identity',
    (data) =>
      whole(data, 'rollout layer=1').every((line, at) =>
        line.every((one, key) => near(one, valueAt(`raw layer=1 token=${at} key=${key}`, data) / 2 + (at === key ? 0.5 : 0))),
      ),
  ],
  ['rollout-by-hand', 4, 'is hardly anything', (data) => 0.05 * 0.05 < 0.01 * valueAt('rollout layer=2 token=0 key=0', data)],
  ['rollout-by-hand', 6, 'The row sums to 1', (data) => whole(data, 'rollout layer=2').every((line) => near(sum(line), 1))],
  [
    'rollout-by-hand',
    7,
    'Its rows sum to 1 too',
    (data) => {
      const [lower, upper] = [whole(data, 'rollout layer=1'), whole(data, 'rollout layer=2 start=2')];
      return [product(upper, lower), product(lower, upper)].every((matrix) => matrix.every((line) => near(sum(line), 1)));
    },
  ],
  [
    'flow-by-hand',
    6,
    'It is never larger than flow',
    (data) =>
      [0, 1, 2].every((token) =>
        row(data, `rollout layer=3 token=${token} residual=0`, 3).every(
          (one, key) => one <= valueAt(`flow layer=3 token=${token} key=${key} residual=0`, data) + 1e-9,
        ),
      ),
  ],
  [
    'flow-by-hand',
    1,
    'no flow is larger than 1',
    (data) => whole(data, 'flow layer=3 residual=0').every((line) => line.every((one) => one <= 1 + 1e-6)),
  ],
  [
    'flow-by-hand',
    3,
    'The first and the last pipe are full now.',
    (data) => ['3 0 0', '2 0 0', '1 0 2'].map((name) => near(pipe(data, name), 0.5)).join() === 'true,false,true',
  ],
  [
    'flow-by-hand',
    4,
    'Only the pipe from `b` into the output has room',
    (data) => near(pipe(data, '3 0 0') - 0.5, 0) && pipe(data, '3 0 1') > 0 && pipe(data, '3 0 2') === 0,
  ],
  [
    'flow-by-hand',
    4,
    'Water reaches that `b` only from `a`',
    (data) => row(data, 'raw layer=2 token=1', 3).filter((one) => one > 0).length === 1,
  ],
  [
    'flow-by-hand',
    4,
    'Yes, it pushes back some of the first path',
    (data) => valueAt('flow layer=3 token=0 key=2 residual=0', data) > 0.5 + 1e-6,
  ],
  ['flow-by-hand', 5, 'One pipe on the path is narrower', (data) => pipe(data, '2 0 1') < 0.5],
  [
    'flow-by-hand',
    5,
    'The pipe `b` → `a` of layer 2 is the narrowest',
    (data) =>
      ['3 0 1', '2 1 0', '1 1 2'].every((name) => pipe(data, name) > pipe(data, '2 0 1')) && flows['2 0 0'] + 0.4 > pipe(data, '2 0 1'),
  ],
  ['flow-by-hand', 6, 'no other path has room', (data) => !coloured(data).has('0 2')],
  [
    'flow-by-hand',
    7,
    'It has two pipes.',
    (data) =>
      near(pipe(data, '1 0 2') + pipe(data, '2 0 1'), valueAt('flow layer=3 token=0 key=2 residual=0', data)) &&
      pipe(data, '1 0 2') > pipe(data, '2 0 1'),
  ],
  [
    'flow-by-hand',
    7,
    'The coloured dots are `a` and `b` after layer 2, `a` after layer 1, and the inputs `a` and `b`',
    (data) => [...coloured(data)].sort().join() === '0 0,0 1,1 0,2 0,2 1,3 0',
  ],
  [
    'flow-by-hand',
    7,
    'The pipes from an uncoloured dot to a coloured one are all full',
    (data) => {
      const dots = coloured(data);
      return [3, 2, 1].every((layer) =>
        three.every((from) =>
          three.every(
            (to) =>
              !dots.has(`${layer} ${from}`) ||
              dots.has(`${layer - 1} ${to}`) ||
              near(pipe(data, `${layer} ${from} ${to}`), flows[`${layer} ${from} ${to}`] ?? 0),
          ),
        ),
      );
    },
  ],
  [
    'flow-by-hand',
    9,
    'Together they are more than `a` can take',
    (data) => sum(row(data, 'flow layer=3 token=0 residual=0', 3)) > sum(row(data, 'raw layer=3 token=0', 3)) + 0.1,
  ],
  [
    'rollout-by-hand',
    7,
    'Then it would be the same number',
    (data) => {
      const [lower, upper] = [whole(data, 'rollout layer=1'), whole(data, 'rollout layer=2 start=2')];
      return Math.abs(product(lower, upper)[0][0] - product(upper, lower)[0][0]) > 0.005;
    },
  ],
  [
    'flow-by-hand',
    8,
    'Here a flow and a cut have the same value',
    (data) => near(valueAt('flow layer=3 token=0 key=2 residual=0', data), pipe(data, '1 0 2') + pipe(data, '2 0 1')),
  ],
  ['flow-by-hand', 1, 'pipes that lead to the same dot add up.', (data) => near(sum(row(data, 'raw layer=3 token=0', 3)), 1)],
  [
    'flow-by-hand',
    4,
    'The pipes `c` → `b` of layer 1 and `b` → `a` of layer 2 are empty.',
    (data) => ['1 1 2', '2 0 1'].every((name) => pipe(data, name) > 0.3),
  ],
  ['flow-by-hand', 10, 'Both the same', (data) => [2, 5].every((key) => near(valueAt(`flow layer=6 token=0 key=${key}`, data), 1))],
  [
    'flow-by-hand',
    10,
    'Flow cannot rank them.',
    (data) => near(valueAt('flow layer=6 token=0 key=2', data), valueAt('flow layer=6 token=0 key=5', data)),
  ],
  ['flow-by-hand', 10, 'Its answer depends on `keys`.', (_, file) => largest(file.importance.blankout) === 2],
];
