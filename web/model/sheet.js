// SPDX-License-Identifier: MIT
// @ts-check
// The place for views of the model itself, over the figure: the lens, experiments, what decides, swaps. One at a time; each is
// asked anew when the run changes, and what was still being computed is dropped. What takes longer than half a second says how far it is,
// and can be cancelled.

import { asProblem, saidOf } from '../boot/problem.js';
import { tr } from '../boot/words.js';
import { make, say } from '../mirror/elements.js';
import { Waiting } from './sheets/waiting.js';

/** @typedef {import('./sheets/parts.js').View} View */
/** @typedef {import('./sheets/parts.js').Shown} Shown */
/** @typedef {Omit<import('./sheets/parts.js').Context, 'again' | 'ask'> & {near: (text: string) => void, ask: (name: string, args: Record<string, any>, signal: AbortSignal, progress: (done: number) => void) => Promise<any>}} Does */
/** @typedef {'lens' | 'leave-out' | 'experiment' | 'decides' | 'swap'} Name */

/** @typedef {{new (context: import('./sheets/parts.js').Context): View}} ViewClass */
/** @type {Record<Name, {title: () => string, tip: () => string, load: () => Promise<ViewClass>}>} */
const table = {
  lens: {
    title: () => tr('Lens'),
    tip: () => tr('What the model would say after each layer, at each token'),
    load: async () => (await import('./sheets/lens.js')).Lens,
  },
  'leave-out': {
    title: () => tr('Test words'),
    tip: () => tr('How far the answer moves without each word'),
    load: async () => (await import('./sheets/test_words.js')).TestWords,
  },
  experiment: {
    title: () => tr('Does the picture hold?'),
    tip: () => tr('Cut what a method ranks first, beside random cuts'),
    load: async () => (await import('./sheets/experiment.js')).Experiment,
  },
  decides: {
    title: () => tr('What decides'),
    tip: () => tr('The fewest cuts that change the answer'),
    load: async () => (await import('./sheets/decides.js')).Decides,
  },
  swap: {
    title: () => tr('Swap'),
    tip: () => tr('Put parts of another text’s run into this one'),
    load: async () => (await import('./sheets/swap.js')).Swap,
  },
};
const sheetNames = /** @type {Name[]} */ (Object.keys(table));
/** What a model that runs elsewhere is asked for a view. @type {Record<Name, import('./line/about.js').Asks>} */
const askedBy = { lens: 'lens', 'leave-out': 'blanked', experiment: 'experiment', decides: 'decide', swap: 'swap' };
/** Whether a model answers this; those of the page answer all. @param {import('./line/about.js').About} about @param {import('./line/about.js').Asks} what */
export const answers = ({ asks }, what) => !asks || asks.includes(what);

/** What is missing, for below the buttons; '': nothing. @param {import('./line/about.js').About} about */
const noteOf = (about) => {
  const missing = about.kind === 'none' ? sheetNames : sheetNames.filter((name) => !answers(about, askedBy[name]));
  return about.asks && missing.length > 0
    ? tr('The program that runs this model does not answer: {}.', missing.map((name) => table[name].title()).join(', '))
    : '';
};
/** Those that mean something for a model: what stands in another text's run has no counterpart in a picture's. @param {import('./line/about.js').About} about */
export const sheetNamesOf = (about) =>
  sheetNames.filter((name) => answers(about, askedBy[name]) && (!about.picture || (name !== 'swap' && name !== 'leave-out')));

