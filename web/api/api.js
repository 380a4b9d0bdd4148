// SPDX-License-Identifier: MIT
// @ts-check
// window.headwaters, the interface for embedding pages, notebooks and tests. docs/api.md describes it, headwaters.d.ts has the types.

import { namesModel, bytesOf } from './bytes_of.js';
import { choicesOf, leftOutOf, membersOf } from '../base/fields.js';
import { inWindow } from './layout.js';
import { csvOf } from '../paper/numbers.js';
import { programAddress } from '../base/parts.js';
import { ProblemError } from '../base/problem.js';
import { tr } from '../base/language.js';
import { fileName } from '../base/file_name.js';
import { normalisePrompt } from './prompt.js';

/** @typedef {import('../headwaters.d.ts').Headwaters} Headwaters */
/** @typedef {import('../headwaters.d.ts').State} State */
/** @typedef {import('../headwaters.d.ts').EventName} EventName */
/**
 * @typedef {{resolve: (text: string) => void, reject: (error: Error) => void, place: string}} Waiting place: names the request in errors
 */

/** Characters of a link that most services accept (docs/link.md). */
const linkRoom = 8000;
const pollInterval = 40; // ms between two checks whether a figure's numbers are ready

export class Api {
  #page;
  #dataOpener;
  #frames;
  #models;
  /** @type {Map<EventName, Set<(detail: never) => void>>} */
  #listeners = new Map();
  /** @type {Map<number, Waiting>} */
  #exports = new Map();
  /** @type {() => void} */
  #begun = () => {};
  /** @type {Promise<unknown>} fulfilled when the last file is written */
  #saving = Promise.resolve();
  #lastFields = '';
  #lastLayer = -1;
  /** @type {Headwaters} */
  public;

  /**
   * @param {import('../boot/module.js').PageModule} page @param {import('../open/data_opener.js').DataOpener} dataOpener
   * @param {import('../boot/frames.js').Frames} frames @param {import('../model/lazy_models.js').LazyModels} models
   */
  constructor(page, dataOpener, frames, models) {
    this.#page = page;
    this.#dataOpener = dataOpener;
    this.#frames = frames;
    this.#models = models;
    this.public = this.#surface();
    window.headwaters = this.public;
  }

