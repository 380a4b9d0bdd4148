// SPDX-License-Identifier: MIT
// @ts-check
// The model's thread: its WebAssembly instance (src/platform/model, src/model/service), which reads the files of a model in ranges and runs it.
//
//   page -> worker   {call: id, request, parts}   an object (src/model/service/service.h); `parts`: files to read
//                    {stop: id}                    of a request that nobody waits for any more
//                    {words: {language, texts}}    the language of its problems (boot/words.js)
//   worker -> page   {alive: name of a lock} | {reply: id, result, bytes} | {refused: id, problem} | {progress: id, done}
//                    {died: message}
//
// Requests are carried out in their order. Those that were stopped before their turn are left out, a text's run and tests of
// words stop between two layers, a search between two of its steps: of texts that come faster than they can be run, the newest is. The second part of the
// module (web/worker/later_code.js) comes when the first text was run, and what asks for more than that waits for it.

import { createModel } from './create_model.js';
import { isFirst, requestBytes } from './run/requests.js';
import { MissingCode } from '../worker/later_code.js';
import { put } from '../worker/pump.js';
import { Turns } from '../worker/turns.js';
import { moduleWords, setWords, tr } from '../base/words.js';
import * as messages from '../worker/messages.js';

/** @typedef {{name: string, blob?: Blob | ArrayBuffer, size?: number}} Part */

/** @type {any} */
let model = null;
let isDead = false;
/** All of the module is there. */
let isWhole = false;
/** The request that is being carried out. */
let current = 0;
/** The files of what is being opened, and of what is open, by number. @type {Part[]} */
let parts = [];

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
      if (given) parts = given;
      model._hw_model_call(id, put(model, requestBytes(request)));
      if (request.call === 'run' && !isWhole) void comes().catch(() => {}); // until somebody asks for more
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

/** Fetches the second part, if it is not there. */
async function comes() {
  await model.comes();
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
    setWords(data.words.language, data.words.texts);
    model._hw_words(put(model, messages.textList(moduleWords() ?? [])));
  }
  if ('stop' in data) turns.drop(data.stop);
  if ('call' in data) turns.add({ id: data.call, request: data.request, parts: data.parts });
}

/**
 * Fills a range of the instance's memory from a part: in one go, since C++ waits for it.
 * @param {number} number of the part @param {number} offset @param {Uint8Array} into
 * @returns {boolean} false: it could not be read
 */
function readPart(number, offset, into) {
  const part = parts[number];
  try {
    if (part?.blob instanceof Blob) {
      const bytes = new Uint8Array(
        new /** @type {any} */ (self).FileReaderSync().readAsArrayBuffer(part.blob.slice(offset, offset + into.length)),
      );
      if (bytes.length !== into.length) return false; // there is its beginning alone
      into.set(bytes);
    } else if (part?.blob) into.set(new Uint8Array(part.blob, offset, into.length));
    else return false;
    return true;
  } catch {
    return false; // cut short, changed on the disk, or no longer there
  }
}

/** @param {unknown} error */
function died(error) {
  if (isDead) return;
  isDead = true;
  postMessage({ died: String(/** @type {Error} */ (error)?.message ?? error) });
}

/** @template T @param {() => T} action @returns {() => T | undefined} nothing, when the instance has died */
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
