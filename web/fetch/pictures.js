// SPDX-License-Identifier: MIT
// @ts-check
// Pictures that the user gives for the patches of a vision file. They stay on this machine. The engine gets them as data: addresses, along
// with the opening's choices that name them (src/protocol/open_choices.h).

import { crcOf } from '../base/crc.js';

/** Larger pictures are scaled down, because they only serve as a background for patches and are part of saved files. */
const mostBytes = 2 ** 21;
const longestSide = 1600;

/** @param {Blob} file recognised by its first bytes, because names and types may be wrong */
export async function isPicture(file) {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  return /^(\x89PNG|\xff\xd8\xff|RIFF....WEBP)/s.test(head);
}

/** The type from the bytes, as a data: address needs it. @param {Uint8Array} bytes */
const typeOf = (bytes) => (bytes[0] === 0x89 ? 'image/png' : bytes[0] === 0xff ? 'image/jpeg' : 'image/webp');

/** A picture's own bytes, or a smaller copy of a large picture. @param {Blob} file @returns {Promise<Blob>} */
export async function keepable(file) {
  if (file.size <= mostBytes) return file;
  const bitmap = await createImageBitmap(file);
  const share = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.max(1, Math.round(bitmap.width * share)),
    height: Math.max(1, Math.round(bitmap.height * share)),
  });
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const small = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, 'image/jpeg', 0.9));
  return small ?? file;
}

/** A name from the content only. @param {Blob} picture @returns {Promise<string>} */
export async function ownName(picture) {
  return `picture ${crcOf(new Uint8Array(await picture.arrayBuffer()))
    .toString(16)
    .padStart(8, '0')}`;
}

/** @param {Blob} picture */
async function addressOf(picture) {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return `data:${typeOf(bytes)};base64,${btoa(text)}`;
}

/** The names in the choices of an opening. An empty name keeps the file's picture. @param {string} choices @returns {string[]} */
export function namesIn(choices) {
  const found = /(?:^|&)picture=([^&]*)/.exec(choices)?.[1];
  return found ? decodeURIComponent(found).split('/') : [];
}

/** The names as a field of the choices. @param {string[]} names */
export const pictureField = (names) => `picture=${names.map(encodeURIComponent).join('%2F')}`;

/**
 * The choices with the data of their pictures.
 * @param {string} choices @param {(name: string) => Promise<Blob | null>} look
 */
export async function withPictures(choices, look) {
  const data = await Promise.all(
    namesIn(choices).map(async (name) => {
      const picture = name ? await look(name) : null;
      return picture ? addressOf(picture) : '-';
    }),
  );
  return data.length > 0 ? `${choices}&picture-data=${encodeURIComponent(data.join(' '))}` : choices;
}

/**
 * The names with a new picture added. With several examples it belongs to the shown one, with several pictures in one input to the first
 * missing one.
 * @param {string[]} names @param {string[]} added @param {{document: unknown, example: number}} state of the page, with a document
 */
export function placed(names, added, { document, example }) {
  const all = [...names];
  const { images, examples } = /** @type {import('../state.d.ts').Document} */ (document);
  const missing = images.findIndex(({ picture }) => !picture);
  const first = examples.length > 1 ? example : added.length > 1 ? 0 : Math.max(missing, 0);
  added.forEach((name, index) => {
    all[first + index] = name;
  });
  return Array.from(all, (name) => name ?? '');
}

/**
 * Takes a file for an open model that reads such files, or else pictures for the patches of the open document or of the one file that comes
 * with them. False if these files are something else.
 * @param {File[]} files @param {import('../open/data_opener.js').DataOpener} dataOpener
 * @param {{page: import('../boot/module.js').PageModule, takeFile: (file: File) => Promise<boolean>}} asked @param {(fields: string) => void} apply @returns {Promise<boolean>}
 */
export async function takePictures(files, dataOpener, { page, takeFile }, apply) {
  if (files.length === 1 && (await takeFile(files[0]))) return true;
  const are = await Promise.all(files.map((one) => isPicture(one).catch(() => false)));
  const pictures = files.filter((_, index) => are[index]);
  const others = files.filter((_, index) => !are[index]);
  const state = page.state();
  const fits = state.document && (state.document.images.length > 0 || state.document.grids.length > 0);
  if (pictures.length === 0 || others.length > 1 || (others.length === 0 && !fits)) return false;
  const names = [];
  for (const picture of pictures) names.push(await dataOpener.addPicture(picture));
  if (others.length > 0) void dataOpener.openGiven(others[0], others[0].name, pictureField(names));
  else apply(pictureField(placed(namesIn(state.source.choices), names, state)));
  return true;
}
