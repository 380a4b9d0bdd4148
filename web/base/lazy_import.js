// SPDX-License-Identifier: MIT
// @ts-check
// Scripts that load on first use.

/** @template T */
export class LazyImport {
  #load;
  /** The script that is loading or loaded. Null before the first use. @type {Promise<T> | null} */
  loading = null;

  /** @param {() => Promise<T>} load */
  constructor(load) {
    this.#load = load;
  }

  /** @returns {Promise<T>} the same promise each time, so that users continue in their order. After a failure the next use loads again. */
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
