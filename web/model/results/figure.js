// SPDX-License-Identifier: MIT
// @ts-check
// A model's view as a figure for paper. Draws its charts again for the width, and its tables as rectangles and texts.

import { draw } from '../../base/elements.js';
import { drawnFor, figure, paper } from '../../paper/svg.js';

const gap = 16;

/** @param {number} number */
const round = (number) => Math.round(number * 100) / 100;

const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

/** A computed colour in the format of figures, '' if it is invisible. @param {string} colour */
function plainColour(colour) {
  if (!pixel) return '';
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = colour;
  pixel.fillRect(0, 0, 1, 1);
  const [red, green, blue, opacity] = pixel.getImageData(0, 0, 1, 1).data;
  const onWhite = (/** @type {number} */ one) => Math.round((one * opacity + 255 * (255 - opacity)) / 255);
  return opacity === 0 ? '' : `#${[red, green, blue].map((one) => onWhite(one).toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The lines of a text as the browser breaks it.
 * @param {Node} node @returns {{text: string, left: number, right: number, top: number, height: number}[]}
 */
function linesIn(node) {
  const range = document.createRange();
  const all = node.textContent ?? '';
  /** @type {ReturnType<typeof linesIn>} */
  const lines = [];
  let begin = 0;
  for (const { 0: word, index } of all.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const { left, right, top, height, width } = range.getBoundingClientRect();
    if (width === 0) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.top - top) < 1) {
      const text = all.slice(begin, index + word.length);
      Object.assign(last, { text, left: Math.min(last.left, left), right: Math.max(last.right, right) });
    } else {
      begin = index;
      lines.push({ text: word, left, right, top, height });
    }
  }
  return lines;
}

/** An element's visible text, line by line. @param {Element} element @param {DOMRect} from */
function textsOf(element, from) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { text, left, right, top, height } of linesIn(node)) {
      const { color, fontSize, fontWeight, textAlign } = getComputedStyle(/** @type {Element} */ (node.parentElement));
      found.push(
        draw(
          'text',
          {
            // Other programs may use other fonts with other widths.
            ...(textAlign === 'center'
              ? { x: round((left + right) / 2 - from.left), 'text-anchor': 'middle' }
              : /^(right|end)$/.test(textAlign)
                ? { x: round(right - from.left), 'text-anchor': 'end' }
                : { x: round(left - from.left) }),
            y: round(top - from.top + height * 0.75),
            fill: plainColour(color) || '#000000',
            'font-size': round(parseFloat(fontSize)),
            'font-weight': fontWeight,
            'font-family': 'Inter, sans-serif',
          },
          text,
        ),
      );
    }
  }
  return found;
}

/** The mark for the whole lead in a row of Why. @param {Element} line @param {DOMRect} from */
function leadLine(line, from) {
  const { left, top, bottom } = line.getBoundingClientRect();
  const [x, y1, y2] = [left - from.left, top - from.top, bottom - from.top].map(round);
  return draw('line', { x1: x, x2: x, y1, y2, stroke: paper.ink, 'stroke-width': 1, 'stroke-dasharray': '3 2' });
}

/** @param {Element} table laid out for paper */
function tableParts(table) {
  const from = table.getBoundingClientRect();
  const boxes = [...table.querySelectorAll('td, th, .guess, .change')].flatMap((box) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    const fill = plainColour(getComputedStyle(box).backgroundColor);
    return fill && fill !== '#ffffff' && width > 0
      ? [draw('rect', { x: round(left - from.left), y: round(top - from.top), width: round(width), height: round(height), fill })]
      : [];
  });
  const leads = [...table.querySelectorAll('.lead-line')].map((line) => leadLine(line, from));
  // Controls such as check boxes and menus are not printed.
  const cells = [...table.querySelectorAll('tr:not(.pairing) > *')];
  return { width: from.width, height: from.height, parts: [...boxes, ...leads, ...cells.flatMap((cell) => textsOf(cell, from))] };
}

/** @param {Element} list units without a chart */
function listParts(list) {
  const texts = [...list.querySelectorAll('li > span:first-child')].map(({ textContent }) => textContent ?? '');
  const parts = texts.map((text, i) => draw('text', { x: 0, y: 14 + 18 * i, class: 'tick' }, `${i + 1}. ${text}`));
  return { width: 0, height: 18 * texts.length, parts };
}

/**
 * @param {HTMLElement} root of the view @param {number} room in CSS pixels @param {string} label
 * @returns {SVGElement | null} null if the view has no chart, table or list. Wider than `room` if a table needs it
 */
export function viewFigure(root, room, label) {
  const stage = document.createElement('div');
  const colours = Object.entries(paper).map(([name, value]) => `--${name}:${value};`);
  stage.style.cssText = `position:fixed;left:-9999px;top:0;width:${room}px;color-scheme:light;color:${paper.ink};${colours.join('')}`;
  root.append(stage);
  /** @type {Node[]} */
  const groups = [];
  let top = 0;
  let right = room;
  const add = (/** @type {{width: number, height: number, parts: Node[]}} */ { width, height, parts }) => {
    if (parts.length === 0) return;
    groups.push(draw('g', { transform: `translate(0 ${round(top)})` }, ...parts));
    top += height + gap;
    right = Math.max(right, width);
  };
  for (const one of root.querySelectorAll('.plot, table.grid, ol.units')) {
    if (stage.contains(one) || !one.checkVisibility()) continue;
    if (one.matches('.plot')) {
      const chart = /** @type {SVGSVGElement | null} */ (drawnFor(one, room) ?? one.querySelector('svg')?.cloneNode(true) ?? null);
      if (chart) add({ ...sizeOf(chart), parts: [...chart.childNodes] });
    } else if (one.matches('.units')) {
      if (![...root.querySelectorAll('.plot svg')].length) add(listParts(one));
    } else {
      const copy = /** @type {HTMLElement} */ (one.cloneNode(true));
      for (const button of copy.querySelectorAll('.not-printed')) button.remove();
      stage.append(copy);
      add(tableParts(copy));
    }
  }
  stage.remove();
  return groups.length > 0 ? figure(Math.ceil(right), Math.ceil(top), label, ...groups) : null;
}

/** @param {SVGSVGElement} chart */
function sizeOf({ viewBox }) {
  const { width, height } = viewBox.baseVal;
  return { width, height };
}
