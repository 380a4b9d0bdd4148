// SPDX-License-Identifier: MIT
// @ts-check
// Why: the answer's loss without each word, how certain it is, and attention to each word. The quantities of a single forward pass come
// first, then the runs without each word, a few per request. The verdict follows when all are measured.

import { asProblem } from '../../base/problem.js';
import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';
import { hiddenIn } from '../line/token_acts.js';
import { doesAnswer } from '../run/about.js';
import { cutUnits, missingQuestion } from '../run/parts.js';
import { drawHead, drawRows, legendOf } from './why_table.js';
import {
  folded,
  headOf,
  isDone,
  measuredOf,
  mostAttention,
  orderOf,
  rowsOf,
  savedGroups,
  scaleOf,
  scoresOf,
  testable,
  tintsOf,
  withTemplate,
} from './why_rows.js';
import { Phrases } from './why_phrases.js';
import { Steps } from './why_steps.js';
import { attentionHead, showsSinks, SinksLine, withSinkRows } from './why_sinks.js';
import { RowLinks } from './row_links.js';
import { TestChoice } from './test_choice.js';
import { describeTest, groupsText, wordsOf } from '../run/word_tests.js';

/** Multiply-adds per request, to take some tenths of a second, and at least `fewest` groups, because each request unpacks all weights. */
const [work, fewest] = [2e10, 4];
/** Layers whose intermediate losses are measured, and the maximum number of words for that. Each layer takes a run. */
const [layersRead, mostRead] = [5, 20];

/** @typedef {import('../run/word_tests.js').Blank} Blank */
/** @typedef {import('../run/word_tests.js').Group} Group */
/** @typedef {import('./why_rows.js').WhyAnswer} WhyAnswer */
/** @typedef {import('./why_rows.js').Row} Row */

export class Why {
  #context;
  #said = make('p', { className: 'answer-text', role: 'status' });
  #problem = make('p', { className: 'problem', role: 'alert' });
  #sinks = new SinksLine(() => void this.#askSinks(this.#signal));
  #head = make('thead');
  #body = make('tbody');
  #by = new TestChoice(() => this.#context.again());
  #read = make('p', { className: 'muted', hidden: true });
  #table;
  #links;
  #under = make('div', { className: 'under-table' }, ...this.#by.parts, this.#read);
  /** On a phone attention is shown on request. */
  #narrow;
  #steps;
  /** @type {import('../run/parts.js').ShownRun | null} */
  #run = null;
  /** @type {Group[]} */
  #groups = [];
  /** Without the measurements, and with them. @type {WhyAnswer | null} */
  #why = null;
  /** @type {WhyAnswer | null} */
  #verdict = null;
  /** @type {import('./why_rows.js').Measured} */
  #measured = { losses: [], answers: [], failed: new Set() };
  #phrases = new Phrases();
  /** For a model that reads pictures. @type {import('./why_map.js').PatchMap | null} */
  #map = null;
  #asked = -1;
  /** Of the current run. */
  #signal = new AbortController().signal;
  /** Arguments of an opened file, which cannot run anything. @type {{groups?: string} | null} */
  #saved = null;
  #drawnLayer = 0;
  /** @type {Set<number>} */
  #open = new Set();
  /** Whether words of a chat template are tested, too. */
  #showsTemplate = false;

  /** @param {import('../run/parts.js').Context} context */
  constructor(context) {
    this.#context = context;
    this.#steps = new Steps(context);
    const narrow = make('input', {
      'data-id': 'why/attention',
      type: 'checkbox',
      onchange: () => this.root.toggleAttribute('data-attention', narrow.checked),
    });
    this.#narrow = make('label', { className: 'narrow-only' }, narrow, ` ${tr('Attention')}`);
    this.#table = make(
      'table',
      { className: 'grid' },
      make('caption', { className: 'hidden', textContent: tr('Answer’s loss without each word') }),
      this.#head,
      this.#body,
    );
    const parts = [this.#problem, this.#said, this.#sinks.root, this.#table, this.#under, this.#narrow, this.#steps.root];
    this.root = make('div', { className: 'why' }, ...parts);
    this.#links = new RowLinks(this.root, this.#body);
  }

