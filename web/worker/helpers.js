// SPDX-License-Identifier: MIT
// @ts-check
// The engine's helpers, separate workers for long flows. Each starts on first use. If one dies or cannot start, it is not used again, and
// the engine does its work.

/** More processors gain little and cost memory. */
const most = 6;

export class Helpers {
  /** @type {(Worker | null)[]} */
  #workers = [];
  #listener;

  /** @param {{message: (helper: number, bytes: Uint8Array) => void, lost: (helper: number) => void}} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  /** The possible number of helpers. One thread is reserved for the engine. */
  static get count() {
    if (typeof Worker === 'undefined') return 0; // a browser that does not support workers in workers
    return Math.max(0, Math.min(most, (navigator.hardwareConcurrency || 1) - 1));
  }

  /** @param {number} helper @param {Uint8Array} bytes transferred */
  send(helper, bytes) {
    if (this.#workers[helper] === undefined) this.#workers[helper] = this.#start(helper);
    this.#workers[helper]?.postMessage({ bytes }, [bytes.buffer]);
  }

  /** @param {number} helper */
  #start(helper) {
    try {
      const worker = new Worker(new URL('./helper.js', import.meta.url), { type: 'module' });
      worker.onmessage = (/** @type {MessageEvent<import('../posted.d.ts').FromEngine>} */ { data }) => {
        if (data.bytes) this.#listener.message(helper, data.bytes);
        else this.#end(helper);
      };
      worker.onerror = () => this.#end(helper);
      return worker;
    } catch {
      queueMicrotask(() => this.#listener.lost(helper));
      return null;
    }
  }

  /** @param {number} helper */
  #end(helper) {
    this.#workers[helper]?.terminate();
    this.#workers[helper] = null;
    this.#listener.lost(helper);
  }
}
