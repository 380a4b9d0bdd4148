// SPDX-License-Identifier: MIT
// @ts-check
// The two charts of an experiment: the question's value against the number of cuts, and each cut's predicted and measured effect.

import { draw } from '../../base/elements.js';
import { inLanguage, tr } from '../../base/language.js';
import { classOf } from '../../paper/method_colours.js';
import { figure, ticks } from '../../paper/svg.js';

/**
 * @typedef {object} Curves
 * @property {number} value in the run without cuts
 * @property {number[]} counts 1, 2, 4, ... units
 * @property {number[]} ranked the question's value with that many cuts
 * @property {{mean: number[], low: number[], high: number[]}} random
 * @property {number[]} [searched] the lowest value of any cuts so far; may be shorter
 * @property {number[]} [nearest] the control by position, which cuts the units nearest to the answer's position first
 */

const widest = 620;
const height = 300;
const box = { left: 56, top: 16, bottom: 44 };
/** In a narrower figure the names of lines are below the curves, not next to them. */
const leastBeside = 540;
const besideWidth = 180;
const lineHeight = 18;

/** @param {number} number */
const short = (number) => inLanguage(String(Number(number.toPrecision(3)))).replace('-', '−');

/**
 * @param {number} low @param {number} high @param {string} label @param {(value: number) => number} y @param {number} right the right end
 * of lines
 */
function upright(low, high, label, y, right) {
  const lines = ticks(low, high).flatMap((at) => [
    draw('line', { x1: box.left, x2: right, y1: y(at), y2: y(at), class: 'rule' }),
    draw('text', { x: box.left - 8, y: y(at), 'text-anchor': 'end', 'dominant-baseline': 'middle', class: 'tick' }, short(at)),
  ]);
  return [...lines, draw('text', { x: box.left, y: box.top - 4, class: 'tick' }, label)];
}

/** If labels would overlap, the lower one moves. @param {{y: number, text: string, cls: string}[]} labels @param {number} x */
function beside(labels, x) {
  let last = -Infinity;
  return labels
    .sort((a, b) => a.y - b.y)
    .map(({ y, text, cls }) => {
      last = Math.max(y, last + 15);
      return draw('text', { x, y: last, 'dominant-baseline': 'middle', class: `tick ${cls}` }, text);
    });
}

/** The names of lines, stacked. @param {{text: string, cls: string}[]} lines @param {number} y of the first */
const below = (lines, y) =>
  lines.flatMap(({ text, cls }, i) => [
    draw('line', { x1: box.left, x2: box.left + 24, y1: y + i * lineHeight, y2: y + i * lineHeight, class: `line ${cls}` }),
    draw('text', { x: box.left + 32, y: y + i * lineHeight, 'dominant-baseline': 'middle', class: `tick ${cls}` }, text),
  ]);

/**
 * @param {Curves} curves
 * @param {{question: string, title: string, axis: string, method: string, chance: string, ranking: string, nearest?: string}} words
 * `ranking`: of methodColours @param {number} room available width
 */
