// SPDX-License-Identifier: MIT
// @ts-check
// The functions that the module calls (src/platform/page/host.h has the same names).

/**
 * @typedef {object} Host
 * @property {(fragment: string, push: boolean) => void} writeAddress
 * @property {(ticket: number, kind: string, text: string, name: string, choices: string, given: number, recipe: string) => void} fetch
 * @property {(ticket: number, why: import('./problem.js').Problem) => void} cancel an opening is over
 * @property {(name: string) => void} lookFor a file that is kept
 * @property {(given: number) => void} hold over a reload; 0: nothing
 * @property {(given: number) => void} release
 * @property {(document: number, maker: string, recipe: string) => void} makeExample that somebody waits for (make/makers.js)
 * @property {(name: string) => void} showDialog
 * @property {(lesson: string, step: number, asked: boolean) => void} showLesson beside the views; asked: and its own view
 * @property {(on: boolean) => void} present for a projector
 * @property {(text: string) => void} announce
 * @property {(bytes: Uint8Array) => void} sendToEngine
 * @property {(ticket: number, isList: boolean) => void} opened a document; or the list of a data set, which showDialog was told of
 * @property {(ticket: number, problem: import('./problem.js').Problem) => void} failed an opening
 * @property {(ticket: number, problem: import('./problem.js').Problem) => void} notExported
 * @property {(ticket: number, name: string, mediaType: string, text: string) => void} exported
 * @property {(number: number, url: string) => void} decodePicture
 * @property {(name: string) => void} setCursor
 * @property {() => void} requestFrame
 * @property {(error: Error) => void} trapped an exception came out of the module
 * @property {import('./text.js').TextPainter} text
 */

/**
 * Puts text on the clipboard; where the browser does not allow it, on a selection that the user can
 * copy by hand.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'hidden';
    (document.querySelector('dialog[open]') ?? document.body).append(area); // beside an open dialog nothing can be selected
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
