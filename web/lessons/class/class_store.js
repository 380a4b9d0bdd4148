// SPDX-License-Identifier: MIT
// @ts-check
// The codes and hands of a class. They last while the tab is open, also after a reload, and stay on this machine.

import { answersIn } from './code.js';
import { codesIn, mostCodes } from './pasted.js';

/** @typedef {import('./code.js').Shape} Shape */
/** @typedef {import('./code.js').Answers} Answers */

const mostHands = 999;
const key = (/** @type {string} */ id) => `headwaters: class of ${id}`;

export class ClassStore {
  #shape;
  /** @type {Map<string, Answers>} */
  codes = new Map();
  /** Titles of other lessons by code. @type {Map<string, string>} */
  others = new Map();
  /** @type {Set<string>} */
  broken = new Set();
  repeated = 0;
  isCut = false;
  /** Hands by question and answer. @type {number[][]} */
  hands;

  /** @param {Shape} shape */
  constructor(shape) {
    this.#shape = shape;
    this.hands = shape.asks.map(({ answers }) => answers.map(() => 0));
    try {
      const { codes, hands } = JSON.parse(sessionStorage.getItem(key(shape.lesson.id)) ?? '{}');
      for (const code of Array.isArray(codes) ? codes.slice(0, mostCodes) : []) {
        const answers = typeof code === 'string' ? answersIn(shape, code) : null;
        if (answers) this.codes.set(code, answers);
      }
      this.hands = this.hands.map((own, ask) => own.map((_, i) => handsOf(hands?.[ask]?.[i])));
    } catch {
      // Not JSON, or the browser stores nothing.
    }
  }

  /** @param {string} text @param {Shape[]} others shapes of other lessons */
  add(text, others) {
    const found = codesIn(text, this.#shape, others, this.codes);
    for (const [code, answers] of found.codes) this.codes.set(code, answers);
    for (const [code, title] of found.others) if (this.others.size < mostCodes) this.others.set(code, title);
    for (const run of found.broken) if (this.broken.size < mostCodes) this.broken.add(run);
    this.repeated += found.repeated;
    this.isCut ||= found.isCut;
    this.#write();
    return found;
  }

  /** @param {number} ask @param {number} answer @param {number} by */
  hand(ask, answer, by) {
    this.hands[ask][answer] = handsOf(this.hands[ask][answer] + by);
    this.#write();
  }

  /** Forgets all codes and hands. */
  clear() {
    for (const one of [this.codes, this.others, this.broken]) one.clear();
    [this.repeated, this.isCut] = [0, false];
    for (const own of this.hands) own.fill(0);
    this.#write();
  }

  #write() {
    try {
      sessionStorage.setItem(key(this.#shape.lesson.id), JSON.stringify({ codes: [...this.codes.keys()], hands: this.hands }));
    } catch {
      // Not stored, but known until the page closes.
    }
  }
}

/** @param {unknown} value */
const handsOf = (value) => (Number.isInteger(value) ? Math.min(Math.max(Number(value), 0), mostHands) : 0);
