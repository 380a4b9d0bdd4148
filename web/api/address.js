// SPDX-License-Identifier: MIT
// @ts-check
// The fragment of the address. What it says is read by src/page/address/address.h.

export class Address {
  #navigated;
  #last = location.hash;

  /** @param {(fragment: string) => void} navigated called for back, forward and typed fragments */
  constructor(navigated) {
    this.#navigated = navigated;
    // Back and forward between our own entries give popstate, a typed fragment gives hashchange too.
    addEventListener('popstate', () => this.#changed());
    addEventListener('hashchange', () => this.#changed());
  }

  #changed() {
    if (location.hash === this.#last) return;
    this.#last = location.hash;
    this.#navigated(location.hash.replace(/^#/, ''));
  }

  get fragment() {
    return location.hash.replace(/^#/, '');
  }

  /** @param {string} fragment @param {boolean} push makes a step for "back" */
  write(fragment, push) {
    const wanted = `#${fragment}`;
    if (wanted === location.hash) return;
    if (push) history.pushState(null, '', wanted);
    else history.replaceState(null, '', wanted);
    this.#last = location.hash;
  }
}
