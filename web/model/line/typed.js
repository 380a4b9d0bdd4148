// SPDX-License-Identifier: MIT
// @ts-check
// What is run when somebody types.

/**
 * What was cut or swapped is of the text before; how it is written, and as what it is read, stays.
 * @param {import('./about.js').About} about @param {import('../recipe.js').Recipe} shown @param {string} text @param {string} [pair]
 * @returns {import('../recipe.js').Recipe}
 */
export function typedRecipe(about, shown, text, pair) {
  const { wiped, beams, chat } = shown;
  if (about.kind === 'embedding') return { text, ...(pair && { target: `cos:${pair}` }) };
  // Of a picture what is typed stands beside it.
  if (about.picture) return { text: shown.text, ...(text.trim() && { pair: text }), ...(wiped && { wiped }) };
  return { text, ...(pair !== undefined && { pair }), ...(beams && { beams }), ...(chat && { chat }) };
}
