// SPDX-License-Identifier: MIT
// @ts-check
// A training in a model's worker: its curves, and its pace. The worker trains for some milliseconds per request, so that requests of views
// come between.

/** @typedef {[number | null, number | null, number | null]} Head attention to the token before, to the token after the last earlier copy, to the right source */
/** `naming` and `hash` are empty until the step is measured on its own. @typedef {{step: number, accuracy: number, whole: number, hard: number | null, heads: Head[], naming: [number, number][], hash: string}} Measured */
/** @typedef {{name: string, task: string, version: number, seed: number, seeds: number[], steps: number, measuredEvery: number, layers: number, heads: number, hasHardTest: boolean, words: string[], examples: string[]}} Described */
/** @typedef {{step: number, isFinished: boolean, from: number, losses: number[], norms: number[], measured: Measured[]}} Points */
/** @typedef {{step: number, right: number, counted: number, share: number, sequences: number, whole: number}} Tested */
/** @typedef {Pick<import('../link.js').ModelLink, 'call'>['call']} Call */

/** Steps per second that people can follow. */
const paceToWatch = 20;
/** Seconds of a training up to a step, after which a class gets restless. */
const longestWatched = 25;
/** Milliseconds of one request, which a view's request may have to wait for. */
const slice = 30;
/** Steps between two stored weights (src/model/train/trainer.h). Others are computed again. */
export const storedEvery = 5;

export class Training {
  #call;
  #isRunning = false;
  #isFull = false;
  /** Requests in progress. */
  #busy = 0;
  /** Told after each change. @type {Set<() => void>} */
  #watchers = new Set();
  /** @type {number[]} the loss of each step, before its update */
  losses = [];
  /** By step. @type {Map<number, Measured>} */
  measured = new Map();
  step = 0;
  isFinished = false;
  /** Why it ended early. @type {Error | null} */
  fault = null;

  /** @param {Call} call @param {Described} about @param {string} recipe its name, or JSON */
  constructor(call, about, recipe) {
    this.#call = call;
    this.recipe = recipe;
    this.about = about;
  }

  get isRunning() {
    return this.#isRunning;
  }
  /** It runs, or the last steps of a run have not arrived. */
  get isBusy() {
    return this.#isRunning || this.#busy > 0;
  }
  get isFull() {
    return this.#isFull;
  }

  /** @param {() => void} told @returns {() => void} ends it */
  watch(told) {
    this.#watchers.add(told);
    return () => this.#watchers.delete(told);
  }
  #tell() {
    for (const told of this.#watchers) told();
  }

  /** @param {boolean} isFull trains as fast as possible */
  setPace(isFull) {
    this.#isFull = isFull;
    this.#tell();
  }

  /** The steps whose weights are stored, ascending, and the present one. @returns {number[]} */
  get steps() {
    const stored = Array.from({ length: Math.floor(this.step / storedEvery) + 1 }, (_, i) => i * storedEvery);
    return this.step % storedEvery ? [...stored, this.step] : stored;
  }

  /** The latest measurement up to a step. @param {number} step @returns {Measured | null} */
  measuredUpTo(step) {
    let found = null;
    for (const one of this.measured.values()) if (one.step <= step && (!found || one.step > found.step)) found = one;
    return found;
  }

