// SPDX-License-Identifier: MIT
// @ts-check
// Groups of words that Why tests together, as rows after those of the single words. They are not part of the verdict, whose rule is for
// single words.

import { rowsOf } from './why_rows.js';
import { groupsText, phraseName } from '../run/word_tests.js';

/** @typedef {import('./why_rows.js').Row} Row */
/** @typedef {{tokens: number[], name: string, loss?: number | null, answer?: {text: string, probability: number | null} | null, isFailed?: boolean}} Phrase loss: undefined until it is measured */

export class Phrases {
  /** By the user's selection of tokens. @type {Map<number[], Phrase>} */
  #all = new Map();

  /** Drops the measurements, for another run or test. */
  begin() {
    this.#all = new Map();
  }

  /**
   * @param {number[][]} chosen @param {import('../run/word_tests.js').Piece[]} pieces @param {number} asked the position of the answer, -1
   * for several
   * @returns {boolean} whether the groups have changed
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
   * Tests the groups that are not yet measured.
   * @param {import('../run/parts.js').Context['ask']} ask @param {string} blank the test @param {AbortSignal} signal
   * @param {() => void} came
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
   * @param {number} first index of the first row @param {Parameters<typeof rowsOf>[1]} pieces @param {Parameters<typeof rowsOf>[2]} why
   * @param {Parameters<typeof rowsOf>[4]} how
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

  /** The user's selection for a row. @param {Row} row @returns {number[] | undefined} */
  chosen = ({ tokens }) => [...this.#all].find(([, one]) => one.tokens.join() === tokens.join())?.[0];
}

/** Removes tokens that no answer can lack: special tokens and the answer's position. @param {number[]} chosen @param {import('../run/word_tests.js').Piece[]} pieces @param {number} asked @returns {Phrase} */
function phraseOf(chosen, pieces, asked) {
  const tokens = chosen.filter((at) => at !== asked && pieces[at] && !pieces[at].special);
  return { tokens, name: phraseName(tokens.map((at) => pieces[at])) };
}
