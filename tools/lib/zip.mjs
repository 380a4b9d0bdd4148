// Writes ZIP archives. The same files give the same bytes, with any clock and order.
import { deflateRawSync } from 'node:zlib';

import { zipSync } from 'fflate';

/** Midnight of the first day that the format can store, in any time zone. */
const mtime = new Date(1980, 0, 1);

/** @param {Map<string, Uint8Array>} files by their paths, with forward slashes @returns {Buffer<ArrayBuffer>} */
export function zipOf(files) {
  const inOrder = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  // Incompressible data are stored.
  const packed = inOrder.map(([path, content]) => {
    const level = deflateRawSync(content).length < content.length ? 9 : 0;
    return /** @type {const} */ ([path, /** @type {[Uint8Array, {level: 0 | 9}]} */ ([content, { level }])]);
  });
  // Made on Unix, plain files that everyone may read.
  return Buffer.from(zipSync(Object.fromEntries(packed), { mtime, os: 3, attrs: (0o100644 << 16) >>> 0 }));
}
