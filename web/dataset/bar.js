// SPDX-License-Identifier: MIT
// @ts-check
// The line below an example of a data set, with links to the list and to the example's neighbours.

import { tr } from '../base/language.js';
import { make, setText } from '../base/elements.js';

export class Bar {
  #text = make('p', { role: 'status' });
  #before;
  #next;
  #root;

  /** @param {{back: () => void, go: (by: number) => void}} callbacks */
  constructor({ back, go }) {
    const button = (/** @type {string} */ id, /** @type {string} */ textContent, /** @type {() => void} */ onclick, more = {}) =>
      make('button', { 'data-id': `data-set/${id}`, textContent, onclick, ...more });
    this.#before = button('before', '‹', () => go(-1), { 'aria-label': tr('Previous example') });
    this.#next = button('next', '›', () => go(1), { 'aria-label': tr('Next example') });
    this.#root = make(
      'nav',
      { className: 'data-set-bar', hidden: true, 'aria-label': tr('Data set') },
      button('back', tr('All examples'), back, { className: 'back' }),
      this.#text,
      this.#before,
      this.#next,
    );
    document.getElementById('mirror')?.before(this.#root);
  }

  /** @param {string} text @param {boolean} hasBefore @param {boolean} hasNext */
  show(text, hasBefore, hasNext) {
    this.#root.hidden = false;
    document.documentElement.setAttribute('data-example', '');
    setText(this.#text, text);
    this.#before.disabled = !hasBefore;
    this.#next.disabled = !hasNext;
  }

  hide() {
    this.#root.hidden = true;
    document.documentElement.removeAttribute('data-example');
  }
}
