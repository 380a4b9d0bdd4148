// SPDX-License-Identifier: MIT
// @ts-check
// Handmade attention: rows of weights that the user types or drags. Independent of the page.

/** @typedef {{tokens: string[], layers: number[][][]}} Draft layers of [query][key] */

export const mostTokens = 12;
export const mostLayers = 6;

/** The kinds of rows for a new draft. @type {Record<string, (query: number, key: number, n: number) => number>} */
export const beginnings = {
  uniform: (_query, _key, n) => 1 / n,
  causal: (query, key) => (key > query ? 0 : 1 / (query + 1)),
  identity: (query, key) => (query === key ? 1 : 0),
};

/** @param {number} tokens @param {number} layers @param {string} kind one of `beginnings` @returns {Draft} */
export function begin(tokens, layers, kind) {
  const range = (/** @type {number} */ n) => [...Array(n).keys()];
  const weight = beginnings[kind];
  return {
    tokens: range(tokens).map((i) => (i < 26 ? String.fromCharCode(97 + i) : String(i))),
    layers: range(layers).map(() => range(tokens).map((q) => range(tokens).map((k) => weight(q, k, tokens)))),
  };
}

/** Parses "0.3", ".3", "1/3", "30 %", also with a comma. NaN unless the value is between 0 and 1. @param {string} text */
export function weightOf(text) {
  const [, over, under, percent] = /^\s*(\d*[.,]?\d*(?:e-?\d+)?)\s*(?:\/\s*(\d*[.,]?\d+))?\s*(%?)\s*$/i.exec(text) ?? [];
  if (!over || over === '.' || over === ',') return NaN;
  const number = (/** @type {string} */ part) => Number(part.replace(',', '.'));
  const value = (number(over) / (under ? number(under) : 1)) * (percent ? 0.01 : 1);
  return value >= 0 && value <= 1 ? value : NaN;
}

/** A weight for people, with a few digits, or as a fraction of small numbers if it equals one. @param {number} value */
export function weightText(value) {
  for (let under = 3; under <= 12; under += 1) {
    const over = Math.round(value * under);
    const isShort = Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-9;
    if (!isShort && over > 0 && Math.abs(over / under - value) < 1e-9) return `${over}/${under}`;
  }
  return String(Number(value.toPrecision(6)));
}

/**
 * The row with one weight changed. With `keepSum`, the others share the rest of 1 in proportion (evenly if all are 0), so that the row
 * stays a distribution. Without it they keep their values, and the row shows its sum.
 * @param {number[]} row @param {number} key @param {number} value @param {boolean} keepSum @param {(key: number) => boolean} [open] keys
 * that may receive weight
 */
export function withWeight(row, key, value, keepSum, open = () => true) {
  const others = row.map((_, i) => i).filter((i) => i !== key && open(i));
  if (!keepSum) return row.map((old, i) => (i === key ? value : old));
  if (others.length === 0) return row.map((_, i) => (i === key ? 1 : 0));
  const before = others.reduce((sum, i) => sum + row[i], 0);
  return row.map((old, i) => {
    if (i === key) return value;
    if (!others.includes(i)) return 0;
    return before > 0 ? (old / before) * (1 - value) : (1 - value) / others.length;
  });
}

/** @param {number[]} row */
export const sumOf = (row) => row.reduce((sum, weight) => sum + weight, 0);

/** True if no layer has weight above the diagonal. The editor then keeps it so. @param {Draft} draft */
export const isCausal = ({ layers }) =>
  layers[0].length > 1 && layers.every((rows) => rows.every((row, q) => row.every((weight, k) => k <= q || weight === 0)));
