// SPDX-License-Identifier: MIT
// @ts-check
// The answers of a view in a link: a saved result, compressed (docs/link.md). A link comes from strangers, so nothing in it is trusted.

import { base64Of, bytesOf, resultOf, resultText } from './file.js';
import { recipeText } from '../run/recipe.js';
import { visible } from '../../base/visible.js';
import { tr } from '../../base/language.js';

/** @typedef {import('./saved.js').Result} Result */
/** @typedef {import('./file.js').Attention} Attention */

/** Digits of the answers' numbers. Views print fewer. */
const digits = 6;
/** Characters of a field, and bytes of its JSON, that a reader accepts. */
const [longest, largest] = [100_000, 4 << 20];

/** @template T @param {T} value of JSON @returns {T} */
const rounded = (value) =>
  JSON.parse(JSON.stringify(value), (_, one) =>
    typeof one === 'number' && !Number.isInteger(one) ? Number(one.toPrecision(digits)) : one,
  );

/**
 * A row in whole parts. Their sum is the rounded sum of the row: the largest remainders are rounded up.
 * @param {Float32Array} row @param {number} whole parts of a weight of 1 @returns {number[]}
 */
function partsOf(row, whole) {
  const exact = Array.from(row, (one) => one * whole);
  const parts = exact.map(Math.floor);
  const left = Math.round(exact.reduce((sum, one) => sum + one, 0)) - parts.reduce((sum, one) => sum + one, 0);
  const remainder = (/** @type {number} */ at) => exact[at] - parts[at];
  const up = exact.map((_, at) => at).sort((a, b) => remainder(b) - remainder(a));
  for (const at of up.slice(0, Math.max(left, 0))) parts[at] += 1;
  return parts;
}

/** The mean of each layer's heads. @param {Float32Array} values @param {number} layers @param {number} heads */
function meanOf(values, layers, heads) {
  const size = values.length / layers / heads;
  const mean = new Float32Array(layers * size);
  for (let at = 0; at < values.length; at += 1) mean[Math.floor(at / (heads * size)) * size + (at % size)] += values[at] / heads;
  return mean;
}

/** As in a link, in whole parts. @param {Attention} attention @param {number} whole @param {boolean} isMean of a layer's heads */
function shortened({ values, ...sizes }, whole, isMean) {
  const { layers, heads, tokens } = sizes;
  const all = new Float32Array(bytesOf(values));
  const kept = isMean ? meanOf(all, layers, heads) : all;
  const parts = [];
  for (let at = 0; at < kept.length; at += tokens.length) parts.push(...partsOf(kept.subarray(at, at + tokens.length), whole));
  return { ...sizes, heads: isMean ? 1 : heads, whole, parts };
}

/** The inverse. @param {{whole: number, parts: number[]} & Omit<Attention, 'values'> | null} attention of a link, checked by resultOf() @returns {Attention | null} */
function restored(attention) {
  if (!attention) return null;
  const { whole, parts, ...sizes } = attention;
  return { ...sizes, values: base64Of(Float32Array.from(parts, (one) => one / whole)) };
}

/** @param {ReadableStream<Uint8Array>} stream @param {number} most bytes */
async function taken(stream, most) {
  const reader = stream.getReader();
  /** @type {BlobPart[]} */
  const found = [];
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError('too long');
    }
    found.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
  }
  return new Blob(found);
}

/** @param {string} text */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await (await taken(stream, Infinity)).arrayBuffer());
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @param {string} field */
async function unpacked(field) {
  if (field.length > longest || !/^[\w-]+$/.test(field)) throw new RangeError('not a field');
  const bytes = bytesOf(field.replaceAll('-', '+').replaceAll('_', '/'));
  return (await taken(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')), largest)).text();
}

/** The attention in a link, by length. whole: parts of a weight of 1, 0 for no attention. */
const forms = () => [
  ...[4096, 1024].map((whole) => ({ whole, isMean: false, leftOut: /** @type {string[]} */ ([]) })),
  ...[1024, 256].map((whole) => ({ whole, isMean: true, leftOut: [tr('the attention of single heads, until the model is open')] })),
  { whole: 0, isMean: false, leftOut: [tr('the attention, until the model is open')] },
];

/**
 * The field `answers` of a link, as much of it as fits.
 * @param {Result} result @param {number} room in characters
 * @returns {Promise<{field: string, leftOut: string[]}>} field: '' if it does not fit
 */
export async function answersField(result, room) {
  const { attention, about, answers, run } = result;
  const { examples: _, instead: __, prompts: ___, ...facts } = about;
  const short = { ...result, fields: '', about: { ...facts, examples: [] }, run: rounded(run), answers: rounded(answers) };
  // These need more than one stack of attention, or a picture.
  const canOpen = !about.decoder && !about.picture && !about.prompted && 'CompressionStream' in globalThis;
  for (const { whole, isMean, leftOut } of canOpen && room > 0 ? forms() : []) {
    if (whole > 0 && !attention) continue;
    const own = attention && whole > 0 ? shortened(attention, whole, isMean) : null;
    const field = await packed(resultText({ ...short, attention: /** @type {Attention | null} */ (/** @type {unknown} */ (own)) }));
    if (field.length <= room) return { field, leftOut };
  }
  return { field: '', leftOut: [tr('the answers on the screen')] };
}

const isWhole = (/** @type {unknown} */ one) => Number.isInteger(one) && Number(one) > 0 && Number(one) < 1 << 16;

/** Whether the engine will accept the attention of a run. @param {Attention} attention @param {unknown[]} pieces */
function fits({ tokens, layers, heads, specialTokens, outputToken, values }, pieces) {
  const count = pieces.length;
  return (
    [tokens, specialTokens].every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string' && one.length < 2500)) &&
    tokens.length === count &&
    Number.isInteger(outputToken) &&
    outputToken >= -1 &&
    outputToken < count &&
    [layers, heads, count].every(isWhole) &&
    bytesOf(values).byteLength === 4 * layers * heads * count * count
  );
}

/**
 * The result in a link.
 * @param {string} field @param {string} prompt the link's recipe @returns {Promise<import('./file.js').ResultFile | null>} null if it is
 * damaged, or about another recipe
 */
export async function linkedResult(field, prompt) {
  try {
    const read = JSON.parse(await unpacked(field));
    const result = resultOf(JSON.stringify({ ...read, attention: restored(read.attention) }), '');
    const { attention, recipe, run } = result;
    if (recipeText(recipe) !== prompt || !Array.isArray(run.pieces) || run.pieces.length === 0) return null;
    return attention && !fits(attention, run.pieces) ? null : { ...result, model: visible(result.model) };
  } catch {
    return null;
  }
}
