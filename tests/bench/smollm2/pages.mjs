// SPDX-License-Identifier: MIT
// SmolLM2 in two pages of one Chromium, each in its own worker, so that the system treats them alike. One runs our module with the same
// requests as its worker, the other wllama (llama.cpp in WebAssembly). The functions run in the pages and cannot see anything in this file.

/** Opens our module. @param {{code: string, weights: string}} where */
async function openOurs({ code, weights }) {
  const [{ default: create }, { put }, { requestBytes }] = await Promise.all(
    ['build/wasm/model.js', 'web/worker/pump.js', 'web/model/run/requests.js'].map((path) => import(code + path)),
  );
  const bytes = new Uint8Array(await (await fetch(weights)).arrayBuffer());
  /** @type {any} */
  let last;
  const model = await create({
    readPart: (/** @type {number} */ _, /** @type {number} */ offset, /** @type {Uint8Array} */ into) => {
      into.set(bytes.subarray(offset, offset + into.length));
      return true;
    },
    onReply: (/** @type {number} */ _, /** @type {string} */ json) => {
      last = JSON.parse(json);
    },
    onRefused: (/** @type {number} */ _, /** @type {string} */ json) => {
      last = { problem: json };
    },
    onProgress: () => {},
  });
  const ask = (/** @type {any} */ request) => {
    model._hw_model_call(1, put(model, requestBytes(request)));
    if (last.problem) throw new Error(last.problem);
    return last;
  };
  /** Runs a text, or tokens, with every attention matrix and the next word's probabilities. */
  const run = (/** @type {string} */ text, ids = '') =>
    ask({ call: 'run', as: `r ${text}`, name: 'model', isShown: true, isSettled: ids !== '', recipe: { text, ...(ids && { ids }) } });
  ask({ call: 'open', name: 'model', parts: [{ name: 'model.gguf', size: bytes.length }] });
  Object.assign(globalThis, { ask, run, heap: () => model.HEAPU8.length });
}

/** Milliseconds of a prompt, to its next word's probabilities. @param {string} text */
function promptOurs(text) {
  const started = performance.now();
  const { pieces } = /** @type {any} */ (globalThis).run(text);
  return { ms: performance.now() - started, tokens: pieces.length };
}

/** Milliseconds per token after the prompt. @param {{prompt: string, tokens: number}} what */
function writeOurs({ prompt: text, tokens: count }) {
  const ask = /** @type {any} */ (globalThis).ask;
  const first = ask({ call: 'write', recipe: { text }, most: 1, milliseconds: 0 });
  const started = performance.now();
  const { ids, begin } = ask({ call: 'write', recipe: { text: '', ids: first.ids.join() }, most: count, milliseconds: 1e9 });
  return (performance.now() - started) / (ids.length - begin);
}

/** 512 tokens of the text repeated, as the page runs them after they were written. @param {string} text */
function memoryOurs(text) {
  const { ask, run, heap } = /** @type {any} */ (globalThis);
  const before = heap();
  const { ids } = ask({ call: 'write', recipe: { text: `${text} `.repeat(60) }, most: 0, milliseconds: 0 });
  const list = ids.slice(0, 512);
  const started = performance.now();
  run(text, list.join());
  return { before, after: heap(), tokens: list.length, run: performance.now() - started };
}

const names = { openOurs, promptOurs, writeOurs, memoryOurs };
/** The parts of our worker. */
export const ourWorker = `${Object.values(names).map(String).join('\n')}
const names = { ${Object.keys(names).join()} };
onmessage = async ({ data: [name, given] }) => postMessage(await names[name](given));`;

/** @param {string} source of the worker */
export function hire(source) {
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { type: 'module' });
  Object.assign(window, {
    ours: (/** @type {string} */ name, /** @type {any} */ given) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage([name, given]);
      }),
  });
}

/** One of the functions above, in the worker. @param {any[]} what name and argument */
export const askOurs = ([name, given]) => /** @type {any} */ (window).ours(name, given);

/** @param {{code: string, weights: string}} where */
export async function openWllama({ code, weights }) {
  const { Wllama } = await import(`${code}esm/index.js`);
  const wllama = new Wllama({ default: `${code}esm/wasm/wllama.wasm` }, { suppressNativeLog: true });
  await wllama.loadModel([await (await fetch(weights)).blob()], { n_threads: 1, n_ctx: 512, n_gpu_layers: 0 });
  Object.assign(window, { wllama });
}

/** Milliseconds of a prompt, to its first written token. @param {string} text */
export async function promptWllama(text) {
  const started = performance.now();
  const stream = await /** @type {any} */ (window).wllama.createCompletion({
    prompt: text,
    max_tokens: 1,
    temperature: 0,
    stream: true,
    cache_prompt: false,
  });
  for await (const chunk of stream) if (chunk.choices?.[0]?.text !== undefined) break;
  return performance.now() - started;
}

/** Milliseconds per token after the prompt. @param {{prompt: string, tokens: number}} what */
export async function writeWllama({ prompt: text, tokens: count }) {
  let began = 0;
  let came = 0;
  const stream = await /** @type {any} */ (window).wllama.createCompletion({
    prompt: text,
    max_tokens: count,
    temperature: 0,
    stream: true,
    cache_prompt: false,
  });
  let ended = 0;
  for await (const chunk of stream) {
    if (!chunk.choices?.[0]?.text) continue;
    ended = performance.now();
    if (began === 0) began = ended;
    else came += 1;
  }
  return (ended - began) / came;
}
