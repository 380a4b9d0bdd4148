// SPDX-License-Identifier: MIT
// @ts-check
// What stands on the canvas, in coordinates of the window, as a pointer counts: above the canvas may be the line of a model's text.

/** @typedef {import('../headwaters.d.ts').LaidOut} LaidOut */

/** @param {LaidOut[]} parts of the canvas @returns {LaidOut[]} */
export function inWindow(parts) {
  const { left, top } = /** @type {HTMLElement} */ (document.getElementById('canvas')).getBoundingClientRect();
  return parts.map((part) => ({ ...part, x: part.x + left, y: part.y + top }));
}
