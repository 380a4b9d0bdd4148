// SPDX-License-Identifier: MIT
// @ts-check
// The settings as select, input and checkbox elements, in sections. Each option has the address fields that it applies.

import { inLanguage, tr } from '../base/language.js';
import { make, setText } from '../base/elements.js';
import { rove } from '../base/roving.js';
import { sideSection } from './side.js';

/** @typedef {{id: string, label: string, fields: string, selected: boolean, available: boolean, why: string}} Option */
/**
 * @typedef {object} Control
 * @property {'choice' | 'set' | 'switch' | 'number' | 'section' | 'adds'} kind
 * @property {string} key @property {string} label @property {string} [tip] its effect in a sentence
 * @property {Option[]} [options] @property {string} [text]
 * @property {boolean} [on] @property {string} [fields]
 * @property {number} [value] @property {number} [min] @property {number} [max] @property {number} [step]
 * @property {string} [prefix] @property {string} [suffix]
 */
/** @typedef {{element: HTMLElement, update: (control: Control) => void}} Shown */
/** @typedef {(fields: string, settled?: boolean) => void} Apply settled: false during a slider's drag */
/** @typedef {{controls: Control[], formula: string[], presetChanges: string, citation: string, limit: string, limits: string, limitDialog: string}} Model */

export class Controls {
  #box = make('div', { className: 'controls' });
  #apply;
  #adds;
  #formula = new Formula();
  /** @type {Map<string, Shown>} */
  #shown = new Map();

  /** @param {import('./side.js').Side} side @param {Apply} apply @param {(adds: boolean) => void} adds @param {(name: string) => void} showDialog */
  constructor(side, apply, adds, showDialog) {
    this.#apply = apply;
    this.#adds = adds;
    this.#formula.showDialog = showDialog;
    side.add(this.#box);
  }

  /** @param {Model} model */
  show(model) {
    const before = this.#shown;
    this.#shown = new Map();
    let place = /** @type {HTMLElement} */ (this.#box);
    let i = 0;
    for (const control of model.controls) {
      const key = `${control.kind} ${control.key} ${control.options?.length ?? 0}`;
      const shown = before.get(key) ?? makers[control.kind](control, this.#apply, this.#adds);
      before.delete(key);
      this.#shown.set(key, shown);
      shown.update(control);
      if (control.kind === 'section') {
        if (shown.element.parentElement !== this.#box) this.#box.append(shown.element); // the order of the controls never changes
        [place, i] = [shown.element, 1];
      } else {
        if (place.children[i] !== shown.element) place.insertBefore(shown.element, place.children[i] ?? null);
        i += 1;
      }
    }
    for (const { element } of before.values()) element.remove();
    this.#formula.show(model);
    const method = this.#shown.get('section how 0')?.element;
    if (method && this.#formula.root.parentElement !== method) method.append(this.#formula.root);
  }
}

/** The formula with the current settings, and the limits of its values. */
class Formula {
  root = make('div', { className: 'formula' });
  #shown = '';
  /** @type {(name: string) => void} */
  showDialog = () => {};

  /** @param {Model} model */
  show({ formula, presetChanges, citation, limit, limits, limitDialog }) {
    const lines = [presetChanges && tr('Changed from the preset: {}', presetChanges), citation, limit];
    const key = JSON.stringify([formula, lines, limits, limitDialog]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.root.replaceChildren(
      ...formula.map((line) => make('code', { textContent: line })),
      ...lines.filter(Boolean).map((line) => make('p', { className: 'muted', textContent: line })),
      make('button', { 'data-id': 'limits', type: 'button', textContent: limits, onclick: () => this.showDialog(limitDialog) }),
    );
  }
}

/** @type {Record<Control['kind'], (control: Control, apply: Apply, adds: (adds: boolean) => void) => Shown>} */
const makers = { choice: makeChoice, set: makeSet, switch: makeSwitch, number: makeNumber, section: makeSection, adds: makeAdds };

/** @param {Control} control @param {Apply} _apply @param {(adds: boolean) => void} adds @returns {Shown} */
function makeAdds({ key, label }, _apply, adds) {
  const box = make('input', { 'data-id': key, type: 'checkbox', name: key, onchange: () => adds(box.checked) });
  return { element: make('label', {}, label, box), update: () => {} };
}

/** @param {Control} control @returns {Shown} */
function makeSection({ key, label }) {
  return { element: sideSection(key, label, key !== 'layout'), update: () => {} };
}

/** @param {HTMLElement} element @param {string} id */
function call(element, id) {
  if (element.dataset.id !== id) element.dataset.id = id;
}

/** @param {Control} control @param {Apply} apply @returns {Shown} */
function makeChoice({ key, label, options = [], tip = '' }, apply) {
  const select = make('select', { 'data-id': key, name: key, onchange: () => apply(select.value) });
  select.append(...options.map(() => make('option')));
  return {
    element: make('label', { title: tip }, label, select),
    update: ({ options: now = [] }) => {
      let chosen = -1;
      now.forEach(({ id, label: words, fields, selected, available, why }, i) => {
        const option = /** @type {HTMLOptionElement} */ (select.options[i]);
        call(option, `${key}/${id}`);
        setText(option, why ? `${words} (${why})` : words);
        if (option.value !== fields) option.value = fields;
        option.disabled = !available;
        if (selected) chosen = i;
      });
      // A changed preset equals none of the options.
      if (select.selectedIndex !== chosen) select.selectedIndex = chosen;
    },
  };
}

/** @param {Control} control @param {Apply} apply @returns {Shown} */
function makeSet({ key, label, options = [], tip = '' }, apply) {
  let present = options;
  const legend = make('summary', { 'data-id': key });
  const boxes = options.map((_, i) => make('input', { type: 'checkbox', name: key, onchange: () => apply(present[i].fields) }));
  const labels = boxes.map((box) => make('label', {}, make('span'), box));
  const element = make('details', { className: 'set', title: tip }, legend, ...labels);
  rove(element, 'input')();
  return {
    element,
    update: ({ options: now = [], text }) => {
      present = now;
      setText(legend, `${label}: ${text ?? ''}`);
      now.forEach(({ id, label: words, selected }, i) => {
        call(boxes[i], `${key}/${id}`);
        setText(/** @type {Node} */ (labels[i].firstElementChild), words);
        boxes[i].checked = selected;
      });
    },
  };
}

/** @param {Control} control @param {Apply} apply @returns {Shown} */
function makeSwitch({ key, label, fields = '', tip = '' }, apply) {
  let present = fields;
  const box = make('input', { 'data-id': key, type: 'checkbox', name: key, onchange: () => apply(present) });
  return {
    element: make('label', { title: tip }, label, box),
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
    oninput: () => apply(`${prefix}${slider.value}${suffix}`, false),
    onchange: () => apply(`${prefix}${slider.value}${suffix}`),
  });
  const output = make('output', { 'aria-hidden': 'true' }); // hidden because the slider announces its value
  return {
    element: make('label', { title: control.tip ?? '' }, control.label, slider, output),
    update: ({ value = 0, min, max, step, prefix: before = '', suffix: after = '' }) => {
      [prefix, suffix] = [before, after];
      Object.assign(slider, { min: String(min), max: String(max), step: String(step) });
      slider.value = String(value);
      setText(output, inLanguage(value.toFixed(2)));
    },
  };
}
