// SPDX-License-Identifier: MIT
// @ts-check
// Arguments of the API as text. A state object's members go to the page's module, which knows their meaning
// (src/page/address/api_fields.h). Options for opening data become fields of an address.

import { tr } from './language.js';

/** Tokens as an address writes them (src/protocol/open_choices.h), with one space between two. @param {string[]} tokens */
function tokenText(tokens) {
  const letters = /** @type {Record<string, string>} */ ({ ' ': 's', '\n': 'n', '\t': 't', '\\': '\\' });
  return tokens.map((token) => token.replace(/[ \n\t\\]/g, (c) => `\\${letters[c]}`) || '\\e').join(' ');
}

/**
 * Tokens as people paste them: a JSON or Python list of strings, one token per line, or words between spaces.
 * @param {string} text @returns {string[]}
 */
export function tokensOf(text) {
  const list = text.trim();
  if (list.startsWith('[')) {
    // Python prints single quotes if the text has none.
    for (const json of [list, list.replaceAll("'", '"')]) {
      try {
        const tokens = JSON.parse(json);
        if (Array.isArray(tokens)) return tokens.map(String);
      } catch {
        // Not a list, so try the next format.
      }
    }
  }
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  return lines.length > 1 ? lines : list.split(/\s+/).filter(Boolean);
}

/** Lists separated by commas, lists of lists by strokes, an object's members as name:value. @param {unknown} value @returns {string} */
function written(value) {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (!Array.isArray(value)) return String(value);
  if (typeof value[0] !== 'object') return value.join(',');
  const inner = (/** @type {object} */ item) =>
    Array.isArray(item) ? item : Object.entries(item).map(([key, own]) => `${key}:${String(own).replace(/[%,/:]/g, encodeURIComponent)}`);
  return value.map((item) => inner(item).join(',')).join('/');
}

/** Texts of notes may contain the separators of other fields (src/page/address/note_fields.h). @param {import('../given.d.ts').Note[]} notes */
function noteText(notes) {
  const letters = /** @type {Record<string, string>} */ ({ '~': '~', '/': 's', ',': 'c', ':': 'd' });
  const safe = (/** @type {unknown} */ value) => String(value).replace(/[~/,:]/g, (c) => `~${letters[c]}`);
  const members = (/** @type {import('../given.d.ts').Note} */ note) =>
    Object.entries(note).filter(([, value]) => value !== undefined && value !== null);
  return notes
    .map((note) =>
      members(note)
        .map(([name, value]) => `${name}:${safe(value)}`)
        .join(','),
    )
    .join('/');
}

/** Tokens may contain commas. */
const texts = new Set(['tokenTexts', 'decoderTexts']);

/**
 * The view's members, each before its value. The module ignores names that are not members.
 * @param {import('../state.d.ts').StateChange} state @returns {string[]}
 */
export function membersOf({ settings, lesson, ...view }) {
  // As in the state: {id, step, steps}, or null for none.
  const place = lesson && typeof lesson === 'object' ? { lesson: lesson.id, step: lesson.step } : { lesson: lesson === null ? '' : lesson };
  return Object.entries({ ...settings, ...place, ...view })
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) => [
      name,
      texts.has(name)
        ? tokenText(/** @type {string[]} */ (value))
        : name === 'notes'
          ? noteText(/** @type {import('../given.d.ts').Note[]} */ (value))
          : written(value),
    ]);
}

/**
 * Options for opening data, as fields of an address (src/protocol/open_choices.h).
 * @param {{read?: string[], tokenTexts?: string[], decoderTexts?: string[], picture?: string, grid?: string, axes?: string, layersFrom?: string, firstTokens?: number, weightsFile?: string}} choices
 */
export function choicesOf({ read, tokenTexts, decoderTexts, picture, grid, axes, layersFrom, firstTokens, weightsFile }) {
  const fields = Object.entries({
    read,
    'token-texts': tokenTexts && tokenText(tokenTexts),
    'decoder-texts': decoderTexts && tokenText(decoderTexts),
    picture,
    grid,
    axes,
    'layers-from': layersFrom,
    'first-tokens': firstTokens,
    'weights-file': weightsFile,
  });
  return fields
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`)
    .join('&');
}

/**
 * The parts of the view that a link cannot contain.
 * @param {string | null} second as in the state @param {boolean} isLocal the open file is on this machine, and the link does not contain it
 */
export const leftOutOf = (second, isLocal) => [
  ...(isLocal ? [tr('the data (a file on this device)')] : []),
  ...(second === '' || (second && isLocal) ? [tr('the second file')] : []),
];
