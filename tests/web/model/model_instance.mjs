// SPDX-License-Identifier: MIT
// The model's WebAssembly module in Node: opened from the bytes of files, asked as its worker asks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { put } from '../../../web/worker/pump.js';
import { textList } from '../../../web/worker/messages.js';

export const root = new URL('../../../', import.meta.url);
export const folder = new URL('web/models/agreement/', root);
export const names = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'model.safetensors'];

/** @type {any} */
let instance;
/** @type {Uint8Array[]} */
let parts = [];
/** @type {{id: number, result?: any, bytes?: Uint8Array, problem?: any}} */
let last;

/** To be called once, before all else. */
export async function start() {
  const { default: create } = await import(new URL('build/wasm/model.js', root).href);
  instance = await create({
    readPart: (number, offset, into) => {
      const bytes = parts[number].subarray(offset, offset + into.length);
      if (bytes.length < into.length) return false;
      into.set(bytes);
      return true;
    },
    onReply: (id, json, bytes) => (last = { id, result: JSON.parse(json), bytes }),
    onRefused: (id, json) => (last = { id, problem: JSON.parse(json) }),
    onProgress: () => {},
  });
}

/** What `readPart` gives. @param {Uint8Array[]} given */
export const give = (given) => void (parts = given);

export function ask(...request) {
  last = { id: 0 };
  instance._hw_model_call(7, put(instance, textList(request)));
  assert.equal(last.id, 7);
  return last;
}

/** Begins the run of a request, as the worker does. @returns {boolean} whether steps are left */
export const begin = (...request) => instance._hw_model_begin(put(instance, textList(request))) === 1;
export const step = () => instance._hw_model_step() === 1;

/** @param {any[]} files name and bytes of each */
export function open(files = names.map((name) => [name, readFileSync(new URL(name, folder))]), what = 'open') {
  parts = files.map(([, bytes]) => new Uint8Array(bytes));
  return ask(what, 'toy', '0', ...files.flatMap(([name, bytes]) => [name, String(bytes.length)]));
}

export const asked = (
  text,
  {
    target = '',
    pair = /** @type {string | undefined} */ (undefined),
    edges = '',
    heads = '',
    residuals = '',
    rule = 'zero',
    scores = '',
    clean = '',
    swaps = '',
    wiped = '',
    ids = '',
    beams = '1',
    chat = '0',
    hidden = '',
  } = {},
) => [
  `${text}|${edges}|${heads}|${residuals}|${rule}|${clean}|${swaps}|${wiped}|${ids}|${beams}|${chat}|${pair}|${hidden}`,
  text,
  pair === undefined ? '0' : '1',
  pair ?? '',
  rule,
  edges,
  heads,
  residuals,
  target,
  scores,
  clean,
  swaps,
  wiped,
  ids,
  beams,
  chat,
  hidden,
];
export const runOf = (text, how) => ['run', '3', '0', 'toy', '1', '1', ...asked(text, how)];
export const run = (text, how) => ask(...runOf(text, how));
