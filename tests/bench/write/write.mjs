// SPDX-License-Identifier: MIT
// Tokens a second that SmolLM2 writes in Chromium, one thread, against wllama (llama.cpp in WebAssembly) in the same Chromium, taking
// turns; and the memory of the model's module with 512 tokens, run as a whole. What is not installed is left out.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../common.mjs';
import { serve } from '../../../tools/serve.mjs';
import { driver } from '../../browser/engine.mjs';

const prompt = 'Once upon a time, there was a small town. In the middle of it stood';
const turns = 3;
const tokens = 32;

/** In the page: our module, as its worker asks it. @param {{code: string, weights: string}} where */
async function openOurs({ code, weights }) {
  const [{ default: create }, { put }, { textList }] = await Promise.all(['build/wasm/model.js', 'web/worker/pump.js', 'web/worker/messages.js'].map((path) => import(code + path)));
  const bytes = new Uint8Array(await (await fetch(weights)).arrayBuffer());
  /** @type {any} */
  let last;
  const model = await create({
    readPart: (/** @type {number} */ _, /** @type {number} */ offset, /** @type {Uint8Array} */ into) => (into.set(bytes.subarray(offset, offset + into.length)), true),
    onReply: (/** @type {number} */ _, /** @type {string} */ json) => (last = JSON.parse(json)),
    onRefused: (/** @type {number} */ _, /** @type {string} */ json) => (last = { problem: json }),
    onProgress: () => {},
  });
  const ask = (/** @type {string[]} */ ...request) => {
    model._hw_model_call(1, put(model, textList(request)));
    if (last.problem) throw new Error(last.problem);
    return last;
  };
  ask('open', 'model', 'model.gguf', String(bytes.length));
  Object.assign(window, { ask, heap: () => model.HEAPU8.length });
}

/** Milliseconds a token behind the prompt. @param {{prompt: string, tokens: number}} what */
function timeOurs({ prompt: text, tokens: count }) {
  const ask = /** @type {any} */ (window).ask;
  const first = ask('write', text, '0', '', '1', '0', '0', '0', '1', '1');
  const started = performance.now();
  const { ids, begin } = ask('write', '', '0', first.ids.join(), String(count), '1e9', '0', '0', '1', '1');
  return { each: (performance.now() - started) / (ids.length - begin), text: ids.length };
}

/** 512 tokens of the text again and again, as the page runs them after they were written. @param {string} text */
function memoryOurs(text) {
  const { ask, heap } = /** @type {any} */ (window);
  const before = heap();
  const { ids } = ask('write', `${text} `.repeat(60), '0', '', '0', '0', '0', '0', '1', '1');
  const list = ids.slice(0, 512).join();
  const started = performance.now();
  ask('run', '1', '0', 'model', '1', '1', 'r', text, '0', '', 'zero', '', '', '', '', '', '', '', '', list, '1', '');
  return { before, after: heap(), tokens: ids.slice(0, 512).length, run: performance.now() - started };
}

/** @param {{code: string, weights: string}} where */
async function openWllama({ code, weights }) {
  const { Wllama } = await import(`${code}esm/index.js`);
  const wllama = new Wllama({ default: `${code}esm/wasm/wllama.wasm` }, { suppressNativeLog: true });
  await wllama.loadModel([await (await fetch(weights)).blob()], { n_threads: 1, n_ctx: 512, n_gpu_layers: 0 });
  Object.assign(window, { wllama });
}

/** @param {{prompt: string, tokens: number}} what */
async function timeWllama({ prompt: text, tokens: count }) {
  const { wllama } = /** @type {any} */ (window);
  let began = 0;
  let came = 0;
  let written = '';
  const stream = await wllama.createCompletion({ prompt: text, max_tokens: count, temperature: 0, stream: true, cache_prompt: false });
  let ended = 0;
  for await (const chunk of stream) {
    const piece = chunk.choices?.[0]?.text ?? '';
    if (!piece) continue;
    ended = performance.now();
    if (began === 0) began = ended;
    else came += 1;
    written += piece;
  }
  return { each: (ended - began) / came, text: written };
}

/** @param {{weights: string, npm: string}} given folder of SmolLM2, folder of npm's packages or '' */
export async function measureWriting({ weights, npm }) {
  const room = mkdtempSync(join(tmpdir(), 'headwaters-bench-'));
  writeFileSync(join(room, 'index.html'), '<!doctype html><title>bench</title>');
  const file = readdirSync(weights).find((name) => name.endsWith('.gguf'));
  const other = join(npm, 'node_modules/@wllama/wllama');
  const hasOther = npm !== '' && existsSync(other);
  const [blank, own, files] = await Promise.all([serve({ folder: room }), serve({ folder: root, cors: true }), serve({ folder: weights, cors: true })]);
  const theirs = hasOther ? await serve({ folder: other, cors: true }) : null;
  const browser = await driver.launch();
  try {
    const open = async (/** @type {any} */ opens, /** @type {string} */ code) => {
      const page = await driver.newPage(browser, {});
      page.setDefaultTimeout(300_000);
      await page.goto(blank.url);
      await page.evaluate(opens, { code, weights: `${files.url}${file}` });
      return page;
    };
    const ours = await open(openOurs, own.url);
    const wllama = theirs ? await open(openWllama, theirs.url) : null;
    const [mine, its] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
    for (let turn = 0; turn < turns; turn += 1) {
      mine.push((await ours.evaluate(timeOurs, { prompt, tokens })).each);
      if (wllama) its.push((await wllama.evaluate(timeWllama, { prompt, tokens })).each);
    }
    const [each, against] = [Math.min(...mine), Math.min(...its)];
    const memory = await ours.evaluate(memoryOurs, prompt);
    const speed = (/** @type {number} */ ms) => `${(1000 / ms).toFixed(1)} tokens/s`;
    return [
      { what: 'SmolLM2 Q4_1 writes, wasm in Chromium', measured: speed(each), ...(wllama && { against: `wllama ${speed(against)}`, ratio: each / against }), aim: wllama ? '0.5' : '' },
      { what: `SmolLM2 Q4_1, the model's memory with a run of ${memory.tokens} tokens, wasm`, measured: `${(memory.after / 1e6).toFixed(0)} MB`, against: `open ${(memory.before / 1e6).toFixed(0)} MB; ${(memory.run / 1000).toFixed(1)} s`, aim: '' },
    ];
  } finally {
    await browser.close();
    await Promise.all([blank, own, files, theirs].map((server) => server?.close()));
    rmSync(room, { recursive: true });
  }
}
