// SPDX-License-Identifier: MIT
// @ts-check
// A drawing as strokes of a round pen, with its text for links and histories, and its pixels. This code computes the pixels itself, so that
// the same text gives the same numbers in every browser.

/** @typedef {{pen: number, strokes: number[][]}} Drawing pen: width on paper of 28 x 28; strokes: x, y, x, y ... from 0 to 255 across the paper */

export const paperSide = 28;
/** Width of a stroke's soft edge, from ink to paper. */
const soft = 0.6;
const mostBytes = 6000;
const mostPoints = 255;
const prefix = 'draw:';

export const isDrawing = (/** @type {string} */ text) => text.startsWith(prefix);

/**
 * @param {Drawing} drawing @returns {string} `draw:` and the base64url of the pen's width, and for each stroke its number of points and the
 * points
 */
export function drawingText({ pen, strokes }) {
  const bytes = [Math.round(pen * 10)];
  for (const stroke of strokes) {
    // A long stroke continues in a second one.
    for (let from = 0; from < stroke.length; from += 2 * (mostPoints - 1)) {
      const part = stroke.slice(from, from + 2 * mostPoints);
      if (from > 0 && part.length < 4) break;
      bytes.push(part.length / 2, ...part);
    }
  }
  return (
    prefix +
    btoa(String.fromCharCode(...bytes.slice(0, mostBytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '')
  );
}

/**
 * Parses a stranger's link. Invalid text gives an empty drawing. A truncated stroke keeps its complete points.
 * @param {string} text @returns {Drawing & {isCut?: true}}
 */
export function drawingOf(text) {
  const drawing = { pen: 2.6, strokes: /** @type {number[][]} */ ([]) };
  let bytes;
  try {
    bytes = [...atob(text.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'))]
      .map((letter) => letter.charCodeAt(0))
      .slice(0, mostBytes);
  } catch {
    return drawing;
  }
  if (bytes.length > 0) drawing.pen = Math.min(Math.max(bytes[0] / 10, 1), 6);
  for (let at = 1; at < bytes.length; ) {
    const end = at + 1 + 2 * bytes[at];
    if (bytes[at] === 0) break;
    const stroke = bytes.slice(at + 1, end);
    if (end > bytes.length) {
      const whole = stroke.slice(0, stroke.length & ~1);
      return { ...drawing, strokes: [...drawing.strokes, ...(whole.length > 0 ? [whole] : [])], isCut: true };
    }
    drawing.strokes.push(stroke);
    at = end;
  }
  return drawing;
}

/** RGBA of 28 x 28 pixels, bright ink on dark paper. Cost: O(points, pixels near them). @param {Drawing} drawing */
export function pixelsOf({ pen, strokes }) {
  const ink = new Float32Array(paperSide * paperSide);
  const reach = pen / 2 + soft;
  for (const stroke of strokes) {
    const points = stroke.map((value) => (value * paperSide) / 255);
    for (let at = 0; at === 0 || at + 3 < points.length; at += 2) {
      const [ax, ay] = [points[at], points[at + 1]];
      const [bx, by] = at + 3 < points.length ? [points[at + 2], points[at + 3]] : [ax, ay];
      const [dx, dy] = [bx - ax, by - ay];
      const square = dx * dx + dy * dy;
      const last = (/** @type {number} */ end) => Math.min(paperSide - 1, Math.floor(end + reach));
      const first = (/** @type {number} */ begin) => Math.max(0, Math.floor(begin - reach));
      for (let y = first(Math.min(ay, by)); y <= last(Math.max(ay, by)); ++y) {
        for (let x = first(Math.min(ax, bx)); x <= last(Math.max(ax, bx)); ++x) {
          const share = square > 0 ? Math.min(Math.max(((x + 0.5 - ax) * dx + (y + 0.5 - ay) * dy) / square, 0), 1) : 0;
          const distance = Math.sqrt((ax + share * dx - x - 0.5) ** 2 + (ay + share * dy - y - 0.5) ** 2);
          const value = Math.min(Math.max((pen / 2 - distance) / soft + 0.5, 0), 1);
          if (value > ink[y * paperSide + x]) ink[y * paperSide + x] = value;
        }
      }
    }
  }
  const pixels = new Uint8ClampedArray(4 * ink.length).fill(255);
  ink.forEach((value, i) => {
    pixels.fill(Math.round(255 * value), 4 * i, 4 * i + 3);
  });
  return pixels;
}
