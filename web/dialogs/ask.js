// SPDX-License-Identifier: MIT
// @ts-check
// Asks the user whether the page that embeds this one may see the file that was opened here.

import { tr } from '../boot/words.js';
import { make } from '../mirror/elements.js';

/** A click that was meant for something else may not answer. Milliseconds. */
const tooSoon = 800;

/** @param {string} origin of who asks @returns {Promise<boolean>} */
export function askUser(origin) {
  return new Promise((resolve) => {
    const answer = (/** @type {string} */ textContent, /** @type {boolean} */ yes) =>
      make('button', { textContent, disabled: true, onclick: () => (bar.remove(), resolve(yes)) });
    const buttons = [answer(tr('Allow'), true), answer(tr('Do not allow'), false)];
    const bar = make('div', { className: 'asked', role: 'alertdialog', 'aria-label': tr('A question') },
      make('p', { textContent: tr('{} asks to read the file that you opened here: its name, tokens and numbers. It may keep or send them.', origin) }),
      make('p', { className: 'row' }, ...buttons));
    document.body.append(bar);
    setTimeout(() => {
      for (const button of buttons) button.disabled = false;
      buttons[1].focus();
    }, tooSoon);
  });
}
