// SPDX-License-Identifier: MIT
// @ts-check
// What is asked of the engine's worker when something is to be opened, and what is said when it ended.

import { ProblemError } from '../boot/problem.js';
import { gistAddress, nameOf, rawAddress } from './sources.js';

/**
 * Where data are and what they are called.
 * @param {string} kind @param {string} text
 * @param {Map<string, {source: import('./stream.js').Source, memory: number}>} given by hand, by name
 */
export function requestFor(kind, text, given) {
  if (kind === 'sample') return { kind, text, name: text, source: sampleAddress(text).href };
  if (kind === 'gist') return { kind, text, name: `gist ${text}`, source: gistAddress(text).href };
  // What a link holds is a form like any other (docs/link.md).
  if (kind === 'data') return { kind, text, name: 'link', source: new Blob([`data=${text}`]) };
  if (kind === 'local') {
    const { source, memory = 0 } = given.get(text) ?? {};
    if (source === undefined) throw new ProblemError(text, 'This file is not at hand any more.', 'Drop it here again.');
    return { kind, text, name: text, source, memory };
  }
  const url = rawAddress(text, location.href);
  return { kind, text, name: nameOf(url), source: url.href };
}

/** How data are opened, out of the fields of an address. @param {string} fields */
export const choicesOf = (fields) =>
  fields
    .replace(/^#/, '')
    .split('&')
    .filter((field) => /^(read|token-texts|decoder-texts)=/.test(field))
    .join('&');

/** As src/core/problem.h numbers it. */
const lessMemory = 3;

/** @param {{name: string}} request @param {string} reason @param {boolean} opening */
export function deathOf(request, reason, opening) {
  return new ProblemError(
    request.name,
    `${opening ? 'Opening this' : 'The computation'} ended unexpectedly (${reason}). It was started anew.`,
    'Close other tabs, open it with the heads averaged or as 16-bit numbers, or use the command line.',
    lessMemory,
  );
}

/** The file of a built-in sample. @param {string} id */
export function sampleAddress(id) {
  if (!/^[\w-]+$/.test(id)) {
    throw new ProblemError(`sample ${id}`, 'There is no such sample.', 'Choose one under Samples.');
  }
  return new URL(`../samples/${id}.json`, import.meta.url);
}
