// SPDX-License-Identifier: MIT
// @ts-check
// The cuts and swaps of one text, step by step: "Undo" beside the changed answer takes back the last of them, whatever was done since.

/** @typedef {import('../recipe.js').Recipe} Recipe */
/** @typedef {Pick<Recipe, 'cuts' | 'rule' | 'swap'>} Changes what a run was changed by */

/** @param {Recipe} recipe @returns {Changes} */
const changesIn = ({ cuts, rule, swap }) => ({ cuts, rule: cuts ? rule : undefined, swap });
/** @param {Changes} one @param {Changes | undefined} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
/** @type {Changes} */
const none = { cuts: undefined, rule: undefined, swap: undefined };

export class Steps {
  /** Before the run that is shown, oldest first. @type {Changes[]} */
  #earlier = [];
  #now = none;
  #of = '';

  /** The run that is shown now: by a cut, by a link, by the page's own undo. @param {Recipe} recipe @param {string} of its text with all else that is cut in */
  follow(recipe, of) {
    const now = changesIn(recipe);
    if (of !== this.#of) this.#earlier = isSame(now, none) ? [] : [none];
    else if (isSame(now, this.#earlier.at(-1))) this.#earlier.pop();
    else if (!isSame(now, this.#now)) this.#earlier.push(this.#now);
    this.#of = of;
    this.#now = now;
  }

  /** What the run before the last of them was changed by. */
  get last() {
    return this.#earlier.at(-1) ?? none;
  }
}
