// SPDX-License-Identifier: MIT
// @ts-check
// Boots the page: worker and module are fetched in parallel, the first frame waits for both the
// module and the fonts, and the first data are requested before the fonts have arrived.

import { later } from './boot/early.js';

import { Address, viewWithoutSource } from './api/address.js';
import { Api } from './api/api.js';
import { surviveContextLoss, textAlone, watchSize, watchSurroundings } from './boot/canvas.js';
import { DialogsLater } from './dialogs/dialogs_later.js';
import { listenForData } from './open/drop.js';
import { answerOtherPages } from './embed/later.js';
import { EngineLink, keeperAddress } from './worker/engine_link.js';
import { Frames } from './boot/frames.js';
import { LessonsLater } from './lessons/lessons_later.js';
import { listen } from './input/input.js';
import { ModelsLater } from './model/models_later.js';
import { announceInTurn as announce } from './mirror/announce.js';
import { Mirror } from './mirror/mirror.js';
import { Side } from './mirror/side.js';
import { PageModule } from './boot/module.js';
import { DataOpener } from './open/data_opener.js';
import { oneFile, ownAddress } from './base/parts.js';
import { showWhole, wish } from './boot/embedded.js';
import { decodePicture } from './boot/pictures.js';
import { fontsLoaded, TextPainter } from './boot/text.js';
import { loadWords, moduleWords, ownWords, tr } from './base/words.js';
import { sayPage } from './boot/page_words.js';

/** What is shown where nothing was asked for: a model with the answers about its first text, else a file. */
const [firstModel, firstSample] = ['model=agreement', 'agreement-keys'];
/** Fonts that take longer are drawn when they come, milliseconds. */
const fontTimeout = 1200;

/** @template {HTMLElement} T @param {string} id */
const element = (id) => /** @type {T} */ (document.getElementById(id));
const canvas = /** @type {HTMLCanvasElement} */ (element('canvas'));

/** Says why nothing goes on. @param {string} finding @param {boolean} [reload] offers to begin anew with the present address */
function giveUp(finding, reload = false) {
  const box = element('failure');
  if (!box.hidden) return;
  element('wait')?.remove();
  box.textContent = finding;
  if (reload) {
    const button = document.createElement('button');
    button.dataset.id = 'reload';
    button.textContent = tr('Reload');
    button.onclick = () => location.reload();
    box.append(document.createElement('br'), button);
  }
  box.hidden = false;
}

