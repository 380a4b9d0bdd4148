// SPDX-License-Identifier: MIT
// @ts-check
// CRC-32 as in PNG, gzip and zip.

/** @type {Uint32Array | null} */
let table = null;

/** @param {Uint8Array} bytes @param {number} [before] the CRC of the preceding bytes */
export function crcOf(bytes, before = 0) {
  table ??= Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  let crc = before ^ 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
