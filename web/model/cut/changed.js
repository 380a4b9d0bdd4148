// SPDX-License-Identifier: MIT
// @ts-check
// Whether the answer is another one than before the cuts, where the question is not about it.

/** @typedef {import('../says.js').Answer} Answer */

/**
 * Cuts and swaps can bring a third answer to the top, which the question's number says nothing of.
 * @param {import('./asked.js').Question} question @param {Answer[] | null} before @param {Answer[]} after
 * @returns {{was: Answer, now: Answer} | null} null: it is the same, or it is one of the two that are asked about
 */
export function unaskedChange({ kind, index, minus }, before, after) {
  const [was, now] = [before?.[0], after[0]];
  if (kind === 'cosine' || !was || !now || was.id === now.id) return null;
  return now.id === index || now.id === minus ? null : { was, now };
}

/**
 * What the question asks held before the cuts, and does not with them: "Why does the model prefer are to is?" would not be true.
 * @param {import('./asked.js').Question} question @param {Answer[] | null} before @param {Answer[]} after
 */
export function isPast({ kind, index, minus, before: was, after: is }, before, after) {
  if (!before || kind === 'cosine') return false;
  return minus < 0 ? before[0]?.id === index && after[0]?.id !== index : was > 0 && is < 0;
}
