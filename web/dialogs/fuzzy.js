// SPDX-License-Identifier: MIT
// @ts-check
// Fuzzy search: which names match a few letters, and how well: all letters of each typed word in order, best
// where they begin words or follow one another.

/** @param {string} text without case and accents */
export const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {string} text @param {number} at */
const beginsWord = (text, at) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);

/**
 * The score of one word in a name, or -1. @param {string} word @param {string} text both folded
 */
function wordScore(word, text) {
  let score = -1;
  // Found as it is: a beginning counts most, then the beginning of a word.
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    score = Math.max(score, 4 * word.length + (at === 0 ? 6 : beginsWord(text, at) ? 4 : 0));
  }
  if (score >= 0) return score;
  let at = -1;
  score = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return -1;
    score += next === at + 1 && at >= 0 ? 2 : beginsWord(text, next) ? 2 : 0;
    at = next;
  }
  return score;
}

/**
 * How well a name fits what was typed: the larger the better, -1 not at all. Without any words 0.
 * @param {string} typed @param {string} name
 */
export function fit(typed, name) {
  const text = folded(name);
  let score = 0;
  for (const word of folded(typed).split(/\s+/).filter(Boolean)) {
    const one = wordScore(word, text);
    if (one < 0) return -1;
    score += one;
  }
  return score === 0 ? 0 : score - text.length / 100;
}

/**
 * The items that fit, best first, those that fit alike in their own order.
 * @template T @param {string} typed @param {T[]} items @param {(item: T) => string} nameOf @returns {T[]}
 */
export function fitting(typed, items, nameOf) {
  const scored = items.map((item, place) => ({ item, place, score: fit(typed, nameOf(item)) }));
  return scored
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .map(({ item }) => item);
}
