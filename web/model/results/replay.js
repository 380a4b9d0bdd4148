// SPDX-License-Identifier: MIT
// @ts-check
// A saved result as a model that answers from the file, so that the view has the same numbers without the weights.

import { answerAmong } from './answers.js';
import { bytesOf } from './file.js';
import { argumentValues } from '../given/arguments.js';
import { aboutOf } from '../given/given_link.js';
import { recipeText } from '../run/recipe.js';
import { tr } from '../../base/words.js';

/** The question that each view needs, in addition to those with saved answers. @type {Record<string, import('../run/about.js').Asks>} */
const asks = { words: 'blanked', lens: 'lens', swap: 'swap', experiment: 'experiment', decides: 'decide' };

/** @param {import('./file.js').ResultFile} result with attention @returns {import('../given/given_link.js').GivenModel} */
export function replayOf({ view, model, about, recipe, run, answers, attention }) {
  const { values, ...sizes } = /** @type {import('./file.js').Attention} */ (attention);
  const first = recipeText(recipe);
  const example = {
    ...sizes,
    title: recipe.text,
    model,
    attentions: bytesOf(values),
    ...{ segments: [], predicted: [], predictedProbability: [], importance: [], cuts: [] },
  };
  /** @type {(reply: any) => void} */
  let hear = () => {};
  const missing = () => ({
    problem: {
      place: model,
      finding: tr('This file has answers for one view only.'),
      remedy: tr('Open the model {} to ask more.', model),
    },
  });
  /** @param {import('../given/given_link.js').Call} call */
  const reply = (call) => {
    if ((call.what === 'run' || call.what === 'says') && recipeText(call.recipe) === first) return { result: run, example };
    if (call.what !== 'ask' || recipeText(call.recipe) !== first) return missing();
    const name = call.name ?? '';
    const result = answerAmong(answers, name, argumentValues(name, call.arguments ?? []));
    return result ? { result } : missing();
  };
  return {
    about: aboutOf({
      ...about,
      name: tr('{} (saved result)', model),
      examples: [],
      asks: [asks[view], ...answers.map(({ question }) => question)],
    }),
    first,
    answers: (then) => {
      hear = then;
    },
    ask: (call) =>
      queueMicrotask(() => {
        let told;
        try {
          told = reply(call);
        } catch {
          told = missing(); // an answer in the file is invalid
        }
        hear({ id: call.id, ...told });
      }),
  };
}
