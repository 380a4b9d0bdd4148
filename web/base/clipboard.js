// SPDX-License-Identifier: MIT
// @ts-check

/**
 * Copies text to the clipboard. If the browser forbids it, selects the text for the user to copy.
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
    (document.querySelector('dialog[open]') ?? document.body).append(area); // outside an open dialog nothing can be selected
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
