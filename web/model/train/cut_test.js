// SPDX-License-Identifier: MIT
// @ts-check
// The accuracy with the cuts of the line, at the present step, and at all measured steps so far. While a cut's button is down, its effect is
// measured before it becomes one of the line's.

import { inHundred } from './tasks.js';
import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';

/** @typedef {import('./training.js').Training} Training */
/** @typedef {import('./training.js').Tested} Tested */
/** @typedef {import('../run/recipe.js').Cut} Cut */

/** Fresh texts for the number, and for each point of the curve. */
const texts = 500;
const textsOfPoint = 100;

/** The cuts that a test of other texts can have. @param {Cut[]} cuts */
const testable = (cuts) => cuts.filter(({ kind }) => kind === 'head' || kind === 'edges');

export class CutTest {
  #training;
  #changed;
  #step = 0;
  /** Of the line. @type {Cut[]} */
  #cuts = [];
  /** Of a button that is down. @type {Cut[] | null} */
  #tried = null;
  /** @type {{before: Tested, after: Tested} | null} */
  #result = null;
  #asking = new AbortController();
  /** The cuts of the curve, as JSON. */
  #curveOf = '';
  #curving = new AbortController();
  /** @type {Map<number, number>} */
  #points = new Map();
  note = make('p', { className: 'note cut', role: 'status', 'data-id': 'train/cut-note' });

  /** @param {Training} training @param {() => void} changed */
  constructor(training, changed) {
    this.#training = training;
    this.#changed = changed;
  }

  end() {
    this.#asking.abort();
    this.#curving.abort();
  }

  get #now() {
    return testable(this.#tried ?? this.#cuts);
  }

  /** @param {number} step @param {Cut[]} cuts of the line */
  set(step, cuts) {
    const isSame = step === this.#step && JSON.stringify(cuts) === JSON.stringify(this.#cuts);
    this.#step = step;
    this.#cuts = cuts;
    if (!isSame) this.#ask();
  }

  /** @param {Cut[] | null} cuts while a button is down; null when it is up */
  try(cuts) {
    this.#tried = cuts;
    this.#ask();
  }

  #ask() {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const cuts = this.#now;
    if (cuts.length === 0) this.#result = null;
    else
      void this.#measure(cuts, signal).then(
        (result) => {
          this.#result = result;
          this.#changed();
        },
        () => {},
      );
    const of = JSON.stringify(cuts);
    if (of !== this.#curveOf) {
      this.#curveOf = of;
      this.#points = new Map();
    }
    this.#changed();
    if (cuts.length > 0) void this.#measureCurve(cuts);
  }

  /** @param {Cut[]} cuts @param {AbortSignal} signal */
  async #measure(cuts, signal) {
    const after = await this.#training.test(this.#step, cuts, texts, signal);
    const before = await this.#training.test(after.step, [], texts, signal);
    return { before, after };
  }

  /** @param {Cut[]} cuts */
  async #measureCurve(cuts) {
    this.#curving.abort();
    this.#curving = new AbortController();
    const { signal } = this.#curving;
    const points = this.#points;
    try {
      for (const step of [...this.#training.measured.keys()].sort((a, b) => a - b)) {
        if (points.has(step)) continue;
        const { share } = await this.#training.test(step, cuts, textsOfPoint, signal);
        points.set(step, share);
        this.#changed();
      }
    } catch {
      // Another cut, or the model was closed.
    }
  }

  /** The accuracy with the cuts at the present step. Null if it is not measured. */
  get cut() {
    return this.#now.length > 0 ? (this.#result?.after ?? null) : null;
  }

  /** The accuracy with the cuts, by step. @returns {[number, number][]} */
  get curve() {
    return [...this.#points].sort(([a], [b]) => a - b);
  }

  /** Points that were measured since belong to the curve, too. */
  #grow() {
    const isBehind = [...this.#training.measured.keys()].some((step) => !this.#points.has(step));
    if (this.#now.length > 0 && isBehind && !this.#training.isRunning && this.#curveLength !== this.#training.measured.size) {
      this.#curveLength = this.#training.measured.size;
      void this.#measureCurve(this.#now);
    }
  }
  #curveLength = 0;

  draw() {
    this.#grow();
    const others = (this.#tried ?? this.#cuts).length - this.#now.length;
    const result = this.#result;
    this.note.hidden = this.#now.length === 0 && others === 0;
    if (this.#now.length === 0)
      return setText(this.note, others > 0 ? tr('The accuracy can be measured with cut heads and edges only.') : '');
    setText(
      this.note,
      result
        ? tr(
            'With the cut: {} of 100 right. Without: {} (500 fresh texts, step {}).',
            inHundred(result.after.share),
            inHundred(result.before.share),
            result.after.step,
          )
        : tr('Measuring with the cut …'),
    );
  }
}
