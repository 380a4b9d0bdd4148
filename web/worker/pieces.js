// SPDX-License-Identifier: MIT
// @ts-check
// Reads a long message that comes in pieces, and frees the memory of each piece after reading it.

/**
 * Frees a buffer immediately instead of at the next garbage collection, by sending it to a closed port. (Detaching a received buffer alone
 * does not free its memory.)
 * @param {ArrayBufferLike} buffer
 */
function drop(buffer) {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [/** @type {ArrayBuffer} */ (buffer)]);
  port1.close();
}

export class Pieces {
  #list;
  #at = 0;

  /** @param {Uint8Array[]} list transferred */
  constructor(list) {
    this.#list = [...list].reverse();
    this.length = list.reduce((sum, { length }) => sum + length, 0);
  }

  /** Fills `into` with the next bytes. There must be enough left. @param {Uint8Array} into */
  next(into) {
    for (let done = 0; done < into.length; ) {
      const piece = this.#list[this.#list.length - 1];
      const part = piece.subarray(this.#at, this.#at + into.length - done);
      into.set(part, done);
      done += part.length;
      this.#at += part.length;
      if (this.#at < piece.length) continue;
      this.#list.pop();
      this.#at = 0;
      drop(piece.buffer);
    }
  }
}
