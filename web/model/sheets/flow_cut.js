// SPDX-License-Identifier: MIT
// @ts-check
// Describes the effect of a flow's minimum cut, and chooses the default tokens for it.

import { inLanguage, tr } from '../../base/language.js';
import { percent } from '../run/answers.js';
import { signed } from '../run/parts.js';

/**
 * The question's value without cuts, with the set cut, with only its attention cut, and with the input hidden (or masked, or replaced).
 * removed: the share of value - blanked that the cut removed, null if value and blanked hardly differ. random: the same for random sets of
 * equal capacity; p: the share of those that removed as much.
 * @typedef {import('../given/answers.js').Answers['cutset']} CutSet
 */

/** @param {number} part */
const share = (part) => (part < 0 ? `−${percent(-part)}` : percent(part));

/**
 * The question's values with the random sets cut, in ascending order. Empty if the shares are undefined.
 * @param {CutSet} made
 */
export const randomValues = ({ value, blanked, random }) =>
  random.flatMap((part) => (part === null || !Number.isFinite(part) ? [] : [value - part * (value - blanked)])).sort((a, b) => a - b);

/**
 * True if the shares of the dependence on an input mean little, because the dependence, |y − y with the input hidden|, is at most two
 * standard deviations of y over the random sets. Then unrelated sets of this size change the answer as much as the input does.
 * @param {CutSet} made
 */
export function hardlyDepends(made) {
  if (made.removed === null) return true;
  const values = randomValues(made);
  const mean = values.reduce((sum, y) => sum + y, 0) / values.length;
  const spread = values.length < 2 ? 0 : Math.sqrt(values.reduce((sum, y) => sum + (y - mean) ** 2, 0) / (values.length - 1));
  return Math.abs(made.value - made.blanked) <= 2 * spread;
}

/** The quantile of a sorted list. @param {number[]} sorted @param {number} part */
const at = (sorted, part) =>
  sorted[Math.min(Math.max(part < 0.5 ? Math.floor(sorted.length * part) : Math.ceil(sorted.length * part) - 1, 0), sorted.length - 1)];

/** @param {CutSet} made @param {string} from the input */
export function describeCutSet(made, from) {
  const random = randomValues(made);
  const numbers = tr(
    'The value is {}. With “{}” {}, it is {}. With this set cut, it is {} (attention only: {}).',
    signed(made.value),
    from,
    { hide: tr('hidden'), mask: tr('masked') }[made.blank] ?? tr('replaced'),
    signed(made.blanked),
    signed(made.cut),
    signed(made.withoutResiduals),
  );
  const chance =
    random.length > 0
      ? tr('With random sets of equal capacity cut, it is {} to {}.', signed(at(random, 0.025)), signed(at(random, 0.975)))
      : '';
  if (hardlyDepends(made))
    return [numbers, chance, tr('The answer hardly depends on “{}”. Choose an input that matters.', from)].filter(Boolean).join(' ');
  const shares = made.random
    .filter((part) => part !== null && Number.isFinite(part))
    .map(Number)
    .sort((a, b) => a - b);
  const took = tr(
    'The cut took {} of the dependence on “{}” (attention only: {}). Random sets took {} to {} (p = {}).',
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
 * The output's largest input, except special tokens and the output itself. -1 for none.
 * @param {(number | null)[]} shares of the inputs @param {{special?: boolean}[]} pieces @param {number} output
 */
export function mattersMost(shares, pieces, output) {
  const counted = pieces.flatMap(({ special }, token) =>
    special || token === output || !Number.isFinite(shares[token] ?? NaN) ? [] : [token],
  );
  return counted.reduce((best, token) => (best < 0 || Number(shares[token]) > Number(shares[best]) ? token : best), -1);
}
