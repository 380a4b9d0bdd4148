// SPDX-License-Identifier: MIT
// @ts-check
// Loads the code for models when the first one opens.

import { Late } from '../base/late.js';

/** @typedef {import('./models.js').Models} Models */

export class ModelsLater {
  #models;

  /** @param {import('./models.js').Asked} asked */
  constructor(asked) {
    this.#models = new Late(() =>
      import('./models.js').then(({ Models }) => {
        this.now = new Models(asked);
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
