// SPDX-License-Identifier: MIT
// @ts-check
// Lists to choose from, filled anew as what can be pointed at changes.

import { make } from '../../mirror/elements.js';

/** @param {string} label @param {[string, string][]} options */
export function select(label, options) {
  const element = make('select', { 'aria-label': label, title: label });
  fill(element, options, options[0]?.[0] ?? '');
  return element;
}

/** What each holds, so that it is not filled anew with the same. @type {WeakMap<HTMLSelectElement, string>} */
const filled = new WeakMap();

/** @param {HTMLSelectElement} element @param {[string, string][]} options @param {string} value */
export function fill(element, options, value) {
  const all = JSON.stringify(options);
  if (filled.get(element) !== all)
    element.replaceChildren(...options.map(([own, textContent]) => make('option', { value: own, textContent })));
  filled.set(element, all);
  element.value = options.some(([own]) => own === value) ? value : (options[0]?.[0] ?? '');
}
