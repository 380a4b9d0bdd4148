// SPDX-License-Identifier: MIT
// @ts-check
// One file of a model on a server: whether it exists, its size, its header, and its content.

import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';
import { announced } from '../../fetch/download.js';

/** @typedef {{name: string, address: string, size: number}} Remote size: 0 if the server does not report it */

/** Maximum bytes of a small file. Vocabularies and indexes of shards may be longer than others. @param {string} name */
const mostOf = (name) => (/^(tokenizer\.json|vocab\.\w+|merges\.txt|.*\.(model|spm|index\.json))$/.test(name) ? 64 << 20 : 8 << 20);

/** @typedef {import('../../fetch/download.js').Download} Download */

/** @param {string} address @param {Download} download @param {RequestInit} [more] @returns {Promise<Response>} */
export async function answer(address, download, more = {}) {
  try {
    return await download.fetch(address, more);
  } catch (error) {
    if (download.signal.aborted) throw error;
    throw new ProblemError(
      address,
      tr('The server didn’t answer or blocks other sites (no CORS header).'),
      tr('Check URL and network, or download the model and drop its folder here.'),
    );
  }
}

const isMissing = (/** @type {Response} */ { status }) => status === 404 || status === 403 || status === 401;
/** Many servers send a web page for a missing file. @param {Response} response */
export const isPage = (response) => /^\s*text\/html/i.test(response.headers.get('content-type') ?? '');

/**
 * The file as a Blob, or null if it does not exist. @param {URL} folder @param {string} name @param {Download} download
 * @param {boolean} [needed] throws if the server refuses it or sends a web page
 */
export async function ifThere(folder, name, download, needed = false) {
  const { href } = new URL(name, folder);
  const response = await answer(href, download);
  if ((needed && isMissing(response) && response.status !== 404) || !(response.ok || isMissing(response))) throw refused(href, response);
  if (isMissing(response)) return null;
  if (!isPage(response)) return { name, blob: await download.whole(response, name, mostOf(name)) };
  await response.body?.cancel();
  if (!needed) return null;
  throw new ProblemError(
    href,
    tr('The server sent a web page (HTML) instead of this file.'),
    tr('Use the URL of the folder with the files.'),
  );
}

/** @param {string} address @param {{status: number, headers?: Headers}} response */
export function refused(address, { status, headers }) {
  // The hub's header distinguishes a gated model from an unknown one.
  const code = headers?.get('x-error-code');
  if (code === 'GatedRepo')
    return new ProblemError(
      address,
      tr('This model is gated ({}).', status),
      tr('Accept its terms, download its files, and drop their folder here.'),
    );
  if (code === 'RepoNotFound')
    return new ProblemError(
      address,
      tr('No public model has this name.'),
      tr('Check the name (capital letters count). Download a private model and drop its folder here.'),
    );
  if (status === 401 || status === 403)
    return new ProblemError(
      address,
      tr('The server refused ({}). The model is private, or its terms are not accepted.', status),
      tr('Download it and drop its folder here.'),
    );
  if (status === 404) return new ProblemError(address, tr('The server has no such file.'), tr('Check the name (capital letters count).'));
  return new ProblemError(address, tr('The server answered {}.', status), tr('Try again later.'));
}

/**
 * The size from a HEAD request. @param {string} address @param {Download} download
 * @param {(response: Response) => void} [refuses] receives a response that denies access
 * @returns {Promise<number | null>} null if the file does not exist
 */
export async function sizeAt(address, download, refuses) {
  const response = await answer(address, download, { method: 'HEAD' });
  if (isMissing(response) && response.status !== 404) refuses?.(response);
  if (isMissing(response)) return null;
  if (!response.ok) throw refused(address, response);
  return isPage(response) ? null : announced(response);
}

/**
 * @param {URL} folder @param {string} name @param {Download} download
 * @returns {Promise<{name: string, address: string, size: number | null}>} size: null if the file does not exist
 */
export async function remote(folder, name, download) {
  const { href } = new URL(name, folder);
  return { name, address: href, size: await sizeAt(href, download) };
}

/**
 * Downloads a large file. @param {Remote} remote @param {Download} download @param {(bytes: number) => void} came bytes since the last call
 * @returns {Promise<import('./parts.js').Part>}
 */
export async function fetched({ name, address, size }, download, came) {
  const response = await answer(address, download);
  if (!response.ok || !response.body) throw refused(address, response);
  const pieces = /** @type {Blob[]} */ ([]);
  let waiting = /** @type {Uint8Array<ArrayBuffer>[]} */ ([]);
  let held = 0;
  let length = 0;
  for await (const piece of download.pieces(response, name)) {
    waiting.push(piece);
    held += piece.length;
    length += piece.length;
    came(piece.length);
    // The browser may store a Blob on disk, but not an array.
    if (held > 16 << 20) {
      pieces.push(new Blob(waiting));
      waiting = [];
      held = 0;
    }
  }
  if (size && length !== size && !response.headers.get('content-encoding'))
    throw new ProblemError(name, tr('The download ended after {} of {} bytes.', length, size), tr('Try again.'));
  return { name, blob: new Blob([...pieces, ...waiting]) };
}

/** Maximum length of a header that is read before the user is asked. */
const longestHeader = 16 << 20;

/**
 * The header of a large file, which describes the model: the header of a .safetensors, or the first `most` bytes of a .gguf. Reads nothing
 * after it, even if the server sends more.
 * @param {Remote} remote @param {Download} download @param {number} most bytes of a .gguf
 * @returns {Promise<import('../worker.js').Part | null>} null if it is too long, or if the server has no ranges for a .gguf
 */
export async function headOf({ name, address, size }, download, most) {
  if (name.endsWith('.bin')) return null; // its table is at the end
  const isGguf = !name.endsWith('.safetensors');
  const response = await answer(address, download, { headers: { range: `bytes=0-${(isGguf ? most : longestHeader) - 1}` } });
  if (!response.ok || !response.body) return null;
  if (isGguf && response.status !== 206) return response.body.cancel().then(() => null);
  const pieces = /** @type {Uint8Array<ArrayBuffer>[]} */ ([]);
  let length = 0;
  let needed = isGguf ? most : 8;
  for await (const piece of download.pieces(response, name, Infinity, 0)) {
    pieces.push(piece);
    length += piece.length;
    if (!isGguf && needed === 8 && length >= 8)
      needed += Number(new DataView(await new Blob(pieces).slice(0, 8).arrayBuffer()).getBigUint64(0, true));
    if (needed > longestHeader) return null;
    if (length >= needed) break;
  }
  return { name, blob: new Blob(pieces), size };
}
