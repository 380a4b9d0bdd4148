// SPDX-License-Identifier: MIT
// @ts-check
// What is run when somebody types, and the texts that were run: each is a click away, and a column of Compare.

import { howRead, recipeText, runText } from '../recipe.js';

/** @typedef {import('../recipe.js').Recipe} Recipe */

const most = 50;

/** Nothing to come back to. @param {Recipe} recipe */
export const isBlank = ({ text }) => !text.trim();

/** @param {Recipe[]} texts newest first @param {Recipe} recipe the newest @returns {Recipe[]} */
export const withText = (texts, recipe) =>
  isBlank(recipe) ? texts : [recipe, ...texts.filter((one) => runText(one) !== runText(recipe))].slice(0, most);

/** What puts it beside what is shown, as fields of the address. @param {Recipe} recipe */
export const besideFields = (recipe) =>
  `panel=compare&compare=${encodeURIComponent(`rollout/rollout,prompt:${recipeText(recipe).replace(/[%,/:]/g, encodeURIComponent)}`)}`;

/**
 * What was cut or swapped is of the text before; how it is written, and as what it is read, stays.
 * @param {import('./about.js').About} about @param {import('../recipe.js').Recipe} shown @param {string} text @param {string} [pair]
 * @returns {import('../recipe.js').Recipe}
 */
export function typedRecipe(about, shown, text, pair) {
  if (about.kind === 'embedding') return { text, ...(pair && { target: `cos:${pair}` }) };
  // Of a picture what is typed stands beside it.
  if (about.picture) return { ...howRead(shown), text: shown.text, ...(text.trim() && { pair: text }) };
  // What people write for a gap; within a word it is a part of that.
  const gap = (/** @type {string} */ typed) =>
    about.mask ? typed.replace(/(?<![\p{L}\p{N}_])_{2,}(?![\p{L}\p{N}_])/gu, about.mask) : typed;
  return { ...howRead(shown), text: gap(text), ...(pair !== undefined && { pair: gap(pair) }) };
}
