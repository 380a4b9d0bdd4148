// SPDX-License-Identifier: MIT
// @ts-check
// Counts the answers of a class, without names.

/** @typedef {import('./code.js').Shape} Shape */
/** @typedef {import('./code.js').Answers} Answers */
/** @typedef {{first: number[], later: number, shown: number, none: number}} Count first: first choices, by answer. later: wrong, then right or shown */
/** @typedef {{asks: Count[], sentences: string[], here: number[], stuck: number[]}} Tally here: students by the step reached. stuck: those of them without its answer */

/** @param {Shape} shape @param {Iterable<Answers>} codes @returns {Tally} */
export function tallyOf({ lesson, asks }, codes) {
  const own = [...codes];
  const isUnsolved = (/** @type {Answers} */ { marks }, /** @type {number} */ step) =>
    asks.some((ask, i) => ask.step === step && ['none', 'open'].includes(marks[i].end));
  return {
    asks: asks.map((ask, i) => {
      const came = own.filter(({ reached }) => reached >= ask.step).map(({ marks }) => marks[i]);
      return {
        first: ask.answers.map((_, answer) => came.filter(({ first }) => first === answer).length),
        later: came.filter(({ end }) => end === 'later').length,
        shown: came.filter(({ end }) => end === 'shown').length,
        none: came.filter(({ end }) => end === 'none').length,
      };
    }),
    here: lesson.steps.map((_, step) => own.filter(({ reached }) => reached === step).length),
    stuck: lesson.steps.map((_, step) => own.filter((one) => one.reached === step && isUnsolved(one, step)).length),
    sentences: [...new Set(own.map(({ sentence }) => sentence).filter(Boolean))],
  };
}
