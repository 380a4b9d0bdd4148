// SPDX-License-Identifier: MIT
// @ts-check
// The list of cuts, as it stands when another run is shown.

/** @typedef {import('../run/recipe.js').Cut} Cut */
/** @typedef {{cut: Cut, on: boolean}} Listed on: in force */

/** A head and a residual may have the same text. @param {Cut} one @param {Cut} other */
export const isSame = (one, other) => one.kind === other.kind && one.text === other.text;

/**
 * Each stays where it was, whether it is in force or not.
 * @param {Listed[]} list as it was @param {Cut[]} cuts of the run that is shown
 * @returns {Listed[]} with what was switched off, and is not of this run, still off
 */
export function listed(list, cuts) {
  const isIn = (/** @type {Cut} */ cut) => cuts.some((one) => isSame(one, cut));
  const stays = list.filter(({ cut, on }) => !on || isIn(cut)).map(({ cut }) => ({ cut, on: isIn(cut) }));
  return [...stays, ...cuts.filter((cut) => !list.some((one) => isSame(one.cut, cut))).map((cut) => ({ cut, on: true }))];
}

/** The tokens that a cut names: 7 and 6 of `2:0:7>6; 3:0:*>6`. @param {Cut} cut @returns {number[]} */
const tokensOf = ({ kind, text }) =>
  kind === 'head'
    ? []
    : text
        .split(/; ?/)
        .flatMap((piece) => (piece.split(':').at(-1) ?? '').split(/[>,]/))
        .filter((at) => at !== '*')
        .map(Number);

/**
 * What of a list can be cut in another text: heads, and where the same tokens stand; none of it in force.
 * @param {Listed[]} list @param {string[]} tokens of its text @param {string[]} others of the other one
 * @returns {Listed[]}
 */
export const offered = (list, tokens, others) =>
  list
    .filter(({ cut }) => tokensOf(cut).every((at) => tokens[at] !== undefined && tokens[at] === others[at]))
    .map(({ cut }) => ({ cut, on: false }));
