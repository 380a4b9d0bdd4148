// SPDX-License-Identifier: MIT
// @ts-check
// Decodes pictures in the data (data URLs) to pixels for the canvas with the browser's decoder. Fetches nothing. Used through
// src/view/widgets/picture.h.

/** Maximum pixels of the longer side. More than a patch grid needs, and small enough for any GPU. */
const longest = 1024;

/**
 * The bytes and media type of a data URL.
 * @param {string} url
 * @returns {Blob}
 */
export function blobOf(url) {
  const parts = /^data:([^;,]*)((?:;[^,]*)?),(.*)$/s.exec(url);
  if (!parts) throw new Error('This is not a data URL.');
  const [, type, options, body] = parts;
  if (!/;base64$/i.test(options)) return new Blob([decodeURIComponent(body)], { type });
  const text = atob(body.replace(/\s/g, ''));
  return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], { type });
}

/**
 * Scales width and height down so that neither exceeds `longest`.
 * @param {number} width @param {number} height
 * @returns {[number, number]}
 */
export function fitted(width, height) {
  const share = Math.min(1, longest / Math.max(width, height, 1));
  return [Math.max(1, Math.round(width * share)), Math.max(1, Math.round(height * share))];
}

/**
 * @param {string} url
 * @returns {Promise<{width: number, height: number, rgba: Uint8Array}>} straight alpha
 */
export async function decodePicture(url) {
  const bitmap = await createImageBitmap(blobOf(url));
  const [width, height] = fitted(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser offers no 2D canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return { width, height, rgba: new Uint8Array(context.getImageData(0, 0, width, height).data.buffer) };
}
