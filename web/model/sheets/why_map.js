// SPDX-License-Identifier: MIT
// @ts-check
// Why for a picture: a map of the answer's loss without each patch. Coarse squares are measured first, so that something appears early.

import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { drawCrop } from '../picture/crop.js';
import { numberText } from './why_rows.js';
import { groupsText } from '../run/word_tests.js';

/** @typedef {import('../run/word_tests.js').Group} Group */
/**
 * @typedef {{size: number, groups: (Group & {row: number, column: number})[], losses: (number | null | undefined)[]}} Level size: side of
 * the squares in patches
 */

/** Minimum number of squares per side at the coarsest level, and maximum at the finest. */
const [fewest, most] = [4, 16];
/** Squares per request. */
const atOnce = 4;
/** Side of the map in pixels. */
const side = 448;

/** A patch's row and column, from 1, from its name. @param {string} text @returns {[number, number] | null} */
function patchOf(text) {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(text) ?? [];
  return row ? [Number(row), Number(column)] : null;
}

/** The levels of squares, coarsest first. @param {{text: string}[]} pieces @returns {Level[]} */
export function levelsOf(pieces) {
  const places = pieces.map(({ text }) => patchOf(text));
  const count = Math.max(0, ...places.map((place) => Math.max(...(place ?? [0]))));
  let size = 1;
  while (Math.ceil(count / size) > most) size *= 2;
  const sizes = [size];
  while (Math.ceil(count / (size * 2)) >= fewest) {
    size *= 2;
    sizes.unshift(size);
  }
  return sizes.map((one) => levelOf(places, one));
}

/** @param {([number, number] | null)[]} places @param {number} size @returns {Level} */
function levelOf(places, size) {
  /** @type {Map<string, number[]>} */
  const squares = new Map();
  places.forEach((place, token) => {
    if (!place) return;
    const key = place.map((one) => Math.floor((one - 1) / size)).join();
    squares.set(key, [...(squares.get(key) ?? []), token]);
  });
  const groups = [...squares].map(([key, tokens]) => {
    const [row, column] = key.split(',').map(Number);
    const [first, last] = [tokens[0], tokens[tokens.length - 1]].map((at) => `r${places[at]?.[0]}c${places[at]?.[1]}`);
    return { tokens, row, column, name: tokens.length > 1 ? `${first}–${last}` : first };
  });
  return { size, groups, losses: [] };
}

export class PatchMap {
  /** @type {Level[]} */
  #levels = [];
  /** @type {import('../picture/pictures.js').Picture | null} */
  #picture = null;
  /** @type {import('../picture/pad.js').Seen | null} */
  #seen = null;
  #scale = 1;
  #canvas = make('canvas', { className: 'map', width: side, height: side });
  #said = make('p', { className: 'muted', role: 'status' });
  root = make('figure', { className: 'patch-map', hidden: true }, this.#canvas, make('figcaption', {}, this.#said));

  constructor() {
    this.#canvas.setAttribute('role', 'img');
    this.#canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
      const share = [offsetY / this.#canvas.clientHeight, offsetX / this.#canvas.clientWidth];
      this.#canvas.title = this.#titleAt(share[0], share[1]);
    });
  }

  /**
   * Shows the map for another run, if its picture's patches can be hidden.
   * @param {import('../run/parts.js').ShownRun} run @param {import('../run/parts.js').Context['picture'] | null} pictureOf null if nothing can
   * run
   * @returns {Group[] | null} the finest squares, which the verdict covers; null without a map
   */
  begin({ about, pieces, question, recipe }, pictureOf) {
    const { picture: seen } = about;
    this.root.hidden = !seen || !question || !pictureOf;
    this.#levels = [];
    if (!seen || !question || !pictureOf) return null;
    this.#levels = levelsOf(pieces);
    this.#seen = seen;
    this.#picture = pictureOf(recipe.text);
    return this.#levels[this.#levels.length - 1].groups;
  }

