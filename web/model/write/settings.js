// SPDX-License-Identifier: MIT
// @ts-check
// How a model samples the next token when it writes, and how many tokens it writes at a time. The settings are part of the page's view, as
// text.

import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** The numbers in the order of the text: name, minimum, maximum, step, default. @type {[string, number, number, number, number][]} */
const numbers = [
  ['temperature', 0.05, 5, 0.05, 0.8],
  ['top-k', 0, 100000, 1, 40],
  ['top-p', 0.01, 1, 0.01, 0.95],
  ['seed', 0, 2147483647, 1, 1],
  ['most', 1, 512, 1, 40],
];
const usual = ['greedy', ...numbers.map((one) => one[4])].join(',');

export class WriteSettings {
  #how = make(
    'select',
    { 'data-id': 'write/how' },
    make('option', { value: 'greedy', textContent: tr('always the likeliest') }),
    make('option', { value: 'chance', textContent: tr('at random') }),
  );
  #fields = numbers.map(([name, min, max, step]) =>
    make('input', { 'data-id': `write/${name}`, type: 'number', required: true, min: `${min}`, max: `${max}`, step: `${step}` }),
  );
  #chances;
  #shown = /** @type {string | null} */ (null);
  root;

  /** @param {(text: string) => void} changed in the format of links: `chance,0.8,40,0.95,1,40`; '' for the defaults */
  constructor(changed) {
    const [temperature, topK, topP, seed, most] = this.#fields;
    this.#chances = make(
      'div',
      {},
      labelled(tr('Temperature'), temperature, tr('Divides the logits. Below 1, likely words become likelier.')),
      labelled('top-k', topK, tr('Only this many of the likeliest words (0 = all).')),
      labelled('top-p', topP, tr('Only the likeliest of these that together have this share.')),
      labelled(tr('Seed'), seed, tr('The same seed draws the same words again.')),
    );
    this.root = make(
      'details',
      { className: 'write-settings', onchange: () => changed(this.#text === usual ? '' : this.#text) },
      make('summary', { 'data-id': 'write/settings', textContent: tr('Decoding') }),
      labelled(tr('The next word'), this.#how, ''),
      this.#chances,
      labelled(tr('Tokens to write'), most, tr('Write adds this many tokens each time, at most 512.')),
    );
  }

  /** The values of the fields, or the default if one is out of its range. */
  get #values() {
    this.#fields.forEach((field, i) => {
      if (!field.checkValidity()) {
        field.value = `${numbers[i][4]}`;
      }
    });
    return this.#fields.map(({ value }) => Number(value));
  }
  get #text() {
    return [this.#how.value, ...this.#values].join(',');
  }

  /** @param {string} text from the page's state, or from a stranger's link */
  show(text) {
    if (text === this.#shown) return; // the user may be typing a number
    this.#shown = text;
    const [how, ...given] = (text || usual).split(',');
    this.#how.value = how === 'chance' ? how : 'greedy';
    this.#chances.hidden = this.#how.value === 'greedy';
    for (const [i, field] of this.#fields.entries()) field.value = given[i] ?? '';
  }

  /** In the format of requests. */
  get sampling() {
    const [temperature, topK, topP, seed] = this.#values;
    return { temperature: this.#how.value === 'chance' ? temperature : 0, topK, topP, seed };
  }

  get most() {
    return this.#values[4];
  }
}

/** @param {string} name @param {HTMLElement} field @param {string} title */
const labelled = (name, field, title) => make('label', { title }, make('span', { textContent: name }), field);
