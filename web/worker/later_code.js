// SPDX-License-Identifier: MIT
// @ts-check
// The second part of a module that the build has split (cmake/WebModules.cmake): what no first visit needs. The first
// part calls a stand-in for each of its functions; the first such call fetches the second part, which then puts its
// functions into the table where the stand-ins were. A call of WebAssembly cannot wait, so this fetches as a worker may,
// without going on meanwhile.

import { tr } from '../boot/words.js';

/** Of which build a part is. @param {WebAssembly.Module} module */
const pairOf = (module) => WebAssembly.Module.customSections(module, 'pair').map((bytes) => new TextDecoder().decode(bytes)).join();

export class LaterCode {
  #address;
  /** @type {WebAssembly.Exports | null} */
  #first = null;
  #isThere = false;
  #pair = '';

  /** @param {URL} address of the second part */
  constructor(address) {
    this.#address = address;
  }

  /**
   * The imports of the first part, with the stand-ins: they are asked for by the place of their function in the table.
   * @param {WebAssembly.Imports} imports @returns {WebAssembly.Imports}
   */
  among(imports) {
    const placeholder = new Proxy({}, { get: (_, place) => (/** @type {any[]} */ ...all) => this.#at(Number(place))(...all) });
    return { ...imports, placeholder };
  }

  /** @param {WebAssembly.Module} module the first part @param {WebAssembly.Exports} first what it exports */
  standsBeside(module, first) {
    this.#pair = pairOf(module);
    this.#first = first;
  }

  /** @param {number} place @returns {Function} */
  #at(place) {
    const first = /** @type {WebAssembly.Exports} */ (this.#first);
    if (!this.#isThere) {
      const later = new WebAssembly.Module(this.#fetched());
      if (pairOf(later) !== this.#pair) throw new Error(tr('This site now has a newer version: reload the page.'));
      new WebAssembly.Instance(later, { primary: first });
      this.#isThere = true;
    }
    const table = /** @type {WebAssembly.Table} */ (Object.values(first).find((one) => one instanceof WebAssembly.Table));
    return table.get(place);
  }

  #fetched() {
    const request = new XMLHttpRequest();
    request.open('GET', this.#address, false);
    request.responseType = 'arraybuffer';
    try {
      request.send();
    } catch {
      // Said below.
    }
    if (request.status !== 200) throw new Error(tr('A part of the program could not be fetched: is the network up?'));
    return request.response;
  }
}
