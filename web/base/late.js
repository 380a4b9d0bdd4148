// SPDX-License-Identifier: MIT
// @ts-check
// Scripts that are loaded when they are first used.

/** @template T */
export class Late {
  #load;
  /** What is being loaded, or has been; null: nothing yet. @type {Promise<T> | null} */
  loading = null;

  /** @param {() => Promise<T>} load */
  constructor(load) {
    this.#load = load;
  }

  /** @returns {Promise<T>} the same one each time, so that users go on in their order; after a failure the next use loads anew */
  use() {
    if (!this.loading) {
      this.loading = this.#load();
      this.loading.catch(() => {
        this.loading = null;
      });
    }
    return this.loading;
  }
}
