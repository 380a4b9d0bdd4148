// SPDX-License-Identifier: MIT
// @ts-check
// Who makes examples that are in no file, by the names that src/protocol/recipe.h has for them. Each turns the text of a
// recipe into the bytes of a MakeExample, the same for the same text.

import { tr } from '../base/words.js';
import { ProblemError } from '../base/problem.js';
import { draftOf } from './draft.js';
import { madeExample, stackOf } from './made_example.js';

/**
 * @typedef {object} Wanted
 * @property {number} document the engine's number of the open one
 * @property {string} text of the recipe
 * @property {boolean} isShown the page shows it as soon as it is there
 * @property {boolean} isSettled false while it is being changed
 */

/** @typedef {import('../model/models_later.js').ModelsLater} ModelsLater */

/** @type {Record<string, (wanted: Wanted, models: ModelsLater) => import('../worker/engine_link.js').Message | Promise<import('../worker/engine_link.js').Message | null>>} null: it sends it itself */
const makers = {
  draft: ({ document, text, isShown, isSettled }) => {
    const named = draftOf(text);
    if (!named) throw new ProblemError('draft', tr('This is not hand-made attention.'), tr('Make the link again.'));
    const {
      title,
      source,
      draft: { tokens, layers },
    } = named;
    return madeExample(
      { document, recipe: { maker: 'draft', text }, isShown, isSettled },
      { title, source, tokens, attentions: stackOf(layers) },
    );
  },
  prompt: async (wanted, models) => (await models.use()).make(wanted),
};

/** @param {string} maker @param {Wanted} wanted @param {ModelsLater} models */
export function make(maker, wanted, models) {
  if (!makers[maker])
    throw new ProblemError(maker, tr('This program can’t make this example.'), tr('Reload the page to load matching versions.'));
  return makers[maker](wanted, models);
}
