// SPDX-License-Identifier: MIT
// @ts-check
// Creates the parts of the page in the order of their dependencies. connect.js connects them.

import { Address } from '../api/address.js';
import { Api } from '../api/api.js';
import { LazyImport } from '../base/lazy_import.js';
import { moduleTexts, workerTexts, tr } from '../base/language.js';
import { later } from '../boot/preload.js';
import { Frames } from '../boot/frames.js';
import { PageModule } from '../boot/module.js';
import { translatePage } from '../boot/page_texts.js';
import { LazyDialogs } from '../dialogs/lazy_dialogs.js';
import { LazyLessons } from '../lessons/lazy_lessons.js';
import { announceInTurn as announce } from '../mirror/announce.js';
import { Mirror } from '../mirror/mirror.js';
import { Side } from '../mirror/side.js';
import { LazyModels } from '../model/lazy_models.js';
import { DataOpener } from '../open/data_opener.js';
import { EngineLink } from '../worker/engine_link.js';
import { servicesForDialogs, servicesForLessons, servicesForModels, drawingOf, hostOf, showDialog } from './connect.js';

/**
 * @typedef {object} Parts
 * @property {EngineLink} engine @property {PageModule} page @property {Frames} frames
 * @property {Side} side @property {Mirror} mirror @property {Address} address @property {Api} api
 * @property {DataOpener} data @property {LazyModels} models @property {LazyLessons} lessons @property {LazyDialogs} dialogs
 * @property {LazyImport<import('../make/maker_link.js').MakerLink>} makers
 * @property {() => void} whole loads the parts that the first picture did not need
 * @property {{isDrawing: boolean, onMessage: () => void, begins: () => void}} pen isDrawing: true while it moves; onMessage: called after each
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
  const parts = /** @type {Parts} */ ({ engine, whole: wholeBy(engine), pen: { isDrawing: false, onMessage: () => {}, begins: () => {} } });
  const page = await PageModule.load(canvas, hostOf(parts, canvas, text), !isPlain);
  parts.page = page;
  await words;
  page.setTexts(moduleTexts());
  engine.setTexts(workerTexts());
  translatePage();

  const changed = () => parts.frames.request();
  const mirrored = /** @type {HTMLElement} */ (document.getElementById('mirror'));
  parts.side = new Side(mirrored, () => parts.mirror.refresh());
  parts.mirror = new Mirror(mirrored, parts.side, page, changed, (name) => showDialog(parts, name));
  const { draw, rest } = drawingOf(parts);
  parts.frames = new Frames(draw, rest);
  parts.models = new LazyModels(servicesForModels(parts));
  parts.data = new DataOpener(page, engine, parts.models, changed);
  parts.makers = new LazyImport(() => import('../make/maker_link.js').then(({ MakerLink }) => new MakerLink(page, engine, parts.models)));
  parts.address = new Address((fragment) => {
    page.apply(fragment, true);
    changed();
  });
  parts.lessons = new LazyLessons(servicesForLessons(parts));
  parts.dialogs = new LazyDialogs(parts.data, servicesForDialogs(parts), () => announce(tr('Could not load the dialogs. Are you online?')));
  parts.api = new Api(page, parts.data, parts.frames, parts.models);
  return parts;
}
