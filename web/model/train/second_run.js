// SPDX-License-Identifier: MIT
// @ts-check
// A second training beside the first one, in its own worker: with another seed, or a variation of the task.

import { inHundred, taskOf, testedSeeds } from './tasks.js';
import { partingOf } from './training.js';
import { saidOf } from '../../base/problem.js';
import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';

/** @typedef {import('./training.js').Training} Training */
/** @typedef {{training: Training, end: () => void}} Begun */

export class SecondRun {
  #first;
  #begin;
  #changed;
  /** @type {Begun | null} */
  #begun = null;
  #turn = 0;
  #choice = make('select', { 'data-id': 'train/second', 'aria-label': tr('Second run') });
  note = make('p', { className: 'note', hidden: true, role: 'status', 'data-id': 'train/second-note' });
  root = make('div', { className: 'row' }, make('label', {}, tr('Second run'), this.#choice));

  /** @param {Training} first @param {(recipe: string, seed: number) => Promise<Begun>} begin @param {() => void} changed */
  constructor(first, begin, changed) {
    this.#first = first;
    this.#begin = begin;
    this.#changed = changed;
    const { seed } = first.about;
    const name = first.recipe;
    const found = taskOf(name);
    const option = (/** @type {string} */ recipe, /** @type {number} */ own, /** @type {string} */ text) =>
      make('option', { value: JSON.stringify([recipe, own]), textContent: text });
    const seeds = testedSeeds.filter((one) => one !== seed);
    this.#choice.append(
      make('option', { value: '', textContent: tr('none') }),
      ...seeds.map((one) => option(name, one, tr('seed {}', one))),
      ...(found?.variation ? [option(found.task.id, seed, found.task.name)] : []),
      ...(found?.task.variations ?? []).filter(({ id }) => id !== name).map((one) => option(one.id, seed, one.name)),
    );
    this.#choice.onchange = () => void this.#start();
  }

  get training() {
    return this.#begun?.training ?? null;
  }
  get parting() {
    return this.training && partingOf(this.#first, this.training);
  }

  async #start() {
    this.#drop();
    const turn = this.#turn;
    this.note.hidden = !this.#choice.value;
    if (!this.#choice.value) return this.#changed();
    setText(this.note, tr('Starting the second run …'));
    const [recipe, seed] = JSON.parse(this.#choice.value);
    try {
      const begun = await this.#begin(recipe, seed);
      if (turn !== this.#turn) return begun.end();
      this.#begun = begun;
      begun.training.watch(() => this.#show());
      this.#show();
      await this.run();
    } catch (error) {
      if (turn === this.#turn) setText(this.note, saidOf(error, tr('training')));
    }
  }

  /** Trains up to the first run's step, and on with it. */
  async run() {
    const training = this.training;
    if (!training) return;
    training.setPace(true);
    await training.run(() => (this.#first.isFinished ? Infinity : this.#first.step));
  }

  #show() {
    const parting = this.parting;
    const { training } = this;
    if (!training) return;
    if (training.fault) setText(this.note, saidOf(training.fault, tr('training')));
    else if (parting)
      setText(
        this.note,
        tr(
          'The runs diverge by step {}: {} of 100 right here, {} in the second run.',
          parting.step,
          inHundred(parting.one),
          inHundred(parting.other),
        ),
      );
    else
      setText(
        this.note,
        training.step > 0 ? tr('Up to step {} the two runs are about equally right.', training.step) : tr('The second run is ready.'),
      );
    this.#changed();
  }

  #drop() {
    this.#turn += 1;
    this.#begun?.training.pause();
    this.#begun?.end();
    this.#begun = null;
  }

  end() {
    this.#drop();
  }
}
