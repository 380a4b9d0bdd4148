// SPDX-License-Identifier: MIT
// @ts-check
// A model with checkpoints of its training. The weights of a step reach the worker before the first request about that step.

import { bytesOf } from '../consent/confirm.js';
import { listed, partsOf } from './read_model.js';
import { ProblemError } from '../base/problem.js';
import { tr } from '../base/language.js';

/** @typedef {import('./files/parts.js').Training} Training */
/** @typedef {Training['steps'][number] & {isSent?: boolean}} Step */
/** @typedef {(usual: number, steps: {step: number, bytes: number}[]) => void} Follow */

export class StepsLink {
  #link;
  #wanted;
  #training;
  #opened;
  /** @type {Step[]} */
  #steps;
  /** The present download. @type {{step: number, abort: AbortController, sent: Promise<void>} | null} */
  #coming = null;
  /** @type {Follow} */
  #tell = () => {};

  /**
   * @param {import('./link.js').ModelLink} link @param {import('./files/model_source.js').ModelSource} wanted @param {Training} training
   * @param {import('./files/parts.js').Part[]} opened the files of the open weights, once they are there
   */
  constructor(link, wanted, training, opened) {
    this.#link = link;
    this.#wanted = wanted;
    this.#training = training;
    this.#opened = opened;
    this.#steps = training.steps.map((one) => ({ ...one, isSent: one.step === training.usual }));
  }

  /** Reports the steps, now and whenever weights have arrived. @param {Follow} tell */
  follow(tell) {
    this.#tell = tell;
    this.#told();
  }

  #told() {
    const likely = bytesOf(this.#opened); // checkpoints of one model have the same size
    this.#tell(
      this.#training.usual,
      this.#steps.map(({ step, parts, isSent }) => ({ step, bytes: isSent || parts ? 0 : likely })),
    );
  }

  /** See ModelLink. @param {import('./run/requests.js').Request} request @param {Parameters<import('./link.js').Link['call']>[1]} [more] */
  call(request, more = {}) {
    const named = 'recipe' in request ? request.recipe.step : undefined;
    const step = this.#steps.find((one) => one.step === named && !one.isSent);
    return step ? this.#after(step, request, more) : this.#link.call(request, more);
  }

  /** @param {Step} step @param {import('./run/requests.js').Request} request @param {NonNullable<Parameters<import('./link.js').Link['call']>[1]>} more */
  async #after(step, request, more) {
    await this.#send(step);
    more.signal?.throwIfAborted();
    return this.#link.call(request, more);
  }

  /** Several requests may wait for one step. Another step cancels its download. @param {Step} step */
  #send(step) {
    if (this.#coming?.step !== step.step) {
      this.#coming?.abort.abort();
      const abort = new AbortController();
      const coming = { step: step.step, abort, sent: this.#fetched(step, abort.signal) };
      this.#coming = coming;
      const ended = () => {
        if (this.#coming === coming) this.#coming = null;
      };
      coming.sent.then(ended, ended);
    }
    return this.#coming.sent;
  }

  /** @param {Step} step @param {AbortSignal} signal */
  async #fetched(step, signal) {
    const place = tr('step {}', step.step);
    const wanted = { ...this.#wanted, name: `${this.#wanted.name}, ${place}`, address: step.address, parts: undefined, weights: undefined };
    const parts =
      step.parts ??
      (await partsOf(wanted, this.#link, signal, () => {}, true).catch((error) => {
        if (error.name !== 'AbortError' || signal.aborted) throw error;
        throw new ProblemError(place, tr('Its weights were not downloaded.'), tr('Choose the step again to download them.'));
      }));
    signal.throwIfAborted();
    step.parts = parts;
    step.isSent = true;
    await this.#link.call({ call: 'step', step: step.step, parts: listed(parts) }, { parts });
    this.#told();
  }

  /** See ModelLink. @param {Parameters<import('./link.js').ModelLink['end']>[0]} [why] */
  end(why) {
    this.#coming?.abort.abort();
    this.#link.end(why);
  }
}
