// SPDX-License-Identifier: MIT
// @ts-check
// The section of the sidebar for a training: its controls, its curves, the scores of its heads and methods, its accuracy with cuts, and a
// second run. It chooses steps by commands to the page, and follows the page's step.

import { Curves } from './curves.js';
import { CutTest } from './cut_test.js';
import { adoptStyle } from './style.js';
import { SecondRun } from './second_run.js';
import { HeadTable, methodTable, numbersTable } from './tables.js';
import { inHundred, recipeTitle, resultOf } from './tasks.js';
import { storedEvery } from './training.js';
import { saidOf } from '../../base/problem.js';
import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';

/** @typedef {import('./training.js').Training} Training */
/** @typedef {import('../run/recipe.js').Recipe} Recipe */
/**
 * @typedef {object} Callbacks
 * @property {(step: number, settled: boolean) => void} choose shows a step
 * @property {() => Recipe} recipe of the line
 * @property {() => boolean} waits a run is in progress
 * @property {(cuts: import('../run/recipe.js').Cut[]) => void} cut runs again with these cuts
 * @property {(recipe: string, seed: number) => Promise<{training: Training, end: () => void}>} begin another training in its own worker
 * @property {(name: string, files: {name: string, bytes: Uint8Array}[]) => void} save
 */

/** Milliseconds between two pictures while the training runs. */
const pause = 200;
/** Milliseconds at a step before its methods are measured, and between two measurements while the training runs. */
const rest = 250;
const restWhileRunning = 1000;

export class Panel {
  #callbacks;
  #training;
  #follows = true;
  #step = -1;
  #shown = -Infinity;
  #timer = 0;
  #rest = 0;
  #measuring = new AbortController();
  #reaching = new AbortController();
  /** Of the present step, if it was measured. @type {import('./training.js').Measured | null} */
  #measured = null;
  #leave;
  #run = make('button', { 'data-id': 'train/run', type: 'button', className: 'main' });
  #one = make('button', { 'data-id': 'train/step', type: 'button', textContent: tr('Step') });
  #full = make('input', { 'data-id': 'train/full', type: 'checkbox' });
  #newest = make('button', { 'data-id': 'train/newest', type: 'button', textContent: tr('Go to newest') });
  #place = make('span', { className: 'place' });
  #result = make('p', { className: 'result' });
  #status = make('p', { className: 'muted', role: 'status' });
  #heads;
  #methods = make('div');
  #numbers = make('details', {}, make('summary', { 'data-id': 'train/numbers', textContent: tr('Numbers') }));
  #curves;
  #test;
  #other;
  root;

