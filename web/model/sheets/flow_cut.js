// SPDX-License-Identifier: MIT
// @ts-check
// What is said of the minimum cut of a flow that was cut for real, and between which tokens it is looked for at first.

import { inLanguage, tr } from '../../base/words.js';
import { percent } from '../run/says.js';
import { signed } from '../run/parts.js';

/**
 * @typedef {object} CutSet the question's value as it is, with the set cut, with its attention alone cut, and with the input hidden (or masked, or replaced)
 * @property {number} value @property {number} cut @property {number} withoutResiduals @property {number} blanked @property {string} blank
 * @property {number | null} removed share of value - blanked that the cut took; null: there is next to nothing to take
 * @property {number | null} removedByAttention @property {(number | null)[]} random the same of random sets of equal capacity
 * @property {number} p share of the random sets that took as much
 */

/** @param {number} part */
const share = (part) => (part < 0 ? `−${percent(-part)}` : percent(part));

/**
 * The question's values with the random sets cut, smallest first; none where no share could be made.
 * @param {CutSet} made
 */
export const randomValues = ({ value, blanked, random }) =>
  random.flatMap((part) => (part === null || !Number.isFinite(part) ? [] : [value - part * (value - blanked)])).sort((a, b) => a - b);

/**
 * A share of the dependence on an input means something only where that dependence, |y − y with the input hidden|, is larger than two standard
 * deviations of y over the random sets: else sets of this size that have nothing to do with the input move the answer by as much as the input does.
 * @param {CutSet} made
 */
export function hardlyDepends(made) {
  if (made.removed === null) return true;
  const values = randomValues(made);
  const mean = values.reduce((sum, y) => sum + y, 0) / values.length;
  const spread = values.length < 2 ? 0 : Math.sqrt(values.reduce((sum, y) => sum + (y - mean) ** 2, 0) / (values.length - 1));
  return Math.abs(made.value - made.blanked) <= 2 * spread;
}

/** The value at a share of a sorted list. @param {number[]} sorted @param {number} part */
const at = (sorted, part) =>
  sorted[Math.min(Math.max(part < 0.5 ? Math.floor(sorted.length * part) : Math.ceil(sorted.length * part) - 1, 0), sorted.length - 1)];

/** @param {CutSet} made @param {string} from the input */
export function cutSetWords(made, from) {
  const random = randomValues(made);
  const numbers = tr(
    'The question is {}. With “{}” {} it is {}, with this set cut {} (with its attention only {}).',
    signed(made.value),
    from,
    { hide: tr('hidden'), mask: tr('masked') }[made.blank] ?? tr('replaced'),
    signed(made.blanked),
    signed(made.cut),
    signed(made.withoutResiduals),
  );
  const chance =
    random.length > 0
      ? tr('With random sets of the same capacity cut it is {} to {}.', signed(at(random, 0.025)), signed(at(random, 0.975)))
      : '';
  if (hardlyDepends(made))
    return [
      numbers,
      chance,
      tr('So the answer hardly depends on “{}”, and how much of that the cut takes means nothing: choose an input that matters.', from),
    ]
      .filter(Boolean)
      .join(' ');
  const shares = made.random
    .filter((part) => part !== null && Number.isFinite(part))
    .map(Number)
    .sort((a, b) => a - b);
  const took = tr(
    'The cut took {} of the dependence on “{}” (its attention only {}); random sets took {} to {} (p = {}).',
    share(Number(made.removed)),
    from,
    share(Number(made.removedByAttention)),
    share(at(shares, 0.025) ?? 0),
    share(at(shares, 0.975) ?? 0),
    inLanguage(made.p.toFixed(2)),
  );
  return [numbers, chance, took].filter(Boolean).join(' ');
}

/**
 * The input that the output takes most from: no special token, and not the output itself; -1: there is none.
 * @param {(number | null)[]} shares of the inputs @param {{special?: boolean}[]} pieces @param {number} output
 */
export function mattersMost(shares, pieces, output) {
  const counted = pieces.flatMap(({ special }, token) =>
    special || token === output || !Number.isFinite(shares[token] ?? NaN) ? [] : [token],
  );
  return counted.reduce((best, token) => (best < 0 || Number(shares[token]) > Number(shares[best]) ? token : best), -1);
}
