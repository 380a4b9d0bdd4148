// SPDX-License-Identifier: MIT
// @ts-check
// Which examples are listed, and in which order.

/** @typedef {import('./read.js').List} List */
/** @typedef {{key: string, descending: boolean, words: string}} Order key: 'row', 'tokens' or that of a score */

/** What can be sorted by, and how it is called. @param {List} list @returns {{key: string, label: string}[]} */
export const keysOf = (list) => [
  { key: 'row', label: 'Place in the list' },
  { key: 'tokens', label: 'Tokens' },
  ...list.scores.map(({ key, label }) => ({ key, label: key.includes('\n') ? `${label}, last layer` : label })),
];

/** The numbers of a key, one an example; of the list's own order there are none. @param {List} list @param {string} key */
export const valuesOf = (list, key) => (key === 'tokens' ? list.tokens : list.scores.find((score) => score.key === key)?.values ?? null);

/**
 * The rows with all of the words in their text, title or file, sorted; those without a number come last either way, and
 * those that are equal as in the list.
 * @param {List} list @param {Order} order @returns {Uint32Array}
 */
export function ordered(list, { key, descending, words }) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (/** @type {number} */ row) => {
    const text = `${list.titles[row]}\n${list.texts[row]}\n${list.files[list.fileOf[row]]}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  let rows = Uint32Array.from({ length: list.count }, (_, row) => row);
  if (wanted.length) rows = rows.filter(holds);
  const values = valuesOf(list, key);
  if (!values) return descending ? rows.reverse() : rows;
  const sign = descending ? -1 : 1;
  return rows.sort((a, b) => {
    const [x, y] = [values[a], values[b]];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b;
    return sign * (x - y) || a - b;
  });
}

/** A number as the list shows it. @param {number} value @param {string} key */
export const shown = (value, key) => (Number.isNaN(value) ? '–' : key === 'tokens' ? String(value) : value.toFixed(3).replace('-', '−'));
