// SPDX-License-Identifier: MIT
// @ts-check
// Words of Why that are tested together: rows below those of the single words. They take no part in the verdict, whose rule is one for words.

import { rowsOf } from './why_rows.js';
import { groupsText, phraseName } from '../run/word_tests.js';

/** @typedef {import('./why_rows.js').Row} Row */
/** @typedef {{tokens: number[], name: string, loss?: number | null, answer?: {text: string, probability: number} | null, isFailed?: boolean}} Phrase loss: undefined before it is measured */

export class Phrases {
  /** By what was chosen of the sentence. @type {Map<number[], Phrase>} */
  #all = new Map();

  /** Nothing is measured of another run, or by another test. */
  begin() {
    this.#all = new Map();
  }

  /**
   * @param {number[][]} chosen @param {import('../run/word_tests.js').Piece[]} pieces @param {number} asked where the answer is read; -1: several places
   * @returns {boolean} whether these are others than before
   */
  take(chosen, pieces, asked) {
    const before = this.#all;
    const isSame = chosen.length === before.size && chosen.every((one) => before.has(one));
    this.#all = new Map(chosen.map((one) => [one, before.get(one) ?? phraseOf(one, pieces, asked)]));
    return !isSame;
  }

  get losses() {
    return [...this.#all.values()].map(({ loss }) => loss);
  }

  /**
   * Tests those that were not yet tested. @param {import('../run/parts.js').Context['ask']} ask @param {string} blank how @param {AbortSignal} signal @param {() => void} came
   */
  async measure(ask, blank, signal, came) {
    for (const one of this.#all.values()) {
      if (one.loss !== undefined || one.tokens.length === 0) continue;
      try {
        const { value, values, answers = [] } = await ask('blanked', { blank, groups: groupsText([one]) }, signal, [1, 1]);
        one.loss = values[0] === null ? null : value - values[0];
        one.answer = answers[0];
        one.isFailed = false;
      } catch (error) {
        one.isFailed = true;
        throw error;
      }
      if (signal.aborted) return;
      came();
    }
  }

  /**
   * @param {number} first the number of the first row @param {Parameters<typeof rowsOf>[1]} pieces @param {Parameters<typeof rowsOf>[2]} why @param {Parameters<typeof rowsOf>[4]} how
   * @returns {Row[]}
   */
  rows(first, pieces, why, how) {
    const all = [...this.#all.values()].filter(({ tokens }) => tokens.length > 0);
    const measured = {
      losses: all.map(({ loss }) => loss),
      answers: all.map(({ answer }) => answer),
      failed: new Set(all.flatMap(({ isFailed }, at) => (isFailed ? [at] : []))),
    };
    return rowsOf(all, pieces, why, measured, how).map((row) => ({
      ...row,
      ...{ group: first + row.group, read: null, tests: null, isNamed: false, isPhrase: true },
    }));
  }

  /** What was chosen for a row. @param {Row} row @returns {number[] | undefined} */
  chosen = ({ tokens }) => [...this.#all].find(([, one]) => one.tokens.join() === tokens.join())?.[0];
}

/** What no answer can be without is left out: special tokens, and the place where it is read. @param {number[]} chosen @param {import('../run/word_tests.js').Piece[]} pieces @param {number} asked @returns {Phrase} */
function phraseOf(chosen, pieces, asked) {
  const tokens = chosen.filter((at) => at !== asked && pieces[at] && !pieces[at].special);
  return { tokens, name: phraseName(tokens.map((at) => pieces[at])) };
}
