// SPDX-License-Identifier: MIT
// @ts-check Saves the open analysis and its view as a file: read piece by piece from the engine, and
// compressed on the way.

import { programAddress } from '../base/parts.js';

/** Whole seconds, as ISO 8601 has them. */
export const timeText = () => new Date().toISOString().replace(/\.\d+/, '');

/**
 * @param {(from: string[]) => Promise<string>} next the next piece, '' at the end; the first one is told who saves
 * @param {boolean} gzip packed, where the browser can
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
  const reader = (packs ? text.pipeThrough(/** @type {any} */ (new CompressionStream('gzip'))) : text).getReader();
  // Not by way of a Response, which says of whatever went wrong that it was the network.
  const parts = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: packs ? 'application/gzip' : 'application/json' });
    parts.push(value);
  }
}
