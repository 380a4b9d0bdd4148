// SPDX-License-Identifier: MIT
// @ts-check
// The question and the cuts: what is asked about, what is left out of the run, and the answer before and after. Layers, heads and
// tokens count from 1 for people; heads and tokens from 0 in the texts of cuts and in links.

import { unaskedChange } from './changed.js';
import { choose, fill, fillAtRest, select } from './fields.js';
import { isSame, listed, offered, Steps } from './list.js';
import { cutWords, swapWords } from './words.js';
import { isWritten, undoKey } from '../../input/undo_key.js';
import { placeIn, runText } from '../recipe.js';
import { headWord, percent, shownApart } from '../says.js';
import { stackNames } from '../stacks.js';
import { capital, questionWords, signed } from '../sheets/parts.js';
import { tr } from '../../boot/words.js';
import { make, say } from '../../mirror/elements.js';

/** @typedef {import('../recipe.js').Cut} Cut */
/** @typedef {import('../recipe.js').Rule} Rule */
/** @typedef {import('../recipe.js').Recipe} Recipe */
/** @typedef {'logit' | 'log-probability' | 'probability' | 'cosine'} QuestionKind */
/** @typedef {{kind: QuestionKind, index: number, name: string, title?: string, minus: number, against: string, place?: number, isOutput?: boolean, before: number, after: number}} Question title: of a picture that is compared with; place: the token at which it is read, unless that is the usual one (-1); isOutput: of the output */
/** @typedef {import('../stacks.js').Letter} Letter */
/** @typedef {{layers: number, heads: number, tokens: string[], layer: number, from: number, to: number, stacks?: import('../stacks.js').Stacks, letter?: Letter}} Place what the views point at */
/**
 * @typedef {object} Does
 * @property {(cuts: Cut[], rule: Rule) => void} cut runs again with these
 * @property {() => Place} place
 * @property {(waits: (isWaiting: boolean) => void) => (() => void)} point the next press on the figure says what is cut; returns what gives up
 * @property {(target: string) => void} ask about this target; '': about what is usual
 * @property {() => void} scores of its tokens by intervention
 * @property {() => void} beside puts the run without cuts and swap beside this one
 * @property {(swap: {text: string, places: string} | undefined) => void} swapped takes a swap back
 */

/** What stands before a target of each kind. @type {Record<string, string>} */
const prefixes = { logit: '', 'log-probability': 'lp:', probability: 'p:' };

/** The question's number. @param {Question} question @param {number} value */
const numberOf = ({ kind, minus }, value) =>
  kind === 'probability' && minus < 0 ? percent(value) : signed(value, kind === 'logit' ? 2 : 3);