  /** @returns {Headwaters} */
  #surface() {
    const api = this;
    /** @type {Headwaters} */
    const surface = {
      version: 1,
      ready: new Promise((resolve) => {
        api.#begun = () => resolve(undefined);
      }),
      open: (source, options) => api.#open(source, options ?? {}),
      get state() {
        return api.#page.state();
      },
      get prompt() {
        return api.#page.state().prompt;
      },
      set prompt(text) {
        normalisePrompt(String(text ?? ''), (own) => {
          api.#page.apply(`prompt=${encodeURIComponent(own)}`);
          api.#frames.request();
        });
      },
      setState: ({ prompt, ...view }) => {
        api.#page.setState(membersOf(view)); // first, so that a text that is still loading keeps the view that came with it
        if (typeof prompt === 'string') api.public.prompt = prompt;
        api.#frames.request();
      },
      results: (wanted) => api.#results(wanted ?? {}),
      explain: (wanted) => api.#explain(wanted),
      link: (wanted) => api.#link(wanted ?? {}),
      save: (wanted) => api.#save(wanted ?? {}),
      page: () => api.#onePage(),
      citation: () => api.#page.citation(programAddress(), new Date().toISOString().slice(0, 10)),
      figure: /** @type {Headwaters['figure']} */ ((wanted) => api.#figure(wanted ?? {})),
      animation: (wanted) => api.#animation(wanted ?? {}),
      layout: () => inWindow(api.#page.layout()),
      get lessons() {
        return import('../lessons/library.js').then(async ({ shippedLessons }) =>
          (await shippedLessons()).map(({ id, title, steps }) => ({ id, title, steps })),
        );
      },
      play: () => api.#play(true),
      pause: () => api.#play(false),
      step: (by = 1) => {
        api.#page.step(by);
        api.#frames.request();
      },
      on: (name, listener) => void api.#listenersOf(name).add(listener),
      off: (name, listener) => void api.#listenersOf(name).delete(listener),
      get frames() {
        return api.#frames.count;
      },
      get idle() {
        return api.#isIdle();
      },
    };
    return Object.freeze(surface);
  }

  /** @param {unknown} source @param {import('../headwaters.d.ts').OpenChoices} options */
  async #open(source, { name, memory = 0, picture, ...how }) {
    const choices = choicesOf({ ...how, picture: await this.#dataOpener.addPictures([picture ?? []].flat()) });
    if (namesModel(source))
      await this.#dataOpener.openLinked(
        'model',
        source.model,
        [choices, source.prompt ? `prompt=${encodeURIComponent(source.prompt)}` : ''].filter(Boolean).join('&'),
      );
    else if (typeof source === 'string') await this.#dataOpener.openLinked('url', source, choices);
    else
      await this.#dataOpener.openGiven(
        bytesOf(source),
        name ?? /** @type {Partial<File> | null} */ (source)?.name ?? 'data',
        choices,
        memory,
      );
    return /** @type {import('../state.d.ts').Document} */ (this.#page.state().document);
  }

  /** @param {{view?: string, method?: string, layer?: number, format?: 'json' | 'csv' | 'npy'}} wanted */
  async #results({ view, method = this.#page.state().method, layer = -1, format = 'json' }) {
    if (format === 'npy') {
      if (view)
        throw new ProblemError('results', `"${view}" has more than one array.`, 'Use JSON or CSV. NPY is for the results of one method.');
      const [{ npyOf }, text] = await Promise.all([import('../paper/npy.js'), this.#exported(method, layer, 'json')]);
      return npyOf(JSON.parse(text));
    }
    if (!view) {
      const text = await this.#exported(method, layer, format);
      return format === 'json' ? JSON.parse(text) : text;
    }
    const numbers = JSON.parse(await this.#drawn(view, 'json'));
    return format === 'json' ? numbers : csvOf(numbers);
  }

  /** @param {{method?: string, layer?: number, query: number, key: number}} wanted */
  async #explain(wanted) {
    const { method: present, layer: here } = this.#page.state();
    const { method = present, layer = here, query, key } = wanted ?? {};
    if (!Number.isInteger(query) || !Number.isInteger(key))
      throw new ProblemError('explain', 'The number is not specified.', 'Give query and key, an output and an input token from 0.');
    const nothing = new ProblemError('explain', `"${method}" has no such number.`, 'Open a file, and give its method and tokens.');
    return JSON.parse(await this.#asked((ticket) => this.#page.explain(ticket, method, layer, query, key), nothing));
  }

  /** @param {{data?: 'none' | 'fused' | 'heads'}} wanted @returns {Promise<import('../headwaters.d.ts').Link>} */
  async #link({ data = 'fused' }) {
    const here = programAddress();
    const leftOut = leftOutOf(this.#page.state().second, data === 'none' && this.#dataOpener.given !== null);
    if (data === 'none') {
      const fields = this.#page.fields();
      // A model from a disk is opened by the recipient first.
      const room = this.#page.state().source.kind === 'model' ? linkRoom - fields.length - '&answers='.length : 0;
      const answers = await this.#models.now?.linked(room);
      const fragment = answers?.field ? `${fields}&answers=${answers.field}` : fields;
      return { url: `${here}#${fragment}`, characters: fragment.length, errorBound: 0, leftOut: [...leftOut, ...(answers?.leftOut ?? [])] };
    }
    if (data !== 'fused' && data !== 'heads')
      throw new ProblemError('link', `"${data}" is not a kind of link.`, 'Use none, fused or heads.');
    const nothing = new ProblemError('link', tr('There is nothing to link to.'), tr('Open a file first.'));
    const { fragment, ...link } = JSON.parse(await this.#asked((ticket) => this.#page.link(ticket, data === 'heads'), nothing));
    return { url: `${here}#${fragment}`, ...link, leftOut: [...link.leftOut, ...leftOut] };
  }

  /** One after the other, because the session writes one file at a time. @param {{gzip?: boolean}} wanted @returns {Promise<Blob>} */
  #save({ gzip = true }) {
    const nothing = new ProblemError('save', tr('There is nothing to save.'), tr('Open a file first.'));
    const write = async () => {
      const { savedBlob } = await import('../one_file/saved.js');
      const ticket = this.#page.ticket();
      return savedBlob((from) => this.#asked(() => this.#page.save(ticket, from), nothing, ticket), gzip);
    };
    const file = this.#saving.then(write);
    this.#saving = file.catch(() => {});
    return file;
  }

  /** @returns {Promise<Blob>} */
  async #onePage() {
    const [{ pageBlob, compressed }, result] = await Promise.all([import('../one_file/one_file.js'), this.#models.now?.saved()]);
    const data = result ? await compressed(result) : await this.#save({});
    const { title = '', name = '' } = this.#page.state().document ?? {};
    return pageBlob(data, result ? 'result' : '', fileName(title || name), title || name, this.#page.program());
  }

  /** @param {string} method @param {number} layer @param {string} format @returns {Promise<string>} */
  #exported(method, layer, format) {
    const nothing = new ProblemError(
      'results',
      `There are no results of "${method}" at layer ${layer}.`,
      'Open a file first. Layers count from 0.',
    );
    return this.#asked((ticket) => this.#page.export(ticket, method, layer, format), nothing);
  }

  /**
   * The engine's answer under a ticket.
   * @param {(ticket: number) => boolean} ask returns false if no answer will come @param {ProblemError} nothing
   * @returns {Promise<string>}
   */
  #asked(ask, nothing, ticket = this.#page.ticket()) {
    return new Promise((resolve, reject) => {
      this.#exports.set(ticket, { resolve, reject, place: nothing.place });
      if (ask(ticket)) return;
      this.#exports.delete(ticket);
      reject(nothing);
    });
  }

  /** @param {import('../headwaters.d.ts').Animation} wanted */
  async #animation({ view = 'bars', ...wanted }) {
    const { animationOf } = await import('../paper/animation.js');
    const { document: open, side, speed } = this.#page.state();
    if (!this.#page.figures().some(({ name, ofLayer }) => name === view && ofLayer)) {
      const names = this.#page
        .figures()
        .flatMap(({ name, ofLayer }) => (ofLayer ? [name] : []))
        .join(', ');
      throw new ProblemError(
        'animation',
        `"${view}" is not a figure of one layer.`,
        names ? `Use one of: ${names}.` : 'Open a file first.',
      );
    }
    const count = (side === 'encoder' ? open?.layers : open?.decoderLayers) ?? 0;
    // Layers before the first that is in use have no figure.
    const layers = Array.from({ length: count }, (_, i) => i).filter((layer) => this.#page.figure(view, 'svg', layer) !== null);
    return animationOf((layer) => this.#drawn(view, 'svg', layer), layers, speed, wanted);
  }

  /** @param {import('../headwaters.d.ts').FigureForm & {view?: string, format?: 'svg' | 'png' | 'pdf', scale?: number, dpi?: number, layer?: number}} wanted */
  async #figure({ view = 'evolution', layer, ...wanted }) {
    const { fileOf, formText } = await import('../paper/figure_file.js');
    return fileOf(await this.#drawn(view, 'svg', layer, formText(wanted)), wanted, this.#page.program());
  }

  /**
   * A figure or its numbers, once the engine has computed them.
   * @param {string} view @param {'svg' | 'json'} format @param {number} [layer] @param {string} [form] formText() of paper/figure_file.js
   */
  async #drawn(view, format, layer, form) {
    for (;;) {
      const text = this.#page.figure(view, format, layer, form);
      if (text === null) {
        const what = format === 'svg' ? 'figure' : 'numbers';
        const names = this.#page.state().figures.join(', ');
        const remedy = names ? `Use one of: ${names}.` : 'Open a file first.';
        const where = layer === undefined ? 'now' : `at layer ${layer}`;
        throw new ProblemError('figure', `"${view}" has no ${what} ${where}.`, remedy);
      }
      if (text !== '') return text;
      this.#frames.request();
      await new Promise((resolve) => setTimeout(resolve, pollInterval));
    }
  }

  /** @param {boolean} playing */
  #play(playing) {
    if (this.#page.state().playing !== playing) this.#page.togglePlay();
    this.#frames.request();
  }

  #isIdle() {
    return this.#frames.isResting && !this.#page.isWaiting && !this.#page.isOpening;
  }

  /** @param {EventName} name */
  #listenersOf(name) {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known);
    return known;
  }

  /** @template {EventName} Name @param {Name} name @param {import('../headwaters.d.ts').Events[Name]} detail */
  #tell(name, detail) {
    for (const listener of [...this.#listenersOf(name)]) {
      try {
        /** @type {(detail: import('../headwaters.d.ts').Events[Name]) => void} */ (listener)(detail);
      } catch (error) {
        reportError(error); // an error in a listener must not stop the page
      }
    }
  }

  /** The page is ready for use. */
  begin() {
    this.#begun();
  }

  opened() {
    this.#tell('open', /** @type {import('../state.d.ts').Document} */ (this.#page.state().document));
  }

  /** An opening failed. @param {import('../base/problem.js').Problem} problem */
  failed({ place, finding, remedy }) {
    this.#tell('error', { place, finding, remedy });
  }

  /** @param {number} ticket @param {import('../base/problem.js').Problem} problem */
  notExported(ticket, { place, finding, remedy }) {
    this.#exports.get(ticket)?.reject(new ProblemError(place, finding, remedy));
    this.#exports.delete(ticket);
  }

  /** Pending requests to the engine will get no answer. @param {{finding: string, remedy: string}} problem */
  engineLost(problem) {
    for (const [ticket, { place }] of [...this.#exports]) this.notExported(ticket, { ...problem, place });
  }

  /** @param {number} ticket @param {string} text */
  exported(ticket, text) {
    this.#exports.get(ticket)?.resolve(text);
    this.#exports.delete(ticket);
  }

  /** After each frame: reports a change of the state. */
  drawn() {
    if (this.#listenersOf('change').size + this.#listenersOf('layer').size === 0) return;
    const fields = this.#page.fields();
    if (fields === this.#lastFields) return;
    this.#lastFields = fields;
    const state = this.#page.state();
    this.#tell('change', state);
    if (state.layer !== this.#lastLayer) this.#tell('layer', state.layer);
    this.#lastLayer = state.layer;
  }

  /** No frame is due any more. */
  rested() {
    if (this.#isIdle()) this.#tell('idle', { frames: this.#frames.count });
  }
}
