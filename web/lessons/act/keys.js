// SPDX-License-Identifier: MIT
// @ts-check
// Which keys a lesson leaves to others.

/** True if a dialog, a field or the browser takes the key. Page Up and Down turn steps from a field of one line too. @param {KeyboardEvent} event */
export function isForAnother({ ctrlKey, metaKey, altKey, isComposing, key }) {
  if (ctrlKey || metaKey || altKey || isComposing || document.querySelector('dialog[open], .black')) return true;
  const focus = document.activeElement;
  if (focus instanceof HTMLTextAreaElement || focus instanceof HTMLSelectElement) return true;
  return !/^Page(Up|Down)$/.test(key) && focus instanceof HTMLInputElement && !['radio', 'checkbox', 'button'].includes(focus.type);
}
