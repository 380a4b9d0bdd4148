// SPDX-License-Identifier: MIT
// @ts-check
// The lesson next to the views. The page's state names the lesson and the step (`lesson` and `step` of the address). This code loads the
// lesson, shows the step, and applies its view by navigating to an address, like a link.

import { pointersOf } from '../consent/disclosures.js';
import { adoptStyle } from './style.js';
import { findLesson, lessonOf, longestPacked, packed, tooLong } from './library.js';
import { Light } from './act/light.js';
import { Live } from './act/live.js';
import { Classroom } from './classroom.js';
import { Player } from './player.js';
import { black, present } from './present.js';
import { asProblem, ProblemError } from '../base/problem.js';
import { tr } from '../base/language.js';
import { handleKey } from './act/keys.js';
import { isAnswered } from './act/progress.js';
import { addressOfStep, dataOf, promptOfStep, strangeHost } from './form/steps.js';

/** @typedef {import('./form/read.js').Lesson} Lesson */
/**
 * @typedef {object} LessonServices the page's services for lessons
 * @property {import('../boot/module.js').PageModule} page
 * @property {import('../api/address.js').Address} address
 * @property {() => void} changed requests a frame
 * @property {(text: string) => void} announce
 * @property {() => import('../headwaters.d.ts').Headwaters} surface
 * @property {(name: string) => void} showDialog
 * @property {(word: string) => Promise<number>} chance of an answer of the open model, NaN if it has none
 * @property {(step: number) => void} train trains the open training up to a step, or shows the step if it was trained
 * @property {() => number[]} losses of the open training, by step, none without one
 * @property {(isLent: boolean) => Promise<HTMLElement | null>} pad of the open model, lent to a step or returned; null if there is none
 */

export class Lessons {
  #services;
  #light;
  /** @type {Player | null} */
  #player = null;
  /** @type {Map<string, {lesson: Lesson, text: string}>} by reference */
  #found = new Map();
  #reference = '';
  #step = 0;
  /** @type {Lesson | null} */
  #lesson = null;
  #turn = 0;
  /** The step plays its view, up to the last layer. */
  #plays = false;
  /** Shown above the next step. */
  #note = '';
  /** Hosts that the visitor allowed. @type {Set<string>} */
  #agreed = new Set();
  /** The fields when the step's views came to rest, '' until then. */
  #settled = '';
  #live;

