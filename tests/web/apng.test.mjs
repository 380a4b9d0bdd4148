// SPDX-License-Identifier: MIT
// The animated PNG, read back by a decoder that is independent of the writer, with zlib, all five filters, and offsets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';

import { Apng, changedBox, filteredRows } from '../../web/paper/apng.js';

/** @param {Uint8Array} bytes */
function chunksOf(bytes) {
  assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const chunks = [];
  for (let at = 8; at < bytes.length; ) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    assert.equal(view.getUint32(at + 8 + length), crc32(bytes.subarray(at + 4, at + 8 + length)), `CRC of ${name}`);
    chunks.push({ name, data: Buffer.from(bytes.subarray(at + 8, at + 8 + length)) });
    at += 12 + length;
  }
  return chunks;
}

/** Rows of RGB as PNG stores them. @param {Buffer} rows @param {number} width @param {number} height */
function unfiltered(rows, width, height) {
  const length = 3 * width;
  assert.equal(rows.length, height * (length + 1));
  const out = new Uint8Array(length * height);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (length + 1)];
    for (let i = 0; i < length; i += 1) {
      const a = i < 3 ? 0 : out[y * length + i - 3];
      const b = y === 0 ? 0 : out[(y - 1) * length + i];
      const c = y === 0 || i < 3 ? 0 : out[(y - 1) * length + i - 3];
      const p = a + b - c;
      const paeth = [a, b, c].reduce((best, one) => (Math.abs(p - one) < Math.abs(p - best) ? one : best), a);
      const less = [0, a, b, (a + b) >> 1, paeth][filter];
      out[y * length + i] = rows[y * (length + 1) + 1 + i] + less;
    }
  }
  return out;
}

/** All frames as whole pictures of RGB, with their display time in milliseconds. @param {Uint8Array} bytes */
function decoded(bytes) {
  const chunks = chunksOf(bytes);
  assert.deepEqual([chunks[0].name, chunks[1].name, chunks.at(-1).name], ['IHDR', 'acTL', 'IEND']);
  const [width, height] = [chunks[0].data.readUInt32BE(0), chunks[0].data.readUInt32BE(4)];
  assert.deepEqual([...chunks[0].data.subarray(8)], [8, 2, 0, 0, 0]);
  const picture = new Uint8Array(3 * width * height);
  const frames = [];
  let number = 0;
  let control = null;
  for (const { name, data } of chunks.slice(2, -1)) {
    if (name === 'fcTL') {
      assert.equal(data.readUInt32BE(0), number++);
      const [w, h, x, y] = [4, 8, 12, 16].map((at) => data.readUInt32BE(at));
      assert.ok(x + w <= width && y + h <= height && w > 0 && h > 0);
      assert.deepEqual([...data.subarray(24)], [0, 0]);
      control = { w, h, x, y, milliseconds: (1000 * data.readUInt16BE(20)) / data.readUInt16BE(22) };
      continue;
    }
    if (name === 'fdAT') assert.equal(data.readUInt32BE(0), number++);
    assert.equal(name, frames.length === 0 ? 'IDAT' : 'fdAT');
    const { w, h, x, y, milliseconds } = control;
    const rgb = unfiltered(inflateSync(name === 'fdAT' ? data.subarray(4) : data), w, h);
    for (let row = 0; row < h; row += 1) picture.set(rgb.subarray(3 * w * row, 3 * w * (row + 1)), 3 * ((y + row) * width + x));
    frames.push({ picture: picture.slice(), milliseconds, w, h });
  }
  assert.equal(chunks[1].data.readUInt32BE(0), frames.length);
  return { width, height, frames };
}

/** A picture of many colours, repeatable. @param {number} width @param {number} height @param {number} seed */
function pictureOf(width, height, seed) {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < data.length; i += 4) {
    const place = i / 4;
    data.set([(place * seed) & 255, ((place % width) * 7 + seed) & 255, (Math.floor(place / width) * 11) & 255, 255], i);
  }
  return { data, width, height };
}

/** @param {{data: Uint8ClampedArray}} picture */
const rgbOf = ({ data }) => Uint8Array.from({ length: (data.length / 4) * 3 }, (_, i) => data[4 * Math.floor(i / 3) + (i % 3)]);

test('every frame comes back with its exact colours and its time, and holds what has changed alone', async () => {
  const [width, height] = [61, 37];
  const first = pictureOf(width, height, 3);
  const second = { ...first, data: first.data.slice() };
  for (let y = 10; y < 15; y += 1) for (let x = 20; x < 31; x += 1) second.data.set([x, y, 200, 255], 4 * (y * width + x));
  const frames = [first, second, second, pictureOf(width, height, 5)];
  const file = new Apng(width, height);
  for (const [i, frame] of frames.entries()) await file.add(/** @type {any} */ (frame), [1.35, 0.337, 70, 2.85][i]);
  const blob = file.blob();
  assert.equal(blob.type, 'image/apng');
  const read = decoded(new Uint8Array(await blob.arrayBuffer()));
  assert.deepEqual([read.width, read.height], [width, height]);
  assert.equal(read.frames.length, 4);
  for (const [i, frame] of frames.entries()) assert.deepEqual(read.frames[i].picture, rgbOf(frame), `frame ${i}`);
  assert.deepEqual(
    read.frames.map(({ milliseconds }) => milliseconds),
    [1350, 337, 65_535, 2850],
  );
  assert.deepEqual(
    read.frames.map(({ w, h }) => [w, h]),
    [
      [61, 37],
      [11, 5],
      [1, 1],
      [61, 37],
    ],
  );
});

test('rows take the filter that leaves least', () => {
  const width = 64;
  const picture = pictureOf(width, 3, 1);
  // A plain row, a slope, and the same slope again.
  for (let x = 0; x < width; x += 1) {
    picture.data.set([9, 9, 9, 255], 4 * x);
    picture.data.set([3 * x, 3 * x, 3 * x, 255], 4 * (width + x));
    picture.data.set([3 * x, 3 * x, 3 * x, 255], 4 * (2 * width + x));
  }
  const rows = filteredRows(picture.data, width, { x: 0, y: 0, width, height: 3 });
  assert.deepEqual(
    [0, 1, 2].map((y) => rows[y * (3 * width + 1)]),
    [1, 1, 2],
  );
});

test('the box of what has changed is as small as it can be', () => {
  const before = new Uint32Array(20);
  const now = before.slice();
  assert.deepEqual(changedBox(before, now, 5), { x: 0, y: 0, width: 1, height: 1 });
  now[7] = 1;
  now[16] = 1;
  assert.deepEqual(changedBox(before, now, 5), { x: 1, y: 1, width: 2, height: 3 });
});
