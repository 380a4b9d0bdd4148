// SPDX-License-Identifier: MIT
// @ts-check
// One of the model's own views with its progress and its errors. It asks again when the run changes, and cancels older requests. A request
// of more than half a second shows its progress and a cancel button.

import { asProblem, saidOf } from '../../base/problem.js';
import { tr } from '../../base/language.js';
import { clipOf } from '../line/cover.js';
import { addAnswer } from '../results/answers.js';
import { recipeText } from '../run/recipe.js';
import { make, setText } from '../../base/elements.js';
import { scrolling } from '../sheets/scrolling.js';
import { Waiting } from '../sheets/waiting.js';

/** @typedef {import('../run/parts.js').View} View */
/** @typedef {import('../run/parts.js').ShownRun} ShownRun */
/** @typedef {import('../../outward.d.ts').Places} Places */
/** @typedef {import('./views.js').Name} Name */
/** @typedef {import('./views.js').Taken} Taken */
/** @typedef {import('./views.js').FrameCallbacks} FrameCallbacks */
/** @typedef {{new (context: import('../run/parts.js').Context): View}} ViewClass */
/**
 * `asks`: the question that a model must support, named as in its list.
 * @type {Record<Name, {title: () => string, asks: import('../run/about.js').SupportedQuestion, load: () => Promise<ViewClass>}>}
 */
export const table = {
  words: { title: () => tr('Why'), asks: 'blanked', load: async () => (await import('../sheets/why.js')).Why },
  lens: { title: () => tr('By layer'), asks: 'lens', load: async () => (await import('../sheets/lens.js')).Lens },
  swap: { title: () => tr('Swap'), asks: 'swap', load: async () => (await import('../sheets/swap.js')).Swap },
  experiment: {
    title: () => tr('Experiment'),
    asks: 'experiment',
    load: async () => (await import('../sheets/experiment.js')).Experiment,
  },
  decides: {
    title: () => tr('Carrying edges'),
    asks: 'decide',
    load: async () => (await import('../sheets/deciding_cuts.js')).DecidingCuts,
  },
  circuit: { title: () => tr('Circuit'), asks: 'circuit', load: async () => (await import('../circuit/view.js')).Circuit },
  patches: { title: () => tr('Patches'), asks: 'patches', load: async () => (await import('../patches/patches.js')).Patches },
  contacts: { title: () => tr('Contacts'), asks: 'contacts', load: async () => (await import('../sequences/contacts.js')).Contacts },
  sound: { title: () => tr('Sound'), asks: 'sound', load: async () => (await import('../sequences/sound.js')).SoundSheet },
};

/** Whether two runs differ only in the scores of the tokens, which are for other views. @param {ShownRun} one @param {ShownRun} other */
function differInScores({ recipe: one }, { recipe: other }) {
  const without = (/** @type {import('../run/recipe.js').Recipe} */ recipe) => recipeText({ ...recipe, scores: undefined });
  return one.scores !== other.scores && without(one) === without(other);
}

/** The frame of a view, with its progress, its errors and the button that goes back. */
export class Frame {
  #name;
  #callbacks;
  /** @type {View | null} */
  #view = null;
  /** @type {ShownRun | null} */
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
  /** About answers of a file or a link. */
  #saved = make('p', { 'data-id': 'sheet/saved', className: 'muted', role: 'status', hidden: true });
  /** Texts to compare with, if there is no question yet. */
  #compare = make('p', { className: 'choose compare-with', hidden: true });
  #body = make('div', {});
  /** The answers to the last request. @type {import('../results/answers.js').Answered[]} */
  #answers = [];
  /** They are complete, and shown. */
  #isDone = false;
  #back;
  root;

  /** @param {Name} name @param {FrameCallbacks} callbacks */
  constructor(name, callbacks) {
    this.#name = name;
    this.#callbacks = callbacks;
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
          callbacks.focus(name);
          callbacks.export();
        },
      }),
    );
    this.root = make(
      'section',
      { className: 'model-view', 'data-id': `sheet/${name}`, tabIndex: -1, 'aria-label': table[name].title() },
      scrolling(this.#back, this.#problem, this.#waiting.root, this.#saved, this.#note, this.#compare, this.#body, saving),
    );
    this.root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.#leave();
    });
    this.root.addEventListener('focusin', () => callbacks.focus(name));
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
    const [view, title] = [this.#name, table[this.#name].title()];
    return { view, title, isDone: this.#isDone, run: this.#run, answers: this.#answers, root: this.#view.root, note };
  }

  #leave() {
    this.#callbacks.back();
    document.getElementById('canvas')?.focus({ preventScroll: true });
  }

  leave() {
    this.drop();
    this.#isDone = false;
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

  /** @param {ShownRun | null} run */
  show(run) {
    const before = this.#run;
    this.#run = run;
    if (run && before && this.#isDone && differInScores(before, run)) return;
    if (run) void this.#ask();
  }

  /** Shows what users should know about the answers, which may have changed. */
  noted() {
    setText(this.#saved, this.#run ? this.#callbacks.note(this.#run.recipe, this.#isDone ? this.#answers : []) : '');
    this.#saved.hidden = !this.#saved.textContent;
  }

  async #ask() {
    this.#asking?.abort();
    const run = this.#run;
    if (!run) return;
    this.#asking = new AbortController();
    const asking = this.#asking;
    this.#answers = [];
    this.#isDone = false;
    this.noted();
    setText(this.#problem, '');
    this.#note.hidden = ['lens', 'contacts', 'sound'].includes(this.#name) || !(run.recipe.cuts?.length || run.recipe.swap);
    this.#offer(run);
    this.#waiting.begin();
    try {
      this.#view ??= await this.#made();
      const view = this.#view;
      if (asking.signal.aborted) return;
      view.take?.();
      await view.show(run, asking.signal);
      if (asking.signal.aborted) return;
      this.#isDone = true;
      this.noted();
    } catch (error) {
      if (asking.signal.aborted) return;
      setText(this.#problem, this.#view ? saidOf(error, run.about.name) : asProblem(error, '').finding);
    } finally {
      if (this.#asking === asking && !asking.signal.aborted) this.#waiting.end();
    }
  }

  async #made() {
    const view = new (await table[this.#name].load())({
      ...this.#callbacks,
      ask: async (question, args, signal, [from, to] = [0, 1]) => {
        const answers = this.#answers;
        const answer = await this.#callbacks.ask(question, args, signal, (done) => this.#waiting.came(from + (to - from) * done));
        addAnswer(answers, /** @type {import('../results/answers.js').Answered} */ ({ question, arguments: args, answer }));
        return answer;
      },
      again: () => void this.#ask(),
    });
    this.#view ??= view; // another run may have created it meanwhile
    this.#body.replaceChildren(this.#view.root);
    return this.#view;
  }

  /** @param {ShownRun} run */
  #offer({ says, question }) {
    const near = question || ['lens', 'decides', 'circuit', 'contacts', 'sound'].includes(this.#name) ? [] : (says.near ?? []);
    this.#compare.hidden = near.length === 0;
    this.#compare.replaceChildren(
      tr('Compare with'),
      ...near
        .slice(0, 5)
        .map(({ text }) =>
          make(
            'button',
            { 'data-id': `near/${text}`, type: 'button', className: 'do', onclick: () => this.#callbacks.near(text) },
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
