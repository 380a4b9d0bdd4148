// SPDX-License-Identifier: MIT
// @ts-check
// Fuzzy search. A name matches if it contains the letters of each typed word in order. It matches better if letters begin words or follow
// one another.

/** @param {string} text without case and accents */
export const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {string} text @param {number} at */
const beginsWord = (text, at) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);

/** @param {string} text */
const wordsIn = (text) =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * The score of one word in a name, or -1. @param {string} word @param {string} text both folded
 */
function wordScore(word, text) {
  let score = -1;
  // Exact matches: the beginning of the name scores most, then the beginning of a word.
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
 * How well a name fits the typed text. Larger is better, -1 for no match, 0 for empty text.
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
 * How well other words for an item fit. Every typed word must be the beginning of one of them or of a word of its name, else -1.
 * @param {string} typed @param {string} name @param {string} also
 */
function fitOther(typed, name, also) {
  const wanted = wordsIn(typed);
  const there = wordsIn(`${name} ${also}`);
  if (!also || !wanted.every((word) => there.some((other) => other.startsWith(word)))) return -1;
  return wanted.reduce((sum, word) => sum + 4 * word.length + 3, 0); // a word of the name itself scores more
}

/**
 * The items that fit, best first. Ties keep their order.
 * @template T @param {string} typed @param {T[]} items @param {(item: T) => string} nameOf
 * @param {(item: T) => string} [alsoOf] other words for the item @returns {T[]}
 */
export function fitting(typed, items, nameOf, alsoOf = () => '') {
  const scored = items.map((item, place) => ({
    item,
    place,
    score: Math.max(fit(typed, nameOf(item)), fitOther(typed, nameOf(item), alsoOf(item))),
  }));
  return scored
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .map(({ item }) => item);
}

/**
 * Number of letters to add, drop, change or swap with a neighbour to turn one word into another.
 * @param {string} one @param {string} other
 */
export function distance(one, other) {
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[other.length];
}

/**
 * The items, sorted by how near their words, or the beginnings of their words, are to the typed ones.
 * @template T @param {string} typed @param {T[]} items @param {(item: T) => string} nameOf @returns {T[]}
 */
export function nearest(typed, items, nameOf) {
  const wanted = wordsIn(typed);
  const far = (/** @type {string} */ word, /** @type {string[]} */ there) =>
    Math.min(word.length, ...there.map((other) => Math.min(distance(word, other), distance(word, other.slice(0, word.length)) + 0.5)));
  const scored = items.map((item, place) => {
    const there = wordsIn(nameOf(item));
    return { item, place, score: wanted.reduce((sum, word) => sum + far(word, there), 0) };
  });
  return scored.sort((a, b) => a.score - b.score || a.place - b.place).map(({ item }) => item);
}
