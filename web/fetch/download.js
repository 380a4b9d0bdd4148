// SPDX-License-Identifier: MIT
// @ts-check
// All downloads of one opening. A server's sizes are only claims, so arriving bytes are counted after decompression. The visitor is asked
// before more than 32 MB arrive, before more than announced, and before another host sends data.

import { ProblemError } from '../base/problem.js';
import { tr } from '../base/language.js';

/** Bytes that may arrive before the visitor has agreed. */
export const askedFrom = 32 << 20;
/** If the size is unknown, each further question allows this multiple of the bytes so far. */
const further = 10;

/**
 * @typedef {object} Question
 * @property {number} came bytes so far @property {number} total as announced, 0 if unknown @property {number} upTo the next question comes
 * at this size
 * @property {string[]} hosts hosts that send data
 */
/** @typedef {(question: Question) => Promise<boolean>} Ask */

/** @param {number} bytes */
export function bytesText(bytes) {
  if (bytes >= 1e9) return tr('{} GB', (bytes / 1e9).toFixed(1));
  if (bytes >= 1e6) return tr('{} MB', (bytes / 1e6).toFixed(bytes >= 1e7 ? 0 : 1));
  return tr('{} KB', Math.max(Math.round(bytes / 1e3), 1));
}

/** The length that a server announces. 0 if it announces none, or only a compressed length. @param {Response} response */
export const announced = ({ headers }) => (headers.get('content-encoding') ? 0 : Number(headers.get('content-length')) || 0);

export class Download {
  came = 0;
  /** @type {Set<string>} */
  #hosts = new Set();
  /** Hosts named in the visitor's last question, null before the first one. @type {Set<string> | null} */
  #named = null;
  #agreed = askedFrom;
  #isExact = false;
  #ask;
  /** @type {Promise<void> | null} */
  #asking = null;

  /** @param {AbortSignal} signal @param {Ask} ask */
  constructor(signal, ask) {
    this.signal = signal;
    this.#ask = ask;
  }

  get hosts() {
    return [...this.#hosts];
  }

  /** @param {string} address @param {RequestInit} [more] @returns {Promise<Response>} */
  async fetch(address, more = {}) {
    this.#meet(address);
    const response = await fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'follow',
      signal: this.signal,
      ...more,
    });
    if (response.url) this.#meet(response.url);
    if (!response.ok) void response.body?.cancel().catch(() => {}); // cancelled, because it is not read
    this.#requests.set(response, { address, more });
    return response;
  }
  /** The request of each response. @type {WeakMap<Response, {address: string, more: RequestInit}>} */
  #requests = new WeakMap();

  /** @param {string} address */
  #meet(address) {
    const { host } = new URL(address, globalThis.location?.href);
    if (host) this.#hosts.add(host);
  }

  /** The visitor has agreed to `more` bytes from the hosts so far. @param {number} more @param {boolean} isExact reads nothing beyond them */
  agree(more, isExact) {
    this.#agreed = Math.max(this.came + more, isExact ? 0 : askedFrom);
    this.#isExact = isExact;
    this.#named = new Set(this.#hosts);
  }

  /**
   * The body of a response, piece by piece.
   * @param {Response} response @param {string} name for messages
   * @param {number} [most] a longer body causes a ProblemError @param {number} [expected] bytes, 0 if not known
   * @returns {AsyncGenerator<Uint8Array<ArrayBuffer>, void>}
   */
  async *pieces(response, name, most = Infinity, expected = announced(response)) {
    let reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader();
    let length = 0;
    let again = 0; // repeated bytes, which do not count
    try {
      if (expected > most) throw tooLong(name, most);
      for (let next = expected; ; next = 0) {
        if (!this.#isAgreed(next, name)) {
          // The browser would continue to receive while the visitor decides. So this request is cancelled and the rest is requested again.
          void reader.cancel().catch(() => {});
          await this.#admit(next, name);
          ({ reader, again } = await this.#resumed(response, length));
          continue;
        }
        const { done, value } = await reader.read();
        if (done) return;
        const fresh = value.subarray(Math.min(again, value.length));
        again -= value.length - fresh.length;
        length += fresh.length;
        this.came += fresh.length;
        if (length > most) throw tooLong(name, most);
        if (fresh.length > 0) yield fresh;
      }
    } finally {
      reader.cancel().catch(() => {});
    }
  }

  /** Continues after `length` bytes of a response, or starts it again. @param {Response} response @param {number} length */
  async #resumed(response, length) {
    const { address, more } = /** @type {{address: string, more: RequestInit}} */ (this.#requests.get(response));
    // Ranges refer to compressed bytes.
    const isRange = length > 0 && !more.headers && !response.headers.get('content-encoding');
    const rest = await this.fetch(address, isRange ? { ...more, headers: { range: `bytes=${length}-` } } : more);
    if (!rest.ok || !rest.body) throw new ProblemError(address, tr('The server answered {}.', rest.status), tr('Try again later.'));
    const body = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (rest.body);
    return { reader: body.getReader(), again: isRange && rest.status === 206 ? 0 : length };
  }

  /** The body as a stream. @param {Response} response @param {string} name @returns {ReadableStream<Uint8Array>} */
  stream(response, name) {
    const pieces = this.pieces(response, name);
    return new ReadableStream(
      {
        async pull(to) {
          const { value } = await pieces.next();
          if (value) to.enqueue(value);
          else to.close();
        },
        cancel: () => void pieces.return(undefined),
      },
      { highWaterMark: 0 },
    );
  }

  /** A whole body within a limit. @param {Response} response @param {string} name @param {number} most @returns {Promise<Blob>} */
  async whole(response, name, most) {
    const pieces = [];
    if (response.body) for await (const piece of this.pieces(response, name, most)) pieces.push(piece);
    return new Blob(pieces);
  }

  /** Whether the visitor has agreed to these bytes, from the hosts so far. @param {number} expected @param {string} name */
  #isAgreed(expected, name) {
    const isMore = this.came + expected > this.#agreed;
    if (isMore && this.#isExact)
      throw new ProblemError(
        name,
        tr('Stopped because the server sent more than you agreed to.'),
        tr('If you trust it, download the files and drop them here.'),
      );
    const named = this.#named;
    return !isMore && (!named || [...this.#hosts].every((host) => named.has(host)));
  }

  /** Asks until the visitor has agreed to these bytes. @param {number} expected @param {string} name */
  async #admit(expected, name) {
    while (!this.#isAgreed(expected, name)) {
      // Several files may arrive at once, but there is one question.
      this.#asking ??= this.#question(expected).finally(() => {
        this.#asking = null;
      });
      await this.#asking;
    }
  }

  /** @param {number} expected */
  async #question(expected) {
    const needed = this.came + expected;
    const isMore = needed > this.#agreed;
    const total = expected || !isMore ? Math.max(needed, this.#isExact ? this.#agreed : 0) : 0;
    const upTo = !isMore ? this.#agreed : total || this.came * further;
    const hosts = this.hosts;
    if (!(await this.#ask({ came: this.came, total, upTo, hosts }))) throw new DOMException('not wanted', 'AbortError');
    this.#agreed = Math.max(upTo, this.#agreed);
    this.#named = new Set(hosts);
  }
}

/** @param {string} name @param {number} most */
const tooLong = (name, most) => new ProblemError(name, tr('This file exceeds {}.', bytesText(most)), tr('Check the URL.'));
