// SPDX-License-Identifier: MIT
// @ts-check
// Why: what the answer loses without each word, how sure that is, and where attention leads. The forward quantities come first, then the
// runs without each word, a few at a time; a word is named when all of them are there.

import { asProblem } from '../../boot/problem.js';
import { tr } from '../../boot/words.js';
import { make, say } from '../../mirror/elements.js';
import { hiddenIn } from '../line/token_acts.js';
import { answers as doesAnswer } from '../views.js';
import { button, cutUnits, whyNoQuestion } from './parts.js';
import { drawHead, drawRows } from './why_table.js';
import { folded, headOf, isDone, mostAttention, orderOf, rowsOf, savedGroups, scaleOf, sinksWords, testable } from './why_rows.js';
import { blankWords, groupsText, wordsOf } from './word_tests.js';

/** Groups that are asked for at once, so that what is there is seen and the rest can be dropped. */
const atOnce = 4;
/** Layers that are measured for what had been read by then, of at most so many words: nobody can stop these runs. */
const [layersRead, mostRead] = [5, 20];

/** @typedef {import('./word_tests.js').Blank} Blank */
/** @typedef {import('./word_tests.js').Group} Group */
/** @typedef {import('./why_rows.js').WhyAnswer} WhyAnswer */
/** @typedef {import('./why_rows.js').Row} Row */

export class Why {
  #context;
  #said = make('p', { className: 'said', role: 'status' });
  #problem = make('p', { className: 'problem', role: 'alert' });
  #sinks = make('p', { className: 'muted', hidden: true });
  #warning = make('p', { className: 'muted' });
  #head = make('thead');
  #body = make('tbody');
  /** How words are tested. */
  #by = make('select', { 'data-id': 'why/by', 'aria-label': tr('How words are tested'), onchange: () => this.#context.again() });
  #test = make('label', { hidden: true }, tr('Each word:'), ' ', this.#by);
  #read = make('p', { className: 'muted', hidden: true });
  #table;
  #under = make('div', { className: 'under-table' }, this.#test, this.#warning, this.#read);
  /** On a phone attention is a choice. */
  #narrow;
  #steps = make('p', { className: 'steps' });
  /** @type {import('./parts.js').Shown | null} */
  #run = null;
  /** @type {Group[]} */
  #groups = [];
  /** Without what was measured, and with it. @type {WhyAnswer | null} */
  #why = null;
  /** @type {WhyAnswer | null} */
  #verdict = null;
  /** @type {Blank[]} */
  #blanks = [];
  #tested = '';
  /** @type {import('./why_rows.js').Measured} */
  #measured = { losses: [], answers: [], failed: new Set() };
  #asked = -1;
  /** Arguments of an opened file, with which nothing can be run. @type {Record<string, any> | null} */
  #saved = null;
  #drawnLayer = 0;
  /** @type {Set<number>} */
  #open = new Set();

