// SPDX-License-Identifier: MIT
// @ts-check
// The makers of examples that are in no file, by their names in src/protocol/recipe.h. Each converts the text of a recipe to the bytes of a
// MakeExample. The same text gives the same bytes.

import { tr } from '../base/language.js';
import { ProblemError } from '../base/problem.js';
import { draftOf } from './draft.js';
import { writeExample, stackOf } from './made_example.js';

/**
 * @typedef {object} ExampleRequest
 * @property {number} document the engine's number of the open document
 * @property {string} text of the recipe
 * @property {boolean} isShown the page shows the example when it is ready
 * @property {boolean} isSettled false during a change, such as a drag
 */

/** @typedef {import('../model/lazy_models.js').LazyModels} LazyModels */

/**
 * @type {Record<string, (wanted: ExampleRequest, models: LazyModels) => import('../worker/engine_link.js').Message | Promise<import('../worker/engine_link.js').Message | null>>}
 * returns null if the maker sends the example itself
 */
const makers = {
  draft: ({ document, text, isShown, isSettled }) => {
    const named = draftOf(text);
    if (!named) throw new ProblemError('draft', tr('This is not hand-made attention.'), tr('Make the link again.'));
    const {
      title,
      source,
      draft: { tokens, layers },
    } = named;
    return writeExample(
      { document, recipe: { maker: 'draft', text }, isShown, isSettled },
      { title, source, tokens, attentions: stackOf(layers) },
    );
  },
  prompt: async (wanted, models) => (await models.use()).make(wanted),
};

/** @param {string} maker @param {ExampleRequest} wanted @param {LazyModels} models */
export function make(maker, wanted, models) {
  if (!makers[maker])
    throw new ProblemError(maker, tr('This program can’t make this example.'), tr('Reload the page to load matching versions.'));
  return makers[maker](wanted, models);
}
