// SPDX-License-Identifier: MIT
// @ts-check
// Loads the dialogs, which are not needed before the first picture: some seconds later, or when a dialog is opened
// before that.

import { Late } from '../base/late.js';

/** @typedef {import('./dialogs.js').Dialogs} Dialogs */

export class DialogsLater {
  #dialogs;
  #failed;
  /** Takes what is dropped or pasted anywhere. @type {import('../open/drop.js').Receiver} */
  receiver = {
    file: (file, all) => this.#use((dialogs) => dialogs.receiver.file(file, all)),
    address: (address) => this.#use((dialogs) => dialogs.receiver.address(address)),
    text: (text) => this.#use((dialogs) => dialogs.receiver.text(text)),
  };

  /**
   * @param {import('../open/data_opener.js').DataOpener} dataOpener @param {import('./dialogs.js').Asked} asked
   * @param {() => void} failed the scripts could not be fetched
   */
  constructor(dataOpener, asked, failed) {
    this.#dialogs = new Late(() => import('./dialogs.js').then(({ Dialogs }) => new Dialogs(dataOpener, asked)));
    this.#failed = failed;
  }

  /** Fetches them now. */
  load() {
    this.#use(() => {});
  }

  /** @param {string} name as in DialogEffect */
  show(name) {
    this.#use((dialogs) => dialogs.show(name));
  }

  /** Until the data set that was asked for last is shown. @returns {Promise<void> | undefined} */
  get list() {
    return this.#dialogs.loading?.then(({ list }) => list); // after what was asked of them before
  }

  /** @param {(dialogs: Dialogs) => void} action */
  #use(action) {
    void this.#dialogs.use().then(action, this.#failed);
  }
}
