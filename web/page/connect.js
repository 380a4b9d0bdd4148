// SPDX-License-Identifier: MIT
// @ts-check
// Connects the parts of the page by implementing each part's needs with the others. create.js creates the parts before any of these
// functions run.

import { viewWithoutSource } from '../api/address.js';
import { tr } from '../base/language.js';
import { giveUp } from '../boot/give_up.js';
import { decodePicture } from '../boot/pictures.js';
import { announceInTurn as announce } from '../mirror/announce.js';
import { keeperAddress } from '../worker/engine_link.js';

/** @typedef {import('./create.js').Parts} Parts */

/** @param {Parts} parts @param {string} name as in DialogEffect */
export const showDialog = ({ side, dialogs }, name) => (name === 'settings' ? side.toggle() : dialogs.show(name));

/**
 * Implements the services for the page's module (outward.d.ts).
 * @param {Parts} parts @param {HTMLCanvasElement} canvas @param {import('../boot/text.js').TextPainter} text @returns {import('../boot/module.js').Host}
 */
export const hostOf = (parts, canvas, text) => ({
  text,
  announce,
  writeAddress: (fragment, push) => parts.address.write(fragment, push),
  fetch: (...opening) => parts.data.fetch(...opening),
  cancel: (ticket, why) => parts.data.cancel(ticket, why),
  lookFor: (name) => void parts.data.lookFor(name),
  hold: (given) => void parts.data.hold(given).catch(() => {}),
  release: (given) => parts.data.release(given),
  makeExample: (document, maker, recipe, ...how) =>
    void parts.makers.use().then(
      (link) => link.again(document, maker, recipe, ...how),
      () =>
        parts.page.notMade(document, maker, recipe, {
          place: '',
          finding: tr('Could not load part of the program. Are you online?'),
          remedy: '',
        }),
    ),
  showDialog: (name) => showDialog(parts, name),
  showLesson: (lesson, step, asked) => parts.lessons.show(lesson, step, asked),
  present: (on) => parts.lessons.use((all) => all.present(on)),
  sendToEngine: (bytes) => parts.engine.send(bytes),
  opened: (ticket, isList) => {
    parts.data.opened(ticket, isList ? parts.dialogs.list : undefined);
    setTimeout(parts.whole, 2000); // the picture comes first
    if (!isList) parts.api.opened();
  },
  failed: (ticket, problem) => {
    parts.data.failed(ticket, problem);
    parts.api.failed(problem);
  },
  notExported: (ticket, problem) => parts.api.notExported(ticket, problem),
  exported: (ticket, _name, _type, body) => parts.api.exported(ticket, body),
  decodePicture: (number, url) => {
    const { page, frames } = parts;
    const done = (/** @type {Parameters<Parts['page']['picture']>[1]} */ picture) => page.picture(number, picture);
    void frames.requestAfter(decodePicture(url).then(done, () => done(null)));
  },
  setCursor: (name) => {
    canvas.style.cursor = name;
  },
  placeViews: (places) => parts.models.place(places),
  requestFrame: () => parts.frames.request(),
  trapped: (error) => {
    parts.engine.end();
    parts.frames.pause();
    giveUp(tr('The page crashed ({}). Reload it to restore the view in the URL.', error.message), true);
  },
});

/** Handles the messages of the engine's worker. @param {Parts} parts @returns {Parameters<Parts['engine']['listen']>[0]} */
export const engineListener = ({ page, frames, data, api, pen }) => ({
  message: (bytes) => {
    if (page.engineMessage(bytes)) frames.request();
    pen.onMessage();
  },
  progress: (ticket, bytes, total) => page.openingProgressed(ticket, bytes, total),
  asks: (ticket, name, question) => void data.asks(ticket, name, question),
  failed: (ticket, problem) => page.openingFailed(ticket, problem),
  died: (reason, last) => {
    api.engineLost({ finding: tr('The computation crashed ({}).', reason), remedy: tr('Try again in a moment.') });
    page.engineLost(reason, last);
  },
});