export class Sheet {
  #does;
  /** @type {Map<Name, View>} */
  #views = new Map();
  /** @type {Name | null} */
  #name = null;
  /** @type {Shown | null} */
  #run = null;
  /** @type {AbortController | null} */
  #asking = null;
  #tabs;
  #problem = make('p', { className: 'problem', role: 'alert' });
  #waiting = new Waiting({ cancel: () => this.drop(tr('Cancelled.')), again: () => void this.#show() });
  #note = make('p', {
    'data-id': 'sheet/without-cuts',
    className: 'muted',
    hidden: true,
    textContent: tr('Measured on the run without your cuts.'),
  });
  /** Sentences that a question may compare with, where there is none yet. */
  #compare = make('p', { className: 'choose compare-with', hidden: true });
  #body = make('div', { className: 'sheet-body' });
  root;

  /** @param {Does} does @param {Name[]} names those that mean something for the model */
  constructor(does, names = sheetNames) {
    this.#does = does;
    this.#tabs = new Map(
      names.map((name) => [
        name,
        make('button', {
          'data-id': `sheet/${name}`,
          type: 'button',
          className: 'tab',
          textContent: table[name].title(),
          title: table[name].tip(),
          onclick: () => void this.open(name),
        }),
      ]),
    );
    this.root = make(
      'section',
      { className: 'model-sheet', hidden: true, tabIndex: -1, 'aria-label': tr('Ask the model') },
      make(
        'div',
        { className: 'tabs' },
        ...this.#tabs.values(),
        make('button', {
          'data-id': 'sheet/back',
          type: 'button',
          className: 'back',
          textContent: tr('Back to the figure'),
          onclick: () => this.close(),
        }),
      ),
      this.#problem,
      this.#waiting.root,
      this.#note,
      this.#compare,
      this.#body,
    );
    this.root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.close();
    });
  }

  /** What opens the views, for the pane, and what is missing. @param {import('./line/about.js').About} about */
  entry(about) {
    const buttons = [...this.#tabs.keys()].map((name) =>
      make('button', {
        'data-id': `sheets/${name}`,
        type: 'button',
        className: 'do',
        textContent: table[name].title(),
        title: table[name].tip(),
        onclick: () => void this.open(name),
      }),
    );
    const note = noteOf(about);
    return make('div', { className: 'sheets' }, ...buttons, make('p', { className: 'muted', hidden: !note, textContent: note }));
  }

  get isOpen() {
    return this.#name !== null;
  }

  /** @param {Name} name @param {string} [given] what a link says of it */
  async open(name, given) {
    this.#asking?.abort();
    this.#name = name;
    this.root.hidden = false;
    for (const [own, tab] of this.#tabs) tab.setAttribute('aria-pressed', String(own === name));
    let view = this.#views.get(name);
    if (!view) {
      try {
        view = new (await table[name].load())({
          ...this.#does,
          ask: (name, args, signal, [from, to] = [0, 1]) =>
            this.#does.ask(name, args, signal, (done) => this.#waiting.came(from + (to - from) * done)),
          again: () => void this.#show(),
        });
      } catch (error) {
        return say(this.#problem, asProblem(error, '').finding);
      }
      this.#views.set(name, view);
    }
    if (this.#name !== name) return;
    if (given) view.take?.(given);
    this.#body.replaceChildren(view.root);
    this.root.scrollTop = 0;
    this.root.focus({ preventScroll: true });
    await this.#show();
  }

  close() {
    if (!this.#name) return;
    this.drop();
    this.#name = null;
    this.root.hidden = true;
    this.#does.closed();
    document.getElementById('canvas')?.focus({ preventScroll: true });
  }

  /** Nobody waits any more for what is being computed. @param {string} [why] where its reader is told */
  drop(why) {
    this.#asking?.abort();
    this.#waiting.end(why);
  }

  /** The views of another run. @param {Shown} run */
  follow(run) {
    this.#run = run;
    if (this.#name) void this.#show();
  }

  async #show() {
    const view = this.#name && this.#views.get(this.#name);
    if (!view || !this.#run) return;
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    say(this.#problem, '');
    this.#note.hidden = !this.#run.recipe.cuts?.length || (this.#name !== 'experiment' && this.#name !== 'decides');
    this.#offer(this.#run);
    this.#waiting.begin();
    try {
      await view.show(this.#run, asking.signal);
    } catch (error) {
      if (asking.signal.aborted) return;
      say(this.#problem, saidOf(error, this.#run.about.name));
    } finally {
      if (this.#asking === asking && !asking.signal.aborted) this.#waiting.end();
    }
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

  end() {
    this.#asking?.abort();
    this.root.remove();
  }
}
