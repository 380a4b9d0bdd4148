// SPDX-License-Identifier: MIT
// @ts-check
// Loads the dialogs' code some seconds after the first picture, or when the first dialog opens.

import { LazyImport } from '../base/lazy_import.js';

/** @typedef {import('./dialogs.js').Dialogs} Dialogs */

export class LazyDialogs {
  #dialogs;
  #failed;
  /** Receives dropped and pasted data. @type {import('../open/drop.js').Receiver} */
  receiver = {
    file: (file, all) => this.#use((dialogs) => dialogs.receiver.file(file, all)),
    address: (address) => this.#use((dialogs) => dialogs.receiver.address(address)),
    text: (text) => this.#use((dialogs) => dialogs.receiver.text(text)),
  };

  /**
   * @param {import('../open/data_opener.js').DataOpener} dataOpener @param {import('./dialogs.js').DialogServices} services
   * @param {() => void} failed called if loading failed
   */
  constructor(dataOpener, services, failed) {
    this.#dialogs = new LazyImport(() => import('./dialogs.js').then(({ Dialogs }) => new Dialogs(dataOpener, services)));
    this.#failed = failed;
  }

  /** Loads the code now. */
  load() {
    this.#use(() => {});
  }

  /** @param {string} name as in DialogEffect */
  show(name) {
    this.#use((dialogs) => dialogs.show(name));
  }

  /** Settles when the last requested data set is shown. @returns {Promise<void> | undefined} */
  get list() {
    return this.#dialogs.loading?.then(({ list }) => list); // after earlier requests
  }

  /** @param {(dialogs: Dialogs) => void} action */
  #use(action) {
    void this.#dialogs.use().then(action, this.#failed);
  }
}