/** Draws a frame, and does the rest of the work when no other frame follows. @param {Parts} parts */
export function drawingOf(parts) {
  const { page, mirror, pen } = parts;
  mirror.onUpdate = ({ bars }) => bars.ready && parts.models.open?.page?.bar.colour(bars.rows);
  let head = 0; // an open model's elements start below it
  return {
    draw: (/** @type {number} */ now) => {
      const { begins } = pen;
      pen.begins = () => {};
      begins();
      const wait = page.frame(now);
      if (page.head !== head) {
        head = page.head;
        document.documentElement.style.setProperty('--head', `${head}px`);
      }
      mirror.refreshSoon();
      parts.api.drawn();
      parts.models.open?.page?.follow();
      return wait;
    },
    rest: () => {
      // While a pen moves, the text version updates at its own pace, because an update for each picture would take a tenth of the page's
      // time.
      if (!pen.isDrawing) mirror.refresh();
      parts.api.rested();
    },
  };
}

/** @param {Parts} parts @returns {import('../model/models.js').ModelServices} */
export const servicesForModels = (parts) => ({
  page: parts.page,
  send: (bytes) => parts.engine.send(bytes),
  announce,
  changed: () => parts.frames.request(),
  places: () => parts.models.places,
  surface: () => parts.api.public,
  showDialog: (name) => showDialog(parts, name),
  side: parts.side,
  answers: (model) => parts.address.answers(model),
  again: (prompt) => {
    parts.address.forgetAnswers();
    const { source, prompt: shown } = parts.page.state();
    const other = prompt === shown ? 'v|model|prompt' : 'v|model|prompt|token|hidden|spans'; // tokens are those of the text on the screen
    const view = parts.page.fields().replace(RegExp(`(^|&)(${other})=[^&]*`, 'g'), '');
    void parts.data.openLinked('model', source.text, `${view}&prompt=${encodeURIComponent(prompt)}`);
  },
  reopen: (files, training, name) => void parts.data.openModel(files, name, { training }, viewWithoutSource(parts.address.fragment)),
  onMessage: (then) => {
    parts.pen.onMessage = then;
  },
  typed: (text) => {
    const { kind, text: source } = parts.page.state().source;
    parts.address.disclosures.typed(`prompt=${text}`, `${kind}=${source}`);
  },
  framed: (then) => {
    parts.pen.begins = then;
    parts.frames.request();
  },
  moves: (isMoving) => {
    parts.pen.isDrawing = isMoving;
    if (!isMoving) parts.mirror.refresh();
  },
});

/** @param {Parts} parts @returns {import('../lessons/lessons.js').LessonServices} */
export const servicesForLessons = (parts) => ({
  page: parts.page,
  address: parts.address,
  announce,
  changed: () => parts.frames.request(),
  surface: () => parts.api.public,
  showDialog: (name) => parts.dialogs.show(name),
  chance: async (word) => parts.models.open?.chance(word) ?? NaN,
  train: (step) => void parts.models.open?.page?.train(step),
  losses: () => parts.models.open?.page?.losses ?? [],
  pad: async (isLent) => parts.models.open?.pad(isLent) ?? null,
});

/** @param {Parts} parts @returns {import('../dialogs/dialogs.js').DialogServices} */
export const servicesForDialogs = (parts) => ({
  page: parts.page,
  makers: () => parts.makers.use(),
  disclosures: parts.address.disclosures,
  describeModel: async () => parts.models.now?.described() ?? null,
  exportedView: async () => (await parts.models.now?.exported()) ?? null,
  showModel: async (name) => parts.models.open?.page?.show(name),
  takeFile: async (file) => (await parts.models.now?.takeFile(file)) ?? false,
  changed: () => parts.frames.request(),
  announce,
  keeper: keeperAddress,
  surface: () => parts.api.public,
  useLessons: (action) => parts.lessons.use(action),
});

/** Loads the code that answers messages of other pages. @param {Parts} parts */
export const answersOf = async ({ api, address, data, page }) => {
  const { Answers } = await import('../embed/answers.js');
  return new Answers({
    api: api.public,
    disclosures: address.disclosures,
    given: () => data.given?.source ?? null,
    fields: () => page.fields(),
    openModel: (...model) => data.openModel([], ...model),
  });
};
