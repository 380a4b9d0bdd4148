// SPDX-License-Identifier: MIT
// @ts-check
// The requests to a model, in their order. A run is made a step a turn, and messages come in between: one that nobody waits for
// any more is given up at its next turn, whether it was begun or not. One that gives way is begun anew behind others that come meanwhile,
// also while it waits for what it needs.

import { Pump } from './pump.js';

/** @typedef {{id: number, request: any}} Asked */

/** @template {Asked} T */
export class Turns {
  #does;
  /** @type {T[]} */
  #waiting = [];
  /** Whose run goes on. */
  #begun = 0;
  /** Whose need is being waited for, 0: nobody's; and whose is there. */
  #held = 0;
  #ready = 0;
  #pump = new Pump(() => this.#turn());

  /**
   * @param {object} does
   * @param {(asked: T) => boolean} does.begin its run: true while steps are left @param {(asked: T) => boolean} does.step
   * @param {(asked: T) => void} does.answer with what its run has found
   * @param {(asked: T) => Promise<boolean> | null} [does.waits] for what it needs before it begins; false: it is left out
   * @param {(asked: T) => boolean} [does.givesWay] to any that does not: it is begun anew behind them
   */
  constructor(does) {
    this.#does = does;
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

  /** No more turns. */
  end() {
    this.#pump.end();
  }

  #turn() {
    let next = this.#waiting[0];
    if (!next) return false;
    const other = this.#does.givesWay?.(next) ? this.#waiting.find((asked) => !this.#does.givesWay?.(asked)) : undefined;
    if (other) {
      this.#waiting = [other, ...this.#waiting.filter((asked) => asked !== other)];
      next = other;
    }
    if (this.#held === next.id) return false;
    const isNew = this.#begun !== next.id;
    const waits = isNew && this.#ready !== next.id && this.#does.waits?.(next);
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
    if (isNew ? this.#does.begin(next) : this.#does.step(next)) return true;
    this.#waiting.shift();
    this.#does.answer(next);
    return this.#waiting.length > 0;
  }
}
