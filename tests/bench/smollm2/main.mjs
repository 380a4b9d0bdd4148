// SPDX-License-Identifier: MIT
// SmolLM2 in Chromium, one thread, taking turns with wllama (llama.cpp in WebAssembly) in the same Chromium. Measures prompts, the tokens
// per second that it writes, and the memory of the model's module with 512 tokens run at once. Programs that are not installed are skipped.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { root } from '../common.mjs';
import { launchBrowser } from '../../../tools/browser.mjs';
import { serve } from '../../../tools/serve.mjs';
import { askOurs, hire, openWllama, ourWorker, promptWllama, writeWllama } from './pages.mjs';

const prompt = 'Once upon a time, there was a small town. In the middle of it stood';
const words =
  `${prompt} an old house where nobody had lived for many years until one day a young woman came with two large bags and a dog that barked at every bird in the garden while the people of the town looked on from their windows and wondered who she was and what she wanted there so they sent the baker to ask her and he came back with a smile on his face and said that she was a painter who loved the light of the valley and would stay until the end of the summer when the leaves begin to fall and the evenings are cold again`.split(
    ' ',
  );
// Prevents either program from reusing its computation for the last text.
const begins = ['Now', 'Here', 'Then'];
const lengths = [8, 30, 117];
const tokens = 32;

/**
 * @typedef {import('playwright-core').Page} Page
 * @param {Page} ours @param {Page | null} wllama
 */
async function prompts(ours, wllama) {
  const rows = [];
  for (const length of lengths) {
    const [mine, its] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
    let count = 0;
    for (const begin of begins) {
      const text = [begin, ...words.slice(0, length - 1)].join(' ');
      const run = await ours.evaluate(askOurs, ['promptOurs', text]);
      count = run.tokens;
      mine.push(run.ms);
      if (wllama) its.push(await wllama.evaluate(promptWllama, text));
    }
    const [own, against] = [Math.min(...mine), Math.min(...its)];
    rows.push({
      what: `SmolLM2 Q4_1, a prompt of ${count} tokens with all attention, wasm in Chromium`,
      measured: `${own.toFixed(0)} ms`,
      ...(wllama && { against: `wllama ${against.toFixed(0)} ms`, ratio: own / against }),
      aim: wllama ? '0.2' : '',
    });
  }
  return rows;
}

/** @param {Page} ours @param {Page | null} wllama */
async function writing(ours, wllama) {
  const [mine, its] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let turn = 0; turn < begins.length; turn += 1) {
    mine.push(await ours.evaluate(askOurs, ['writeOurs', { prompt, tokens }]));
    if (wllama) its.push(await wllama.evaluate(writeWllama, { prompt, tokens }));
  }
  const [each, against] = [Math.min(...mine), Math.min(...its)];
  const speed = (/** @type {number} */ ms) => `${(1000 / ms).toFixed(1)} tokens/s`;
  return {
    what: 'SmolLM2 Q4_1 writes, wasm in Chromium',
    measured: speed(each),
    ...(wllama && { against: `wllama ${speed(against)}`, ratio: each / against }),
    aim: wllama ? '0.5' : '',
  };
}

/** @param {Page} ours */
async function memory(ours) {
  const found = await ours.evaluate(askOurs, ['memoryOurs', prompt]);
  return {
    what: `SmolLM2 Q4_1, the model's memory with a run of ${found.tokens} tokens, wasm`,
    measured: `${(found.after / 1e6).toFixed(0)} MB`,
    against: `open ${(found.before / 1e6).toFixed(0)} MB; ${(found.run / 1000).toFixed(1)} s`,
    aim: '',
  };
}

/** @param {{weights: string, npm: string}} given folder of SmolLM2, folder of npm's packages or '' */
export async function measureSmolLM2({ weights, npm }) {
  const room = mkdtempSync(join(tmpdir(), 'headwaters-bench-'));
  writeFileSync(join(room, 'index.html'), '<!doctype html><title>bench</title>');
  const file = readdirSync(weights).find((name) => name.endsWith('.gguf'));
  const other = join(npm, 'node_modules/@wllama/wllama');
  const hasOther = npm !== '' && existsSync(other);
  const [blank, own, files] = await Promise.all([
    serve({ folder: room }),
    serve({ folder: root, cors: true }),
    serve({ folder: weights, cors: true }),
  ]);
  const theirs = hasOther ? await serve({ folder: other, cors: true }) : null;
  // A visitor's browser. The tests' own, without a window, compiles WebAssembly quickly and never optimises it.
  const browser = await launchBrowser();
  try {
    const open = async () => {
      const page = await browser.newPage();
      page.setDefaultTimeout(300_000);
      await page.goto(blank.url);
      return page;
    };
    const where = (/** @type {string} */ code) => ({ code, weights: `${files.url}${file}` });
    const ours = await open();
    await ours.evaluate(hire, ourWorker);
    await ours.evaluate(askOurs, ['openOurs', where(own.url)]);
    const wllama = theirs ? await open() : null;
    await wllama?.evaluate(openWllama, where(theirs?.url ?? ''));
    return [...(await prompts(ours, wllama)), await writing(ours, wllama), await memory(ours)];
  } finally {
    await browser.close();
    await Promise.all([blank, own, files, theirs].map((server) => server?.close()));
    rmSync(room, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [weights = '', npm = ''] = process.argv.slice(2);
  for (const row of await measureSmolLM2({ weights, npm })) console.log(JSON.stringify(row));
}
