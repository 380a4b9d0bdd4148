// SPDX-License-Identifier: MIT
// @ts-check
// The clipboard.

/**
 * Puts text on the clipboard; where the browser does not allow it, on a selection that the user can
 * copy by hand.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'hidden';
    (document.querySelector('dialog[open]') ?? document.body).append(area); // beside an open dialog nothing can be selected
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
