// SPDX-License-Identifier: MIT
// @ts-check
// The view on the screen as a saved result.

import { base64Of } from './file.js';
import { attentionsIn } from '../../make/made_example.js';
import { runRequest } from '../run/requests.js';
import { cutsOf } from '../run/parts.js';

/** @typedef {Omit<import('./file.js').ResultFile, 'form' | 'counts'>} Result */

/** Maximum number of weights in a file, some tens of megabytes. */
const mostWeights = 1 << 23;

/**
 * The run's attention, so that the file opens without the model.
 * @param {import('../open/open_model.js').OpenModel} model @param {import('../run/recipe.js').Recipe} recipe @param {import('../run/parts.js').ShownRun} run
 * @returns {Promise<import('./file.js').Attention | null>} null for a model with two stacks, for a picture, if it is too large, or if a
 * link did not contain it
 */
async function attentionOf({ link, about, document, wanted }, recipe, { pieces, says }) {
  if (about.decoder || about.picture || about.prompted || about.layers * about.heads * pieces.length ** 2 > mostWeights) return null;
  const { bytes } = await link.call(runRequest(recipe, { document, name: wanted.name, isShown: false }));
  const made = bytes && attentionsIn(bytes);
  if (!made || Number.isNaN(made.values[0])) return null;
  const special = pieces.filter((one) => one.special).map(({ text }) => text);
  return { ...made, specialTokens: [...new Set(special)], outputToken: says.position, values: base64Of(made.values) };
}

/** The page's view: its experiment, and all of it in the format of links. @typedef {{experiment: string, fields: string}} PageView */
/**
 * @param {import('../open/open_model.js').OpenModel} model @param {import('../open/views.js').Taken} taken @param {PageView} page
 * @returns {Promise<Result>}
 */
export async function savedResult(model, { view, run, answers }, { experiment, fields }) {
  const { recipe, about, pieces, read } = run;
  const { before = null } = /** @type {{before?: {answers: import('../run/answers.js').Answer[]} | null}} */ (run);
  return {
    view,
    experiment,
    fields,
    model: about.name,
    about,
    recipe,
    run: { pieces: /** @type {import('../run/sentence.js').Piece[]} */ (pieces), says: run.says, before, question: run.question },
    // In the format of the list of cuts and of the command line.
    answers: answers.map((one) =>
      one.question === 'decide'
        ? { ...one, cuts: cutsOf(one.answer.units, pieces.length, read !== undefined).map(({ text }) => text) }
        : one,
    ),
    attention: await attentionOf(model, recipe, run),
  };
}
