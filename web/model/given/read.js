// SPDX-License-Identifier: MIT
// @ts-check
// Converts another program's values to a text, a number, or a list of them.

import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';

/** Maximum length of a list. No model needs more for a text. */
const longest = 100_000;

export const broken = () =>
  new ProblemError(tr('model'), tr('This model’s program sent an invalid answer.'), tr('Use the same version as this page.'));
export const textOf = (/** @type {unknown} */ one) => (typeof one === 'string' ? one.slice(0, longest) : '');
export const numberOf = (/** @type {unknown} */ one, otherwise = 0) => (typeof one === 'number' && Number.isFinite(one) ? one : otherwise);
export const wholeOf = (/** @type {unknown} */ one, otherwise = 0) =>
  Math.trunc(Math.min(Math.max(numberOf(one, otherwise), -1), 2 ** 31 - 1));
/** The members of an object from another program, each of any type. @typedef {Record<string, unknown>} Members */
/** @template T @param {unknown} list @param {(one: Members) => T} read @returns {T[]} */
export const listOf = (list, read) => (Array.isArray(list) ? list.slice(0, longest).map((one) => read(one ?? {})) : []);
export const answerOf = (/** @type {Members} */ { id, text, probability, logit, isScore }) => ({
  id: wholeOf(id),
  text: textOf(text),
  probability: numberOf(probability),
  logit: numberOf(logit),
  ...(isScore === true && { isScore }),
});
