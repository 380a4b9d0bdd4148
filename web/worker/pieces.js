// SPDX-License-Identifier: MIT
// @ts-check
// A long message in pieces, read from its beginning: each piece gives its memory back when it has been read.

/**
 * Gives memory back now, and not when garbage is collected: it is sent to where nobody takes it. (A buffer that came in a message
 * stays in memory when it is detached by itself.)
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

  /** @param {Uint8Array[]} list taken over */
  constructor(list) {
    this.#list = [...list].reverse();
    this.length = list.reduce((sum, { length }) => sum + length, 0);
  }

  /** Fills `into` with the next bytes; there have to be as many. @param {Uint8Array} into */
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
