// SPDX-License-Identifier: MIT
// @ts-check
// The question and the list of cuts. Each cut can be switched off. Keys undo and redo changes.

import { QuestionControls } from './question_controls.js';
import { choose, select } from './fields.js';
import { isSame, listed, offered } from './list.js';
import { showCutMenu } from './menu.js';
import { OneCut } from './one_cut.js';
import { describeCut, describeSwap, strengthOf, withStrength } from './descriptions.js';
import { runText } from '../run/recipe.js';
import { tr } from '../../base/language.js';
import { make, setText } from '../../base/elements.js';

/** @typedef {import('../run/recipe.js').Cut} Cut */
/** @typedef {import('../run/recipe.js').Rule} Rule */
/** @typedef {import('../run/recipe.js').Recipe} Recipe */
/** @typedef {import('./one_cut.js').Place} Place */
/**
 * @typedef {object} OwnCallbacks
 * @property {(cuts: Cut[], rule: Rule) => void} cut runs again with these cuts
 * @property {() => Place} place
 * @property {(waits: (isWaiting: boolean) => void) => (() => void)} point cuts the part of the figure under the next press; the result
 * cancels it
 */
/** @typedef {OwnCallbacks & import('./question_controls.js').Callbacks & Pick<import('../open/acts.js').Acts, 'again'>} Callbacks */

/** If there are more cuts, the text next to the answer gives only their number. */
const mostNamed = 3;

