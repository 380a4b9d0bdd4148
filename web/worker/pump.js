// SPDX-License-Identifier: MIT
// @ts-check
// Runs work in a worker in pieces: between two of them, messages come in.

export class Pump {
  #work;
  #channel = new MessageChannel(); // unlike setTimeout, not held back to 4 ms
  #isDue = false;

  /** @param {() => boolean} work one piece; true while there is more */
  constructor(work) {
    this.#work = work;
    this.#channel.port1.onmessage = () => this.#turn();
  }

  start() {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#channel.port2.postMessage(null);
  }

  /** No more turns. An open channel keeps a program in Node alive. */
  end() {
    this.#channel.port1.close();
  }

  #turn() {
    this.#isDue = false;
    if (this.#work()) this.start();
  }
}

/**
 * Puts bytes into an instance's buffer and returns their number.
 * @param {any} instance @param {Uint8Array} bytes @param {Uint8Array} [more] what follows them
 */
export function put(instance, bytes, more) {
  const length = bytes.length + (more?.length ?? 0);
  const at = instance._hw_buffer(length) >>> 0;
  instance.HEAPU8.set(bytes, at);
  if (more) instance.HEAPU8.set(more, at + bytes.length);
  return length;
}
