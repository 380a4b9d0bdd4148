// SPDX-License-Identifier: MIT
// @ts-check
// The queue of requests to a model. A run advances by one step per turn, with messages in between. A request that is dropped stops at its
// next turn, even if it has begun. One that gives way starts again after newer requests that do not, even while it waits for its needs.

import { Pump } from './pump.js';

/** @typedef {{id: number}} Request */

/** @template {Request} T */
export class Turns {
  #callbacks;
  /** @type {T[]} */
  #waiting = [];
  /** The id of the running request. */
  #begun = 0;
  /** The id of the request that waits for its needs (0 for none), and of the one that has them. */
  #held = 0;
  #ready = 0;
  #pump = new Pump(() => this.#turn());

  /**
   * @param {object} callbacks
   * @param {(asked: T) => boolean} callbacks.begin starts its run; true while steps are left @param {(asked: T) => boolean} callbacks.step
   * @param {(asked: T) => void} callbacks.answer sends the run's result
   * @param {(asked: T) => Promise<boolean> | null} [callbacks.waits] loads its needs before it starts; false drops the request
   * @param {(asked: T) => boolean} [callbacks.givesWay] to any request that does not: it starts again after them
   */
  constructor(callbacks) {
    this.#callbacks = callbacks;
  }

  /** @param {T} asked */
  add(asked) {
    this.#waiting.push(asked);
    this.#pump.start();
  }

  /** @param {number} id */
  drop(id) {
    this.#waiting = this.#waiting.filter((asked) => asked.id !== id);
    this.#pump.start();
  }

  /** Stops. */
  end() {
    this.#pump.end();
  }

  #turn() {
    let next = this.#waiting[0];
    if (!next) return false;
    const other = this.#callbacks.givesWay?.(next) ? this.#waiting.find((asked) => !this.#callbacks.givesWay?.(asked)) : undefined;
    if (other) {
      this.#waiting = [other, ...this.#waiting.filter((asked) => asked !== other)];
      next = other;
    }
    if (this.#held === next.id) return false;
    const isNew = this.#begun !== next.id;
    const waits = isNew && this.#ready !== next.id && this.#callbacks.waits?.(next);
    if (waits) {
      const { id } = next;
      this.#held = id;
      void waits.then((isGood) => {
        if (this.#held === id) this.#held = 0;
        if (isGood) this.#ready = id;
        else this.drop(id);
        this.#pump.start();
      });
      return false;
    }
    this.#begun = next.id;
    if (isNew ? this.#callbacks.begin(next) : this.#callbacks.step(next)) return true;
    this.#waiting.shift();
    this.#callbacks.answer(next);
    return this.#waiting.length > 0;
  }
}
