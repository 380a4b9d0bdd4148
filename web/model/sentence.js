// SPDX-License-Identifier: MIT
// @ts-check
// The text as the model's tokens, under the line in which it is typed. A causal model also shows how surprised it was by each
// token (in bits), and what it expected in its place.

import { inLanguage, tr } from '../boot/words.js';
import { percent, shown } from './says.js';
import { make } from '../mirror/elements.js';

/**
 * @typedef {object} Piece one token
 * @property {string} text as it is shown @property {boolean} special it was added, and stands for no part of the text
 * @property {number | null} bits by which the model was surprised; null: it says nothing of this token
 * @property {{text: string, probability: number}[]} [expected] in its place, likeliest first
 */

/** Surprise that is drawn at full strength: one in 65,000. */
const mostBits = 16;

/** @param {Piece[]} pieces @param {number} longest more are folded @returns {HTMLElement} */
export function sentenceOf(pieces, longest = 256) {
  const list = make('ol', { className: 'pieces', 'aria-label': tr('Tokens') });
  for (const piece of pieces.slice(0, longest)) list.append(make('li', {}, pieceOf(piece)));
  if (pieces.length > longest) list.append(make('li', { className: 'muted', textContent: tr('and {} more', inLanguage(String(pieces.length - longest))) }));
  return list;
}

/** One token with its surprise. @param {Piece} piece */
export function pieceOf({ text, special, bits, expected }) {
  const chip = make('span', { className: special ? 'piece special' : 'piece', textContent: shown(text) });
  if (bits === null) return chip;
  chip.style.setProperty('--surprise', String(Math.min(bits / mostBits, 1)));
  const surprise = tr('{} bits of surprise', inLanguage(bits.toFixed(1)));
  const instead = (expected ?? []).slice(0, 3).map((one) => `${shown(one.text)} ${percent(one.probability)}`).join(', ');
  chip.title = instead ? tr('{}. Expected: {}', surprise, instead) : surprise;
  chip.dataset.bits = bits.toFixed(3);
  return chip;
}
