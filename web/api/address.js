// SPDX-License-Identifier: MIT
// @ts-check
// The fragment of the address. What it says is read by src/page/address/address.h.

import { everybody, pointersOf, Told } from '../consent/told.js';

/** The mark of entries of the history that lead to what the visitor opened: kept beyond a reload. */
const ownEntry = 'visitor';

/** The fields of a model from a disk without its own name and mark, which another name replaces. @param {string} fragment */
export const viewWithoutSource = (fragment) =>
  ['mark=', ...fragment.split('&').filter((field) => field && !/^(v|local|mark)=/.test(field))].join('&');

export class Address {
  /** Who knows what the page was pointed at. */
  told = new Told();
  #navigated;
  #last = location.hash;
  /** A frame whose text stands in its attribute `srcdoc` has no address that could be written. */
  #isWritable = location.protocol !== 'about:';

  /** @param {(fragment: string) => void} navigated called for back, forward and typed fragments */
  constructor(navigated) {
    this.#navigated = navigated;
    this.#came(location.hash);
    // Back and forward between our own entries give popstate, a typed fragment gives hashchange too.
    addEventListener('popstate', () => this.#changed());
    addEventListener('hashchange', () => this.#changed());
  }

  #changed() {
    if (location.hash === this.#last) return;
    this.#last = location.hash;
    this.#came(location.hash);
    this.#navigated(location.hash.replace(/^#/, ''));
  }

  /** What an address from outside points at is known to whoever made it. @param {string} hash */
  #came(hash) {
    if (history.state === ownEntry) return;
    for (const pointer of pointersOf(hash.slice(1))) this.told.add(pointer, everybody);
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
    const mark = pointersOf(fragment).every((pointer) => this.told.knows(pointer, everybody)) ? null : ownEntry;
    if (push) history.pushState(mark, '', wanted);
    else history.replaceState(mark, '', wanted);
    this.#last = location.hash;
  }
}
