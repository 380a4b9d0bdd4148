// SPDX-License-Identifier: MIT
// @ts-check
// Decodes pictures in the data (data URLs) to pixels for the canvas. The browser does it; nothing is
// fetched. src/view/widgets/picture.h is the interface that uses them.

/** Pixels of the longer side at most: more than a patch grid needs, little enough for any GPU. */
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
 * Width and height scaled down, if need be, so that neither is more than `longest`.
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
