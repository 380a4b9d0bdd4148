// SPDX-License-Identifier: MIT
// @ts-check
// The button "Undo" next to the changed answer undoes the last cut or swap, even after other actions. It finds the earlier run in the
// page's undo history.

import { recipeOf, recipeText } from '../run/recipe.js';

/** @typedef {import('../run/recipe.js').Recipe} Recipe */
/** @typedef {Pick<Recipe, 'cuts' | 'rule' | 'swap' | 'wiped'>} Changes the part of a recipe that cuts and swaps change */

/** @param {Recipe} recipe @param {(keyof Changes)[]} names */
const partOf = (recipe, names) => /** @type {Changes} */ (Object.fromEntries(names.map((name) => [name, recipe[name]])));
/** @param {Recipe} recipe @param {(keyof Changes)[]} names */
const baseOf = (recipe, names) =>
  recipeText({ ...recipe, ...partOf({ text: '' }, names), target: undefined, scores: undefined, sheet: undefined });

/**
 * The newest earlier run of the same text in which these members differ.
 * @param {Recipe} recipe @param {string[]} before earlier runs, oldest first @param {(keyof Changes)[]} names
 * @returns {{changes: Changes, step: number}} the members and the index of that run, {} and -1 if there is none
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
