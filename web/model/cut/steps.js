// SPDX-License-Identifier: MIT
// @ts-check
// "Undo" beside the changed answer takes back the last cut or swap, whatever was done since: the page's undo says what was run before.

import { recipeOf, recipeText } from '../run/recipe.js';

/** @typedef {import('../run/recipe.js').Recipe} Recipe */
/** @typedef {Pick<Recipe, 'cuts' | 'rule' | 'swap' | 'wiped'>} Changes what a run is changed by */

/** @param {Recipe} recipe @param {(keyof Changes)[]} names */
const partOf = (recipe, names) => /** @type {Changes} */ (Object.fromEntries(names.map((name) => [name, recipe[name]])));
/** @param {Recipe} recipe @param {(keyof Changes)[]} names */
const baseOf = (recipe, names) =>
  recipeText({ ...recipe, ...partOf({ text: '' }, names), target: undefined, scores: undefined, sheet: undefined });

/**
 * The newest run of the same text, before `recipe`, that these members were other ones in.
 * @param {Recipe} recipe @param {string[]} before what was run, oldest first @param {(keyof Changes)[]} names
 * @returns {{changes: Changes, step: number}} its members, and its place; none and -1: there is no such run
 */
export function beforeLast(recipe, before, names) {
  const of = baseOf(recipe, names);
  const now = JSON.stringify(partOf(recipe, names));
  for (let step = before.length - 1; step >= 0; step -= 1) {
    const one = recipeOf(before[step]);
    if (baseOf(one, names) !== of) break;
    const changes = partOf(one, names);
    if (JSON.stringify(changes) !== now) return { changes, step };
  }
  return { changes: {}, step: -1 };
}
