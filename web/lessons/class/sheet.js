// SPDX-License-Identifier: MIT
// @ts-check
// The dialogs of a class, with their style. They load when they are opened.

import { adopt } from '../../base/adopted_style.js';
import { copyText } from '../../base/clipboard.js';
import { make } from '../../base/elements.js';
import { tr } from '../../base/language.js';

const css = `
dialog.class { width: min(820px, calc(100vw - 32px)); }
dialog.class .code-text { font: 600 32px/1.2 var(--mono); letter-spacing: 0.06em; overflow-wrap: anywhere; margin: 4px 0 8px; user-select: all; }
dialog.class .code-text.long { font-size: 18px; letter-spacing: 0; }
dialog.class .code { width: min(220px, 100%); margin: 12px 0; }
dialog.class input[type='text'] { flex: 1 1 220px; background: var(--ground); color: inherit; border: 1px solid var(--rule); border-radius: 4px; padding: 8px; font: inherit; min-width: 0; }
dialog.class section { border-top: 1px solid var(--rule); margin-top: 16px; }
dialog.class h3 { margin-top: 14px; }
dialog.class fieldset { border: 0; margin: 0 0 8px; padding: 0; min-width: 0; }
dialog.class legend { padding: 0; margin-bottom: 4px; }
dialog.class .bars { list-style: none; margin: 0 0 6px; padding: 0; }
dialog.class .bars button { position: relative; display: flex; justify-content: space-between; gap: 16px; width: 100%; text-align: left; border: 1px solid var(--rule); border-radius: 4px; padding: 8px 12px; margin-bottom: 4px; overflow: hidden; }
dialog.class .bars button:hover { border-color: var(--ink); }
dialog.class .bars .fill { position: absolute; inset: 0 auto 0 0; background: var(--quantity); opacity: 0.2; }
dialog.class .bars button > span:not(.fill) { position: relative; }
dialog.class .bars .count { font-family: var(--mono); white-space: nowrap; }
dialog.class .bars .right { border-color: var(--quantity); box-shadow: inset 0 0 0 1px var(--quantity); font-weight: 600; }
dialog.class .wall { padding-left: 20px; overflow-wrap: anywhere; }
dialog.class .wall a, dialog.class .answers a { color: var(--quantity); }
dialog.class .answers { overflow-wrap: anywhere; padding-left: 20px; }
dialog.class .answers li { margin-bottom: 8px; }
dialog.class video { display: block; width: min(360px, 100%); border-radius: 4px; background: #000; }
dialog.class .named { overflow-wrap: anywhere; }
@media (max-width: 600px) { dialog.class { padding: 20px 16px; } dialog.class .code-text { font-size: 26px; } }
@media (pointer: coarse) { dialog.class .bars button { min-height: 44px; } }
`;

/** @type {HTMLDialogElement | null} */
let open = null;

export const closeSheet = () => open?.close();

/** @param {string} name @param {string} title @param {Node[]} parts @param {() => void} [closed] */
export function showSheet(name, title, parts, closed = () => {}) {
  adopt(css);
  closeSheet();
  const before = document.activeElement;
  const id = `class-${name}-title`;
  const dialog = make(
    'dialog',
    { className: 'class', 'data-id': `dialog/class-${name}`, 'aria-labelledby': id },
    make('h2', { id, textContent: title, tabIndex: -1, autofocus: true }),
    make('button', {
      className: 'close',
      'data-id': 'class/close',
      'aria-label': tr('Close'),
      textContent: '×',
      onclick: () => dialog.close(),
    }),
    ...parts,
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (open === dialog) open = null;
    closed();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  open = dialog;
  dialog.showModal();
  return dialog;
}

/** A button that copies. @param {string} id @param {string} label @param {() => string} text */
export function copyButton(id, label, text) {
  const button = make('button', {
    'data-id': id,
    type: 'button',
    textContent: label,
    onclick: async () => {
      button.textContent = (await copyText(text())) ? tr('Copied') : tr('Press Ctrl+C');
    },
  });
  return button;
}
