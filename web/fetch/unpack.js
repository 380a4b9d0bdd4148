// SPDX-License-Identifier: MIT
// @ts-check
// Decompresses bytes from strangers (lists, their lines, lessons) within limits. All scripts use this code. The engine has the same for
// data (src/io/readers/inflater.h).

import { asProblem, ProblemError } from '../base/problem.js';
import { inLanguage, tr } from '../base/language.js';

/**
 * Data that decompress to more than `harmless` bytes may be at most `ratio` times as large as compressed. The same limits as in
 * src/io/tree/open_options.h and src/io/readers/inflater.cpp (a test compares them).
 */
export const limits = { ratio: 250, harmless: 64_000_000 };

/** @param {number} bytes */
const inMegabytes = (bytes) => `${inLanguage((bytes / 1e6).toFixed(1))} MB`;

/** @param {string} name */
const isDamaged = (name) => new ProblemError(name, tr('The compressed data are damaged.'), tr('Copy or download the file again.'));

/**
 * Decompresses piece by piece and never produces bytes beyond a limit. A stream that fails ends in a ProblemError: too large, `damaged`, or
 * the source's own error, so that a network error is not reported as a broken file.
 * @param {ReadableStream<Uint8Array>} packed @param {'gzip' | 'deflate-raw'} how @param {string} name for messages
 * @param {{most?: number, damaged?: ProblemError}} [more] most: bytes that it may decompress to, whatever the ratio
 * @returns {ReadableStream<Uint8Array>}
 */
export function unpack(packed, how, name, { most = Infinity, damaged = isDamaged(name) } = {}) {
  const source = packed.getReader();
  let [came, became] = [0, 0];
  /** @type {unknown} */
  let failed = null;
  const counted = new ReadableStream(
    {
      async pull(to) {
        try {
          const { done, value } = await source.read();
          if (done) return to.close();
          came += value.length;
          to.enqueue(value);
        } catch (error) {
          failed = error;
          throw error;
        }
      },
      cancel: (why) => source.cancel(why),
    },
    { highWaterMark: 0 },
  );
  const reader = counted
    .pipeThrough(/** @type {ReadableWritablePair<Uint8Array, Uint8Array>} */ (new DecompressionStream(how)))
    .getReader();
  return new ReadableStream(
    {
      async pull(to) {
        const { done, value } = await reader.read().catch(() => {
          throw failed ? asProblem(failed, name) : damaged;
        });
        if (done) return to.close();
        became += value.length;
        if (became > most || (became > limits.harmless && became / limits.ratio > came)) {
          void reader.cancel().catch(() => {});
          throw new ProblemError(
            name,
            tr('{} unpack to more than {}.', inMegabytes(came), inMegabytes(became - value.length)),
            tr('If that is correct, unpack the file first.'),
          );
        }
        to.enqueue(value);
      },
      cancel: (why) => reader.cancel(why),
    },
    { highWaterMark: 0 },
  );
}

/**
 * The stream, decompressed if it starts with the mark of gzip.
 * @param {ReadableStream<Uint8Array>} stream @param {string} name for messages @returns {Promise<ReadableStream<Uint8Array>>}
 */
export async function unpackedIfGzip(stream, name) {
  const reader = stream.getReader();
  // The mark of gzip has two bytes, but a piece may have only one.
  const begin = /** @type {Uint8Array[]} */ ([]);
  while (begin.reduce((sum, { length }) => sum + length, 0) < 2) {
    const { done, value } = await reader.read();
    if (done) break;
    begin.push(value);
  }
  const [one, two] = begin.flatMap((piece) => [...piece.subarray(0, 2)]);
  const all = new ReadableStream(
    {
      start: (to) =>
        begin.forEach((piece) => {
          to.enqueue(piece);
        }),
      pull: async (to) => {
        const { done, value } = await reader.read();
        if (done) to.close();
        else to.enqueue(value);
      },
      cancel: (why) => reader.cancel(why),
    },
    { highWaterMark: 0 },
  );
  return one === 0x1f && two === 0x8b ? unpack(all, 'gzip', name) : all;
}
