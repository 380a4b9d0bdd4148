// SPDX-License-Identifier: MIT
// @ts-check
// The engine's thread with its WebAssembly instance. It receives bytes from the page and from openings. It handles messages between two
// chunks and between two steps of a computation, so that Cancel and newer requests never wait.
//
//     page -> worker   {bytes}                        a message of src/protocol/messages.h
//                      {pieces}                       a message with an example, in pieces
//                      {open: {ticket, name, source, choices, memory}} stream a source into the engine
//                      {cancel: ticket} | {agreed: ticket}
//                      {words: {language, texts}}      the language of its errors (boot/words.js)
//                      {whole: true}                   loads the second part of its module
//     worker -> page   {alive: name of a lock} | {bytes} | {progress: {ticket, bytes, total}}
//                      {failed: {ticket, problem}} | {died: message}
//                      {asks: {ticket, name, question}} waits for agreed or cancel (web/fetch/download.js)

import { createEngine } from './create_engine.js';
import { Helpers } from './helpers.js';
import * as messages from './messages.js';
import { asProblem } from '../base/problem.js';
import { moduleTexts, setTexts } from '../base/language.js';
import { Pieces } from './pieces.js';
import { Pump, put } from './pump.js';
import { openSource } from '../fetch/stream.js';

/** Bytes per call of the engine, some milliseconds of parsing. Compressed bytes can expand much more, so they have a smaller limit. */
const chunkSize = 1 << 18;
const packedChunkSize = 1 << 15;
/** Milliseconds between two progress reports. */
const reportEvery = 50;

/** @type {{ticket: number, abort: AbortController, agreed?: (yes: boolean) => void} | null} */
let opening = null;
/** The ticket of the last opening that the engine rejected. */
let refused = 0;

/** Set once it is loaded. Messages wait for it. @type {import('../wasm.d.ts').Instance} */
let engine;
/** The instance threw an exception and is unusable. */
let isDead = false;
const pump = new Pump(work);
/** The message that the engine is reading. */
let pieces = new Pieces([]);
const helpers = new Helpers({
  message: (helper, bytes) => guarded(() => engine._hw_helper_message(helper, put(engine, bytes)))(undefined),
  lost: (helper) => guarded(() => engine._hw_helper_lost(helper))(undefined),
});

// Held until this thread ends in any way. The page waits for it (engine_link.js).
const lock = `headwaters-${Math.random()}`;
navigator.locks
  ?.request(lock, () => {
    postMessage({ alive: lock });
    return new Promise(() => {});
  })
  .catch(() => {});

// Add the listener before the first await, because messages that arrive during loading would be lost.
const loaded = loadEngine();
addEventListener('message', (event) => {
  if (engine) guarded(receive)(event);
  else loaded.then(() => guarded(receive)(event));
});
loaded.catch(died);

async function loadEngine() {
  engine = await createEngine(
    {
      onMessage: answer,
      next: (into) => pieces.next(into),
      onHelperMessage: (helper, bytes) => helpers.send(helper, bytes),
    },
    self.location.hash === '#whole',
  );
  engine._hw_use_helpers(Helpers.count);
}

/** @param {Uint8Array} bytes a message from the engine */
function answer(bytes) {
  if (messages.isFailure(bytes)) refused = messages.ticketOf(bytes);
  postMessage({ bytes }, { transfer: [bytes.buffer] });
}

/** @param {unknown} error */
function died(error) {
  if (isDead) return;
  isDead = true;
  postMessage({ died: String(/** @type {Error} */ (error)?.message ?? error) });
}

/**
 * An exception from the instance (out of memory, a trap) leaves it unusable. Then the page is notified and starts another worker.
 * @template T @param {(argument: T) => void} action @returns {(argument: T) => void}
 */
function guarded(action) {
  return (argument) => {
    if (isDead) return;
    try {
      action(argument);
    } catch (error) {
      died(error);
    }
  };
}

/** @param {MessageEvent<import('../posted.d.ts').ToEngine>} event */
function receive({ data }) {
  if (data.bytes) give(data.bytes);
  if (data.pieces) givePieces(data.pieces);
  if (data.words) speak(data.words);
  if (data.open) open(data.open);
  if (data.whole) void whole();
  if (data.cancel !== undefined && opening?.ticket === data.cancel) {
    opening?.abort.abort();
    opening?.agreed?.(false);
  }
  if (data.agreed !== undefined && opening?.ticket === data.agreed) opening?.agreed?.(true);
}

