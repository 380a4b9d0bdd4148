// SPDX-License-Identifier: MIT
// @ts-check
// Elements of the page over the canvas, but under its menus and tips.

/** @typedef {import('../../outward.d.ts').Area} Area */

/** The visible part of an area, without the parts under covers. @param {Area} area @param {Area} seen @param {Area[]} covers */
export function clipOf(area, seen, covers) {
  /** @param {Area} one the part inside the area, relative to its corner */
  const within = (one) => {
    const left = Math.max(one.x - area.x, 0);
    const top = Math.max(one.y - area.y, 0);
    const right = Math.min(one.x + one.width - area.x, area.width);
    const bottom = Math.min(one.y + one.height - area.y, area.height);
    return { left, top, width: Math.max(right - left, 0), height: Math.max(bottom - top, 0) };
  };
  const { left, top, width, height } = within(seen);
  const over = covers.map(within).filter((one) => one.width > 0 && one.height > 0);
  // A rectangle costs nothing, but a path needs a mask.
  if (over.length === 0) return `inset(${top}px ${area.width - left - width}px ${area.height - top - height}px ${left}px)`;
  const path = [within(seen), ...over].map((one) => `M${one.left} ${one.top}h${one.width}v${one.height}h${-one.width}Z`);
  return `path(evenodd, "${path.join('')}")`;
}

/** Clips an element where the canvas shows menus or tips. @param {HTMLElement} root @param {import('../../outward.d.ts').Places} places */
export function cover(root, { covers, zoom }) {
  const canvas = /** @type {HTMLElement} */ (document.getElementById('canvas')).getBoundingClientRect();
  const own = root.getBoundingClientRect();
  const over = covers.map((one) => ({
    x: canvas.left + one.x * zoom,
    y: canvas.top + one.y * zoom,
    width: one.width * zoom,
    height: one.height * zoom,
  }));
  const clip = clipOf(own, own, over);
  root.style.clipPath = clip.startsWith('inset') ? '' : clip; // it is completely visible, including its overflow
}
