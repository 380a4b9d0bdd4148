// SPDX-License-Identifier: MIT
// @ts-check
// The choice between a model's tests of words, with the limits of the chosen test.

import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { describeTest } from '../run/word_tests.js';

/** @typedef {import('../run/word_tests.js').Blank} Blank */

export class TestChoice {
  #select;
  #label;
  #each = make('span');
  #isPicture = false;
  #warning = make('p', { className: 'muted' });
  /** @type {Blank[]} */
  #blanks = [];
  /** The test of the shown measurement, '' before there is one. */
  tested = '';
  /** @type {HTMLElement[]} */
  parts;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#select = make('select', { 'data-id': 'why/by', 'aria-label': tr('Test method'), onchange: changed });
    this.#label = make('label', { hidden: true }, this.#each, ' ', this.#select);
    this.parts = [this.#label, this.#warning];
  }

  get wanted() {
    return this.#select.value;
  }

  /** @returns {Blank | null} */
  get blank() {
    return this.#blanks.find(({ name }) => name === (this.tested || this.wanted)) ?? null;
  }

  /** Resets it for another run. @param {boolean} isPicture tests patches instead of words */
  begin(isPicture) {
    this.#isPicture = isPicture;
    setText(this.#each, isPicture ? tr('Each patch:') : tr('Each word:'));
    this.tested = '';
    setText(this.#warning, '');
  }

  /** @param {string} tested @param {Blank[]} blanks the model's tests */
  take(tested, blanks) {
    if (this.tested === tested) return;
    this.tested = tested;
    this.#blanks = blanks;
    this.#select.replaceChildren(...blanks.map((one) => make('option', { value: one.name, textContent: describeTest(one) })));
    this.#select.value = tested;
    this.#label.hidden = blanks.length < 2;
    const own = this.blank?.warning;
    const all = this.#isPicture
      ? tr('The model was not trained with hidden or missing patches. This may cause part of a change.')
      : tr('The model was not trained with hidden or missing words. This may cause part of a change.');
    setText(this.#warning, own ? `${all} ${own}` : all);
  }
}
