// SPDX-License-Identifier: MIT
// @ts-check
// Whether what was dropped or picked is a model: its files together, its folder, a zip of it, or a .gguf.

import { ProblemError } from '../../base/problem.js';
import { visible } from '../../base/visible.js';
import { tr } from '../../base/words.js';
import { make } from '../../base/elements.js';
import { filesOf, looksLikeModel, partsOf, partsOfZip, rootOf, saysNothing } from './parts.js';

/** @typedef {import('./parts.js').Part} Part */

/**
 * @param {File} file the first one @param {import('../../open/drop.js').Dropped} all
 * @returns {Promise<{name: string, parts: Part[]} | null>} null: it is none
 */
export async function modelAmong(file, { files, entries }) {
  const named = async (/** @type {Part[]} */ parts, /** @type {string[]} */ paths, own = '') =>
    parts.length > 0 ? { name: await nameOf(parts, paths, own), parts } : null;
  if (entries.some(({ isDirectory }) => isDirectory)) {
    const all = await filesOf(entries);
    return named(
      await partsOf(all),
      all.map(({ path }) => path),
    );
  }
  const given = (files.length > 0 ? files : [file]).map((one) => ({ path: one.webkitRelativePath || one.name, blob: one }));
  if (given.length === 1 && /\.zip$/i.test(file.name)) {
    const parts = await partsOfZip(file).catch((error) => {
      if (error instanceof ProblemError) throw error;
      throw new ProblemError(file.name, tr('This zip is damaged.'), tr('Pack the folder again, or drop its files.'));
    });
    return named(parts, [], file.name.replace(/\.zip$/i, ''));
  }
  if (!looksLikeModel(given.map(({ path }) => path))) return null;
  return named(
    await partsOf(given),
    given.map(({ path }) => path),
  );
}

/** A config says a little; what is larger is none. */
const longestConfig = 1 << 20;
const longestName = 100;

/**
 * A field in which the user gives an open model another name. @param {string} name @param {(name: string) => void} rename
 * @returns {HTMLElement}
 */
export function nameSection(name, rename) {
  const field = make('input', {
    'data-id': 'about/name',
    type: 'text',
    value: name,
    maxLength: longestName,
    autocomplete: 'off',
    spellcheck: false,
  });
  const form = make(
    'form',
    { className: 'row' },
    make('label', {}, `${tr('Name')} `, field),
    make('button', { 'data-id': 'about/rename', type: 'submit', textContent: tr('Use this name') }),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    const wanted = visible(field.value).trim();
    if (!wanted || wanted === name) return;
    form.closest('dialog')?.close();
    rename(wanted);
  };
  return form;
}

/**
 * What a model is called: its own folder or file, else what its config calls it, else a folder around it, else unnamed, with its family.
 * @param {Part[]} parts @param {string[]} paths of all files @param {string} own of a zip
 */
async function nameOf(parts, paths, own) {
  const config = parts.find(({ name }) => name === 'config.json')?.blob;
  let said = /** @type {any} */ (null);
  try {
    said = config && config.size <= longestConfig && JSON.parse(await config.text());
  } catch {
    // Whoever opens it says so.
  }
  const piecesOf = (/** @type {unknown} */ text) =>
    typeof text === 'string' ? text.split(/[\\/]/).filter((part) => !/^\.*$/.test(part)) : [];
  const [folder, ...around] = piecesOf(rootOf(paths)).reverse();
  const single = parts.find(({ name }) => /\.gguf$/i.test(name))?.name;
  const candidates = [own, folder, single, ...piecesOf(said?._name_or_path).slice(-2).reverse(), ...around];
  const family = typeof said?.model_type === 'string' ? said.model_type : '';
  const unnamed = family ? tr('unnamed {}', family) : tr('unnamed model');
  return (candidates.find((name) => name && !saysNothing(name)) ?? unnamed).slice(0, longestName);
}
