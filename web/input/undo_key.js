// SPDX-License-Identifier: MIT
// @ts-check
// The keys that undo and redo.

/**
 * Undo and redo by their names in the page's table of actions, such as "Ctrl+z". '' for any other key.
 * @param {KeyboardEvent} event
 */
export function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey }) {
  if (ctrlKey === metaKey || altKey) return '';
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'Ctrl+Z' : 'Ctrl+z';
  return letter === 'y' && ctrlKey && !shiftKey ? 'Ctrl+y' : '';
}

/** Whether the target is a text field, whose own undo applies. @param {EventTarget | null} target */
export const isWritten = (target) =>
  target instanceof Element &&
  target.matches('textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button])');
