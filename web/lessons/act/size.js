// SPDX-License-Identifier: MIT
// @ts-check
// On a phone a lesson is a sheet below the figure: its head is dragged to where the student wants the border between both. Held
// sideways it stands beside the figure.

import { tr } from '../../base/words.js';
import { make } from '../../base/elements.js';

/** Pixels that the sheet's own buttons take, and that are left to the figure. */
const least = 116;
const rest = 160;
const step = 40;

/** The share of the window that the sheet has at most while something is asked. */
const mostAsked = 0.78;

/** The share that it has beside the figure, held sideways: the first with which all that is asked is seen. */
const widths = ['42vw', '50vw', '58vw'];

export const isSheet = () => matchMedia('(max-width: 720px) and (orientation: portrait)').matches;
const isSideways = () => matchMedia('(max-height: 560px) and (orientation: landscape)').matches;
/** There is no room for a second row of buttons. */
export const isSmall = () => isSheet() || isSideways();
const clamped = (/** @type {number} */ height) => Math.round(Math.min(Math.max(height, least), Math.max(innerHeight - rest, least)));

/** @param {number} height of the sheet, pixels; NaN: as it was made */
export function setSheet(height) {
  const { style } = document.documentElement;
  if (Number.isNaN(height)) style.removeProperty('--sheet-size');
  else style.setProperty('--sheet-size', `${clamped(height)}px`);
}

/**
 * What is asked is seen when it is asked: until the answer the sheet is as high, or as wide, as its question needs.
 * @param {HTMLElement} sheet @param {HTMLElement} body what scrolls in it
 * @param {Element | undefined} [last] the end of what is asked; none: nothing is, or no more
 */
export function roomToAsk(sheet, body, last) {
  const { style } = document.documentElement;
  style.removeProperty('--sheet-asked');
  style.removeProperty('--lesson-asked');
  if (!last) return;
  const isBelow = () => last.getBoundingClientRect().bottom > body.getBoundingClientRect().bottom;
  if (isSideways()) for (const width of widths) if (isBelow()) style.setProperty('--lesson-asked', width);
  if (!isSheet()) return;
  const needed = last.getBoundingClientRect().bottom - body.getBoundingClientRect().top + 10 + sheet.clientHeight - body.clientHeight;
  const height = Math.min(needed, mostAsked * innerHeight);
  if (height > sheet.clientHeight) style.setProperty('--sheet-asked', `${clamped(height)}px`);
}

/**
 * What is dragged, or moved by the arrow keys; it stands in the head, all of which follows a finger.
 * @param {HTMLElement} sheet @param {HTMLElement} head @param {() => void} unfold
 */
export function gripOf(sheet, head, unfold) {
  const now = () => sheet.getBoundingClientRect().height;
  const grip = make('div', {
    className: 'grip',
    role: 'separator',
    tabIndex: 0,
    'aria-orientation': 'horizontal',
    'aria-label': tr('Text height'),
  });
  const told = () => {
    grip.setAttribute('aria-valuenow', String(Math.round((100 * now()) / innerHeight)));
  };
  const set = (/** @type {number} */ height) => {
    unfold();
    setSheet(height);
    told();
  };
  grip.addEventListener('focus', told);
  grip.addEventListener('keydown', (event) => {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key];
    if (!by) return;
    event.preventDefault();
    set(now() + by);
  });
  head.addEventListener('pointerdown', (event) => {
    if (!isSheet() || (event.target instanceof Element && event.target.closest('button'))) return;
    const [from, height] = [event.clientY, now()];
    const move = (/** @type {PointerEvent} */ { clientY }) => Math.abs(clientY - from) > 3 && set(height + from - clientY);
    head.setPointerCapture(event.pointerId);
    head.addEventListener('pointermove', move);
    for (const end of ['pointerup', 'pointercancel'])
      head.addEventListener(end, () => head.removeEventListener('pointermove', move), { once: true });
  });
  return grip;
}
