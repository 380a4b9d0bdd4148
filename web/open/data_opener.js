// SPDX-License-Identifier: MIT
// @ts-check
// Browser services for openings: bytes from the user, promises for callers, and the worker that fetches. Only the page's state
// (src/page/state/openings.h) records which openings are running, done or next.

import { asProblem, ProblemError } from '../base/problem.js';
import { oneFile } from '../base/parts.js';
import { visible } from '../base/visible.js';
import { requestFor } from './requests.js';

export { sampleAddress } from './requests.js';

/** @typedef {import('../fetch/stream.js').Source} Source */
/** @typedef {import('../base/problem.js').Problem} Problem */
/** @typedef {{name: string, source: Exclude<Source, string>, memory: number, parts?: import('../model/files/parts.js').Part[], model?: import('../model/given/given_link.js').GivenModel, training?: import('../model/files/parts.js').Training}} Given memory: maximum bytes, 0 for no limit; parts: of a model; model: one that runs in another page */
/** @typedef {{resolve: (rest?: Promise<void>) => void, reject: (error: ProblemError) => void}} Waiting */

export class DataOpener {
  #page;
  #engine;
  #models;
  /** @type {Map<number, Given>} data from the user, by their number in the state */
  #given = new Map();
  #lastGiven = 0;
  /** Pictures from the user, by their names in choices. @type {Map<string, Blob>} */
  #pictures = new Map();
  /** @type {Map<number, Waiting>} by ticket */
  #waiting = new Map();
  /** The last requested ticket. */
  #last = 0;

  /**
   * @param {import('../boot/module.js').PageModule} page @param {import('../worker/engine_link.js').EngineLink} engine
   * @param {import('../model/lazy_models.js').LazyModels} models @param {() => void} changed requests a frame
   */
  constructor(page, engine, models, changed) {
    this.#page = page;
    this.#engine = engine;
    this.#models = models;
    this.#changed = changed;
  }
  #changed;

  /**
   * Opens available data. Resolves when the document is open.
   * @param {Exclude<Source, string>} source @param {string} name
   * @param {string} choices how to open them, as fields of the address @param {number} memory in bytes, 0 for no limit
   * @returns {Promise<void>}
   */
  openGiven(source, name, choices = '', memory = 0) {
    return this.#promised(this.#page.give(this.#put({ name, source, memory }), visible(name), choices));
  }

  /** Opens the data of a single-file page. @param {import('../base/parts.js').OneFile} own */
  async openOwn(own) {
    const { fields, ...given } = await this.#ownGiven(own);
    return given.model ? this.openModel([], own.name, { model: given.model }, fields) : this.openGiven(given.source, own.name);
  }

