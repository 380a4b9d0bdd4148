// SPDX-License-Identifier: MIT
// @ts-check
// A curve that the student draws as a prediction, with the measured one over it afterwards. It is drawn with the pointer, or with the arrow
// keys. Left and right choose a point, up and down its height.

import { draw, make } from '../../base/elements.js';
import { inLanguage, tr } from '../../base/language.js';

/** @typedef {NonNullable<NonNullable<import('../form/step.js').Step['question']>['draw']>} Drawing */

const size = { width: 300, height: 132, left: 26, right: 8, top: 8, bottom: 20 };
const inner = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom };
/** Points of the curve. */
const points = 26;
/** Longer measured curves are not kept, because they would fill the browser's storage. */
const mostSteps = 5000;
/** Parts of the axis that an arrow key moves a point by. */
const parts = 20;

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => Math.min(Math.max(value, least), most);

/** @param {unknown} value a stored curve @returns {number[] | null} one value for each step */
export function measuredOf(value) {
  const isValue = (/** @type {unknown} */ one) => typeof one === 'number' && Number.isFinite(one);
  return Array.isArray(value) && value.length > 1 && value.length <= mostSteps && value.every(isValue) ? value : null;
}

/** @param {unknown} value a stored drawing @returns {(number | null)[] | null} heights from 0 to 1, null where nothing was drawn */
export function sketchOf(value) {
  const isHeight = (/** @type {unknown} */ one) => one === null || (typeof one === 'number' && one >= 0 && one <= 1);
  return Array.isArray(value) && value.length === points && value.every(isHeight) ? value : null;
}

export class Sketch {
  #drawing;
  #heights;
  #changed;
  /** @type {number[]} */
  #measured = [];
  /** The question was judged. */
  #isFixed = false;
  #point = 0;
  /** The last point of the stroke that is being drawn, -1 for none. */
  #last = -1;
  #figure = draw('svg', { viewBox: `0 0 ${size.width} ${size.height}`, tabindex: '0', role: 'slider', 'data-id': 'lesson/sketch' });
  #clear = make('button', { 'data-id': 'lesson/sketch-clear', type: 'button', textContent: tr('Clear') });
  root;

  /** @param {Drawing} drawing @param {(number | null)[] | null} kept @param {(heights: (number | null)[]) => void} changed */
  constructor(drawing, kept, changed) {
    this.#drawing = drawing;
    this.#heights = kept ?? /** @type {(number | null)[]} */ (Array(points).fill(null));
    this.#changed = changed;
    this.#clear.onclick = () => {
      this.#heights.fill(null);
      this.#done();
    };
    this.root = make('figure', { className: 'sketch' }, make('figcaption', { textContent: drawing.says }), this.#clear);
    this.root.insertBefore(this.#figure, this.#clear);
    this.#listen();
    this.#show();
  }

  /**
   * Ends the drawing, and shows the measured curve over it.
   * @param {number[]} values by step, [] if there is none @returns {number[]} those that are drawn
   */
  judge(values) {
    this.#measured = values.slice(0, this.#drawing.steps + 1);
    this.#isFixed = true;
    this.#clear.hidden = true;
    this.#show();
    return this.#measured;
  }

  #listen() {
    const svg = /** @type {SVGElement} */ (this.#figure);
    const at = (/** @type {PointerEvent} */ event) => {
      const { left, top, width, height } = svg.getBoundingClientRect();
      const x = ((event.clientX - left) / width) * size.width;
      const y = ((event.clientY - top) / height) * size.height;
      const point = within(Math.round(((x - size.left) / inner.width) * (points - 1)), 0, points - 1);
      this.#set(point, within(1 - (y - size.top) / inner.height, 0, 1));
    };
    svg.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || this.#isFixed) return;
      svg.setPointerCapture(event.pointerId);
      this.#last = -1;
      at(event);
    });
    svg.addEventListener('pointermove', (event) => svg.hasPointerCapture(event.pointerId) && at(event));
    for (const name of ['pointerup', 'pointercancel'])
      svg.addEventListener(name, () => {
        this.#last = -1;
        this.#done();
      });
    svg.addEventListener('keydown', (event) => {
      const moves = /** @type {Record<string, [number, number]>} */ ({
        ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] },
      })[event.key];
      if (!moves || this.#isFixed) return;
      event.preventDefault();
      event.stopPropagation();
      const before = this.#heights[this.#point] ?? this.#nearest(this.#point);
      this.#point = within(this.#point + moves[0], 0, points - 1);
      this.#last = -1;
      const height = moves[0] ? (this.#heights[this.#point] ?? before) : before + moves[1] / parts;
      this.#set(this.#point, within(height, 0, 1));
      this.#done();
    });
  }

  /** The height before a point. @param {number} point */
  #nearest(point) {
    return this.#heights.slice(0, point).findLast((one) => one !== null) ?? 1;
  }

  /** Fills the points that a fast stroke skips. @param {number} point @param {number} height */
  #set(point, height) {
    const from = this.#last < 0 ? point : this.#last;
    const first = this.#heights[from] ?? height;
    const count = Math.abs(point - from);
    for (let i = 0; i <= count; ++i)
      this.#heights[from + Math.sign(point - from) * i] = count ? first + ((height - first) * i) / count : height;
    this.#last = point;
    this.#point = point;
    this.#show();
  }

  #done() {
    this.#show();
    this.#changed([...this.#heights]);
  }

  #show() {
    const { steps, top } = this.#drawing;
    const x = (/** @type {number} */ share) => size.left + share * inner.width;
    const y = (/** @type {number} */ share) => size.top + (1 - share) * inner.height;
    const own = this.#heights.flatMap((one, i) => (one === null ? [] : [`${x(i / (points - 1)).toFixed(1)},${y(one).toFixed(1)}`]));
    const real = this.#measured.map((value, step) => `${x(step / steps).toFixed(1)},${y(within(value / top, 0, 1)).toFixed(1)}`);
    const tick = (/** @type {number} */ left, /** @type {number} */ base, /** @type {string} */ anchor, /** @type {string} */ text) =>
      draw('text', { class: 'tick', x: left, y: base, 'text-anchor': anchor }, text);
    this.#figure.replaceChildren(
      draw('path', { class: 'axes', d: `M${x(0)},${y(1)}V${y(0)}H${x(1)}` }),
      tick(x(0) - 5, y(1) + 8, 'end', inLanguage(String(top))),
      tick(x(0) - 5, y(0), 'end', '0'),
      tick(x(0), size.height - 5, 'start', tr('step {}', 0)),
      tick(x(1), size.height - 5, 'end', inLanguage(String(steps))),
      draw('polyline', { class: 'own', points: own.join(' ') }),
      draw('polyline', { class: 'real', points: real.join(' ') }),
    );
    const height = this.#heights[this.#point];
    const step = Math.round((this.#point / (points - 1)) * steps);
    const value = height === null ? tr('nothing') : inLanguage((height * top).toFixed(1));
    for (const [name, text] of Object.entries({
      'aria-label': this.#drawing.says,
      'aria-valuemin': '0',
      'aria-valuemax': String(top),
      'aria-valuenow': String(height === null ? 0 : height * top),
      'aria-valuetext': tr('step {}: {}', step, value),
    }))
      this.#figure.setAttribute(name, text);
  }
}
