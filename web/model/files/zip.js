// SPDX-License-Identifier: MIT
// @ts-check
// The members of a zip as Blobs. Stored members are slices of the zip. Deflated members are decompressed. For large members such as a
// model's, only the directory is read at first. Strangers make zips, so each number is checked.

import { crcOf } from '../../base/crc.js';
import { ProblemError } from '../../base/problem.js';
import { tr } from '../../base/language.js';

/** @typedef {{path: string, blob: Blob}} Member */

/** Maximum bytes of a directory. Enough for any model. */
const longestDirectory = 4 << 20;
/** Maximum ratio of a deflated member. Weights hardly compress, and a vocabulary to a tenth. */
const largestRatio = 200;
const largestUnpacked = 2 ** 30;
/** Up to this size any ratio is harmless. */
const harmless = 16 << 20;

/** @param {Blob} blob @param {number} from @param {number} to */
const viewOf = async (blob, from, to) => new DataView(await blob.slice(from, to).arrayBuffer());

/** @param {string} finding */
const broken = (finding) => new ProblemError('zip', finding, tr('Pack the folder again, or drop its files.'));

/** @param {Blob} zip @returns {Promise<{at: number, size: number, count: number}>} the place of its directory */
async function directoryOf(zip) {
  const from = Math.max(zip.size - 66_000, 0);
  const end = await viewOf(zip, from, zip.size);
  for (let at = end.byteLength - 22; at >= 0; at -= 1) {
    if (end.getUint32(at, true) !== 0x06054b50) continue;
    const [count, size, start] = [end.getUint16(at + 10, true), end.getUint32(at + 12, true), end.getUint32(at + 16, true)];
    if (start !== 0xffffffff && size !== 0xffffffff && count !== 0xffff) return { at: start, size, count };
    if (at < 20 || end.getUint32(at - 20, true) !== 0x07064b50) break;
    const wide = await viewOf(zip, Number(end.getBigUint64(at - 12, true)), Number(end.getBigUint64(at - 12, true)) + 56);
    if (wide.byteLength < 56 || wide.getUint32(0, true) !== 0x06064b50) break;
    return {
      at: Number(wide.getBigUint64(48, true)),
      size: Number(wide.getBigUint64(40, true)),
      count: Number(wide.getBigUint64(32, true)),
    };
  }
  throw broken(tr('This zip has no directory. It is incomplete or not a zip.'));
}

/**
 * @param {Blob} zip @param {(path: string) => boolean} wanted
 * @returns {Promise<Member[]>}
 */
export async function readZip(zip, wanted) {
  const { at, size } = await directoryOf(zip);
  if (size > longestDirectory || at + size > zip.size) throw broken(tr('The directory of this zip is damaged.'));
  const entries = entriesIn(await viewOf(zip, at, at + size));
  refuseOverlaps(entries, at);
  const own = entries.filter(({ path }) => !path.endsWith('/') && !path.includes('__MACOSX/') && wanted(path));
  refuseBombs(own, zip.size);
  const members = [];
  for (const entry of own) members.push({ path: entry.path, blob: await memberOf(zip, entry) });
  return members;
}

/** @typedef {{path: string, method: number, flags: number, unpacked: number, packed: number, at: number, crc: number}} Entry */

/** The members in the directory. Some programs write backslashes instead of slashes. @param {DataView} view @returns {Entry[]} */
function entriesIn(view) {
  const entries = /** @type {Entry[]} */ ([]);
  const paths = new Set();
  for (let entry = 0; entry + 46 <= view.byteLength && view.getUint32(entry, true) === 0x02014b50; ) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => view.getUint16(entry + field, true));
    const end = entry + 46 + nameLength + extraLength + noteLength;
    if (end > view.byteLength) throw broken(tr('The directory of this zip is damaged.'));
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + entry + 46, nameLength));
    const path = name.replaceAll('\\', '/');
    if (paths.has(path)) throw broken(tr('Two files in this zip are named {}.', path.slice(0, 200)));
    paths.add(path);
    const [flags, method] = [8, 10].map((field) => view.getUint16(entry + field, true));
    entries.push({ path, method, flags, ...sizesOf(view, entry, nameLength, extraLength) });
    entry = end;
  }
  return entries;
}

/**
 * Rejects members that share bytes, because they could expand far beyond the zip's size.
 * @param {Entry[]} entries @param {number} directory the directory's offset
 */
