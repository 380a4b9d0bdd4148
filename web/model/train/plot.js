// SPDX-License-Identifier: MIT
// @ts-check
// A small figure of values against steps. Dragging in it, or its arrow keys, chooses the step.

import { inLanguage, tr } from '../../base/language.js';
import { draw } from '../../paper/svg.js';

/**
 * @typedef {object} Line
 * @property {string} name at its end; '' for none @property {string} cls of the style
 * @property {[number, number][]} points steps and values, ascending
 */
/**
 * @typedef {object} Drawn
 * @property {string} title @property {string} words the content in words, for screen readers
 * @property {Line[]} lines @property {number} last the last step of the axis @property {number} low @property {number} high
 * @property {[number, string][]} marks values with their labels
 * @property {number} step the present one @property {number} [parting] a step to mark
 */

const height = 98;
const box = { left: 30, right: 8, top: 8, bottom: 18 };

/** The height of letters. */
const letters = 11;

/** Points closer than this many pixels are drawn as one. */
const nearest = 0.5;

export class Plot {
  #choose;
  #title = /** @type {SVGElement} */ (draw('svg', { class: 'train-plot', role: 'img', tabindex: '-1' }));
  #last = 1;
  #width = 260;
  #drawn = /** @type {Drawn | null} */ (null);
  root;

  /** @param {string} id @param {(step: number, settled: boolean) => void} choose */
  constructor(id, choose) {
    this.#choose = choose;
    this.root = document.createElement('figure');
    this.root.className = 'train-figure';
    this.root.dataset.id = id;
    this.caption = document.createElement('figcaption');
    this.root.append(this.caption, this.#title);
    this.#listen();
    new ResizeObserver(() => {
      const width = Math.floor(this.root.clientWidth);
      if (!width || width === this.#width) return;
      this.#width = width;
      if (this.#drawn) this.show(this.#drawn);
    }).observe(this.root);
  }

  #listen() {
    const svg = this.#title;
    const at = (/** @type {PointerEvent} */ event) => {
      const { left, width } = svg.getBoundingClientRect();
      const share = ((event.clientX - left) / width) * this.#width;
      return Math.round(((share - box.left) / (this.#width - box.left - box.right)) * this.#last);
    };
    svg.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      svg.setPointerCapture(event.pointerId);
      this.#choose(at(event), false);
    });
    svg.addEventListener('pointermove', (event) => {
      if (svg.hasPointerCapture(event.pointerId)) this.#choose(at(event), false);
    });
    svg.addEventListener('pointerup', (event) => {
      if (svg.hasPointerCapture(event.pointerId)) this.#choose(at(event), true);
    });
  }

  /** @param {Drawn} drawn */
  show(drawn) {
    this.#drawn = drawn;
    const { title, words, lines, last, low, high, marks, step, parting } = drawn;
    this.#last = Math.max(last, 1);
    const right = this.#width - box.right;
    const x = (/** @type {number} */ at) => box.left + (at / this.#last) * (right - box.left);
    const y = (/** @type {number} */ at) => box.top + ((high - at) / (high - low || 1)) * (height - box.top - box.bottom);
    const ends = lines
      .filter(({ name, points }) => name && points.length > 0)
      .map(({ name, points, cls }) => ({ name, cls, at: y(points[points.length - 1][1]), x: x(points[points.length - 1][0]) }));
    if (this.caption.textContent !== title) this.caption.textContent = title;
    this.#title.setAttribute('viewBox', `0 0 ${this.#width} ${height}`);
    this.#title.setAttribute('aria-label', `${title}. ${words}`);
    this.#title.replaceChildren(
      ...marks.flatMap(([value, label]) => [
        draw('line', { class: 'rule', x1: box.left, x2: right, y1: y(value), y2: y(value) }),
        draw('text', { class: 'tick', x: box.left - 4, y: y(value), 'text-anchor': 'end', 'dominant-baseline': 'middle' }, label),
      ]),
      ...[0, this.#last].map((one) =>
        draw(
          'text',
          { class: 'tick', x: x(one), y: height - 3, 'text-anchor': one === 0 ? 'start' : 'end' },
          one === 0 ? tr('step {}', 0) : inLanguage(String(one)),
        ),
      ),
      ...(parting === undefined
        ? []
        : [draw('line', { class: 'parting', x1: x(parting), x2: x(parting), y1: box.top, y2: height - box.bottom })]),
      ...lines.map(({ cls, points }) => draw('path', { class: `line ${cls}`, d: pathOf(points, x, y) })),
      draw('line', { class: 'now', x1: x(step), x2: x(step), y1: box.top, y2: height - box.bottom }),
      ...lines.flatMap(({ cls, points }) => {
        const found = pointAt(points, step);
        return found ? [draw('circle', { class: `dot ${cls}`, cx: x(found[0]), cy: y(found[1]), r: 3 })] : [];
      }),
      ...apart(ends).map(({ name, cls, at, x: end }) => {
        const isLeft = end > (box.left + right) / 2;
        const place = { x: isLeft ? end - 5 : end + 5, y: at, 'text-anchor': isLeft ? 'end' : 'start' };
        return draw('text', { class: `tick name ${cls}`, ...place }, name);
      }),
    );
  }
}

/**
 * The names of lines above their ends, or below at the top of the figure, without overlaps.
 * @template {{at: number}} Label @param {Label[]} labels at: of the line's end @returns {Label[]} at: of the letters' base
 */
function apart(labels) {
  let last = -Infinity;
  return labels
    .map((one) => ({ ...one, at: one.at < box.top + letters ? one.at + letters + 1 : one.at - 5 }))
    .sort((a, b) => a.at - b.at)
    .map((one) => {
      last = Math.max(one.at, last + letters);
      return { ...one, at: Math.min(last, height - box.bottom) };
    });
}

/** The point of the drawn line at a step, or its last one if the line ends before. @param {[number, number][]} points @param {number} step */
function pointAt(points, step) {
  const after = points.findIndex(([one]) => one > step);
  const before = points[after < 0 ? points.length - 1 : after - 1];
  if (!before || after < 0) return before;
  const [to, value] = points[after];
  return [step, before[1] + ((step - before[0]) / (to - before[0])) * (value - before[1])];
}

/** @param {[number, number][]} points @param {(step: number) => number} x @param {(value: number) => number} y */
function pathOf(points, x, y) {
  let before = -Infinity;
  let path = '';
  points.forEach(([step, value], i) => {
    const at = x(step);
    if (at - before < nearest && i < points.length - 1) return;
    before = at;
    path += `${path ? 'L' : 'M'}${at.toFixed(1)},${y(value).toFixed(1)}`;
  });
  return path;
}
