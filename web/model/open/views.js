// SPDX-License-Identifier: MIT
// @ts-check
// The model's own views: Why, By layer, Swap, Experiment, Carrying edges, Circuit, Patches, Contacts, Sound. They are elements over the canvas. The page's module decides
// which panels are shown and where (placeViews in outward.d.ts).

import { tr } from '../../base/language.js';
import { doesAnswer } from '../run/about.js';
import { Frame, table } from './frame.js';
import { make } from '../../base/elements.js';

/** @typedef {import('../run/parts.js').View} View */
/** @typedef {import('../run/parts.js').ShownRun} ShownRun */
/** @typedef {import('../../outward.d.ts').Places} Places */
/**
 * @typedef {Omit<import('../run/parts.js').Context, 'again' | 'ask' | 'phrases' | 'forget'> & {near: (text: string) => void,
 *   ask: <Q extends import('../run/parts.js').QuestionName>(name: Q, args: import('../run/parts.js').Arguments[Q], signal: AbortSignal, progress: (done: number) => void) => Promise<import('../run/parts.js').Answers[Q]>,
 *   note: (recipe: import('../run/recipe.js').Recipe, answers: import('../results/answers.js').Answered[]) => string,
 *   shown: () => string[], focus: (panel: Name) => void, back: () => void, export: () => void}} Callbacks `shown`: the page's panels; `focus`: selects one of several; `note`: what users
 * should know about answers, [] while they are computed
 */
/** @typedef {Callbacks & Pick<import('../run/parts.js').Context, 'phrases' | 'forget'>} FrameCallbacks */
/** The page's names of these panels. @typedef {'words' | 'lens' | 'swap' | 'experiment' | 'decides' | 'circuit' | 'patches' | 'contacts' | 'sound'} Name */

/** A view's content for Export. isDone: its answers are complete; note: the limits of its measurement. @typedef {{view: Name, title: string, isDone: boolean, run: ShownRun, answers: import('../results/answers.js').Answered[], root: HTMLElement, note: string}} Taken */
const names = /** @type {Name[]} */ (Object.keys(table));
/** Names the views that the model lacks, '' for none. Only the page's own program has Circuit. @param {import('../run/about.js').About} about */
export const missingViews = (about) => {
  // Few models have these, so they are not missed.
  const usual = names.filter((name) => !['contacts', 'sound'].includes(name) && (name !== 'patches' || about.prompted));
  const missing = about.kind === 'none' ? usual : usual.filter((name) => name !== 'circuit' && !doesAnswer(about, table[name].asks));
  return about.asks && missing.length > 0
    ? tr('This model’s program doesn’t support: {}.', missing.map((name) => table[name].title()).join(', '))
    : '';
};

export class Views {
  #callbacks;
  #about;
  /** @type {Map<Name, Frame>} */
  #frames = new Map();
  /** @type {ShownRun | null} */
  #run = null;
  /** Groups of tokens that are tested together, for the current text. @type {number[][]} */
  #phrases = [];
  #phrasesOf = '';
  /** @type {Places} */
  #places = { views: [], covers: [], zoom: 1 };
  root = make('div', { className: 'model-views' });

  /** @param {Callbacks} callbacks @param {import('../run/about.js').About} about */
  constructor(callbacks, about) {
    this.#about = about;
    /** @type {FrameCallbacks} */
    this.#callbacks = {
      ...callbacks,
      phrases: () => this.#phrases,
      forget: (/** @type {number[] | undefined} */ phrase) => {
        this.#phrases = this.#phrases.filter((one) => one !== phrase);
        this.see();
      },
    };
  }

  /** The page's panels may have changed. */
  see() {
    const shown = this.#callbacks.shown();
    for (const name of names) {
      let frame = this.#frames.get(name);
      if (!shown.includes(name)) {
        if (frame?.root.isConnected) frame.leave();
        continue;
      }
      if (!frame) {
        frame = new Frame(name, this.#callbacks);
        this.#frames.set(name, frame);
      }
      if (frame.root.isConnected) frame.changed();
      else {
        this.root.append(frame.root);
        frame.place(this.#places);
        frame.show(this.#run);
      }
      frame.isAlone = shown.length === 1;
    }
  }

  /** Tests a group of tokens together in Why. Null if nothing can be tested. @returns {((tokens: number[]) => void) | null} */
  get together() {
    const isSaved = this.#callbacks.saved('why') ?? this.#callbacks.saved('blanked');
    if (!doesAnswer(this.#about, 'blanked') || isSaved) return null;
    return (tokens) => {
      if (!this.#phrases.some((one) => one.join() === tokens.join())) this.#phrases.push(tokens);
      const frame = this.#shown.find(({ name }) => name === 'words');
      if (frame) frame.changed();
      else this.#callbacks.open('words');
    };
  }

  /** @param {Places} places */
  place(places) {
    this.#places = places;
    for (const frame of this.#shown) frame.place(places);
  }

  /** Updates the views for another run. @param {ShownRun} run */
  follow(run) {
    const { text, pair, chat, images } = run.recipe;
    const of = JSON.stringify([text, pair, chat, images]);
    if (of !== this.#phrasesOf) this.#phrases.length = 0;
    this.#phrasesOf = of;
    this.#run = run;
    for (const frame of this.#shown) frame.show(run);
  }

  /** The notes about the answers may have changed. */
  noted() {
    for (const frame of this.#shown) frame.noted();
  }

  /** The content of a panel. Null if it is not one of these, or if it has no answer yet. @param {string} panel @returns {Taken | null} */
  taken(panel) {
    return this.#shown.find(({ name }) => name === panel)?.taken ?? null;
  }

  /** Cancels all requests. */
  drop() {
    for (const frame of this.#shown) frame.drop();
  }

  /** If a view fills the page, returns to the figure. */
  leave() {
    if (this.#shown.length === 1 && this.#callbacks.shown().length === 1) this.#callbacks.back();
  }

  end() {
    for (const frame of this.#shown) frame.leave();
    this.root.remove();
  }

  /** Whether the page shows intervention scores. They take a run per token, so they are recomputed only then. */
  get showScores() {
    return this.#callbacks.shown().some((panel) => ['faithfulness', 'compare'].includes(panel));
  }

  get #shown() {
    return [...this.#frames.values()].filter(({ root }) => root.isConnected);
  }
}
