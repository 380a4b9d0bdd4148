// SPDX-License-Identifier: MIT
// @ts-check
// How a model chooses the next token when it writes, and how many it writes at a time.

import { tr } from '../../boot/words.js';
import { make } from '../../mirror/elements.js';

export class WriteSettings {
  #how = make(
    'select',
    { 'data-id': 'write/how' },
    make('option', { value: 'greedy', textContent: tr('always the likeliest') }),
    make('option', { value: 'chance', textContent: tr('at random') }),
  );
  #temperature = number({ 'data-id': 'write/temperature', min: '0.05', max: '5', step: '0.05', value: '0.8' });
  #topK = number({ 'data-id': 'write/top-k', min: '0', max: '100000', step: '1', value: '40' });
  #topP = number({ 'data-id': 'write/top-p', min: '0.01', max: '1', step: '0.01', value: '0.95' });
  #seed = number({ 'data-id': 'write/seed', min: '0', max: '2147483647', step: '1', value: '1' });
  #most = number({ 'data-id': 'write/most', min: '1', max: '512', step: '1', value: '40' });
  #chances;
  root;

  constructor() {
    this.#chances = make(
      'div',
      { hidden: true },
      labelled(tr('Temperature'), this.#temperature, tr('Logits are divided by it: below 1 likely words become likelier.')),
      labelled('top-k', this.#topK, tr('Only this many of the likeliest words; 0: all.')),
      labelled('top-p', this.#topP, tr('Of these, only the likeliest that together have this share.')),
      labelled(tr('Seed'), this.#seed, tr('The same seed draws the same words again.')),
    );
    this.#how.onchange = () => (this.#chances.hidden = this.#how.value === 'greedy');
    this.root = make(
      'details',
      { className: 'write-settings' },
      make('summary', { 'data-id': 'write/settings', textContent: tr('How it writes') }),
      labelled(tr('The next word'), this.#how, ''),
      this.#chances,
      labelled(tr('Tokens at a time'), this.#most, tr('At most 512.')),
    );
  }

  /** As requests have them. */
  get sampling() {
    const chance = this.#how.value === 'chance';
    return {
      temperature: chance ? valueOf(this.#temperature) : 0,
      topK: valueOf(this.#topK),
      topP: valueOf(this.#topP),
      seed: valueOf(this.#seed),
    };
  }

  get most() {
    return valueOf(this.#most);
  }
}

/** @param {Record<string, string>} more */
function number(more) {
  return make('input', { type: 'number', required: true, defaultValue: more.value, ...more });
}

/** What the field says, or where that is out of its range what it began with. @param {HTMLInputElement} field */
function valueOf(field) {
  if (!field.checkValidity()) field.value = field.defaultValue;
  return Number(field.value);
}

/** @param {string} name @param {HTMLElement} field @param {string} title */
const labelled = (name, field, title) => make('label', { title }, make('span', { textContent: name }), field);
