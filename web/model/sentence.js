// SPDX-License-Identifier: MIT
// @ts-check
// The text as the model's tokens, under the line in which it is typed. A causal model also shows how surprised it was by each
// token (in bits), and what it expected in its place.

import { inLanguage, tr } from '../boot/words.js';
import { percent, shown, shownApart } from './says.js';
import { make } from '../mirror/elements.js';

/**
 * @typedef {object} Piece one token
 * @property {number} id @property {string} text as it is shown @property {boolean} special it was added, and stands for no part of the text
 * @property {boolean} [unknown] it stands for a part of the text that the model has no token for
 * @property {number | null} bits by which the model was surprised; null: it says nothing of this token
 * @property {{text: string, probability: number}[]} [expected] in its place, likeliest first
 */

/** Surprise that is drawn at full strength: one in 65,000. */
const mostBits = 16;

/**
 * @param {Piece[]} pieces @param {{ask?: ((at: number) => void) | null, asked?: number}} [does] where a token comes from; -1: none is asked about
 * @param {number} longest more are folded @returns {HTMLElement}
 */
export function sentenceOf(pieces, { ask = null, asked = -1 } = {}, longest = 256) {
  const list = make('ol', { className: 'pieces', 'aria-label': tr('Tokens') });
  // The end is what a model writes at.
  const first = Math.max(pieces.length - longest, 0);
  if (first > 0) list.append(make('li', { className: 'muted', textContent: tr('{} before', inLanguage(String(first))) }));
  pieces
    .slice(first)
    .forEach((piece, i) =>
      list.append(make('li', {}, pieceOf(piece, ask && first + i > 0 ? () => ask(first + i) : null, first + i === asked))),
    );
  if (pieces.some(({ bits }) => bits !== null)) list.append(surpriseKey());
  return list;
}

/** What the colour of a token says. */
const surpriseKey = () =>
  make(
    'li',
    { className: 'surprise-key muted', title: tr('How little the model expected a token: −log₂ of its probability') },
    make('span', { className: 'ramp', 'aria-hidden': 'true' }),
    make('span', { textContent: tr('0 to {} bits of surprise', String(mostBits)) }),
  );

/** @param {string} text of the token that stands for what has none */
export const noToken = (text) => tr('{} stands for a part of the text that this model has no token for.', text);

/** One token with its surprise. @param {Piece} piece @param {(() => void) | null} [ask] @param {boolean} [isAsked] */
export function pieceOf({ text, special, unknown, bits, expected }, ask = null, isAsked = false) {
  const className = `piece${special ? ' special' : ''}${unknown ? ' unknown' : ''}`;
  const chip = ask
    ? make('button', { type: 'button', className, textContent: shown(text), onclick: ask, 'aria-pressed': String(isAsked) })
    : make('span', { className, textContent: shown(text) });
  chip.title = [unknown ? noToken(text) : '', ask ? tr('Ask where this token comes from') : ''].filter(Boolean).join(' ');
  if (bits === null) return chip;
  chip.style.setProperty('--surprise', String(Math.min(bits / mostBits, 1)));
  const surprise = tr('{} bits of surprise', inLanguage(bits.toFixed(1)));
  const best = (expected ?? []).slice(0, 3);
  const names = shownApart(best.map((one) => one.text));
  const instead = best.map((one, at) => `${names[at]} ${percent(one.probability)}`).join(', ');
  chip.title = [instead ? tr('{}. Expected: {}', surprise, instead) : surprise, chip.title].filter(Boolean).join('. ');
  chip.dataset.bits = bits.toFixed(3);
  return chip;
}
