// SPDX-License-Identifier: MIT
// @ts-check
// Opens a saved result, from the file if it contains attention, else in its model, which must be open.

import { resultOf } from './file.js';
import { recipeText } from '../run/recipe.js';
import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/words.js';

/**
 * @param {string} text @param {string} name of the file @param {import('../../open/data_opener.js').DataOpener} opener
 * @param {import('../../headwaters.d.ts').Headwaters} page
 */
export async function openResult(text, name, opener, page) {
  const result = resultOf(text, name);
  const { view, experiment, recipe, model, answers } = result;
  const among = answers.map((one) => /** @type {{among?: 'words' | 'all'}} */ (one.arguments).among).find(Boolean);
  const panel = /** @type {import('../../headwaters.d.ts').PanelName} */ (view);
  const state = { panel, ...(experiment && { experiment }), ...(among && { among }) };
  if (result.attention) {
    const { replayOf } = await import('./replay.js');
    const fields = Object.entries(state).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
    return opener.openModel([], name, { model: replayOf(result) }, [...fields, 'mark='].join('&'));
  }
  if (page.state.document?.model !== model)
    throw new ProblemError(
      name,
      tr('This file has the answers of {} but not its attention.', model),
      tr('Open {} here, then open this file again.', model),
    );
  page.setState({ ...state, prompt: recipeText(recipe) });
}
