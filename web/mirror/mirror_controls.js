// SPDX-License-Identifier: MIT
// @ts-check
// The controls of the mirror as real select, input and checkbox elements. Each option has the
// address fields that it applies.

import { inLanguage, tr } from '../boot/words.js';
import { make, say } from './elements.js';
import { rove } from './roving.js';

/** @typedef {{id: string, label: string, fields: string, selected: boolean, available: boolean, why: string}} Option */
/**
 * @typedef {object} Control
 * @property {'choice' | 'set' | 'switch' | 'number'} kind
 * @property {string} key @property {string} label
 * @property {Option[]} [options] @property {string} [text]
 * @property {boolean} [on] @property {string} [fields]
 * @property {number} [value] @property {number} [min] @property {number} [max] @property {number} [step]
 * @property {string} [prefix] @property {string} [suffix]
 */
/** @typedef {{element: HTMLElement, update: (control: Control) => void}} Shown */
/** @typedef {(fields: string) => void} Apply */

export class Controls {
  #box = make('div', { className: 'controls' });
  #apply;
  /** @type {Map<string, Shown>} */
  #shown = new Map();

  /** @param {HTMLElement} root @param {Apply} apply */
  constructor(root, apply) {
    this.#apply = apply;
    root.append(make('h2', { textContent: tr('Settings') }), this.#box);
  }

  /** @param {{controls: Control[]}} model */
  show({ controls }) {
    const before = this.#shown;
    this.#shown = new Map();
    controls.forEach((control, i) => {
      const key = `${control.kind} ${control.key} ${control.options?.length ?? 0}`;
      const shown = before.get(key) ?? makers[control.kind](control, this.#apply);
      before.delete(key);
      this.#shown.set(key, shown);
      shown.update(control);
      if (this.#box.children[i] !== shown.element) this.#box.insertBefore(shown.element, this.#box.children[i] ?? null);
    });
    for (const { element } of before.values()) element.remove();
  }
}

/** @type {Record<Control['kind'], (control: Control, apply: Apply) => Shown>} */
const makers = { choice: makeChoice, set: makeSet, switch: makeSwitch, number: makeNumber };

/** @param {HTMLElement} element @param {string} id */
function call(element, id) {
  if (element.dataset.id !== id) element.dataset.id = id;
}

/** @param {Control} control @param {Apply} apply @returns {Shown} */
function makeChoice({ key, label, options = [] }, apply) {
  const select = make('select', { 'data-id': key, name: key, onchange: () => apply(select.value) });
  select.append(...options.map(() => make('option')));
  return {
    element: make('label', {}, label, select),
    update: ({ options: now = [] }) => {
      let chosen = -1;
      now.forEach(({ id, label: words, fields, selected, available, why }, i) => {
        const option = /** @type {HTMLOptionElement} */ (select.options[i]);
        call(option, `${key}/${id}`);
        say(option, why ? `${words} (${why})` : words);
        if (option.value !== fields) option.value = fields;
        option.disabled = !available;
        if (selected) chosen = i;
      });
      // A preset that was changed is none of them.
      if (select.selectedIndex !== chosen) select.selectedIndex = chosen;
    },
  };
}

/** @param {Control} control @param {Apply} apply @returns {Shown} */
function makeSet({ key, label, options = [] }, apply) {
  let present = options;
  const legend = make('legend');
  const boxes = options.map((_, i) => make('input', { type: 'checkbox', name: key, onchange: () => apply(present[i].fields) }));
  const labels = boxes.map((box) => make('label', {}, make('span'), box));
  const element = make('fieldset', { 'data-id': key }, legend, ...labels);
  rove(element, 'input')();
  return {
    element,
    update: ({ options: now = [], text }) => {
      present = now;
      say(legend, `${label}: ${text ?? ''}`);
      now.forEach(({ id, label: words, selected }, i) => {
        call(boxes[i], `${key}/${id}`);
        say(/** @type {Node} */ (labels[i].firstElementChild), words);
        boxes[i].checked = selected;
      });
    },
  };
}

/** @param {Control} control @param {Apply} apply @returns {Shown} */
function makeSwitch({ key, label, fields = '' }, apply) {
  let present = fields;
  const box = make('input', { 'data-id': key, type: 'checkbox', name: key, onchange: () => apply(present) });
  return {
    element: make('label', {}, label, box),
    update: ({ on, fields: now = '' }) => {
      present = now;
      box.checked = on === true;
    },
  };
}

/** @param {Control} control @param {Apply} apply @returns {Shown} */
function makeNumber(control, apply) {
  let { prefix = '', suffix = '' } = control;
  const slider = make('input', {
    'data-id': control.key,
    type: 'range',
    name: control.key,
    oninput: () => apply(`${prefix}${slider.value}${suffix}`),
  });
  const output = make('output', { 'aria-hidden': 'true' }); // the slider says its value
  return {
    element: make('label', {}, control.label, slider, output),
    update: ({ value = 0, min, max, step, prefix: before = '', suffix: after = '' }) => {
      [prefix, suffix] = [before, after];
      Object.assign(slider, { min: String(min), max: String(max), step: String(step) });
      slider.value = String(value);
      say(output, inLanguage(value.toFixed(2)));
    },
  };
}