export class Cuts {
  #does;
  /** All that were made, and whether each is in force. @type {{cut: Cut, on: boolean}[]} */
  #all = [];
  /** @type {Rule} */
  #rule = 'zero';
  /** The text, with all else that the cuts are of. */
  #of = '';
  /** As it stood at the text in which something was cut last: offered again where another text is typed. @type {{all: {cut: Cut, on: boolean}[], tokens: string[]}} */
  #made = { all: [], tokens: [] };
  #steps = new Steps();
  /** @type {import('./list.js').Step} */
  #last = { all: [], rule: 'zero' };
  #heading = make('h3', { textContent: tr('Question') });
  #question = make('p', { className: 'question' });
  #number = select(tr('What number'), [
    ['logit', tr('logit')],
    ['log-probability', tr('log-probability')],
    ['probability', tr('probability')],
  ]);
  #against = select(tr('Against'), []);
  #choose = make('div', { className: 'choose' });
  #gradients = make('button', { type: 'button', className: 'do' });
  #scores = make('button', { type: 'button', className: 'do' });
  #swap = make('p', { className: 'swap', hidden: true });
  #onlyHeads = make('p', { className: 'muted', hidden: true, textContent: tr('A mean is that of a head: weights in this list become 0.') });
  #list = make('ul', { className: 'cuts' });
  #difference = make('div', { className: 'difference', role: 'status' });
  #kind = select(tr('What is cut'), [
    ['edges', tr('attention')],
    ['head', tr('a head')],
    ['residual', tr('a residual')],
  ]);
  /** Of a model that translates. */
  #stack = select(tr('Attention'), Object.entries(stackNames()));
  #layer = select(tr('Layer'), []);
  #head = select(tr('Head'), []);
  #from = select(tr('from (query)'), []);
  #to = select(tr('to (key)'), []);
  #how = select(tr('Rule'), [
    ['zero', tr('weight to zero')],
    ['renormalise', tr('score to minus infinity')],
    ['mean', tr('heads to their mean')],
  ]);
  #target = '';
  /** Words that were searched, which can stand against it as well. @type {import('../says.js').Answer[]} */
  #found = [];
  /** @type {(() => void) | null} */
  #offerAgain = null;
  #point = make('button', { type: 'button', className: 'do', 'aria-pressed': 'false' });
  /** @type {(() => void) | null} */
  #giveUp = null;

  /** @param {Does} does */
  constructor(does) {
    this.#does = does;
    this.#kind.onchange = () => this.#show();
    this.#stack.hidden = true;
    this.#stack.onchange = () => this.#fillPlace({ ...this.#does.place(), letter: /** @type {Letter} */ (this.#stack.value) });
    this.#how.onchange = () => ((this.#rule = /** @type {Rule} */ (this.#how.value)), this.#all.some(({ on }) => on) && this.#run());
    document.addEventListener('keydown', this.#undoByKey);
    this.#gradients.onclick = () => does.ask(this.#target);
    this.#scores.onclick = () => does.scores();
    this.#number.onchange = this.#against.onchange = () => {
      const [own] = this.#target.replace(/^l?p:|@\d+$/g, '').split('-');
      does.ask(
        `${prefixes[this.#number.value]}${own}${this.#against.value === '' ? '' : `-${this.#against.value}`}${placeIn(this.#target)}`,
      );
    };
    const waits = (/** @type {boolean} */ isWaiting) => {
      this.#point.setAttribute('aria-pressed', String(isWaiting));
      say(this.#point, isWaiting ? tr('Now click or tap a cell, an edge, a head or a token …') : tr('Point at it in the figure'));
      if (!isWaiting) this.#giveUp = null;
    };
    this.#point.onclick = () => (this.#giveUp ? this.#giveUp() : (this.#giveUp = does.point(waits)));
    waits(false);
    this.#choose.append(this.#number, ' ', tr('against'), ' ', this.#against);
    this.root = make(
      'section',
      { className: 'asking' },
      this.#heading,
      this.#question,
      this.#choose,
      make('div', { className: 'choose' }, this.#gradients, this.#scores),
      make('h3', { textContent: tr('Cut and run again') }),
      this.#point,
      make(
        'div',
        { className: 'choose' },
        this.#kind,
        this.#stack,
        this.#layer,
        this.#head,
        this.#from,
        this.#to,
        make('button', { type: 'button', className: 'do', textContent: tr('Cut'), onclick: () => this.#add() }),
      ),
      make('div', { className: 'choose' }, this.#how),
      this.#onlyHeads,
      this.#list,
      this.#swap,
      this.#difference,
      make('p', {
        className: 'muted',
        textContent: tr(
          'Weight to zero leaves the rest of the row unchanged; minus infinity gives its share to the others. A model with a cut is outside what it was trained on.',
        ),
      }),
    );
  }

  /** @param {Recipe} recipe of the run that is shown: by the list, by a link, by the browser's Back @param {Place} place what can be pointed at in it */
  set(recipe, { tokens, stacks }) {
    const of = runText({ ...recipe, cuts: undefined, rule: undefined });
    if (of !== this.#of) this.#steps.clear();
    const { cuts = [], rule = this.#rule } = recipe;
    const isOther = of !== this.#of;
    this.#all = listed(!isOther ? this.#all : stacks ? [] : offered(this.#made.all, this.#made.tokens, tokens), cuts);
    if (!isOther || cuts.length > 0) this.#made = { all: this.#all, tokens };
    this.#of = of;
    this.#rule = rule;
    choose(this.#how, rule);
    this.#last = this.#step();
    this.#showList();
  }

  /** What can be pointed at, with what is pointed at chosen. @param {Place} place */
  setPlace(place) {
    this.#stack.hidden = !place.stacks;
    if (place.letter) this.#stack.value = place.letter;
    this.#fillPlace(place);
  }

  /** @param {Place} place */
  #fillPlace({ layers: ownLayers, heads: ownHeads, tokens, layer, from, to, stacks, letter = 'E' }) {
    const { layers, heads, queries, keys } = stacks?.[letter] ?? { layers: ownLayers, heads: ownHeads, queries: tokens, keys: tokens };
    fill(
      this.#layer,
      range(layers).map((i) => [String(i + 1), tr('layer {}', i + 1)]),
      String(layer + 1),
    );
    fill(
      this.#head,
      [['*', tr('all heads')], ...range(heads).map((i) => /** @type {[string, string]} */ ([String(i), headWord(i)]))],
      this.#head.value || '*',
    );
    const named = (/** @type {string[]} */ list) =>
      list.map((token, i) => /** @type {[string, string]} */ ([String(i), `${i + 1} ${token}`]));
    fill(this.#from, named(queries), String(from));
    fill(this.#to, named(keys), String(to));
    this.#show();
  }

  /** Cuts more, and runs again. @param {Cut[]} cuts @param {Rule} [rule] that was measured with; else the present one */
  add(cuts, rule = this.#rule) {
    const fresh = cuts.filter((cut) => !this.#all.some((one) => one.on && isSame(one.cut, cut)));
    if (fresh.length === 0 && rule === this.#rule) return;
    this.#rule = this.#how.value = rule;
    this.#all = this.#all.filter(({ cut }) => !fresh.some((one) => isSame(one, cut)));
    this.#all.push(...fresh.map((cut) => ({ cut, on: true })));
    this.#run();
  }

  /** What of another text's run stands in this one. @param {{text: string, places: string} | undefined} swap */
  setSwap(swap) {
    this.#swap.hidden = !swap;
    if (!swap) return;
    this.#swap.replaceChildren(
      tr('Taken from “{}”: {}', swap.text, swapWords(swap.places, this.#does.place().tokens)),
      ' ',
      make('button', { type: 'button', textContent: '×', 'aria-label': tr('Undo the swap'), onclick: () => this.#does.swapped(undefined) }),
    );
  }

  /**
   * @param {Question | null} question @param {import('../says.js').Answer[] | null} before @param {import('../says.js').Answer[]} after
   * @param {{target?: string, scores: boolean | null}} has what was asked for; scores null: it cannot be
   */
  showAnswer(question, before, after, { target, scores }) {
    this.#heading.hidden = this.#question.hidden = this.#gradients.hidden = !question;
    this.#scores.hidden = !question || !this.#stack.hidden || scores === null;
    this.#choose.hidden = !question || question.kind === 'cosine';
    this.#difference.replaceChildren();
    if (!question) return;
    const { kind, name, against, minus, index } = question;
    this.#target = kind === 'cosine' ? `cos:${name}` : `${prefixes[kind]}${index}${minus < 0 ? '' : `-${minus}`}${placeIn(target)}`;
    const value = numberOf(question, question.before) + (before ? ` → ${numberOf(question, question.after)}` : '');
    say(this.#question, `${capital(questionWords(question))}: ${value}`);
    fill(
      this.#number,
      [
        ['logit', tr('logit')],
        ['log-probability', tr('log-probability')],
        ['probability', tr('probability')],
      ],
      kind,
    );
    const likely = before ?? after;
    this.#offerAgain = () => this.showAnswer(question, before, after, { target, scores });
    const others = [...this.#found.filter(({ id }) => !likely.some((one) => one.id === id)), ...likely].filter(
      ({ id }) => id !== index && id !== minus,
    );
    const rivals = [...(minus < 0 ? [] : [{ id: minus, text: against }]), ...others];
    const [, ...rivalNames] = shownApart([name, ...rivals.map(({ text }) => text)]);
    fillAtRest(
      this.#against,
      [['', tr('nothing')], ...rivals.map(({ id }, at) => /** @type {[string, string]} */ ([String(id), rivalNames[at]]))],
      minus < 0 ? '' : String(minus),
    );
    say(this.#gradients, target !== undefined ? tr('Gradients added: see relevance and gradient rollout') : tr('Add its gradients'));
    this.#gradients.disabled = target !== undefined;
    say(this.#scores, scores ? tr('Scores by intervention added: see Faithfulness') : tr('Add scores by intervention'));
    this.#scores.disabled = scores === true;
    if (!before) return;
    const either = new Map([...after, ...before].map(({ id, text }) => [id, text]));
    const ids = [...new Set([...before.slice(0, 3), ...after.slice(0, 3)].map(({ id }) => id))];
    const names = shownApart(ids.map((id) => either.get(id) ?? ''));
    const rows = ids.map((id, at) => {
      const was = before.find((one) => one.id === id);
      const is = after.find((one) => one.id === id);
      const share = (/** @type {import('../says.js').Answer | undefined} */ one) => (one ? percent(one.probability) : '–');
      return make(
        'tr',
        {},
        make('th', { scope: 'row', textContent: names[at] }),
        make('td', { textContent: share(was) }),
        make('td', { textContent: share(is) }),
      );
    });
    const change = unaskedChange(question, before, after);
    const [was, now] = change ? shownApart([change.was.text, change.now.text]) : [];
    const askBoth = () => change && this.#does.ask(`${prefixes[kind]}${change.was.id}-${change.now.id}${placeIn(target)}`);
    this.#difference.replaceChildren(
      ...(change
        ? [
            make('p', {
              className: 'changed',
              textContent: tr('The answer changed from “{}” to “{}”; the question does not ask about that.', was, now),
            }),
            make('button', { type: 'button', className: 'do', textContent: tr('Ask “{}” against “{}”', was, now), onclick: askBoth }),
          ]
        : []),
      make(
        'table',
        {},
        make(
          'tr',
          {},
          make('td'),
          make('th', { scope: 'col', textContent: tr('before') }),
          make('th', { scope: 'col', textContent: this.#changed() }),
        ),
        ...rows,
        make(
          'tr',
          {},
          make('th', { scope: 'row', textContent: tr('question') }),
          make('td', { textContent: numberOf(question, question.before) }),
          make('td', { textContent: numberOf(question, question.after) }),
        ),
      ),
      make('button', {
        type: 'button',
        className: 'do',
        textContent: tr('Compare with the run before'),
        title: tr('The same text without cuts and swap, as a column of Compare'),
        onclick: () => this.#does.beside(),
      }),
    );
  }

  /** What the answer after was run with. */
  #changed() {
    const hasCuts = this.#all.some(({ on }) => on);
    if (this.#swap.hidden) return tr('with the cuts');
    return hasCuts ? tr('with cuts and swap') : tr('with the swap');
  }

  /** Words that were searched can stand against the one that is asked about. @param {import('../says.js').Answer[]} found */
  offer(found) {
    this.#found = found;
    this.#offerAgain?.();
  }

  #add() {
    const [layer, head, from, to] = [this.#layer.value, this.#head.value, this.#from.value, this.#to.value];
    const kind = /** @type {Cut['kind']} */ (this.#kind.value);
    const front = this.#stack.hidden ? '' : this.#stack.value;
    const text = front + { edges: `${layer}:${head}:${from}>${to}`, head: `${layer}:${head}`, residual: `${layer}:${from}` }[kind];
    this.add([{ kind, text }]);
  }

  /** @returns {import('./list.js').Step} */
  #step = () => ({ all: this.#all.map((one) => ({ ...one })), rule: this.#rule });

  /** What the view itself undoes comes first. @param {KeyboardEvent} event */
  #undoByKey = (event) => {
    if (!this.root.isConnected) return document.removeEventListener('keydown', this.#undoByKey);
    const key = undoKey(event);
    if (!key || event.defaultPrevented || isWritten(event.target) || document.querySelector('dialog[open]')) return;
    const step = this.#steps.take(key !== 'Ctrl+z', this.#step());
    if (!step) return;
    event.preventDefault();
    this.#all = step.all;
    this.#rule = this.#how.value = step.rule;
    this.#go();
  };

  #run() {
    this.#steps.add(this.#last);
    this.#go();
  }

  #go() {
    this.#last = this.#step();
    this.#showList();
    this.#does.cut(
      this.#all.filter(({ on }) => on).map(({ cut }) => cut),
      this.#rule,
    );
  }

  #showList() {
    this.#list.replaceChildren(...this.#all.map((one) => this.#row(one)));
    this.#onlyHeads.hidden = this.#rule !== 'mean' || !this.#all.some(({ cut, on }) => on && cut.kind === 'edges');
  }

  /** @param {{cut: Cut, on: boolean}} one */
  #row(one) {
    const box = make('input', { type: 'checkbox', checked: one.on, onchange: () => ((one.on = box.checked), this.#run()) });
    const drop = make('button', {
      type: 'button',
      textContent: '×',
      'aria-label': tr('Remove this cut'),
      onclick: () => ((this.#all = this.#all.filter((other) => other !== one)), this.#run()),
    });
    return make(
      'li',
      {},
      make('label', {}, box, ' ', make('span', { textContent: cutWords(one.cut, this.#does.place().tokens, this.#does.place().stacks) })),
      drop,
    );
  }

  #show() {
    // Heads and residuals are of one of the two stacks.
    const isAcross = !this.#stack.hidden && this.#stack.value === 'C';
    for (const option of this.#kind.options) option.disabled = isAcross && option.value !== 'edges';
    if (isAcross) this.#kind.value = 'edges';
    this.#head.hidden = this.#kind.value === 'residual';
    this.#from.hidden = this.#kind.value === 'head';
    this.#to.hidden = this.#kind.value !== 'edges';
  }
}

/** @param {number} count */
const range = (count) => Array.from({ length: count }, (_, i) => i);
