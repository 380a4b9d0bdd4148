// SPDX-License-Identifier: MIT
// Reads each form with the engine in Chromium (JSON against JSON.parse of the same text) and natively (against RapidJSON and simdjson).
// Compares the peak memory with the tensor's size.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jsonLines, threadClock, withBrowser } from './common.mjs';
import { fastest, prepare } from './engine_page.mjs';
import { formFiles, values } from './form_files.mjs';

const runs = 3;
const speed = (bytes, ms) => `${(bytes / ms / 1000).toFixed(0)} MB/s`;

/** @returns {Promise<import('./main.mjs').Row[]>} */
async function rowsOf({ form, name, json, bytes }, folder, { browser, rootUrl, dataUrl }) {
  writeFileSync(join(folder, name), bytes);
  const what = `read ${form}, ${(bytes.length / 1e6).toFixed(1)} MB`;
  const page = await browser.newPage();
  await page.goto(`${dataUrl}bench.html`);
  await page.evaluate(prepare, { rootUrl, name });
  const best = await fastest(page, await threadClock(page), json ? ['engine', 'parse'] : ['engine'], runs);
  await page.close();
  /** @type {import('./main.mjs').Row[]} */
  const rows = [
    {
      what: `${what}, Chromium`,
      measured: speed(bytes.length, best.engine),
      ...(json && { against: `JSON.parse alone ${speed(bytes.length, best.parse)}`, ratio: best.parse / best.engine }),
    },
  ];
  const native = await jsonLines(
    'native',
    'parse_bench',
    '--file',
    join(folder, name),
    '--values',
    String(values),
    '--repeat',
    String(runs),
  );
  const ours = native.find(({ parser }) => parser === 'headwaters');
  const others = native.filter((each) => each !== ours);
  if (others.length === 0) rows.push({ what: `${what}, native`, measured: speed(bytes.length, ours.ms) });
  for (const other of others) {
    rows.push({
      what: `${what}, native`,
      measured: speed(bytes.length, ours.ms),
      against: `${other.parser} ${speed(bytes.length, other.ms)}`,
      ratio: other.ms / ours.ms,
    });
  }
  rows.push({
    what: `${what}, peak memory`,
    measured: `${(ours.peakOverTensor * values * 4e-6).toFixed(1)} MB`,
    against: `tensor ${(values * 4e-6).toFixed(1)} MB`,
    ratio: ours.peakOverTensor,
  });
  return rows;
}

export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'headwaters-bench-'));
  try {
    writeFileSync(join(folder, 'bench.html'), '<!doctype html><title>bench</title>');
    return await withBrowser(async (stage) => {
      const rows = [];
      for (const file of formFiles()) rows.push(...(await rowsOf(file, folder, stage)));
      return rows;
    }, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
