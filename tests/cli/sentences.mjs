// SPDX-License-Identifier: MIT
// @ts-check
// Made-up analyses for tests of many examples. The same seed gives the same numbers.
import { readFileSync } from 'node:fs';

/** Numbers in (0, 1). @param {number} seed */
function random(seed) {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
}

/** Two layers of two heads with gradients, and two scores.
 * @param {number} tokens
 * @param {number} seed */
export function sentence(tokens, seed) {
  const next = random(seed);
  const digits = (/** @type {number} */ value) => Number(value.toFixed(6));
  const numbers = () => Array.from({ length: tokens }, next);
  const row = () => {
    const values = numbers();
    const sum = values.reduce((total, value) => total + value, 0);
    return values.map((value) => digits(value / sum));
  };
  const tensor = (/** @type {() => number[]} */ make) =>
    Array.from({ length: 2 }, () => Array.from({ length: 2 }, () => Array.from({ length: tokens }, make)));
  return {
    tokens: Array.from({ length: tokens }, (_, index) => `w${index}`),
    attentions: tensor(row),
    gradients: tensor(() => numbers().map((value) => digits(value - 0.4))),
    importance: { blankout: numbers(), gradient: numbers() },
  };
}

/** Sentences of `shortest` and up to three more tokens.
 * @param {number} count
 * @param {number} shortest */
export const sentences = (count, shortest) =>
  Array.from({ length: count }, (_, index) => sentence(shortest + ((index * 7) % 4), index + 1));

/** JSON Lines. @param {object[]} values */
export const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** @param {string} path
 * @returns {any[]} */
export const jsonLines = (path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
