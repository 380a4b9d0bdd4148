// SPDX-License-Identifier: MIT
// The work of a page without this project's parser. One function without dependencies, because tools/bench passes its text to Chromium.

/**
 * @param {Uint8Array} bytes @returns {Float32Array} the values of [layers][batch of 1][heads][rows][columns], as
 * parse_bench writes them
 */
export function parseAndFlatten(bytes) {
  /** @type {number[][]} */
  const rows = JSON.parse(new TextDecoder().decode(bytes)).attentions.flat(3);
  const values = new Float32Array(rows.length * rows[0].length);
  let at = 0;
  for (const row of rows) {
    values.set(row, at);
    at += row.length;
  }
  return values;
}
