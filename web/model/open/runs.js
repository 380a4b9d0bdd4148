// SPDX-License-Identifier: MIT
// @ts-check
// What an open model runs and has answered. Which run is shown is the page's state; this caches the answers to the latest ones.

import { recipeOf } from '../run/recipe.js';
import { ranOf, runRequest } from '../run/requests.js';
import { shown } from '../run/says.js';

/** So many answers are kept: as many as there are texts in the list, and some. */
const most = 64;

/**
 * What a run gives (src/model/service/cut_run.h): its tokens, what the model says of them, the question that was asked, and what a model
 * that translates has written; `seen`: a picture as the program that runs the model saw it.
 * @typedef {Pick<import('../run/parts.js').Shown, 'pieces' | 'says' | 'question'> & {output?: import('../run/stacks.js').Output, seen?: import('../given/given_link.js').Seen}} Ran
 */

export class Runs {
  #link;
  #name;
  #pictures;
  /** By the recipe, newest last. @type {Map<string, Ran>} */
  #answers = new Map();
  #newest = new AbortController();

  /** @param {import('../link.js').Link} link @param {string} name of the model @param {import('../picture/pictures.js').Pictures | null} pictures */
  constructor(link, name, pictures) {
    this.#link = link;
    this.#name = name;
    this.#pictures = pictures;
  }

  /** @param {string} text a recipe @returns {Ran | undefined} undefined: it is not known, or not any more */
  answer(text) {
    return this.#answers.get(text);
  }

  /**
   * @param {string} text a recipe, as links have it @param {Omit<Parameters<typeof runRequest>[1], 'name'>} how @param {AbortSignal} [signal]
   * @returns {Promise<import('../../worker/engine_link.js').Message | null>} for the engine
   */
  async run(text, how, signal) {
    const recipe = this.#read(text);
    const { result, bytes } = await this.#link.call(runRequest(recipe, { ...how, name: this.#name, as: text }), { signal });
    this.#keep(text, /** @type {Ran} */ (result));
    return bytes;
  }

  /** The same, for a run that is to be shown: the one before is given up for it. @param {string} text @param {Parameters<Runs['run']>[1]} how */
  next(text, how) {
    this.giveUp();
    this.#newest = new AbortController();
    return this.run(text, how, this.#newest.signal);
  }

  giveUp() {
    this.#newest.abort();
  }

  /** Has a run answered again that the engine still has. @param {string} text */
  async says(text) {
    const { result } = await this.#link.call({ call: 'says', recipe: ranOf(this.#read(text)) });
    this.#keep(text, /** @type {Ran} */ (result));
  }

  /** Answers whose name contains the word. @param {string} word @param {import('../run/recipe.js').Recipe} recipe @returns {Promise<import('../run/says.js').Answer[]>} */
  async find(word, recipe) {
    const { result } = await this.#link.call({ call: 'find', part: word, recipe: ranOf(recipe) });
    return /** @type {Pick<import('../run/says.js').Says, 'answers'>} */ (result).answers;
  }

  /** @param {string} word as the answers are written @param {string} text a recipe @returns {Promise<number>} its probability; NaN: it is not among the answers */
  async chance(word, text) {
    return (await this.find(word, recipeOf(text))).find((one) => shown(one.text) === word)?.probability ?? NaN;
  }

  /** @param {string} text */
  #read(text) {
    const recipe = recipeOf(text);
    this.#pictures?.send(this.#link, recipe.text);
    return recipe;
  }

  /** @param {string} text @param {Ran} result */
  #keep(text, result) {
    if (result.says?.near) this.#answers.clear(); // the nearest texts are others after each run
    this.#answers.delete(text);
    this.#answers.set(text, result);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > most) this.#answers.delete(oldest);
  }
}
