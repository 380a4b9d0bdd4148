// SPDX-License-Identifier: MIT
// @ts-check
// One file of a model on a server: whether it is there, how large it is, its beginning, and the whole of it.

import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/words.js';
import { announced } from '../../fetch/download.js';

/** @typedef {{name: string, address: string, size: number}} Remote  size 0: the server does not tell */

/** Vocabularies are long, and indexes of many parts; what is longer is neither. @param {string} name */
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
      tr('The server did not answer, or does not let other pages read this (no CORS header).'),
      tr('Check the address and the network, or download the model and drop its folder here.'),
    );
  }
}

const isMissing = (/** @type {Response} */ { status }) => status === 404 || status === 403 || status === 401;
/** Many servers send one for every file that is missing. @param {Response} response */
export const isPage = (response) => /^\s*text\/html/i.test(response.headers.get('content-type') ?? '');

/**
 * The file as a Blob, or null where there is none. @param {URL} folder @param {string} name @param {Download} download
 * @param {boolean} [needed] throws where the server refuses it, or sends a web page
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
    tr('The server sends a web page (HTML) in place of this file.'),
    tr('Check the address: it is that of the folder with the files, not of a page about it.'),
  );
}

/** @param {string} address @param {{status: number, headers?: Headers}} response */
export function refused(address, { status, headers }) {
  // The hub says which of the two it is.
  const code = headers?.get('x-error-code');
  if (code === 'GatedRepo')
    return new ProblemError(
      address,
      tr('This model is gated ({}): its terms have to be accepted first.', status),
      tr('Accept them on the model’s page, download its files there, and drop their folder here.'),
    );
  if (code === 'RepoNotFound')
    return new ProblemError(
      address,
      tr('There is no public model of this name.'),
      tr('Check the name: capital letters count. If it is private, download it and drop its folder here.'),
    );
  if (status === 401 || status === 403)
    return new ProblemError(
      address,
      tr('The server refused ({}): the model is private, or its terms have to be accepted first.', status),
      tr('Download it yourself and drop its folder here.'),
    );
  if (status === 404)
    return new ProblemError(address, tr('There is no such file on this server.'), tr('Check the name: capital letters count.'));
  return new ProblemError(address, tr('The server answered {}.', status), tr('Try again later.'));
}

/**
 * The size that its head announces. @param {string} address @param {Download} download
 * @param {(response: Response) => void} [refuses] is given an answer that it may not be read
 * @returns {Promise<number | null>} null: it is not there
 */
export async function sizeAt(address, download, refuses) {
  const response = await answer(address, download, { method: 'HEAD' });
  if (isMissing(response) && response.status !== 404) refuses?.(response);
  if (isMissing(response)) return null;
  if (!response.ok) throw refused(address, response);
  return isPage(response) ? null : announced(response);
}

/** @param {URL} folder @param {string} name @param {Download} download @returns {Promise<{name: string, address: string, size: number | null}>} size null: it is not there */
export async function remote(folder, name, download) {
  const { href } = new URL(name, folder);
  return { name, address: href, size: await sizeAt(href, download) };
}

/**
 * Fetches a large file whole. @param {Remote} remote @param {Download} download @param {(bytes: number) => void} came bytes since the last call
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
    // A Blob may go to the disk; bytes in an array may not.
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

/** No header is longer that is read before a question. */
const longestHeader = 16 << 20;

/**
 * The beginning of a large file, which says what the model is: of a .safetensors its header, of a .gguf as many bytes as are given.
 * Nothing is read behind it, whatever the server sends.
 * @param {Remote} remote @param {Download} download @param {number} most bytes of a .gguf
 * @returns {Promise<import('../worker.js').Part | null>} null: it is too long, or the server gives no ranges of a .gguf
 */
export async function headOf({ name, address, size }, download, most) {
  if (name.endsWith('.bin')) return null; // its table is at its end
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
