// SPDX-License-Identifier: MIT
// @ts-check
// The frame of every dialog: its title, its close button, and the focus after it closes.

import { tr } from '../base/language.js';
import { make } from '../base/elements.js';

/** @param {string} id as in DialogEffect @param {string} title @param {(Node | string)[]} content @param {string} className @param {() => void} close */
export function frame(id, title, content, className, close) {
  const heading = make('h2', { textContent: title, id: 'dialog-title' });
  const button = make('button', {
    'data-id': `${id}/close`,
    className: 'close',
    textContent: '×',
    'aria-label': tr('Close'),
    onclick: close,
  });
  const dialog = make('dialog', { 'data-id': `dialog/${id}`, className, 'aria-labelledby': 'dialog-title' }, heading, ...content, button);
  // A click outside the dialog closes it.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    // The browser restores the focus. If that element is gone, focus the figure.
    if (document.activeElement === document.body) document.getElementById('canvas')?.focus({ preventScroll: true });
  });
  // In WebKit an empty search field does not pass Escape on.
  dialog.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Escape' && target instanceof HTMLInputElement && target.type === 'search' && !target.value) dialog.close();
  });
  return dialog;
}
