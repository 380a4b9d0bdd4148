// SPDX-License-Identifier: MIT
// @ts-check
// Any source as a stream of bytes, with progress counted where it is true: in the bytes that come
// in, compressed or not. Runs in the worker.

import { ProblemError } from './problem.js';

/** @typedef {File | Blob | ArrayBuffer | Uint8Array | string} Source  a string is an address */
/** @typedef {{stream: ReadableStream<Uint8Array>, total: number}} Incoming  total 0: not known */
/** @typedef {(bytes: number, total: number) => void} Progress  bytes as they come in, total 0: not known */

/**
 * Opens a source and unpacks it if it begins with gzip's magic bytes.
 * @param {Source} source @param {AbortSignal} signal @param {Progress} progress
 * @returns {Promise<{size: number, chunks: AsyncGenerator<Uint8Array>}>} size of what `chunks` gives, 0: not known
 */
export async function openSource(source, signal, progress) {
  const incoming = await (typeof source === 'string' ? fetchAddress(source, signal) : fromBlob(source));
  const next = counted(incoming, progress);
  const first = await beginning(next);
  if (first[0] === 0x1f && first[1] === 0x8b) return { size: 0, chunks: unpacked(first, next) };
  return { size: incoming.total, chunks: plain(first, next) };
}

/** @param {Exclude<Source, string>} source @returns {Incoming} */
function fromBlob(source) {
  const blob = source instanceof Blob ? source : new Blob([/** @type {BlobPart} */ (source)]);
  return { stream: blob.stream(), total: blob.size };
}

/** @param {string} address @param {AbortSignal} signal @returns {Promise<Incoming>} */
async function fetchAddress(address, signal) {
  let response;
  try {
    response = await fetch(address, { signal, credentials: 'omit', redirect: 'follow' });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ProblemError(
      address,
      'The address did not answer, or its server does not let other pages read it (no CORS header).',
      'Check the address and the network. If the file opens in a tab of its own, save it and drop it here, ' +
        'or put it on a host that allows it (GitHub, a gist, Hugging Face).',
    );
  }
  if (!response.ok) throw statusProblem(address, response);
  if (!response.body) throw new ProblemError(address, 'The answer is empty.', 'Check the address.');
  return { stream: response.body, total: lengthOf(response) };
}

/** The length that a server gives is of the compressed body, while the stream is decompressed. @param {Response} response */
function lengthOf(response) {
  if (response.headers.get('content-encoding')) return 0;
  return Number(response.headers.get('content-length')) || 0;
}

/** @param {string} address @param {Response} response */
function statusProblem(address, response) {
  const said = `${response.status}${response.statusText ? ` ${response.statusText}` : ''}`;
  const remedies = new Map([
    [401, 'It is private. Download the file yourself and drop it here.'],
    [403, 'It is private, or may not be read from other pages. Download the file yourself and drop it here.'],
    [404, 'Check the address: capital letters count, and a branch or file may have been renamed.'],
    [410, 'It has been taken away. Ask whoever sent the link.'],
    [429, 'Too many have asked. Wait a minute and try again.'],
  ]);
  const remedy =
    remedies.get(response.status) ??
    (response.status >= 500 ? 'The server has a problem of its own. Try again later.' : 'Check the address.');
  return new ProblemError(address, `The server answered ${said} in place of the data.`, remedy);
}

/** @typedef {() => Promise<Uint8Array | null>} Next  the next chunk, or null at the end */

/** @param {Incoming} incoming @param {Progress} progress @returns {Next} */
function counted({ stream, total }, progress) {
  const reader = stream.getReader();
  let came = 0;
  return async () => {
    const { done, value } = await reader.read();
    if (done) return null;
    came += value.length;
    progress(came, total);
    return value;
  };
}

/** At least the two bytes that tell compressed from plain, if there are so many. @param {Next} next */
async function beginning(next) {
  let first = new Uint8Array();
  while (first.length < 2) {
    const more = await next();
    if (!more) break;
    first = concat(first, more);
  }
  return first;
}

/** @param {Uint8Array} first @param {Next} next */
async function* plain(first, next) {
  for (let chunk = /** @type {Uint8Array | null} */ (first); chunk; chunk = await next()) yield chunk;
}

/** @param {Uint8Array} first @param {Next} next */
async function* unpacked(first, next) {
  /** @type {Uint8Array | null} */
  let pending = first;
  const packed = new ReadableStream({
    async pull(controller) {
      const chunk = pending ?? (await next());
      pending = null;
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new ProblemError(
      'gzip',
      `The compressed data is damaged or cut short (${/** @type {Error} */ (error).message}).`,
      'Download or compress the file again.',
    );
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function concat(a, b) {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
