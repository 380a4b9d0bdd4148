// SPDX-License-Identifier: MIT
// @ts-check
// What the two lessons by hand say in words, and what makes it true.
import { near, product, row, sum } from '../rows.mjs';
import { valueAt } from '../values.mjs';

const three = [0, 1, 2];
/** All of a matrix. @param {any} data @param {string} reference @returns {number[][]} */
const whole = (data, reference) => valueAt(reference, data);
/** What the two paths of the lesson leave of the flow through a pipe: layer, from, to. @type {Record<string, number>} */
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
  ['rollout-by-hand', 6, 'As a fraction, 91/200', (data) => near(valueAt('rollout layer=2 token=0 key=0', data), 91 / 200)],
  [
    'rollout-by-hand',
    9,
    'with its 6 layers there are 5 such products, and with its 11 tokens each number is a sum of 11 terms',
    (_, file) => file.attentions.length === 6 && file.tokens.length === 11,
  ],
  [
    'rollout-by-hand',
    2,
    'Off the diagonal each weight is halved',
    (data) =>
      whole(data, 'rollout layer=1').every((line, at) =>
        line.every((one, key) => near(one, valueAt(`raw layer=1 token=${at} key=${key}`, data) / 2 + (at === key ? 0.5 : 0))),
      ),
  ],
  [
    'rollout-by-hand',
    3,
    'the residual connection halves what comes from others',
    (data) => near(1 - valueAt('rollout layer=1 token=0 key=0', data), (1 - valueAt('raw layer=1 token=0 key=0', data)) / 2),
  ],
  [
    'rollout-by-hand',
    5,
    'this path carries hardly anything',
    (data) => 0.05 * 0.05 < 0.01 * valueAt('rollout layer=2 token=0 key=0', data),
  ],
  ['rollout-by-hand', 7, 'each row sums to 1', (data) => whole(data, 'rollout layer=2').every((line) => near(sum(line), 1))],
  [
    'rollout-by-hand',
    8,
    'the rows of both products sum to 1',
    (data) => {
      const [lower, upper] = [whole(data, 'rollout layer=1'), whole(data, 'rollout layer=2 start=2')];
      return [product(upper, lower), product(lower, upper)].every((matrix) => matrix.every((line) => near(sum(line), 1)));
    },
  ],
  [
    'rollout-by-hand',
    8,
    'In the wrong order the first number would be',
    (data) => near(product(whole(data, 'rollout layer=1'), whole(data, 'rollout layer=2 start=2'))[0][0], 0.465),
  ],
  ['flow-by-hand', 2, 'In layer 2 `b` looks only at `a`', (data) => valueAt('raw layer=2 token=1 key=0', data) === 1],
  [
    'flow-by-hand',
    6,
    'Rollout is never larger than flow',
    (data) =>
      [0, 1, 2].every((token) =>
        row(data, `rollout layer=3 token=${token} residual=0`, 3).every(
          (one, key) => one <= valueAt(`flow layer=3 token=${token} key=${key} residual=0`, data) + 1e-9,
        ),
      ),
  ],
  ['flow-by-hand', 9, '4/18 will do', (data) => near(valueAt('relative-flow layer=3 token=0 key=0 residual=0', data), 4 / 18)],
  [
    'flow-by-hand',
    1,
    'no flow is larger than 1',
    (data) => whole(data, 'flow layer=3 residual=0').every((line) => line.every((one) => one <= 1 + 1e-6)),
  ],
  [
    'flow-by-hand',
    3,
    'Two pipes are full now: the first and the last',
    (data) => ['3 0 0', '2 0 0', '1 0 2'].map((name) => near(pipe(data, name), 0.5)).join() === 'true,false,true',
  ],
  [
    'flow-by-hand',
    4,
    'Into the output only the pipe from `b` has room',
    (data) => near(pipe(data, '3 0 0') - 0.5, 0) && pipe(data, '3 0 1') > 0 && pipe(data, '3 0 2') === 0,
  ],
  [
    'flow-by-hand',
    4,
    'Into `b` one pipe of layer 2 leads',
    (data) => row(data, 'raw layer=2 token=1', 3).filter((one) => one > 0).length === 1,
  ],
  ['flow-by-hand', 4, 'And yet more can get through', (data) => valueAt('flow layer=3 token=0 key=2 residual=0', data) > 0.5 + 1e-6],
  ['flow-by-hand', 5, 'One pipe on the path is narrower', (data) => pipe(data, '2 0 1') < 0.5],
  [
    'flow-by-hand',
    5,
    'The pipe `b` → `a` of layer 2 is the narrowest',
    (data) =>
      ['3 0 1', '2 1 0', '1 1 2'].every((name) => pipe(data, name) > pipe(data, '2 0 1')) && flows['2 0 0'] + 0.4 > pipe(data, '2 0 1'),
  ],
  ['flow-by-hand', 6, 'The page says the same for `c` to `a`', (data) => near(valueAt('flow layer=3 token=0 key=2 residual=0', data), 0.9)],
  ['flow-by-hand', 6, 'no path with room is left', (data) => !coloured(data).has('0 2')],
  [
    'flow-by-hand',
    7,
    'The smallest cut has two pipes',
    (data) =>
      near(pipe(data, '1 0 2') + pipe(data, '2 0 1'), valueAt('flow layer=3 token=0 key=2 residual=0', data)) &&
      pipe(data, '1 0 2') > pipe(data, '2 0 1'),
  ],
  [
    'flow-by-hand',
    7,
    'Coloured: `a` and `b` after layer 2, `a` after layer 1, and the inputs `a` and `b`',
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
    'together they may be more than can reach `a`',
    (data) => sum(row(data, 'flow layer=3 token=0 residual=0', 3)) > sum(row(data, 'raw layer=3 token=0', 3)) + 0.1,
  ],
  [
    'rollout-by-hand',
    8,
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
];
