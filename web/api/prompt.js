// SPDX-License-Identifier: MIT
// @ts-check
// A prompt in this program's own spelling. An example is identified by its recipe, so other orders of fields and other blanks become the
// same text.

/** @param {string} text @param {(own: string) => void} take called at once, unless `text` has more fields than a text */
export function normalisePrompt(text, take) {
  if (!text.startsWith('{"')) return take(text);
  void import('../model/run/recipe.js').then(({ recipeOf, recipeText }) => take(recipeText(recipeOf(text))));
}
