// SPDX-License-Identifier: MIT
// @ts-check
// Draws letters and words for the canvas with the browser's text engine, which has every script and the usual quality. Used through
// src/view/text/text.h.

const faces = [
  { weight: 400, family: 'Inter, system-ui, sans-serif' },
  { weight: 600, family: 'Inter, system-ui, sans-serif' },
  { weight: 400, family: '"JetBrains Mono", ui-monospace, monospace' },
];

/** Widths are measured at this size and scaled, so that they do not depend on hinting. */
const measuringSize = 1000;

/** @param {number} face @param {number} pixels */
const cssFont = (face, pixels) => `${faces[face].weight} ${pixels}px ${faces[face].family}`;

/**
 * Waits for the faces' Latin letters, at most `milliseconds`. Other letters and late faces cause the event "loadingdone" of document.fonts.
 * @param {number} milliseconds
 */
export async function fontsLoaded(milliseconds) {
  const late = new Promise((resolve) => setTimeout(resolve, milliseconds));
  const loads = faces.map((_, face) => document.fonts.load(cssFont(face, 16)));
  await Promise.race([Promise.allSettled(loads), late]);
}

export class TextPainter {
  #canvas = document.createElement('canvas');
  #context;
  /** @type {Uint8ClampedArray} */
  #pixels = new Uint8ClampedArray();

  constructor() {
    this.#canvas.width = 256;
    this.#canvas.height = 64;
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('The browser offers no 2D canvas.');
    this.#context = context;
  }

  /** Height of a capital letter relative to the font size. @param {number} face */
  capHeight(face) {
    this.#prepare(face, measuringSize);
    return this.#context.measureText('H').actualBoundingBoxAscent / measuringSize;
  }

  /** The pen's advance relative to the font size. @param {number} face @param {string} text */
  advance(face, text) {
    this.#prepare(face, measuringSize);
    return this.#measure(text).width / measuringSize;
  }

  /**
   * Paints the text with its pen `offset` pixels right of a pixel's edge.
   * @param {number} face @param {number} pixels font size @param {number} offset @param {string} text
   * @param {number} ink 0xRRGGBB, for glyphs without their own colours
   * @returns {[number, number, number, number, number]} width, height, left, top, coloured
   */
  paint(face, pixels, offset, text, ink) {
    this.#prepare(face, pixels);
    const box = this.#measure(text);
    // One pixel on each side for smoothing.
    const left = Math.floor(offset - box.left) - 1;
    const top = Math.floor(-box.ascent) - 1;
    const width = Math.ceil(offset + box.right) + 1 - left;
    const height = Math.ceil(box.descent) + 1 - top;
    if (!(width > 2 && height > 2)) return [0, 0, 0, 0, 0];
    if (this.#grow(width, height)) this.#prepare(face, pixels);
    this.#context.clearRect(0, 0, width, height);
    this.#context.fillStyle = `#${ink.toString(16).padStart(6, '0')}`;
    for (const run of box.runs) {
      this.#context.direction = run.direction;
      this.#context.fillText(run.text, offset - left + run.at, -top);
    }
    this.#pixels = this.#context.getImageData(0, 0, width, height).data;
    return [width, height, left, top, hasColour(this.#pixels) ? 1 : 0];
  }

  /** RGBA of the last painted text. */
  pixels() {
    return this.#pixels;
  }

  /**
   * The runs of a text with their positions, and the box around all of them relative to the pen's start.
   * @param {string} text
   */
  #measure(text) {
    const box = { left: -Infinity, right: -Infinity, ascent: -Infinity, descent: -Infinity };
    let at = 0;
    const runs = runsOf(text).map((run) => {
      this.#context.direction = run.direction;
      const measured = this.#context.measureText(run.text);
      // In mixed directions, Firefox's box ends with the longest part of one direction.
      box.left = Math.max(box.left, measured.actualBoundingBoxLeft - at);
      const right = rightToLeft.test(run.text)
        ? Math.max(measured.actualBoundingBoxRight, measured.width)
        : measured.actualBoundingBoxRight;
      box.right = Math.max(box.right, at + right);
      box.ascent = Math.max(box.ascent, measured.actualBoundingBoxAscent);
      box.descent = Math.max(box.descent, measured.actualBoundingBoxDescent);
      const placed = { ...run, at };
      at += measured.width;
      return placed;
    });
    return { ...box, runs, width: at };
  }

  /** @param {number} face @param {number} pixels */
  #prepare(face, pixels) {
    this.#context.font = cssFont(face, pixels);
    this.#context.textBaseline = 'alphabetic';
    this.#context.fillStyle = '#fff';
    this.#context.direction = 'ltr';
    this.#context.textAlign = 'left'; // each run is placed by its left end, whatever its direction
  }

  /** True if the canvas grew, which resets its settings. @param {number} width @param {number} height */
  #grow(width, height) {
    if (width <= this.#canvas.width && height <= this.#canvas.height) return false;
    this.#canvas.width = Math.max(width, this.#canvas.width);
    this.#canvas.height = Math.max(height, this.#canvas.height);
    return true;
  }
}

/** Letters of right-to-left scripts, same list as src/core/tokens/token_text.cpp. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The isolates of a line and the parts between them (Unicode Standard Annex 9), each drawn separately from left to right, because WebKit's
 * canvas ignores U+2068 and U+2069. An isolate has the direction of its first letter.
 * @param {string} text
 * @returns {{text: string, direction: 'ltr' | 'rtl'}[]}
 */
export function runsOf(text) {
  if (!text.includes('\u2068')) return [{ text, direction: 'ltr' }];
  return text
    .split(/(\u2068[^\u2068\u2069]*\u2069)/)
    .filter(Boolean)
    .map((part) => {
      const inner = part.startsWith('\u2068') ? part.slice(1, -1) : '';
      const first = /\p{L}/u.exec(inner)?.[0] ?? '';
      return { text: inner || part, direction: rightToLeft.test(first) ? 'rtl' : 'ltr' };
    });
}

/** White ink stays white. An emoji has its own colours. @param {Uint8ClampedArray} rgba */
export function hasColour(rgba) {
  for (let i = 0; i < rgba.length; i += 4) {
    // Nearly transparent pixels lose their colour to rounding.
    if (rgba[i + 3] > 32 && Math.min(rgba[i], rgba[i + 1], rgba[i + 2]) < 200) return true;
  }
  return false;
}
