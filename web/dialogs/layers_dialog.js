// SPDX-License-Identifier: MIT
// @ts-check
// Chooses which arrays of a file are its layers. Shows each family with its size, its range and a picture of its first matrix.

import { tr } from '../base/language.js';
import { make } from '../base/elements.js';

/** @typedef {import('../headwaters.d.ts').LayerChoice} LayerChoice */

const side = 96;

/** The matrix in shades of the text's colour. @param {string} preview rows of digits, `/` between them */
function picture(preview) {
  const rows = preview.split('/');
  const canvas = make('canvas', { className: 'layer-preview', width: rows[0].length, height: rows.length, 'aria-hidden': 'true' });
  canvas.style.cssText = `position: static; width: ${side}px; height: ${Math.max(8, Math.round((side * rows.length) / rows[0].length))}px; image-rendering: pixelated; border: 1px solid currentColor`;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.fillStyle = getComputedStyle(document.body).color;
  rows.forEach((row, y) => {
    [...row].forEach((digit, x) => {
      context.globalAlpha = Number(digit) / 9;
      context.fillRect(x, y, 1, 1);
    });
  });
  return canvas;
}

/**
 * @param {import('../headwaters.d.ts').State['messages']} messages the choice belongs to the newest message that has one
 * @param {(message: number, action: number) => void} take called with the message and the index of the action; choices follow the actions
 */
export function layersContent(messages, take) {
  const message = messages.findLast(({ choices }) => choices.length > 0);
  if (!message) return [make('p', { textContent: tr('No other arrays could be layers.') })];
  const choices = message.choices.map(({ value, text, preview }, index) =>
    make(
      'li',
      {},
      make('button', { 'data-id': `arrays/${value}`, textContent: value, onclick: () => take(message.id, message.actions.length + index) }),
      make('p', { className: 'muted', textContent: text }),
      ...(preview ? [picture(preview)] : []),
    ),
  );
  return [
    make('p', { textContent: `${message.finding} ${tr('An asterisk replaces the layer number.')}` }),
    make('ul', { className: 'choices' }, ...choices),
    make('p', { className: 'muted', textContent: tr('The choice is kept in the URL (layers-from).') }),
  ];
}
