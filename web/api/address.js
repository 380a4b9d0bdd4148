// SPDX-License-Identifier: MIT
// @ts-check
// The fragment of the address. src/page/address/address.h reads its fields.

import { everybody, pointersOf, Told } from '../consent/told.js';

/** Marks history entries that lead to data that the visitor opened. The mark survives a reload. */
const ownEntry = 'visitor';

/** The fields of a model from a disk without its name and mark, for which the caller puts another name. @param {string} fragment */
export const viewWithoutSource = (fragment) =>
  ['mark=', ...fragment.split('&').filter((field) => field && !/^(v|local|mark)=/.test(field))].join('&');

export class Address {
  /** Who knows which data the address pointed at. */
  told = new Told();
  #navigated;
  #last = location.hash;
  /** A frame whose text comes from its attribute `srcdoc` has no address that the page could change. */
  #isWritable = location.protocol !== 'about:';

  /** @param {(fragment: string) => void} navigated called for back, forward and typed fragments */
  constructor(navigated) {
    this.#navigated = navigated;
    this.#came(location.hash);
    // Back and forward between our own entries send popstate. A typed fragment sends hashchange too.
    addEventListener('popstate', () => this.#changed());
    addEventListener('hashchange', () => this.#changed());
  }

  #changed() {
    if (location.hash === this.#last) return;
    this.#last = location.hash;
    this.#came(location.hash);
    this.#navigated(location.hash.replace(/^#/, ''));
  }

  /** The author of an address from outside knows the data that it points at. @param {string} hash */
  #came(hash) {
    if (history.state === ownEntry) return;
    for (const pointer of pointersOf(hash.slice(1))) this.told.add(pointer, everybody);
  }

  get fragment() {
    return (this.#isWritable ? location.hash : this.#last).replace(/^#/, '');
  }

  /** @param {string} fragment @param {boolean} push adds a history entry, so that "back" returns here */
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
