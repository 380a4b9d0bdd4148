// SPDX-License-Identifier: MIT
// @ts-check

/**
 * Sets the text of a field in which the user may be about to type. If the text only grows, as when a model continues it, the selection
 * stays, or grows if everything was selected. So the next typed text replaces it instead of following it.
 * @param {HTMLTextAreaElement} field @param {string} text
 */
export function putInto(field, text) {
  const { value: before, selectionStart: from, selectionEnd: to, selectionDirection } = field;
  if (before === text) return;
  field.value = text;
  if (from === to || !text.startsWith(before)) return;
  field.setSelectionRange(from, from === 0 && to === before.length ? text.length : to, selectionDirection);
}
