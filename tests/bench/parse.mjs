// SPDX-License-Identifier: MIT
// Reading: the engine's WebAssembly against JSON.parse in one page of one Chromium, and natively against other
// parsers. The file: 12 layers, 12 heads, 128 tokens, float32 weights as Python prints them (17 digits).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parseAndFlatten } from '../parse_bench/parse_and_flatten.mjs';
import { jsonLines, threadClock, withBrowser } from './common.mjs';

const runs = 5;
const tensorBytes = 4 * 12 * 12 * 128 * 128;
const speed = (bytes, ms) => bytes / ms / 1000;
const shown = (value) => `${value.toFixed(0)} MB/s`;

/** Runs in the page: fetches the file, prepares one function for each way of reading. */
async function prepare({ siteUrl, flattenText }) {
  const messages = await import(`${siteUrl}messages.js`);
  const { default: create } = await import(`${siteUrl}engine.js`);
  const bytes = new Uint8Array(await (await fetch('file.json')).arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const flatten = (0, eval)(`(${flattenText})`);
  let opened = 0;
  const engine = await create({
    onMessage: (message) => {
      if (new DataView(message.buffer, message.byteOffset).getUint32(0, true) === 66) opened += 1;
    },
  });
  const give = (message, more = new Uint8Array(0)) => {
    const length = message.length + more.length;
    const at = engine._hw_buffer(length) >>> 0;
    engine.HEAPU8.set(message, at);
    engine.HEAPU8.set(more, at + message.length);
    return engine._hw_message(length) === 1;
  };
  let ticket = 0;
  window.bench = {
    // As web/worker.js does, in the same chunks of 256 KB.
    engine() {
      ticket += 1;
      give(messages.openBegin(ticket, bytes.length, 0, 'bench.json'));
      for (let at = 0; at < bytes.length; at += 1 << 18) give(messages.chunkHead(ticket), bytes.subarray(at, at + (1 << 18)));
      let more = give(messages.openEnd(ticket));
      while (more) more = engine._hw_work() === 1;
      if (opened !== ticket) throw new Error('The engine did not open the file.');
    },
    flatten: () => void flatten(bytes),
    parse: () => void JSON.parse(text),
  };
  return bytes.length;
}

async function inChromium(folder) {
  return withBrowser(async ({ browser, siteUrl, dataUrl }) => {
    const page = await browser.newPage();
    await page.goto(`${dataUrl}bench.html`); // without the content security policy of the site's own page
    const bytes = await page.evaluate(prepare, { siteUrl, flattenText: parseAndFlatten.toString() });
    const clock = await threadClock(page);
    const timed = async (name) => {
      const start = await clock();
      await page.evaluate((way) => window.bench[way](), name);
      return (await clock()) - start;
    };
    const best = { engine: Infinity, flatten: Infinity, parse: Infinity };
    for (let i = 0; i <= runs; i += 1) {
      for (const name of Object.keys(best)) {
        const ms = await timed(name);
        if (i > 0) best[name] = Math.min(best[name], ms); // the first run compiles
      }
    }
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
      { what: `parse ${size}, Chromium`, measured: engine, against: `decode + JSON.parse + flatten ${shown(speed(bytes, best.flatten))}`, ratio: best.flatten / best.engine, aim: '3 or more' },
      { what: `parse ${size}, Chromium`, measured: engine, against: `JSON.parse alone ${shown(speed(bytes, best.parse))}`, ratio: best.parse / best.engine },
      ...native.filter((other) => other !== ours).map((other) => ({
        what: `parse ${size}, native`, measured: shown(speed(bytes, ours.ms)), against: `${other.parser} ${shown(speed(bytes, other.ms))}`, ratio: other.ms / ours.ms,
      })),
      { what: 'parse, peak memory', measured: `${(ours.peakOverTensor * tensorBytes / 1e6).toFixed(1)} MB`, against: `tensor ${(tensorBytes / 1e6).toFixed(1)} MB`, ratio: ours.peakOverTensor, aim: '1.5 or less' },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
