// SPDX-License-Identifier: MIT
// @ts-check
// A prompt as this program writes it: an example is known by its recipe, and one whose fields stand in another order, or with blanks between, is the same.

/** @param {string} text @param {(own: string) => void} take at once, unless there is more than a text */
export function asWritten(text, take) {
  if (!text.startsWith('{"')) return take(text);
  void import('../model/run/recipe.js').then(({ recipeOf, recipeText }) => take(recipeText(recipeOf(text))));
}
