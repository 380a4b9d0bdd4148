// SPDX-License-Identifier: MIT
// @ts-check
// Updates the list of cuts for a new run.

/** @typedef {import('../run/recipe.js').Cut} Cut */
/** @typedef {{cut: Cut, on: boolean}} Listed on: active */

/** Compares kind and text, because a head and a residual may have the same text. @param {Cut} one @param {Cut} other */
export const isSame = (one, other) => one.kind === other.kind && one.text === other.text;

/**
 * Keeps the order of the list, for active and inactive cuts.
 * @param {Listed[]} list the old list @param {Cut[]} cuts of the new run
 * @returns {Listed[]} cuts that were inactive and are not in the new run stay inactive
 */
export function listed(list, cuts) {
  const isIn = (/** @type {Cut} */ cut) => cuts.some((one) => isSame(one, cut));
  const stays = list.filter(({ cut, on }) => !on || isIn(cut)).map(({ cut }) => ({ cut, on: isIn(cut) }));
  return [...stays, ...cuts.filter((cut) => !list.some((one) => isSame(one.cut, cut))).map((cut) => ({ cut, on: true }))];
}

/** The tokens in a cut's text, such as 7 and 6 in `2:0:7>6; 3:0:*>6`. @param {Cut} cut @returns {number[]} */
const tokensOf = ({ kind, text }) =>
  kind === 'head'
    ? []
    : text
        .split(/; ?/)
        .flatMap((piece) => (piece.split(':').at(-1) ?? '').split(/[>,]/))
        .filter((at) => at !== '*')
        .map(Number);

/**
 * The cuts of a list that apply to another text, all inactive: heads, and cuts whose positions have the same tokens there.
 * @param {Listed[]} list @param {string[]} tokens of the list's text @param {string[]} others of the other text
 * @returns {Listed[]}
 */
export const offered = (list, tokens, others) =>
  list
    .filter(({ cut }) => tokensOf(cut).every((at) => tokens[at] !== undefined && tokens[at] === others[at]))
    .map(({ cut }) => ({ cut, on: false }));