  /** @param {LessonServices} services */
  constructor(services) {
    this.#services = services;
    this.classroom = new Classroom(this, services.address);
    adoptStyle();
    this.#light = new Light(() => services.page.layout());
    const surface = services.surface();
    this.#live = new Live({ surface, chance: services.chance });
    surface.on('idle', () => this.#rested());
    surface.on('layer', (layer) => {
      // Plays once, so that it does not distract the reader for long.
      if (this.#plays && layer === (surface.state.document?.layers ?? 0) - 1) {
        surface.pause();
        this.#plays = false;
      }
    });
    surface.on('change', () => this.#player?.moved(this.#settled !== '' && services.page.fields() !== this.#settled));
    document.addEventListener('keydown', (event) => this.#key(event), true);
  }

  // --- calls from the page --------------------------------------------------------------------------
  /** @param {string} reference '' for none @param {number} step from 0 @param {boolean} wanted with the step's own view */
  async show(reference, step, wanted) {
    this.#turn += 1;
    const turn = this.#turn;
    if (!reference) return this.#close();
    this.#player ??= new Player(this, this.#services.announce);
    const player = this.#player;
    try {
      if (!this.#found.has(reference)) player.wait();
      const { lesson, text } = await this.#find(reference);
      if (turn !== this.#turn) return;
      const last = lesson.steps.length - 1;
      this.#reference = reference;
      this.#lesson = lesson;
      this.#step = Math.min(step, last);
      this.#settled = '';
      this.#services.page.lessonRead(
        lesson.id,
        last + 1,
        lesson.steps.map(({ hide }, i) => (this.isHidden(i) && hide) || 'none'),
      );
      this.#services.changed();
      player.text = text;
      if (step > last) {
        this.#note = tr('There is no step {} (the lesson has {}). This is the last one.', step + 1, last + 1);
        return this.#enter(last, false);
      }
      player.show(lesson, step, this.#note);
      void this.classroom.showCodeOf(lesson);
      this.#note = '';
      this.#light.off();
      if (wanted) this.#enter(step, false);
      if (this.#services.surface().idle) this.#rested();
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#lesson = null;
      this.#light.off();
      this.refuse(error, reference);
    }
  }

  /** @param {boolean} on */
  present(on) {
    present(on, () => {
      this.#services.page.setState(['present', 'off']);
      this.#services.changed();
    });
  }

  black = black;
  /** Codes of a class, and instructor mode. */
  classroom;

  // --- actions of the user ---------------------------------------------------------------------------
  /** @param {number} by steps */
  go(by) {
    this.goTo(this.#step + by);
  }

  /** @param {number} step from 0; after the last step: the list of lessons */
  goTo(step) {
    if (!this.#lesson || step < 0) return;
    if (step > this.#step) this.#player?.left(this.#lesson, this.#step);
    if (step >= this.#lesson.steps.length) this.#services.showDialog('lessons');
    else this.#enter(step, true);
  }

  /** Restores the step's views. */
  back() {
    if (!this.#lesson) return;
    this.#enter(this.#step, true);
    this.#settled = '';
    this.#player?.moved(false);
    this.#services.announce(tr('Reset to this step'));
  }

  /** Shows the view of an answer. @param {string} view fields of a link */
  look(view) {
    if (view) this.#enter(this.#step, true, view);
  }

  /** The prompt of a step, '' without a model. @param {number} step from 0 */
  promptOf(step) {
    return this.#lesson ? promptOfStep(this.#lesson, step) : '';
  }

  get prompt() {
    return this.#services.surface().prompt ?? '';
  }

  /** Runs the model again, in the current view. @param {string} prompt */
  run(prompt) {
    this.#apply(
      this.seen
        .split('&')
        .map((pair) => (pair.startsWith('prompt=') ? `prompt=${encodeURIComponent(prompt)}` : pair))
        .join('&'),
      true,
    );
  }

  /** See LessonServices.train. */
  train = (/** @type {number} */ step) => this.#services.train(step);

  /** See LessonServices.losses. */
  losses = () => this.#services.losses();

  /** See LessonServices.pad. */
  pad = (/** @type {boolean} */ isLent) => this.#services.pad(isLent);

  /** @param {string} setting named as in a link @param {number} value */
  set(setting, value) {
    this.#services.page.apply(`${setting}=${value}`);
    this.#services.changed();
  }

  /** @param {string} setting @returns {number} */
  value(setting) {
    const { layer, settings } = this.#services.surface().state;
    return setting === 'layer' ? layer + 1 : settings[/** @type {'residual' | 'discard'} */ (setting)];
  }

  /** Whether a step's question is unanswered. @param {number} step from 0 */
  isHidden(step) {
    return !isAnswered(this.#lesson?.id ?? '', step);
  }

  /** Shows the step's hidden parts until the step is entered again. @param {number} step from 0 */
  uncover(step) {
    this.#services.page.lessonAnswered(step);
    this.#services.changed();
  }

  end() {
    this.#services.page.setState(['lesson', '']);
    this.#services.changed();
    document.getElementById('canvas')?.focus({ preventScroll: true });
  }

  /** Opens a lesson of this site or from an address. @param {string} reference */
  open(reference) {
    this.#services.page.apply(`lesson=${encodeURIComponent(reference)}&step=1`);
    this.#services.changed();
  }

  /** Opens a lesson from its text, which its link then contains. @param {string} text @param {string} name @param {number} step from 0 */
  async openText(text, name, step = 0) {
    const lesson = lessonOf(text, name);
    const reference = await packed(text);
    if (reference.length > longestPacked) {
      throw new ProblemError(
        name,
        tooLong(reference),
        tr('Put large data in separate files and give their "address", or host the lesson and open its URL.'),
      );
    }
    this.#found.set(reference, { lesson, text });
    this.#services.page.apply(`lesson=${encodeURIComponent(reference)}&step=${step + 1}`);
    this.#services.changed();
    return reference;
  }

  /** Shows why a lesson cannot be opened. @param {unknown} error @param {string} name */
  refuse(error, name) {
    this.#player ??= new Player(this, this.#services.announce);
    const player = this.#player;
    player.fail(
      /** @type {Partial<import('./library.js').LessonFaults>} */ (error).faults ?? [asProblem(error, name)],
      /** @type {Partial<import('./library.js').LessonFaults>} */ (error).text ?? '',
    );
  }

  /** The link to a step. @param {number} step from 0 */
  linkTo(step) {
    return `${location.href.replace(/#.*$/, '')}#v=1&lesson=${encodeURIComponent(this.#reference)}&step=${step + 1}`;
  }

  /** The current view for the author. */
  get seen() {
    return this.#services.page.fields();
  }
  async write() {
    const { Writer } = await import('./author.js');
    new Writer(this, this.#player?.text ?? '', this.#step, this.#services).show();
  }

  // --- inside -------------------------------------------------------------------------------------------
  /** @param {string} reference */
  async #find(reference) {
    const known = this.#found.get(reference);
    if (known) return known;
    const found = await findLesson(reference);
    this.#found.set(reference, found);
    return found;
  }

  #close() {
    this.#light.off();
    this.#player?.close();
    [this.#player, this.#lesson, this.#reference] = [null, null, ''];
  }

  /**
   * @param {number} step @param {boolean} push adds an entry to the browser's history @param {string} [more] fields in addition to the
   * step's
   */
  #enter(step, push, more = '') {
    const lesson = /** @type {Lesson} */ (this.#lesson);
    const host = strangeHost(lesson, this.#reference, step, location.href);
    if (host && !this.#agreed.has(host)) return void this.#ask(host, step, push);
    const fragment = addressOfStep(lesson, this.#reference, step, more, this.#services.page.state().present);
    for (const pointer of pointersOf(dataOf(lesson, step))) this.#services.address.disclosures.follow(pointer, `lesson=${this.#reference}`);
    this.#apply(fragment, push);
  }

  /** @param {string} fragment @param {boolean} push */
  #apply(fragment, push) {
    this.#services.address.write(fragment, push);
    this.#services.page.apply(fragment, true);
    this.#services.changed();
  }

  /**
   * Asks the visitor before loading data from a host that nobody has pointed at. Until then the step shows only its text.
   * @param {string} host @param {number} step @param {boolean} push
   */
  async #ask(host, step, push) {
    const { page, changed } = this.#services;
    // This calls #ask again with the step as the wanted one.
    if (page.state().step !== step) {
      page.apply(`lesson=${encodeURIComponent(this.#reference)}&step=${step + 1}`);
      return changed();
    }
    const turn = this.#turn;
    const { askUser } = await import('../consent/permission.js');
    const yes = await askUser('fetch', host);
    if (yes) this.#agreed.add(host);
    if (turn !== this.#turn || !this.#lesson) return;
    if (yes) this.#enter(step, push);
    else this.#player?.show(this.#lesson, step, tr('You did not allow loading this step’s data from {}.', host));
  }

  /** The views are at rest, so the outlines can find their places. */
  #rested() {
    const { document: open, source } = this.#services.page.state();
    if (!this.#lesson || !open) return;
    const step = this.#lesson.steps[this.#step];
    if (this.#settled === '') {
      this.#settled = this.#services.page.fields();
      if (step.play) {
        this.#plays = true;
        this.#services.surface().play();
      }
    }
    this.#light.on(source.kind === 'local' && dataOf(this.#lesson, this.#step) ? [] : step.point); // in the user's own file the places differ
    this.#player?.follow(this.#live);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const own = { PageDown: () => this.go(1), PageUp: () => this.go(-1), Backspace: () => this.back() };
    handleKey(event, this.#lesson ? own : null, black);
  }
}
