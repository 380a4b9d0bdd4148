// SPDX-License-Identifier: MIT
// @ts-check
// The pictures of an open model, by their names in runs. A drawing's name is the drawing. Files stay on this machine. A worker caches the
// newest few and receives others again when it needs them.

import { drawingOf, isDrawing, paperSide, pixelsOf } from './drawing.js';
import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';

/** @typedef {{title: string, width: number, height: number, pixels: Uint8ClampedArray<ArrayBuffer>}} Picture pixels: RGBA */

/** The size of the worker's cache (src/model/service/pictures.cpp). */
const mostSent = 8;
const mostFiles = 16;
const mostPixels = 40e6;

/** @param {ImageBitmap} bitmap closed afterwards */
function pointsOf(bitmap) {
  const { width, height } = bitmap;
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  );
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { width, height, pixels: context.getImageData(0, 0, width, height).data };
}

/** A name from the content. @param {File} file */
async function nameOf(file) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return `photo:${[...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export class Pictures {
  /** @type {Map<string, Picture>} */
  #files = new Map();
  /** Pictures from a program around this page, as its model sees them. @type {Map<string, Picture & {isSeen: true, url: string}>} */
  #theirs = new Map();
  /** Names in the worker's cache, oldest first. @type {string[]} */
  #sent = [];

  /** @param {File} file @param {string} [known] its name, else from its content @returns {Promise<string>} its name */
  async add(file, known = '') {
    const refused = () => new ProblemError(file.name, tr('This picture can’t be read.'), tr('Use a PNG, JPEG or WebP.'));
    // Keeps the file's colour values, like other programs, and rotates it upright, like src/cli/picture.
    const bitmap = await createImageBitmap(file, {
      colorSpaceConversion: 'none',
      premultiplyAlpha: 'none',
      imageOrientation: 'from-image',
    }).catch(() => {
      throw refused();
    });
    const { width, height } = bitmap;
    if (width * height > mostPixels)
      throw new ProblemError(file.name, tr('This picture has more than 40 million pixels.'), tr('Make it smaller.'));
    const { pixels } = pointsOf(bitmap);
    const name = known || (await nameOf(file));
    this.#files.delete(name);
    this.#files.set(name, { title: file.name, width, height, pixels });
    const [oldest] = this.#files.keys();
    if (this.#files.size > mostFiles) this.#files.delete(oldest);
    return name;
  }

  /**
   * Adds the picture that an external model sees.
   * @param {string} name @param {import('../given/given_link.js').Seen} seen @returns {Promise<boolean>} false if it is known already
   */
  async see(name, { title, url }) {
    if (isDrawing(name) || this.#files.has(name) || this.#theirs.get(name)?.url === url) return false;
    const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
    const { width, height, pixels } = pointsOf(await createImageBitmap(new Blob([bytes])));
    this.#theirs.delete(name);
    this.#theirs.set(name, { title, width, height, pixels, url, isSeen: true });
    const [oldest] = this.#theirs.keys();
    if (this.#theirs.size > mostFiles) this.#theirs.delete(oldest);
    return true;
  }

  /**
   * @param {string} name @returns {Picture & {isSeen?: true} | null} null if it is not on this machine; isSeen: only the part that the
   * model sees
   */
  picture(name) {
    if (!isDrawing(name)) return this.#files.get(name) ?? this.#theirs.get(name) ?? null;
    return { title: this.title(name), width: paperSide, height: paperSide, pixels: pixelsOf(drawingOf(name)) };
  }

  /** A picture's title for people. @param {string} name */
  title(name) {
    if (isDrawing(name)) return drawingOf(name).isCut ? tr('Drawing, truncated') : tr('Drawing');
    return this.picture(name)?.title ?? tr('A picture that is not on this device');
  }

  /** A file's title in links and saved files. @param {string} _name */
  shared(_name) {
    return tr('Photo');
  }

  /**
   * Sends the picture to the worker before the next request, if it does not have it.
   * @param {import('../link.js').Link} link @param {string} name
   */
  send(link, name) {
    if (this.#sent.includes(name)) return;
    const picture = isDrawing(name) ? this.picture(name) : this.#files.get(name);
    if (!picture) return; // it belongs to the other program, or the worker reports that it is missing
    this.#sent = [...this.#sent, name].slice(-mostSent);
    const { width, height, pixels } = picture;
    // Links and saved files contain the run's title, and a file's name is private.
    const title = isDrawing(name) ? picture.title : this.shared(name);
    const forget = () => {
      this.#sent = this.#sent.filter((one) => one !== name);
    };
    link
      .call(
        { call: 'picture', name, title, width, height },
        {
          parts: [{ name: title, blob: /** @type {ArrayBuffer} */ (pixels.buffer) }],
        },
      )
      .catch(forget);
  }
}
