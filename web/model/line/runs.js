// SPDX-License-Identifier: MIT
// @ts-check
// Runs of an open model, of which the newest alone counts: what was being computed is given up for it.

import { toldLate } from '../../boot/late.js';

/** @typedef {import('../recipe.js').Recipe} Recipe */
/** @typedef {() => void} Then */

/**
 * @typedef {object} Does
 * @property {(recipe: Recipe, settled: boolean, signal: AbortSignal) => Promise<{result: any, bytes: import('../../worker/engine_link.js').Message | null}>} ask the model
 * @property {Then} late an answer is waited for
 * @property {(recipe: Recipe, bytes: import('../../worker/engine_link.js').Message | null) => void} give a run to the engine
 * @property {(recipe: Recipe, result: any, settled: boolean) => void} show its answers
 * @property {(error: unknown) => void} refused
 */

export class Runs {
  #does;
  /** @type {AbortController | null} */
  #running = null;

  /** @param {Does} does */
  constructor(does) {
    this.#does = does;
  }

  giveUp() {
    this.#running?.abort();
    this.#running = null;
  }

  /** @param {Recipe} recipe @param {boolean} settled */
  async run(recipe, settled) {
    try {
      (await this.computed(recipe, settled))?.()();
    } catch (error) {
      this.#does.refused(error);
    }
  }

  /**
   * @param {Recipe} recipe @param {boolean} settled its reader has stopped typing
   * @returns {Promise<(() => Then) | undefined>} what gives it to the engine, and returns what shows its answers; none: it was given up or refused
   */
  async computed(recipe, settled) {
    this.giveUp();
    const { signal } = (this.#running = new AbortController());
    try {
      const { result, bytes } = await toldLate(this.#does.ask(recipe, settled, signal), this.#does.late);
      return () => {
        if (signal.aborted) return () => {};
        this.#running = null;
        this.#does.give(recipe, bytes); // first: the engine computes while this is shown
        return () => this.#does.show(recipe, result, settled);
      };
    } catch (error) {
      if (!signal.aborted) this.#does.refused(error);
    }
  }
}
