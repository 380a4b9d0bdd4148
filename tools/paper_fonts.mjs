// Takes the fonts of figures for paper out of the page's: node tools/paper_fonts.mjs [--out FOLDER]
//
// A PDF has its fonts inside, and neither a browser gives its pages the outlines of a font nor does the native build have npm. So the
// outlines are committed, like the widths of the same fonts (tools/font_widths.mjs), with one file per script. They contain only the
// letters that a figure's texts may need, without rules and instructions. Run it again when the pinned font packages change.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

import { command } from './lib/command.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The letters in src/cli/figure/font_widths.cpp, by the packages' subset that has them. */
/** @type {[string, [number, number][]][]} */
const scripts = [
  [
    'latin',
    [
      [0x20, 0x7e],
      [0xa0, 0xff],
      [0x131, 0x131],
      [0x152, 0x153],
      [0x2c6, 0x2dc],
      [0x2010, 0x2044],
      [0x20ac, 0x20ac],
      [0x2122, 0x2122],
      [0x2191, 0x2193],
      [0x2212, 0x2215],
    ],
  ],
  [
    'latin-ext',
    [
      [0x100, 0x17f],
      [0x192, 0x192],
      [0x218, 0x21b],
      [0x1e00, 0x1eff],
    ],
  ],
  ['greek', [[0x370, 0x3ff]]],
  [
    'cyrillic',
    [
      [0x400, 0x45f],
      [0x490, 0x491],
    ],
  ],
];
const faces = [
  { folder: 'inter', weight: 400, scripts: scripts.map(([name]) => name) },
  { folder: 'inter', weight: 600, scripts: scripts.map(([name]) => name) },
  { folder: 'jetbrains-mono', weight: 400, scripts: ['latin'] },
];
const kept = ['OS/2', 'cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];

/** A font file with only the needed tables. @param {Buffer} file */
function withTables(file) {
  const tables = [];
  for (let i = 0; i < file.readUInt16BE(4); i += 1) {
    const row = 12 + 16 * i;
    const tag = file.toString('latin1', row, row + 4);
    const at = file.readUInt32BE(row + 8);
    if (kept.includes(tag)) tables.push({ row: file.subarray(row, row + 16), bytes: file.subarray(at, at + file.readUInt32BE(row + 12)) });
  }
  const head = Buffer.from(file.subarray(0, 12));
  head.writeUInt16BE(tables.length, 4);
  const parts = /** @type {Buffer[]} */ ([head]);
  let at = 12 + 16 * tables.length;
  for (const { row, bytes } of tables) {
    const moved = Buffer.from(row);
    moved.writeUInt32BE(at, 8);
    parts.push(moved);
    at += (bytes.length + 3) & ~3;
  }
  for (const { bytes } of tables) parts.push(bytes, Buffer.alloc(-bytes.length & 3));
  return Buffer.concat(parts);
}

await command(import.meta.url, { out: { type: 'string', default: join(root, 'src/paper/fonts') } }, async ({ out }) => {
  mkdirSync(out, { recursive: true });
  for (const { folder, weight, scripts: wanted } of faces) {
    const from = join(root, 'node_modules/@fontsource', folder);
    for (const [script, blocks] of scripts.filter(([name]) => wanted.includes(name))) {
      let letters = '';
      for (const [first, last] of blocks) for (let code = first; code <= last; code += 1) letters += String.fromCodePoint(code);
      const whole = readFileSync(join(from, 'files', `${folder}-${script}-${weight}-normal.woff2`));
      writeFileSync(
        join(out, `${folder}-${script}-${weight}.ttf`),
        withTables(await subsetFont(whole, letters, { targetFormat: 'sfnt', keepFeatures: [] })),
      );
    }
    copyFileSync(join(from, 'LICENSE'), join(out, `${folder}-LICENSE.txt`));
  }
});
