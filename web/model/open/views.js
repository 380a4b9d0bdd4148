// SPDX-License-Identifier: MIT
// @ts-check
// The model's own views: Why, By layer, Swap, Experiment, Carrying edges. They are elements over the canvas. The page's module decides
// which panels are shown and where (placeViews in outward.d.ts). Each view asks again when the run changes, and cancels older requests. A
// request of more than half a second shows its progress and a cancel button.

import { asProblem, saidOf } from '../../base/problem.js';
import { tr } from '../../base/words.js';
import { clipOf } from '../line/cover.js';
import { doesAnswer } from '../run/about.js';
import { addAnswer } from '../results/answers.js';
import { make, say } from '../../base/elements.js';
import { scrolling } from '../sheets/scrolling.js';
import { Waiting } from '../sheets/waiting.js';

/** @typedef {import('../run/parts.js').View} View */
/** @typedef {import('../run/parts.js').Shown} Shown */
/** @typedef {import('../../outward.d.ts').Places} Places */
/**
 * @typedef {Omit<import('../run/parts.js').Context, 'again' | 'ask' | 'phrases' | 'forget'> & {near: (text: string) => void,
 *   ask: <Q extends import('../run/parts.js').Asked>(name: Q, args: import('../run/parts.js').Arguments[Q], signal: AbortSignal, progress: (done: number) => void) => Promise<import('../run/parts.js').Answers[Q]>,
 *   shown: () => string[], focus: (panel: Name) => void, back: () => void, export: () => void}} Does `shown`: the page's panels; `focus`: selects one of several
 */
/** @typedef {Does & Pick<import('../run/parts.js').Context, 'phrases' | 'forget'>} FrameDoes */
/** The page's names of these panels. @typedef {'words' | 'lens' | 'swap' | 'experiment' | 'decides'} Name */

/** @typedef {{new (context: import('../run/parts.js').Context): View}} ViewClass */
/** A view's content for Export. note: the limits of its measurement. @typedef {{view: Name, title: string, run: Shown, answers: import('../results/answers.js').Answered[], root: HTMLElement, note: string}} Taken */
/**
 * `asks`: the question that a model must support, named as in its list.
 * @type {Record<Name, {title: () => string, asks: import('../run/about.js').Asks, load: () => Promise<ViewClass>}>}
 */
const table = {
  words: { title: () => tr('Why'), asks: 'blanked', load: async () => (await import('../sheets/why.js')).Why },
  lens: { title: () => tr('By layer'), asks: 'lens', load: async () => (await import('../sheets/lens.js')).Lens },
  swap: { title: () => tr('Swap'), asks: 'swap', load: async () => (await import('../sheets/swap.js')).Swap },
  experiment: {
    title: () => tr('Experiment'),
    asks: 'experiment',
    load: async () => (await import('../sheets/experiment.js')).Experiment,
  },
  decides: { title: () => tr('Carrying edges'), asks: 'decide', load: async () => (await import('../sheets/decides.js')).Decides },
};
const names = /** @type {Name[]} */ (Object.keys(table));
/** Names the views that the model lacks, '' for none. @param {import('../run/about.js').About} about */
export const missingViews = (about) => {
  const missing = about.kind === 'none' ? names : names.filter((name) => !doesAnswer(about, table[name].asks));
  return about.asks && missing.length > 0
    ? tr('This model’s program doesn’t support: {}.', missing.map((name) => table[name].title()).join(', '))
    : '';
};

export class Views {
  #does;
  #about;
  /** @type {Map<Name, Frame>} */
  #frames = new Map();
  /** @type {Shown | null} */
  #run = null;
  /** Groups of tokens that are tested together, for the current text. @type {number[][]} */
  #phrases = [];
  #phrasesOf = '';
  /** @type {Places} */
  #places = { views: [], covers: [], zoom: 1 };
  root = make('div', { className: 'model-views' });

