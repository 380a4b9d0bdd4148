// SPDX-License-Identifier: MIT
// @ts-check
// Where the program comes from: a server, or a single file (web/one_file).

/**
 * @typedef {object} OneFile data that web/one_file/boot.js found in the page
 * @property {string} from address of the page that made it
 * @property {string} program with its version @property {string} time as ISO 8601 has it
 * @property {string} name the name of its data
 * @property {boolean} isWhole samples, models and lessons are in it
 * @property {Blob | null} data @property {string} form 'result' for a saved result, else ''
 * @property {() => string} template its source text, unchanged
 */

/** @returns {OneFile | null} */
export const oneFile = () => /** @type {typeof globalThis & {headwatersFile?: OneFile}} */ (globalThis).headwatersFile ?? null;

/** Whether samples, models and lessons come with the page. A saved page has none. */
export const hasSamples = () => oneFile()?.isWhole ?? true;

/** The page's address without query and fragment. For a single file, the address of the page that made it. */
export const programAddress = () => oneFile()?.from || location.href.replace(/[?#].*$/, '');

/** A fragment that names no data refers to the data that came with the program. @param {string} name @param {string} fragment */
export const ownAddress = (name, fragment) =>
  /(^|&)(sample|url|gist|local|data)=/.test(fragment) ? fragment : `${fragment}&local=${encodeURIComponent(name)}`;
