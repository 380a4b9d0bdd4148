// SPDX-License-Identifier: MIT
// A drawing of the page as a picture file, for the command line program.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

import { drawingOf, paperSide, pixelsOf } from '../../../web/model/picture/drawing.js';

/** The side of a patch of the shipped digit model, in pixels. */
const patchSide = 4;
let folder = '';
let count = 0;

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/**
 * A PNG. @param {number} width @param {number} height @param {Buffer[]} rows each after a 0 @param {0 | 2} colours 0 is grey, 2 is red, green, blue
 */
export function pngOf(width, height, rows, colours) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8; // bits
  head[9] = colours;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The path of a grey PNG. @param {string} text as in a link @param {number[]} [wiped] patches painted over with the paper's colour */
export function drawnPng(text, wiped = []) {
  const pixels = pixelsOf(drawingOf(text));
  const rows = Array.from({ length: paperSide }, (_, y) => {
    const patch = (/** @type {number} */ x) => Math.floor(y / patchSide) * (paperSide / patchSide) + Math.floor(x / patchSide);
    return Buffer.from([
      0,
      ...Array.from({ length: paperSide }, (_, x) => (wiped.includes(patch(x)) ? 0 : pixels[4 * (y * paperSide + x)])),
    ]);
  });
  const png = pngOf(paperSide, paperSide, rows, 0);
  if (!folder) {
    folder = mkdtempSync(join(tmpdir(), 'drawn-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  count += 1;
  const path = join(folder, `${count}.png`);
  writeFileSync(path, png);
  return path;
}
