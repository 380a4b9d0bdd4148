// SPDX-License-Identifier: MIT
// @ts-check
// A picture of a prompt with a value for each of its patches. A pointer, a finger or keys mask patches.

import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** @typedef {import('../given/answers.js').Answers['patches']['frames'][number]} Values */
/**
 * @typedef {object} Shown
 * @property {import('../picture/pictures.js').Picture | null} picture
 * @property {Pick<Values, 'rows' | 'columns' | 'box'>} frame its grid of values and the part of the picture that it shows
 * @property {(number | null)[]} values none while they are computed
 * @property {number} most largest absolute value of all frames @property {number} largest largest value of all frames
 * @property {{rows: number, columns: number}} patches @property {Set<number>} wiped patches of this frame
 */

/** The longer side in pixels. */
const side = 448;

export class PatchPicture {
  #callbacks;
  /** @type {Shown | null} */
  #shown = null;
  #canvas = make('canvas', { className: 'patch-picture', tabIndex: 0 });
  #isMasking = false;
  /** Whether the drag masks or shows; null without one. @type {boolean | null} */
  #masks = null;
  #cursor = -1;
  root = this.#canvas;

  /** @param {{masked: (wiped: Set<number>) => void, number: (value: number) => string}} callbacks masked: after a drag or a key */
  constructor(callbacks) {
    this.#callbacks = callbacks;
    this.#canvas.setAttribute('role', 'img');
    this.#canvas.addEventListener('pointerdown', (event) => this.#down(event));
    this.#canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel']) this.#canvas.addEventListener(end, () => this.#up());
    this.#canvas.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {boolean} is */
  set isMasking(is) {
    this.#isMasking = is;
    this.#canvas.classList.toggle('masking', is);
    this.#cursor = is ? Math.max(this.#cursor, 0) : -1;
    this.#paint();
  }

  /** @param {Shown} shown */
  show(shown) {
    if (this.#masks !== null) return;
    this.#shown = { ...shown, wiped: new Set(shown.wiped) };
    const { picture, frame } = shown;
    const [across, down] = picture
      ? [(frame.box[2] - frame.box[0]) * picture.width, (frame.box[3] - frame.box[1]) * picture.height]
      : [1, 1];
    const scale = side / Math.max(across, down, 1);
    this.#canvas.width = Math.max(Math.round(across * scale), 1);
    this.#canvas.height = Math.max(Math.round(down * scale), 1);
    this.#paint();
  }

  /** The patches of a cell of the grid. @param {number} cell */
  #patchesOf(cell) {
    const { frame, patches } = /** @type {Shown} */ (this.#shown);
    const [row, column] = [Math.floor(cell / frame.columns), cell % frame.columns];
    const from = (/** @type {number} */ at, /** @type {number} */ all, /** @type {number} */ cells) => Math.round((at * all) / cells);
    const found = [];
    for (let y = from(row, patches.rows, frame.rows); y < from(row + 1, patches.rows, frame.rows); ++y)
      for (let x = from(column, patches.columns, frame.columns); x < from(column + 1, patches.columns, frame.columns); ++x)
        found.push(y * patches.columns + x);
    return found;
  }

  /** @param {number} cell */
  #isWiped = (cell) => this.#patchesOf(cell).every((patch) => this.#shown?.wiped.has(patch));

  /** @param {number} cell @param {boolean} masks */
  #mask(cell, masks) {
    const { wiped } = /** @type {Shown} */ (this.#shown);
    for (const patch of this.#patchesOf(cell)) {
      if (masks) wiped.add(patch);
      else wiped.delete(patch);
    }
    this.#paint();
  }

  /** @param {PointerEvent} event */
  #cellAt({ clientX, clientY }) {
    const { frame } = /** @type {Shown} */ (this.#shown);
    const box = this.#canvas.getBoundingClientRect();
    const at = (/** @type {number} */ share, /** @type {number} */ count) => Math.min(Math.max(Math.floor(share * count), 0), count - 1);
    return at((clientY - box.top) / box.height, frame.rows) * frame.columns + at((clientX - box.left) / box.width, frame.columns);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!this.#isMasking || !this.#shown || event.button > 0) return;
    event.preventDefault();
    this.#canvas.setPointerCapture(event.pointerId);
    const cell = this.#cellAt(event);
    this.#masks = !this.#isWiped(cell);
    this.#mask(cell, this.#masks);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#shown) return;
    const cell = this.#cellAt(event);
    this.#canvas.title = this.#nameOf(cell);
    if (this.#masks !== null && this.#isWiped(cell) !== this.#masks) this.#mask(cell, this.#masks);
  }

  #up() {
    if (this.#masks === null || !this.#shown) return;
    this.#masks = null;
    this.#callbacks.masked(this.#shown.wiped);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#isMasking || !this.#shown) return;
    const { rows, columns } = this.#shown.frame;
    const steps = /** @type {Record<string, [number, number]>} */ ({
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    });
    const step = steps[event.key];
    if (!step && event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) {
      this.#mask(this.#cursor, !this.#isWiped(this.#cursor));
      return this.#callbacks.masked(this.#shown.wiped);
    }
    const row = Math.min(Math.max(Math.floor(this.#cursor / columns) + step[0], 0), rows - 1);
    const column = Math.min(Math.max((this.#cursor % columns) + step[1], 0), columns - 1);
    this.#cursor = row * columns + column;
    this.#paint();
  }

  /** @param {number} cell */
  #nameOf(cell) {
    const { frame, values } = /** @type {Shown} */ (this.#shown);
    const name = tr('row {}, column {}', Math.floor(cell / frame.columns) + 1, (cell % frame.columns) + 1);
    const value = values[cell];
    const words = typeof value === 'number' ? `${name}: ${this.#callbacks.number(value)}` : name;
    return this.#isWiped(cell) ? tr('{} (masked)', words) : words;
  }

  #paint() {
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    if (!context || !this.#shown) return;
    const { picture, frame, values, most, largest } = this.#shown;
    const { width, height } = this.#canvas;
    context.fillStyle = '#000';
    context.fillRect(0, 0, width, height);
    if (picture) {
      const whole = new OffscreenCanvas(picture.width, picture.height);
      whole.getContext('2d')?.putImageData(new ImageData(picture.pixels, picture.width, picture.height), 0, 0);
      const [x0, y0, x1, y1] = frame.box;
      context.imageSmoothingEnabled = (x1 - x0) * picture.width * 4 > width; // small pictures keep their pixels
      context.imageSmoothingQuality = 'high';
      context.drawImage(
        whole,
        x0 * picture.width,
        y0 * picture.height,
        (x1 - x0) * picture.width,
        (y1 - y0) * picture.height,
        0,
        0,
        width,
        height,
      );
    }
    if (!this.#isMasking && values.length > 0) {
      context.fillStyle = 'rgb(0 0 0 / 45%)'; // makes the colours visible
      context.fillRect(0, 0, width, height);
    }
    const first = values.reduce((/** @type {number} */ best, one, at) => ((one ?? -Infinity) > (values[best] ?? -Infinity) ? at : best), 0);
    for (let cell = 0; cell < frame.rows * frame.columns; ++cell) {
      const own = this.#areaOf(cell);
      const share = (values[cell] ?? 0) / Math.max(most, 1e-12);
      context.fillStyle = share > 0 ? `rgb(255 150 40 / ${0.8 * share})` : `rgb(70 150 255 / ${-0.8 * share})`;
      if (!this.#isMasking) context.fillRect(...own);
      if (this.#isWiped(cell)) this.#paintMasked(context, own);
      const isFirst = !this.#isMasking && cell === first && values[first] === largest;
      if (isFirst || cell === this.#cursor) this.#paintFrame(context, own, isFirst ? '#fff' : '#ffb43c');
    }
    this.#canvas.setAttribute('aria-label', this.#label(first));
  }

  /** @param {number} cell @returns {[number, number, number, number]} */
  #areaOf(cell) {
    const { frame } = /** @type {Shown} */ (this.#shown);
    const [width, height] = [this.#canvas.width / frame.columns, this.#canvas.height / frame.rows];
    return [(cell % frame.columns) * width, Math.floor(cell / frame.columns) * height, width, height];
  }

  /** @param {CanvasRenderingContext2D} context @param {[number, number, number, number]} area */
  #paintMasked(context, area) {
    context.fillStyle = '#555';
    context.fillRect(...area);
    this.#paintFrame(context, area, '#bbb', 1);
  }

  /** @param {CanvasRenderingContext2D} context @param {[number, number, number, number]} area @param {string} colour @param {number} [line] */
  #paintFrame(context, [x, y, width, height], colour, line = 3) {
    Object.assign(context, { strokeStyle: colour, lineWidth: line });
    context.strokeRect(x + line / 2, y + line / 2, width - line, height - line);
  }

  /** @param {number} first */
  #label(first) {
    const { picture, values, wiped } = /** @type {Shown} */ (this.#shown);
    return [
      picture?.title ?? tr('A picture that is not on this device'),
      values.length > 0 ? tr('largest: {}', this.#nameOf(first)) : '',
      wiped.size > 0 ? tr('{} patches masked', String(wiped.size)) : '',
    ]
      .filter(Boolean)
      .join(', ');
  }
}
