// SPDX-License-Identifier: MIT
// @ts-check
// One line of JSON Lines. An address names it after its #: `a.jsonl#line=3`, counted from 1. If its position is known, that follows:
// `&bytes=812-1218`.

import { ProblemError } from '../base/problem.js';
import { tr } from '../base/language.js';

/** @typedef {{line: number, from: number, to: number}} Line to: end of its bytes, 0 if not known */

/** A line is an analysis and must fit into memory. */
const longest = 2 ** 31;

/** The line in an address. @param {string} address @returns {Line | null} */
export function lineIn(address) {
  const named = /#line=(\d{1,10})(?:&bytes=(\d{1,15})-(\d{1,15}))?$/.exec(address);
  return named && { line: Number(named[1]), from: Number(named[2] ?? 0), to: Number(named[3] ?? 0) };
}

/** @param {Line} line */
export const fragmentOf = ({ line, from, to }) => `#line=${line}${to > from ? `&bytes=${from}-${to}` : ''}`;

/**
 * Extracts the bytes of a line from its file, gzipped or not, and stops reading after it.
 * @param {ReadableStream<Uint8Array>} stream @param {number} line from 1 @param {string} name for messages
 * @returns {Promise<Blob>}
 */
export async function lineOf(stream, line, name) {
  const { unpackedIfGzip } = await import('./unpack.js'); // most visits read no lines
  const reader = (await unpackedIfGzip(stream, name)).getReader();
  const parts = [];
  let size = 0;
  let at = 1;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      let begin = 0;
      for (let end = value.indexOf(10); at <= line; end = value.indexOf(10, begin)) {
        if (at === line) {
          const piece = end < 0 ? value.slice(begin) : value.slice(begin, end);
          size += piece.length;
          if (size > longest) throw new ProblemError(placeOf(name, line), tr('The line exceeds 2 GB.'), tr('Save shorter texts.'));
          parts.push(piece);
        }
        if (end < 0) break;
        begin = end + 1;
        at += 1;
      }
      if (at > line) break;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
  if (!size) {
    const finding = at < line ? tr('The file has only {} lines.', at) : tr('This line is empty.');
    throw new ProblemError(placeOf(name, line), finding, tr('It changed after the list was written. Run headwaters batch summary again.'));
  }
  return new Blob(parts);
}

/** @param {string} name @param {number} line */
const placeOf = (name, line) => tr('{}, line {}', name, line);
