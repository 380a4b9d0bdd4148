// SPDX-License-Identifier: MIT
// Reading speed of the engine's WebAssembly against JSON.parse in one page of one Chromium, and natively against other parsers. The file
// has 12 layers, 12 heads and 128 tokens, with float32 weights as Python prints them (17 digits).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parseAndFlatten } from '../parse_bench/parse_and_flatten.mjs';
import { jsonLines, threadClock, withBrowser } from './common.mjs';
import { fastest, prepare } from './engine_page.mjs';

const runs = 5;
const tensorBytes = 4 * 12 * 12 * 128 * 128;
const speed = (bytes, ms) => bytes / ms / 1000;
const shown = (value) => `${value.toFixed(0)} MB/s`;

async function inChromium(folder) {
  return withBrowser(async ({ browser, rootUrl, dataUrl }) => {
    const page = await browser.newPage();
    await page.goto(`${dataUrl}bench.html`); // without the content security policy of the site's own page
    const bytes = await page.evaluate(prepare, { rootUrl, name: 'file.json', flattenText: parseAndFlatten.toString() });
    const best = await fastest(page, await threadClock(page), ['engine', 'flatten', 'parse'], runs);
    return { bytes, best };
  }, folder);
}

export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'headwaters-bench-'));
  try {
    await jsonLines('native', 'parse_bench', '--write', join(folder, 'file.json'), '--digits', 'full');
    writeFileSync(join(folder, 'bench.html'), '<!doctype html><title>bench</title>');
    const { bytes, best } = await inChromium(folder);
    const native = await jsonLines('native', 'parse_bench', '--digits', 'full', '--repeat', '5');
    const ours = native.find(({ parser }) => parser === 'headwaters');
    const size = `${(bytes / 1e6).toFixed(0)} MB`;
    const engine = shown(speed(bytes, best.engine));
    return [
      {
        what: `parse ${size}, Chromium`,
        measured: engine,
        against: `decode + JSON.parse + flatten ${shown(speed(bytes, best.flatten))}`,
        ratio: best.flatten / best.engine,
        aim: '3 or more',
      },
      {
        what: `parse ${size}, Chromium`,
        measured: engine,
        against: `JSON.parse alone ${shown(speed(bytes, best.parse))}`,
        ratio: best.parse / best.engine,
      },
      ...native
        .filter((other) => other !== ours)
        .map((other) => ({
          what: `parse ${size}, native`,
          measured: shown(speed(bytes, ours.ms)),
          against: `${other.parser} ${shown(speed(bytes, other.ms))}`,
          ratio: other.ms / ours.ms,
        })),
      {
        what: 'parse, peak memory',
        measured: `${((ours.peakOverTensor * tensorBytes) / 1e6).toFixed(1)} MB`,
        against: `tensor ${(tensorBytes / 1e6).toFixed(1)} MB`,
        ratio: ours.peakOverTensor,
        aim: '1.5 or less',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
