// SPDX-License-Identifier: MIT
// @ts-check
// Reads a model: its files from the user, from this machine or from a server, and its description from a worker.

import { bytesOf, confirmDownload, factsOf } from '../consent/confirm.js';
import { filesAt, filesNamed } from './files/hub.js';
import { fetched, headOf } from './files/hub_files.js';
import { storedParts } from './files/model_store.js';
import { askedFrom, Download } from '../fetch/download.js';

/** @typedef {import('./files/parts.js').Part} Part */
/** @typedef {import('./files/model_source.js').ModelSource} ModelSource */

/** Numbers of bytes to try for a .gguf's description. The vocabulary comes first and may be long. */
const heads = [1 << 20, 4 << 20, 16 << 20];

/**
 * @param {ModelSource} wanted @param {import('./link.js').Link} link @param {AbortSignal} signal @param {(bytes: number, total: number) => void} progress
 * @param {boolean} [isStep] its config may be missing
 */
export async function partsOf({ name, parts, inside, address, files, ignoresKeys, weights }, link, signal, progress, isStep = false) {
  if (parts ?? inside) return /** @type {Part[]} */ (parts ?? inside);
  const at = weights ? new URL(encodeURIComponent(weights), address) : /** @type {URL} */ (address);
  const kept = await storedParts(at.href);
  if (kept) return kept;
  const download = new Download(signal, (question) => confirmDownload(name, question, signal, [], true));
  const { small, large } = files ? await filesNamed(at, files, download) : await filesAt(at, download, isStep);
  const total = large.reduce((sum, { size }) => sum + size, 0);
  if (download.came + total > askedFrom) {
    const about = await look({ name, ignoresKeys, weights, examples: [] }, small, large, link, download);
    const whole = total + bytesOf(small);
    const question = { came: download.came, total: whole, upTo: whole, hosts: download.hosts };
    if (!(await confirmDownload(name, question, signal, about ? factsOf(about, whole) : [], true)))
      throw new DOMException('not wanted', 'AbortError');
    download.agree(
      total,
      large.every(({ size }) => size > 0),
    );
  }
  let came = 0;
  const got = [];
  for (const one of large)
    got.push(
      await fetched(one, download, (bytes) => {
        came += bytes;
        progress(came, total);
      }),
    );
  return [...small, ...got];
}

/**
 * Identifies a model from the beginnings of its files.
 * @param {ModelSource} wanted @param {Part[]} small @param {import('./files/hub_files.js').Remote[]} large
 * @param {import('./link.js').Link} link @param {Download} download @returns {Promise<import('./run/about.js').About | null>} null if the
 * server does not send them
 */
async function look(wanted, small, large, link, download) {
  for (const most of large.some((one) => one.name.endsWith('.gguf')) ? heads : heads.slice(0, 1)) {
    const found = [];
    for (const one of large) {
      const head = await headOf(one, download, most).catch((error) => {
        if (error.name === 'AbortError') throw error;
        return null;
      });
      if (!head) return null;
      found.push(head);
      if (download.came > askedFrom / 2) return null; // headers may use at most half of the bytes that need no question
    }
    const about = await readModel(link, 'look', wanted, [...small, ...found], download.signal).catch(() => null);
    if (about) return about;
  }
  return null;
}

/** The names and sizes of files, for a request. @param {import('./worker.js').Part[]} parts */
export const listed = (parts) =>
  parts.map(({ name, size, blob }) => ({
    name,
    size: size ?? (blob instanceof Blob ? blob.size : (blob?.byteLength ?? 0)),
  }));

/**
 * @param {import('./link.js').Link} link @param {'open' | 'look'} what @param {ModelSource} wanted @param {import('./worker.js').Part[]} parts @param {AbortSignal} signal
 * @returns {Promise<import('./run/about.js').About>}
 */
export async function readModel(link, what, wanted, parts, signal) {
  const { name, ignoresKeys, weights, training } = wanted;
  const step = what === 'open' && training && training.usual >= 0 ? { step: training.usual } : {};
  const request = { call: what, name, ignoreKeys: ignoresKeys === true, ...(weights && { weights }), ...step, parts: listed(parts) };
  const about = /** @type {import('./run/about.js').About} */ ((await link.call(request, { parts, signal })).result);
  return {
    ...about,
    name: wanted.name,
    examples: wanted.examples.length > 0 ? wanted.examples : about.examples,
    instead: wanted.instead,
  };
}
