// SPDX-License-Identifier: MIT
// @ts-check Saves the open analysis and its view as a file: read piece by piece from the engine, and
// compressed on the way.

import { programAddress } from '../boot/parts.js';

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
  const text = new ReadableStream({
    async pull(controller) {
      const piece = await next(from);
      from = [];
      if (piece === '') controller.close();
      else controller.enqueue(encoder.encode(piece));
    },
  }, { highWaterMark: 1 });
  const packs = gzip && 'CompressionStream' in globalThis;
  const stream = packs ? text.pipeThrough(new CompressionStream('gzip')) : text;
  const type = packs ? 'application/gzip' : 'application/json';
  return new Blob([await new Response(stream).blob()], { type });
}
