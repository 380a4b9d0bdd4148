// SPDX-License-Identifier: MIT
// @ts-check
// The text as the model's tokens. For a causal model, also each token's surprisal in bits, and the tokens that the model expected instead.

import { inLanguage, tr } from '../../base/language.js';
import { percent, visibleText, distinctTexts } from './answers.js';
import { make } from '../../base/elements.js';

/**
 * @typedef {object} Piece one token
 * @property {number} id @property {string} text for display @property {boolean} special added by the tokenizer, not part of the text
 * @property {boolean} [unknown] replaces text that has no token
 * @property {boolean} [joins] belongs to the same word as the previous token
 * @property {boolean} [picture] stands for a part of a picture
 * @property {number | null} bits its surprisal, null if there is none
 * @property {{text: string, probability: number}[]} [expected] instead of it, most likely first
 */

/**
 * @param {Piece[]} pieces
 * @param {{open?: ((at: number, chip: HTMLElement) => void) | null, asked?: number, filled?: {at: number, text: string} | null}} [callbacks]
 * open: handles a click; asked: the token in question, -1 for none; filled: the model's word for a masked word
 * @param {number} longest earlier tokens are folded @returns {HTMLElement}
 */
export function sentenceOf(pieces, { open = null, asked = -1, filled = null } = {}, longest = 256) {
  const list = make('ol', { className: 'pieces', 'aria-label': tr('Tokens') });
  // Shows the end, because the model writes there.
  const first = Math.max(pieces.length - longest, 0);
  if (first > 0) list.append(make('li', { className: 'muted', textContent: tr('{} earlier', inLanguage(String(first))) }));
  pieces.slice(first).forEach((piece, i) => {
    const at = first + i;
    // The tokens of a picture are shown as one.
    if (piece.picture) {
      if (i === 0 || !pieces[at - 1].picture) list.append(make('li', {}, pictureOf(pieces, at)));
      return;
    }
    list.append(make('li', {}, pieceOf(piece, { at, open, isAsked: at === asked, filled: filled?.at === at ? filled.text : '' })));
  });
  return list;
}

/** @param {Piece[]} pieces @param {number} first of its tokens */
function pictureOf(pieces, first) {
  const end = pieces.findIndex(({ picture }, at) => at > first && !picture);
  const count = (end < 0 ? pieces.length : end) - first;
  return make('span', { className: 'piece-picture', textContent: tr('picture, {} tokens', inLanguage(String(count))) });
}

/** @param {string} text of the token that replaces text */
export const noToken = (text) => tr('{} replaces text that has no token.', text);

/** The first word that a word-level model reads letter by letter. @param {Piece[]} pieces @returns {string} '' for none */
export function spelledOf(pieces) {
  const isLetter = (/** @type {Piece} */ { text }) => /^(\p{Lu}|\p{Ll})$/u.test(text.trim());
  if (!pieces.some((one) => !one.special && /\p{L}{2}/u.test(one.text))) return ''; // its tokens are letters
  /** @type {Piece[]} */
  let word = [];
  for (const piece of [...pieces, null]) {
    if (piece?.joins && word.length > 0 && isLetter(piece)) {
      word.push(piece);
      continue;
    }
    if (word.length >= 3 && !piece?.joins) return word.map(({ text }) => text.trim()).join('');
    word = piece && !piece.joins && isLetter(piece) ? [piece] : [];
  }
  return '';
}

/** @param {string} word */
export const spelled = (word) => tr('The model reads “{}” letter by letter. Its answer may mean little.', word);

/**
 * One token with its surprisal.
 * @param {Piece} piece
 * @param {{at?: number, open?: ((at: number, chip: HTMLElement) => void) | null, isAsked?: boolean, filled?: string}} [callbacks] as in
 * sentenceOf
 */
export function pieceOf({ text, special, unknown, bits, expected }, { at = -1, open = null, isAsked = false, filled = '' } = {}) {
  const className = `piece${special ? ' special' : ''}${unknown ? ' unknown' : ''}${filled ? ' filled' : ''}`;
  const chip = make(open ? 'button' : 'span', { className, textContent: visibleText(filled || text) });
  if (open) {
    Object.assign(chip, { type: 'button', onclick: () => open(at, chip) });
    chip.setAttribute('aria-pressed', String(isAsked));
  }
  if (at >= 0) chip.dataset.at = String(at);
  chip.title = unknown ? noToken(text) : filled ? tr('The model’s word for {}', text.trim()) : '';
  if (bits === null) return chip;
  const surprise = tr('{} bits of surprise', inLanguage(bits.toFixed(1)));
  const best = (expected ?? []).slice(0, 3);
  const names = distinctTexts(best.map((one) => one.text));
  const instead = best.map((one, i) => `${names[i]} ${percent(one.probability)}`).join(', ');
  chip.title = [instead ? tr('{}. Expected: {}', surprise, instead) : surprise, chip.title].filter(Boolean).join('. ');
  chip.dataset.bits = bits.toFixed(3);
  return chip;
}
