// SPDX-License-Identifier: MIT
// @ts-check
// Replaces a worker (link.js) with precomputed answers (tools/lib/visit/prepare.mjs), so that the first picture does not wait for a model.
// The model loads while the user reads, or with the first question that has no prepared answer.

import { writeExampleAgain } from '../../make/made_example.js';
import { language as spoken } from '../../base/language.js';

/**
 * @typedef {object} Prepared
 * @property {import('../run/about.js').About} about @property {import('../run/recipe.js').Recipe} recipe of the run
 * @property {string} example the run's message in base64 @property {import('../open/runs.js').Ran} run the run's result
 * @property {{question: string, arguments: Record<string, unknown>, answer: {sentences?: string[]}}[]} answers
 * @property {Record<string, string[]>} sentences of the first answer, by language
 */

/** Milliseconds after the picture until the model loads. */
const rest = 1500;

const bytesOf = (/** @type {string} */ text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** @param {URL} address @param {import('../run/recipe.js').Recipe} recipe @returns {Promise<Prepared | null>} null if there is none for this recipe or language */
export async function preparedOf(address, recipe) {
  const response = await fetch(address, { credentials: 'same-origin' }).catch(() => null);
  const prepared = response?.ok ? await response.json().catch(() => null) : null;
  const isSpoken = prepared && (spoken === 'en' || spoken in prepared.sentences);
  return isSpoken && JSON.stringify(prepared.recipe) === JSON.stringify(recipe) ? prepared : null;
}

/** @typedef {{question?: string, arguments?: Record<string, unknown>}} Question */
/** @param {Question} one @param {Question} other */
const isSame = (one, other) => one.question === other.question && JSON.stringify(one.arguments) === JSON.stringify(other.arguments);

export class PreparedLink {
  #prepared;
  #begin;
  /** @type {Promise<import('../link.js').Link> | null} */
  #model = null;
  #abort = new AbortController();
  #timer;

  /** @param {Prepared} prepared @param {(signal: AbortSignal) => Promise<import('../link.js').Link>} begin opens the model */
  constructor(prepared, begin) {
    this.#prepared = prepared;
    this.#begin = begin;
    this.#timer = setTimeout(() => void this.#comes().catch(() => {}), rest);
  }

  /** Loads the model. Tries again after a failure. */
  #comes() {
    clearTimeout(this.#timer);
    if (!this.#model) {
      this.#model = this.#begin(this.#abort.signal);
      const coming = this.#model;
      coming.catch(() => {
        this.#model = null;
      });
    }
    return this.#model;
  }

  /**
   * See ModelLink. @param {import('../run/requests.js').Request} request
   * @param {{signal?: AbortSignal, progress?: (done: number) => void}} [more] @returns {Promise<{result: unknown, bytes: import('../../worker/engine_link.js').Message | null}>}
   */
  async call(request, more = {}) {
    const known = this.#known(request);
    if (known) return known;
    const model = await this.#comes();
    more.signal?.throwIfAborted();
    return model.call(request, more);
  }

  /** @param {import('../run/requests.js').Request} request */
  #known(request) {
    const { run, recipe, example, answers, sentences } = this.#prepared;
    if (!('recipe' in request) || JSON.stringify(request.recipe) !== JSON.stringify(recipe)) return null;
    if (request.call === 'says') return { result: run, bytes: null };
    if (request.call === 'run') {
      const { as, ticket, document, name, isShown, isSettled } = request;
      const into = { ticket, document, name, form: 'model', recipe: { maker: 'prompt', text: as }, isShown, isSettled };
      return { result: run, bytes: writeExampleAgain(into, { title: recipe.text, model: name }, bytesOf(example)) };
    }
    const same = request.call === 'ask' ? answers.find((one) => isSame(one, request)) : undefined;
    if (!same) return null;
    const own = sentences[spoken];
    return { result: { ...same.answer, ...(own && same.answer.sentences && { sentences: own }) }, bytes: null };
  }

  /**
   * Whether the answer to this question about the run is prepared.
   * @param {string} question @param {Record<string, unknown>} args @param {import('../run/recipe.js').Recipe} recipe
   */
  knows(question, args, recipe) {
    const { answers, recipe: own } = this.#prepared;
    return JSON.stringify(recipe) === JSON.stringify(own) && answers.some((one) => isSame(one, { question, arguments: args }));
  }

  /** See ModelLink. */
  end() {
    clearTimeout(this.#timer);
    this.#abort.abort();
    void this.#model?.then(
      (model) => model.end(),
      () => {},
    );
  }
}
