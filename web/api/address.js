// SPDX-License-Identifier: MIT
// @ts-check
// The fragment of the address. What it says is read by src/page/address/address.h.

export class Address {
  #navigated;
  #last = location.hash;
  /** A frame whose text stands in its attribute `srcdoc` has no address that could be written. */
  #isWritable = location.protocol !== 'about:';

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
    return (this.#isWritable ? location.hash : this.#last).replace(/^#/, '');
  }

  /** @param {string} fragment @param {boolean} push makes a step for "back" */
  write(fragment, push) {
    if (fragment === this.fragment) return;
    const wanted = `#${fragment}`;
    this.#last = wanted;
    if (!this.#isWritable) return;
    if (push) history.pushState(null, '', wanted);
    else history.replaceState(null, '', wanted);
    this.#last = location.hash;
  }
}
