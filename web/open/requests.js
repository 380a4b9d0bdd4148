// SPDX-License-Identifier: MIT
// @ts-check
// Resolves data that are requested by name.

import { ProblemError } from '../base/problem.js';
import { visible } from '../base/visible.js';
import { tr } from '../base/language.js';
import { gistAddress, nameOf, rawAddress } from '../fetch/sources.js';

/**
 * @param {string} kind @param {string} text @param {string} name the data's name, as far as the text shows it
 * @returns {{name: string, source: import('../fetch/stream.js').Source}}
 */
export function requestFor(kind, text, name) {
  if (kind === 'sample') return { name, source: sampleAddress(text).href };
  if (kind === 'gist') return { name, source: gistAddress(text).href };
  // Data in a link are a format like any other (docs/link.md).
  if (kind === 'data') return { name, source: new Blob([`data=${text}`]) };
  const url = rawAddress(text, location.href);
  return { name: visible(nameOf(url)), source: url.href };
}

/** The file of a built-in sample. @param {string} id */
export function sampleAddress(id) {
  if (!/^[\w-]+$/.test(id)) {
    throw new ProblemError(tr('sample {}', id), tr('No such sample.'), tr('Choose one under Samples.'));
  }
  return new URL(`../samples/${id}.json`, import.meta.url);
}
