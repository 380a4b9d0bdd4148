// SPDX-License-Identifier: MIT
// @ts-check
// What is run when somebody types.

import { howRead } from '../recipe.js';

/**
 * What was cut or swapped is of the text before; how it is written, and as what it is read, stays.
 * @param {import('./about.js').About} about @param {import('../recipe.js').Recipe} shown @param {string} text @param {string} [pair]
 * @returns {import('../recipe.js').Recipe}
 */
export function typedRecipe(about, shown, text, pair) {
  if (about.kind === 'embedding') return { text, ...(pair && { target: `cos:${pair}` }) };
  // Of a picture what is typed stands beside it.
  if (about.picture) return { ...howRead(shown), text: shown.text, ...(text.trim() && { pair: text }) };
  return { ...howRead(shown), text, ...(pair !== undefined && { pair }) };
}
