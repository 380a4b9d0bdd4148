// SPDX-License-Identifier: MIT
// @ts-check
// The second part of a module that the build has split (cmake/WebModules.cmake). It has the functions that were not called during the
// build's sample visit. The first part has a placeholder for each of them. The first call of a placeholder loads the second part, which
// replaces the placeholders in the function table. A WebAssembly call cannot wait for a promise, so this load is synchronous. That is fine
// in a worker. A page should call comes() first.

import { compiled } from '../base/compiled.js';
import { tr } from '../base/language.js';

/** Identifies the build of a part. Empty for a module that is not split. @param {WebAssembly.Module} module */
const pairOf = (module) =>
  WebAssembly.Module.customSections(module, 'pair')
    .map((bytes) => new TextDecoder().decode(bytes))
    .join();

/**
 * Whether the browser compiles large modules synchronously. Older browsers allow only 4 KB in pages. The test module is 5 KB of nothing.
 */
function compilesAtOnce() {
  try {
    return Boolean(new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, 0x88, 0x27, ...new Array(5000).fill(0)])));
  } catch {
    return false;
  }
}

/** The code could not be loaded, or it belongs to another build. */
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

  /** @param {() => URL} address of the second part, called when it is loaded */
  constructor(address) {
    this.#address = address;
  }

  /**
   * The imports of the first part, plus the placeholders. A placeholder's name is its function's index in the table.
   * @param {WebAssembly.Imports} imports @returns {WebAssembly.Imports}
   */
  among(imports) {
    const placeholder = new Proxy(
      {},
      {
        get:
          (_, place) =>
          (/** @type {number[]} */ ...all) =>
            this.#at(Number(place))(...all),
      },
    );
    return { ...imports, placeholder };
  }

  /** @param {WebAssembly.Module} module the first part @param {WebAssembly.Exports} first its exports */
  standsBeside(module, first) {
    this.#pair = pairOf(module);
    this.#first = first;
  }

  /** True if comes() must be called first, because placeholders cannot load synchronously. */
  get comesFirst() {
    return this.#isMissing && !compilesAtOnce();
  }

  /** Starts to load the second part in parallel with the first. Only for a split module. */
  begins() {
    this.#coming ??= this.#compiled();
  }

  #compiled() {
    const coming = compiled(this.#address()).catch(() => Promise.reject(notFetched()));
    coming.catch(() => {}); // the code that awaits it reports the error
    return coming;
  }

  /** Loads the second part asynchronously. Rejects if loading fails or it belongs to another build. */
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

  /** @param {number} place @returns {(...given: number[]) => unknown} */
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
      request.overrideMimeType('text/plain; charset=x-user-defined'); // a page can receive bytes only as text
    else request.responseType = 'arraybuffer';
    try {
      request.send();
    } catch {
      // Reported below.
    }
    if (request.status !== 200) throw notFetched();
    return isPage ? Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0)) : request.response;
  }
}