  /** Attention is shown for the page's layer. */
  take() {
    if (this.#run?.question && this.#takePhrases()) void this.#askPhrases(this.#signal);
    if (this.#run?.question && this.#why && this.#drawnLayer !== Math.min(this.#context.layer(), this.#why.attention.layers.length))
      this.#draw();
    return false;
  }

  leave() {
    this.#links.end();
    this.#context.tint(null);
  }

  /** @param {import('../run/parts.js').ShownRun} run @param {AbortSignal} signal */
  async show(run, signal) {
    this.root.setAttribute('aria-busy', 'true');
    this.#signal = signal;
    try {
      await this.#ask(run, signal);
    } finally {
      if (!signal.aborted) this.root.setAttribute('aria-busy', 'false');
    }
  }

  /** @param {import('../run/parts.js').ShownRun} run @param {AbortSignal} signal */
  async #ask(run, signal) {
    if (run.about.picture && !this.#map) {
      const { PatchMap } = await import('./why_map.js');
      if (signal.aborted) return;
      this.#map = new PatchMap();
      this.#table.before(this.#map.root);
    }
    this.#begin(run);
    if (!run.question) return setText(this.#said, missingQuestion(run));
    if (this.#groups.length === 0) return setText(this.#said, tr('There are no words to compare.'));
    const { ask } = this.#context;
    const all = { ...this.#arguments(), measure: /** @type {const} */ ('yes'), layers: layersRead };
    if (doesAnswer(run.about, 'why'))
      try {
        this.#takeWhy(await ask('why', this.#context.knows('why', all) ? all : { ...all, measure: 'no', layers: 0 }, signal, [0, 0.05]));
      } catch (error) {
        if (!signal.aborted) setText(this.#problem, asProblem(error, '').finding); // the bars only need the other runs
      }
    if (signal.aborted) return;
    this.#draw();
    await this.#map?.measure(ask, this.#by.wanted, signal, () => this.#draw());
    await this.#measure(this.#by.wanted, signal);
    if (signal.aborted || !this.#isDone()) return;
    if (this.#why && !this.#verdict)
      for (const layers of this.#groups.length > mostRead ? [0] : [0, layersRead]) {
        this.#takeWhy(
          await ask('why', { ...this.#arguments(), measure: 'yes', layers }, signal, [0.9 + layers / 100, 0.95 + layers / 100]),
        );
        if (!signal.aborted) this.#draw();
      }
    await this.#askSinks(signal); // the switch may have changed meanwhile
    await this.#askPhrases(signal);
  }

  /** Whether the groups of tokens to test together have changed. */
  #takePhrases() {
    const { saved, phrases } = this.#context;
    const own = this.#saved ? saved('why') && saved('blanked') : null;
    if (this.#saved && (!own || this.#phrases.losses.length > 0)) return false;
    const chosen = own ? own.groups.split(';').map((/** @type {string} */ group) => group.split(',').map(Number)) : phrases();
    return this.#phrases.take(chosen, /** @type {import('../run/parts.js').ShownRun} */ (this.#run).pieces, this.#asked);
  }

  /** Tests groups of tokens after everything else. @param {AbortSignal} signal */
  async #askPhrases(signal) {
    if (signal.aborted || !this.#isDone()) return;
    this.#draw();
    try {
      await this.#phrases.measure(this.#context.ask, this.#by.tested, signal, () => this.#draw());
    } catch (error) {
      if (signal.aborted) return;
      setText(this.#problem, asProblem(error, '').finding);
      this.#draw();
    }
  }

  /** The arguments of all questions: the test and the words. */
  #arguments = () => ({
    by: this.#by.wanted,
    groups: groupsText(this.#groups),
    ...(this.#sinks.use === 'include' && { sinks: this.#sinks.use }),
  });

  /** Reloads the attention column after a change of its switch. @param {AbortSignal} signal */
  async #askSinks(signal) {
    if (!this.#why?.sinks.length || this.#saved || showsSinks(this.#why) === (this.#sinks.use === 'include')) return;
    try {
      const { attention } = await this.#context.ask('why', { ...this.#arguments(), measure: 'no', layers: 0 }, signal, [1, 1]);
      if (signal.aborted) return;
      this.#why = { ...this.#why, attention };
      this.#draw();
    } catch (error) {
      if (!signal.aborted) setText(this.#problem, asProblem(error, '').finding);
    }
  }

  /** @param {import('../run/parts.js').ShownRun} run */
  #begin(run) {
    if (this.#run?.recipe.text !== run.recipe.text) {
      this.#open = new Set();
      this.#showsTemplate = false;
    }
    this.#run = run;
    this.#saved = this.#context.saved('why') ?? this.#context.saved('blanked');
    const saved = this.#saved;
    const { place = -1, isOutput = false } = run.question ?? {};
    // In a model that translates it is a token of the output.
    this.#asked = run.read || run.says.kind === 'embedding' ? -1 : place >= 0 && !isOutput ? place : run.says.position;
    const how = { isCausal: run.says.kind === 'next', hasTemplate: this.#showsTemplate };
    const squares = this.#map?.begin(run, saved ? null : this.#context.picture);
    this.#groups = saved
      ? savedGroups(saved.groups ?? '', run.pieces)
      : (squares ?? testable(wordsOf(run.pieces), run.pieces, this.#asked, how));
    [this.#why, this.#verdict] = [null, null];
    this.#by.begin(run.about.picture !== undefined);
    this.#phrases.begin();
    this.#takePhrases();
    this.#measured = { losses: [], answers: [], failed: new Set() };
    for (const one of [this.#problem, this.#said]) setText(one, '');
    this.#sinks.show(null, run.pieces, false);
    this.#steps.clear();
    for (const one of [this.#narrow, this.#under, this.#table]) one.hidden = !run.question;
    this.#links.begin();
    this.#context.tint([]);
    if (run.question) this.#draw();
    else this.#body.replaceChildren();
  }

  #openTemplate() {
    this.#showsTemplate = true;
    this.#context.again();
  }

  /** @param {string} by @param {AbortSignal} signal */
  async #measure(by, signal) {
    const left = orderOf(this.#groups, this.#why).filter((group) => this.#measured.losses[group] === undefined);
    const { about, pieces } = /** @type {import('../run/parts.js').ShownRun} */ (this.#run);
    const atOnce = Math.max(fewest, Math.floor(work / (about.parameters * pieces.length)) || 0);
    for (let first = 0; first < left.length; first += atOnce) {
      const some = left.slice(first, first + atOnce);
      const part = /** @type {[number, number]} */ ([first, first + some.length].map((done) => 0.05 + (0.85 * done) / left.length));
      try {
        this.#takeBlanked(
          some,
          await this.#context.ask('blanked', { blank: by, groups: groupsText(some.map((at) => this.#groups[at])) }, signal, part),
        );
      } catch (error) {
        if (signal.aborted) return;
        if (first === 0) throw error;
        for (const group of some) this.#measured.failed.add(group);
        setText(this.#problem, asProblem(error, '').finding);
      }
      if (signal.aborted) return;
      this.#draw();
    }
  }

  /** @param {WhyAnswer} answer */
  #takeWhy(answer) {
    this.#why = answer;
    const { needs } = answer;
    if (!needs) return;
    this.#verdict = answer;
    this.#by.take(needs.by, needs.blanks);
    this.#measured = measuredOf(needs);
  }

  /** @param {number[]} some @param {{value: number, blank: string, blanks: Blank[], values: (number | null)[], answers?: ({text: string, probability: number | null} | null)[]}} answer */
  #takeBlanked(some, { value, blank, blanks, values, answers = [] }) {
    this.#by.take(blank, blanks);
    some.forEach((group, at) => {
      const without = values[at];
      this.#measured.losses[group] = without === null ? null : value - without;
      this.#measured.answers[group] = answers[at];
    });
  }

  #isDone = () => isDone(this.#measured, this.#groups.length);

  #draw() {
    const run = /** @type {import('../run/parts.js').ShownRun} */ (this.#run);
    const why = this.#why;
    const last = why?.attention.layers.length ?? 0;
    this.#drawnLayer = Math.min(this.#context.layer(), last);
    const layer = this.#drawnLayer;
    const verdict = this.#isDone() ? this.#verdict : null;
    const { blank } = this.#by;
    const scale = scaleOf(why, { losses: [...this.#measured.losses, ...this.#phrases.losses] });
    const how = { asked: this.#asked, layer, blank, verdict, scale, mask: run.about.mask, present: run.says.answers?.[0]?.text };
    const rows = withSinkRows(why, rowsOf(this.#groups, run.pieces, why, this.#measured, how), run.pieces, layer);
    const phrases = this.#phrases.rows(this.#groups.length, run.pieces, why, how);
    const drawn = {
      most: why ? mostAttention(why, [...this.#groups, ...phrases]) : 1,
      lead: why?.lead && why.lead > 0 ? Math.min(why.lead / scale, 1) : null,
      hasTests: rows.some(({ tests }) => tests) || Boolean(why?.routes),
      hasAttention: Boolean(why?.attention.layers.length),
      hasAnswers: run.says.kind !== 'embedding' && (!this.#isDone() || rows.some(({ answer }) => answer)),
      hidden: this.#hidden(run),
      canHide: !this.#saved,
    };
    const title = headOf(run, why, blank ? describeTest(blank) : tr('hidden'), run.about.picture !== undefined);
    this.#map?.draw(this.#measured.losses, scale, title);
    drawHead(this.#head, title, why && last > 0 ? attentionHead(why, layer) : '', drawn);
    const items = folded(rows, this.#open, scale);
    const all = this.#showsTemplate ? items : withTemplate(items, run.pieces, this.#asked);
    drawRows(this.#body, [...all, ...phrases.map((row) => ({ row }))], drawn, {
      openTemplate: this.#saved ? null : () => this.#openTemplate(),
      hide: ({ tokens }) => this.#hide(tokens),
      again: () => this.#context.again(),
      open: (first) => {
        this.#open.add(first);
        this.#draw();
      },
      forget: (row) => this.#context.forget(this.#phrases.chosen(row)),
    });
    this.#narrow.hidden = !drawn.hasAttention;
    setText(this.#read, run.about.picture ? '' : legendOf(rows, drawn, layer, run.question));
    this.#read.hidden = !this.#read.textContent;
    this.#sinks.show(why, run.pieces, !this.#saved);
    if (!this.#isDone()) return;
    this.#tell(rows, verdict);
    this.#context.tint(tintsOf(rows, scale, this.#asked));
  }

  /** Shows the verdict and the possible next steps. @param {Row[]} rows @param {WhyAnswer | null} verdict */
  #tell(rows, verdict) {
    const run = /** @type {import('../run/parts.js').ShownRun} */ (this.#run);
    const [first, ...rest] = verdict?.sentences ?? [];
    if (first && this.#said.textContent !== [first, ...rest].join(' '))
      this.#said.replaceChildren(make('strong', { textContent: first }), ...rest.map((one) => ` ${one}`));
    const bySize = rows.filter(({ loss, state }) => state === 'bar' && (loss ?? 0) > 0).sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0));
    const named = rows.find(({ isNamed }) => isNamed) ?? bySize[0];
    const isHidden = named?.tokens.every((at) => this.#hidden(run).has(at));
    this.#steps.show(run, this.#saved ? undefined : named, {
      groups: this.#groups,
      why: this.#why,
      hide: named && !isHidden && !this.#saved ? () => this.#hide(named.tokens) : null,
      score: () => ({ name: this.#by.tested, values: scoresOf(this.#groups, this.#measured.losses, run.pieces.length) }),
    });
  }

  /** @param {import('../run/parts.js').ShownRun} run @returns {Set<number>} */
  #hidden = ({ recipe }) => new Set(hiddenIn(recipe, this.#context.place()));

  /** @param {number[]} tokens */
  #hide(tokens) {
    const run = /** @type {import('../run/parts.js').ShownRun} */ (this.#run);
    const units = tokens.map((key) => ({ key, weight: 0 }));
    cutUnits({ ...this.#context, cut: this.#context.cutHere }, units, run, run.recipe.rule ?? 'zero');
  }
}