  /** Trains up to a step, but no longer than this. @param {number} to @param {number} milliseconds @param {AbortSignal} [signal] */
  async learn(to, milliseconds, signal) {
    const from = this.losses.length;
    this.#busy += 1;
    const { result } = await this.#call({ call: 'learn', to, milliseconds, from }, { signal }).finally(() => {
      this.#busy -= 1;
    });
    const points = /** @type {Points} */ (result);
    if (points.from === this.losses.length) this.losses.push(...points.losses);
    for (const one of points.measured) this.measured.set(one.step, one);
    this.step = points.step;
    this.isFinished = points.isFinished;
    this.#tell();
  }

  /** Trains up to a step as fast as possible. @param {number} step @param {AbortSignal} signal @param {(done: number) => void} progress from 0 to 1 */
  async reach(step, signal, progress) {
    const to = Math.min(step, this.about.steps);
    this.#busy += 1;
    try {
      await this.learn(0, 0, signal);
      while (this.step < to) {
        await this.learn(to, slice, signal);
        progress(this.step / to);
      }
    } finally {
      this.#busy -= 1;
    }
    this.#tell();
  }

  pause() {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#tell();
  }

  /**
   * Trains until the end, a pause or a fault.
   * @param {() => number} [limit] the last step to train at present @param {number} [end] where it pauses, in at most `longestWatched` seconds
   */
  async run(limit = () => Infinity, end = Infinity) {
    if (this.#isRunning || this.isFinished || this.step >= end) return;
    const pace = end < Infinity ? Math.max(paceToWatch, (end - this.step) / longestWatched) : paceToWatch;
    this.#isRunning = true;
    this.#tell();
    let begun = performance.now();
    let at = this.step;
    let wasFull = this.#isFull;
    try {
      while (this.#isRunning && !this.isFinished && this.step < end) {
        if (wasFull !== this.#isFull) [begun, at, wasFull] = [performance.now(), this.step, this.#isFull];
        const due = this.#isFull ? this.about.steps : at + ((performance.now() - begun) / 1000) * pace;
        // After a break, as in a hidden tab, it does not hurry.
        if (due - this.step > pace && !this.#isFull) [begun, at] = [performance.now(), this.step];
        const to = Math.min(Math.floor(due), limit(), end, this.about.steps);
        if (to > this.step) await this.learn(to, slice);
        await new Promise((resolve) => setTimeout(resolve, this.#isFull && to > this.step ? 0 : 1000 / pace / 2));
      }
    } catch (error) {
      this.fault = /** @type {Error} */ (error);
    }
    this.#isRunning = false;
    this.#tell();
  }

  /** Makes one step. */
  async advance() {
    this.pause();
    await this.learn(this.step + 1, 0).catch((error) => {
      this.fault = error;
      this.#tell();
    });
  }

  /** Measures the methods, too, at any step. @param {number} step @param {AbortSignal} signal @returns {Promise<Measured>} */
  async measure(step, signal) {
    const known = this.measured.get(step);
    if (known?.hash) return known;
    const measured = /** @type {Measured} */ ((await this.#call({ call: 'learned', step }, { signal })).result);
    if (known) this.measured.set(step, measured);
    return measured;
  }

  /**
   * The accuracy with cuts, on fresh texts.
   * @param {number} step @param {import('../run/recipe.js').Cut[]} cuts @param {number} sequences @param {AbortSignal} signal @returns {Promise<Tested>}
   */
  async test(step, cuts, sequences, signal) {
    return /** @type {Tested} */ ((await this.#call({ call: 'tested', step, cuts, sequences }, { signal })).result);
  }

  /** The files of the model at a step. @param {number} step @returns {Promise<{name: string, bytes: Uint8Array}[]>} */
  async files(step) {
    const { result, bytes } = await this.#call({ call: 'keep', step });
    const whole = new Uint8Array(await new Blob(/** @type {BlobPart[]} */ ([bytes ?? []].flat())).arrayBuffer());
    let at = 0;
    return /** @type {{files: {name: string, size: number}[]}} */ (result).files.map(({ name, size }) => {
      at += size;
      return { name, bytes: whole.subarray(at - size, at) };
    });
  }
}

/**
 * The first measured step from which the accuracies of two trainings differ by a tenth.
 * @param {Training} one @param {Training} other @returns {{step: number, one: number, other: number} | null}
 */
export function partingOf(one, other) {
  for (const step of [...one.measured.keys()].sort((a, b) => a - b)) {
    const [mine, its] = [one.measured.get(step), other.measured.get(step)];
    if (mine && its && Math.abs(mine.accuracy - its.accuracy) >= 0.1) return { step, one: mine.accuracy, other: its.accuracy };
  }
  return null;
}
