// SPDX-License-Identifier: MIT
// @ts-check
// Openings from the first byte asked for to the document or the problem: who asked, with which
// ticket, and what to open again if the engine's worker is lost.

import { asProblem, ProblemError } from './problem.js';
import { gistAddress, nameOf, rawAddress } from './sources.js';

/** @typedef {import('./stream.js').Source} Source */
/**
 * @typedef {object} Request
 * @property {string} kind @property {string} text @property {string} name @property {Source} source
 * @property {string} choices how to open it, as fields of the address (src/app/open_choices.h)
 * @property {number} memory bytes that it may take, 0: what the machine allows
 */
/** @typedef {{resolve: () => void, reject: (error: ProblemError) => void}} Waiting */

/** How many given files stay within reach of "back". */
const mostGiven = 4;

export class Openings {
  #page;
  #engine;
  #ticket = 0;
  /** @type {Map<number, Request>} */
  #underWay = new Map();
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** @type {Request | null} what is open */
  #open = null;
  /** @type {Map<string, {source: Source, memory: number}>} what hands gave lately, by name, for "back" and for a lost worker */
  #given = new Map();
  /** @type {Waiting | null} who asked for the opening that the state is about to begin */
  #asker = null;
  /** The sample shown when nothing else can be; empty once it has been tried. */
  #fallback;

  /**
   * @param {import('./module.js').PageModule} page @param {import('./engine_link.js').EngineLink} engine
   * @param {string} fallback a sample
   */
  constructor(page, engine, fallback) {
    this.#page = page;
    this.#engine = engine;
    this.#fallback = fallback;
  }

  /**
   * Opens what an address names. If that cannot be had and nothing else is open, the sample is shown
   * beside the message: a link that fails still leads to a page that works.
   * @param {string} fragment
   */
  async openAddress(fragment) {
    this.#page.apply(fragment, true);
    if (this.isUnderWay || this.#open) return;
    await this.#openFallback();
    this.#page.apply(fragment, true); // says again what an opening clears
  }

  async #openFallback() {
    const sample = this.#fallback;
    this.#fallback = '';
    if (sample) await this.#promise(() => this.#page.apply(`v=1&sample=${sample}`, true)).catch(() => {});
  }

  /** The next number for an opening or an export. */
  ticket() {
    return ++this.#ticket;
  }

  /**
   * Opens data that is here already. Resolves when the document stands open.
   * @param {Exclude<Source, string>} source @param {string} name
   * @param {string} choices how to open them, as fields of the address @param {number} memory bytes, 0: no limit given
   * @returns {Promise<void>}
   */
  openGiven(source, name, choices = '', memory = 0) {
    this.#given.delete(name);
    this.#given.set(name, { source, memory });
    if (this.#given.size > mostGiven) this.#given.delete([...this.#given.keys()][0]);
    return this.#promise(() => this.begin('local', name, choices));
  }

  /** The name of what is open, if it was given by hand. */
  get openName() {
    return this.#open?.kind === 'local' ? this.#open.text : null;
  }

  /** True if data of that name were given and are still here. @param {string} name */
  has(name) {
    return this.#given.has(name);
  }

  /**
   * @param {'sample' | 'url' | 'gist'} kind @param {string} text @param {string} fields
   * @returns {Promise<void>}
   */
  openLinked(kind, text, fields = '') {
    return this.#promise(() => this.#page.open(kind, text, fields));
  }

  /** @param {() => void} ask leads to begin() @returns {Promise<void>} */
  #promise(ask) {
    const promise = new Promise((resolve, reject) => {
      this.#asker = { resolve: () => resolve(undefined), reject };
    });
    promise.catch(() => {}); // the page shows the message; only some callers want it as well
    ask();
    return promise;
  }

