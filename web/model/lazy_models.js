// SPDX-License-Identifier: MIT
// @ts-check
// Loads the code for models when the first one opens.

import { LazyImport } from '../base/lazy_import.js';

/** @typedef {import('./models.js').Models} Models */

export class LazyModels {
  #models;

  /** @param {import('./models.js').ModelServices} services */
  constructor(services) {
    this.#models = new LazyImport(() =>
      import('./models.js').then(({ Models }) => {
        this.now = new Models(services);
        return this.now;
      }),
    );
  }

  /** The code once it is loaded. @type {Models | null} */
  now = null;
  /** The open model. */
  get open() {
    return this.now?.model ?? null;
  }

  /** @returns {Promise<Models>} rejects if loading fails, and the next call tries again */
  use() {
    return this.#models.use();
  }

  /** The places of a model's views (outward.d.ts). @type {import('../outward.d.ts').Places} */
  places = { views: [], covers: [], zoom: 1 };
  /** @param {string} places as JSON */
  place(places) {
    this.places = JSON.parse(places);
    this.open?.page?.place(this.places);
  }

  /** The code if it is loading or loaded, else null. */
  get loaded() {
    return this.#models.loading;
  }
}
