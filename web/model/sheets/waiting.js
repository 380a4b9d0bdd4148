// SPDX-License-Identifier: MIT
// @ts-check
// The progress of a slow request with its cancel button, and later a button that asks again.

import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';
import { button } from '../run/parts.js';

/** Milliseconds. Faster requests show no progress. */
const patience = 500;

export class Waiting {
  #bar = make('progress', { max: 1, 'aria-label': tr('Done') });
  #said = make('span', { className: 'muted', role: 'status' });
  #cancel;
  #again;
  #timer = 0;
  #began = 0;
  #left = make('span', { className: 'muted' }); // not a status region, which would read every second aloud
  root;

  /** @param {{cancel: () => void, again: () => void}} callbacks */
  constructor({ cancel, again }) {
    this.#cancel = button('waiting/cancel', tr('Cancel'), cancel);
    this.#again = button('waiting/again', tr('Ask again'), again);
    this.root = make('p', { className: 'choose', hidden: true }, this.#bar, this.#left, this.#cancel, this.#said, this.#again);
  }

  begin() {
    this.end();
    this.#bar.removeAttribute('value'); // not yet known
    this.#left.textContent = '';
    this.#began = performance.now();
    this.#timer = window.setTimeout(() => this.#show(true), patience);
  }

  /** @param {number} done from 0 to 1, of the current request */
  came(done) {
    this.#bar.value = done;
    const took = performance.now() - this.#began;
    if (took < patience || done <= 0) return;
    const left = (took * (1 - done)) / done / 1000;
    const minutes = Math.round(left / 60);
    this.#left.textContent = left < 1 ? '' : minutes > 1 ? tr('about {} min left', minutes) : tr('about {} s left', Math.round(left));
  }

  /** @param {string} [why] shown with a button that asks again */
  end(why = '') {
    clearTimeout(this.#timer);
    this.#show(false, why);
  }

  /** @param {boolean} isBusy @param {string} [why] */
  #show(isBusy, why = '') {
    this.root.hidden = !isBusy && !why;
    this.#cancel.hidden = !isBusy;
    this.#left.hidden = this.#cancel.hidden;
    this.#bar.hidden = this.#left.hidden;
    this.#said.textContent = why;
    this.#again.hidden = !why;
  }
}
