// SPDX-License-Identifier: MIT
// @ts-check
// The parts of the canvas in window coordinates, as pointer events count. The line of a model's text may be above the canvas.

/** @typedef {import('../headwaters.d.ts').LaidOut} LaidOut */

/** @param {LaidOut[]} parts in canvas coordinates @returns {LaidOut[]} */
export function inWindow(parts) {
  const { left, top } = /** @type {HTMLElement} */ (document.getElementById('canvas')).getBoundingClientRect();
  return parts.map((part) => ({ ...part, x: part.x + left, y: part.y + top }));
}
