// SPDX-License-Identifier: MIT
// A host behind a slow line. It compresses as hosts do, delays each answer, and sends all answers together at the line's rate.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { portOf, types } from '../../tools/serve.mjs';

/** Rates in bits per second, delays in milliseconds. */
export const lines = { '4G': { rate: 9e6, delay: 170 }, '3G': { rate: 1.6e6, delay: 300 } };

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Bytes that go at once. */
const piece = 8192;
/** @type {Map<string, Buffer>} */
const packed = new Map();

/** Files that are already compressed are sent unchanged. @param {string} file */
function bytesOf(file) {
  const bytes = readFileSync(file);
  if (/\.(woff2|png)$/.test(file)) return { bytes };
  if (!packed.has(file)) packed.set(file, brotliCompressSync(bytes));
  return { bytes: packed.get(file), encoding: 'br' };
}

/** Compresses the files of a visit in advance. @param {string} folder @param {string[]} names */
export const prepare = (folder, names) =>
  names.forEach((name) => {
    bytesOf(join(folder, name));
  });

/** @param {string} folder @param {{rate: number, delay: number}} line @returns {Promise<{url: string, sent: () => number, close: () => void}>} */
export async function serveSlowly(folder, { rate, delay }) {
  let free = 0;
  let sent = 0;
  const pass = async (length) => {
    const begin = Math.max(performance.now(), free);
    free = begin + (length * 8000) / rate;
    sent += length;
    await sleep(free - performance.now());
  };
  const server = createServer(async (request, response) => {
    await sleep(delay);
    const asked = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    try {
      const file = normalize(join(folder, asked.endsWith('/') ? `${asked}index.html` : asked));
      const { bytes, encoding } = bytesOf(file);
      response.writeHead(200, {
        'Content-Type': types[extname(file)] ?? 'application/octet-stream',
        'Content-Length': bytes.length,
        ...(encoding && { 'Content-Encoding': encoding }),
      });
      for (let at = 0; at < bytes.length; at += piece) {
        const part = bytes.subarray(at, at + piece);
        await pass(part.length);
        response.write(part);
      }
      response.end();
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    sent: () => sent,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
