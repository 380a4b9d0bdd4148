// SPDX-License-Identifier: MIT
// @ts-check
// Problems as the program states them: place, finding and remedy (src/core/problem.h).

import { tr } from './language.js';

/**
 * @typedef {{place: string, finding: string, remedy: string, offer?: Offer, choices?: string[]}} Problem choices offered to the user, each
 * with a value and a text
 */
/** The actions that the page can offer (offeredIn in src/core/problem.h). @typedef {'' | 'ignoreKeys' | 'otherModel' | 'weights'} Offer */

/** Quoted text may have any length. Same rule as src/core/tokens/shown_problem.h. @param {string} text */
const shortened = (text) => {
  const words = text.replace(/[^ \n]{161,}/g, (word) => `${word.slice(0, 160)}...`);
  return words.length > 480 ? `${words.slice(0, 480)}...` : words;
};

/** An Error for promises and for code that fetches. Its parts reach the page unchanged. */
export class ProblemError extends Error {
  /** @param {string} place @param {string} finding @param {string} remedy @param {Offer} [offer] @param {string[]} [choices] */
  constructor(place, finding, remedy, offer = '', choices = []) {
    [place, finding, remedy] = [place, finding, remedy].map(shortened);
    super([place && `${place}:`, finding, remedy].filter(Boolean).join(' '));
    this.name = 'HeadwatersError';
    this.place = place;
    this.finding = finding;
    this.remedy = remedy;
    this.offer = offer;
    this.choices = choices;
  }
}

/**
 * Any thrown value as a Problem.
 * @param {unknown} error @param {string} place
 * @returns {ProblemError}
 */
export function asProblem(error, place) {
  if (error instanceof ProblemError) return error;
  return new ProblemError(
    place,
    tr('Reading stopped: {}.', /** @type {Partial<Error> | null} */ (error)?.message ?? error),
    tr('Try again.'),
  );
}

/** The finding and the remedy as one text. @param {unknown} error @param {string} place @returns {string} */
export function saidOf(error, place) {
  const { finding, remedy } = asProblem(error, place);
  return `${finding} ${remedy}`.trim();
}
