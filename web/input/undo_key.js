// SPDX-License-Identifier: MIT
// @ts-check
// The keys that undo and redo.

/**
 * Undo and redo as the page's table of actions has them, "Ctrl+z"; '' for any other key.
 * @param {KeyboardEvent} event
 */
export function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey }) {
  if (ctrlKey === metaKey || altKey) return '';
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'Ctrl+Z' : 'Ctrl+z';
  return letter === 'y' && ctrlKey && !shiftKey ? 'Ctrl+y' : '';
}

/** Whether keys write there, so that undo is about what was written. @param {EventTarget | null} target */
export const isWritten = (target) =>
  target instanceof Element &&
  target.matches('textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button])');
