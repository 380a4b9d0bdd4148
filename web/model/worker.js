// SPDX-License-Identifier: MIT
// @ts-check
// The model's thread with its WebAssembly instance (src/platform/model, src/model/service). It reads ranges of the model's files and runs
// it.
//
//     page -> worker   {call: id, request, parts}   an object (src/model/service/service.h); `parts`: files that it may read
//                      {stop: id}                    cancels a request
//                      {words: {language, texts}}    the language of its errors (boot/words.js)
//     worker -> page   {alive: name of a lock} | {reply: id, result, bytes} | {refused: id, problem} | {progress: id, done}
//                      {died: message}
//
// Requests run in order. A cancelled request is dropped before its turn. A text's run and tests of words can stop between two layers, a
// search between two steps. If texts come faster than they can be run, only the newest is finished. The second part of the module
// (web/worker/later_code.js) loads after the first run. Requests that need it wait for it.

import { createModel } from './create_model.js';
import { isFirst, requestBytes } from './run/requests.js';
import { MissingCode } from '../worker/later_code.js';
import { put } from '../worker/pump.js';
import { Turns } from '../worker/turns.js';
import { moduleTexts, setTexts, tr } from '../base/language.js';
import * as messages from '../worker/messages.js';

/** @typedef {{name: string, blob?: Blob | ArrayBuffer, size?: number}} Part */
/** Only workers have it. The types are those of a page. @typedef {new () => {readAsArrayBuffer: (blob: Blob) => ArrayBuffer}} SyncReader */

/** Set once it is loaded. Requests wait for it. @type {import('../wasm.d.ts').Instance} */
let model;
let isDead = false;
/** The whole module is loaded. */
let isWhole = false;
/** The id of the running request. */
let current = 0;
/** The files of the open model, by number, those of its other steps after the first. @type {Part[]} */
let parts = [];
/** The files of the running request alone. @type {Part[] | null} */
let lent = null;

const lock = `headwaters-model-${Math.random()}`;
navigator.locks
  ?.request(lock, () => {
    postMessage({ alive: lock });
    return new Promise(() => {});
  })
  .catch(() => {});

/** @type {Turns<{id: number, request: import('./run/requests.js').Request, parts?: Part[]}>} */
const turns = new Turns({
  waits: ({ id, request }) =>
    isWhole || isFirst(request)
      ? null
      : comes().catch((error) => {
          refuse(id, error);
          return false;
        }),
  begin: ({ id, request }) =>
    guarded(() => {
      current = id;
      return model._hw_model_begin(put(model, requestBytes(request)));
    })() === 1,
  step: ({ id }) =>
    guarded(() => {
      const goesOn = model._hw_model_step() === 1;
      const done = model._hw_model_done();
      if (done > 0) postMessage({ progress: id, done });
      return goesOn;
    })() === true,
  givesWay: ({ request }) => request.call === 'ask',
  answer: ({ id, request, parts: given }) =>
    guarded(() => {
      if (given && request.call === 'open') parts = given;
      else if (given && request.call === 'step') parts = [...parts, ...given];
      else lent = given ?? null;
      model._hw_model_call(id, put(model, requestBytes(request)));
      lent = null;
      if (request.call === 'run' && !isWhole) void comes().catch(() => {}); // loads the second part, which later requests may need
    })(),
});

const loaded = createModel({
  readPart,
  onReply: (id, result, bytes) =>
    postMessage({ reply: id, result: JSON.parse(result), bytes }, { transfer: [bytes ?? []].flat().map(({ buffer }) => buffer) }),
  onRefused: (id, problem) => postMessage({ refused: id, problem: JSON.parse(problem) }),
  onProgress: (id, done) => postMessage({ progress: id, done }),
}).then((instance) => {
  model = instance;
  isWhole = !model.comes;
});
loaded.catch(died);

/** Loads the second part if it is missing. */
async function comes() {
  await model.comes?.();
  isWhole = true;
  return true;
}

/** @param {number} id @param {Error} error */
const refuse = (id, { message }) => postMessage({ refused: id, problem: { place: tr('model'), finding: message, remedy: '' } });

addEventListener('message', (event) => {
  if (model) guarded(() => receive(event))();
  else loaded.then(() => guarded(() => receive(event))());
});

/** @param {MessageEvent<import('../posted.d.ts').ToModel>} event */
function receive({ data }) {
  if ('words' in data) {
    setTexts(data.words.language, data.words.texts);
    model._hw_words(put(model, messages.textList(moduleTexts() ?? [])));
  }
  if ('stop' in data) turns.drop(data.stop);
  if ('call' in data) turns.add({ id: data.call, request: data.request, parts: data.parts });
}

/**
 * Copies a range of a file to the instance's memory. Synchronous, because C++ waits for it.
 * @param {number} number of the file @param {number} offset @param {Uint8Array} into
 * @returns {boolean} false if reading failed
 */
function readPart(number, offset, into) {
  const part = (lent ?? parts)[number];
  try {
    if (part?.blob instanceof Blob) {
      const { FileReaderSync } = /** @type {typeof self & {FileReaderSync: SyncReader}} */ (self);
      const bytes = new Uint8Array(new FileReaderSync().readAsArrayBuffer(part.blob.slice(offset, offset + into.length)));
      if (bytes.length !== into.length) return false; // only the beginning is available
      into.set(bytes);
    } else if (part?.blob) into.set(new Uint8Array(part.blob, offset, into.length));
    else return false;
    return true;
  } catch {
    return false; // truncated, changed on the disk, or deleted
  }
}

/** @param {unknown} error */
function died(error) {
  if (isDead) return;
  isDead = true;
  postMessage({ died: String(/** @type {Error} */ (error)?.message ?? error) });
}

/** @template T @param {() => T} action @returns {() => T | undefined} undefined if the instance has died */
function guarded(action) {
  return () => {
    if (isDead) return undefined;
    try {
      return action();
    } catch (error) {
      if (error instanceof MissingCode) refuse(current, error);
      died(error);
      return undefined;
    }
  };
}