/** @param {{language: string, texts: Record<string, string>}} words */
function speak({ language, texts }) {
  setTexts(language, texts);
  engine._hw_words(put(engine, messages.textList(moduleTexts() ?? [])));
}

/** Loads the second part, which the first picture did not need. Calls before that load it synchronously. @param {number} [tries] */
async function whole(tries = 20) {
  await engine.comes?.().catch(() => tries > 1 && setTimeout(whole, 5000, tries - 1));
}

/** Passes a message to the engine. @param {Uint8Array} bytes @param {Uint8Array} [more] appended */
function give(bytes, more) {
  guarded(() => engine._hw_message(put(engine, bytes, more)) === 1 && pump.start())(undefined);
}

/** Passes a message with an example. The engine fetches the bytes as it reads them. @param {Uint8Array[]} list */
function givePieces(list) {
  pieces = new Pieces(list);
  guarded(() => engine._hw_made(pieces.length) === 1 && pump.start())(undefined);
  pieces = new Pieces([]);
}

/** True if there is more work. */
function work() {
  let more = false;
  guarded(() => {
    more = engine._hw_work() === 1;
  })(undefined);
  return more;
}

/** Lets pending messages run. */
const breathe = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });

/**
 * @typedef {object} Request
 * @property {number} ticket @property {string} name @property {import('../fetch/stream.js').Source} source
 * @property {string} choices how to open the data, as fields of the address
 * @property {number} memory maximum bytes, 0 for the machine's limit
 */

/** @param {Request} request */
async function open(request) {
  const { ticket, name } = request;
  opening?.abort.abort();
  const abort = new AbortController();
  opening = { ticket, abort };
  try {
    await feed(request, abort.signal);
  } catch (error) {
    // The page does not need reports of cancels that it requested.
    if (!abort.signal.aborted) postMessage({ failed: { ticket, problem: { ...asProblem(error, name) } } });
    give(messages.cancel(ticket));
  } finally {
    if (opening?.ticket === ticket) opening = null;
  }
}

/** @param {Request} request @param {AbortSignal} signal */
async function feed({ ticket, name, source, choices, memory }, signal) {
  const ask = (/** @type {import('../fetch/download.js').Question} */ question) =>
    new Promise((/** @type {(yes: boolean) => void} */ resolve) => {
      if (opening?.ticket !== ticket) return resolve(false);
      opening.agreed = resolve;
      postMessage({ asks: { ticket, name, question } });
    });
  const { size, chunks } = await openSource(source, signal, reporter(ticket), ask);
  signal.throwIfAborted(); // its first bytes may arrive after a newer opening
  give(messages.openBegin(ticket, size, memory || memoryLimit(), name, choices));
  let step = 0;
  for await (const chunk of chunks) {
    step ||= isPacked(chunk) ? packedChunkSize : chunkSize;
    for (let at = 0; at < chunk.length; at += step) {
      signal.throwIfAborted();
      give(messages.chunkHead(ticket), chunk.subarray(at, at + step));
      await breathe();
      if (refused === ticket || isDead) return; // the engine has reported the reason
    }
  }
  signal.throwIfAborted();
  give(messages.openEnd(ticket));
}

/** True for gzip or zip. @param {Uint8Array} first */
const isPacked = (first) => first[0] === 0x1f || first[0] === 0x50;

/** @param {number} ticket @returns {import('../fetch/stream.js').Progress} */
function reporter(ticket) {
  let reported = 0;
  return (bytes, total) => {
    const now = performance.now();
    if (now - reported < reportEvery && bytes !== total) return;
    reported = now;
    postMessage({ progress: { ticket, bytes, total } });
  };
}

/** The memory limit for the weights, a share of the machine's memory if the browser reports it. */
function memoryLimit() {
  const gigabytes = /** @type {Navigator & {deviceMemory?: number}} */ (navigator).deviceMemory;
  return gigabytes ? Math.min(gigabytes * 0.6, 3.5) * 2 ** 30 : 0;
}
