// SPDX-License-Identifier: MIT
// @ts-check
// Any source as a stream of bytes, with progress counted in bytes received. Runs in the worker.

import { ProblemError } from '../base/problem.js';
import { tr } from '../base/language.js';
import { announced, Download } from './download.js';
import { lineIn, lineOf } from './line.js';

/** @typedef {File | Blob | ArrayBuffer | Uint8Array | string} Source  a string is an address */
/** @typedef {{stream: ReadableStream<Uint8Array>, total: number}} Incoming total: 0 if not known */
/** @typedef {(bytes: number, total: number) => void} Progress bytes so far; total 0 if not known */

/**
 * Opens a source. Compressed data stay compressed, because the engine decompresses and checks them like the command line.
 * @param {Source} source @param {AbortSignal} signal @param {Progress} progress
 * @param {import('./download.js').Ask} ask asks before an address sends more than the visitor has agreed to
 * @returns {Promise<{size: number, chunks: AsyncGenerator<Uint8Array>}>} size: of the bytes in `chunks`, 0 if not known
 */
export async function openSource(source, signal, progress, ask) {
  const incoming = await (typeof source === 'string' ? fetchAddress(source, new Download(signal, ask)) : fromBlob(source));
  return { size: incoming.total, chunks: counted(incoming, progress) };
}

/** @param {Exclude<Source, string>} source @returns {Incoming} */
function fromBlob(source) {
  if (source instanceof Blob) return { stream: source.stream(), total: source.size };
  // A Blob does not work: in WebKit, workers of a page from a disk cannot read it.
  const bytes = new Uint8Array(source);
  const stream = new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return { stream, total: bytes.length };
}

/** @param {string} address @param {Download} download @returns {Promise<Incoming>} */
async function fetchAddress(address, download) {
  let response;
  const line = lineIn(address);
  const headers = line && line.to > line.from ? { range: `bytes=${line.from}-${line.to - 1}` } : undefined;
  try {
    response = await download.fetch(address, { headers });
  } catch (error) {
    if (download.signal.aborted) throw error;
    throw new ProblemError(
      address,
      tr('The server didn’t answer or blocks other sites (no CORS header).'),
      tr('Check URL and network. If a tab opens the file, save it and drop it here, or host it elsewhere (GitHub, a gist, Hugging Face).'),
    );
  }
  if (!response.ok) throw statusProblem(address, response);
  if (!response.body) throw new ProblemError(address, tr('The server’s answer is empty.'), tr('Check the URL.'));
  const total = announced(response);
  const stream = download.stream(response, address);
  // A server without range support sends the whole file.
  if (line && response.status !== 206) return fromBlob(await lineOf(stream, line.line, address));
  return { stream, total };
}

/** @param {string} address @param {Response} response */
function statusProblem(address, response) {
  const said = `${response.status}${response.statusText ? ` ${response.statusText}` : ''}`;
  const remedies = new Map([
    [401, tr('It is private. Download the file and drop it here.')],
    [403, tr('It is private, or its host blocks other sites. Download the file and drop it here.')],
    [404, tr('Check the URL. Capital letters count, and the branch or file may be renamed.')],
    [410, tr('It was removed. Ask the link’s sender.')],
    [429, tr('Too many requests. Try again in a minute.')],
  ]);
  const remedy =
    remedies.get(response.status) ?? (response.status >= 500 ? tr('The server has a problem. Try again later.') : tr('Check the URL.'));
  return new ProblemError(address, tr('The server answered {} instead of the data.', said), remedy);
}

/** @param {Incoming} incoming @param {Progress} progress */
async function* counted({ stream, total }, progress) {
  const reader = stream.getReader();
  let came = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      came += value.length;
      progress(came, total);
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
