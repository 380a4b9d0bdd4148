// SPDX-License-Identifier: MIT
// @ts-check

/**
 * Puts a text into a field whose reader may be about to type there. Where it only grows, as a text does that a model goes on with, what
 * was selected stays so, and all of it if all was: what is typed next takes its place, instead of being put behind it.
 * @param {HTMLTextAreaElement} field @param {string} text
 */
export function putInto(field, text) {
  const { value: before, selectionStart: from, selectionEnd: to, selectionDirection } = field;
  if (before === text) return;
  field.value = text;
  if (from === to || !text.startsWith(before)) return;
  field.setSelectionRange(from, from === 0 && to === before.length ? text.length : to, selectionDirection);
}