  /** @param {Does} does @param {import('../run/about.js').About} about */
  constructor(does, about) {
    this.#about = about;
    /** @type {FrameDoes} */
    this.#does = {
      ...does,
      phrases: () => this.#phrases,
      forget: (/** @type {number[] | undefined} */ phrase) => {
        this.#phrases = this.#phrases.filter((one) => one !== phrase);
        this.see();
      },
    };
  }

  /** The page's panels may have changed. */
  see() {
    const shown = this.#does.shown();
    for (const name of names) {
      let frame = this.#frames.get(name);
      if (!shown.includes(name)) {
        if (frame?.root.isConnected) frame.leave();
        continue;
      }
      if (!frame) {
        frame = new Frame(name, this.#does);
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
    const isSaved = this.#does.saved('why') ?? this.#does.saved('blanked');
    if (!doesAnswer(this.#about, 'blanked') || isSaved) return null;
    return (tokens) => {
      if (!this.#phrases.some((one) => one.join() === tokens.join())) this.#phrases.push(tokens);
      const frame = this.#shown.find(({ name }) => name === 'words');
      if (frame) frame.changed();
      else this.#does.open('words');
    };
  }

  /** @param {Places} places */
  place(places) {
    this.#places = places;
    for (const frame of this.#shown) frame.place(places);
  }

  /** Updates the views for another run. @param {Shown} run */
  follow(run) {
    const { text, pair, chat } = run.recipe;
    const of = JSON.stringify([text, pair, chat]);
    if (of !== this.#phrasesOf) this.#phrases.length = 0;
    this.#phrasesOf = of;
    this.#run = run;
    for (const frame of this.#shown) frame.show(run);
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
    if (this.#shown.length === 1 && this.#does.shown().length === 1) this.#does.back();
  }

  end() {
    for (const frame of this.#shown) frame.leave();
    this.root.remove();
  }

  /** Whether the page shows intervention scores. They take a run per token, so they are recomputed only then. */
  get showScores() {
    return this.#does.shown().some((panel) => ['faithfulness', 'compare'].includes(panel));
  }

  get #shown() {
    return [...this.#frames.values()].filter(({ root }) => root.isConnected);
  }
}

/** The frame of a view, with its progress, its errors and the button that goes back. */
class Frame {
  #name;
  #does;
  /** @type {View | null} */
  #view = null;
  /** @type {Shown | null} */
  #run = null;
  /** @type {AbortController | null} */
  #asking = null;
  #problem = make('p', { className: 'problem', role: 'alert' });
  #waiting = new Waiting({ cancel: () => this.drop(tr('Cancelled.')), again: () => void this.#ask() });
  #note = make('p', {
    'data-id': 'sheet/without-cuts',
    className: 'muted',
    hidden: true,
    textContent: tr('Measured without your cuts.'),
  });
  /** Texts to compare with, if there is no question yet. */
  #compare = make('p', { className: 'choose compare-with', hidden: true });
  #body = make('div', {});
  /** The answers to the last request. @type {import('../results/answers.js').Answered[]} */
  #answers = [];
  #back;
  root;

  /** @param {Name} name @param {FrameDoes} does */
  constructor(name, does) {
    this.#name = name;
    this.#does = does;
    this.#back = make('button', {
      'data-id': 'sheet/back',
      type: 'button',
      className: 'back',
      textContent: tr('Back to the figure'),
      onclick: () => this.#leave(),
    });
    const saving = make(
      'p',
      { className: 'choose' },
      make('button', {
        'data-id': `sheet/${name}/export`,
        type: 'button',
        className: 'do',
        textContent: tr('Export'),
        onclick: () => {
          does.focus(name);
          does.export();
        },
      }),
    );
    this.root = make(
      'section',
      { className: 'model-view', 'data-id': `sheet/${name}`, tabIndex: -1, 'aria-label': table[name].title() },
      scrolling(this.#back, this.#problem, this.#waiting.root, this.#note, this.#compare, this.#body, saving),
    );
    this.root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.#leave();
    });
    this.root.addEventListener('focusin', () => does.focus(name));
  }

  /** Whether it is the only view. @param {boolean} is */
  set isAlone(is) {
    this.#back.hidden = !is || this.#name === 'words'; // Why is the default view, so it has no button that goes back
  }

  get name() {
    return this.#name;
  }

  /** @returns {Taken | null} */
  get taken() {
    if (!this.#run || !this.#view || this.#answers.length === 0) return null;
    const note = this.#note.hidden ? '' : (this.#note.textContent ?? '');
    return { view: this.#name, title: table[this.#name].title(), run: this.#run, answers: this.#answers, root: this.#view.root, note };
  }

  #leave() {
    this.#does.back();
    document.getElementById('canvas')?.focus({ preventScroll: true });
  }

  leave() {
    this.drop();
    this.#view?.leave?.();
    this.root.remove();
  }

  /** @param {string} [why] the reason for the user */
  drop(why) {
    this.#asking?.abort();
    this.#waiting.end(why);
  }

  /** The page's settings for it may have changed. */
  changed() {
    if (this.#view?.take?.()) void this.#ask();
  }

  /** @param {Shown | null} run */
  show(run) {
    this.#run = run;
    if (run) void this.#ask();
  }

  async #ask() {
    this.#asking?.abort();
    const run = this.#run;
    if (!run) return;
    this.#asking = new AbortController();
    const asking = this.#asking;
    this.#answers = [];
    say(this.#problem, '');
    this.#note.hidden = this.#name === 'lens' || !(run.recipe.cuts?.length || run.recipe.swap);
    this.#offer(run);
    this.#waiting.begin();
    try {
      this.#view ??= await this.#made();
      const view = this.#view;
      if (asking.signal.aborted) return;
      view.take?.();
      await view.show(run, asking.signal);
    } catch (error) {
      if (asking.signal.aborted) return;
      say(this.#problem, this.#view ? saidOf(error, run.about.name) : asProblem(error, '').finding);
    } finally {
      if (this.#asking === asking && !asking.signal.aborted) this.#waiting.end();
    }
  }

  async #made() {
    const view = new (await table[this.#name].load())({
      ...this.#does,
      ask: async (question, args, signal, [from, to] = [0, 1]) => {
        const answers = this.#answers;
        const answer = await this.#does.ask(question, args, signal, (done) => this.#waiting.came(from + (to - from) * done));
        addAnswer(answers, /** @type {import('../results/answers.js').Answered} */ ({ question, arguments: args, answer }));
        return answer;
      },
      again: () => void this.#ask(),
    });
    this.#view ??= view; // another run may have created it meanwhile
    this.#body.replaceChildren(this.#view.root);
    return this.#view;
  }

  /** @param {Shown} run */
  #offer({ says, question }) {
    const near = question || this.#name === 'lens' || this.#name === 'decides' ? [] : (says.near ?? []);
    this.#compare.hidden = near.length === 0;
    this.#compare.replaceChildren(
      tr('Compare with'),
      ...near
        .slice(0, 5)
        .map(({ text }) =>
          make(
            'button',
            { 'data-id': `near/${text}`, type: 'button', className: 'do', onclick: () => this.#does.near(text) },
            make('bdi', { textContent: text }),
          ),
        ),
    );
  }

  /** @param {Places} places */
  place({ views, covers, zoom }) {
    const own = views.find(({ panel }) => panel === this.#name);
    this.root.toggleAttribute('data-unplaced', !own);
    const canvas = document.getElementById('canvas')?.getBoundingClientRect();
    if (!own || !canvas) return;
    const { area, seen } = own;
    const { x, y, width, height } = area;
    const [left, top] = [canvas.left / zoom + x, canvas.top / zoom + y];
    for (const [key, value] of Object.entries({ left, top, width, height })) this.root.style.setProperty(key, `${value}px`);
    this.root.style.setProperty('zoom', String(zoom));
    this.root.style.clipPath = clipOf(area, seen, covers);
  }
}
