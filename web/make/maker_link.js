// SPDX-License-Identifier: MIT
// @ts-check
// Connects the engine with the makers of examples that are in no file. A maker loads on first use.

import { LazyImport } from '../base/lazy_import.js';
import { asProblem } from '../base/problem.js';

export class MakerLink {
  #page;
  #engine;
  #makers = new LazyImport(() => import('./makers.js'));
  #models;

  /**
   * @param {import('../boot/module.js').PageModule} page @param {import('../worker/engine_link.js').EngineLink} engine
   * @param {import('../model/lazy_models.js').LazyModels} models
   */
  constructor(page, engine, models) {
    this.#page = page;
    this.#engine = engine;
    this.#models = models;
  }

  /** The number of the open document, 0 for none. */
  get document() {
    return this.#page.document;
  }

  /**
   * Adds an example to the open document and shows it.
   * @param {string} maker @param {string} text of its recipe @param {boolean} isSettled false during a change, such as a drag
   */
  async make(maker, text, isSettled) {
    await this.#make(maker, { document: this.document, text, isShown: true, isSettled });
  }

  /**
   * Makes an example that the engine requested or that will be shown, or reports why it cannot be made.
   * @param {number} document @param {string} maker @param {string} text @param {boolean} isShown @param {boolean} isSettled
   */
  again(document, maker, text, isShown, isSettled) {
    this.#make(maker, { document, text, isShown, isSettled }).catch((error) => {
      if (error.name === 'AbortError') return; // another one replaces it
      this.#page.notMade(document, maker, text, asProblem(error, maker));
    });
  }

  /**
   * Examples are made in the order of the calls.
   * @param {string} maker @param {import('./makers.js').ExampleRequest} wanted
   */
  async #make(maker, wanted) {
    const made = (await this.#makers.use()).make(maker, wanted, this.#models);
    const message = made instanceof Uint8Array ? made : await made;
    if (message) this.#engine.send(message);
  }
}
