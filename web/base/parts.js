// SPDX-License-Identifier: MIT
// @ts-check Where the program comes from: a server, or a single file (web/one_file).

/**
 * @typedef {object} OneFile what web/one_file/boot.js has found in the page
 * @property {string} from address of the page that made it
 * @property {string} program with its version @property {string} time as ISO 8601 has it
 * @property {string} name what its data are called
 * @property {boolean} isWhole samples, models and lessons are in it
 * @property {Blob | null} data
 * @property {() => string} template its text as it came
 */

/** @returns {OneFile | null} */
export const oneFile = () => /** @type {any} */ (globalThis).headwatersFile ?? null;

/** Whether samples, models and lessons come with the page. A saved page has none. */
export const hasSamples = () => oneFile()?.isWhole ?? true;

/** The page's address without what stands behind it; of one file the address of the page that made it. */
export const programAddress = () => oneFile()?.from || location.href.replace(/[?#].*$/, '');

/** A fragment that names no data is about those that came with the program. @param {string} name @param {string} fragment */
export const ownAddress = (name, fragment) =>
  /(^|&)(sample|url|gist|local|data)=/.test(fragment) ? fragment : `${fragment}&local=${encodeURIComponent(name)}`;
