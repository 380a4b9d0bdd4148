// SPDX-License-Identifier: MIT
// What a visitor downloads, as a host that compresses with brotli sends it. Shaders are inside the program.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

import { kilobytes, site } from './common.mjs';

const compressed = (file) => {
  const bytes = readFileSync(file);
  if (file.endsWith('.woff2')) return bytes.length; // brotli inside
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
};

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]);

// Everything that the page asks for by itself, except the sample that it opens with.
const kinds = [
  ['page\'s module', /^headwaters\.(js|wasm)$/],
  ['engine', /^engine\.(js|wasm)$/],
  ['scripts, style, html', /^[^/]*\.(js|css|html|svg)$/],
  ['fonts, latin', /^fonts\/(.*-latin-\d+-normal\.woff2|fonts\.css)$/],
];

export async function measure() {
  const sums = new Map(kinds.map(([name]) => [name, 0]));
  let whole = 0;
  for (const file of filesBelow(site)) {
    const bytes = compressed(file);
    whole += bytes;
    const kind = kinds.find(([, pattern]) => pattern.test(relative(site, file)));
    if (kind) sums.set(kind[0], sums.get(kind[0]) + bytes);
  }
  const program = [...sums.values()].reduce((sum, bytes) => sum + bytes, 0);
  return [
    ...[...sums].map(([name, bytes]) => ({ what: `size, ${name}`, measured: kilobytes(bytes) })),
    { what: 'size, program + shaders + fonts', measured: kilobytes(program), against: '700 KB', ratio: program / 700_000, aim: '1 or less' },
    { what: 'size, whole site with samples', measured: kilobytes(whole) },
  ];
}
