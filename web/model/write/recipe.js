// SPDX-License-Identifier: MIT
// @ts-check
// The recipe of a written text.

import { wordTarget } from '../run/recipe.js';

/** @typedef {import('../run/recipe.js').Recipe} Recipe */

/** A prompt with pictures, null for another. @param {Recipe} recipe @returns {Recipe | null} */
export const promptOf = ({ text, chat, images, tiles, wiped }) =>
  images ? { text, images, ...(chat && { chat }), ...(tiles && { tiles }), ...(wiped && { wiped }) } : null;

/**
 * The text, and its tokens if the tokenizer would split it differently. A prompt with pictures stays as it is, and its answer is in the
 * tokens. The question is then about the answer's first token.
 * @param {import('./writer.js').Written} written @param {Recipe | null} seen @returns {Recipe}
 */
export function recipeOf({ text, ids, same, written, begin }, seen) {
  if (!seen) return { text, ...(!same && { ids: ids.join(',') }) };
  if (written.length === 0) return { ...seen, ids: ids.join(',') };
  const first = ids.length - written.length;
  return { ...seen, ids: ids.join(','), target: wordTarget([{ id: ids[Math.min(begin, first)] }], Math.min(begin, first) - 1) };
}
