// SPDX-License-Identifier: MIT
// @ts-check
// Saves the open analysis and its view as a file. Reads it from the engine piece by piece and compresses each piece.

import { programAddress } from '../base/parts.js';

/** Whole seconds in ISO 8601. */
export const timeText = () => new Date().toISOString().replace(/\.\d+/, '');

/**
 * @param {(from: string[]) => Promise<string>} next returns the next piece, '' at the end; the first call passes address and time
 * @param {boolean} gzip compress, if the browser can
 * @returns {Promise<Blob>}
 */
export async function savedBlob(next, gzip) {
  let from = [programAddress(), timeText()];
  const encoder = new TextEncoder();
  const text = new ReadableStream(
    {
      async pull(controller) {
        const piece = await next(from);
        from = [];
        if (piece === '') controller.close();
        else controller.enqueue(encoder.encode(piece));
      },
    },
    { highWaterMark: 1 },
  );
  const packs = gzip && 'CompressionStream' in globalThis;
  const reader = (
    packs
      ? text.pipeThrough(/** @type {ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>} */ (new CompressionStream('gzip')))
      : text
  ).getReader();
  // A Response would report every error as a network error.
  const parts = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: packs ? 'application/gzip' : 'application/json' });
    parts.push(value);
  }
}
