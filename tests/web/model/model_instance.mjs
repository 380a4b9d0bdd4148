// SPDX-License-Identifier: MIT
// The model's WebAssembly module in Node, opened from the bytes of files, with the same requests as from its worker.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { put } from '../../../web/worker/pump.js';
import { argumentValues } from '../../../web/model/given/arguments.js';
import { requestBytes } from '../../../web/model/run/requests.js';

export const root = new URL('../../../', import.meta.url);
export const folder = new URL('web/models/agreement/', root);
export const names = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'model.safetensors'];

/** @type {any} */
let instance;
/** @type {Uint8Array[]} */
let parts = [];
/** @type {{id: number, result?: any, bytes?: Uint8Array, problem?: any}} */
let last;

/** To be called once, before everything else. */
export async function start() {
  const { default: create } = await import(new URL('build/wasm/model.js', root).href);
  instance = await create({
    readPart: (number, offset, into) => {
      const bytes = parts[number].subarray(offset, offset + into.length);
      if (bytes.length < into.length) return false;
      into.set(bytes);
      return true;
    },
    onReply: (id, json, bytes) => {
      last = { id, result: JSON.parse(json), bytes };
    },
    onRefused: (id, json) => {
      last = { id, problem: JSON.parse(json) };
    },
    onProgress: () => {},
  });
}

/** The result of `readPart`. @param {Uint8Array[]} given */
export const give = (given) => {
  parts = given;
};

/** @param {Record<string, any>} request */
export function ask(request) {
  last = { id: 0 };
  instance._hw_model_call(7, put(instance, requestBytes(/** @type {any} */ (request))));
  assert.equal(last.id, 7);
  return last;
}
/** A question with its arguments in their order (web/model/given/arguments.js). @param {string} name @param {string[]} list @param {Record<string, any>} recipe */
export const askAbout = (name, list, recipe) => ask({ call: 'ask', question: name, arguments: argumentValues(name, list), recipe });

/** Begins the run of a request, as the worker does. @returns {boolean} whether steps are left */
export const begin = (request) => instance._hw_model_begin(put(instance, requestBytes(request))) === 1;
export const step = () => instance._hw_model_step() === 1;

/** @param {any[]} files name and bytes of each */
export function open(files = names.map((name) => [name, readFileSync(new URL(name, folder))]), what = 'open', weights = '') {
  parts = files.map(([, bytes]) => new Uint8Array(bytes));
  return ask({ call: what, name: 'toy', ...(weights && { weights }), parts: files.map(([name, bytes]) => ({ name, size: bytes.length })) });
}
/** @param {string} name @param {string} title @param {number} width @param {number} height */
export const keepPicture = (name, title, width, height) => ask({ call: 'picture', name, title, width, height });

/** A recipe, with its cuts in the form of the command line. `chat` is a text. @type {(text: string, how?: Record<string, any>) => any} */
export const asked = (
  text,
  { edges = '', heads = '', residuals = '', hidden = '', clean = '', swaps = '', beams = '', chat = '0', ...more } = {},
) => ({
  text,
  ...Object.fromEntries(Object.entries(more).filter(([name, value]) => value !== undefined && (value !== '' || name === 'pair'))),
  cuts: [
    { kind: 'edges', text: edges },
    { kind: 'head', text: heads },
    { kind: 'residual', text: residuals },
    { kind: 'hidden', text: hidden },
  ].filter((cut) => cut.text !== ''),
  ...(swaps && { swap: { text: clean, places: swaps } }),
  ...(beams && { beams: Number(beams) }),
  ...(chat !== '0' && { chat: JSON.parse(chat === '1' ? 'true' : chat) }),
});
/** The identity of its example. */
export const keyOf = (text, how) => JSON.stringify(asked(text, { ...how, target: '', scores: '' }));
export const runOf = (text, how) => ({
  call: 'run',
  ticket: 3,
  document: 0,
  name: 'toy',
  isShown: true,
  isSettled: true,
  as: keyOf(text, how),
  recipe: asked(text, how),
});
export const run = (text, how) => ask(runOf(text, how));
