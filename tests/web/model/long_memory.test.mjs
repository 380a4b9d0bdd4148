// SPDX-License-Identifier: MIT
// The memory for 512 tokens of SmolLM2. Counts the model's module, the engine's, and the message between them while it is read. If its
// weights are not in the cache of this machine (tools/build --with-model smollm2 fetches them), the tests report that they are skipped.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { requestBytes, runRequest } from '../../../web/model/run/requests.js';
import { Pieces } from '../../../web/worker/pieces.js';
import { put } from '../../../web/worker/pump.js';

const root = new URL('../../../', import.meta.url);
const cache = process.env.HEADWATERS_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'headwaters');
const weights = join(cache, 'models/smollm2/SmolLM2-135M-Instruct.Q4_1.gguf');
const built = (/** @type {string} */ name) => new URL(`build/wasm/${name}`, root).href;
const skip = !existsSync(weights) ? 'no weights of SmolLM2 in the cache' : !existsSync(new URL(built('model.wasm'))) && 'no build/wasm';

/** Out of 1.2 GB for the tab. The rest is the page's own module, the program and the browser's (docs/performance_models.md). */
const most = 1000e6;
/** While one text replaces another, its message needs memory in addition to the leftovers of the previous text. */
const mostAnew = 1200e6;
const tokens = 512;
/** The number of tokens is 30 times 17 and 2. */
const text = `${'Once upon a time, there was a small town. In the middle of it stood '.repeat(30)}Once upon`;

/** Both modules as their workers use them, and their peak memory with the messages between them. */
async function opened() {
  const file = readFileSync(weights);
  /** @type {any} */
  let last;
  const [{ default: createModel }, { default: createEngine }] = await Promise.all([import(built('model.js')), import(built('engine.js'))]);
  const model = await createModel({
    readPart: (/** @type {number} */ _, /** @type {number} */ at, /** @type {Uint8Array} */ into) => {
      into.set(file.subarray(at, at + into.length));
      return true;
    },
    onReply: (/** @type {number} */ _, /** @type {string} */ json, /** @type {Uint8Array | Uint8Array[] | null} */ bytes) => {
      last = { result: JSON.parse(json), bytes };
    },
    onRefused: (/** @type {number} */ _, /** @type {string} */ problem) => {
      last = { problem: JSON.parse(problem) };
    },
    onProgress: () => {},
  });
  let pieces = new Pieces([]);
  let [before, left, peak] = [0, 0, 0];
  /** The engine's requested memory is only used as it is filled. */
  const note = () => {
    peak = Math.max(peak, model.HEAPU8.length + Math.min(engine.HEAPU8.length, before + pieces.length - left) + left);
  };
  /** @type {number[]} */
  const answered = [];
  const engine = await createEngine({
    onMessage: (/** @type {Uint8Array} */ bytes) => answered.push(new DataView(bytes.buffer).getUint32(0, true)),
    next: (/** @type {Uint8Array} */ into) => {
      pieces.next(into);
      left -= into.length;
      return note();
    },
  });
  const ask = (/** @type {import('../../../web/model/run/requests.js').Request} */ request) => {
    if (model._hw_model_begin(put(model, requestBytes(request))) === 1) while (model._hw_model_step() === 1);
    model._hw_model_call(1, put(model, requestBytes(request)));
    assert.equal(last.problem, undefined);
    return last.result;
  };
  ask({ call: 'open', name: 'model', parts: [{ name: 'model.gguf', size: file.length }] });
  const run = (/** @type {import('../../../web/model/run/recipe.js').Recipe} */ recipe, document = 0) => {
    const said = ask(runRequest(recipe, { ...(document ? { document } : { ticket: 3 }), name: 'model' }));
    pieces = new Pieces(last.bytes);
    [before, left] = [engine.HEAPU8.length, pieces.length];
    note();
    engine._hw_made(pieces.length);
    return said.pieces.length;
  };
  return { ask, run, answered, peak: () => peak };
}

test('512 tokens of SmolLM2, typed or written, leave the tab below 1.2 GB', { skip }, async (context) => {
  const typed = await opened();
  assert.equal(typed.run({ text }), tokens);
  const written = await opened();
  // It may end its text before that. The text is then continued after existing tokens.
  const { ids } = written.ask({ call: 'write', recipe: { text }, most: 0, milliseconds: 0 });
  const more = written.ask({ call: 'write', recipe: { text: '', ids: ids.slice(0, tokens - 2).join() }, most: 2, milliseconds: 1e9 }).ids;
  assert.equal(written.run({ text: 'written', ids: more.join() }), more.length);
  const most512 = { typed: typed.peak(), written: written.peak() };
  typed.run({ text: text.replace('Once', 'Long') }, 1);
  written.run({ text, ids: ids.join() }, 1);
  const anew = { typed: typed.peak(), written: written.peak() };
  for (const { answered } of [typed, written]) assert.deepEqual(answered, [66, 69]); // Opened, ExampleChanged (accepted)
  const shown = (/** @type {{typed: number, written: number}} */ one) =>
    `typed ${(one.typed / 1e6).toFixed(0)}, written ${(one.written / 1e6).toFixed(0)} MB`;
  context.diagnostic(`${shown(most512)}; another text after it: ${shown(anew)}`);
  assert.ok(Math.max(most512.typed, most512.written) < most, shown(most512));
  assert.ok(Math.max(anew.typed, anew.written) < mostAnew, shown(anew));
});