function refuseOverlaps(entries, directory) {
  const inOrder = [...entries].sort((a, b) => a.at - b.at);
  for (const [i, { path, at, packed }] of inOrder.entries()) {
    if (at + 30 + packed > (inOrder[i + 1]?.at ?? directory)) throw broken(tr('{} overlaps another file of this zip.', path.slice(0, 200)));
  }
}

/** Applies the limits of one member to the sum as well. @param {Entry[]} entries @param {number} size of the zip */
function refuseBombs(entries, size) {
  const unpacked = entries.reduce((sum, entry) => sum + (entry.method === 0 ? 0 : entry.unpacked), 0);
  if (unpacked > 2 * largestUnpacked || (unpacked > harmless && unpacked > size * largestRatio))
    throw new ProblemError(
      'zip',
      tr('The files in this zip unpack to {} MB.', Math.round(unpacked / 2 ** 20)),
      tr('Unpack it and drop the folder.'),
    );
}

/** @param {DataView} view @param {number} entry @param {number} nameLength @param {number} extraLength */
function sizesOf(view, entry, nameLength, extraLength) {
  const sizes = {
    unpacked: view.getUint32(entry + 24, true),
    packed: view.getUint32(entry + 20, true),
    at: view.getUint32(entry + 42, true),
    crc: view.getUint32(entry + 16, true),
  };
  const end = entry + 46 + nameLength + extraLength;
  for (let extra = entry + 46 + nameLength; extra + 4 <= end; ) {
    const [kind, length] = [view.getUint16(extra, true), view.getUint16(extra + 2, true)];
    let field = extra + 4;
    if (kind === 1) {
      for (const name of /** @type {const} */ (['unpacked', 'packed', 'at'])) {
        if (sizes[name] !== 0xffffffff || field + 8 > extra + 4 + length) continue;
        sizes[name] = Number(view.getBigUint64(field, true));
        field += 8;
      }
    }
    extra += 4 + length;
  }
  return sizes;
}

/** @param {Blob} zip @param {Entry} entry */
async function memberOf(zip, { path, method, flags, unpacked, packed, at, crc }) {
  if (flags & 1) throw new ProblemError(path, tr('This zip is encrypted.'), tr('Pack it again without a password.'));
  const head = await viewOf(zip, at, at + 30);
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50)
    throw broken(tr('{} is not where the directory of this zip lists it.', path));
  const from = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  if (from + packed > zip.size) throw broken(tr('This zip ends within {}.', path));
  const bytes = zip.slice(from, from + packed);
  if (method === 0) {
    await read(bytes.stream(), unpacked, crc, path, () => {});
    return bytes;
  }
  if (method !== 8)
    throw new ProblemError(
      path,
      tr('This zip uses a compression method other than deflate.'),
      tr('Pack the folder again, or drop its files.'),
    );
  if (unpacked > largestUnpacked || (unpacked > harmless && unpacked > packed * largestRatio))
    throw new ProblemError(
      path,
      tr('This file in the zip unpacks to {} MB.', Math.round(unpacked / 2 ** 20)),
      tr('Unpack it and drop the folder.'),
    );
  return inflated(bytes, unpacked, crc, path);
}

/** @param {Blob} bytes @param {number} size expected length @param {number} crc of the content @param {string} path */
async function inflated(bytes, size, crc, path) {
  const pieces = /** @type {Uint8Array<ArrayBuffer>[]} */ ([]);
  await read(bytes.stream().pipeThrough(new DecompressionStream('deflate-raw')), size, crc, path, (piece) => pieces.push(piece));
  return new Blob(pieces);
}

/**
 * Reads a member to its end, but not beyond its size. @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @param {number} size
 * @param {number} crc @param {string} path @param {(piece: Uint8Array<ArrayBuffer>) => void} take
 */
async function read(stream, size, crc, path, take) {
  const reader = stream.getReader();
  let length = 0;
  let sum = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > size) break;
      sum = crcOf(value, sum);
      take(value);
    }
  } catch {
    throw broken(tr('{} can’t be unpacked because the zip is damaged.', path));
  } finally {
    reader.cancel().catch(() => {});
  }
  if (length !== size || sum !== crc) throw broken(tr('{} can’t be unpacked because the zip is damaged.', path));
}