export class Cuts {
  #callbacks;
  /** All cuts of the list, active or not. @type {{cut: Cut, on: boolean}[]} */
  #all = [];
  /** @type {Rule} */
  #rule = 'zero';
  /** The run without cuts that the list belongs to. */
  #of = '';
  /** The list for the last text with cuts. It is offered again when the user types another text. @type {{all: {cut: Cut, on: boolean}[], tokens: string[]}} */
  #made = { all: [], tokens: [] };
  #asked;
  #one;
  #swapped = make('span');
  /** How strong the swap is. The answer follows while it moves. */
  #strength = make('input', {
    'data-id': 'cuts/strength',
    type: 'range',
    min: -4,
    max: 4,
    step: 0.25,
    'aria-label': tr('Strength of the swap'),
    title: tr('How often the difference between the two texts is added. 1 copies the other text’s activation.'),
    oninput: () => this.#steer(false),
    onchange: () => this.#steer(true),
  });
  #swap = make(
    'p',
    { className: 'swap', hidden: true },
    this.#swapped,
    ' ',
    make('button', {
      'data-id': 'cuts/undo-swap',
      type: 'button',
      textContent: '×',
      'aria-label': tr('Undo the swap'),
      onclick: () => this.#callbacks.again({ swap: undefined }),
    }),
    make('label', { className: 'strength' }, tr('Strength'), ' ', this.#strength),
  );
  /** @type {Recipe['swap']} */
  #ofSwap;
  #onlyHeads = make('p', {
    'data-id': 'cuts/only-heads',
    className: 'muted',
    hidden: true,
    textContent: tr('Only heads have a mean. The other weights in this list are set to 0.'),
  });
  #list = make('ul', { className: 'cuts' });
  #how = select('cuts/rule', tr('Rule'), [
    ['zero', tr('weight to zero')],
    ['renormalise', tr('score to minus infinity')],
    ['mean', tr('heads to their mean')],
  ]);
  #point = make('button', { 'data-id': 'cuts/point', type: 'button', className: 'do', 'aria-pressed': 'false' });
  /** @type {(() => void) | null} */
  #giveUp = null;

  /** @param {Callbacks} callbacks */
  constructor(callbacks) {
    this.#callbacks = callbacks;
    this.#asked = new QuestionControls(callbacks);
    this.#one = new OneCut(
      () => callbacks.place(),
      (cut) => this.add([cut]),
    );
    this.#how.onchange = () => {
      this.#rule = /** @type {Rule} */ (this.#how.value);
      if (this.#all.some(({ on }) => on)) this.#run();
    };
    const waits = (/** @type {boolean} */ isWaiting) => {
      this.#point.setAttribute('aria-pressed', String(isWaiting));
      setText(this.#point, isWaiting ? tr('Click or tap a cell, edge, head or token …') : tr('Pick it in the figure'));
      if (!isWaiting) this.#giveUp = null;
    };
    this.#point.onclick = () => {
      if (this.#giveUp) this.#giveUp();
      else this.#giveUp = callbacks.point(waits);
    };
    waits(false);
    this.title = [this.#asked.title, this.#asked.banner];
    this.question = make('section', { className: 'question-panel' }, ...this.#asked.parts);
    this.root = make(
      'section',
      { className: 'question-panel' },
      this.#point,
      this.#one.root,
      make('div', { className: 'choose' }, this.#how),
      this.#onlyHeads,
      this.#list,
      this.#swap,
      make('p', {
        className: 'muted',
        textContent: tr('Zero leaves the rest of the row unchanged, and minus infinity scales it up. The model was not trained with cuts.'),
      }),
    );
  }

  /**
   * The current run, from the list, a link, or the browser's Back.
   * @param {import('../run/parts.js').ShownRun & {before?: {answers: import('../run/answers.js').Answer[]} | null, replaced?: import('../run/answers.js').Answer[] | null}} run
   * replaced: the answers before a word was replaced
   * @param {Place} place the possible targets of cuts, with the selected one @param {boolean} hasScores the model can compute scores
   */
  showRun({ recipe, says, question, before, replaced }, place, hasScores) {
    this.#one.set(place);
    this.#set(recipe, place);
    this.#setSwap(recipe.swap);
    this.#asked.show(question, before?.answers ?? null, says.answers, {
      target: recipe.target,
      scores: hasScores && !this.#one.translates ? recipe.scores !== undefined : null,
      replaced: replaced ?? null,
      changed: () => (!before && replaced ? tr('with this text') : this.#changed()),
      cut: () => this.#cut(),
    });
  }

  /** @param {Recipe} recipe @param {Place} place */
  #set(recipe, { tokens, stacks }) {
    const of = runText({ ...recipe, cuts: undefined, rule: undefined });
    const { cuts = [], rule = this.#rule } = recipe;
    const isOther = of !== this.#of;
    this.#all = listed(!isOther ? this.#all : stacks ? [] : offered(this.#made.all, this.#made.tokens, tokens), cuts);
    if (!isOther || cuts.length > 0) this.#made = { all: this.#all, tokens };
    this.#of = of;
    this.#rule = rule;
    choose(this.#how, rule);
    this.#showList();
  }

  /** Adds cuts and runs again. @param {Cut[]} cuts @param {Rule} [rule] the rule of the measurement, default: the current one */
  add(cuts, rule = this.#rule) {
    const fresh = cuts.filter((cut) => !this.#all.some((one) => one.on && isSame(one.cut, cut)));
    if (fresh.length === 0 && rule === this.#rule) return;
    this.#how.value = rule;
    this.#rule = rule;
    this.#all = this.#all.filter(({ cut }) => !fresh.some((one) => isSame(one, cut)));
    this.#all.push(...fresh.map((cut) => ({ cut, on: true })));
    this.#run();
  }

  /** Adds these cuts, or removes them if they are active. @param {{cuts: Cut[], rule?: Rule}} choice as in the menu */
  toggle({ cuts, rule }) {
    const isIn = (/** @type {Cut} */ cut) => this.#all.some((one) => one.on && isSame(one.cut, cut));
    if (!cuts.every(isIn)) return this.add(cuts, rule);
    this.#all = this.#all.filter(({ cut }) => !cuts.some((one) => isSame(one, cut)));
    this.#run();
  }

  /** Shows the activations that come from another text's run. @param {{text: string, places: string} | undefined} swap */
  #setSwap(swap) {
    this.#swap.hidden = !swap;
    this.#ofSwap = swap;
    if (!swap) return;
    setText(this.#swapped, tr('Copied from “{}”: {}', swap.text, describeSwap(swap.places, this.#callbacks.place().tokens)));
    const strength = String(strengthOf(swap.places));
    if (this.#strength.value !== strength) this.#strength.value = strength;
  }

  /** @param {boolean} settled false while the slider moves */
  #steer(settled) {
    const swap = this.#ofSwap;
    if (!swap) return;
    const places = withStrength(swap.places, Number(this.#strength.value));
    this.#callbacks.again({ swap: { ...swap, places } }, {}, settled);
  }

  /**
   * Opens the menu of cuts at a place.
   * @param {import('./menu.js').Pointed} place @param {{minimumCut: import('./menu.js').Callbacks['minimumCut'], note: () => void}} callbacks
   */
  showMenu(place, callbacks) {
    const { layers, heads, tokens, stacks, letter } = this.#callbacks.place();
    const stack = stacks && letter && { letter, stack: stacks[letter] };
    showCutMenu({ place, layers, heads, tokens, ...stack }, { ...callbacks, cut: (cuts, rule) => this.add(cuts, rule) });
  }

  /** Adds searched words to the question's menus. @param {import('../run/answers.js').Answer[]} found */
  offer(found) {
    this.#asked.offer(found);
  }

  /** The names of the active cuts. '' for none or too many. */
  #cut() {
    const { tokens, stacks } = this.#callbacks.place();
    const names = this.#all.filter(({ on }) => on).map(({ cut }) => describeCut(cut, tokens, stacks));
    return names.length > 0 && names.length <= mostNamed ? tr('Cut: {}.', names.join('; ')) : '';
  }

  /** Describes the change in the later run. */
  #changed() {
    const hasCuts = this.#all.some(({ on }) => on);
    if (this.#swap.hidden) return tr('with the cuts');
    return hasCuts ? tr('with cuts and swap') : tr('with the swap');
  }

  #run() {
    this.#showList();
    this.#callbacks.cut(
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
    const box = make('input', {
      type: 'checkbox',
      checked: one.on,
      onchange: () => {
        one.on = box.checked;
        this.#run();
      },
    });
    const drop = make('button', {
      type: 'button',
      textContent: '×',
      'aria-label': tr('Undo this cut'),
      onclick: () => {
        this.#all = this.#all.filter((other) => other !== one);
        this.#run();
      },
    });
    return make(
      'li',
      {},
      make(
        'label',
        {},
        box,
        ' ',
        make('span', { textContent: describeCut(one.cut, this.#callbacks.place().tokens, this.#callbacks.place().stacks) }),
      ),
      drop,
    );
  }
}