  /** @param {import('./parts.js').Context} context */
  constructor(context) {
    this.#context = context;
    const narrow = make('input', {
      'data-id': 'why/attention',
      type: 'checkbox',
      onchange: () => this.root.toggleAttribute('data-attention', narrow.checked),
    });
    this.#narrow = make('label', { className: 'narrow-only' }, narrow, ` ${tr('Attention')}`);
    this.#table = make(
      'table',
      { className: 'grid' },
      make('caption', { className: 'hidden', textContent: tr('What the answer loses without each word') }),
      this.#head,
      this.#body,
    );
    this.root = make(
      'div',
      { className: 'why' },
      this.#problem,
      this.#said,
      this.#sinks,
      this.#table,
      this.#under,
      this.#narrow,
      this.#steps,
    );
    this.root.addEventListener('pointerover', ({ target }) => this.#link(rowAt(target)?.dataset.tokens ?? ''));
    this.root.addEventListener('pointerleave', () => this.#link(''));
  }

  /** The page's layer is that of the attention. */
  take() {
    if (this.#run?.question && this.#why && this.#drawnLayer !== Math.min(this.#context.layer(), this.#why.attention.layers.length))
      this.#draw();
    return false;
  }

  leave() {
    document.removeEventListener('pointerover', this.#overChip);
    this.#link('');
    this.#context.tint(null);
  }

  /** @param {import('./parts.js').Shown} run @param {AbortSignal} signal */
  async show(run, signal) {
    this.root.setAttribute('aria-busy', 'true');
    try {
      await this.#ask(run, signal);
    } finally {
      if (!signal.aborted) this.root.setAttribute('aria-busy', 'false');
    }
  }

  /** @param {import('./parts.js').Shown} run @param {AbortSignal} signal */
  async #ask(run, signal) {
    this.#begin(run);
    if (!run.question) return say(this.#said, whyNoQuestion(run));
    if (this.#groups.length === 0) return say(this.#said, tr('There is no word to compare.'));
    const { ask } = this.#context;
    const asked = { by: this.#by.value, groups: groupsText(this.#groups) };
    if (doesAnswer(run.about, 'why'))
      try {
        this.#takeWhy(await ask('why', { ...asked, measure: 'no', layers: 0 }, signal, [0, 0.05]));
      } catch (error) {
        if (!signal.aborted) say(this.#problem, asProblem(error, '').finding); // the bars need no more than the runs
      }
    if (signal.aborted) return;
    this.#draw();
    await this.#measure(asked.by, signal);
    if (signal.aborted || !this.#isDone()) return;
    if (this.#why && !this.#verdict)
      for (const layers of this.#groups.length > mostRead ? [0] : [0, layersRead]) {
        this.#takeWhy(await ask('why', { ...asked, measure: 'yes', layers }, signal, [0.9 + layers / 100, 0.95 + layers / 100]));
        if (!signal.aborted) this.#draw();
      }
  }

  /** @param {import('./parts.js').Shown} run */
  #begin(run) {
    const isAnother = this.#run?.recipe.text !== run.recipe.text;
    this.#run = run;
    const saved = (this.#saved = this.#context.saved('why') ?? this.#context.saved('blanked'));
    const { place = -1, isOutput = false } = run.question ?? {};
    // Of a model that translates it is a token of the output.
    this.#asked = run.read || run.says.kind === 'embedding' ? -1 : place >= 0 && !isOutput ? place : run.says.position;
    this.#groups = saved
      ? savedGroups(saved.groups, run.pieces)
      : testable(wordsOf(run.pieces), run.pieces, this.#asked, run.says.kind === 'next');
    this.#why = this.#verdict = null;
    this.#tested = '';
    this.#measured = { losses: [], answers: [], failed: new Set() };
    if (isAnother) this.#open = new Set();
    for (const one of [this.#problem, this.#said, this.#warning]) say(one, '');
    this.#sinks.hidden = true;
    this.#steps.replaceChildren();
    this.#table.hidden = this.#under.hidden = this.#narrow.hidden = !run.question;
    document.addEventListener('pointerover', this.#overChip);
    this.#context.tint([]);
    if (run.question) this.#draw();
    else this.#body.replaceChildren();
  }

  /** @param {string} by @param {AbortSignal} signal */
  async #measure(by, signal) {
    const left = orderOf(this.#groups, this.#why).filter((group) => this.#measured.losses[group] === undefined);
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
        say(this.#problem, asProblem(error, '').finding);
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
    this.#takeBlanks(needs.by, needs.blanks);
    this.#measured = {
      losses: needs.left_out,
      answers: needs.answer.map((text, at) => (text === null ? null : { text, probability: needs.probability[at] })),
      failed: new Set(),
    };
  }

  /** @param {number[]} some @param {{value: number, blank: string, blanks: Blank[], values: (number | null)[], answers?: ({text: string, probability: number | null} | null)[]}} answer */
  #takeBlanked(some, { value, blank, blanks, values, answers = [] }) {
    this.#takeBlanks(blank, blanks);
    some.forEach((group, at) => {
      const without = values[at];
      this.#measured.losses[group] = without === null ? null : value - without;
      this.#measured.answers[group] = answers[at];
    });
  }

  /** @param {string} tested @param {Blank[]} blanks that the model has */
  #takeBlanks(tested, blanks) {
    if (this.#tested === tested) return;
    this.#tested = tested;
    this.#blanks = blanks;
    this.#by.replaceChildren(...blanks.map((one) => make('option', { value: one.name, textContent: blankWords(one) })));
    this.#by.value = tested;
    this.#test.hidden = blanks.length < 2;
    say(
      this.#warning,
      [
        tr('The model was not trained with hidden or missing words: part of a change may come from that.'),
        blanks.find(({ name }) => name === tested)?.warning,
      ]
        .filter(Boolean)
        .join(' '),
    );
  }

  #isDone = () => isDone(this.#measured, this.#groups.length);

  #draw() {
    const run = /** @type {import('./parts.js').Shown} */ (this.#run);
    const why = this.#why;
    const last = why?.attention.layers.length ?? 0;
    const layer = Math.min(this.#context.layer(), last);
    this.#drawnLayer = layer;
    const verdict = this.#isDone() ? this.#verdict : null;
    const blank = this.#blanks.find(({ name }) => name === (this.#tested || this.#by.value)) ?? null;
    const rows = rowsOf(this.#groups, run.pieces, why, this.#measured, { asked: this.#asked, layer, blank, verdict });
    const scale = scaleOf(why, this.#measured);
    const drawn = {
      most: why ? mostAttention(why, this.#groups) : 1,
      lead: why?.lead && why.lead > 0 ? Math.min(why.lead / scale, 1) : null,
      hasTests: rows.some(({ tests }) => tests) || Boolean(why?.routes),
      hasAttention: Boolean(why?.attention.layers.length),
      hasAnswers: run.says.kind !== 'embedding' && (!this.#isDone() || rows.some(({ answer }) => answer)),
      hidden: this.#hidden(run),
      canHide: !this.#saved,
    };
    drawHead(
      this.#head,
      headOf(run, why, blank ? blankWords(blank) : tr('hidden')),
      why && last > 0 ? tr('where attention leads ({}, layer {})', why.attention.method, layer) : '',
      drawn,
    );
    drawRows(this.#body, folded(rows, this.#open, scale), drawn, {
      hide: ({ tokens }) => this.#hide(tokens),
      again: () => this.#context.again(),
      open: (first) => (this.#open.add(first), this.#draw()),
    });
    this.#narrow.hidden = !drawn.hasAttention;
    this.#read.hidden = rows.every(({ read }) => read === null);
    say(this.#read, tr('Full colour: effect read by layer {}.', layer));
    this.#tellSinks(run);
    if (!this.#isDone()) return;
    this.#tell(rows, verdict);
    this.#tint(rows, scale);
  }

  /** @param {import('./parts.js').Shown} run */
  #tellSinks({ pieces }) {
    const sinks = this.#why?.sinks ?? [];
    this.#sinks.hidden = sinks.length === 0;
    if (sinks.length > 0) say(this.#sinks, sinksWords(sinks, pieces));
  }

  /** The verdict, and what can be done next. @param {Row[]} rows @param {WhyAnswer | null} verdict */
  #tell(rows, verdict) {
    const run = /** @type {import('./parts.js').Shown} */ (this.#run);
    const [first, ...rest] = verdict?.sentences ?? [];
    if (first && this.#said.textContent !== [first, ...rest].join(' '))
      this.#said.replaceChildren(make('strong', { textContent: first }), ...rest.map((one) => ` ${one}`));
    const bySize = rows.filter(({ loss, state }) => state === 'bar' && (loss ?? 0) > 0).sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0));
    const named = rows.find(({ isNamed }) => isNamed) ?? bySize[0];
    const isHidden = named?.tokens.every((at) => this.#hidden(run).has(at));
    const steps = [
      ...(named && !isHidden && !this.#saved ? [button('why/hide', tr('Hide “{}”', named.name), () => this.#hide(named.tokens))] : []),
      ...(doesAnswer(run.about, 'decide')
        ? [button('why/decides', tr('Which attention carries it?'), () => this.#context.open('decides'))]
        : []),
      // That view has no ranking across two stacks.
      ...(doesAnswer(run.about, 'scores') && !run.read
        ? [button('why/scores', tr('Use as scores in Faithfulness'), () => this.#context.score(this.#tested))]
        : []),
    ];
    if (this.#steps.childElementCount !== steps.length || this.#steps.textContent !== steps.map(({ textContent }) => textContent).join(''))
      this.#steps.replaceChildren(...steps);
  }

  /** The sentence has the tint of the bars. @param {Row[]} rows @param {number} scale */
  #tint(rows, scale) {
    const most = Math.max(scale / 4, ...rows.map(({ loss }) => loss ?? 0)); // a faint effect stays pale
    this.#context.tint(
      rows.flatMap(({ tokens, loss, state }) =>
        tokens.map((token) => ({
          token,
          share: state === 'bar' ? Math.max(loss ?? 0, 0) / most : null,
          output: token === this.#asked,
        })),
      ),
    );
  }

  /** @param {import('./parts.js').Shown} run @returns {Set<number>} */
  #hidden = ({ recipe }) => new Set(hiddenIn(recipe, this.#context.place()));

  /** @param {number[]} tokens */
  #hide(tokens) {
    const run = /** @type {import('./parts.js').Shown} */ (this.#run);
    const stays = { ...this.#context, cut: this.#context.cutHere };
    cutUnits(
      stays,
      tokens.map((key) => ({ key, weight: 0 })),
      run,
      run.recipe.rule ?? 'zero',
    );
  }

  /** A row and its tokens of the sentence are marked together. @param {string} tokens */
  #link(tokens) {
    const meant = new Set(tokens.split(',').filter(Boolean));
    for (const row of this.#body.rows)
      row.classList.toggle(
        'linked',
        (row.dataset.tokens ?? '').split(',').some((at) => meant.has(at)),
      );
    for (const chip of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.sentence .piece')))
      chip.classList.toggle('linked', meant.has(chip.dataset.at ?? ''));
  }

  #overChip = (/** @type {Event} */ { target }) => {
    if (!(target instanceof Element) || this.root.contains(target)) return;
    this.#link(/** @type {HTMLElement | null} */ (target.closest('.sentence .piece'))?.dataset.at ?? '');
  };
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
const rowAt = (target) => (target instanceof Element ? target.closest('tbody tr') : null);