  /** @param {import('../base/parts.js').OneFile} own @returns {Promise<Given & {fields: string}>} */
  async #ownGiven({ data, form, name }) {
    const source = /** @type {Blob} */ (data);
    if (form !== 'result') return { name, source, memory: 0, fields: '' };
    const [{ givenOf }, { resultOf }] = await Promise.all([import('../model/results/open.js'), import('../model/results/file.js')]);
    const text = await new Response(source.stream().pipeThrough(new DecompressionStream('gzip'))).text();
    return { name, source: new Blob(), memory: 0, parts: [], ...givenOf(resultOf(text, name)) };
  }

  /**
   * @param {'sample' | 'url' | 'gist' | 'model'} kind @param {string} text @param {string} fields
   * @returns {Promise<void>}
   */
  openLinked(kind, text, fields = '') {
    return this.#promised(this.#page.open(kind, text, fields));
  }

  /** Reports an error that is known before the opening, like the error of an opening. @param {ProblemError} problem */
  refuse(problem) {
    const ticket = this.#page.give(this.#put({ name: problem.place, source: new Blob(), memory: 0 }), visible(problem.place), '');
    this.#last = 0; // nothing is being read
    this.#page.openingFailed(ticket, problem);
  }

  /** The open data, if they came from the user. */
  get given() {
    return this.#given.get(this.#page.given) ?? null;
  }

  /** The user's last file of this name, while it is in memory. @param {string} name */
  named(name) {
    return [...this.#given.values()].findLast((given) => given.name === visible(name))?.source ?? null;
  }

  /**
   * Stores a picture for patches and keeps it across a reload.
   * @param {Blob} file @returns {Promise<string>} its name in choices and links, which does not reveal the file's name
   */
  async addPicture(file) {
    const { keepable, ownName } = await pictures();
    const own = await ownName(file);
    this.#pictures.set(own, await keepable(file));
    const [oldest] = this.#pictures.keys();
    if (this.#pictures.size > mostPictures) this.#pictures.delete(oldest);
    void keeper().then(({ storePictures }) => storePictures([...this.#pictures]));
    return own;
  }

  /** @param {Blob[]} files @returns {Promise<string | undefined>} all names in the format of choices, undefined if there are none */
  async addPictures(files) {
    const names = [];
    for (const file of files) names.push(await this.addPicture(file));
    return names.length > 0 ? names.join('/') : undefined;
  }

  /** @param {string} name */
  async #picture(name) {
    if (!this.#pictures.has(name)) {
      const held = await keeper().then(({ storedPictures }) => storedPictures());
      this.#pictures = new Map([...held, ...this.#pictures]);
    }
    return this.#pictures.get(name) ?? null;
  }

  /** @param {Given} given @returns {number} */
  #put(given) {
    this.#given.set(++this.#lastGiven, { ...given, name: visible(given.name) });
    return this.#lastGiven;
  }

  /** @param {number} ticket @returns {Promise<void>} */
  #promised(ticket) {
    const promise = new Promise((resolve, reject) => {
      this.#waiting.set(ticket, { resolve, reject });
    });
    promise.catch(() => {}); // the page shows the error, and only some callers handle it too
    return promise;
  }

  // --- Requests from the state (src/session/host.h) ---

  /**
   * @param {number} ticket @param {string} kind @param {string} text @param {string} name
   * @param {string} choices @param {number} number of a given file, or 0 @param {string} recipe for a model, its first text
   */
  fetch(ticket, kind, text, name, choices, number, recipe) {
    this.#last = ticket;
    // Deferred, so that the caller has the ticket before any result.
    queueMicrotask(async () => {
      try {
        const given = number ? /** @type {Given} */ (this.#given.get(number)) : null;
        if (kind === 'model' || given?.parts) return await this.#openModel(ticket, text, recipe, given, choices);
        const request = given ?? requestFor(kind, text, name);
        if (request.name !== name) this.#page.openingNamed(ticket, request.name);
        const source = oneFile() ? await readHere(request.source) : request.source;
        const all = choices.includes('picture=') ? await (await pictures()).withPictures(choices, (own) => this.#picture(own)) : choices;
        if (this.#last !== ticket) return; // cancelled or replaced meanwhile
        this.#engine.open(ticket, { memory: 0, ...request, source, choices: all });
      } catch (error) {
        // A visitor who declined the download needs no error message.
        if (/** @type {Error} */ (error)?.name !== 'AbortError') this.#page.openingFailed(ticket, asProblem(error, text));
        else if (this.#last === ticket) {
          this.#page.cancelOpening();
          this.#changed();
        }
      }
    });
  }

  /**
   * The download exceeds the size that the visitor agreed to.
   * @param {number} ticket @param {string} name @param {import('../fetch/download.js').Question} question
   */
  async asks(ticket, name, question) {
    const { confirmDownload } = await import('../consent/confirm.js');
    if (this.#last !== ticket) return;
    this.#question = new AbortController();
    const abort = this.#question;
    const isAgreed = await confirmDownload(name, question, abort.signal);
    if (this.#last !== ticket) return;
    if (isAgreed) this.#engine.agreed(ticket);
    else {
      this.#page.cancelOpening();
      this.#changed();
    }
  }
  /** Closes the question of a cancelled opening. */
  #question = new AbortController();

  /** @param {number} ticket @param {string} text name or address @param {string} recipe @param {Given | null} given @param {string} choices */
  async #openModel(ticket, text, recipe, given, choices) {
    const models = await this.#models.use();
    if (this.#last !== ticket) return;
    const progress = (/** @type {number} */ bytes, /** @type {number} */ total) => this.#page.openingProgressed(ticket, bytes, total);
    await models.open(
      ticket,
      given?.parts
        ? {
            name: given.name,
            parts: given.parts,
            training: given.training,
            given: given.model,
            examples: given.model?.about.examples ?? [],
          }
        : text,
      recipe || (given?.model?.first ?? ''),
      progress,
      choices,
    );
  }

  /**
   * Opens a model from the user's files, or one that runs in another page.
   * @param {import('../model/files/parts.js').Part[]} parts @param {string} name @param {Partial<Given>} [more] @param {string} [fields]
   * options for view and opening, with `mark=`
   * @returns {Promise<void>}
   */
  openModel(parts, name, more, fields = 'mark=') {
    return this.#promised(this.#page.give(this.#put({ name, source: new Blob(), memory: 0, parts, ...more }), visible(name), fields));
  }

  /** @param {number} ticket @param {Problem} why */
  cancel(ticket, why) {
    if (this.#last === ticket) this.#last = 0;
    this.#question.abort();
    this.#engine.cancel(ticket);
    void this.#models.loaded?.then((models) => models.cancel(ticket));
    this.#settle(ticket)?.reject(problemOf(why));
  }

  /** @param {number} ticket @param {Promise<void>} [rest] settles when other code has read its part */
  opened(ticket, rest) {
    this.#settle(ticket)?.resolve(rest);
  }

  /** @param {number} ticket @param {Problem} problem */
  failed(ticket, problem) {
    this.#settle(ticket)?.reject(problemOf(problem));
  }

  /** @param {number} ticket */
  #settle(ticket) {
    const waiting = this.#waiting.get(ticket);
    this.#waiting.delete(ticket);
    return waiting;
  }

  /** Finds a file that came with the program, was opened in this tab before a reload, or is kept on this machine. @param {string} name */
  async lookFor(name) {
    const own = oneFile();
    if (own?.data && own.name === name) return this.#page.kept(name, this.#put(await this.#ownGiven(own)));
    const kept = await keeper()
      .then(({ find }) => find(name))
      .catch(() => null);
    this.#page.kept(name, kept ? this.#put({ name, source: kept.source, memory: kept.memory }) : 0);
  }

  /** Stores a given file for a reload, in place of the earlier one. @param {number} number 0 for none */
  async hold(number) {
    const { storeForTab, releaseTab } = await keeper();
    const given = this.#given.get(number);
    if (!given || given.parts) return releaseTab(); // a model may be too large for the browser's storage
    const why = await storeForTab(given.name, given.source, given.memory);
    if (why && parent === window) this.#page.notHeld(number, why);
  }

  /** @param {number} number */
  release(number) {
    this.#given.delete(number);
  }
}

/** @param {Problem} problem */
const problemOf = ({ place, finding, remedy }) => new ProblemError(place, finding, remedy);

/**
 * A worker of a page from a disk cannot fetch the page's samples, nor read Blobs in WebKit.
 * @param {import('../fetch/stream.js').Source} source
 */
async function readHere(source) {
  if (source instanceof Blob) return source.arrayBuffer();
  return typeof source === 'string' && source.startsWith('blob:') ? (await fetch(source)).arrayBuffer() : source;
}

/** Enough for "back" in the history. */
const mostPictures = 8;
const pictures = () => import('../fetch/pictures.js');

/** Loaded later, because the first picture does not need storage. */
const keeper = () => import('../fetch/file_store.js');
