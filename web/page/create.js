// SPDX-License-Identifier: MIT
// @ts-check
// Creates the parts of the page in the order of their dependencies. connect.js connects them.

import { Address } from '../api/address.js';
import { Api } from '../api/api.js';
import { Late } from '../base/late.js';
import { moduleWords, ownWords, tr } from '../base/words.js';
import { later } from '../boot/early.js';
import { Frames } from '../boot/frames.js';
import { PageModule } from '../boot/module.js';
import { sayPage } from '../boot/page_words.js';
import { DialogsLater } from '../dialogs/dialogs_later.js';
import { LessonsLater } from '../lessons/lessons_later.js';
import { announceInTurn as announce } from '../mirror/announce.js';
import { Mirror } from '../mirror/mirror.js';
import { Side } from '../mirror/side.js';
import { ModelsLater } from '../model/models_later.js';
import { DataOpener } from '../open/data_opener.js';
import { EngineLink } from '../worker/engine_link.js';
import { askedByDialogs, askedByLessons, askedByModels, drawingOf, hostOf, showDialog } from './connect.js';

/**
 * @typedef {object} Parts
 * @property {EngineLink} engine @property {PageModule} page @property {Frames} frames
 * @property {Side} side @property {Mirror} mirror @property {Address} address @property {Api} api
 * @property {DataOpener} data @property {ModelsLater} models @property {LessonsLater} lessons @property {DialogsLater} dialogs
 * @property {Late<import('../make/maker_link.js').MakerLink>} makers
 * @property {() => void} whole loads the parts that the first picture did not need
 * @property {{isDrawing: boolean, told: () => void, begins: () => void}} pen isDrawing: true while it moves; told: called after each
 * message of the engine; begins: called once, with the next frame
 */

/** Loads the page's second part, then the engine's. @param {EngineLink} engine */
function wholeBy(engine) {
  let tries = 0;
  const whole = () =>
    void later.comes().then(
      () => engine.whole(),
      () => {
        tries += 1;
        if (tries < 20) setTimeout(whole, 5000);
      },
    );
  return whole;
}

/**
 * @param {HTMLCanvasElement} canvas @param {import('../boot/text.js').TextPainter} text @param {boolean} isPlain true for the page's
 * default data
 * @param {boolean} needsAll loads both parts of the modules at once @param {Promise<void>} words loads the language
 * @returns {Promise<Parts>}
 */
export async function create(canvas, text, isPlain, needsAll, words) {
  const engine = new EngineLink(needsAll);
  const parts = /** @type {Parts} */ ({ engine, whole: wholeBy(engine), pen: { isDrawing: false, told: () => {}, begins: () => {} } });
  const page = await PageModule.load(canvas, hostOf(parts, canvas, text), !isPlain);
  parts.page = page;
  await words;
  page.setWords(moduleWords());
  engine.setWords(ownWords());
  sayPage();

  const changed = () => parts.frames.request();
  const mirrored = /** @type {HTMLElement} */ (document.getElementById('mirror'));
  parts.side = new Side(mirrored, () => parts.mirror.refresh());
  parts.mirror = new Mirror(mirrored, parts.side, page, changed, (name) => showDialog(parts, name));
  const { draw, rest } = drawingOf(parts);
  parts.frames = new Frames(draw, rest);
  parts.models = new ModelsLater(askedByModels(parts));
  parts.data = new DataOpener(page, engine, parts.models, changed);
  parts.makers = new Late(() => import('../make/maker_link.js').then(({ MakerLink }) => new MakerLink(page, engine, parts.models)));
  parts.address = new Address((fragment) => {
    page.apply(fragment, true);
    changed();
  });
  parts.lessons = new LessonsLater(askedByLessons(parts));
  parts.dialogs = new DialogsLater(parts.data, askedByDialogs(parts), () => announce(tr('Could not load the dialogs. Are you online?')));
  parts.api = new Api(page, parts.data, parts.frames, parts.models);
  return parts;
}
