// SPDX-License-Identifier: MIT
// @ts-check
// The dialogs. They are dialog elements, so the browser handles focus, Escape and names.

import { checkContent, tokensContent } from './check_dialog.js';
import { make } from '../base/elements.js';
import { helpContent } from './help.js';
import { copyText } from '../base/clipboard.js';
import { amount, tr } from '../base/language.js';
import { frame } from './frame.js';
import { DataRouter } from '../open/data_router.js';
import { commandsOf, languageCommands, Palette, themeCommands, notNow } from './palette.js';
import { samplesIndex } from './samples.js';
import { switchTheme } from '../boot/theme.js';

/**
 * The page's services for dialogs.
 * @typedef {object} DialogServices
 * @property {import('../boot/module.js').PageModule} page
 * @property {import('../consent/disclosures.js').Disclosures} disclosures
 * @property {() => Promise<import('../make/maker_link.js').MakerLink>} makers
 * @property {() => Promise<{title: string, parts: HTMLElement[]} | null>} describeModel describes the open model
 * @property {() => Promise<HTMLElement[] | null>} exportedView the controls of Export for a view of the open model, null if none is shown
 * @property {(name: string) => Promise<void>} showModel a view of the open model, or the menu of cuts at a place
 * @property {(file: File) => Promise<boolean>} takeFile takes it as input of the open model; false if it is none
 * @property {() => void} changed requests a frame
 * @property {(text: string) => void} announce
 * @property {() => string} keeper the address of the code that stores the program for use without a network
 * @property {() => import('../headwaters.d.ts').Headwaters} surface the public API, enough for exports
 * @property {(action: (lessons: import('../lessons/lessons.js').Lessons) => unknown) => void} useLessons
 */

const patience = 400; // ms to wait for a dialog's lists. Later lists are added to the open dialog.

export class Dialogs {
  #dataOpener;
  #services;
  /** @type {HTMLDialogElement | null} */ #open = null;
  #shows = 0; // counts requested dialogs. Only the last one is shown.
  #received;
  /** Settles when the last requested data set is shown. @type {Promise<void>} */
  list = Promise.resolve();
  /** Receives dropped and pasted data. @type {import('../open/drop.js').Receiver} */
  receiver;

  /** @param {import('../open/data_opener.js').DataOpener} dataOpener @param {DialogServices} services */
  constructor(dataOpener, services) {
    this.#dataOpener = dataOpener;
    this.#services = services;
    this.#received = new DataRouter(dataOpener, services, (fields) => this.#apply(fields));
    this.receiver = {
      file: (file, all) => void this.#takes().files(file, all),
      address: (address) => {
        this.close();
        for (const field of ['url', 'dataset']) services.disclosures.typed(`${field}=${address}`);
        void dataOpener.openLinked('url', address);
      },
      text: (text) => void this.#takes().text(text),
    };
  }

  close() {
    this.#open?.close();
  }

