// SPDX-License-Identifier: MIT
// @ts-check
// Finds the requested model, either a shipped one by its short name, or any other by name or address.

import { oneFile } from '../../base/parts.js';
import { modelAddress, modelName } from './hub.js';
import { stepsInList } from './step_names.js';
import { isTraining, trainsOf } from '../train/names.js';
import { recipeTitle } from '../train/tasks.js';
import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';

/** @typedef {{id: string, title: string, about: string, model: string, files: string[], bytes: number, examples: string[], licence: string, prepared?: string, pictures?: string[], instead?: Record<string, string>}} Shipped */
/**
 * @typedef {object} ModelSource
 * @property {string} name
 * @property {import('./parts.js').Part[]} [parts] from the user
 * @property {import('./parts.js').Part[]} [inside] the files of a page that is one file
 * @property {import('../given/given_link.js').GivenModel} [given] a model that runs in another page
 * @property {URL} [address] of a folder (ends with /) or a file
 * @property {string[]} [files] of the folder, if known
 * @property {string} [weights] the file to read if several could be the weights, '' to find it
 * @property {boolean} [ignoresKeys] unknown keys of the configuration are ignored
 * @property {import('./parts.js').Training} [training] its checkpoints; `parts` or `address` has the weights that open first
 * @property {import('../train/names.js').Trains} [trains] it has no files, and is trained here
 * @property {string[]} examples first texts; empty: the model's own
 * @property {Record<string, URL>} [pictures] shipped with it, by name
 * @property {URL} [prepared] precomputed answers for the first text
 * @property {Record<string, string>} [instead] suggested replacements for words of the examples, and second texts for whole ones
 * @property {string} [about] the description in the list of shipped models
 */

/** Descriptions of the shipped models, by id. @returns {Record<string, {title: string, about: string, model: string}>} */
const texts = () => ({
  agreement: {
    title: tr('Masked word, small'),
    about: tr(
      'Fills in a missing word, such as the verb that fits its subject, the noun a pronoun means, or good or bad after “not”. It knows about 950 everyday words and spells the rest. It is a toy, trained for this page on generated sentences.',
    ),
    model: tr('BERT, 4 layers, 4 heads, 276 thousand parameters'),
  },
  digits: {
    title: tr('Draw a digit'),
    about: tr('Reads a digit that you draw. It is a toy, trained for this page on scanned (MNIST, UCI) and drawn digits.'),
    model: tr('Vision transformer, 4 layers, 4 heads, 141 thousand parameters, 49 patches'),
  },
  induction: {
    title: tr('Continue a list of words'),
    about: tr(
      'After “fox red moon … fox” it writes “red”. Its circuit is known, so it suits the view Circuit. It is a toy, trained for this page on lists of random words.',
    ),
    model: tr('GPT-2, 2 layers, 4 heads, 46 thousand parameters'),
  },
  shapes: {
    title: tr('Ask about a picture'),
    about: tr(
      'Answers in one word, such as the colour of the circle, and shows which part of the picture the answer comes from. It is a toy, trained for this page on pictures of coloured shapes and digits.',
    ),
    model: tr('LLaVA with a SigLIP tower, 3 + 4 layers, 4 heads, 641 thousand parameters, 36 patches'),
  },
  // These are part of sites that were built with them (docs/hosting.md).
  minilm: {
    title: tr('Sentences, MiniLM'),
    about: tr('Turns English sentences into vectors, which are similar for similar meanings. Widely used for search.'),
    model: tr('BERT, 6 layers, 12 heads, 23 million parameters'),
  },
  smollm2: {
    title: tr('Next word, SmolLM2'),
    about: tr('Continues a text. A small English model, trained to follow instructions.'),
    model: tr('Llama, 30 layers, 9 heads, 135 million parameters in 4 bits'),
  },
});

/** @returns {Promise<Shipped[]>} */
export async function shippedModels() {
  const response = await fetch(new URL('../../models/index.json', import.meta.url), { credentials: 'same-origin' });
  if (!response.ok) throw new ProblemError('models', tr('The list of models can’t be read.'), tr('Reload the page.'));
  const rows = await response.json();
  return rows.map((/** @type {Shipped} */ row) => ({ ...row, ...texts()[row.id] }));
}

/** @param {Shipped} shipped */
const partsInside = ({ id, files }) =>
  Promise.all(
    files.map(async (name) => ({
      name,
      blob: await (await fetch(new URL(`../../models/${id}/${name}`, import.meta.url))).blob(),
    })),
  );

/** @param {string} text @param {string} base for relative addresses @returns {Promise<ModelSource>} */
export async function findModel(text, base) {
  if (/^[\w-]+$/.test(text)) {
    const shipped = (await shippedModels()).find(({ id }) => id === text);
    if (!shipped)
      throw new ProblemError(
        text,
        tr('This page has no model with this name.'),
        tr('Choose one under Models, or enter a name such as “sentence-transformers/all-MiniLM-L6-v2”.'),
      );
    return {
      name: shipped.title,
      ...(oneFile() ? { inside: await partsInside(shipped) } : { address: new URL(`../../models/${shipped.id}/`, import.meta.url) }),
      files: shipped.files,
      examples: shipped.examples,
      about: shipped.about,
      ...(shipped.prepared && { prepared: new URL(`../../models/${shipped.prepared}`, import.meta.url) }),
      ...(shipped.pictures && {
        pictures: Object.fromEntries(
          shipped.pictures.map((name) => [name, new URL(`../../models/${shipped.id}/${name}`, import.meta.url)]),
        ),
      }),
      instead: shipped.instead,
    };
  }
  if (isTraining(text)) {
    const trains = trainsOf(text);
    return { name: tr('{}, seed {}', recipeTitle(trains.recipe), trains.seed), trains, examples: [] };
  }
  const steps = stepsInList(text, (model) => modelAddress(model, base));
  const last = steps?.at(-1);
  if (steps && last) return { name: modelName(last.address), address: last.address, training: { usual: last.step, steps }, examples: [] };
  const address = modelAddress(text, base);
  return { name: modelName(address), address, examples: [] };
}
