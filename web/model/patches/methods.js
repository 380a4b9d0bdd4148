// SPDX-License-Identifier: MIT
// @ts-check
// The methods that find the patch an answer comes from: their names, their limits, and how often they are right for the model of shapes.

import { inLanguage, tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** @typedef {import('../run/parts.js').Arguments['patches']['method']} Method */

/** @returns {{method: Method, name: string, limit: string, isWarning?: boolean}[]} */
export const methods = () => [
  {
    method: 'hide',
    name: tr('hidden image tokens'),
    limit: tr('No other token reads the image token. Copies that the tower made in other tokens stay.'),
  },
  {
    method: 'wipe',
    name: tr('wiped pixels, median colour'),
    limit: tr('The pixels get the picture’s median colour, and the model runs again. The fill can look like an object.'),
  },
  {
    method: 'grey',
    name: tr('wiped pixels, grey'),
    limit: tr('The pixels become mid-grey. On a dark or bright picture this can look like an object.'),
  },
  {
    method: 'relevance',
    name: tr('gradient relevance'),
    limit: tr('Attention weighted by gradients (Chefer), in the decoder. It estimates small changes only.'),
  },
  {
    method: 'rollout',
    name: tr('rollout'),
    limit: tr('Where the decoder’s attention leads. It is the same for every answer at this token.'),
  },
  {
    method: 'rollout-tower',
    name: tr('rollout with the tower'),
    limit: tr('Careful: through the tower, rollout often leads to the background. For the model of shapes it is worse than chance.'),
    isWarning: true,
  },
  {
    method: 'attention',
    name: tr('attention of the last layer'),
    limit: tr('The mean over heads of one layer. Earlier layers may have moved the information.'),
  },
  {
    method: 'flow',
    name: tr('attention flow'),
    limit: tr('The most that attention could carry from the image token to the answer. Many tokens reach the same value.'),
  },
];

/** Methods that run the model without a part of the picture. @param {Method} method */
export const isMeasured = (method) => ['hide', 'wipe', 'grey'].includes(method);

/**
 * The share of questions whose first patch lies on the object asked about, in per cent: the object's colour or kind, its neighbour's, and
 * for a neighbour also on the object that the question names. From tools/lib/shapes/table.py.
 * @type {Partial<Record<Method | 'chance', [number, number, number]>>}
 */
export const rates = {
  hide: [97, 72, 91],
  wipe: [97, 72, 97],
  grey: [85, 72, 80],
  relevance: [99, 81, 96],
  rollout: [19, 46, 71],
  'rollout-tower': [1, 2, 3],
  attention: [78, 50, 90],
  flow: [7, 6, 17],
  chance: [10, 10, 21],
};

/** The table of rates. */
export function ratesTable() {
  const name = (/** @type {string} */ method) => methods().find((one) => one.method === method)?.name ?? tr('a random patch');
  const head = ['', tr('colour or kind'), tr('neighbour'), tr('neighbour, or named object')];
  return make(
    'table',
    { className: 'rates' },
    make('thead', {}, make('tr', {}, ...head.map((textContent) => make('th', { scope: 'col', textContent })))),
    make(
      'tbody',
      {},
      ...Object.entries(rates).map(([method, values]) =>
        make(
          'tr',
          { 'data-method': method },
          make('th', { scope: 'row', textContent: name(method) }),
          ...values.map((value) => make('td', { textContent: `${inLanguage(String(value))} %` })),
        ),
      ),
    ),
  );
}
