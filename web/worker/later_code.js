// SPDX-License-Identifier: MIT
// @ts-check
// The second part of a module that the build has split (cmake/WebModules.cmake): what was not called while it was. The first
// part calls a stand-in for each of its functions; the first such call fetches the second part, which then puts its
// functions into the table where the stand-ins were. A call of WebAssembly cannot wait, so this fetches without going on
// meanwhile. A worker may; a page can, but should have called comes() before.

import { compiled } from '../base/compiled.js';
import { tr } from '../base/words.js';

/** Of which build a part is; empty: of a module that is whole. @param {WebAssembly.Module} module */
const pairOf = (module) =>
  WebAssembly.Module.customSections(module, 'pair')
    .map((bytes) => new TextDecoder().decode(bytes))
    .join();

/** Without waiting, pages of some years ago compile no more than 4 KB: here 5 KB with nothing in them. */
function compilesAtOnce() {
  try {
    return Boolean(new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, 0x88, 0x27, ...new Array(5000).fill(0)])));
  } catch {
    return false;
  }
}

/** What is called cannot be had: not now, or not with this first part. */
export class MissingCode extends Error {}
const notFetched = () => new MissingCode(tr('Could not load part of the program. Are you online?'));

export class LaterCode {
  #address;
  /** @type {WebAssembly.Exports | null} */
  #first = null;
  #isThere = false;
  /** @type {Promise<WebAssembly.Module> | null} */
  #coming = null;
  #pair = '';

  /** @param {() => URL} address of the second part, asked for when it is fetched */
  constructor(address) {
    this.#address = address;
  }

  /**
   * The imports of the first part, with the stand-ins: they are asked for by the place of their function in the table.
   * @param {WebAssembly.Imports} imports @returns {WebAssembly.Imports}
   */
  among(imports) {
    const placeholder = new Proxy(
      {},
      {
        get:
          (_, place) =>
          (/** @type {any[]} */ ...all) =>
            this.#at(Number(place))(...all),
      },
    );
    return { ...imports, placeholder };
  }

  /** @param {WebAssembly.Module} module the first part @param {WebAssembly.Exports} first what it exports */
  standsBeside(module, first) {
    this.#pair = pairOf(module);
    this.#first = first;
  }

  /** Nothing may be called before comes(): a stand-in could not fetch what it stands for. */
  get comesFirst() {
    return this.#isMissing && !compilesAtOnce();
  }

  /** Begins to fetch the second part beside the first; of a module that is known to be split. */
  begins() {
    this.#coming ??= this.#compiled();
  }

  #compiled() {
    const coming = compiled(this.#address()).catch(() => Promise.reject(notFetched()));
    coming.catch(() => {}); // who waits for it says so
    return coming;
  }

  /** Fetches the second part while everything goes on; rejects if it cannot be had now, or is of another build. */
  async comes() {
    if (!this.#isMissing) return;
    this.#coming ??= this.#compiled();
    try {
      const later = await this.#coming;
      if (this.#isMissing) this.#put(later);
    } finally {
      this.#coming = null;
    }
  }

  get #isMissing() {
    return this.#pair !== '' && !this.#isThere;
  }

  /** @param {WebAssembly.Module} later */
  #put(later) {
    if (pairOf(later) !== this.#pair) throw new MissingCode(tr('The site was updated. Reload the page.'));
    new WebAssembly.Instance(later, { primary: /** @type {WebAssembly.Exports} */ (this.#first) });
    this.#isThere = true;
  }

  /** @param {number} place @returns {Function} */
  #at(place) {
    if (!this.#isThere) this.#put(new WebAssembly.Module(this.#fetched()));
    const table = /** @type {WebAssembly.Table} */ (
      Object.values(/** @type {WebAssembly.Exports} */ (this.#first)).find((one) => one instanceof WebAssembly.Table)
    );
    return table.get(place);
  }

  /** @returns {BufferSource} */
  #fetched() {
    const request = new XMLHttpRequest();
    request.open('GET', this.#address(), false);
    const isPage = typeof document === 'object';
    if (isPage)
      request.overrideMimeType('text/plain; charset=x-user-defined'); // a page gets bytes as letters alone
    else request.responseType = 'arraybuffer';
    try {
      request.send();
    } catch {
      // Said below.
    }
    if (request.status !== 200) throw notFetched();
    return isPage ? Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0)) : request.response;
  }
}
