// SPDX-License-Identifier: MIT
// @ts-check
// Loads what runs models when one is opened.

/** @typedef {import('./models.js').Models} Models */

export class ModelsLater {
  #asked;
  /** @type {Promise<Models> | null} */
  #models = null;

  /** @param {import('./models.js').Asked} asked */
  constructor(asked) {
    this.#asked = asked;
  }

  /** Once they are loaded. @type {Models | null} */
  now = null;
  /** The model that is open. */
  get open() {
    return this.now?.model ?? null;
  }

  /** @returns {Promise<Models>} rejected if the script cannot be fetched; asked for again the next time */
  use() {
    this.#models ??= import('./models.js').then(({ Models }) => {
      this.now = new Models(this.#asked);
      return this.now;
    });
    this.#models.catch(() => {
      this.#models = null;
    });
    return this.#models;
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
    return this.#models;
  }
}
