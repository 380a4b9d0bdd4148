// SPDX-License-Identifier: MIT
// @ts-check
// Functions for the tables of claims (claims/) over a step's data, such as rows, places in them, and values without a word.
import { lessonText } from '../../browser/lesson_numbers.mjs';
import { valueAt } from './values.mjs';

/**
 * A claim of a lesson, as lesson, step (from 1, or 0 for its title and its line in the list), its exact words, and
 * what makes them true of the step's data and file. @typedef {[string, number, string, (data: any, file: any) => boolean]} Claim
 */

/** Each step with the data that it looks at. @param {string} id @returns {{step: any, data: any}[]} */
export function stepsOf(id) {
  let data;
  return JSON.parse(lessonText(id)).steps.map((/** @type {any} */ step) => {
    data = step.data ?? data;
    return { step, data: data };
  });
}

/** @param {any} data @param {string} reference @param {number} size @returns {number[]} for each key */
export const row = (data, reference, size) => Array.from({ length: size }, (_, key) => valueAt(`${reference} key=${key}`, data));
export const largest = (/** @type {number[]} */ values) => values.indexOf(Math.max(...values));
/** From 1, the largest first. @param {number[]} values @param {number} index */
export const placeOf = (values, index) => values.filter((one) => one > values[index]).length + 1;
/** Words by how far an answer falls without each. @param {any} data @param {string} answer @param {string[]} list */
export const blanked = (data, answer, list) =>
  list
    .map((word) => ({ word, left: valueAt(`model answer=${answer} word=${word}:[UNK]`, data) }))
    .sort((a, b) => a.left - b.left)
    .map(({ word }) => word);
export const near = (/** @type {number} */ value, /** @type {number} */ wanted) => Math.abs(value - wanted) < 1e-6; // weights are 32-bit numbers
/** The probability of an answer, of the step's own run or of a changed one. @param {any} data @param {string} answer @param {string} [change] @returns {number} */
export const says = (data, answer, change = '') => valueAt(`model answer=${answer} ${change}`.trim(), data);
export const sum = (/** @type {number[]} */ values) => values.reduce((all, one) => all + one, 0);
/** @param {number[][]} upper @param {number[][]} lower */
export const product = (upper, lower) => upper.map((line) => lower[0].map((_, key) => sum(line.map((one, at) => one * lower[at][key]))));
