// SPDX-License-Identifier: MIT
// @ts-check
// Keys that a lesson does not handle.

/** True if a dialog, a field or the browser handles the key. Page Up and Down change steps even in a one-line field. @param {KeyboardEvent} event */
function isForAnother({ ctrlKey, metaKey, altKey, isComposing, key }) {
  if (ctrlKey || metaKey || altKey || isComposing || document.querySelector('dialog[open], .black')) return true;
  const focus = document.activeElement;
  if (focus instanceof HTMLTextAreaElement || focus instanceof HTMLSelectElement) return true;
  return !/^Page(Up|Down)$/.test(key) && focus instanceof HTMLInputElement && !['radio', 'checkbox', 'button'].includes(focus.type);
}

/**
 * A key of a lesson or of a projected page.
 * @param {KeyboardEvent} event @param {Record<string, () => void> | null} own actions of the open lesson, by key @param {() => void} black
 */
export function handleKey(event, own, black) {
  if (isForAnother(event)) return;
  const isOn = own !== null || document.documentElement.hasAttribute('data-present');
  const action = isOn && /^b$/i.test(event.key) ? () => black() : own?.[event.key];
  if (!action) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  action();
}
