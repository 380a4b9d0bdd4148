// SPDX-License-Identifier: MIT
// @ts-check
// Models that the user keeps on this machine, in the browser's storage for this page (OPFS), by their address. They are never sent
// anywhere. One click deletes them, as does clearing the page's data.

import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';

/** @typedef {{name: string, address: string, bytes: number}} StoredModel */
/** @typedef {StoredModel & {files: string[]}} Listed the content of about.json. The files are named 0, 1, ... in this order */

const list = 'about.json';

/** False if the browser cannot store files for this page. */
export const canKeep = () =>
  globalThis.isSecureContext &&
  typeof navigator.storage?.getDirectory === 'function' &&
  'createWritable' in (globalThis.FileSystemFileHandle?.prototype ?? {});

/** @param {boolean} create @returns {Promise<FileSystemDirectoryHandle | null>} */
async function models(create) {
  if (!canKeep()) return null;
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle('models', { create });
  } catch {
    return null; // nothing is stored, or storage is blocked
  }
}

/** The folder name for an address. @param {string} address */
async function folderOf(address) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address));
  return [...new Uint8Array(hash)]
    .slice(0, 16)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** @param {FileSystemDirectoryHandle} folder @param {string} name */
const fileIn = async (folder, name) => (await folder.getFileHandle(name)).getFile();

/** @param {FileSystemDirectoryHandle} folder @returns {Promise<Listed | null>} null if the model was not stored completely */
async function readList(folder) {
  try {
    const { name, address, bytes, files } = JSON.parse(await (await fileIn(folder, list)).text());
    const isWhole =
      typeof name === 'string' &&
      typeof address === 'string' &&
      Number.isFinite(bytes) &&
      Array.isArray(files) &&
      files.every((one) => typeof one === 'string');
    return isWhole ? { name, address, bytes, files } : null;
  } catch {
    return null;
  }
}

/** @returns {Promise<StoredModel[]>} */
export async function storedModels() {
  const root = await models(false);
  if (!root) return [];
  const found = [];
  for await (const handle of root.values()) {
    const one = handle.kind === 'directory' ? await readList(/** @type {FileSystemDirectoryHandle} */ (handle)) : null;
    if (one) found.push(one);
  }
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

/** The files of a kept model. @param {string} address @returns {Promise<import('./parts.js').Part[] | null>} */
export async function storedParts(address) {
  const root = await models(false);
  if (!root) return null;
  try {
    const folder = await root.getDirectoryHandle(await folderOf(address));
    const listed = await readList(folder);
    if (listed?.address !== address) return null;
    return await Promise.all(listed.files.map(async (name, i) => ({ name, blob: await fileIn(folder, String(i)) })));
  } catch {
    return null;
  }
}

/** @param {string} address */
export async function forgetModel(address) {
  const root = await models(false);
  await root?.removeEntry(await folderOf(address), { recursive: true }).catch(() => {});
}

/** @param {string} name @param {string} address @param {import('./parts.js').Part[]} parts */
export async function keepModel(name, address, parts) {
  const root = await models(true);
  const bytes = parts.reduce((sum, { blob }) => sum + blob.size, 0);
  const refused = (/** @type {string} */ finding) =>
    new ProblemError(name, finding, tr('Free some space, or open it from its URL each time.'));
  if (!root) throw refused(tr('This browser does not store files for this page.'));
  const { quota = Infinity, usage = 0 } = (await navigator.storage.estimate?.()) ?? {};
  if (quota - usage < bytes) throw refused(tr('The browser has too little storage for it.'));
  // Requests once that the browser does not delete it when storage is short. The browser may refuse.
  await navigator.storage.persist?.().catch(() => {});
  const folder = await root.getDirectoryHandle(await folderOf(address), { create: true });
  const write = async (/** @type {string} */ file, /** @type {Blob | string} */ content) => {
    const stream = await (await folder.getFileHandle(file, { create: true })).createWritable();
    await stream.write(content);
    await stream.close();
  };
  try {
    await folder.removeEntry(list).catch(() => {});
    for (const [i, { blob }] of parts.entries()) await write(String(i), blob);
    // Written last, because a folder without its list counts as incomplete.
    await write(list, JSON.stringify({ name, address, bytes, files: parts.map((part) => part.name) }));
  } catch (error) {
    await forgetModel(address);
    throw refused(
      error instanceof DOMException && error.name === 'QuotaExceededError'
        ? tr('The browser has too little storage for it.')
        : tr('The browser refused to store it.'),
    );
  }
}
