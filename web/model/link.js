// SPDX-License-Identifier: MIT
// @ts-check
// The page's connection to a model's worker: requests with promises. If the worker dies, its requests are rejected and the user is
// notified. A new worker starts with the next model.

import { ProblemError } from '../base/problem.js';
import { visible } from '../base/visible.js';
import { workerTexts, tr } from '../base/language.js';
import { startModelWorker } from '../worker/engine_link.js';

/** @typedef {{resolve: (reply: {result: unknown, bytes: import('../worker/engine_link.js').Message | null}) => void, reject: (error: Error) => void, progress?: (done: number) => void}} Waiting */

/**
 * The requests to a model. knows: whether the answer needs no run; saved: answers of an opened file or a link; hasGaps: without the run's
 * attention; note: what users should know about a recipe's answers; follow: of a model with steps; training, another: of one that is trained here; begin: the document is open.
 * @typedef {Pick<ModelLink, 'call' | 'end'> & {
 *   knows?: (question: string, args: Record<string, unknown>, recipe: import('./run/recipe.js').Recipe) => boolean,
 *   follow?: (tell: import('./steps_link.js').Follow) => void, training?: import('./train/training.js').Training | null, another?: import('./training_link.js').TrainingLink['another'], saved?: import('./results/answers.js').Answered[], hasGaps?: boolean, begin?: () => Promise<unknown>,
 *   note?: (recipe: import('./run/recipe.js').Recipe, answers: import('./results/answers.js').Answered[]) => string}} Link
 */

export class ModelLink {
  #worker;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #last = 0;
  #died;
  #isOver = false;

  /** @param {(reason: string) => void} died called once when the worker dies with all its data */
  constructor(died) {
    this.#died = died;
    this.#worker = startModelWorker();
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => this.#over(event.message || tr('it could not start'));
    const words = workerTexts();
    if (words) this.#worker.postMessage({ words });
  }

  /**
   * @param {import('./run/requests.js').Request} request the request
   * @param {{parts?: import('./worker.js').Part[], signal?: AbortSignal, progress?: (done: number) => void}} [more]
   * @returns {Promise<{result: unknown, bytes: import('../worker/engine_link.js').Message | null}>}
   */
  call(request, { parts, signal, progress } = {}) {
    this.#last += 1;
    const id = this.#last;
    const promise = new Promise((resolve, reject) => {
      if (this.#isOver) return reject(new ProblemError(tr('model'), tr('The model was closed.'), tr('Open it again.')));
      this.#waiting.set(id, { resolve, reject, progress });
      this.#worker.postMessage({ call: id, request, ...(parts && { parts }) });
      signal?.addEventListener('abort', () => this.stop(id), { once: true });
    });
    return promise;
  }

  /** Drops a request and rejects its promise. @param {number} id */
  stop(id) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    this.#worker.postMessage({ stop: id });
    waiting.reject(new DOMException('stopped', 'AbortError'));
  }

  /** @param {import('../posted.d.ts').FromModel} data */
  #receive(data) {
    if ('died' in data) return this.#over(data.died);
    if ('alive' in data) return void navigator.locks.request(data.alive, () => this.#over(tr('its thread ended'))).catch(() => {});
    const id = 'reply' in data ? data.reply : 'refused' in data ? data.refused : data.progress;
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if ('progress' in data) return waiting.progress?.(data.done);
    this.#waiting.delete(id);
    if ('reply' in data) waiting.resolve({ result: data.result, bytes: data.bytes });
    else {
      const { place, finding, remedy, offer, choices } = data.problem;
      waiting.reject(new ProblemError(place, finding, remedy, offer, choices));
    }
  }

  /** @param {string} reason */
  #over(reason) {
    if (this.#isOver) return;
    const isMemory = /^Aborted|memory|allocat/i.test(reason) && !/out of bounds/i.test(reason);
    const plain = isMemory ? tr('it ran out of memory') : visible(reason);
    const remedy = isMemory
      ? tr('Close other tabs, or use a smaller or quantised model.')
      : tr('Open it again, or download its files again.');
    this.end(new ProblemError(tr('model'), tr('The model stopped ({}).', plain), remedy));
    this.#died(plain);
  }

  /** Closes the model and frees its memory. @param {ProblemError} [why] for pending requests */
  end(why = new ProblemError(tr('model'), tr('The model was closed.'), tr('Open it again.'))) {
    this.#isOver = true;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }
}
