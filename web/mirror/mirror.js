// SPDX-License-Identifier: MIT
// @ts-check
// The page as elements, from the same view models, for screen readers and the keyboard. It always exists but is invisible. While it has the
// focus, it is a panel at the page's side, so that keyboard users can see the focus.
//
// The model is described in src/panels/page_mirror.h. Elements are updated in place, because replacing one would lose the focus.

import { checkList } from './check_list.js';
import { tr } from '../base/language.js';
import { make, setText } from '../base/elements.js';
import { announce, Changes } from './announce.js';
import { Controls } from './mirror_controls.js';
import { Tables } from './mirror_tables.js';
import { Steps, Timeline, Training } from './mirror_timeline.js';
import { Tokens } from './mirror_tokens.js';

/** @typedef {import('./mirror_controls.js').Control} Control */
/** @typedef {{id: number, kind: string, file: string, place: string, finding: string, remedy: string, actions: {id: string, label: string}[]}} Message */
/**
 * @typedef {object} Document
 * @property {string} checkText @property {import('../headwaters.d.ts').CheckLine[]} check
 * @property {{layers: number, layer: number, text: string, playing: boolean, steps: {tokens: number[], at: number, text: string, playing: boolean} | null, training: {steps: number[], at: number, text: string, playing: boolean} | null}} timeline
 * @property {import('./mirror_tokens.js').Bars} bars
 * @property {import('./mirror_tokens.js').Output[]} outputs
 * @property {{title: string, caption: string, progress: string}[]} matrices
 * @property {{title: string, caption: string, paths: string[]} | null} flow
 * @property {import('../dialogs/check_dialog.js').Reading[]} reading @property {{number: number, index: number, place: string, text: string}[]} notes
 * @property {import('./mirror_tables.js').Table[]} tables
 * @property {Control[]} controls @property {string[]} formula @property {string} presetChanges @property {string} citation
 * @property {string} limit @property {string} limits @property {string} limitDialog
 */
/**
 * @typedef {object} Page
 * @property {string} title @property {string} subtitle @property {string} example @property {boolean} hasDocument @property {string} panel @property {string[]} panels
 * @property {string[]} panelWords each panel's name in sentences
 * @property {{text: string, fraction: number | null} | null} opening
 * @property {Message[]} messages
 */

/** @typedef {(Page & {hasDocument: true} & Document) | (Page & {hasDocument: false} & Partial<Document>)} Model */

/** Milliseconds between updates while the picture moves. */
const refreshEvery = 250;

export class Mirror {
  /** Called with each model that is shown. @type {(model: Page & Document) => void} */
  onUpdate = () => {};
  #page;
  #root;
  #body = make('div');
  #timer = 0;
  #general;
  #parts;
  #changes = new Changes();