  /**
   * Measures the coarser levels. The caller measures the finest, whose squares are the groups.
   * @param {import('../run/parts.js').Context['ask']} ask @param {string} blank the test @param {AbortSignal} signal
   * @param {() => void} came
   */
  async measure(ask, blank, signal, came) {
    const coarse = this.#levels.slice(0, -1);
    for (const { groups, losses } of coarse)
      for (let first = 0; first < groups.length; first += atOnce) {
        const some = groups.slice(first, first + atOnce);
        const { value, values } = await ask('blanked', { blank, groups: groupsText(some) }, signal, [0.05, 0.05]);
        if (signal.aborted) return;
        some.forEach((_, i) => {
          losses[first + i] = values[i] === null ? null : value - values[i];
        });
        came();
      }
  }

  /** @param {(number | null | undefined)[]} losses of the finest squares @param {number} scale of the numbers @param {string} title explains the colours */
  draw(losses, scale, title) {
    const fine = this.#levels.at(-1);
    const context = this.#canvas.getContext('2d');
    if (!fine || !context || !this.#seen) return;
    fine.losses = losses;
    this.#scale = scale;
    context.fillStyle = '#000';
    context.fillRect(0, 0, side, side);
    if (this.#picture) drawCrop(context, this.#picture, this.#seen, side);
    context.fillStyle = 'rgb(0 0 0 / 45%)'; // makes the colours visible
    context.fillRect(0, 0, side, side);
    const [width, height] = [(fine.size * side) / this.#seen.columns, (fine.size * side) / this.#seen.rows];
    for (const { row, column } of fine.groups) {
      const found = this.#at(row, column);
      if (!found) continue;
      const share = found.loss / Math.max(1e-12, ...found.level.losses.map((one) => Math.abs(one ?? 0)));
      context.fillStyle = share > 0 ? `rgb(255 150 40 / ${0.85 * share})` : `rgb(70 150 255 / ${-0.85 * share})`;
      context.fillRect(column * width, row * height, width, height);
    }
    const { size } = this.#levels.findLast((level) => level.losses.some((one) => typeof one === 'number')) ?? this.#levels[0];
    const isDone = losses.length === fine.groups.length && !losses.includes(undefined);
    const legend = tr('Orange: {}. Blue: the opposite.', title);
    setText(this.#said, isDone ? legend : `${legend} ${tr('So far, squares of {} × {} patches have been measured.', size, size)}`);
    const largest = fine.groups
      .map(({ name }, at) => ({ name, loss: losses[at] ?? 0 }))
      .sort((a, b) => b.loss - a.loss)
      .slice(0, 3)
      .map(({ name, loss }) => `${name} ${numberText(loss, scale)}`);
    this.#canvas.setAttribute('aria-label', isDone ? tr('{}. Largest: {}', title, largest.join(', ')) : title);
  }

  /** A finest square's own loss, or that of the larger square around it. @param {number} row @param {number} column */
  #at(row, column) {
    const fine = this.#levels.at(-1)?.size ?? 1;
    for (const level of [...this.#levels].reverse()) {
      const [y, x] = [row, column].map((one) => Math.floor((one * fine) / level.size));
      const at = level.groups.findIndex((one) => one.row === y && one.column === x);
      const loss = level.losses[at];
      if (typeof loss === 'number') return { level, group: level.groups[at], loss };
    }
    return null;
  }

  /** @param {number} down as a share of the side @param {number} across */
  #titleAt(down, across) {
    const fine = this.#levels.at(-1)?.size ?? 1;
    if (!this.#seen) return '';
    const [row, column] = [(down * this.#seen.rows) / fine, (across * this.#seen.columns) / fine].map(Math.floor);
    const found = this.#at(row, column);
    return found ? `${found.group.name}: ${numberText(found.loss, this.#scale)}` : '';
  }
}
