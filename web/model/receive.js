// SPDX-License-Identifier: MIT
// @ts-check
// Whether what was dropped or picked is a model: its files together, its folder, a zip of it, or a .gguf.

import { ProblemError } from '../boot/problem.js';
import { visible } from '../boot/visible.js';
import { tr } from '../boot/words.js';
import { filesOf, looksLikeModel, partsOf, partsOfZip } from './parts.js';

/**
 * @param {File} file the first one @param {import('../open/drop.js').Dropped} all
 * @returns {Promise<{name: string, parts: import('./parts.js').Part[]} | null>} null: it is none
 */
export async function modelAmong(file, { files, entries }) {
  const folder = entries.find(({ isDirectory }) => isDirectory);
  if (folder) {
    const parts = await partsOf(await filesOf(entries));
    return parts.length > 0 ? { name: folder.name, parts } : null;
  }
  const given = (files.length > 0 ? files : [file]).map((one) => ({ path: one.webkitRelativePath || one.name, blob: one }));
  if (given.length === 1 && /\.zip$/i.test(file.name)) {
    const parts = await partsOfZip(file).catch((error) => {
      if (error instanceof ProblemError) throw error;
      throw new ProblemError(file.name, tr('This zip is damaged.'), tr('Pack the folder again, or drop its files.'));
    });
    return parts.length > 0 ? { name: file.name.replace(/\.zip$/i, ''), parts } : null;
  }
  if (!looksLikeModel(given.map(({ path }) => path))) return null;
  const parts = await partsOf(given);
  const [first] = given[0].path.split('/');
  const single = parts.find((part) => /\.gguf$/i.test(part.name))?.name;
  return parts.length > 0 ? { name: given[0].path.includes('/') ? first : (single ?? (await nameIn(parts))), parts } : null;
}

/** A config says a little; what is larger is none. */
const longestConfig = 1 << 20;

/** What a model's config calls it, or else its family: its files alone have no folder's name. @param {import('./parts.js').Part[]} parts */
async function nameIn(parts) {
  const config = parts.find(({ name }) => name === 'config.json')?.blob;
  let said = /** @type {any} */ (null);
  try {
    said = config && config.size <= longestConfig && JSON.parse(await config.text());
  } catch {
    // Whoever opens it says so.
  }
  const [path, family] = [said?._name_or_path, said?.model_type].map((text) => (typeof text === 'string' ? text : ''));
  return (
    path
      .split(/[\\/]/)
      .filter((part) => !/^\.*$/.test(part))
      .at(-1)
      ?.slice(0, 100) ||
    family.slice(0, 100) ||
    tr('Model')
  );
}