export function curvesFigure(
  { value, counts, ranked, random, searched = [], nearest = [] },
  { question, title, axis, method, chance, ranking, nearest: byPlace = '' },
  room,
) {
  const width = Math.min(room, widest);
  const isBeside = width >= leastBeside;
  const right = width - (isBeside ? besideWidth : 12);
  const all = [value, ...ranked, ...random.low, ...random.high, ...searched, ...nearest];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const margin = (high - low || 1) * 0.05;
  const y = (/** @type {number} */ at) => box.top + ((high + margin - at) / (high - low + 2 * margin)) * (height - box.top - box.bottom);
  // Zero cuts are drawn one step before 1.
  const x = (/** @type {number} */ step) => box.left + (step / Math.max(counts.length, 1)) * (right - box.left);
  const path = (/** @type {number[]} */ values) =>
    [value, ...values].map((at, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)},${y(at).toFixed(1)}`).join('');
  const band =
    random.low.length === 0
      ? []
      : [
          draw('path', {
            class: 'band',
            d: `${path(random.high)}L${[...random.low]
              .reverse()
              .map((at, i) => `${x(random.low.length - i).toFixed(1)},${y(at).toFixed(1)}`)
              .join('L')}L${x(0).toFixed(1)},${y(value).toFixed(1)}Z`,
          }),
        ];
  const lines = [
    { values: random.mean, cls: 'chance', text: chance },
    { values: searched, cls: 'searched', text: tr('best found') },
    { values: nearest, cls: 'nearest', text: byPlace },
    { values: ranked, cls: `own ${classOf(ranking)}`, text: method },
  ].filter(({ values }) => values.length > 0);
  const marks = counts.map((count, i) =>
    draw('text', { x: x(i + 1), y: height - box.bottom + 18, 'text-anchor': 'middle', class: 'tick' }, String(count)),
  );
  return figure(
    width,
    isBeside ? height : height + 10 + lines.length * lineHeight,
    title,
    ...upright(low, high, question, y, right),
    ...band,
    ...(low < 0 && high > 0 ? [draw('line', { x1: box.left, x2: right, y1: y(0), y2: y(0), class: 'zero' })] : []),
    ...lines.map(({ values, cls }) => draw('path', { d: path(values), class: `line ${cls}` })),
    ...lines.flatMap(({ values, cls }) => values.map((at, i) => draw('circle', { cx: x(i + 1), cy: y(at), r: 2.5, class: `dot ${cls}` }))),
    ...(isBeside
      ? beside(
          lines.map(({ values, cls, text }) => ({ y: y(values[values.length - 1]), text, cls })),
          right + 8,
        )
      : below(lines, height + 10)),
    draw('text', { x: x(0), y: height - box.bottom + 18, 'text-anchor': 'middle', class: 'tick' }, '0'),
    ...marks,
    draw('text', { x: (box.left + right) / 2, y: height - 6, 'text-anchor': 'middle', class: 'tick' }, axis),
  );
}

/**
 * @template {{predicted: number, actual: number}} Point @param {Point[]} points @param {number} worst @returns {Point[]} the points with
 * the largest errors
 */
export const mostWrong = (points, worst) =>
  [...points].sort((a, b) => Math.abs(b.predicted - b.actual) - Math.abs(a.predicted - a.actual)).slice(0, worst);

/**
 * @template {{predicted: number, actual: number, words: string}} Point @param {Point[]} points @param {Point[]} wrong points with a label
 * @param {number} room available width
 */
export function scatterFigure(points, wrong, room) {
  const all = points.flatMap(({ predicted, actual }) => [predicted, actual, 0]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const margin = (high - low || 1) * 0.06;
  const width = Math.min(room, widest);
  const isBeside = width >= leastBeside;
  const side = Math.min(height - box.top - box.bottom, width - box.left - 24);
  const at = (/** @type {number} */ value) => ((value - low + margin) / (high - low + 2 * margin)) * side;
  const x = (/** @type {number} */ value) => box.left + at(value);
  const y = (/** @type {number} */ value) => height - box.bottom - at(value);
  const marks = ticks(low, high);
  return figure(
    width,
    height,
    tr('Predicted against measured change'),
    ...marks.flatMap((value) => [
      draw('line', { x1: box.left, x2: box.left + side, y1: y(value), y2: y(value), class: 'rule' }),
      draw('text', { x: box.left - 8, y: y(value), 'text-anchor': 'end', 'dominant-baseline': 'middle', class: 'tick' }, short(value)),
      draw('text', { x: x(value), y: height - box.bottom + 18, 'text-anchor': 'middle', class: 'tick' }, short(value)),
    ]),
    draw('line', { x1: x(low), y1: y(low), x2: x(high), y2: y(high), class: 'zero' }),
    ...points.map((point) =>
      draw(
        'circle',
        {
          cx: x(point.predicted),
          cy: y(point.actual),
          r: wrong.includes(point) ? 4 : 3,
          class: wrong.includes(point) ? 'dot searched' : `dot own ${classOf('gradients')}`,
        },
        draw('title', {}, point.words),
      ),
    ),
    draw('text', { x: box.left, y: box.top - 4, class: 'tick' }, tr('change when cut')),
    draw(
      'text',
      isBeside
        ? { x: box.left + side + 8, y: height - box.bottom + 18, class: 'tick' }
        : { x: box.left + side, y: height - 6, 'text-anchor': 'end', class: 'tick' },
      tr('predicted'),
    ),
  );
}
