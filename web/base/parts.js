// SPDX-License-Identifier: MIT
// @ts-check Where the program comes from: a server, or the single file that web/one_file wrote with program
// and data in it.

/**
 * @typedef {object} OneFile data that web/one_file/boot.js found in the page
 * @property {string} from address of the page that made it
 * @property {string} program with its version @property {string} time as ISO 8601 has it
 * @property {string} name the name of its data
 * @property {Blob | null} data @property {string} form 'result' for a saved result, else ''
 * @property {() => string} template its source text, unchanged
 */

/** @returns {OneFile | null} */
export const oneFile = () => /** @type {any} */ (globalThis).headwatersFile ?? null;

/** The page's address without query and fragment. For a single file, the address of the page that made it. */
export const programAddress = () => oneFile()?.from || location.href.replace(/[?#].*$/, '');

/** A fragment that names no data refers to the data that came with the program. @param {string} name @param {string} fragment */
export const ownAddress = (name, fragment) =>
  /(^|&)(sample|url|gist|local|data)=/.test(fragment) ? fragment : `${fragment}&local=${encodeURIComponent(name)}`;
