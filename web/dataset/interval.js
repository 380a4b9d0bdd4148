// SPDX-License-Identifier: MIT
// @ts-check
// Confidence intervals of means over examples.

/** @typedef {import('./read_means.js').Cell} Cell */

/** Coverage of the intervals in per cent, and its normal quantile. */
export const sure = 95;
const normal = 1.959964;

/**
 * Student's t for 95 % and `freedom` degrees: Cornish and Fisher's expansion about the normal quantile (Abramowitz and Stegun 26.7.5), with
 * exact values below 3, where the expansion is poor.
 * @param {number} freedom
 */
export function studentT(freedom) {
  if (freedom < 1) return Infinity;
  if (freedom === 1) return 12.706205;
  if (freedom === 2) return 4.302653;
  const z = normal;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ];
  return terms.reduce((sum, term, i) => sum + term / freedom ** (i + 1), z);
}

/**
 * Half the width of the 95 % interval of a mean over independent examples: t times the standard error, from the file's population
 * deviation. NaN for fewer than two examples.
 * @param {Cell} cell
 */
export function halfInterval({ count, sd }) {
  return count < 2 || !Number.isFinite(sd) ? NaN : (studentT(count - 1) * sd) / Math.sqrt(count - 1);
}
