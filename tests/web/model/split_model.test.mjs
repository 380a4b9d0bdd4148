// SPDX-License-Identifier: MIT
// The models' module in two parts, in Node. A text model opens and runs without the second part, and with it every answer equals the
// unsplit module's, byte by byte.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { isFirst, requestBytes, runRequest } from '../../../web/model/run/requests.js';
import { put } from '../../../web/worker/pump.js';

const root = new URL('../../../', import.meta.url);
const built = (/** @type {string} */ name) => new URL(`build/wasm/${name}`, root);
const skip = !existsSync(built('model.first.wasm')) && 'the models’ module is built as a whole here (no wasm-split)';
const folder = new URL('web/models/agreement/', root);
const files = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'model.safetensors'].map((name) => ({
  name,
  bytes: new Uint8Array(readFileSync(new URL(name, folder))),
}));
const text = 'the keys to the cabinet [MASK] on the table';

/** An instance, and the number of stand-in calls. @param {string} code */
async function made(code) {
  let standIns = 0;
  /** @type {any} */
  let last;
  const { default: create } = await import(built('model.js').href);
  const instance = await create({
    instantiateWasm: (imports, done) => {
      /** @type {WebAssembly.Instance} */
      let first;
      let isThere = false;
      const at = (place) => {
        standIns += 1;
        if (!isThere) new WebAssembly.Instance(new WebAssembly.Module(readFileSync(built('model.later.wasm'))), { primary: first.exports });
        isThere = true;
        return Object.values(first.exports)
          .find((one) => one instanceof WebAssembly.Table)
          .get(place);
      };
      const placeholder = new Proxy(
        {},
        {
          get:
            (_, place) =>
            (...all) =>
              at(Number(place))(...all),
        },
      );
      void WebAssembly.instantiate(new WebAssembly.Module(readFileSync(built(code))), { ...imports, placeholder }).then((instance) => {
        first = instance;
        return done(first);
      });
      return {};
    },
    readPart: (part, offset, into) => {
      into.set(files[part].bytes.subarray(offset, offset + into.length));
      return true;
    },
    onReply: (_, json, bytes) => {
      last = { result: JSON.parse(json), bytes };
    },
    onRefused: (_, problem) => {
      last = { problem: JSON.parse(problem) };
    },
    onProgress: () => {},
  });
  /** As the worker does. @param {any} request */
  const ask = (request) => {
    if (instance._hw_model_begin(put(instance, requestBytes(request))) === 1) while (instance._hw_model_step() === 1);
    instance._hw_model_call(1, put(instance, requestBytes(request)));
    return last;
  };
  return { ask, standIns: () => standIns };
}

/** @type {import('../../../web/model/run/requests.js').Request} */
const opening = { call: 'open', name: 'toy', parts: files.map(({ name, bytes }) => ({ name, size: bytes.length })) };
/** @type {import('../../../web/model/run/requests.js').Request[]} */
const first = [opening, runRequest({ text }, { name: 'toy' }), { call: 'says', recipe: { text } }];
/** @type {any[]} */
const more = [
  runRequest({ text, target: 'p:1' }, { name: 'toy' }),
  runRequest({ text: 'Läßt sich das öffnen? 日本 [MASK]' }, { name: 'toy' }),
  runRequest({ text, cuts: [{ kind: 'edges', text: '2.1:6>2' }] }, { name: 'toy' }),
  { call: 'ask', question: 'lens', arguments: { position: 6, count: 5 }, recipe: { text } },
  ...['flow', 'gradient'].map((ranking) => ({
    call: 'ask',
    question: 'experiment',
    arguments: { kind: 'edge', ranking, rule: 'zero', draws: 5 },
    recipe: { text },
  })),
  { call: 'ask', question: 'decide', arguments: { kind: 'edge', rule: 'zero', most: 8 }, recipe: { text } },
  { call: 'find', part: 'is', recipe: { text } },
  ['nothing of this'],
];

test('a text model opens and runs without the second part; all that comes then is what the whole module answers', { skip }, async () => {
  const [whole, split] = await Promise.all(['model.wasm', 'model.first.wasm'].map(made));
  for (const request of first) {
    assert.ok(isFirst(request), request.call);
    const answer = split.ask(request);
    assert.equal(answer.problem, undefined);
    assert.deepEqual(answer, whole.ask(request));
  }
  assert.equal(split.standIns(), 0);
  for (const request of more) {
    assert.deepEqual(split.ask(request), whole.ask(request), JSON.stringify(request));
  }
  assert.ok(split.standIns() > 0);
  const beyond = more.filter((request) => !isFirst(request));
  assert.equal(beyond.length, more.length - 1, 'a text in other letters is a text');
});
