// SPDX-License-Identifier: MIT
// @ts-check
// The fragment of the address: which data, and (for src/page/address/address.h) how they are looked at.

/**
 * The decoded value of a field, or null.
 * @param {string} fragment @param {string} key
 */
export function fieldOf(fragment, key) {
  const field = fragment.split('&').find((part) => part.startsWith(`${key}=`));
  if (field === undefined) return null;
  const value = field.slice(key.length + 1);
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** True if the fragment says which data to open. @param {string} fragment */
export const namesData = (fragment) =>
  ['sample', 'url', 'gist', 'local', 'data'].some((kind) => fieldOf(fragment, kind) !== null);

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