  /** Receives data while no dialog does. */
  #takes() {
    this.close();
    return this.#received;
  }

  /** @param {string} name as in DialogEffect */
  show(name) {
    this.close();
    this.#shows += 1;
    if (name.startsWith('about-')) this.#showAbout(name.slice('about-'.length));
    else if (name.startsWith('cut-')) void this.#services.showModel(name);
    else if (name.startsWith('agree-'))
      void import('../consent/host_permission.js').then(({ applyAfterConsent }) =>
        applyAfterConsent(name.slice('agree-'.length), this.#services),
      );
    else void this.#fetched(name.startsWith('note-') ? this.#showNotes(name.slice('note-'.length)) : this.#known[name]?.());
  }

  /** Loads a dialog's script when it is opened. Reports a failure. @param {unknown} shown */
  async #fetched(shown) {
    try {
      await shown;
    } catch (error) {
      if (!(error instanceof TypeError && /module/i.test(error.message))) throw error; // browsers word this error differently
      this.#show('not-fetched', tr('Download failed'), [
        make('p', { textContent: tr('Try again when online. You may need to reload the page.') }),
      ]);
    }
  }

  /** The other names of DialogEffect (src/page/state/command.h). @type {Record<string, () => unknown>} */
  #known = {
    open: () => this.#showOpen(),
    samples: () => this.#showSamples(),
    models: () => this.#showModels(),
    train: async () => {
      const { trainContent } = await import('../model/train/open_section.js');
      this.#show(
        'train',
        tr('Train a model'),
        trainContent((model) => this.#openModel(model)),
      );
    },
    model: () => void this.#services.describeModel().then((content) => content && this.#show('model', content.title, content.parts)),
    share: () => this.#showShare(),
    export: async () => {
      const own = await this.#services.exportedView();
      const { exportContent } = await import('./export.js');
      this.#show('export', tr('Export'), own ?? exportContent(this.#services.surface(), this.#services.page.figures()));
    },
    help: () => this.#showHelp(),
    commands: () => this.#showCommands(),
    'copy-link': () => this.#copyLink(),
    'save-csv': () => this.#save('csv'),
    'save-json': () => this.#save('json'),
    examples: () => this.#showExamples(),
    check: () => this.#showCheck(),
    tokens: () => this.#showTokens(),
    grid: async () =>
      this.#show(
        'grid',
        tr('Picture patches'),
        (await import('./grid_dialog.js')).gridContent(
          this.#services.page.state().document,
          (fields) => this.#apply(fields),
          this.receiver,
        ),
      ),
    layers: async () =>
      this.#show(
        'layers',
        tr('Which arrays are the layers?'),
        (await import('./layers_dialog.js')).layersContent(this.#services.page.state().messages, (message, action) => {
          this.close();
          this.#services.page.takeAction(message, action);
          this.#services.changed();
        }),
      ),
    lessons: () => this.#showLessons(),
    'lesson-next': () => this.#services.useLessons((lessons) => lessons.go(1)),
    'lesson-before': () => this.#services.useLessons((lessons) => lessons.go(-1)),
    'lesson-return': () => this.#services.useLessons((lessons) => lessons.back()),
    black: () => this.#services.useLessons((lessons) => lessons.black()),
    notes: () => this.#showNotes('{}'),
    theme: () => this.#services.announce(switchTheme() === 'dark' ? tr('Theme: dark') : tr('Theme: light')),
    'data-set': () => this.#showDataSet(),
  };

  #showDataSet() {
    this.list = this.#received.showDataSet();
    this.list.catch(() => {}); // the view shows the error; the caller may handle it too
  }

  /** @param {string} id as in DialogEffect, if it has one @param {string} title @param {(Node | string)[]} content @param {string} [className] @param {boolean} [modal] */
  #show(id, title, content, className = '', modal = true) {
    const dialog = frame(id, title, content, className, () => this.close());
    dialog.addEventListener('close', () => {
      if (this.#open === dialog) this.#open = null;
    });
    document.body.append(dialog);
    this.#open = dialog;
    if (modal) dialog.showModal();
    else {
      dialog.addEventListener('keydown', (event) => event.key === 'Escape' && dialog.close());
      dialog.show();
    }
  }

  /** Quickly available lists are there from the start, so that nothing moves under a finger. @param {string} id @param {string} title @param {{parts: HTMLElement[], filled: Promise<unknown>}} content */
  async #showFilled(id, title, { parts, filled }) {
    const ticket = ++this.#shows;
    await Promise.race([filled.catch(() => {}), new Promise((resolve) => setTimeout(resolve, patience))]);
    if (ticket === this.#shows) this.#show(id, title, parts);
  }

  async #showOpen() {
    const { openContent } = await import('./open_content.js');
    await this.#showFilled(
      'open',
      tr('Open a file or a model'),
      openContent({
        receiver: this.receiver,
        dataOpener: this.#dataOpener,
        close: () => this.close(),
        openModel: (model) => this.#openModel(model),
        pick: this.#pick,
        train: () => this.show('train'),
        edit: () => void this.#showEditor(),
      }),
    );
  }

  /** A folder from the file picker. @param {File[]} files */
  #pick = (files) => void this.#takes().files(files[0], { files, entries: [] });

  async #showSamples() {
    const { samplesContent } = await import('./samples_content.js');
    await this.#showFilled(
      'samples',
      tr('Samples'),
      samplesContent(
        (model) => this.#openModel(model),
        (id) => this.#openSample(id),
        () => this.show('train'),
      ),
    );
  }

  async #showModels() {
    const { modelContent } = await import('../model/files/open_section.js');
    await this.#showFilled(
      'models',
      tr('Run a model'),
      modelContent(
        (model) => this.#openModel(model),
        this.#pick,
        () => this.show('train'),
      ),
    );
  }

  /** @param {string} model a name or an address */
  #openModel(model) {
    this.close();
    this.#services.disclosures.typed(`model=${model}`);
    void this.#dataOpener.openLinked('model', model);
  }

  /** @param {string} id */
  #openSample(id) {
    this.close();
    void this.#dataOpener.openLinked('sample', id);
  }

  #showHelp() {
    const offline = make('section');
    void import('../offline/offline_section.js').then(({ showOffline }) => showOffline(offline, this.#services.keeper));
    this.#show('help', tr('Help'), [...helpContent(this.#services.page), offline]);
    /** @type {HTMLElement | null | undefined} */ (this.#open?.querySelector('.close'))?.focus(); // not the language link
  }

  async #showShare() {
    const { shareContent } = await import('./share.js');
    const isLocal = this.#dataOpener.given !== null;
    const page = this.#services.surface();
    if (page.state.document) this.#show('share', tr('Share this view'), shareContent(page, isLocal));
    else this.#services.announce(tr('Open a file to share it.'));
  }

  /** @param {string} fields */
  #apply(fields) {
    this.close();
    this.#services.page.apply(fields);
    this.#services.changed();
  }

  async #showExamples() {
    const { examplesContent } = await import('./examples.js');
    const { page } = this.#services;
    const { content, focus } = examplesContent(page.examples(), page.state().example, (id) => this.#apply(`example=${id}`));
    this.#show('examples', tr('Examples'), content);
    focus();
  }

  async #showLessons() {
    const { lessonsContent } = await import('../lessons/list.js');
    this.#show(
      'lessons',
      tr('Lessons'),
      lessonsContent(this.#services.useLessons, () => this.close()),
    );
  }

  #showCheck() {
    const model = this.#services.page.mirror();
    if (!model.hasDocument) return;
    this.#show(
      'check',
      tr('File check: {}', this.#services.page.state().document?.name),
      checkContent(
        model,
        (fields) => this.#apply(fields),
        () => this.show('tokens'),
      ),
    );
  }

  #showTokens() {
    const open = this.#services.page.state().document;
    if (open)
      this.#show(
        'tokens',
        tr('Tokens'),
        tokensContent(open, (fields) => this.#apply(fields)),
      );
  }

  /** @param {string} about a place as JSON, or the index of a note */
  async #showNotes(about) {
    const { notesContent } = await import('./notes.js');
    const { page, surface } = this.#services;
    if (!page.state().document) return this.#services.announce(tr('Open a file to add notes.'));
    const given = JSON.parse(about);
    const place = typeof given === 'number' || 'at' in given ? given : null;
    this.#services.disclosures.hasNotes = true; // or may add some
    const model = () => /** @type {import('./notes.js').Model} */ (page.mirror());
    this.#show(
      'notes',
      tr('Notes and title'),
      notesContent(surface(), model, place, () => this.close()),
    );
  }

  /** Opens next to the figure, which follows it. */
  async #showEditor() {
    this.close();
    const { Editor } = await import('./editor.js');
    const editor = new Editor(this.#services.surface(), () => this.show('share'), await this.#services.makers());
    this.#show('by-hand', tr('Attention by hand'), editor.content(), 'editor', false);
  }

  /** @param {string} view */
  #showAbout(view) {
    const { title, paragraphs, limits } = this.#services.page.about(view);
    const list = make('ul', { className: 'limits' }, ...limits.map((textContent) => make('li', { textContent })));
    this.#show(`about-${view}`, title, [
      ...paragraphs.map((textContent) => make('p', { textContent })),
      make('h3', { textContent: tr('Limits') }),
      list,
    ]);
  }

  async #showCommands() {
    const { page, changed } = this.#services;
    const perform = (/** @type {() => void} */ act) => {
      act();
      changed();
    };
    const doing = {
      apply: (/** @type {string} */ fields) => perform(() => page.apply(fields)),
      act: (/** @type {string} */ id) => perform(() => page.act(id)),
      openSample: (/** @type {string} */ id) => this.#openSample(id),
    };
    const model = page.mirror();
    const samples = await samplesIndex().catch(() => []);
    const commands = [...commandsOf(page.actions(), model, samples, doing), ...themeCommands(), ...languageCommands()];
    const palette = new Palette(commands, model.controls ?? [], doing, () => this.close(), notNow(page.actions()));
    this.close();
    this.#show('commands', tr('Commands'), palette.content, 'palette');
  }

  /** For a local file, the link contains its data, because otherwise it would lead nowhere. */
  async #copyLink() {
    const { announce, surface } = this.#services;
    const isLocal = this.#dataOpener.given !== null;
    const isModel = surface().state.document?.form === 'model';
    const made =
      isLocal || isModel ? surface().link({ data: isLocal ? 'fused' : 'none' }) : Promise.resolve({ url: location.href, characters: 0 });
    const { url, characters } = await made.catch(() => ({ url: location.href, characters: 0 }));
    const copied = isLocal && characters > 0 ? tr('Link with data copied ({} characters)', amount(characters)) : tr('Link copied');
    announce((await copyText(url)) ? copied : tr('The browser blocked copying'));
  }

  /** Saves the chosen outputs' numbers over all layers. @param {'csv' | 'json'} format */
  async #save(format) {
    const name = `attention.${format}`;
    const { saveNumbers } = await import('./export.js');
    const saved = saveNumbers(this.#services.surface(), { name: 'evolution', hasNumbers: false }, format, name);
    this.#services.announce(
      await saved.then(
        () => tr('Saved as {}', name),
        (error) => error.message,
      ),
    );
  }
}
