// SPDX-License-Identifier: MIT
// @ts-check
// Drawings along a sound's time: its features, the alignment of its words, and curves of one word.

/** @typedef {import('../given/answers.js').Answers['sound']} Heard */

/** Bytes of a text in base64. @param {string} text */
export const bytesIn = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** A token of a word, or the word. @typedef {{text: string, position: number, from: number, to: number}} Word */

/**
 * The tokens as words. A word begins with a space; if no token does, each is a word.
 * @param {Word[]} tokens @returns {Word[]}
 */
export function wordsOf(tokens) {
  const begins = (/** @type {Word} */ { text }) => /^[\sĠ▁]/u.test(text);
  if (!tokens.some(begins)) return tokens.map((token) => ({ ...token }));
  /** @type {Word[]} */
  const words = [];
  for (const token of tokens) {
    const last = words.at(-1);
    if (last && !begins(token)) Object.assign(last, { text: last.text + token.text, to: token.to });
    else words.push({ ...token });
  }
  return words;
}

/**
 * The first row for each word in which it covers no earlier one.
 * @param {Word[]} words @param {number} least the least width of a word, in seconds @returns {number[]}
 */
export function rowsOf(words, least) {
  /** @type {number[]} */
  const ends = [];
  return words.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const row = free < 0 ? ends.length : free;
    ends[row] = Math.max(to, from + least);
    return row;
  });
}

/** @param {HTMLCanvasElement} canvas @param {number} width @param {number} height @param {(x: number, y: number) => number} shade from 0 to 1, black, which is inverted in dark mode */
function shadePixels(canvas, width, height, shade) {
  canvas.width = Math.max(width, 1);
  canvas.height = Math.max(height, 1);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const image = pen.createImageData(canvas.width, canvas.height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) image.data[4 * (y * width + x) + 3] = Math.round(255 * shade(x, y));
  pen.putImageData(image, 0, 0);
}

/** The log-mel features, high frequencies at the top. @param {HTMLCanvasElement} canvas @param {Heard} heard */
export function drawFeatures(canvas, { bins = 0, frames = 0, picture = '' }) {
  const bytes = bytesIn(picture);
  shadePixels(canvas, frames, bins, (x, y) => bytes[(bins - 1 - y) * frames + x] / 255);
}

/** The alignment heads' attention, one row per token. @param {HTMLCanvasElement} canvas @param {Heard} heard */
export function drawAlignment(canvas, { tokens = 0, alignment = '', words = [] }) {
  const bytes = bytesIn(alignment);
  shadePixels(canvas, tokens, words.length, (x, y) => bytes[words[y].position * tokens + x] / 255);
}

/** Curves from 0 to their own largest value. @param {HTMLCanvasElement} canvas @param {[number[], string][]} curves with their colours */
export function drawCurves(canvas, curves) {
  const [width, height] = [canvas.clientWidth || 600, canvas.clientHeight || 90];
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(devicePixelRatio, devicePixelRatio);
  pen.lineWidth = 1.5;
  for (const [values, colour] of curves) {
    const most = Math.max(...values, 1e-9);
    pen.strokeStyle = colour;
    pen.beginPath();
    values.forEach((value, i) => {
      pen.lineTo(((i + 0.5) / values.length) * width, height - 2 - (value / most) * (height - 4));
    });
    pen.stroke();
  }
}
