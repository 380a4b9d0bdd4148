// SPDX-License-Identifier: MIT
// @ts-check
// The messages that JavaScript itself sends to the engine, around a stream of bytes. Their format is in src/protocol/messages.h. All others
// pass through unchanged.

const kinds = { openBegin: 1, openChunk: 2, openEnd: 3, cancel: 4, failed: 67 };

/** @param {number} kind @param {number} ticket @param {number} room */
function head(kind, ticket, room) {
  const bytes = new Uint8Array(8 + room);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, kind, true);
  view.setUint32(4, ticket, true);
  return { bytes, view };
}

/**
 * @param {number} ticket @param {number} size of the data, 0 if unknown or compressed
 * @param {number} memoryLimit in bytes, 0 for the importers' default @param {string} name
 * @param {string} choices how to open the data, as fields of the address
 */
export function openBegin(ticket, size, memoryLimit, name, choices = '') {
  const texts = [name, choices].map(text);
  const { bytes, view } = head(kinds.openBegin, ticket, 16 + texts[0].length + texts[1].length);
  view.setBigUint64(8, BigInt(size), true);
  view.setBigUint64(16, BigInt(Math.floor(memoryLimit)), true);
  bytes.set(texts[0], 24);
  bytes.set(texts[1], 24 + texts[0].length);
  return bytes;
}

/** A text in the format of src/protocol/bytes.h: its length, then UTF-8. @param {string} content */
function text(content) {
  const utf8 = new TextEncoder().encode(content);
  const bytes = new Uint8Array(4 + utf8.length);
  bytes.set(number(utf8.length));
  bytes.set(utf8, 4);
  return bytes;
}
/** @param {number} value */
const number = (value) => new Uint8Array(Uint32Array.of(value).buffer);

/** A list of texts in the format of src/protocol/bytes.h. @param {string[]} contents */
export function textList(contents) {
  const texts = contents.map(text);
  const bytes = new Uint8Array(4 + texts.reduce((sum, { length }) => sum + length, 0));
  bytes.set(number(texts.length));
  let at = 4;
  for (const each of texts) {
    bytes.set(each, at);
    at += each.length;
  }
  return bytes;
}

/**
 * The header of a chunk's message. The chunk's bytes follow it. They are separate so that the chunk is copied only once, to the engine's
 * buffer.
 * @param {number} ticket
 */
export const chunkHead = (ticket) => head(kinds.openChunk, ticket, 0).bytes;

/** @param {number} ticket */
export const openEnd = (ticket) => head(kinds.openEnd, ticket, 0).bytes;
/** @param {number} ticket */
export const cancel = (ticket) => head(kinds.cancel, ticket, 0).bytes;

/** The ticket of a message in either direction. @param {Uint8Array} message */
export const ticketOf = (message) => new DataView(message.buffer, message.byteOffset).getUint32(4, true);
/** @param {Uint8Array} message */
const kindOf = (message) => new DataView(message.buffer, message.byteOffset).getUint32(0, true);
/** True if the message reports a failed opening or export. @param {Uint8Array} message */
export const isFailure = (message) => kindOf(message) === kinds.failed;
