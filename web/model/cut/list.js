// SPDX-License-Identifier: MIT
// @ts-check
// The list of cuts, as it stands when another run is shown, and the steps by which it came about.

/** @typedef {import('../recipe.js').Cut} Cut */
/** @typedef {import('../recipe.js').Rule} Rule */
/** @typedef {{cut: Cut, on: boolean}} Listed on: in force */
/** @typedef {{all: Listed[], rule: Rule}} Step */

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

const most = 100;
const wordsOf = (/** @type {Step} */ step) => JSON.stringify(step);

/** To go back to, and forward again. */
export class Steps {
  /** @type {Step[]} */
  #back = [];
  /** @type {Step[]} */
  #forward = [];

  /** @param {Step} before what a change leaves behind */
  add(before) {
    this.#back = [...this.#back, before].slice(-most);
    this.#forward = [];
  }

  clear() {
    this.#back = this.#forward = [];
  }

  /** The nearest that is another than the present one: the browser's Back may have gone there already. @param {boolean} isRedo @param {Step} present */
  take(isRedo, present) {
    const [from, to] = isRedo ? [this.#forward, this.#back] : [this.#back, this.#forward];
    for (let step = from.pop(); step; step = from.pop()) {
      if (wordsOf(step) === wordsOf(present)) continue;
      to.push(present);
      return step;
    }
    return null;
  }
}