async function start() {
  const words = loadWords('words');
  if (typeof WebAssembly !== 'object') {
    await words;
    throw new Error(
      tr('Headwaters needs WebAssembly, which is blocked in this browser: allow it for this page, or open it in another browser.'),
    );
  }
  const text = new TextPainter();
  const fonts = fontsLoaded(fontTimeout);

  const own = oneFile();
  // What is kept here (service_worker.js) is at hand at once, and not by a request that waits for nothing else.
  const isPlain = !own && location.hash.length < 2 && !wish.embedded && !navigator.serviceWorker?.controller;
  const needsAll = !isPlain && document.documentElement.dataset.parts !== undefined;
  if (needsAll) later.begins();

  const engine = new EngineLink(needsAll);
  let tries = 0;
  /** Fetches what the first picture did without: the page's, then the engine's. */
  const whole = () =>
    void later.comes().then(
      () => engine.whole(),
      () => {
        tries += 1;
        return tries < 20 && setTimeout(whole, 5000);
      },
    );

  const showDialog = (/** @type {string} */ name) => (name === 'settings' ? side.toggle() : dialogs.show(name));
  const page = await PageModule.load(
    canvas,
    {
      text,
      announce,
      writeAddress: (fragment, push) => address.write(fragment, push),
      fetch: (ticket, kind, what, name, choices, given, recipe) => dataOpener.fetch(ticket, kind, what, name, choices, given, recipe),
      cancel: (ticket, why) => dataOpener.cancel(ticket, why),
      lookFor: (name) => void dataOpener.lookFor(name),
      hold: (given) => void dataOpener.hold(given).catch(() => {}),
      release: (given) => dataOpener.release(given),
      makeExample: (document, maker, text, ...how) =>
        void makers().then(
          (link) => link.again(document, maker, text, ...how),
          () =>
            page.notMade(document, maker, text, {
              place: '',
              finding: tr('A part of the program could not be fetched: is the network up?'),
              remedy: '',
            }),
        ),
      showDialog,
      showLesson: (lesson, step, asked) => lessons.show(lesson, step, asked),
      present: (on) => lessons.use((all) => all.present(on)),
      sendToEngine: (bytes) => engine.send(bytes),
      opened: (ticket, isList) => {
        dataOpener.opened(ticket, isList ? dialogs.list : undefined);
        setTimeout(whole, 2000); // the picture is first to come
        if (!isList) api.opened();
      },
      failed: (ticket, problem) => {
        dataOpener.failed(ticket, problem);
        api.failed(problem);
      },
      notExported: (ticket, problem) => api.notExported(ticket, problem),
      exported: (ticket, _name, _type, body) => api.exported(ticket, body),
      decodePicture: (number, url) => {
        const done = (/** @type {Parameters<PageModule['picture']>[1]} */ picture) => page.picture(number, picture);
        void frames.requestAfter(decodePicture(url).then(done, () => done(null)));
      },
      setCursor: (name) => {
        canvas.style.cursor = name;
      },
      placeViews: (places) => models.place(places),
      requestFrame: () => frames.request(),
      trapped: (error) => {
        engine.end();
        frames.pause();
        giveUp(tr('The page stopped working ({}). Reload it to continue with the view in the URL.', error.message), true);
      },
    },
    !isPlain,
  );

  await words;
  page.setWords(moduleWords());
  engine.setWords(ownWords());
  sayPage();

  const side = new Side(element('mirror'), () => mirror.refresh());
  const mirror = new Mirror(element('mirror'), side, page, () => frames.request(), showDialog);
  mirror.told = ({ bars }) => bars.ready && models.open?.page?.bar.colour(bars.rows);
  let head = 0; // what of an open model stands below it
  const frames = new Frames(
    (now) => {
      framed();
      const wait = page.frame(now);
      if (page.head !== head) {
        head = page.head;
        document.documentElement.style.setProperty('--head', `${head}px`);
      }
      mirror.refreshSoon();
      api.drawn();
      models.open?.page?.follow();
      return wait;
    },
    () => {
      isDrawing || mirror.refresh();
      api.rested();
    },
  );
  // While a pen moves, the text version follows at its own pace: to write it for each picture takes a tenth of the page's time.
  let isDrawing = false;
  let told = () => {};
  let begins = () => {};
  const framed = () => {
    const then = begins;
    begins = () => {};
    then();
  };
  /** @type {ModelsLater} */
  const models = new ModelsLater({
    page,
    send: (bytes) => engine.send(bytes),
    announce,
    changed: () => frames.request(),
    places: () => models.places,
    surface: () => api.public,
    showDialog,
    side,
    reopen: (parts, name) => void dataOpener.openModel(parts, name, {}, viewWithoutSource(address.fragment)),
    told: (then) => {
      told = then;
    },
    typed: (text) => {
      const { kind, text: source } = page.state().source;
      address.told.typed(`prompt=${text}`, `${kind}=${source}`);
    },
    framed: (then) => {
      begins = then;
      frames.request();
    },
    moves: (isMoving) => {
      isDrawing = isMoving;
      isDrawing || mirror.refresh();
    },
  });
  /** @type {DataOpener} */
  const dataOpener = new DataOpener(page, engine, models, () => frames.request());
  /** @type {Promise<import('./make/maker_link.js').MakerLink> | null} */
  let making = null;
  const makers = () => {
    making ??= import('./make/maker_link.js').then(({ makerLink }) => makerLink(page, engine, models));
    making.catch(() => {
      making = null;
    });
    return making; // always the same: what is asked for in haste is made in its order
  };
  const address = new Address((fragment) => {
    page.apply(fragment, true);
    frames.request();
  });
  const lessons = new LessonsLater({
    page,
    address,
    announce,
    changed: () => frames.request(),
    surface: () => api.public,
    showDialog: (name) => dialogs.show(name),
    chance: async (word) => models.open?.chance(word) ?? NaN,
    pad: async (isLent) => models.open?.pad(isLent) ?? null,
  });
  const dialogs = new DialogsLater(
    dataOpener,
    {
      page,
      makers,
      told: address.told,
      describeModel: async () => models.now?.described() ?? null,
      exportedView: async () => (await models.now?.exported()) ?? null,
      showModel: async (name) => models.open?.page?.show(name),
      takePicture: async (file) => (await models.now?.takePicture(file)) ?? false,
      changed: () => frames.request(),
      announce,
      keeper: keeperAddress,
      surface: () => api.public,
      useLessons: (action) => lessons.use(action),
    },
    () => announce(tr('The dialogs could not be fetched. Is the network up?')),
  );
  /** @type {Api} */
  const api = new Api(page, dataOpener, frames);

  engine.listen({
    message: (bytes) => {
      if (page.engineMessage(bytes)) frames.request();
      told();
    },
    progress: (ticket, bytes, total) => page.openingProgressed(ticket, bytes, total),
    asks: (ticket, name, question) => void dataOpener.asks(ticket, name, question),
    failed: (ticket, problem) => page.openingFailed(ticket, problem),
    died: (reason, last) => {
      api.engineLost({ finding: tr('The computation crashed ({}).', reason), remedy: tr('Try again in a moment.') });
      page.engineLost(reason, last);
    },
  });

  // Data are on their way while fonts and context are still to come.
  watchSurroundings((now) => {
    page.surroundings(now);
    frames.request();
  }, wish);
  const isGiven = own && !own.data && location.protocol === 'about:'; // a frame of `srcdoc`: its data come by message
  if (own?.data && !address.fragment) void dataOpener.openGiven(own.data, own.name);
  else if (!isGiven)
    page.begin(
      own?.data ? ownAddress(own.name, address.fragment) : address.fragment || (own || wish.embedded ? '' : firstModel),
      firstSample,
    );

  let started = false;
  watchSize(canvas, (width, height, density) => {
    page.resize(width, height, density);
    if (started) frames.drawNow();
  });
  await fonts;
  if (!page.start()) textAlone(true, tr('This browser doesn’t give the page WebGL2, so no figure can be drawn.'));
  started = true;
  element('wait').remove();
  document.fonts.addEventListener('loadingdone', () => {
    page.fontsChanged();
    frames.request();
  });
  surviveContextLoss(canvas, page, frames);
  listen(
    canvas,
    page,
    () => frames.request(),
    () => dialogs.show('commands'),
  );
  listenForData(element('drop'), dialogs.receiver);
  answerOtherPages(() =>
    import('./embed/answers.js').then(
      ({ Answers }) =>
        new Answers({
          api: api.public,
          told: address.told,
          given: () => dataOpener.given?.source ?? null,
          fields: () => page.fields(),
          openModel: (...model) => dataOpener.openModel([], ...model),
        }),
    ),
  );
  if (wish.embedded) showWhole(() => address.fragment);

  frames.resume();
  api.begin();
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, whole, { once: true, capture: true });
  setTimeout(whole, 10_000); // where nothing opens
  setTimeout(() => dialogs.load(), 3000); // what is asked for before comes with the first of them
  setTimeout(() => void import('./offline/offline.js').then(({ begin }) => begin(keeperAddress)).catch(() => {}), 4000);
  if (!own && !wish.embedded)
    setTimeout(async () => {
      // The page itself opens with a model: the other line comes with what is opened next.
      const line = () => import('./open/file_line.js').then(({ FileLine }) => void new FileLine(api.public, () => dialogs.show('open')));
      if (isPlain) setTimeout(line, 4000);
      else await line();
      const { showFirstMinute } = await import('./lessons/first_minute.js');
      showFirstMinute(api.public, isPlain);
    }, 800);
  setTimeout(() => void import('./fetch/keep.js').then(({ sweep }) => sweep()), 10_000);
}

start().catch((error) => giveUp(error.message));