  /** @param {Training} training @param {Callbacks} callbacks */
  constructor(training, callbacks) {
    adoptStyle();
    this.#callbacks = callbacks;
    this.#training = training;
    const choose = (/** @type {number} */ step, /** @type {boolean} */ settled) => this.#choose(step, settled);
    this.#curves = new Curves(training.about, choose);
    this.#test = new CutTest(training, () => this.#draw());
    this.#other = new SecondRun(training, callbacks.begin, () => this.#draw());
    this.#heads = new HeadTable(training.about, {
      test: (cuts) => this.#test.try(cuts),
      cut: callbacks.cut,
      point: (head) => {
        this.#pointed = head;
        this.#draw();
      },
    });
    this.#run.onclick = () => this.#toggle();
    this.#one.onclick = () => void this.#advance();
    this.#full.onchange = () => training.setPace(this.#full.checked);
    this.#newest.onclick = () => this.#choose(training.step, true);
    const keep = make('button', { 'data-id': 'train/keep', type: 'button', textContent: tr('Save this step’s model') });
    keep.onclick = () => void this.#keep();
    this.#numbers.addEventListener('toggle', () => this.#draw());
    this.root = make(
      'details',
      { open: true, className: 'train' },
      make('summary', { 'data-id': 'side/train', textContent: tr('Training: {}', recipeTitle(training.recipe)) }),
      this.#result,
      make('div', { className: 'row' }, this.#run, this.#one, this.#place),
      make('div', { className: 'row' }, make('label', {}, this.#full, tr('Full speed')), this.#newest),
      this.#status,
      this.#other.note,
      ...this.#curves.roots,
      make('h4', { textContent: tr('Heads') }),
      this.#heads.root,
      this.#test.note, // below the buttons, which must not move while one is down
      this.#methods,
      this.#other.root,
      this.#numbers,
      make('div', { className: 'row' }, keep),
    );
    this.#leave = training.watch(() => this.#learned());
    this.#draw();
  }

  end() {
    this.#leave();
    this.#training.pause();
    this.#measuring.abort();
    this.#reaching.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#rest);
    this.#test.end();
    this.#other.end();
    this.root.remove();
  }

  /** The page's line may have another step or other cuts. */
  follow() {
    const { step = 0, cuts = [] } = this.#callbacks.recipe();
    this.#test.set(step, cuts);
    // A link or a lesson asked for a later step, which its run needs, too.
    if (step > this.#training.step && !this.#training.isBusy)
      void this.#training.reach(step, this.#reaching.signal, () => {}).catch(() => {});
    if (step !== this.#step) {
      // The visitor went back in the timeline.
      if (step < this.#newestStored && this.#step >= 0 && step !== this.#asked) this.#follows = false;
      this.#step = step;
      this.#measured = this.#training.measured.get(step) ?? null;
      this.#measureLater();
    }
    this.#draw();
  }

  /** The step that the training asked the page to show, and the last one that it settled. */
  #asked = 0;
  /** The head whose row has the pointer or the focus; -1 for none. */
  #pointed = -1;
  #settled = 0;

  get #newestStored() {
    return Math.floor(this.#training.step / storedEvery) * storedEvery;
  }

  #toggle() {
    const training = this.#training;
    if (training.isRunning) return training.pause();
    this.#follows = true;
    void training.run();
    void this.#other.run();
  }

  /** By step. */
  get losses() {
    return this.#training.losses;
  }

  /** Trains up to a step, or shows it if it was trained. @param {number} step */
  trainTo(step) {
    const training = this.#training;
    if (training.step >= step) return this.#choose(step, true);
    this.#follows = true;
    void training.run(() => Infinity, step);
    void this.#other.run();
  }

  async #advance() {
    this.#follows = true;
    await this.#training.advance();
    this.#show(this.#training.step, true);
  }

  /** The visitor chose a step in a figure. @param {number} step @param {boolean} settled */
  #choose(step, settled) {
    const newest = this.#training.step;
    const near = step >= newest ? newest : Math.round(step / storedEvery) * storedEvery;
    const to = Math.max(0, Math.min(near, newest));
    this.#follows = to >= this.#newestStored;
    this.#show(to, settled);
  }

  /** @param {number} step @param {boolean} settled */
  #show(step, settled) {
    this.#asked = step;
    if (settled) this.#settled = step;
    this.#shown = performance.now();
    this.#callbacks.choose(step, settled);
  }

  /** New points have arrived. */
  #learned() {
    const training = this.#training;
    if (this.#follows && training.isRunning) this.#showSoon();
    if (!training.isBusy && this.#follows && this.#settled !== training.step) this.#show(training.step, true);
    if (!training.isBusy && this.#isUnmeasured) this.#measureLater();
    if (training.isRunning) this.#drawSoon();
    else this.#draw();
  }

  #showSoon() {
    if (performance.now() - this.#shown < pause || this.#callbacks.waits() || this.#newestStored === this.#step) return;
    this.#show(this.#newestStored, false);
  }

  #drawSoon() {
    if (this.#timer) return;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#draw();
    }, pause / 2);
  }

  /** The newest measurement of the methods up to the present step stays until another is there. */
  #drawMethods() {
    const own = this.#measured?.naming.length ? this.#measured : null;
    if (own) this.#named = own;
    const { measured } = this.#training;
    this.#methods.hidden = !this.#named && measured.size > 0 && !this.#hasSources;
    this.#methods.replaceChildren(make('h4', { textContent: tr('Does it point at the source token?') }), methodTable(this.#named));
  }
  #named = /** @type {import('./training.js').Measured | null} */ (null);
  #namedAt = 0;
  /** The present step came too soon after another measurement. If the run ends there, it is measured then. */
  #isUnmeasured = false;
  get #hasSources() {
    return (this.#training.measured.get(0)?.heads ?? []).some((one) => one[2] !== null);
  }

  #measureLater() {
    this.#measuring.abort();
    clearTimeout(this.#rest);
    this.#isUnmeasured = false;
    if (this.#measured?.hash || this.#step < 0) return;
    const { isRunning } = this.#training;
    this.#isUnmeasured = isRunning && performance.now() - this.#namedAt < restWhileRunning;
    if (this.#isUnmeasured) return;
    this.#namedAt = performance.now();
    this.#measuring = new AbortController();
    const { signal } = this.#measuring;
    this.#rest = window.setTimeout(
      () => {
        this.#training.measure(this.#step, signal).then(
          (measured) => {
            this.#measured = measured;
            this.#draw();
          },
          () => {},
        );
      },
      isRunning ? 0 : rest,
    );
  }

  #draw() {
    const training = this.#training;
    const { about, fault } = training;
    const step = Math.max(this.#step, 0);
    const measured = this.#measured ?? training.measuredUpTo(step);
    setText(this.#run, training.isRunning ? tr('Pause') : training.step > 0 ? tr('Continue') : tr('Train'));
    this.#run.disabled = training.isFinished || fault !== null;
    this.#one.disabled = training.isFinished || training.isRunning || fault !== null;
    this.#full.checked = training.isFull;
    this.#newest.hidden = step >= this.#newestStored;
    setText(this.#place, tr('step {} of {}', step, about.steps));
    setText(this.#status, fault ? saidOf(fault, tr('training')) : training.isFinished ? tr('The training has ended.') : '');
    this.#test.draw();
    const { cut } = this.#test;
    if (cut) setText(this.#result, tr('With the cut, after {} steps: {} of 100 answers right.', cut.step, inHundred(cut.share)));
    else if (measured) setText(this.#result, resultOf(training.recipe, measured.step, measured.accuracy));
    this.#curves.draw(training, {
      other: this.#other.training,
      cut: this.#test.curve,
      step,
      parting: this.#other.parting,
      pointed: this.#pointed,
    });
    this.#heads.show(measured, this.#callbacks.recipe().cuts ?? []);
    this.#drawMethods();
    if (this.#numbers.open) this.#numbers.replaceChildren(this.#numbers.firstElementChild ?? '', ...numbersTable(training, this.#measured));
  }

  async #keep() {
    const step = Math.max(this.#step, 0);
    const files = await this.#training.files(step).catch((error) => {
      setText(this.#status, saidOf(error, tr('training')));
      return null;
    });
    if (files) this.#callbacks.save(`${this.#training.about.task}-${this.#training.about.seed}-step-${step}`, files);
  }
}
