// SPDX-License-Identifier: MIT
// @ts-check
// Keys for zooming and panning a matrix or a flow. > and < zoom about its centre, Shift and an arrow pan.

/** Figures that can zoom, by their names in layout(). */
const plots = ['cells', 'flow', 'lines'];
const enlarged = 1.25;
/** As a share of the plot's width or height. */
const step = 1 / 8;
/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @param {import('../boot/module.js').PageModule} page @param {string} key */
export function turn(page, key) {
  const parts = page.layout();
  const plot = parts.find(({ kind, name }) => kind === 'figure' && plots.includes(name));
  const arrow = arrows[key];
  const isWhole = !parts.some(({ name }) => name === 'show all');
  if (arrow && (!plot || isWhole)) return void page.key(key);
  if (!plot) return;
  const { x, y, width, height } = plot;
  const [dx, dy] = arrow ?? [0, 0];
  page.zoom(x + width / 2, y + height / 2, arrow ? 1 : key === '>' ? enlarged : 1 / enlarged, dx * step * width, dy * step * height, true);
  page.pinchEnd();
}