  /**
   * @param {HTMLElement} root @param {import('./side.js').Side} side @param {import('../boot/module.js').PageModule} page
   * @param {() => void} changed requests a frame @param {(name: string) => void} showDialog
   */
  constructor(root, side, page, changed, showDialog) {
    this.#page = page;
    this.#root = root;
    // The effect of the next key depends on the effect of this one.
    const apply = (/** @type {string} */ fields, settled = true) => {
      page.apply(fields, false, settled);
      changed();
      return settled && this.refresh();
    };
    const perform = (/** @type {() => void} */ act) => {
      act();
      changed();
    };
    this.#general = [
      new Heading(root, showDialog),
      new Messages(root, {
        dismiss: (id) => perform(() => page.dismiss(id)),
        act: (id, action) => perform(() => page.takeAction(id, action)),
        cancel: () => perform(() => page.cancelOpening()),
      }),
    ];
    root.append(this.#body);
    root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation(); // on the figure, Escape would leave it
      document.getElementById('canvas')?.focus({ preventScroll: true });
    });
    const tokens = new Tokens(this.#body, apply);
    this.#parts = [
      new Check(this.#body, () => showDialog('check')),
      new Timeline(this.#body, apply, () => perform(() => page.togglePlay())),
      new Steps(this.#body, apply, () => perform(() => page.key('P'))),
      new Training(this.#body, perform, page),
      tokens,
      new Controls(
        side,
        apply,
        (adds) => {
          tokens.adds = adds;
          page.adds(tokens.adds);
        },
        showDialog,
      ),
      new Notes(this.#body, showDialog),
      new Tables(this.#body),
      new Captions(this.#body),
    ];
  }

  /** Called after each frame. */
  refreshSoon() {
    if (this.#timer === 0) this.#timer = window.setTimeout(() => this.refresh(), refreshEvery);
  }

  refresh() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    const stay = this.#focusStays();
    const model = this.#page.mirror();
    for (const part of this.#general) part.show(model);
    this.#body.hidden = !model.hasDocument;
    if (model.hasDocument) {
      for (const part of this.#parts) part.show(model);
      this.#root.dataset.layer = String(model.timeline.layer);
    }
    stay();
    if (!model.hasDocument) return;
    this.#changes.show(model);
    this.onUpdate(model);
  }

  /** Call it before elements change, and its result afterwards. If the focused element is gone, the nearest one gets the focus. */
  #focusStays() {
    const root = [this.#root, document.getElementById('side')].find((one) => one?.contains(document.activeElement));
    if (!root) return () => {};
    const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('button, input, select, [tabindex]')]);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const isThere = (/** @type {Element | null | undefined} */ one) =>
      root.contains(one ?? null) && one?.matches(':enabled, [tabindex]') && one.getClientRects().length > 0;
    return () => {
      if (document.activeElement === root || isThere(document.activeElement)) return;
      const near = all.flatMap((_, by) => [all[at + by], all[at - by]]).find(isThere);
      (near ?? root).focus({ preventScroll: true });
    };
  }
}

class Heading {
  #title = make('h1');
  #subtitle = make('p');
  #example;
  #about = make('p', { className: 'actions' });
  #panels = '';
  #showDialog;
  /** @param {HTMLElement} root @param {(name: string) => void} showDialog */
  constructor(root, showDialog) {
    const button = (/** @type {string} */ name, /** @type {string} */ textContent) =>
      make('button', { 'data-id': name, textContent, onclick: () => showDialog(name) });
    const actions = [
      button('open', tr('Open')),
      button('samples', tr('Samples')),
      button('lessons', tr('Lessons')),
      button('share', tr('Share')),
      button('export', tr('Export')),
      button('settings', tr('Settings')),
      button('notes', tr('Notes')),
      button('commands', tr('Commands')),
      button('help', tr('Help')),
    ];
    this.#showDialog = showDialog;
    this.#example = button('examples', '');
    root.append(
      make('p', { className: 'actions', role: 'group', 'aria-label': tr('Page') }, ...actions),
      make('p', { className: 'muted back', textContent: tr('Press Escape to return to the figure.') }),
      this.#title,
      this.#subtitle,
      make('p', {}, this.#example),
      this.#about,
    );
  }
  /** @param {Page} model */
  show(model) {
    setText(this.#title, model.title || 'Headwaters');
    setText(this.#subtitle, model.subtitle);
    setText(this.#example, model.example && tr('{} (choose another)', model.example));
    this.#example.hidden = !model.example;
    const panels = model.panels.join();
    if (panels === this.#panels) return;
    this.#panels = panels;
    const named = model.panels.length > 1;
    this.#about.replaceChildren(
      ...model.panels.map((panel, i) =>
        make('button', {
          'data-id': `about-${panel}`,
          textContent: named ? tr('About {}', model.panelWords[i]) : tr('What am I looking at?'),
          onclick: () => this.#showDialog(`about-${panel}`),
        }),
      ),
    );
  }
}

/** The progress of an opening, and messages. */
class Messages {
  #progress = make('p');
  #cancel;
  #list = make('ul', { className: 'messages' });
  /** @type {Map<number, HTMLElement>} */
  #items = new Map();
  #all;
  #acts;
  #lastAnnounced = 0;
  /**
   * @param {HTMLElement} root
   * @param {{dismiss: (id: number) => void, act: (id: number, action: number) => void, cancel: () => void}} acts
   */
  constructor(root, acts) {
    this.#acts = acts;
    this.#cancel = make('button', { 'data-id': 'opening/cancel', textContent: tr('Cancel opening'), onclick: acts.cancel });
    this.#all = make(
      'li',
      { hidden: true },
      make('button', { 'data-id': 'message/dismiss-all', textContent: tr('Dismiss all'), onclick: () => acts.dismiss(0) }),
    );
    this.#list.append(this.#all);
    root.append(this.#progress, this.#cancel, this.#list);
  }
  /** @param {Page} model */
  show({ messages, opening }) {
    const share = opening?.fraction == null ? '' : ` (${Math.round(100 * opening.fraction)} %)`;
    setText(this.#progress, opening ? opening.text + share : '');
    this.#cancel.hidden = !opening;
    for (const [id, item] of this.#items)
      if (!messages.some((one) => one.id === id)) {
        item.remove();
        this.#items.delete(id);
      }
    for (const message of messages) {
      if (this.#items.has(message.id)) continue;
      const item = this.#item(message);
      this.#items.set(message.id, item);
      this.#all.before(item);
    }
    this.#list.hidden = messages.length === 0;
    this.#all.hidden = messages.length < 2;
    // Each message is announced once, when it arrives, and not again when a later one is dismissed.
    const fresh = messages
      .filter(({ id, kind }) => id > this.#lastAnnounced && kind !== 'note')
      .map(sentenceOf)
      .join(' ');
    this.#lastAnnounced = Math.max(this.#lastAnnounced, ...messages.map(({ id }) => id));
    if (fresh) announce('alert', fresh);
  }
  /** @param {Message} message */
  #item(message) {
    const { id, kind, actions } = message;
    const buttons = actions.map((action, i) =>
      make('button', { 'data-id': `message/${action.id}`, textContent: action.label, onclick: () => this.#acts.act(id, i) }),
    );
    const dismiss = make('button', { 'data-id': 'message/dismiss', textContent: tr('Dismiss'), onclick: () => this.#acts.dismiss(id) });
    return make(
      'li',
      { className: kind },
      make('span', { textContent: sentenceOf(message) }),
      ...[...buttons, dismiss].flatMap((button) => [' ', button]),
    );
  }
}

/** @param {Message} message */
const sentenceOf = ({ file, place, finding, remedy }) =>
  [file && `${file}:`, place && `${place}:`, finding, remedy].filter(Boolean).join(' ');

/** The results of the file's check, same as in the dialog. */
class Check {
  #box = make('div');
  #shown = '';
  /** @param {HTMLElement} root @param {() => void} show */
  constructor(root, show) {
    const more = make('button', { 'data-id': 'check', textContent: tr('How the file is read'), onclick: show });
    root.append(make('h2', { textContent: tr('File check') }), this.#box, more);
  }
  /** @param {Document} model */
  show({ check }) {
    const key = JSON.stringify(check);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#box.replaceChildren(checkList(check));
  }
}

/** The notes with their places and edit buttons. */
class Notes {
  #heading = make('h2', { textContent: tr('Notes') });
  #list = make('ol', { className: 'notes' });
  #showDialog;
  #shown = '[]';
  /** @param {HTMLElement} root @param {(name: string) => void} showDialog */
  constructor(root, showDialog) {
    this.#showDialog = showDialog;
    for (const one of [this.#list, this.#heading]) one.hidden = true;
    root.append(this.#heading, this.#list);
  }
  /** @param {Document} model */
  show({ notes }) {
    const key = JSON.stringify(notes);
    if (key === this.#shown) return;
    this.#shown = key;
    for (const one of [this.#list, this.#heading]) one.hidden = notes.length === 0;
    this.#list.replaceChildren(
      ...notes.map(({ number, index, place, text }) =>
        make(
          'li',
          { value: number },
          make('span', { textContent: text, dir: 'auto' }),
          ` (${place}) `,
          make('button', {
            'data-id': `note-${index}`,
            textContent: tr('Change'),
            'aria-label': tr('Change note {}', number),
            onclick: () => this.#showDialog(`note-${index}`),
          }),
        ),
      ),
    );
  }
}

/** The captions of the figures. */
class Captions {
  #box = make('div');
  #shown = '';
  /** @param {HTMLElement} root */
  constructor(root) {
    root.append(make('h2', { textContent: tr('Figures') }), this.#box);
  }
  /** @param {Document} model */
  show({ matrices, tables, flow, formula, presetChanges, citation }) {
    const untold = matrices.filter(({ title }) => !tables.some((table) => table.title === title));
    const lines = [...untold.map(({ title, caption, progress }) => `${title}. ${progress && `${progress}. `}${caption}`), ...formula];
    if (flow) lines.push(`${flow.title}. ${flow.caption}`, ...flow.paths);
    if (presetChanges) lines.push(tr('Changed from the preset: {}', presetChanges));
    if (citation) lines.push(citation);
    const key = lines.join('\n');
    if (key === this.#shown) return;
    this.#shown = key;
    this.#box.replaceChildren(...lines.map((line) => make('p', { textContent: line })));
  }
}
