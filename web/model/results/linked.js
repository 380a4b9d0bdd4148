// SPDX-License-Identifier: MIT
// @ts-check
// The answers of a view in a link: a saved result, compressed (docs/link.md). A link comes from strangers, so nothing in it is trusted.

import { base64Of, bytesOf, resultOf, resultText } from './file.js';
import { recipeText } from '../run/recipe.js';
import { tr } from '../../base/words.js';

/** @typedef {import('./saved.js').Result} Result */
/** @typedef {import('./file.js').Attention} Attention */

/** Attention is rounded to multiples of 1/4096, answers to six digits. */
const [parts, digits] = [4096, 6];
/** Characters of a field, and bytes of its JSON, that a reader accepts. */
const [longest, largest] = [100_000, 4 << 20];

/** @template T @param {T} value of JSON @returns {T} */
const rounded = (value) =>
  JSON.parse(JSON.stringify(value), (_, one) =>
    typeof one === 'number' && !Number.isInteger(one) ? Number(one.toPrecision(digits)) : one,
  );

/** Rounds a row so that its sum is rounded too: the largest remainders are rounded up. @param {Float32Array} row changed in place */
function roundRow(row) {
  const exact = Array.from(row, (one) => one * parts);
  const whole = exact.map(Math.floor);
  const left = Math.round(exact.reduce((sum, one) => sum + one, 0)) - whole.reduce((sum, one) => sum + one, 0);
  const remainder = (/** @type {number} */ at) => exact[at] - whole[at];
  const up = exact.map((_, at) => at).sort((a, b) => remainder(b) - remainder(a));
  for (const at of up.slice(0, Math.max(left, 0))) whole[at] += 1;
  row.set(whole.map((one) => one / parts));
}

/** @param {Attention} attention @param {boolean} isJoined mean of a layer's heads @returns {Attention} */
function shortened({ values, ...sizes }, isJoined) {
  const { layers, heads, tokens } = sizes;
  const size = tokens.length ** 2;
  const all = new Float32Array(bytesOf(values));
  const kept = isJoined ? new Float32Array(layers * size) : all;
  if (isJoined) for (let at = 0; at < all.length; at += 1) kept[Math.floor(at / (heads * size)) * size + (at % size)] += all[at] / heads;
  for (let at = 0; at < kept.length; at += tokens.length) roundRow(kept.subarray(at, at + tokens.length));
  return { ...sizes, heads: isJoined ? 1 : heads, values: base64Of(kept) };
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

/**
 * The field `answers` of a link, as much of it as fits.
 * @param {Result} result @param {number} room in characters
 * @returns {Promise<{field: string, leftOut: string[]}>} field: '' if it does not fit
 */
export async function answersField(result, room) {
  const { attention, about, answers, run } = result;
  const { examples: _, instead: __, prompts: ___, ...facts } = about;
  const short = { ...result, about: { ...facts, examples: [] }, run: rounded(run), answers: rounded(answers) };
  // These need more than one stack of attention, or a picture.
  const canOpen = !about.decoder && !about.picture && 'CompressionStream' in globalThis;
  const forms = [
    ...(attention ? [{ attention: shortened(attention, false), leftOut: [] }] : []),
    ...(attention && attention.heads > 1
      ? [{ attention: shortened(attention, true), leftOut: [tr('the attention of single heads, until the model is open')] }]
      : []),
    { attention: null, leftOut: [tr('the attention, until the model is open')] },
  ];
  for (const form of canOpen ? forms : []) {
    const field = await packed(resultText({ ...short, attention: form.attention }));
    if (field.length <= room) return { field, leftOut: form.leftOut };
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
    const result = resultOf(await unpacked(field), '');
    const { attention, recipe, run } = result;
    if (recipeText(recipe) !== prompt || !Array.isArray(run.pieces) || run.pieces.length === 0) return null;
    return attention && !fits(attention, run.pieces) ? null : result;
  } catch {
    return null;
  }
}
