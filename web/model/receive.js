// SPDX-License-Identifier: MIT
// @ts-check
// Whether what was dropped or picked is a model: its files together, its folder, a zip of it, or a .gguf.

import { filesOf, looksLikeModel, partsOf, partsOfZip } from './parts.js';

/**
 * @param {File} file the first one @param {import('../open/drop.js').Dropped} all
 * @returns {Promise<{name: string, parts: import('./parts.js').Part[]} | null>} null: it is none
 */
export async function modelAmong(file, { files, entries }) {
  const folder = entries.find(({ isDirectory }) => isDirectory);
  if (folder) {
    const parts = partsOf(await filesOf(entries));
    return parts.length > 0 ? { name: folder.name, parts } : null;
  }
  const given = (files.length > 0 ? files : [file]).map((one) => ({ path: one.webkitRelativePath || one.name, blob: one }));
  if (given.length === 1 && /\.zip$/i.test(file.name)) {
    const parts = await partsOfZip(file);
    return parts.length > 0 ? { name: file.name.replace(/\.zip$/i, ''), parts } : null;
  }
  if (!looksLikeModel(given.map(({ path }) => path))) return null;
  const parts = partsOf(given);
  const [first] = given[0].path.split('/');
  const name = given[0].path.includes('/') ? first : (parts.find((part) => /\.gguf$/i.test(part.name))?.name ?? file.name);
  return parts.length > 0 ? { name, parts } : null;
}
