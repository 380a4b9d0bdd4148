// SPDX-License-Identifier: MIT
// @ts-check
// A question of the page in a frame (web/consent/permission.js), asked in a separate tab, where no other page can cover it. The address gives only
// the kind and a name. This page supplies the text.

import { loadTexts, tr } from './base/language.js';
import { questionTexts } from './consent/permission.js';
import { tooSoon, watchFocus } from './consent/visibility.js';
import { make } from './base/elements.js';

const [, kind, name] = /^#(read|fetch)=(.+)$/.exec(location.hash) ?? [];

/** Sent only to this program's own origin. @param {boolean} yes */
function answer(yes) {
  opener?.postMessage({ type: 'headwaters:answered', yes }, location.origin);
  close();
}

await loadTexts('words');
const main = /** @type {HTMLElement} */ (document.getElementById('main'));
if (parent !== window || !opener || !kind) {
  main.append(make('p', { textContent: tr('There is no permission request to answer.') }));
} else {
  const { question, yes, no } = questionTexts(/** @type {'read' | 'fetch'} */ (kind), decodeURIComponent(name));
  const buttons = [
    make('button', { 'data-id': 'ask/yes', textContent: yes, disabled: true, onclick: () => answer(true) }),
    make('button', { 'data-id': 'ask/no', textContent: no, disabled: true, onclick: () => answer(false) }),
  ];
  main.append(
    make('h1', { textContent: tr('Permission needed') }),
    make('p', { textContent: question }),
    make('p', { className: 'row' }, ...buttons),
  );
  // The second click of a double click on the page before it must not answer.
  watchFocus((on) => {
    buttons[0].disabled = !on;
  });
  setTimeout(() => {
    buttons[1].disabled = false;
    buttons[1].focus();
  }, tooSoon);
}