  /**
   * The state asks for data (OpenEffect), or a hand gave them.
   * @param {string} kind @param {string} text @param {string} choices
   */
  begin(kind, text, choices = '') {
    const ticket = this.ticket();
    for (const before of this.#underWay.keys()) this.#settle(before, superseded);
    if (this.#asker) this.#waiting.set(ticket, this.#asker);
    this.#asker = null;
    try {
      const request = { memory: 0, ...this.#request(kind, text), choices };
      this.#underWay.set(ticket, request);
      this.#page.openingBegan(ticket, kind, text, request.name, choices);
      this.#engine.open(ticket, request);
    } catch (error) {
      this.#page.openingBegan(ticket, kind, text, text, choices);
      this.failed(ticket, asProblem(error, text), false);
    }
  }

  /** @param {string} kind @param {string} text */
  #request(kind, text) {
    if (kind === 'sample') return { kind, text, name: text, source: sampleAddress(text).href };
    if (kind === 'gist') return { kind, text, name: `gist ${text}`, source: gistAddress(text).href };
    if (kind === 'local') {
      const given = this.#given.get(text);
      if (!given) throw new ProblemError(text, 'This file is not at hand any more.', 'Drop it here again.');
      return { kind, text, name: text, ...given };
    }
    const url = rawAddress(text, location.href);
    return { kind, text, name: nameOf(url), source: url.href };
  }

  /** @param {number} ticket */
  cancel(ticket) {
    this.#engine.cancel(ticket);
  }

  /** @param {number} ticket */
  opened(ticket) {
    this.#open = this.#underWay.get(ticket) ?? this.#open;
    this.#underWay.delete(ticket);
    this.#waiting.get(ticket)?.resolve();
    this.#waiting.delete(ticket);
  }

  /** The engine has refused; the state knows it already. @param {number} ticket @param {import('./problem.js').Problem} problem */
  refused(ticket, { place, finding, remedy, offer }) {
    const problem = new ProblemError(place, finding, remedy, offer);
    const request = this.#underWay.get(ticket);
    this.#settle(ticket, problem);
    if (this.#open || this.isUnderWay || !this.#fallback) return;
    void this.#openFallback().then(() => this.#tell(problem, request)); // again: an opening clears what was said
  }

  /** @param {number} ticket @param {ProblemError} problem */
  #settle(ticket, problem) {
    this.#underWay.delete(ticket);
    this.#waiting.get(ticket)?.reject(problem);
    this.#waiting.delete(ticket);
  }

  /** Fetching has failed. @param {number} ticket @param {import('./problem.js').Problem} problem @param {boolean} cancelled */
  failed(ticket, problem, cancelled) {
    this.#page.openingFailed(ticket, problem, cancelled);
    if (cancelled) this.#settle(ticket, new ProblemError(problem.place, problem.finding, problem.remedy));
    else this.refused(ticket, problem);
  }

  /** True while something is being opened. */
  get isUnderWay() {
    return this.#underWay.size > 0;
  }

  /** The worker is gone with all that was open in it. @param {string} reason */
  async engineDied(reason) {
    const lost = [...this.#underWay];
    const again = this.#open;
    this.#open = null; // a document that kills the engine twice is not tried a third time
    this.#page.engineLost();
    for (const [ticket, request] of lost) this.failed(ticket, deathOf(request, reason), true);
    // Opening clears old messages, so what happened is said when the document is back.
    if (again) await this.#reopen(again).catch(() => {});
    const about = lost[0]?.[1] ?? again;
    if (about) this.#tell(deathOf(about, reason), about);
  }

  /** @param {Request} request */
  #reopen(request) {
    const fields = this.#page.fields();
    if (request.kind === 'local') return this.openAgain(request.text, fields);
    return this.#promise(() => this.#page.open(request.kind, request.text, fields));
  }

  /**
   * Shows a problem of an opening that is not under way any more.
   * @param {ProblemError} problem @param {Request} [request]
   */
  #tell(problem, request) {
    const ticket = this.ticket();
    const { kind = 'local', text = problem.place, choices = '' } = request ?? {};
    this.#page.openingBegan(ticket, kind, text, problem.place, choices);
    this.#page.openingFailed(ticket, problem, false);
  }

  /** Opens given data again, to be seen as the fields say. @param {string} name @param {string} fields */
  openAgain(name, fields) {
    this.#page.apply(fields, true);
    return this.#promise(() => this.begin('local', name, choicesOf(fields))).then(() => this.#page.apply(fields, true));
  }
}

/** How data are opened, out of the fields of an address. @param {string} fields */
const choicesOf = (fields) =>
  fields
    .replace(/^#/, '')
    .split('&')
    .filter((field) => /^(read|token-texts|decoder-texts)=/.test(field))
    .join('&');

/** As src/core/problem.h numbers it. */
const lessMemory = 3;

const superseded = new ProblemError('', 'Another opening took its place.', '');

/** @param {Request} request @param {string} reason */
function deathOf(request, reason) {
  return new ProblemError(
    request.name,
    `The computation stopped (${reason}), most often because the memory did not suffice. It was started anew.`,
    'Close other tabs, open it with the heads averaged or as 16-bit numbers, or use the command line.',
    lessMemory,
  );
}

/** The file of a built-in sample. @param {string} id */
export function sampleAddress(id) {
  if (!/^[\w-]+$/.test(id)) {
    throw new ProblemError(`sample ${id}`, 'There is no such sample.', 'Choose one under Samples.');
  }
  return new URL(`./samples/${id}.json`, import.meta.url);
}
