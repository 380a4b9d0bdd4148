// SPDX-License-Identifier: MIT
// The size of a visitor's download from a host that compresses with brotli. Shaders are inside the program.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

import { kilobytes, site } from './common.mjs';

const compressed = (file) => {
  const bytes = readFileSync(file);
  if (file.endsWith('.woff2')) return bytes.length; // brotli inside
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
    .length;
};

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );

/** The scripts that the page runs without a request: its own, the worker's, and their static imports. */
function scripts() {
  const found = new Set();
  const follow = (name) => {
    if (found.has(name)) return;
    found.add(name);
    const text = readFileSync(join(site, name), 'utf8');
    for (const [, next] of text.matchAll(/(?:\bfrom|\bimport)\s*["']([^"']+\.js)["']/g)) follow(join(dirname(name), next));
  };
  const html = readFileSync(join(site, 'index.html'), 'utf8');
  for (const [, name] of html.matchAll(/<(?:script type="module" src|link rel="modulepreload" href)="([^"]+)"/g)) follow(name);
  follow('worker/worker.js');
  return found;
}

// Everything that the page requests on its own, except the sample that it opens with.
/** @type {(asked: Set<string>) => [string, (file: string) => boolean][]} */
const kinds = (asked) => [
  ["page's module", (file) => /^headwaters\.(js|wasm)$/.test(file)],
  ['engine', (file) => /^engine\.(js|wasm)$/.test(file)],
  ['scripts, style, html', (file) => asked.has(file) || /^([^/]*\.(css|svg)|index\.html)$/.test(file)],
  ['fonts, latin', (file) => /^fonts\/(.*-latin-\d+-normal\.woff2|fonts\.css)$/.test(file)],
];

export async function measure() {
  const all = kinds(scripts());
  const sums = new Map(all.map(([name]) => [name, 0]));
  let whole = 0;
  let later = 0;
  let model = 0;
  for (const file of filesBelow(site)) {
    if (file.endsWith('.map')) continue; // for a debugger, which is the only reader
    const bytes = compressed(file);
    whole += bytes;
    if (file.endsWith('engine.later.wasm')) later = bytes;
    if (file.endsWith(`${sep}model.wasm`)) model = bytes;
    const kind = all.find(([, holds]) => holds(relative(site, file)));
    if (kind) sums.set(kind[0], sums.get(kind[0]) + bytes);
  }
  const program = [...sums.values()].reduce((sum, bytes) => sum + bytes, 0);
  return [
    ...[...sums].map(([name, bytes]) => ({ what: `size, ${name}`, measured: kilobytes(bytes) })),
    {
      what: 'size, program + shaders + fonts',
      measured: kilobytes(program),
      against: '700 KB',
      ratio: program / 700_000,
      aim: '1 or less',
    },
    { what: "size, the engine's second part", measured: kilobytes(later) },
    {
      what: "size, models' module before a text's first picture",
      measured: kilobytes(model),
      against: '150 KB',
      ratio: model / 150_000,
      aim: '1 or less',
    },
    { what: 'size, whole site with samples', measured: kilobytes(whole) },
  ];
}
