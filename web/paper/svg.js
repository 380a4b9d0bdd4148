// SPDX-License-Identifier: MIT
// @ts-check
// Figures for the sheets of a model, as SVG in the page and as files on white paper.

import { adopt } from '../base/adopted_style.js';
import { draw } from '../base/elements.js';
import { onPaper } from './method_colours.js';

export { draw };

const css = `
.sheet-figure { display: block; max-width: 100%; height: auto; font-family: var(--text); }
.sheet-figure .tick { font-size: 12px; fill: var(--muted); }
.sheet-figure .tick.own { fill: var(--own); }
.sheet-figure .tick.searched { fill: var(--selection); }
.sheet-figure .rule { stroke: var(--rule); stroke-width: 1px; }
.sheet-figure .zero { stroke: var(--muted); stroke-width: 1px; stroke-dasharray: 2 3; }
.sheet-figure .band { fill: var(--muted); opacity: 0.18; }
.sheet-figure .line { fill: none; stroke: var(--muted); stroke-width: 1.5px; }
.sheet-figure .line.own { stroke: var(--own); stroke-width: 2px; }
/* Chance is grey, too. */
.sheet-figure .line.own.of-raw { stroke-dasharray: var(--dash); }
.sheet-figure .line.nearest { stroke: var(--muted); stroke-dasharray: 1 3; stroke-linecap: round; stroke-width: 2px; }
.sheet-figure .line.searched { stroke: var(--selection); stroke-dasharray: 5 3; }
.sheet-figure .dot { fill: var(--muted); }
.sheet-figure .dot.own { fill: var(--own); }
.sheet-figure .dot.searched { fill: var(--selection); }
.plot .line.searched { stroke-width: 2px; }
@media (max-width: 720px) {
  .sheet-figure { max-width: none; }
}
`;

/** @param {number} width @param {number} height @param {string} label @param {Node[]} children @returns {SVGElement} */
export function figure(width, height, label, ...children) {
  adopt(css);
  const about = { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label, class: 'sheet-figure' };
  return /** @type {SVGElement} */ (draw('svg', about, ...children));
}

/**
 * The drawing function of an element, and the width of its last drawing.
 * @type {WeakMap<Element, {drawn: (room: number) => Element, room: number}>}
 */
const fitting = new WeakMap();
const widths = new ResizeObserver((changes) =>
  changes.forEach(({ target }) => {
    refit(/** @type {HTMLElement} */ (target));
  }),
);

/** @param {HTMLElement} root */
function refit(root) {
  const shown = fitting.get(root);
  if (!shown || shown.room === root.clientWidth) return;
  shown.room = root.clientWidth;
  root.replaceChildren(shown.drawn(shown.room || Infinity));
}

/**
 * Draws a figure for the element's width, and again whenever the width changes.
 * @param {HTMLElement} root @param {((room: number) => Element) | null} drawn `room`: width in units of the figure; null stops drawing
 */
export function fit(root, drawn) {
  if (!drawn) {
    fitting.delete(root);
    widths.unobserve(root);
    root.replaceChildren();
    return;
  }
  fitting.set(root, { drawn, room: -1 });
  refit(root);
  widths.observe(root);
}

/** The figure of `fit` in an element at another width, null if there is none. @param {Element} root @param {number} room @returns {Element | null} */
export const drawnFor = (root, room) => fitting.get(root)?.drawn(room) ?? null;

/** The page's light colours, because files are for white paper in every theme. */
export const paper = {
  ground: '#ffffff',
  panel: '#f2f1ec',
  ink: '#1b1b1b',
  muted: '#6a6a66',
  rule: '#e2e1db',
  quantity: '#135c96',
  selection: '#b5482a',
  cut: '#a3195b',
  negative: '#855600',
  ...onPaper(),
};

const kept = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'font-family',
];

/** Splits a text into lines of at most `width` units. A letter of size 10.5 takes about 5.6. @param {string} text @param {number} width */
function linesOf(text, width) {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (lines[lines.length - 1] && (lines[lines.length - 1].length + 1 + word.length) * 5.6 > width) lines.push('');
    lines[lines.length - 1] += `${lines[lines.length - 1] && ' '}${word}`;
  }
  return lines.filter(Boolean);
}

/**
 * The figure as a file, with all styles inside.
 * @param {SVGElement} svg @param {string} caption @param {Element} [within] source of the styles @returns {string}
 */
export function svgText(svg, caption, within = document.body) {
  const copy = /** @type {SVGElement} */ (svg.cloneNode(true));
  const { width, height } = /** @type {SVGSVGElement} */ (svg).viewBox.baseVal;
  const stage = within.appendChild(document.createElement('div'));
  stage.style.cssText = `position:fixed;left:-9999px;${Object.entries(paper)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')}`;
  stage.append(copy);
  for (const element of copy.querySelectorAll(':not(title)')) {
    const style = getComputedStyle(element);
    for (const name of kept) {
      const value = style.getPropertyValue(name);
      if (value && value !== 'normal') element.setAttribute(name, value);
    }
    element.removeAttribute('class');
    element.removeAttribute('style');
  }
  stage.remove();
  copy.removeAttribute('class');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const lines = linesOf(caption, width - 16);
  const all = height + 10 + 14 * lines.length;
  copy.setAttribute('viewBox', `0 0 ${width} ${all}`);
  copy.setAttribute('height', String(all));
  lines.forEach((line, i) => {
    copy.append(
      draw('text', { x: 8, y: height + 14 + 14 * i, 'font-size': 10.5, 'font-family': 'Inter, sans-serif', fill: paper.muted }, line),
    );
  });
  const title = draw('title', {}, copy.getAttribute('aria-label') ?? caption); // readers show it, and fonts are inserted before it
  copy.prepend(title, draw('rect', { width, height: all, fill: paper.ground }));
  return new XMLSerializer().serializeToString(copy);
}

/** Four or five round numbers that span the range. @param {number} low @param {number} high */
export function ticks(low, high) {
  const raw = (high - low) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((by) => by * power).find((by) => by >= raw) ?? raw;
  const list = [];
  for (let at = Math.ceil(low / step); at * step <= high + step * 1e-9; at += 1) list.push(at * step);
  return list;
}
