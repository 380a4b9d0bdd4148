// SPDX-License-Identifier: MIT
// @ts-check
// Replaces a worker (link.js) for a link with saved answers (linked.js): shows them at once, and opens the model in the meantime.

import { answerAmong } from './answers.js';
import { replayOf } from './replay.js';
import { GivenLink } from '../given/given_link.js';
import { linkedResult } from './linked.js';
import { recipeOf, recipeText } from '../run/recipe.js';
import { runRequest } from '../run/requests.js';
import { inLanguage, tr } from '../../base/language.js';

/** @typedef {import('./answers.js').Answered} Answered */
/** @typedef {import('../link.js').Link} Link */
/** @typedef {import('../models.js').Loaded} Loaded */

/** Views print two decimals, and three for small numbers. @param {number} one @param {number} other */
const differs = (one, other) => Math.abs(one - other) >= (Math.min(Math.abs(one), Math.abs(other)) < 0.1 ? 0.001 : 0.01);

/** The largest difference that views would print between two answers. @param {unknown} one @param {unknown} other @returns {number} 0 for none */
export function differenceOf(one, other) {
  if (typeof one === 'number' && typeof other === 'number') return differs(one, other) ? Math.abs(one - other) : 0;
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return 0;
  const [own, others] = /** @type {Record<string, unknown>[]} */ ([one, other]);
  return Object.keys(own).reduce((most, name) => Math.max(most, differenceOf(own[name], others[name])), 0);
}

export class SavedLink {
  #result;
  #replay;
  /** @type {(signal: AbortSignal) => Promise<Loaded>} */
  #open = () => Promise.reject(new Error('no model'));
  /** @type {(loaded: Loaded | null) => void} */
  #changed = () => {};
  /** @type {Link | null} */
  #model = null;
  /** @type {Promise<Link> | null} */
  #coming = null;
  #isMissing = false;
  /** The text that waits for the model, a recipe. @type {string | null} */
  waits = null;
  #abort = new AbortController();

  /** @param {import('./file.js').ResultFile} result */
  constructor(result) {
    this.#result = result;
    const replay = replayOf(result);
    this.about = { ...replay.about, name: result.model, asks: undefined };
    this.#replay = new GivenLink({
      ...replay,
      about: { ...replay.about, asks: ['lens', 'blanked', 'experiment', 'decide', 'swap', 'circuit'] },
    });
  }

  /**
   * @param {(signal: AbortSignal) => Promise<Loaded>} open opens the model
   * @param {(loaded: Loaded | null) => void} changed called when the model is there, null if it cannot come
   */
  opens(open, changed) {
    this.#open = open;
    this.#changed = changed;
  }

  /** Rejects if the run cannot be shown. */
  async check() {
    await this.#replay.call(runRequest(this.#result.recipe, { name: this.#result.model }));
  }

  /** The recipe of the answers. */
  get recipe() {
    return recipeText(this.#result.recipe);
  }

  /** The link was too long for attention. */
  get hasGaps() {
    return this.#model === null && this.#result.attention === null;
  }

  /** The answers, until the model gives its own. */
  get saved() {
    return this.#model ? undefined : this.#result.answers;
  }

  /**
   * What users should know about the answers on the screen.
   * @param {import('../run/recipe.js').Recipe} recipe @param {Answered[]} answers of the model, [] while it computes
   */
  note(recipe, answers) {
    if (recipeText(recipe) !== this.recipe) return '';
    if (this.#isMissing) return tr('Saved answers. Open the model {} to ask more.', this.#result.model);
    if (!this.#model) return tr('Saved answers; the model is loading.');
    const most = answers.reduce((sum, { question, arguments: asked, answer }) => {
      const saved = answerAmong(this.#result.answers, question, asked);
      return Math.max(sum, differenceOf(saved, answer));
    }, 0);
    return most > 0 ? tr('The model’s numbers differ from the link’s saved answers, by up to {}.', inLanguage(most.toPrecision(2))) : '';
  }

  /** Opens the model. Tries again after a failure. */
  begin() {
    this.#coming ??= this.#come();
    return this.#coming;
  }

  async #come() {
    try {
      this.#isMissing = false;
      const loaded = await this.#open(this.#abort.signal);
      this.#model = loaded.link;
      this.#changed(loaded);
      return loaded.link;
    } catch (error) {
      this.#coming = null;
      this.#isMissing = true;
      if (!this.#abort.signal.aborted) this.#changed(null);
      throw error;
    }
  }

  /** See ModelLink. @param {import('../run/requests.js').Request} request @param {Parameters<Link['call']>[1]} [more] */
  async call(request, more = {}) {
    if (this.#model) return this.#model.call(request, more);
    try {
      return await this.#replay.call(request, { signal: more.signal });
    } catch (missing) {
      more.signal?.throwIfAborted();
      if (request.call === 'run') this.waits = request.as;
      const model = await this.begin().catch(() => Promise.reject(missing));
      more.signal?.throwIfAborted();
      return model.call(request, more);
    }
  }

  /** See StepsLink. @param {import('../steps_link.js').Follow} tell */
  follow(tell) {
    this.#model?.follow?.(tell);
  }

  /** See TrainingLink. */
  get training() {
    return this.#model?.training ?? null;
  }
  get another() {
    return this.#model?.another;
  }

  /** See ModelLink. */
  end() {
    this.#abort.abort();
    this.#replay.end();
    this.#model?.end();
  }
}

/**
 * @param {string} field of a link @param {string} prompt its recipe @returns {Promise<SavedLink | null>} null if the answers are damaged, or
 * about another recipe
 */
export async function savedLinkOf(field, prompt) {
  const result = await linkedResult(field, recipeText(recipeOf(prompt)));
  if (!result) return null;
  try {
    const link = new SavedLink(result);
    await link.check();
    return link;
  } catch {
    return null;
  }
}
