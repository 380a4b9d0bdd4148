// SPDX-License-Identifier: MIT
// @ts-check
// The numbers of a circuit's test, by size.

import { tr } from '../../base/language.js';
import { signed } from '../run/parts.js';

/** @typedef {{size: number, share: number, faithfulness: number | null, interval: (number | null)[], complement: number | null, random: (number | null)[]}} Tested */

/** MIB's shares of the edges (src/model/circuit/list/selection.h). */
export const sizes = 10;

/** The area below values at shares, by the trapezoid rule. @param {number[]} shares @param {number[]} values */
export const areaBelow = (shares, values) =>
  values.slice(1).reduce((sum, value, at) => sum + ((value + values[at]) / 2) * (shares[at + 1] - shares[at]), 0);

/** A percentile, between neighbours. @param {number[]} values @param {number} at from 0 to 1 */
export function percentile(values, at) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = at * (sorted.length - 1);
  const below = Math.floor(place);
  return sorted[below] + (place - below) * ((sorted[below + 1] ?? sorted[below]) - sorted[below]);
}

/** The sizes with shares. Texts that hardly differ have none. @param {Tested[]} tested */
export const comparable = (tested) =>
  tested.flatMap((one) => (one.faithfulness === null ? [] : [{ ...one, faithfulness: one.faithfulness }]));

const plain = (/** @type {number} */ value) => signed(value).replace('+', '');

/** @param {Tested[]} tested smallest first */
export function describeTest(tested) {
  const known = comparable(tested);
  if (tested.length > 0 && known.length === 0) return tr('The two runs don’t differ.');
  const shares = known.map(({ share }) => share);
  const kept = known.map(({ faithfulness }) => faithfulness);
  const from1 = kept.map((one) => Math.abs(1 - one));
  const enough = known.find(({ faithfulness }) => faithfulness >= 0.9);
  return [
    enough ? tr('{} edges keep {} of the difference.', enough.size, plain(enough.faithfulness)) : '',
    typeof enough?.complement === 'number' ? tr('All other edges keep {}.', plain(enough.complement)) : '',
    known.length === sizes
      ? tr('CPR {}, CMD {}.', plain(areaBelow(shares, kept)), plain(areaBelow(shares, from1)))
      : tr('Tested {} of {} sizes.', tested.length, sizes),
  ]
    .filter(Boolean)
    .join(' ');
}
