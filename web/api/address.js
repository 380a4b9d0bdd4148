// SPDX-License-Identifier: MIT
// @ts-check
// The fragment of the address. src/page/address/address.h reads its fields.

import { everybody, pointersOf, Disclosures } from '../consent/disclosures.js';

/** Marks history entries that lead to data that the visitor opened. The mark survives a reload. */
const ownEntry = 'visitor';

/** The fields of a model from a disk without its name and mark, for which the caller puts another name. @param {string} fragment */
export const viewWithoutSource = (fragment) =>
  ['mark=', ...fragment.split('&').filter((field) => field && !/^(v|local|mark)=/.test(field))].join('&');

/** @param {string} fragment @param {string} name @returns {string} decoded, '' for none */
const valueIn = (fragment, name) => new URLSearchParams(fragment.replaceAll('+', '%2B')).get(name) ?? '';

/** Saved answers are for web/model only (docs/link.md), and the others for web/lessons. @param {string} fragment */
const withoutOwn = (fragment) =>
  fragment
    .split('&')
    .filter((field) => !/^(answers|instructor|code)=/.test(field))
    .join('&');

export class Address {
  /** The fragment that came with saved answers, '' for none. It is their key: they are about its model and text. */
  #answered = '';
  /** Fields of a lesson, which stay in the address while it names one. */
  #ofLesson = { instructor: '', code: '' };
  /** Who knows which data the address pointed at. */
  disclosures = new Disclosures();
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
    this.#navigated(this.fragment);
  }

  /** The author of an address from outside knows the data that it points at. @param {string} hash */
  #came(hash) {
    this.#answered = valueIn(hash.slice(1), 'answers') ? hash.slice(1) : '';
    this.#ofLesson = { instructor: valueIn(hash.slice(1), 'instructor'), code: valueIn(hash.slice(1), 'code') };
    if (history.state === ownEntry) return;
    for (const pointer of pointersOf(hash.slice(1))) this.disclosures.add(pointer, everybody);
  }

  /** Without saved answers and fields of a lesson. */
  get fragment() {
    return withoutOwn((this.#isWritable ? location.hash : this.#last).replace(/^#/, ''));
  }

  /** Saved answers that came with a link to this model. @param {string} model as in the link @returns {string} '' for none */
  answers(model) {
    return valueIn(this.#answered, 'model') === model ? valueIn(this.#answered, 'answers') : '';
  }

  /** The model gives its own answers, so the saved ones leave the address with its next change. */
  forgetAnswers() {
    this.#answered = '';
  }

  /** @param {'instructor' | 'code'} name @returns {string} '' for none */
  ofLesson(name) {
    return this.#ofLesson[name];
  }

  /** @param {'instructor' | 'code'} name @param {string} value '' for none */
  setOfLesson(name, value) {
    this.#ofLesson[name] = value;
    this.#put(this.fragment, false);
  }

  /** @param {string} fragment @param {boolean} push adds a history entry, so that "back" returns here */
  write(fragment, push) {
    if (fragment !== this.fragment) this.#put(fragment, push);
  }

  /** @param {string} fragment @param {boolean} push */
  #put(fragment, push) {
    const isSame = ['model', 'prompt'].every((name) => valueIn(fragment, name) === valueIn(this.#answered, name));
    const answers = this.#answered && isSame ? `&answers=${valueIn(this.#answered, 'answers')}` : '';
    const isLesson = valueIn(fragment, 'lesson') !== '';
    const own = Object.entries(this.#ofLesson).map(([name, value]) => (isLesson && value ? `&${name}=${encodeURIComponent(value)}` : ''));
    const wanted = `#${fragment}${answers}${own.join('')}`;
    this.#last = wanted;
    if (!this.#isWritable) return;
    const mark = pointersOf(fragment).every((pointer) => this.disclosures.knows(pointer, everybody)) ? null : ownEntry;
    if (push) history.pushState(mark, '', wanted);
    else history.replaceState(mark, '', wanted);
    this.#last = location.hash;
  }
}
