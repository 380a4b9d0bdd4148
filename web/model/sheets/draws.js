// SPDX-License-Identifier: MIT
// @ts-check
// How many random draws are compared with a ranking: a few at once, so that something is seen, then as many as time allows.

export const firstDraws = 8;
/** They give a p of a two-hundredth, which is still below .05 after Holm's correction for the rankings that there are. */
export const allDraws = 199;
/** They decide for two rankings; fewer are never made. */
export const leastDraws = 49;
/** Milliseconds, of all draws together. */
const soon = 5000;
/** What a later draw takes, against one of the first: sets that were cut are not cut again, and the ranking's own were (measured: 0.65). */
const later = 0.66;

/** @param {number} took milliseconds of the first draws @returns {number} */
export function drawsFor(took) {
  const within = firstDraws + Math.floor((soon - took) / ((took / firstDraws) * later));
  return Math.min(Math.max(within, leastDraws), allDraws);
}
