// SPDX-License-Identifier: MIT
// @ts-check
// Converts a run from a program that runs a model to an example for the engine.

import { broken, listOf, numberOf, textOf, wholeOf } from './read.js';
import { describeHidden, numbered, describeSwap, describeForTitle } from '../cut/descriptions.js';
import { describeQuestion } from '../run/parts.js';
import { tr } from '../../base/language.js';

/** @typedef {import('../../make/made_example.js').MadeExample} MadeExample */
/** @typedef {import('./read.js').Members} Members */

const hows = () => ({ zero: tr('weights to 0'), renormalise: tr('scores to −∞'), mean: tr('heads to their mean') });

/**
 * A title with the question and the changes of the run, like those of the page's own models (src/model/session/question_title.h,
 * src/model/service/cut_run.h).
 * @param {MadeExample} made of the run @param {import('../cut/question_controls.js').Question | null} question null if none was chosen @param {import('../run/recipe.js').Recipe} recipe
 */
export function titleOf({ title, tokens, decoder, image }, question, { cuts = [], rule = 'zero', swap, wiped = '' }) {
  const told = ['edges', 'head', 'residual']
    .flatMap((kind) => cuts.filter((cut) => cut.kind === kind))
    .map(({ text }) => text)
    .join('; ');
  const seen = wipedTitle(title, wiped, image?.columns ?? 0);
  const asked = question ? tr('{} · question: {}', seen, describeQuestion(question)) : seen;
  const words = describeForTitle(cuts, tokens, decoder?.tokens);
  const cut = words
    ? tr('{} · cut: {} ({})', asked, words, hows()[rule])
    : told
      ? tr('{} · cut: {} ({}; heads and tokens from 0)', asked, told, hows()[rule])
      : asked;
  const hidden = cuts
    .filter(({ kind }) => kind === 'hidden')
    .map(({ text }) => text)
    .join('; ');
  const hides = hidden ? tr('{} · hidden: {}', cut, describeHidden(hidden, numbered(tokens))) : cut;
  return swap ? tr('{} · swapped in from “{}”: {}', hides, swap.text, describeSwap(swap.places, numbered(tokens))) : cut;
}

/** For more patches only the number is given. */
const mostNamedPatches = 6;

/**
 * In the words of the page's own models (src/model/service/pictures.cpp).
 * @param {string} title @param {string} wiped in the format of a recipe @param {number} columns number of columns of patches
 */
function wipedTitle(title, wiped, columns) {
  const patches = wiped ? wiped.split(';').map(Number) : [];
  if (patches.length === 0 || columns < 1) return title;
  if (patches.length > mostNamedPatches) return tr('{} · {} patches wiped', title, patches.length);
  const names = patches.sort((a, b) => a - b).map((patch) => `r${Math.floor(patch / columns) + 1}c${(patch % columns) + 1}`);
  return tr('{} · wiped: {}', title, names.join(', '));
}

const picture = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+=*$/;
const longestPicture = 32 << 20;

/** @param {Members} image @returns {import('../../make/made_example.js').Seen} */
function seenOf({ url, rows, columns, firstPatch }) {
  if (typeof url !== 'string' || url.length > longestPicture || !picture.test(url)) throw broken();
  return { url, rows: wholeOf(rows), columns: wholeOf(columns), firstPatch: wholeOf(firstPatch) };
}

/** The engine checks that the parts fit one another (src/io/made_example.h). @param {Members} example @returns {MadeExample} */
export function exampleOf({
  title,
  model,
  tokens,
  layers,
  heads,
  attentions,
  gradients,
  segments,
  specialTokens,
  outputToken,
  predicted,
  predictedProbability,
  importance,
  cuts,
  decoder,
  image,
}) {
  const stack = (/** @type {unknown} */ values, /** @type {Members} */ of = { layers, heads }) => {
    if (!(values instanceof ArrayBuffer) && !ArrayBuffer.isView(values)) throw broken();
    const bytes =
      values instanceof ArrayBuffer ? new Uint8Array(values) : new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return {
      layers: wholeOf(of.layers),
      heads: wholeOf(of.heads),
      values: new Float32Array(bytes.slice(0, bytes.length - (bytes.length % 4)).buffer),
    };
  };
  const madeDecoder = (/** @type {Members} */ own) => ({
    tokens: listOf(own.tokens, textOf),
    attentions: stack(own.attentions, own),
    cross: stack(own.cross, own),
    ...(own.gradients ? { gradients: stack(own.gradients, own) } : {}),
    ...(own.crossGradients ? { crossGradients: stack(own.crossGradients, own) } : {}),
  });
  return {
    title: textOf(title),
    model: textOf(model),
    source: '',
    tokens: listOf(tokens, textOf),
    attentions: stack(attentions),
    ...(gradients ? { gradients: stack(gradients) } : {}),
    segments: listOf(segments, wholeOf),
    specialTokens: listOf(specialTokens, textOf),
    outputToken: wholeOf(outputToken, -1),
    predicted: listOf(predicted, textOf),
    predictedProbability: listOf(predictedProbability, (one) => (typeof one === 'number' ? one : null)),
    importance: listOf(importance, ({ name, values }) => ({ name: textOf(name), values: listOf(values, (one) => numberOf(one, NaN)) })), // null means no score
    cuts: listOf(cuts, (one) => ({
      layer: wholeOf(one.layer),
      query: wholeOf(one.query),
      key: wholeOf(one.key),
      heads: wholeOf(one.heads),
      of: Math.min(Math.max(wholeOf(one.of), 0), 2),
    })),
    ...(decoder ? { decoder: madeDecoder(/** @type {Members} */ (decoder)) } : {}),
    ...(image ? { image: seenOf(/** @type {Members} */ (image)) } : {}),
  };
}
