// SPDX-License-Identifier: MIT
// @ts-check
// Filters and sorts the list's examples.

import { inLanguage, tr } from '../base/language.js';

/** @typedef {import('./read.js').List} List */
/** @typedef {{key: string, descending: boolean, words: string}} Order key: 'row', 'tokens' or a score's key */

/**
 * The sortable columns: key, name, and the layers for which the column has a number (empty if it has no layers).
 * @param {List} list @returns {{stem: string, label: string, layers: number[]}[]}
 */
export function kindsOf(list) {
  const kinds = new Map([
    ['row', { label: tr('List position'), layers: /** @type {number[]} */ ([]) }],
    ['tokens', { label: tr('Tokens'), layers: [] }],
  ]);
  for (const { key, label, layer } of list.scores) {
    const kind = kinds.get(stemOf(key)) ?? { label, layers: [] };
    if (layer) kind.layers.push(layer);
    kinds.set(stemOf(key), kind);
  }
  return [...kinds].map(([stem, { label, layers }]) => ({ stem, label, layers: layers.sort((a, b) => a - b) }));
}

/** A score's key without its layer. @param {string} key */
export const stemOf = (key) => key.split('\n').slice(0, 2).join('\n');

/** @param {string} key @returns {number} the layer, from 1, or 0 for none */
export const layerOf = (key) => Number(key.split('\n')[2] ?? 0);

/**
 * The key of a kind at this layer, or at the kind's last layer if it lacks this one.
 * @param {{stem: string, layers: number[]}} kind @param {number} layer
 */
export const keyOf = ({ stem, layers }, layer) => (layers.length ? `${stem}\n${layers.includes(layer) ? layer : layers.at(-1)}` : stem);

/** "blankout, flow, layer 3". @param {List} list @param {string} key */
export function labelOf(list, key) {
  const label = kindsOf(list).find(({ stem }) => stem === stemOf(key))?.label ?? '';
  return layerOf(key) ? tr('{}, layer {}', label, layerOf(key)) : label;
}

/** The numbers of a key, one per example. The list's own order has none. @param {List} list @param {string} key */
export const valuesOf = (list, key) => (key === 'tokens' ? list.tokens : (list.scores.find((score) => score.key === key)?.values ?? null));

/**
 * The rows whose text, title or file contains all words, sorted. Rows without a number come last in both directions. Ties keep the list's
 * order.
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

/** A number in the list's format. @param {number} value @param {string} key */
export const shown = (value, key) =>
  Number.isNaN(value) ? '–' : key === 'tokens' ? String(value) : inLanguage(value.toFixed(3)).replace('-', '−');
