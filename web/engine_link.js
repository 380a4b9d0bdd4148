// SPDX-License-Identifier: MIT
// @ts-check
// The page's end of the line to the worker. A worker that dies (out of memory) is replaced by a new
// one; whoever listens is told, to open again what was open.

/**
 * @typedef {object} Listener
 * @property {(bytes: Uint8Array) => void} message  of the engine's, see src/app/messages.h
 * @property {(ticket: number, bytes: number, total: number) => void} progress
 * @property {(ticket: number, problem: import('./problem.js').Problem, cancelled: boolean) => void} failed
 * @property {(reason: string) => void} died  a new worker stands ready
 */

/** A worker that dies this often cannot live here at all. */
const mostDeaths = 5;

export class EngineLink {
  /** @type {Listener | null} */
  #listener = null;
  #deaths = 0;
  /** Why there is no worker any more. */
  #end = '';
  /** @type {Worker} */
  #worker = this.#start();

  /** @param {Listener} listener */
  listen(listener) {
    this.#listener = listener;
  }

  #start() {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => this.#replace(event.message || 'it could not be started');
    return worker;
  }

  /** @param {any} data */
  #receive(data) {
    if (data.bytes) this.#listener?.message(data.bytes);
    else if (data.progress) this.#listener?.progress(data.progress.ticket, data.progress.bytes, data.progress.total);
    else if (data.failed) this.#listener?.failed(data.failed.ticket, data.failed.problem, data.failed.cancelled);
    else if (data.died) this.#replace(data.died);
  }

  /** @param {string} reason */
  #replace(reason) {
    this.#worker.onmessage = null;
    this.#worker.onerror = null;
    this.#worker.terminate();
    this.#deaths += 1;
    if (this.#deaths < mostDeaths) this.#worker = this.#start();
    else this.#end = reason;
    this.#listener?.died(reason);
  }

  /** @param {Uint8Array} bytes taken over */
  send(bytes) {
    this.#worker.postMessage({ bytes }, [bytes.buffer]);
  }
  /** @param {number} ticket @param {import('./openings.js').Request} request */
  open(ticket, { name, source, choices, memory }) {
    if (this.#end) {
      const finding = `The part of the page that reads and computes cannot run here (${this.#end}).`;
      const problem = { place: name, finding, remedy: 'Reload the page, or try another browser.' };
      this.#listener?.failed(ticket, problem, false);
      return;
    }
    this.#worker.postMessage({ open: { ticket, name, source, choices, memory } });
  }
  /** @param {number} ticket */
  cancel(ticket) {
    this.#worker.postMessage({ cancel: ticket });
  }
}
