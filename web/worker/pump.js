// SPDX-License-Identifier: MIT
// @ts-check
// Runs a worker's job in pieces. Messages are handled between two pieces.

export class Pump {
  #work;
  #channel = new MessageChannel(); // unlike setTimeout, has no minimum delay of 4 ms
  #isDue = false;

  /** @param {() => boolean} work does one piece; true if there is more */
  constructor(work) {
    this.#work = work;
    this.#channel.port1.onmessage = () => this.#turn();
  }

  start() {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#channel.port2.postMessage(null);
  }

  /** Stops. An open channel would keep Node running. */
  end() {
    this.#channel.port1.close();
  }

  #turn() {
    this.#isDue = false;
    if (this.#work()) this.start();
  }
}

/**
 * Copies bytes into an instance's buffer and returns their number.
 * @param {import('../wasm.d.ts').Instance} instance @param {Uint8Array} bytes @param {Uint8Array} [more] appended
 */
export function put(instance, bytes, more) {
  const length = bytes.length + (more?.length ?? 0);
  const at = instance._hw_buffer(length) >>> 0;
  instance.HEAPU8.set(bytes, at);
  if (more) instance.HEAPU8.set(more, at + bytes.length);
  return length;
}
