// SPDX-License-Identifier: MIT
// @ts-check
// How many random draws stand beside a ranking: a few at once, so that something is seen, then as many as its reader waits for.

export const firstDraws = 8;
/** They give a p of a hundredth. */
export const allDraws = 99;
/** A p of a fortieth is worth a longer wait, one of a twentieth every wait. */
const fairDraws = 39;
export const leastDraws = 19;
/** Milliseconds, of all draws together. */
const soon = 3000;
const longest = 8000;
/** What a later draw takes, against one of the first: sets that were cut are not cut again, and the ranking's own were (measured: 0.65). */
const later = 0.66;

/** @param {number} took milliseconds of the first draws @returns {number} */
export function drawsFor(took) {
  const within = (/** @type {number} */ all) => firstDraws + Math.floor((all - took) / ((took / firstDraws) * later));
  return Math.min(Math.max(within(soon), Math.min(within(longest), fairDraws), leastDraws), allDraws);
}
