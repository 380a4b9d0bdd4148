// SPDX-License-Identifier: MIT
// @ts-check
// A saved result as a model that answers from the file, so that the view has the same numbers without the weights.

import { answerAmong } from './answers.js';
import { base64Of, bytesOf } from './file.js';
import { argumentValues } from '../given/arguments.js';
import { aboutOf } from '../given/given_link.js';
import { recipeText } from '../run/recipe.js';
import { tr } from '../../base/language.js';

/** The question that each view needs, in addition to those with saved answers. @type {Record<string, import('../run/about.js').SupportedQuestion>} */
const asks = {
  words: 'blanked',
  lens: 'lens',
  swap: 'swap',
  experiment: 'experiment',
  decides: 'decide',
  circuit: 'circuit',
  patches: 'patches',
  contacts: 'contacts',
  sound: 'sound',
};

/** Maximum number of gaps. A stranger's link may name any number of layers. */
const mostGaps = 1 << 22;

/** Attention that a link does not contain: gaps. @param {{text: string}[]} pieces @param {number} layers @returns {import('./file.js').Attention} */
function missingAttention(pieces, layers) {
  const size = pieces.length ** 2;
  const own = layers * size <= mostGaps ? layers : 1;
  const tokens = pieces.map(({ text }) => text);
  return { tokens, specialTokens: [], outputToken: -1, layers: own, heads: 1, values: base64Of(new Float32Array(own * size).fill(NaN)) };
}

/** @param {import('./file.js').ResultFile} result @returns {import('../given/given_link.js').GivenModel} */
export function replayOf({ view, model, about, recipe, run, answers, attention }) {
  const { values, ...sizes } = attention ?? missingAttention(run.pieces, aboutOf(about).layers);
  const first = recipeText(recipe);
  // Scores do not change these answers.
  const isFirst = (/** @type {import('../run/recipe.js').Recipe} */ other) =>
    recipeText({ ...other, scores: undefined }) === recipeText({ ...recipe, scores: undefined });
  const example = {
    ...sizes,
    title: recipe.text,
    model,
    attentions: bytesOf(values),
    ...{ segments: [], predicted: [], predictedProbability: [], importance: [], cuts: [] },
  };
  /** @type {(reply: Record<string, unknown>) => void} */
  let hear = () => {};
  const missing = () => ({
    problem: {
      place: model,
      finding: tr('Only the answers of one view were saved.'),
      remedy: tr('Open the model {} to ask more.', model),
    },
  });
  /** @param {import('../given/given_link.js').Call} call */
  const reply = (call) => {
    if ((call.what === 'run' || call.what === 'says') && isFirst(call.recipe)) return { result: run, example };
    if (call.what !== 'ask' || !isFirst(call.recipe)) return missing();
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
    saved: answers,
    note: tr('Saved answers. Open the model {} to ask more.', model),
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
