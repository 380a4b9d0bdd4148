// SPDX-License-Identifier: MIT
// @ts-check
// Loads what runs models when one is opened.

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

  /** Once they are loaded. @type {Models | null} */
  now = null;
  /** The model that is open. */
  get open() {
    return this.now?.model ?? null;
  }

  /** @returns {Promise<Models>} rejected if the script cannot be fetched; asked for again the next time */
  use() {
    return this.#models.use();
  }

  /** Where the views of a model are (outward.d.ts). @type {import('../outward.d.ts').Places} */
  places = { views: [], covers: [], zoom: 1 };
  /** @param {string} places as JSON */
  place(places) {
    this.places = JSON.parse(places);
    this.open?.page?.place(this.places);
  }

  /** What has been loaded; null: nothing yet. */
  get loaded() {
    return this.#models.loading;
  }
}
