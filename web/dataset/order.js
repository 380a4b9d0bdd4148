// SPDX-License-Identifier: MIT
// @ts-check
// Which examples are listed, and in what order.

import { inLanguage, tr } from '../base/words.js';

/** @typedef {import('./read.js').List} List */
/** @typedef {{key: string, descending: boolean, words: string}} Order key: 'row', 'tokens' or that of a score */

/**
 * What can be sorted by, how it is called, and the layers that it has a number of (none: it is not of a layer).
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

/** @param {string} key @returns {number} the layer from 1, 0: of none */
export const layerOf = (key) => Number(key.split('\n')[2] ?? 0);

/** The key of a kind, of that layer if there is one, else of its last. @param {{stem: string, layers: number[]}} kind @param {number} layer */
export const keyOf = ({ stem, layers }, layer) => (layers.length ? `${stem}\n${layers.includes(layer) ? layer : layers.at(-1)}` : stem);

/** "blankout, flow, layer 3". @param {List} list @param {string} key */
export function labelOf(list, key) {
  const label = kindsOf(list).find(({ stem }) => stem === stemOf(key))?.label ?? '';
  return layerOf(key) ? tr('{}, layer {}', label, layerOf(key)) : label;
}

/** The numbers of a key, one an example; of the list's own order there are none. @param {List} list @param {string} key */
export const valuesOf = (list, key) => (key === 'tokens' ? list.tokens : (list.scores.find((score) => score.key === key)?.values ?? null));

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
export const shown = (value, key) =>
  Number.isNaN(value) ? '–' : key === 'tokens' ? String(value) : inLanguage(value.toFixed(3)).replace('-', '−');
