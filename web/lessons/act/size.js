// SPDX-License-Identifier: MIT
// @ts-check
// On a phone in portrait, a lesson is a sheet below the figure, and the student drags its header to resize it. In landscape, it is next to
// the figure.

import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** Minimum pixels for the sheet's own buttons (`least`) and for the figure (`rest`). */
const least = 116;
const rest = 160;
const step = 40;

/** The sheet's maximum share of the window while a question is open. */
const mostAsked = 0.78;

/** Possible widths in landscape. The first that shows the whole question is used. */
const widths = ['42vw', '50vw', '58vw'];

export const isSheet = () => matchMedia('(max-width: 720px) and (orientation: portrait)').matches;
const isSideways = () => matchMedia('(max-height: 560px) and (orientation: landscape)').matches;
/** True if a second row of buttons does not fit. */
export const isSmall = () => isSheet() || isSideways();
const clamped = (/** @type {number} */ height) => Math.round(Math.min(Math.max(height, least), Math.max(innerHeight - rest, least)));

/** @param {number} height of the sheet in pixels, NaN for the default */
export function setSheet(height) {
  const { style } = document.documentElement;
  if (Number.isNaN(height)) style.removeProperty('--sheet-size');
  else style.setProperty('--sheet-size', `${clamped(height)}px`);
}

/**
 * Makes the sheet as high, or as wide, as its question needs, until the question is answered.
 * @param {HTMLElement} sheet @param {HTMLElement} body the part that scrolls
 * @param {Element | undefined} [last] the end of the question, undefined without an open question
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
 * The handle that resizes the sheet by drag or arrow keys. A drag on the rest of the header works too.
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
