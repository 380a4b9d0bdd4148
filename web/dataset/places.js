// SPDX-License-Identifier: MIT
// @ts-check
// Finds an example's data, next to the list on its host or in files that the user gave.

import { fragmentOf, lineOf } from '../fetch/line.js';
import { ProblemError } from '../base/problem.js';
import { tr } from '../base/language.js';

/** @typedef {import('./read.js').List} List */
/** @typedef {{path: string, file: File}} Given path: includes its folders */

/** The limit for files and folders, because some folders contain themselves. */
const mostFiles = 20_000;
const mostFolders = 20_000;

/** @param {string} path */
const partsOf = (path) => path.split(/[\\/]/).filter((part) => part && part !== '.' && part !== '..');

/** The files of a drop, including those in its folders. @param {import('../open/drop.js').Dropped} all @returns {Promise<Given[]>} */
export async function filesOf({ files, entries }) {
  const given = /** @type {Given[]} */ ([]);
  const waiting = [...entries];
  let [next, folders] = [0, 0];
  if (!entries.some(({ isDirectory }) => isDirectory)) return files.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  while (next < waiting.length && given.length < mostFiles) {
    const entry = waiting[next++];
    if (entry.isFile) {
      const file = await new Promise((/** @type {(file: File | null) => void} */ resolve) =>
        /** @type {FileSystemFileEntry} */ (entry).file(resolve, () => resolve(null)),
      );
      if (file) given.push({ path: entry.fullPath, file });
      continue;
    }
    if (++folders > mostFolders) break;
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    for (;;) {
      // a folder lists at most some hundred entries per call
      const more = await new Promise((/** @type {(more: FileSystemEntry[]) => void} */ resolve) =>
        reader.readEntries(resolve, () => resolve([])),
      );
      if (more.length === 0 || waiting.length - next > mostFiles + mostFolders) break;
      waiting.push(...more);
    }
  }
  return given;
}

/** Local files by name. */
export class Files {
  /** @type {Map<string, Given[]>} by the last part of the path */
  #byName = new Map();

  /** @param {Given[]} given */
  add(given) {
    for (const one of given) {
      const name = /** @type {string} */ (partsOf(one.path).at(-1));
      // A file that is given again replaces the older one.
      this.#byName.set(name, [one, ...(this.#byName.get(name) ?? []).filter(({ path }) => path !== one.path)]);
    }
  }

  /** The file for a path. Among all files with its name, the one whose folders match furthest. @param {string} path @returns {File | null} */
  find(path) {
    const wanted = partsOf(path).reverse();
    const agree = (/** @type {Given} */ { path: other }) => {
      const parts = partsOf(other).reverse();
      const at = parts.findIndex((part, i) => part !== wanted[i]);
      return at < 0 ? parts.length : at;
    };
    const found = this.#byName.get(wanted[0]) ?? [];
    return found.reduce((/** @type {Given | null} */ best, one) => (best && agree(best) >= agree(one) ? best : one), null)?.file ?? null;
  }
}

/** @param {List} list @param {number} row */
export const pathOf = (list, row) => list.files[list.fileOf[row]];

/**
 * The address of a row's data. Always on the list's own host, because that is the host that the user chose.
 * @param {List} list @param {number} row @returns {string | null} null for none
 */
export function addressOf(list, row) {
  const path = pathOf(list, row);
  if (!list.base || path === '-') return null;
  const url = new URL(path.split('/').map(encodeURIComponent).join('/'), list.base);
  if (url.origin !== new URL(list.base).origin || !/^https?:$/.test(url.protocol)) return null;
  const line = list.line[row];
  return url.href + (line > 0 ? fragmentOf({ line, from: list.from[row], to: list.to[row] }) : '');
}

/**
 * A row's data from a file, either the whole file or one line.
 * @param {List} list @param {number} row @param {File} file @returns {Promise<Blob>}
 */
export async function dataIn(list, row, file) {
  const line = list.line[row];
  if (line === 0) return file;
  if (list.to[row] > list.from[row] && list.to[row] <= file.size) return file.slice(list.from[row], list.to[row]);
  if (list.to[row] > list.from[row])
    throw new ProblemError(file.name, tr('It ends before line {}.', line), tr('The list was made from another file.'));
  return lineOf(file.stream(), line, file.name);
}

/** The name of a row's data. @param {List} list @param {number} row */
export function nameOf(list, row) {
  const name = partsOf(pathOf(list, row)).at(-1) ?? '-';
  return list.line[row] > 0 ? `${name}, line ${list.line[row]}` : name;
}
