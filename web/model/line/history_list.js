// SPDX-License-Identifier: MIT
// @ts-check
// The list of earlier texts or pictures. A click shows one again or adds it to Compare. Drawings all have the same name, so each has a
// small picture.

import { drawingOf, isDrawing, paperSide, pixelsOf } from '../picture/drawing.js';
import { recipeOf, runText } from '../run/recipe.js';
import { make } from '../../base/elements.js';
import { tr } from '../../base/language.js';

/** @typedef {import('../run/recipe.js').Recipe} Recipe */
/**
 * @typedef {object} Shows
 * @property {(text: string) => string} title of a text or a picture
 * @property {import('../picture/pad.js').Seen} [seen] for a model that reads pictures
 * @property {(recipe: Recipe) => void} start @property {(recipe: Recipe) => void} beside adds it to Compare
 */

const most = 50;

/**
 * Of runs that differ only in the question, the newest. Blank ones are dropped.
 * @param {string[]} texts recipes, newest first @returns {Recipe[]}
 */
export function textsOf(texts) {
  /** @type {Map<string, Recipe>} */
  const all = new Map();
  for (const recipe of texts.map(recipeOf)) if (recipe.text.trim() && !all.has(runText(recipe))) all.set(runText(recipe), recipe);
  return [...all.values()].slice(0, most);
}

/** The grey of wiped patches, as on the pad. */
const wipedInk = 0x44;

/**
 * Thumbnails of the list, by drawing and wiped patches, because the list is rebuilt for each text.
 * @type {Map<string, HTMLCanvasElement>}
 */
let thumbnails = new Map();

/** A drawing's pixels with its wiped patches in grey. @param {Recipe} recipe @param {import('../picture/pad.js').Seen} seen */
export function thumbnailPixels({ text, wiped = '' }, { rows, columns }) {
  const pixels = pixelsOf(drawingOf(text));
  const isWiped = new Set(wiped.split(';').filter(Boolean).map(Number));
  for (let at = 0; isWiped.size > 0 && at < paperSide * paperSide; ++at) {
    const [x, y] = [at % paperSide, Math.floor(at / paperSide)];
    if (isWiped.has(Math.floor((y * rows) / paperSide) * columns + Math.floor((x * columns) / paperSide)))
      pixels.fill(wipedInk, 4 * at, 4 * at + 3);
  }
  return pixels;
}

/** @param {Recipe} recipe @param {import('../picture/pad.js').Seen} seen */
function thumbnailOf(recipe, seen) {
  const key = `${recipe.text} ${recipe.wiped ?? ''}`;
  const known = thumbnails.get(key);
  if (known && !known.isConnected) return { key, canvas: known };
  const canvas = make('canvas', { width: paperSide, height: paperSide, className: 'thumbnail', 'aria-hidden': 'true' });
  canvas.getContext('2d')?.putImageData(new ImageData(thumbnailPixels(recipe, seen), paperSide, paperSide), 0, 0);
  return { key, canvas };
}

/** @param {HTMLElement} list @param {Recipe[]} texts newest first @param {Recipe} now the current one @param {Shows} shows */
export function fillHistory(list, texts, now, { title, seen, start, beside }) {
  list.replaceChildren();
  /** @type {typeof thumbnails} */
  const used = new Map();
  const shown = texts.findIndex((one) => runText(one) === runText(now));
  const rows = texts.map((recipe, i) => {
    const { text, pair, cuts, swap, wiped, chat, beams } = recipe;
    const thumbnail = seen && isDrawing(text) ? thumbnailOf(recipe, seen) : null;
    if (thumbnail) used.set(thumbnail.key, thumbnail.canvas);
    const words = [
      pair ? `${title(text)} ⁄ ${pair}` : title(text),
      chat ? tr('chat') : '',
      beams ? tr('beam search, {}', beams) : '',
      wiped ? tr('wiped') : '',
      cuts ? tr('cut') : '',
      swap ? tr('swapped') : '',
    ];
    return make(
      'li',
      thumbnail ? { className: 'drawn' } : {},
      ...(thumbnail ? [thumbnail.canvas] : []),
      make('button', {
        'data-id': `line/again/${i}`,
        type: 'button',
        className: 'text',
        dir: 'auto',
        textContent: words.filter(Boolean).join(' · '),
        'aria-current': String(i === shown),
        onclick: () => start(recipe),
      }),
      ...(i === shown
        ? []
        : [
            make('button', {
              'data-id': `line/compare/${i}`,
              type: 'button',
              className: 'compare',
              textContent: tr('Compare'),
              title: tr('Both texts and their difference'),
              onclick: () => beside(recipe),
            }),
          ]),
    );
  });
  thumbnails = used;
  list.append(...rows);
}
