// SPDX-License-Identifier: MIT
// @ts-check
// Handmade attention as the text of a recipe (src/protocol/recipe.h), which links contain:
//     title/source/token,token,.../weight,weight,.../...
// One part of weights per layer, with its rows one after the other. In texts % , and / are percent-encoded.

import { mostLayers, mostTokens } from './edit_weights.js';

/** @typedef {import('./edit_weights.js').Draft} Draft */
/** @typedef {{title: string, source: string, draft: Draft}} Named */

const escaped = (/** @type {string} */ text) => text.replace(/[%,/]/g, encodeURIComponent);
const plain = (/** @type {string} */ text) => text.replace(/%25|%2C|%2F/g, decodeURIComponent);

/** A weight in the engine's precision, in the shortest text that parses to the same number. @param {number} weight */
function digits(weight) {
  const single = Math.fround(weight);
  for (let count = 1; count < 9; count += 1) {
    const short = Number(single.toPrecision(count));
    if (Math.fround(short) === single) return String(short);
  }
  return String(Number(single.toPrecision(9)));
}

/** @param {Named} named */
export function recipeOf({ title, source, draft: { tokens, layers } }) {
  const rows = layers.map((layer) => layer.flat().map(digits).join());
  return [escaped(title), escaped(source), tokens.map(escaped).join(), ...rows].join('/');
}

/** The draft in a recipe, or null if it has another form. @param {string} text @returns {Named | null} */
export function draftOf(text) {
  const [title, source, names, ...stacks] = text.split('/');
  const tokens = names?.split(',').map(plain) ?? [];
  const count = tokens.length;
  const isSized = count <= mostTokens && stacks.length >= 1 && stacks.length <= mostLayers;
  if (!isSized || tokens.some((token) => token === '')) return null;
  const layers = stacks.map((stack) => {
    const weights = stack.split(',').map((weight) => (weight === '' ? NaN : Number(weight)));
    return tokens.map((_, query) => weights.slice(query * count, (query + 1) * count)).concat(weights.length > count * count ? [[]] : []);
  });
  const isWhole = layers.every((rows) => rows.length === count && rows.every((row) => row.length === count && row.every(Number.isFinite)));
  return isWhole ? { title: plain(title), source: plain(source), draft: { tokens, layers } } : null;
}
