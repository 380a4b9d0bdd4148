// SPDX-License-Identifier: MIT
// @ts-check
// Writes files into a zip archive without compression (APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.3.16).

import { crcOf } from './crc.js';

/** Names are UTF-8. */
const flags = 0x800;
/** 1 January 1980, the first date. */
const date = 0x21;

/** @param {[number, number][]} fields pairs of bytes and value, little-endian */
function packed(fields) {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** @param {{name: string, bytes: Uint8Array}[]} files of less than 4 GB in total @returns {Blob} */
export function zipOf(files) {
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {Uint8Array[]} */
  const list = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const named = new TextEncoder().encode(name);
    /** @type {[number, number][]} */
    const common = [
      [2, 20],
      [2, flags],
      [2, 0],
      [2, 0],
      [2, date],
      [4, crcOf(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, named.length],
      [2, 0],
    ];
    const head = packed([[4, 0x04034b50], ...common]);
    list.push(packed([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), named);
    parts.push(head, named, bytes);
    at += head.length + named.length + bytes.length;
  }
  const size = list.reduce((sum, { length }) => sum + length, 0);
  const end = packed([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, size],
    [4, at],
    [2, 0],
  ]);
  return new Blob(/** @type {BlobPart[]} */ ([...parts, ...list, end]), { type: 'application/zip' });
}
