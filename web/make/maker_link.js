// SPDX-License-Identifier: MIT
// @ts-check
// Between those who make examples that are in no file, which are loaded when one is made, and the engine.

import { asProblem } from '../base/problem.js';

/** @type {MakerLink | undefined} */
let link;

/**
 * The only one.
 * @param {import('../boot/module.js').PageModule} page @param {import('../worker/engine_link.js').EngineLink} engine
 * @param {import('../model/models_later.js').ModelsLater} models
 */
export const makerLink = (page, engine, models) => {
  link ??= new MakerLink(page, engine, models);
  return link;
};

export class MakerLink {
  #page;
  #engine;
  /** @type {Promise<typeof import('./makers.js')> | null} */
  #makers = null;
  #models;

  /**
   * @param {import('../boot/module.js').PageModule} page @param {import('../worker/engine_link.js').EngineLink} engine
   * @param {import('../model/models_later.js').ModelsLater} models
   */
  constructor(page, engine, models) {
    this.#page = page;
    this.#engine = engine;
    this.#models = models;
  }

  /** The number of the open document, 0: there is none. */
  get document() {
    return this.#page.document;
  }

  /**
   * Adds an example to the open document, and shows it.
   * @param {string} maker @param {string} text of its recipe @param {boolean} isSettled false while it is being changed
   */
  async make(maker, text, isSettled) {
    await this.#make(maker, { document: this.document, text, isShown: true, isSettled });
  }

  /**
   * Makes one that the engine waits for or that is to be shown, or reports why it cannot be made.
   * @param {number} document @param {string} maker @param {string} text @param {boolean} isShown @param {boolean} isSettled
   */
  again(document, maker, text, isShown, isSettled) {
    this.#make(maker, { document, text, isShown, isSettled }).catch((error) => {
      if (error.name === 'AbortError') return; // another one is to be shown instead
      this.#page.notMade(document, maker, text, asProblem(error, maker));
    });
  }

  /**
   * In the order of the calls.
   * @param {string} maker @param {import('./makers.js').Wanted} wanted
   */
  async #make(maker, wanted) {
    this.#makers ??= import('./makers.js');
    const makers = this.#makers; // one promise: what is made in haste stays in its order
    makers.catch(() => {
      this.#makers = null;
    });
    const made = (await makers).make(maker, wanted, this.#models);
    const message = made instanceof Uint8Array ? made : await made;
    if (message) this.#engine.send(message);
  }
}
