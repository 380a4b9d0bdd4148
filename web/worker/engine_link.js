// SPDX-License-Identifier: MIT
// @ts-check
// The page's connection to the worker. A worker that dies is replaced by a new one. The listener is notified, so that it can reopen its
// document.

import { tr } from '../base/language.js';

/**
 * @typedef {object} Listener
 * @property {(bytes: Uint8Array) => void} message a message of the engine, see src/protocol/messages.h
 * @property {(ticket: number, bytes: number, total: number) => void} progress
 * @property {(ticket: number, name: string, question: import('../fetch/download.js').Question) => void} asks answer with agreed() or
 * cancel()
 * @property {(ticket: number, problem: import('../base/problem.js').Problem) => void} failed for failures other than the page's own cancel
 * @property {(reason: string, last: boolean) => void} died a new worker is ready, unless `last`
 */

/** A message to the engine. A long one with an example may come in pieces. @typedef {Uint8Array | Uint8Array[]} Message */

/** After this many deaths within a minute, no new worker starts until the next opening. */
const mostDeaths = 5;
const lately = 60_000;

let given = '';
/**
 * TypeScript does not know this API. A TrustedScriptURL counts as a string here.
 * @typedef {{createScriptURL: (given: string) => string}} Policy
 * @typedef {{createPolicy: (name: string, rules: Policy) => Policy}} TrustedTypes
 */
const policy = /** @type {typeof globalThis & {trustedTypes?: TrustedTypes}} */ (globalThis).trustedTypes?.createPolicy('headwaters', {
  createScriptURL: () => given,
});
/**
 * An address for a worker. index.html requires trusted types, so it is created by the only allowed policy, which accepts only addresses
 * from this file.
 * @param {URL} address @param {string} [hash] an option for the worker @returns {string}
 */
const trusted = ({ href }, hash = '') => {
  given = href + hash;
  return policy ? policy.createScriptURL('') : given;
};

/** The address of the service worker that stores the program (web/offline). */
export const keeperAddress = () => trusted(new URL('../service_worker.js', import.meta.url));

export class EngineLink {
  /** @type {Listener | null} */
  #listener = null;
  /** @type {number[]} */
  #deaths = [];
  /** Why the last worker was not replaced, '' while there is one. */
  #end = '';
  /** The language for each new worker. @type {ReturnType<typeof import('../base/language.js').workerTexts>} */
  #words = null;
  /** Each new worker loads its whole module at once. */
  #isWhole;
  /** @type {Worker} */
  #worker;

  /** @param {boolean} [isWhole] the module is in two parts, and the first data need both */
  constructor(isWhole = false) {
    this.#isWhole = isWhole;
    this.#worker = this.#start();
  }

  /** @param {Listener} listener */
  listen(listener) {
    this.#listener = listener;
  }

  /**
   * Sets the language of the worker's error messages.
   * @param {ReturnType<typeof import('../base/language.js').workerTexts>} words null for English
   */
  setTexts(words) {
    this.#words = words;
    if (words) this.#worker.postMessage({ words });
  }

  /** The first picture is drawn, so the worker can load its module's second part. */
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
    // The lock is released when the thread ends, even if it could not send a message.
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

  /** Stops for good, because the page has crashed. */
  end() {
    this.#end = 'the page has ended';
    this.#worker.terminate();
  }

  /** @param {Message} message transferred */
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
  /** @param {number} ticket the visitor agreed to its question */
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

/** @param {string} reason the runtime's message */
const plain = (reason) => (/^Aborted|memory|allocat/i.test(reason) ? tr('it ran out of memory') : reason);
