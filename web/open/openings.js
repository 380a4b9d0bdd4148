// SPDX-License-Identifier: MIT
// @ts-check
// Openings from the first byte asked for to the document or the problem: who asked, with which
// ticket, and what to open again if the engine's worker is lost.

import { asProblem, ProblemError } from '../boot/problem.js';
import { choicesOf, deathOf, requestFor } from './requests.js';

export { sampleAddress } from './requests.js';

/** @typedef {import('./stream.js').Source} Source */
/**
 * @typedef {object} Request
 * @property {string} kind @property {string} text @property {string} name @property {Source} source
 * @property {string} choices how to open it, as fields of the address (src/protocol/open_choices.h)
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
  /** @type {Request | null} what was open before, for comparing */
  #before = null;
  /** While it is not known whether a file is kept here. */
  #isLooking = false;
  /** @type {Map<string, {source: Source, memory: number}>} what hands gave lately, by name, for "back" and for a lost worker */
  #given = new Map();
  /** @type {Waiting | null} who asked for the opening that the state is about to begin */
  #asker = null;
  /** The sample shown when nothing else can be; empty once it has been tried. */
  #fallback;

  /**
   * @param {import('../boot/module.js').PageModule} page @param {import('../worker/engine_link.js').EngineLink} engine
   * @param {string} fallback a sample
   */
  constructor(page, engine, fallback) {
    this.#page = page;
    this.#engine = engine;
    this.#fallback = fallback;
  }

  /**
   * Opens a file that was given by hand in this tab before a reload, or that stays on this machine. If it is
   * not there the page says so and waits for it, and the address stays.
   * @param {string} name @param {string} fragment
   */
  async openKept(name, fragment) {
    this.#fallback = '';
    this.#isLooking = true;
    const kept = await keeper().then(({ find }) => find(name)).catch(() => null);
    this.#isLooking = false;
    this.#page.apply(fragment, true); // says what the link is about; its view waits for the file
    if (kept) await this.openGiven(kept.source, name, choicesOf(fragment), kept.memory).catch(() => {});
  }

  /** Holds what is open beyond a reload, if it was given by hand. */
  async #hold() {
    const { holdForTab, releaseTab } = await keeper();
    const open = this.given;
    if (!open) return releaseTab();
    const why = await holdForTab(open.name, open.source, open.memory);
    if (why && parent === window && this.given === open)
      this.#page.note(open.name, `A reload of this tab loses this file: ${why}.`, 'Keep the file at hand to give it again.');
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

  /** What is open, if it was given by hand. */
  get given() {
    return this.#open?.kind === 'local' ? this.#open : null;
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
      const request = { memory: 0, ...requestFor(kind, text, this.#given), choices };
      this.#underWay.set(ticket, request);
      this.#page.openingBegan(ticket, kind, text, request.name, choices);
      this.#engine.open(ticket, request);
    } catch (error) {
      this.#page.openingBegan(ticket, kind, text, text, choices);
      this.failed(ticket, asProblem(error, text), false);
    }
  }

  /** @param {number} ticket */
  cancel(ticket) {
    this.#engine.cancel(ticket);
  }

  /** @param {number} ticket */
  opened(ticket) {
    const before = this.#before = this.#open;
    this.#open = this.#underWay.get(ticket) ?? this.#open;
    this.#underWay.delete(ticket);
    this.#waiting.get(ticket)?.resolve();
    this.#waiting.delete(ticket);
    if ((before?.kind === 'local' || this.given) && before?.source !== this.#open?.source) void this.#hold().catch(() => {});
  }

  /** The engine has refused; the state knows it already. @param {number} ticket @param {import('../boot/problem.js').Problem} problem */
  refused(ticket, { place, finding, remedy, offer }) {
    const problem = new ProblemError(place, finding, remedy, offer);
    const request = this.#underWay.get(ticket);
    this.#settle(ticket, problem);
    this.#keepOpen();
    if (this.#open || this.isUnderWay || !this.#fallback) return;
    void this.#openFallback().then(() => this.#tell(problem, request)); // again: an opening clears what was said
  }

  /** @param {number} ticket @param {ProblemError} problem */
  #settle(ticket, problem) {
    this.#underWay.delete(ticket);
    this.#waiting.get(ticket)?.reject(problem);
    this.#waiting.delete(ticket);
  }

  /** Fetching has failed. @param {number} ticket @param {import('../boot/problem.js').Problem} problem @param {boolean} cancelled */
  failed(ticket, problem, cancelled) {
    this.#page.openingFailed(ticket, problem, cancelled);
    if (cancelled) this.#settle(ticket, new ProblemError(problem.place, problem.finding, problem.remedy));
    else this.refused(ticket, problem);
  }

  /** True while something is being opened. */
  get isUnderWay() {
    return this.#underWay.size > 0 || this.#isLooking;
  }

  /** What is open stays at hand, whatever came after it under its name. */
  #keepOpen() {
    for (const one of [this.#before, this.#open]) if (one?.kind === 'local') this.#given.set(one.text, one);
  }

  /**
   * The worker is gone with all that was open in it.
   * @param {string} reason @param {boolean} last  it happens again and again: nothing is opened until somebody asks
   */
  async engineDied(reason, last) {
    const lost = [...this.#underWay];
    const [again, before] = [this.#open, this.#before];
    this.#keepOpen();
    this.#open = this.#before = null; // data at whose opening the engine ends are not tried again
    for (const [ticket, request] of lost) this.failed(ticket, deathOf(request, reason, true), true);
    const fields = this.#page.fields();
    this.#page.engineLost();
    const about = lost[0]?.[1] ?? again;
    // Opening clears old messages, so what happened is said when the document is back.
    if (again) {
      const reopened = last ? Promise.reject() : this.#reopen(again, before, fields);
      await reopened.catch(() => this.#page.engineGone(`The computation ended unexpectedly (${reason}).`, 'Open the data anew, or reload the page.'));
    }
    if (!about) return;
    const problem = deathOf(about, reason, lost.length > 0);
    // While something else is opened, its opening must not be taken for the one that failed.
    if (this.isUnderWay) this.#page.note(about.name, problem.finding, problem.remedy);
    else this.#tell(problem, about);
  }

  /** @param {Request} request @param {Request | null} before @param {string} fields */
  async #reopen(request, before, fields) {
    // The state itself shows the same data as they were (EngineLost), but for others in between.
    if (!before || !decodeURIComponent(fields).includes('file:earlier')) return this.#beginAgain(request);
    const link = [`v=1&${before.kind}=${encodeURIComponent(before.text)}`, before.choices].filter(Boolean).join('&');
    for (const [one, view] of /** @type {[Request, string][]} */ ([[before, link], [request, fields]])) {
      if (one.kind !== 'local') await this.#promise(() => this.#page.apply(view, true));
      else this.#page.apply(view, true), await this.#beginAgain(one);
    }
  }

  /** @param {Request} request */
  #beginAgain({ kind, text, choices }) {
    return this.#promise(() => this.begin(kind, text, choices));
  }

  /**
   * Shows a problem of an opening that is not under way any more.
   * @param {ProblemError} problem @param {Request} [request]
   */
  #tell(problem, request) {
    const ticket = this.ticket();
    const { kind = 'local', text = problem.place, choices = '' } = request ?? {};
    this.#page.openingBegan(ticket, kind, text, request?.name ?? problem.place, choices);
    this.#page.openingFailed(ticket, problem, false);
  }

  /** Opens given data again, to be seen as the fields say. @param {string} name @param {string} fields */
  openAgain(name, fields) {
    this.#page.apply(fields, true);
    return this.#promise(() => this.begin('local', name, choicesOf(fields))).then(() => this.#page.apply(fields, true));
  }
}

const superseded = new ProblemError('', 'Another opening took its place.', '');

/** Storage is not needed for the first picture. */
const keeper = () => import('./keep.js');
