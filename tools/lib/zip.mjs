// Writes ZIP archives: the same files give the same bytes, whatever the clock and the order say.
// The form: PKWARE's APPNOTE 6.3.3, without encryption, comments and ZIP64 (4 GB are far).
import { crc32Of } from './crc32.mjs';
import { deflateRawSync } from 'node:zlib';

/** 1980-01-01, midnight: the first day that the form knows. */
const date = 0x0021;
/** Names are UTF-8. */
const utf8 = 0x0800;
const deflated = 8;
const stored = 0;

/** Fields of two and four bytes, little-endian. @param {[number, 2 | 4][]} fields */
function header(fields) {
  const bytes = Buffer.alloc(fields.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of fields) at = size === 2 ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value >>> 0, at);
  return bytes;
}

/** @param {Map<string, Uint8Array>} files by their paths, with forward slashes @returns {Buffer<ArrayBuffer>} */
export function zipOf(files) {
  const parts = [];
  const directory = [];
  let place = 0;
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content, { level: 9 });
    const method = packed.length < content.length ? deflated : stored;
    const body = method === deflated ? packed : Buffer.from(content);
    const common = [
      [utf8, 2],
      [method, 2],
      [0, 2],
      [date, 2],
      [crc32Of(content), 4],
      [body.length, 4],
      [content.length, 4],
      [name.length, 2],
      [0, 2],
    ];
    const local = header(/** @type {any} */ ([[0x04034b50, 4], [20, 2], ...common]));
    parts.push(local, name, body);
    // Made on Unix, a plain file that everybody may read.
    const attributes = (0o100644 << 16) >>> 0;
    directory.push(
      header(
        /** @type {any} */ ([[0x02014b50, 4], [(3 << 8) | 20, 2], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [attributes, 4], [place, 4]]),
      ),
      name,
    );
    place += local.length + name.length + body.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = header([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [files.size, 2],
    [files.size, 2],
    [size, 4],
    [place, 4],
    [0, 2],
  ]);
  return Buffer.concat([...parts, ...directory, end]);
}
