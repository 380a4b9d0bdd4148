// SPDX-License-Identifier: MIT
// @ts-check
// A model that is trained in its worker. Its steps are those that were trained so far.

import { ModelLink } from './link.js';
import { Training } from './train/training.js';

/** @typedef {import('./train/names.js').Trains} Trains */

export class TrainingLink {
  #link;
  #trains;
  /** @type {import('./steps_link.js').Follow} */
  #tell = () => {};
  #told = -1;
  /** Set once it is open. @type {Training | null} */
  training = null;

  /** @param {ModelLink} link @param {Trains} trains */
  constructor(link, trains) {
    this.#link = link;
    this.#trains = trains;
  }

  /** See ModelLink. @type {ModelLink['call']} */
  call(request, more) {
    return this.#link.call(request, more);
  }

  /**
   * Opens the training, and trains up to a step.
   * @param {string} name @param {number} step @param {AbortSignal} signal @param {(done: number) => void} progress from 0 to 1
   * @returns {Promise<import('./run/about.js').About>}
   */
  async open(name, step, signal, progress) {
    const { recipe, seed, version } = this.#trains;
    const { result } = await this.#link.call({ call: 'train', name, task: recipe, seed, version }, { signal });
    const { model, training } = /** @type {{model: import('./run/about.js').About, training: import('./train/training.js').Described}} */ (
      result
    );
    this.training = new Training((request, more) => this.#link.call(request, more), training, recipe);
    await this.training.reach(step, signal, progress);
    this.training.watch(() => this.#follow());
    return { ...model, name, examples: training.examples };
  }

  /** Reports the steps, now and whenever there are others. @param {import('./steps_link.js').Follow} tell */
  follow(tell) {
    this.#tell = tell;
    this.#told = -1;
    this.#follow();
  }

  #follow() {
    const { training } = this;
    if (!training || training.step === this.#told) return;
    this.#told = training.step;
    this.#tell(
      0,
      training.steps.map((step) => ({ step, bytes: 0 })),
    );
  }

  /** Another training in its own worker. */
  another = async (/** @type {string} */ recipe, /** @type {number} */ seed) => {
    const other = new TrainingLink(new ModelLink(() => {}), { recipe, seed, version: 0 });
    const end = () => other.end();
    try {
      await other.open('', 0, new AbortController().signal, () => {});
    } catch (error) {
      end();
      throw error;
    }
    return { training: /** @type {Training} */ (other.training), end };
  };

  /** See ModelLink. @param {Parameters<ModelLink['end']>[0]} [why] */
  end(why) {
    this.#link.end(why);
  }
}
