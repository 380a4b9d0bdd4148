// SPDX-License-Identifier: MIT
// Digits as a hand writes them, several ways for each, by their strokes' corner points, moved, turned and stretched by chance. Drawn
// independently of the shipped model's training data.

import { drawingText } from '../../../web/model/picture/drawing.js';

/**
 * A stroke, with x and y alternating, in a box of 1 x 1 with y down. Rounded unless it is `sharp`. @typedef {{points: number[], sharp?: true}} Stroke
 */
const round = (/** @type {number[]} */ ...points) => ({ points });
const sharp = (/** @type {number[]} */ ...points) => ({ points, sharp: /** @type {const} */ (true) });

/** For each digit, the ways of writing it. @type {Stroke[][][]} */
const ways = [
  [
    [round(0.62, 0.03, 0.3, 0.08, 0.08, 0.35, 0.06, 0.66, 0.28, 0.95, 0.6, 0.97, 0.88, 0.72, 0.92, 0.36, 0.74, 0.08, 0.5, 0.02)],
    [round(0.5, 0, 0.24, 0.2, 0.16, 0.5, 0.24, 0.82, 0.5, 1, 0.76, 0.82, 0.84, 0.5, 0.76, 0.2, 0.5, 0)],
    [round(0.7, 0.1, 0.4, 0, 0.1, 0.24, 0.02, 0.58, 0.2, 0.92, 0.56, 1, 0.9, 0.74, 0.98, 0.4, 0.82, 0.12, 0.58, 0.06)],
  ],
  [
    [sharp(0.5, 0, 0.5, 1)],
    [sharp(0.28, 0.2, 0.54, 0, 0.54, 1)],
    [sharp(0.25, 0.22, 0.52, 0.02, 0.52, 0.98), sharp(0.22, 1, 0.82, 1)],
    [round(0.56, 0, 0.52, 0.5, 0.46, 1)],
  ],
  [
    [round(0.1, 0.22, 0.34, 0.02, 0.68, 0.03, 0.86, 0.24, 0.72, 0.52, 0.38, 0.78, 0.08, 0.98), sharp(0.08, 0.98, 0.94, 0.97)],
    [round(0.08, 0.26, 0.28, 0.04, 0.66, 0, 0.88, 0.2, 0.78, 0.46, 0.48, 0.72, 0.16, 0.94, 0.08, 0.86, 0.24, 0.8, 0.52, 0.94, 0.92, 0.98)],
    [sharp(0.12, 0.08, 0.5, 0, 0.86, 0.16, 0.8, 0.4, 0.1, 1, 0.95, 1)],
  ],
  [
    [round(0.1, 0.12, 0.42, 0, 0.78, 0.12, 0.8, 0.34, 0.44, 0.46), round(0.44, 0.46, 0.84, 0.58, 0.9, 0.82, 0.56, 1, 0.1, 0.9)],
    [sharp(0.1, 0.03, 0.85, 0.03, 0.45, 0.4), round(0.45, 0.4, 0.8, 0.48, 0.92, 0.72, 0.7, 0.96, 0.34, 1, 0.06, 0.88)],
    [round(0.12, 0.16, 0.36, 0.02, 0.74, 0.06, 0.82, 0.28, 0.6, 0.44, 0.4, 0.47, 0.66, 0.5, 0.9, 0.68, 0.82, 0.92, 0.44, 1, 0.06, 0.86)],
  ],
  [
    [sharp(0.2, 0.02, 0.08, 0.6, 0.94, 0.6), sharp(0.7, 0.26, 0.7, 1)],
    [sharp(0.68, 1, 0.68, 0, 0.04, 0.68, 0.98, 0.68)],
    [round(0.16, 0.04, 0.08, 0.34, 0.16, 0.52, 0.5, 0.54, 0.82, 0.48), sharp(0.84, 0.02, 0.78, 1)],
    [sharp(0.56, 0, 0.06, 0.62, 0.92, 0.62), sharp(0.62, 0.36, 0.6, 1)],
  ],
  [
    [sharp(0.2, 0.02, 0.16, 0.44), round(0.16, 0.44, 0.5, 0.36, 0.86, 0.54, 0.88, 0.82, 0.52, 1, 0.1, 0.92), sharp(0.2, 0.02, 0.86, 0.02)],
    [sharp(0.84, 0.03, 0.2, 0.03, 0.15, 0.42), round(0.15, 0.42, 0.52, 0.36, 0.88, 0.56, 0.82, 0.86, 0.46, 1, 0.06, 0.88)],
    [round(0.9, 0.02, 0.5, 0.03, 0.22, 0.08, 0.18, 0.42, 0.56, 0.42, 0.86, 0.62, 0.78, 0.92, 0.4, 1, 0.06, 0.94)],
  ],
  [
    [round(0.74, 0.02, 0.4, 0.2, 0.14, 0.54, 0.1, 0.82, 0.34, 1, 0.72, 0.96, 0.9, 0.74, 0.7, 0.54, 0.38, 0.56, 0.14, 0.76)],
    [round(0.58, 0, 0.3, 0.34, 0.1, 0.72, 0.26, 0.98, 0.66, 1, 0.88, 0.78, 0.74, 0.56, 0.42, 0.56, 0.16, 0.74)],
    [round(0.86, 0.1, 0.58, 0.02, 0.24, 0.28, 0.08, 0.66, 0.24, 0.96, 0.62, 0.98, 0.9, 0.78, 0.8, 0.56, 0.46, 0.5, 0.14, 0.66)],
  ],
  [
    [sharp(0.06, 0.03, 0.92, 0.03, 0.42, 1)],
    [sharp(0.06, 0.03, 0.94, 0.03, 0.5, 1), sharp(0.3, 0.5, 0.86, 0.5)],
    [sharp(0.06, 0.16, 0.08, 0.03, 0.9, 0.05), round(0.9, 0.05, 0.62, 0.4, 0.46, 0.7, 0.42, 1)],
  ],
  [
    [
      round(
        0.78,
        0.14,
        0.48,
        0,
        0.18,
        0.16,
        0.28,
        0.4,
        0.62,
        0.56,
        0.86,
        0.78,
        0.6,
        1,
        0.26,
        0.94,
        0.16,
        0.74,
        0.4,
        0.54,
        0.72,
        0.36,
        0.8,
        0.16,
      ),
    ],
    [
      round(0.5, 0, 0.22, 0.12, 0.26, 0.38, 0.5, 0.46, 0.76, 0.36, 0.78, 0.12, 0.5, 0),
      round(0.5, 0.46, 0.14, 0.62, 0.18, 0.92, 0.5, 1, 0.84, 0.9, 0.86, 0.62, 0.5, 0.46),
    ],
    [
      round(
        0.5,
        0.48,
        0.22,
        0.3,
        0.3,
        0.06,
        0.6,
        0,
        0.82,
        0.18,
        0.7,
        0.38,
        0.34,
        0.6,
        0.14,
        0.8,
        0.34,
        1,
        0.68,
        0.98,
        0.86,
        0.78,
        0.66,
        0.58,
        0.5,
        0.48,
      ),
    ],
  ],
  [
    [round(0.82, 0.2, 0.5, 0.02, 0.16, 0.18, 0.2, 0.44, 0.5, 0.52, 0.8, 0.32), sharp(0.82, 0.14, 0.78, 1)],
    [round(0.84, 0.22, 0.6, 0.02, 0.24, 0.08, 0.14, 0.34, 0.38, 0.52, 0.7, 0.44, 0.84, 0.2, 0.86, 0.56, 0.7, 0.88, 0.36, 1, 0.12, 0.9)],
    [round(0.78, 0.08, 0.42, 0, 0.14, 0.22, 0.28, 0.46, 0.62, 0.46, 0.82, 0.2, 0.8, 0.1, 0.76, 0.52, 0.6, 1)],
  ],
];

