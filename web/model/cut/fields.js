// SPDX-License-Identifier: MIT
// @ts-check
// Lists of options, updated as the possible targets change.

import { make } from '../../base/elements.js';

/** @param {string} id @param {string} label @param {[string, string][]} options */
export function select(id, label, options) {
  const element = make('select', { 'data-id': id, 'aria-label': label, title: label });
  fill(element, options, options[0]?.[0] ?? '');
  return element;
}

/** The options of each list, so that an unchanged list is not filled again. @type {WeakMap<HTMLSelectElement, string>} */
const filled = new WeakMap();

/** @param {HTMLSelectElement} element @param {[string, string][]} options @param {string} value */
export function fill(element, options, value) {
  const all = JSON.stringify(options);
  if (filled.get(element) !== all)
    element.replaceChildren(...options.map(([own, textContent]) => make('option', { value: own, textContent })));
  filled.set(element, all);
  choose(element, options.some(([own]) => own === value) ? value : (options[0]?.[0] ?? ''));
}

/** Minimum milliseconds between two updates of a list whose options change with each picture of a pen. */
const moment = 200;
/** @type {WeakMap<HTMLSelectElement, {at: number, timer: number}>} */
const times = new WeakMap();

/**
 * Like fill(), but for frequent changes only the last one is applied, after a moment, because Chromium scans the page's forms at each
 * change. A list that gets the focus is filled at once. @param {HTMLSelectElement} element @param {[string, string][]} options
 * @param {string} value
 */
export function fillAtRest(element, options, value) {
  const time = times.get(element) ?? { at: -Infinity, timer: 0 };
  times.set(element, time);
  window.clearTimeout(time.timer);
  const now = () => {
    window.clearTimeout(time.timer);
    Object.assign(time, { at: performance.now(), timer: 0 });
    element.onfocus = null;
    fill(element, options, value);
  };
  if (performance.now() - time.at > moment) return now();
  time.timer = window.setTimeout(now, moment);
  element.onfocus = now;
}

/**
 * Sets a value only if it differs, because Chromium scans the page's forms at each change.
 * @param {HTMLSelectElement} element @param {string} value
 */
export function choose(element, value) {
  if (element.value !== value) element.value = value;
}
