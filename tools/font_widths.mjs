// Measures the page's fonts and writes src/cli/figure/font_widths.cpp: node tools/font_widths.mjs [--out FILE]
//
// The command line draws the page's figures without a browser, and needs the width of a text. A browser measures widths and kerning once,
// with the page's own method (web/boot/text.js), in whole units of the fonts. Run it again when the pinned font package changes, after
// tools/build site. tests/browser/files/figure_program.test.mjs fails if it is needed.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { launchBrowser } from './browser.mjs';
import { command } from './lib/command.mjs';
import { serve } from './serve.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** The fonts of tools/site.mjs, without the rules that the page does not use. */
const fonts = join(root, 'build/site/fonts');
const target = join(root, 'src/cli/figure/font_widths.cpp');
const weights = [400, 600];
/** Units of an em in Inter. */
const unitsPerEm = 2048;

/** Possible letters of the fonts, in the blocks that the page's subsets reach into. */
const blocks = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x192, 0x192],
  [0x1e00, 0x1eff],
  [0x370, 0x3ff],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x2010, 0x2044],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2215],
];
/** Letters whose pairs are measured, which are those of English and of the figures' own words. Digits are not kerned. */
const paired = [...Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i)).filter((c) => !/\d/.test(c)), ...'…’“”–—·×'];

/** Runs in the page. Measures widths of letters and the kerning of pairs, in units, for one weight. */
async function measure({ weight, letters, paired, unitsPerEm }) {
  const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  // The same faces at twice their size. A letter that the font lacks comes from another, and keeps its width.
  const faces = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
    .filter((rule) => rule.startsWith('@font-face'));
  const style = document.createElement('style');
  style.textContent = faces.map((face) => face.replace(/font-family: *"?Inter"?;/, 'font-family: Twice; size-adjust: 200%;')).join('\n');
  document.head.append(style);
  for (const family of ['Inter', 'Twice']) await document.fonts.load(`${weight} 16px ${family}`, letters.join(''));
  const measured = (family, text) => {
    context.font = `${weight} 1000px ${family}`;
    return context.measureText(text).width;
  };
  const width = (text) => {
    const units = (measured('Inter', text) / 1000) * unitsPerEm;
    if (Math.abs(units - Math.round(units)) > 0.01) throw new Error(`"${text}" is ${units} units wide: this browser rounds widths.`);
    return Math.round(units);
  };
  const own = letters.filter((letter) => {
    const once = measured('Inter, serif', letter);
    return once > 0 && Math.abs(measured('Twice, serif', letter) / once - 2) < 0.01;
  });
  const advances = own.map((letter) => [letter, width(letter)]);
  const known = new Map(advances);
  const pairs = [];
  for (const left of paired) {
    for (const right of paired) {
      const more = width(left + right) - known.get(left) - known.get(right);
      if (more !== 0) pairs.push([left + right, more]);
    }
  }
  return { advances, pairs };
}

/** Rows of the table. Texts of the same number are together, as many as fit in a line. */
function rows(entries) {
  const groups = new Map();
  for (const [text, units] of entries) groups.set(units, [...(groups.get(units) ?? []), text]);
  const lines = [''];
  const add = (row) => {
    if ([...lines[lines.length - 1], ...row].length > 104) lines.push('');
    lines[lines.length - 1] += lines.at(-1) ? ` ${row}` : `    ${row}`;
  };
  for (const [units, texts] of [...groups].sort(([a], [b]) => a - b)) {
    for (let at = 0; at < texts.length; at += 36) add(`{${units}, R"0(${texts.slice(at, at + 36).join('')})0"},`);
  }
  return lines.join('\n');
}

/** The text of font_widths.cpp. */
export async function fontWidths() {
  const server = await serve({ folder: fonts });
  const browser = await launchBrowser({ preferShell: true });
  try {
    const page = await browser.newPage();
    // A page of the fonts' own server, empty except for their styles.
    await page.route('**/empty.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<link rel="stylesheet" href="fonts.css">' }),
    );
    await page.goto(`${server.url}empty.html`);
    const letters = blocks
      .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)))
      .filter((c) => !/\p{M}|\p{Cn}|[\u200b-\u200f\u2028-\u202e\u00ad]/u.test(c));
    const tables = [];
    for (const weight of weights) {
      const { advances, pairs } = await page.evaluate(measure, { weight, letters, paired, unitsPerEm });
      tables.push(
        `constexpr Widths advances${weight}[] = {\n${rows(advances)}\n};\nconstexpr Widths pairs${weight}[] = {\n${rows(pairs)}\n};`,
      );
    }
    return text(tables);
  } finally {
    await browser.close();
    await server.close();
  }
}

const text = (tables) => `// SPDX-License-Identifier: MIT
// Widths of the page's faces, Inter regular and semibold, in units of their em. Written by tools/font_widths.mjs.
#include "cli/figure/font_widths.h"

namespace hw::cli {
namespace {
// clang-format off

${tables.join('\n\n')}

// clang-format on
}  // namespace

std::span<const Widths> fontAdvances(bool strong) {
    return strong ? std::span<const Widths>(advances600) : advances400;
}
std::span<const Widths> fontPairs(bool strong) {
    return strong ? std::span<const Widths>(pairs600) : pairs400;
}

}  // namespace hw::cli
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  command(import.meta.url, { out: { type: 'string', default: target } }, async ({ out }) => {
    const written = await fontWidths();
    writeFileSync(out, written);
    console.log(`${out}: ${written.split('\n').length} lines, ${written.length} bytes`);
  });
}

/** The current file's content. */
export const writtenWidths = () => readFileSync(target, 'utf8');
