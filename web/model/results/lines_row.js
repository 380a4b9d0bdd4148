// SPDX-License-Identifier: MIT
// @ts-check
// Buttons that copy the commands for the numbers on the screen.

import { copyText } from '../../base/clipboard.js';
import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** @param {import('./commands.js').Lines} lines @param {string} note the parts that the user must fill in @returns {HTMLElement[]} */
export function linesRow(lines, note) {
  const shown = make('textarea', { 'data-id': 'export/lines', readOnly: true, hidden: true, 'aria-label': tr('Command') });
  const copy = (/** @type {string} */ id, /** @type {string} */ textContent, /** @type {string} */ text) => {
    const button = make('button', {
      'data-id': `export/${id}`,
      textContent,
      onclick: async () => {
        shown.value = text;
        shown.hidden = false;
        button.textContent = (await copyText(text)) ? tr('Copied') : tr('Press Ctrl+C');
        setTimeout(() => {
          button.textContent = textContent;
        }, 2000);
      },
    });
    return button;
  };
  return [
    make(
      'p',
      { className: 'row' },
      copy('command', tr('Copy as command'), lines.shell),
      copy('python', tr('Copy as Python'), lines.python),
    ),
    shown,
    make('p', { className: 'muted', textContent: note }),
  ];
}
