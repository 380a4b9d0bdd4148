// SPDX-License-Identifier: MIT
// @ts-check
// Opens a saved result, from the file if it contains attention, else in its model, which must be open.

import { resultOf } from './file.js';
import { replayOf } from './replay.js';
import { recipeText } from '../run/recipe.js';
import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';

/** The part of the page's state that a result names. @param {import('./file.js').ResultFile} result */
function stateOf({ view, experiment, answers }) {
  const among = answers.map((one) => /** @type {{among?: 'words' | 'all'}} */ (one.arguments).among).find(Boolean);
  const panel = /** @type {import('../../headwaters.d.ts').PanelName} */ (view);
  return { panel, ...(experiment && { experiment }), ...(among && { among }) };
}

/**
 * A result as a model that answers from it, with the fields of its view.
 * @param {import('./file.js').ResultFile} result
 */
export function givenOf(result) {
  const state = Object.entries(stateOf(result)).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return { model: replayOf(result), fields: [result.fields || state.join('&'), 'mark='].join('&') };
}

/**
 * @param {string} text @param {string} name of the file @param {import('../../open/data_opener.js').DataOpener} opener
 * @param {import('../../headwaters.d.ts').Headwaters} page
 */
export async function openResult(text, name, opener, page) {
  const result = resultOf(text, name);
  if (result.attention) {
    const { model, fields } = givenOf(result);
    return opener.openModel([], name, { model }, fields);
  }
  const { model } = result;
  if (page.state.document?.model !== model)
    throw new ProblemError(
      name,
      tr('This file has the answers of {} but not its attention.', model),
      tr('Open {} here, then open this file again.', model),
    );
  page.setState({ ...stateOf(result), prompt: recipeText(result.recipe) });
}
