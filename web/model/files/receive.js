// SPDX-License-Identifier: MIT
// @ts-check
// Recognises a model among dropped or picked files: its files, its folder, a zip, or a .gguf.

import { ProblemError } from '../../base/problem.js';
import { visible } from '../../base/visible.js';
import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';
import { filesOf, isModelFolder, modelIn, modelInZip, rootOf, isUninformative } from './parts.js';

/** @typedef {import('./parts.js').Part} Part */

/**
 * @param {File} file the first one @param {import('../../open/drop.js').Dropped} all
 * @returns {Promise<({name: string} & import('./parts.js').Found) | null>} null if it is not a model
 */
export async function modelAmong(file, { files, entries }) {
  const named = async (/** @type {import('./parts.js').Found} */ found, /** @type {string[]} */ paths, own = '') =>
    found.parts.length > 0 ? { name: await nameOf(found.parts, paths, own), ...found } : null;
  if (entries.some(({ isDirectory }) => isDirectory)) {
    const all = await filesOf(entries);
    return named(
      await modelIn(all),
      all.map(({ path }) => path),
    );
  }
  const given = (files.length > 0 ? files : [file]).map((one) => ({ path: one.webkitRelativePath || one.name, blob: one }));
  if (given.length === 1 && /\.zip$/i.test(file.name)) {
    const found = await modelInZip(file).catch((error) => {
      if (error instanceof ProblemError) throw error;
      throw new ProblemError(file.name, tr('This zip is damaged.'), tr('Pack the folder again, or drop its files.'));
    });
    return named(found, [], file.name.replace(/\.zip$/i, ''));
  }
  if (!isModelFolder(given.map(({ path }) => path))) return null;
  return named(
    await modelIn(given),
    given.map(({ path }) => path),
  );
}

/** Maximum bytes of a config. Larger files are not configs. */
const longestConfig = 1 << 20;
const longestName = 100;

/**
 * A field for renaming the open model. @param {string} name @param {(name: string) => void} rename
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
 * The model's name: its own folder or file, else the name in its config, else a parent folder, else "unnamed" with its family.
 * @param {Part[]} parts @param {string[]} paths of all files @param {string} own of a zip
 */
async function nameOf(parts, paths, own) {
  const config = parts.find(({ name }) => name === 'config.json')?.blob;
  /** @type {{_name_or_path?: unknown, model_type?: unknown} | null} */
  let said = null;
  try {
    if (config && config.size <= longestConfig) said = JSON.parse(await config.text());
  } catch {
    // The code that opens the model reports the error.
  }
  const piecesOf = (/** @type {unknown} */ text) =>
    typeof text === 'string' ? text.split(/[\\/]/).filter((part) => !/^\.*$/.test(part)) : [];
  const [folder, ...around] = piecesOf(rootOf(paths)).reverse();
  const single = parts.find(({ name }) => /\.gguf$/i.test(name))?.name;
  const candidates = [own, folder, single, ...piecesOf(said?._name_or_path).slice(-2).reverse(), ...around];
  const family = typeof said?.model_type === 'string' ? said.model_type : '';
  const unnamed = family ? tr('unnamed {}', family) : tr('unnamed model');
  return (candidates.find((name) => name && !isUninformative(name)) ?? unnamed).slice(0, longestName);
}
