// SPDX-License-Identifier: MIT
// @ts-check
// The model's input picture on a pad, for drawing with mouse, finger or pen, or for a picture from a file. A finger can wipe patches.

import { adoptStyle } from './style.js';
import { drawingOf, drawingText, isDrawing, paperSide } from './drawing.js';
import { drawCrop } from './crop.js';
import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/**
 * @typedef {object} Seen the part of a picture that a model sees, and its patches
 * @property {number} width @property {number} height @property {number} rows @property {number} columns
 * @property {boolean} isShortest the crop's shares refer to the shorter side @property {number} seenAcross @property {number} seenDown
 * @property {boolean} comparesTexts
 *
 * @typedef {object} Callbacks
 * @property {(name: string, wiped: string, settled: boolean, isUndo: boolean) => void} show runs a picture
 * @property {() => string | null} wipedBefore the wiped patches before their last change, null if they have not changed here
 * @property {(strokes: () => void) => void} paint calls `strokes`, now or with the next picture
 * @property {(file: File) => void} file receives a chosen file
 */

/**
 * The side of the paper in canvas units, 20 per pixel of the paper. The canvas has as many pixels, or half as many if the screen shows no
 * more.
 */
const side = 560;
const pens = { min: 1.2, max: 4.2, step: 0.2 };

/** The position on the paper, 0 to 255. @param {DOMRect} box of the paper @param {PointerEvent} event */
function pointIn(box, { clientX, clientY }) {
  const within = (/** @type {number} */ share) => Math.round(255 * Math.min(Math.max(share, 0), 1));
  return [within((clientX - box.left) / box.width), within((clientY - box.top) / box.height)];
}

/** @param {string} wiped in the format of a recipe */
const patchesOf = (wiped) => new Set(wiped ? wiped.split(';').map(Number) : []);

