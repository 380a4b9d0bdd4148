// SPDX-License-Identifier: MIT
// node json_parse.mjs FILE [REPEAT] does the work of a page without this parser (decode, JSON.parse, flatten). Prints one JSON line in the
// form of parse_bench.
import { readFileSync } from 'node:fs';

import { parseAndFlatten } from './parse_and_flatten.mjs';

const [file, repeat = '9'] = process.argv.slice(2);
const bytes = readFileSync(file);
let best = Infinity;
let values = 0;
for (let i = 0; i < Number(repeat); i += 1) {
  const start = performance.now();
  values = parseAndFlatten(bytes).length;
  best = Math.min(best, performance.now() - start);
}
console.log(
  JSON.stringify({
    parser: 'JSON.parse',
    build: 'node',
    bytes: bytes.length,
    values,
    ms: Number(best.toFixed(2)),
    mbPerSecond: Math.round(bytes.length / best / 1000),
  }),
);
