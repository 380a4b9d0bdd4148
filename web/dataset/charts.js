// SPDX-License-Identifier: MIT
// @ts-check
// SVG elements, and the small charts over layers and distances.

import { draw } from '../base/elements.js';
import { inLanguage } from '../base/language.js';
import { classOf, methodName } from '../paper/method_colours.js';
import { halfInterval } from './interval.js';

/** @typedef {import('./read_means.js').Cell} Cell */

/** Of a chart in the page, in CSS pixels. */
export const shownWidth = 520;
const left = 34;

/** @param {number} value */
const short = (value) =>
  inLanguage(Math.abs(value) >= 0.995 || value === 0 ? value.toFixed(0) : value.toFixed(Math.abs(value) < 0.095 ? 2 : 1)).replace('-', '−');

/** Ticks at multiples of 1, 2 or 5 that divide a range into about four parts. @param {number} low @param {number} high */
function ticks(low, high) {
  const rough = (high - low) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((one) => one * power >= rough) ?? 10);
  return Array.from({ length: Math.floor(high / step) - Math.ceil(low / step) + 1 }, (_, i) => (Math.ceil(low / step) + i) * step);
}

/** @param {string} label @param {number} width @param {number} height @param {Node[]} children */
const chart = (label, width, height, ...children) =>
  draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, class: 'chart' }, ...children);

/** @param {number} y @param {number} right @param {string} text */
const rule = (y, right, text) => [
  draw('line', { class: 'rule', x1: left, x2: right, y1: y, y2: y }),
  draw('text', { class: 'tick', x: left - 6, y: y + 4, 'text-anchor': 'end' }, text),
];

/**
 * A mean's 95 % interval as a stroke. Draws nothing if there is none.
 * @param {string} className @param {number} x @param {Cell} cell @param {(value: number) => number} y
 * @param {{low: number, high: number}} range of the chart's axis
 */
function interval(className, x, cell, y, { low, high }) {
  const half = halfInterval(cell);
  if (!(half > 0)) return [];
  const [from, to] = [Math.max(cell.mean - half, low), Math.min(cell.mean + half, high)].map((value) => y(value).toFixed(1));
  return [draw('line', { class: `interval ${className}`, x1: x, x2: x, y1: from, y2: to })];
}

/** The ends of the intervals, or the means where there are none. @param {Cell} cell */
const ends = (cell) => (halfInterval(cell) >= 0 ? [cell.mean - halfInterval(cell), cell.mean + halfInterval(cell)] : [cell.mean]);

/**
 * One line per method over the layers, with its name at the end and the 95 % interval of each mean. Methods are shifted a little, so that
 * no interval covers another.
 * @param {string} label @param {{method: string, firstLayer: number, cells: Cell[]}[]} methods @param {number} [width]
 */
export function lineChart(label, methods, width = shownWidth) {
  const height = 190;
  const widest = Math.max(...methods.map(({ method }) => methodName(method).length));
  const [top, bottom, right] = [12, height - 24, width - Math.min(Math.max(64, 7 * widest + 8), width / 3)];
  const layers = Math.max(...methods.map(({ firstLayer, cells }) => firstLayer + cells.length));
  const means = methods.flatMap(({ cells }) => cells.flatMap(ends)).filter(Number.isFinite);
  const low = Math.min(0, ...means);
  const high = Math.max(low + 0.01, 0, ...means);
  const x = (/** @type {number} */ layer) =>
    left + 8 + (layers > 1 ? (layer / (layers - 1)) * (right - left - 16) : (right - left - 16) / 2);
  const y = (/** @type {number} */ value) => bottom - ((value - low) / (high - low)) * (bottom - top);
  const every = Math.ceil((layers * 24) / (right - left));
  // With many methods, all stay within their layer's column.
  const apart = Math.min(3, 14 / Math.max(methods.length - 1, 1));
  const last = methods.map(({ cells }) => y(cells.at(-1)?.mean || 0));
  // Labels keep a line's distance from each other and stay inside the chart.
  const order = last.map((_, i) => i).sort((a, b) => last[a] - last[b]);
  const names = [...last];
  order.forEach((one, i) => {
    names[one] = Math.max(names[one], i ? names[order[i - 1]] + 14 : top);
  });
  [...order].reverse().forEach((one, i) => {
    names[one] = Math.min(names[one], height - 8 - 14 * i);
  });
  return chart(
    label,
    width,
    height,
    ...ticks(low, high).flatMap((value) => rule(y(value), right, short(value))),
    ...Array.from({ length: layers }, (_, layer) => layer)
      .filter((layer) => layer % every === 0)
      .map((layer) => draw('text', { class: 'tick', x: x(layer), y: height - 6, 'text-anchor': 'middle' }, String(layer + 1))),
    ...methods.flatMap(({ method, firstLayer, cells }, i) => {
      const beside = (i - (methods.length - 1) / 2) * apart;
      const points = cells.map(({ mean }, at) => [x(firstLayer + at) + beside, y(mean || 0)]);
      return [
        ...cells.flatMap((cell, at) => interval(classOf(method), points[at][0], cell, y, { low, high })),
        draw('polyline', {
          class: `line ${classOf(method)}`,
          points: points.map((point) => point.map((one) => one.toFixed(1)).join(',')).join(' '),
        }),
        ...points.map(([cx, cy]) => draw('circle', { class: `point ${classOf(method)}`, cx, cy, r: 2.5 })),
        draw('text', { class: `name ${classOf(method)}`, x: right + 4, y: names[i] + 4 }, methodName(method)),
      ];
    }),
  );
}

/**
 * One bar per slot of distances. Slots of several distances have the same width. Labels show a slot's first distance.
 * @param {string} label @param {Cell[]} cells @param {number[]} from @param {number} [width]
 */
export function barChart(label, cells, from, width = shownWidth) {
  const height = 170;
  const [top, bottom, right] = [10, height - 24, width - 4];
  const high = Math.max(0.01, ...cells.flatMap(ends).filter(Number.isFinite));
  const y = (/** @type {number} */ value) => bottom - (value / high) * (bottom - top);
  const step = (right - left) / Math.max(cells.length, 1);
  const every = Math.ceil((cells.length * 30) / (right - left));
  return chart(
    label,
    width,
    height,
    ...ticks(0, high).flatMap((value) => rule(y(value), right, short(value))),
    ...cells.map(({ mean }, i) =>
      draw('rect', {
        class: 'bar',
        x: (left + i * step + step * 0.12).toFixed(1),
        width: Math.max(step * 0.76, 1).toFixed(1),
        y: y(mean || 0).toFixed(1),
        height: Math.max(bottom - y(mean || 0), 0).toFixed(1),
      }),
    ),
    ...cells.flatMap((cell, i) => interval('of-bar', left + (i + 0.5) * step, cell, y, { low: 0, high })),
    ...cells
      .map((_, i) => i)
      .filter((i) => i % every === 0)
      .map((i) => draw('text', { class: 'tick', x: left + (i + 0.5) * step, y: height - 6, 'text-anchor': 'middle' }, String(from[i]))),
  );
}
