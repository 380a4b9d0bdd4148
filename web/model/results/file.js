// SPDX-License-Identifier: MIT
// @ts-check
// A model's view as a JSON file that opens again, with the recipe, the questions and answers, and for a text the run's attention. Layers
// count from 1, heads and tokens from 0, as in cuts.

import { withLayers } from './answers.js';
import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';

/** @typedef {import('./answers.js').Answered} Answered */
/**
 * @typedef {object} Attention of a run with a single stack of layers
 * @property {string[]} tokens @property {string[]} specialTokens @property {number} outputToken @property {number} layers @property {number} heads
 * @property {string} values [layer][head][query][key] as little-endian float32 in Base64
 */
/**
 * @typedef {object} ResultFile
 * @property {string} form @property {string} counts @property {string} view @property {string} experiment in the format of links
 * @property {string} [fields] the page's view in the format of links; older files have none
 * @property {string} model its name @property {import('../run/about.js').About} about its description
 * @property {import('../run/recipe.js').Recipe} recipe @property {import('../open/runs.js').Ran} run its tokens and answers
 * @property {Answered[]} answers @property {Attention | null} attention
 */

const form = 'headwaters-result/1';
const counts = 'layers from 1; heads and tokens from 0';
const firstWords = `{"form":"${form}"`;

/** @param {Omit<ResultFile, 'form' | 'counts'>} result */
export const resultText = (result) =>
  `${JSON.stringify({ form, counts, ...result, answers: result.answers.map((one) => ({ ...one, answer: withLayers(one.answer, 1) })) })}\n`;

/** Whether a file starts like a saved result. @param {string} text its first characters */
export const isResultText = (text) =>
  text
    .replace(/^\s*\{\s*/, '{')
    .replace(/^\{"form"\s*:\s*/, '{"form":')
    .startsWith(firstWords);

/** Fields of a link that name data or where they are shown, not the view. */
const source = /^(v|local|mark|model|prompt|draft|example|sample|url|gist|data|second[\w-]*|dataset|row|lesson|step|answers)=/;
/** @param {unknown} fields of a stranger */
const viewOnly = (fields) =>
  typeof fields === 'string'
    ? fields
        .split('&')
        .filter((field) => field && !source.test(field))
        .join('&')
    : '';

/** @param {string} text @param {string} name of the file @returns {ResultFile} its answers count layers from 0, as views do */
export function resultOf(text, name) {
  try {
    const read = JSON.parse(text);
    const { view, experiment, model, about, recipe, run, attention } = read;
    const isWhole =
      [view, model, experiment].every((one) => typeof one === 'string') && about && typeof recipe?.text === 'string' && run?.says;
    if (!isWhole) throw new TypeError('a part is missing');
    if (attention) bytesOf(attention.values); // throws if they are damaged
    const hasGroups = (/** @type {Answered} */ { question, arguments: asked }) =>
      !['blanked', 'why'].includes(question) || typeof (/** @type {{groups?: unknown}} */ (asked).groups) === 'string';
    if (!read.answers.every(hasGroups)) throw new TypeError('groups are missing');
    const answers = read.answers.map((/** @type {Answered} */ one) => ({
      question: String(one.question),
      arguments: { ...one.arguments },
      answer: withLayers(one.answer, -1),
    }));
    const fields = viewOnly(read.fields);
    return { form, counts, view, experiment, fields, model, about, recipe, run, answers, attention: attention ?? null };
  } catch {
    throw new ProblemError(name, tr('This saved result is damaged.'), tr('Save it again from the view.'));
  }
}

/** @param {Float32Array} values */
export function base64Of(values) {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 0x8000) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(''));
}

/** @param {string} text */
export const bytesOf = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer;
