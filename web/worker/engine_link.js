// SPDX-License-Identifier: MIT
// @ts-check
// The page's end of the connection to the worker. A worker that dies, in whatever way, is replaced by a new
// one; the listener is told, so that it can reopen what was open.

import { tr } from '../base/words.js';

/**
 * @typedef {object} Listener
 * @property {(bytes: Uint8Array) => void} message  of the engine's, see src/protocol/messages.h
 * @property {(ticket: number, bytes: number, total: number) => void} progress
 * @property {(ticket: number, name: string, question: import('../fetch/download.js').Question) => void} asks  answered by agreed() or cancel()
 * @property {(ticket: number, problem: import('../base/problem.js').Problem) => void} failed  what the page did not cancel itself
 * @property {(reason: string, last: boolean) => void} died  a new worker stands ready, but after the last
 */

/** To the engine: whole, or in pieces, as a long one with an example may come. @typedef {Uint8Array | Uint8Array[]} Message */

/** Workers that end this often within a minute are not replaced until data are to be opened. */
const mostDeaths = 5;
const lately = 60_000;

let given = '';
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('headwaters', { createScriptURL: () => given });
/**
 * An address as index.html demands it for a worker where the browser knows trusted types: made by the one policy that it
 * allows, which takes nothing from outside this file.
 * @param {URL} address @param {string} [hash] what its worker is told @returns {any}
 */
const trusted = ({ href }, hash = '') => {
  given = href + hash;
  return policy ? policy.createScriptURL('') : given;
};

/** The address of what keeps the program for use without a network, for web/offline. */
export const keeperAddress = () => trusted(new URL('../service_worker.js', import.meta.url));

export class EngineLink {
  /** @type {Listener | null} */
  #listener = null;
  /** @type {number[]} */
  #deaths = [];
  /** Why there is no worker any more. */
  #end = '';
  /** What each worker is told first. @type {ReturnType<typeof import('../base/words.js').ownWords>} */
  #words = null;
  /** Each worker is to have all of its module at once. */
  #isWhole;
  /** @type {Worker} */
  #worker;

  /** @param {boolean} [isWhole] the module is in two parts, and what is to be opened needs both */
  constructor(isWhole = false) {
    this.#isWhole = isWhole;
    this.#worker = this.#start();
  }

  /** @param {Listener} listener */
  listen(listener) {
    this.#listener = listener;
  }

  /** The language of problems that the worker finds. @param {ReturnType<typeof import('../base/words.js').ownWords>} words null: English */
  setWords(words) {
    this.#words = words;
    if (words) this.#worker.postMessage({ words });
  }

  /** The first picture stands: the second part of the module can come. */
  whole() {
    if (!this.#isWhole) this.#worker.postMessage({ whole: true });
    this.#isWhole = true;
  }

  #start() {
    this.#end = '';
    const worker = new Worker(trusted(new URL('./worker.js', import.meta.url), this.#isWhole ? '#whole' : ''), { type: 'module' });
    worker.onmessage = ({ data }) => this.#receive(worker, data);
    worker.onerror = (event) => this.#replace(worker, event.message || tr('it could not start'));
    if (this.#words) worker.postMessage({ words: this.#words });
    return worker;
  }

  /** @param {Worker} worker @param {import('../posted.d.ts').FromEngine} data */
  #receive(worker, data) {
    if (worker !== this.#worker) return;
    if (data.bytes) this.#listener?.message(data.bytes);
    else if (data.progress) this.#listener?.progress(data.progress.ticket, data.progress.bytes, data.progress.total);
    else if (data.asks) this.#listener?.asks(data.asks.ticket, data.asks.name, data.asks.question);
    else if (data.failed) this.#listener?.failed(data.failed.ticket, data.failed.problem);
    else if (data.died) this.#replace(worker, data.died);
    // The lock is free when the thread is gone, even if nobody could say so any more.
    else if (data.alive) navigator.locks.request(data.alive, () => this.#replace(worker, tr('its thread ended'))).catch(() => {});
  }

  /** @param {Worker} worker @param {string} reason */
  #replace(worker, reason) {
    if (worker !== this.#worker || this.#end) return;
    worker.terminate();
    const now = performance.now();
    this.#deaths = [...this.#deaths.filter((at) => now - at < lately), now];
    if (this.#deaths.length < mostDeaths) this.#worker = this.#start();
    else this.#end = plain(reason);
    this.#listener?.died(plain(reason), this.#end !== '');
  }

  /** For good: the page itself is at its end. */
  end() {
    this.#end = 'the page has ended';
    this.#worker.terminate();
  }

  /** @param {Message} message taken over */
  send(message) {
    if (message instanceof Uint8Array) this.#worker.postMessage({ bytes: message }, [message.buffer]);
    else
      this.#worker.postMessage(
        { pieces: message },
        message.map(({ buffer }) => buffer),
      );
  }
  /** @param {number} ticket @param {Omit<import('./worker.js').Request, 'ticket'>} request */
  open(ticket, { name, source, choices, memory }) {
    if (this.#end) this.#worker = this.#start();
    this.#worker.postMessage({ open: { ticket, name, source, choices, memory } });
  }
  /** @param {number} ticket whose question was answered with yes */
  agreed(ticket) {
    this.#worker.postMessage({ agreed: ticket });
  }
  /** @param {number} ticket */
  cancel(ticket) {
    this.#worker.postMessage({ cancel: ticket });
  }
}

/** The thread of a model (web/model/link.js). */
export const startModelWorker = () => new Worker(trusted(new URL('../model/worker.js', import.meta.url)), { type: 'module' });

/** @param {string} reason as the runtime says it */
const plain = (reason) => (/^Aborted|memory|allocat/i.test(reason) ? tr('it ran out of memory') : reason);
