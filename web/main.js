// SPDX-License-Identifier: MIT
// @ts-check
// Starts the page. Worker and module download in parallel. The first frame waits for the module and the fonts, but the first data are
// requested before the fonts have arrived.

import { later } from './boot/preload.js';

import { hasSamples, oneFile, ownAddress } from './base/parts.js';
import { loadTexts, tr } from './base/language.js';
import { surviveContextLoss, showTextOnly, watchSize, watchSurroundings } from './boot/canvas.js';
import { showWhole, embedOptions } from './boot/embedded.js';
import { giveUp } from './boot/give_up.js';
import { fontsLoaded, TextPainter } from './boot/text.js';
import { queueMessages } from './embed/message_queue.js';
import { listen } from './input/input.js';
import { listenForData } from './open/drop.js';
import { answersOf, engineListener } from './page/connect.js';
import { create } from './page/create.js';
import { keeperAddress } from './worker/engine_link.js';

/** The default document is a model with the answers about its first text, else a file. */
const [firstModel, firstSample] = ['model=agreement', 'agreement-keys'];
/** Milliseconds. Later fonts are drawn when they arrive. */
const fontTimeout = 1200;

/** @template {HTMLElement} T @param {string} id */
const element = (id) => /** @type {T} */ (document.getElementById(id));
const canvas = /** @type {HTMLCanvasElement} */ (element('canvas'));

/** @typedef {import('./page/create.js').Parts} Parts */

async function start() {
  const words = loadTexts('words');
  if (typeof WebAssembly !== 'object') {
    await words;
    throw new Error(tr('Headwaters needs WebAssembly, which is blocked. Allow it for this page, or use another browser.'));
  }
  const text = new TextPainter();
  const fonts = fontsLoaded(fontTimeout);

  const own = oneFile();
  // With a cached page (service_worker.js), all files are available at once, so an early request has no advantage.
  const isPlain = hasSamples() && location.hash.length < 2 && !embedOptions.embedded && !navigator.serviceWorker?.controller;
  const needsAll = !isPlain && document.documentElement.dataset.parts !== undefined;
  if (needsAll) later.begins();

  const parts = await create(canvas, text, isPlain, needsAll, words);
  parts.engine.listen(engineListener(parts));
  openFirst(parts, own);
  await draw(parts, fonts);
  takeInput(parts);
  parts.frames.resume();
  parts.api.begin();
  fetchRest(parts);
  if (hasSamples() && !embedOptions.embedded) setTimeout(() => introduce(parts, isPlain), 800);
}

/** Requests data while fonts and context are still loading. @param {Parts} parts @param {import('./base/parts.js').OneFile | null} own */
function openFirst({ page, frames, data, address: { fragment } }, own) {
  watchSurroundings((now) => {
    page.surroundings(now);
    frames.request();
  }, embedOptions);
  const isGiven = own && !own.data && location.protocol === 'about:'; // the data of a frame of `srcdoc` come by message
  if (own?.data && !fragment) void data.openOwn(own);
  else if (!isGiven)
    page.begin(
      own?.data ? ownAddress(own.name, fragment) : fragment || (hasSamples() && !embedOptions.embedded ? firstModel : ''),
      firstSample,
    );
}

/** Prepares everything that drawing needs. @param {Parts} parts @param {Promise<unknown>} fonts */
async function draw({ page, frames }, fonts) {
  let started = false;
  watchSize(canvas, (width, height, density) => {
    page.resize(width, height, density);
    if (started) frames.drawNow();
  });
  await fonts;
  if (!page.start()) showTextOnly(true, tr('This browser lacks WebGL2 and can’t draw figures.'));
  started = true;
  element('wait').remove();
  document.fonts.addEventListener('loadingdone', () => {
    page.fontsChanged();
    frames.request();
  });
  surviveContextLoss(canvas, page, frames);
}

/** Input from the user and from other pages. @param {Parts} parts */
function takeInput(parts) {
  const { page, frames, dialogs } = parts;
  listen(
    canvas,
    page,
    () => frames.request(),
    () => dialogs.show('commands'),
  );
  listenForData(element('drop'), dialogs.receiver);
  queueMessages(() => answersOf(parts));
  if (embedOptions.embedded) showWhole(() => parts.address.fragment);
}

/** Loads the parts that the first picture did not need. @param {Parts} parts */
function fetchRest({ whole, dialogs }) {
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, whole, { once: true, capture: true });
  setTimeout(whole, 10_000); // if nothing opens
  setTimeout(() => dialogs.load(), 3000); // an earlier request for a dialog loads all of them
  setTimeout(() => void import('./offline/offline.js').then(({ begin }) => begin(keeperAddress)).catch(() => {}), 4000);
  setTimeout(() => void import('./fetch/file_store.js').then(({ sweep }) => sweep()), 10_000);
}

/** @param {Parts} parts @param {boolean} isPlain */
async function introduce({ api, dialogs }, isPlain) {
  // The default page has a model's line, so the file's line loads with the next document.
  const line = () => import('./open/file_line.js').then(({ FileLine }) => void new FileLine(api.public, () => dialogs.show('open')));
  if (isPlain) setTimeout(line, 4000);
  else await line();
  const { showFirstMinute } = await import('./lessons/first_minute.js');
  showFirstMinute(api.public, isPlain);
}

start().catch((error) => giveUp(error.message));
