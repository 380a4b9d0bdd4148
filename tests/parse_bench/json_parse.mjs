// SPDX-License-Identifier: MIT
// node json_parse.mjs FILE [REPEAT]: what a page without this parser would do: decode, JSON.parse, flatten.
// Prints one JSON line in the form of parse_bench. The same function serves in a browser.
// @ts-check
import { readFileSync } from 'node:fs';

/** @param {Uint8Array} bytes @returns {Float32Array} */
export function parseAndFlatten(bytes) {
  // [layers][batch of 1][heads][rows][columns], as parse_bench writes them.
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

const [file, repeat = '9'] = process.argv.slice(2);
const bytes = readFileSync(file);
let best = Infinity;
let values = 0;
for (let i = 0; i < Number(repeat); i += 1) {
  const start = performance.now();
  values = parseAndFlatten(bytes).length;
  best = Math.min(best, performance.now() - start);
}
console.log(JSON.stringify({
  parser: 'JSON.parse', build: 'node', bytes: bytes.length, values,
  ms: Number(best.toFixed(2)), mbPerSecond: Math.round(bytes.length / best / 1000),
}));