/** Numbers from 0 to 1 by a seed (mulberry32). @param {number} seed */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The path of a pointer, as a curve through the points (Catmull and Rom), or lines between them. @param {Stroke} stroke @returns {[number, number][]}
 */
function path({ points, sharp: isSharp }) {
  const at = (/** @type {number} */ i) =>
    /** @type {[number, number]} */ ([
      points[2 * Math.min(Math.max(i, 0), points.length / 2 - 1)],
      points[2 * Math.min(Math.max(i, 0), points.length / 2 - 1) + 1],
    ]);
  const steps = 14;
  const last = points.length / 2 - 1;
  return Array.from({ length: last * steps + 1 }, (_, k) => {
    const from = Math.min(Math.floor(k / steps), last - 1);
    const t = k / steps - from;
    const [a, b, c, d] = [at(from - 1), at(from), at(from + 1), at(from + 2)];
    const along = (/** @type {number} */ axis) => b[axis] + (c[axis] - b[axis]) * t;
    const curved = (/** @type {number} */ axis) =>
      0.5 *
      (2 * b[axis] +
        (c[axis] - a[axis]) * t +
        (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t ** 2 +
        (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3);
    const one = isSharp ? along : curved;
    return [one(0), one(1)];
  });
}

/**
 * A digit drawn on the pad, as its text. The height is a share of the pad, `away` the distance from the middle of the remaining space (0 to
 * 1).
 * @param {number} digit @param {number} seed @param {{height?: [number, number], away?: number}} [how]
 */
export function drawnDigit(digit, seed, { height = [0.5, 0.82], away = 0.6 } = {}) {
  const random = chance(seed * 10 + digit);
  const between = (/** @type {number} */ low, /** @type {number} */ high) => low + (high - low) * random();
  const way = ways[digit][seed % ways[digit].length];
  const tall = between(...height);
  const wide = tall * between(0.55, 0.85);
  const slant = between(-0.12, 0.28); // most hands lean to the right
  const turn = between(-0.12, 0.12);
  const wobble = 0.03;
  const strokes = way.map((stroke) =>
    path({ ...stroke, points: stroke.points.map((value) => value + between(-wobble, wobble)) }).map(([x, y]) => {
      const [left, down] = [(x - 0.5) * wide + slant * (0.5 - y) * tall, (y - 0.5) * tall];
      return [left * Math.cos(turn) - down * Math.sin(turn), left * Math.sin(turn) + down * Math.cos(turn)];
    }),
  );
  const pen = between(1.4, 4);
  const edge = pen / 56 + 0.02;
  const move = [0, 1].map((axis) => {
    const all = strokes.flat().map((point) => point[axis]);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const room = Math.max((1 - (high - low)) / 2 - edge, 0);
    return 0.5 - (low + high) / 2 + between(-1, 1) * away * room;
  });
  return drawingText({
    pen,
    strokes: strokes.map((stroke) => {
      /** As the pad takes them, in whole numbers, none closer than 3. @type {number[]} */
      const taken = [];
      for (const point of stroke) {
        const [x, y] = point.map((value, axis) => Math.round(255 * Math.min(Math.max(value + move[axis], 0), 1)));
        if (taken.length === 0 || Math.hypot(x - /** @type {number} */ (taken.at(-2)), y - /** @type {number} */ (taken.at(-1))) >= 3)
          taken.push(x, y);
      }
      return taken;
    }),
  });
}