export class Pad {
  #seen;
  #pictures;
  #callbacks;
  #name = '';
  #pen = 2.6;
  /** @type {number[][]} */
  #strokes = [];
  /** @type {Set<number>} */
  #wiped = new Set();
  /** True if the pen wipes patches, false if it restores them. */
  #wipes = true;
  #isDown = false;
  #canvas = make('canvas', { width: side, height: side, className: 'pad' });
  #wipe = make('button', { 'data-id': 'picture/wipe', type: 'button', textContent: tr('Wipe patches'), 'aria-pressed': 'false' });
  #photo = make('button', { 'data-id': 'picture/photo', type: 'button', textContent: tr('Take a photo'), 'aria-pressed': 'false' });
  /** @type {import('./camera.js').Camera | null} */
  #camera = null;
  #undo = make('button', { 'data-id': 'picture/undo', type: 'button', textContent: tr('Undo') });
  #thickness = make('input', {
    'data-id': 'picture/pen',
    type: 'range',
    min: String(pens.min),
    max: String(pens.max),
    step: String(pens.step),
    value: '2.6',
    'aria-label': tr('Pen width'),
  });
  root;

  /** @param {Seen} seen @param {import('./pictures.js').Pictures} pictures @param {Callbacks} callbacks */
  constructor(seen, pictures, callbacks) {
    this.#seen = seen;
    this.#pictures = pictures;
    this.#callbacks = callbacks;
    adoptStyle();
    const choose = make('input', { 'data-id': 'picture/file', type: 'file', accept: 'image/*', hidden: true });
    choose.onchange = () => {
      if (choose.files?.[0]) callbacks.file(choose.files[0]);
      choose.value = '';
    };
    this.#canvas.setAttribute('role', 'img');
    this.#canvas.style.aspectRatio = `${seen.width} / ${seen.height}`;
    this.root = make(
      'section',
      { className: 'picture', 'aria-label': tr('Picture for the model') },
      this.#canvas,
      make(
        'div',
        { className: 'pad-buttons' },
        this.#undo,
        make('button', { 'data-id': 'picture/clear', type: 'button', textContent: tr('Clear'), onclick: () => this.#clear() }),
        this.#wipe,
        make('button', { 'data-id': 'picture/choose', type: 'button', textContent: tr('Choose a picture'), onclick: () => choose.click() }),
        choose,
        this.#photo,
        make('label', {}, make('span', { textContent: tr('Pen') }), this.#thickness),
      ),
    );
    this.#photo.onclick = () => void this.#openCamera();
    this.#undo.onclick = () => this.#undone();
    this.#wipe.onclick = () => this.#setWipe(this.#wipe.getAttribute('aria-pressed') !== 'true');
    this.#thickness.oninput = () => {
      this.#pen = Number(this.#thickness.value);
      if (isDrawing(this.#name)) this.#changed(true);
    };
    this.#canvas.addEventListener('pointerdown', (event) => this.#down(event));
    this.#canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel']) this.#canvas.addEventListener(end, () => this.#up());
    new ResizeObserver(([{ contentRect }]) => this.#fit(Math.round(contentRect.width * devicePixelRatio))).observe(this.#canvas);
  }

  /**
   * Sets the canvas to a resolution that the screen needs. Without a graphics card, more pixels cost the browser more time than the model.
   * @param {number} width in device pixels, 0 if it is hidden
   */
  #fit(width) {
    const fitting = width > 0 && width <= side / 2 ? side / 2 : side; // so that patches end at a pixel's edge
    if (fitting === this.#canvas.width) return;
    this.#canvas.height = fitting;
    this.#canvas.width = this.#canvas.height;
    this.#paint();
  }

  /** Sets the picture. @param {string} name @param {string} wiped in the format of a recipe */
  set(name, wiped) {
    if (this.#isDown) return;
    if (name !== this.#name && isDrawing(name)) {
      const drawing = drawingOf(name);
      this.#strokes = drawing.strokes;
      this.#pen = drawing.pen;
      this.#thickness.value = String(drawing.pen);
    } else if (!isDrawing(name)) {
      this.#strokes = [];
    }
    this.#name = name;
    this.#wiped = patchesOf(wiped);
    this.#paint();
  }

  /** The model's view of the picture has changed. @param {string} name */
  paintAgain(name) {
    if (name === this.#name) this.#paint();
  }

  /** Opens the camera, or closes it if it is open. */
  async #openCamera() {
    if (this.#camera) return this.#camera.close();
    const { Camera } = await import('./camera.js');
    if (this.#camera || !this.root.isConnected) return;
    this.#camera = new Camera(
      (picture) => this.#callbacks.file(picture),
      () => {
        this.#camera = null;
        this.#photo.setAttribute('aria-pressed', 'false');
        this.#photo.focus();
      },
    );
    const camera = this.#camera;
    this.#photo.setAttribute('aria-pressed', 'true');
    this.root.append(camera.root);
    await camera.open();
  }

  // --- pen ---------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 0 || this.#isDown) return;
    event.preventDefault();
    this.#canvas.setPointerCapture(event.pointerId);
    this.#isDown = true;
    if (this.#isWiping) {
      this.#wipes = !this.#wiped.has(this.#patchAt(event));
    } else {
      if (!isDrawing(this.#name)) this.#wiped.clear(); // starts a new picture
      this.#strokes = [...this.#strokes, []];
    }
    this.#move(event);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#isDown) return;
    if (this.#isWiping) {
      const patch = this.#patchAt(event);
      if (this.#wipes === this.#wiped.has(patch)) return;
      if (this.#wipes) this.#wiped.add(patch);
      else this.#wiped.delete(patch);
    } else {
      const stroke = /** @type {number[]} */ (this.#strokes.at(-1));
      const before = stroke.length;
      const all = event.getCoalescedEvents?.() ?? [];
      const box = this.#canvas.getBoundingClientRect(); // once, because it forces a layout
      for (const one of all.length > 0 ? all : [event]) {
        const [x, y] = pointIn(box, one);
        // Ignores steps of less than a third of a pixel.
        if (stroke.length > 0 && Math.hypot(x - (stroke.at(-2) ?? 0), y - (stroke.at(-1) ?? 0)) < 3) continue;
        stroke.push(x, y);
      }
      if (stroke.length === before) return;
    }
    this.#changed(false);
  }

  #up() {
    if (!this.#isDown) return;
    this.#isDown = false;
    this.#changed(true);
  }

  #undone() {
    const before = this.#isWiping ? this.#callbacks.wipedBefore() : null;
    // Undoes a whole stroke. For patches that were wiped when the picture arrived, undoes one patch.
    if (before !== null) this.#wiped = patchesOf(before);
    else if (this.#isWiping && this.#wiped.size > 0) this.#wiped.delete(/** @type {number} */ ([...this.#wiped].at(-1)));
    else this.#strokes = this.#strokes.slice(0, -1);
    this.#changed(true, true);
  }

  #clear() {
    this.#strokes = [];
    this.#wiped.clear();
    this.#setWipe(false);
    this.#name = 'draw:';
    this.#changed(true);
  }

  /** @param {boolean} settled @param {boolean} [isUndo] */
  #changed(settled, isUndo = false) {
    if (this.#strokes.length > 0 || isDrawing(this.#name)) this.#name = drawingText({ pen: this.#pen, strokes: this.#strokes });
    if (settled) this.#paint();
    else this.#callbacks.paint(() => this.#paint());
    this.#callbacks.show(this.#name, [...this.#wiped].join(';'), settled, isUndo);
  }

  get #isWiping() {
    return this.#wipe.getAttribute('aria-pressed') === 'true';
  }

  /** @param {boolean} on */
  #setWipe(on) {
    this.#wipe.setAttribute('aria-pressed', String(on));
    this.#canvas.classList.toggle('wiping', on);
  }

  /** @param {PointerEvent} event */
  #patchAt({ clientX, clientY }) {
    const box = this.#canvas.getBoundingClientRect();
    const { rows, columns } = this.#seen;
    const cell = (/** @type {number} */ share, /** @type {number} */ count) => Math.min(Math.max(Math.floor(share * count), 0), count - 1);
    return cell((clientY - box.top) / box.height, rows) * columns + cell((clientX - box.left) / box.width, columns);
  }

  // --- display -----------------------------------------------------------------------------------------

  #paint() {
    // Draws in software, because without a graphics card the browser's renderer would take longer for a stroke than for the rest of the
    // page.
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    const scale = this.#canvas.width / side;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.fillStyle = '#000';
    context.fillRect(0, 0, side, side);
    if (isDrawing(this.#name)) this.#paintStrokes(context);
    else this.#paintPicture(context);
    const { rows, columns } = this.#seen;
    const [width, height] = [side / columns, side / rows];
    for (const patch of this.#wiped) {
      const [x, y] = [(patch % columns) * width, Math.floor(patch / columns) * height];
      context.fillStyle = '#444';
      context.fillRect(x, y, width, height);
      Object.assign(context, { strokeStyle: '#bbb', lineWidth: 3, lineJoin: 'miter' }); // overrides the pen's style
      context.strokeRect(x + 1.5, y + 1.5, width - 3, height - 3);
    }
    const wiped = this.#wiped.size > 0 ? tr('{} patches wiped', String(this.#wiped.size)) : '';
    const empty = isDrawing(this.#name) && this.#strokes.length === 0 ? tr('Draw here') : '';
    if (empty) this.#invite(context, empty);
    this.#canvas.setAttribute('aria-label', [this.#pictures.title(this.#name), wiped, empty].filter(Boolean).join(', '));
    this.#undo.disabled = this.#strokes.length === 0 && this.#wiped.size === 0;
  }

  /** A model also answers for an empty picture, so the pad explains that. @param {CanvasRenderingContext2D} context @param {string} words */
  #invite(context, words) {
    Object.assign(context, { fillStyle: '#bbb', textAlign: 'center', textBaseline: 'middle', direction: 'inherit' });
    context.font = `36px ${getComputedStyle(this.#canvas).fontFamily}`;
    context.fillText(words, side / 2, side / 2 - 24);
    context.font = `24px ${getComputedStyle(this.#canvas).fontFamily}`;
    context.fillText(tr('Answers for a blank picture.'), side / 2, side / 2 + 24);
  }

  /** @param {CanvasRenderingContext2D} context */
  #paintStrokes(context) {
    const scale = side / 255;
    context.fillStyle = '#fff';
    context.strokeStyle = context.fillStyle;
    context.lineWidth = (this.#pen * side) / paperSide;
    context.lineJoin = 'round';
    context.lineCap = context.lineJoin;
    for (const stroke of this.#strokes) {
      context.beginPath();
      context.moveTo(stroke[0] * scale, stroke[1] * scale);
      for (let at = 0; at < stroke.length; at += 2) context.lineTo(stroke[at] * scale, stroke[at + 1] * scale);
      context.stroke();
    }
  }

  /** The part of a picture that the model sees. @param {CanvasRenderingContext2D} context */
  #paintPicture(context) {
    const picture = this.#pictures.picture(this.#name);
    if (picture) drawCrop(context, picture, this.#seen, side);
  }
}
