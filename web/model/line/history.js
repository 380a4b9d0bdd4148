// SPDX-License-Identifier: MIT
// @ts-check
// The texts that were run: each is a click away, and a column of Compare.

import { recipeText, runText } from '../recipe.js';

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
