// SPDX-License-Identifier: MIT
// @ts-check
// An animated PNG (APNG, https://www.w3.org/TR/png-3/, chunks acTL, fcTL and fdAT), 8 bits of red, green and blue. Each frame contains the
// rectangle that differs from the previous one, deflated by the browser.

import { crcOf } from '../base/crc.js';

/** @param {string} name four letters @param {Uint8Array} content */
function chunk(name, content) {
  const bytes = new Uint8Array(12 + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  for (let i = 0; i < 4; i += 1) bytes[4 + i] = name.charCodeAt(i);
  bytes.set(content, 8);
  view.setUint32(8 + content.length, crcOf(bytes.subarray(4, 8 + content.length)));
  return bytes;
}

/** Numbers of 1, 2 or 4 bytes, big-endian. @param {[bytes: 1 | 2 | 4, number: number][]} parts */
function numbers(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, number] of parts) for (let i = size - 1; i >= 0; i -= 1) bytes[at++] = (number >>> (8 * i)) & 255;
  return bytes;
}

/** Deflates with zlib's header and checksum, as PNG requires. @param {Uint8Array<ArrayBuffer>} bytes */
async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * The smallest rectangle that contains all differences between two pictures. At least one pixel.
 * @param {Uint32Array} before @param {Uint32Array} now @param {number} width
 * @returns {Box}
 */
export function changedBox(before, now, width) {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let i = 0; i < now.length; i += 1) {
    if (before[i] === now[i]) continue;
    const x = i % width;
    bottom = Math.floor(i / width);
    if (top < 0) top = bottom;
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  if (right < 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * The rows of a rectangle in PNG format. Each uses the filter (None, Sub, Up) that gives the smallest numbers.
 * @param {Uint8ClampedArray} rgba @param {number} width of the picture @param {Box} box
 */
export function filteredRows(rgba, width, box) {
  const length = 3 * box.width;
  const rows = new Uint8Array(box.height * (length + 1));
  let above = new Uint8Array(length);
  let here = new Uint8Array(length);
  const small = (/** @type {number} */ byte) => (byte < 128 ? byte : 256 - byte);
  for (let y = 0; y < box.height; y += 1) {
    let from = 4 * ((box.y + y) * width + box.x);
    for (let i = 0; i < length; from += 1) for (let k = 0; k < 3; k += 1) here[i++] = rgba[from++];
    const sums = [0, 0, 0];
    for (let i = 0; i < length; i += 1) {
      sums[0] += small(here[i]);
      sums[1] += small((here[i] - (i < 3 ? 0 : here[i - 3])) & 255);
      sums[2] += small((here[i] - above[i]) & 255);
    }
    const filter = sums.indexOf(Math.min(...sums));
    const at = y * (length + 1);
    rows[at] = filter;
    for (let i = 0; i < length; i += 1) {
      const less = filter === 0 ? 0 : filter === 1 ? (i < 3 ? 0 : here[i - 3]) : above[i];
      rows[at + 1 + i] = here[i] - less;
    }
    [above, here] = [here, above];
  }
  return rows;
}

/** Collects frames and writes the file. All frames have the same size. Transparent pixels become white. */
export class Apng {
  #width;
  #height;
  /** @type {Uint8Array<ArrayBuffer>[]} */
  #parts = [];
  #frames = 0;
  #number = 0;
  /** @type {Uint32Array | null} */
  #before = null;

  /** @param {number} width @param {number} height pixels */
  constructor(width, height) {
    this.#width = width;
    this.#height = height;
  }

  /** @param {ImageData} picture @param {number} seconds duration of the frame */
  async add({ data }, seconds) {
    const now = new Uint32Array(data.slice().buffer);
    const all = { x: 0, y: 0, width: this.#width, height: this.#height };
    const box = this.#before ? changedBox(this.#before, now, this.#width) : all;
    this.#before = now;
    const milliseconds = Math.min(Math.round(1000 * seconds), 65_535);
    // No disposal and no blending, so pixels outside the rectangle stay.
    this.#parts.push(
      chunk(
        'fcTL',
        numbers([
          [4, this.#number++],
          [4, box.width],
          [4, box.height],
          [4, box.x],
          [4, box.y],
          [2, milliseconds],
          [2, 1000],
          [1, 0],
          [1, 0],
        ]),
      ),
    );
    const bytes = await deflated(filteredRows(data, this.#width, box));
    if (this.#frames === 0) {
      this.#parts.push(chunk('IDAT', bytes));
    } else {
      const numbered = new Uint8Array(4 + bytes.length);
      numbered.set(numbers([[4, this.#number++]]));
      numbered.set(bytes, 4);
      this.#parts.push(chunk('fdAT', numbered));
    }
    this.#frames += 1;
  }

  /** The file. It loops forever. */
  blob() {
    const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    const header = chunk(
      'IHDR',
      numbers([
        [4, this.#width],
        [4, this.#height],
        [1, 8],
        [1, 2],
        [1, 0],
        [1, 0],
        [1, 0],
      ]),
    );
    const control = chunk(
      'acTL',
      numbers([
        [4, this.#frames],
        [4, 0],
      ]),
    );
    return new Blob([signature, header, control, ...this.#parts, chunk('IEND', new Uint8Array())], {
      type: 'image/apng',
    });
  }
}
