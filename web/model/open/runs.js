// SPDX-License-Identifier: MIT
// @ts-check
// The runs of an open model. The page's state records which run is shown. This class caches the answers of the latest runs.

import { withScore } from '../../make/made_example.js';
import { recipeOf } from '../run/recipe.js';
import { ranOf, runRequest } from '../run/requests.js';
import { visibleText } from '../run/answers.js';

/** Maximum number of cached answers, somewhat more than the list of texts has. */
const most = 64;

/**
 * The result of a run (src/model/service/cut_run.h): tokens, answers, those without the cuts, the question, and the output of a model that
 * translates. `seen`: the picture as an external model sees it.
 * @typedef {Pick<import('../run/parts.js').ShownRun, 'says' | 'question'> & {pieces: import('../run/sentence.js').Piece[], before?: {answers: import('../run/answers.js').Answer[]} | null, output?: import('../run/stacks.js').Output, seen?: import('../given/given_link.js').Seen}} Ran
 */

export class Runs {
  #link;
  #name;
  #given;
  #prompted;
  /** By recipe, newest last. @type {Map<string, Ran>} */
  #answers = new Map();
  #newest = new AbortController();
  /** Scores that a view has measured, by recipe. Their runs need no tests of words. @type {Map<string, {name: string, values: number[]}>} */
  measured = new Map();

  /**
   * @param {import('../link.js').Link} link @param {string} name of the model
   * @param {{send: (link: import('../link.js').Link, name: string) => void} | null} given pictures or sounds, which the model needs before a run
   * @param {import('../picture/prompted.js').PromptPictures | null} [prompted] the pictures of prompts
   */
  constructor(link, name, given, prompted = null) {
    this.#link = link;
    this.#name = name;
    this.#given = given;
    this.#prompted = prompted;
  }

  /** @param {string} text a recipe @returns {Ran | undefined} undefined if it is not cached */
  answer(text) {
    return this.#answers.get(text);
  }

  /**
   * @param {string} text a recipe in the format of links @param {Omit<Parameters<typeof runRequest>[1], 'name'>} how
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('../../worker/engine_link.js').Message | null>} for the engine
   */
  async run(text, how, signal) {
    const recipe = this.#read(text);
    if (this.#prompted) await this.#prompted.ready(this.#link, recipe);
    const score = this.measured.get(text);
    const asked = score ? { ...recipe, scores: undefined } : recipe;
    const { result, bytes } = await this.#link.call(runRequest(asked, { ...how, name: this.#name, as: text }), { signal });
    this.#keep(text, /** @type {Ran} */ (result));
    return bytes && score ? withScore(bytes, score) : bytes;
  }

  /** Runs a recipe for the view. Cancels the previous such run. @param {string} text @param {Parameters<Runs['run']>[1]} how */
  next(text, how) {
    this.giveUp();
    this.#newest = new AbortController();
    return this.run(text, how, this.#newest.signal);
  }

  giveUp() {
    this.#newest.abort();
  }

  /** Requests the answers for a run that the engine still has. @param {string} text */
  async says(text) {
    const { result } = await this.#link.call({ call: 'says', recipe: ranOf(this.#read(text)) });
    this.#keep(text, /** @type {Ran} */ (result));
  }

  /** Answers whose name contains the word. @param {string} word @param {import('../run/recipe.js').Recipe} recipe @returns {Promise<import('../run/answers.js').Answer[]>} */
  async find(word, recipe) {
    const { result } = await this.#link.call({ call: 'find', part: word, recipe: ranOf(recipe) });
    return /** @type {Pick<import('../run/answers.js').AnswerList, 'answers'>} */ (result).answers;
  }

  /**
   * @param {string} word spelled as in the answers @param {string} text a recipe @returns {Promise<number>} its probability, NaN if it is
   * not among the answers
   */
  async chance(word, text) {
    return (await this.find(word, recipeOf(text))).find((one) => visibleText(one.text) === word)?.probability ?? NaN;
  }

  /** @param {string} text */
  #read(text) {
    const recipe = recipeOf(text);
    this.#given?.send(this.#link, recipe.text);
    return recipe;
  }

  /** @param {string} text @param {Ran} result */
  #keep(text, result) {
    if (result.says?.near) this.#answers.clear(); // each run changes the nearest texts
    this.#answers.delete(text);
    this.#answers.set(text, result);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > most) this.#answers.delete(oldest);
  }
}
