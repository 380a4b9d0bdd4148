// SPDX-License-Identifier: MIT
// @ts-check
// The tasks of a step: a question with answers, a number, hints. In instructor mode the verdict waits for *Show the answer*.

import { blocksOf, elementsOf } from '../form/markup.js';
import { inLanguage, tr } from '../../base/language.js';
import { make } from '../../base/elements.js';
import { recipeOf } from '../../model/run/recipe.js';
import { Question, verdict } from './question.js';

/** @typedef {import('../form/step.js').Step} Step */
/**
 * @typedef {object} Callbacks the effects of answers
 * @property {(view: string) => void} look @property {() => boolean} isInstructor
 * @property {() => void} answered an answer was given, right or wrong, or revealed, so the page shows the hidden parts
 * @property {() => number[]} losses of the open training, by step
 * @property {() => boolean} act runs the step's act, after which the page shows the hidden parts; true if the views already show the act
 * @property {import('./progress.js').Given} kept the student's earlier answers
 * @property {(more: Partial<import('./progress.js').Given>) => void} given receives new ones
 * @property {() => void} done the right answer is known @property {() => void} gone the button that had the focus is gone
 */

/** Parses a number in the usual notations: 0.455, 0,455, 45.5 %, 91/200. @param {string} text */
export function numberOf(text) {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  const fraction = /^(-?[\d.]+)\s*\/\s*([\d.]+)$/.exec(plain);
  if (fraction) return Number(fraction[1]) / Number(fraction[2]);
  const share = /^(-?[\d.]+)\s*%$/.exec(plain);
  return share ? Number(share[1]) / 100 : plain === '' ? NaN : Number(plain);
}

const isNear = (/** @type {number} */ given, /** @type {number} */ wanted, /** @type {number} */ tolerance) =>
  Math.abs(given - wanted) <= tolerance * (1 + 1e-9);

export class Tasks {
  #step;
  #callbacks;
  /** Functions that show the answers. @type {((isNew: boolean) => void)[]} */
  #showing = [];
  #reveal;
  #show;
  /** The views' last prompt at rest. */
  #shown = '';
  /** After the act, lets the student check once the figure has followed. @type {(() => void) | null} */
  #followed = null;
  /** @type {HTMLElement[]} */
  elements = [];

  /** @param {Step} step @param {Callbacks} callbacks */
  constructor(step, callbacks) {
    this.#step = step;
    this.#callbacks = callbacks;
    const asked = Boolean(step.question || step.number);
    this.#reveal = make('div', { className: 'reveal', hidden: true, tabIndex: -1 }, ...blocksOf(step.reveal));
    this.#show = make('button', {
      'data-id': 'lesson/show',
      className: 'show',
      textContent: asked ? tr('Show the answer') : tr('Show'),
      onclick: () => this.#showAll(),
    });
    if (step.question) this.elements.push(this.#question(step.question));
    if (step.number) this.elements.push(this.#number(step.number));
    if (step.hints.length) this.elements.push(this.#hints(step.hints));
    if (asked || step.reveal.length) this.elements.push(this.#show, this.#reveal);
    if (callbacks.kept.isShown) this.#showAnswers(false);
  }

  /** The views are at rest. @param {string} prompt the prompt in the views */
  seen(prompt) {
    const { kind, what } = this.#step.act ?? {};
    const isSeen = kind === 'train' ? recipeOf(prompt).step === Number(what) : kind === 'view' || prompt !== this.#shown;
    if (this.#followed && isSeen) {
      this.#followed();
      this.#followed = null;
    }
    this.#shown = prompt;
  }

  /** @param {boolean} isNew false if the student revealed them before a reload */
  #showAnswers(isNew) {
    for (const show of this.#showing) show(isNew);
    this.#callbacks.answered();
    this.#open();
  }

  #showAll() {
    if (this.#step.act && this.#callbacks.kept.choices.length === 0) this.#callbacks.act();
    this.#callbacks.given({ isShown: true });
    this.#showAnswers(true);
    if (this.#reveal.hidden) return this.#callbacks.gone();
    this.#reveal.focus({ preventScroll: true });
    this.#reveal.scrollIntoView({ block: 'nearest' });
  }

  /** The right answer is known. */
  #open() {
    this.#reveal.hidden = this.#step.reveal.length === 0;
    this.#show.hidden = true;
    this.#callbacks.done();
  }

  /** @param {NonNullable<Step['question']>} question */
  #question(question) {
    const { look, isInstructor, given, kept } = this.#callbacks;
    const shown = new Question(question, this.#step.act, {
      look,
      isInstructor,
      given,
      kept,
      judged: (isRight) => {
        this.#callbacks.answered();
        // After the act the student has seen the answer, and can still ask for the words.
        if (isRight || this.#step.act) this.#open();
        this.#show.hidden = isRight;
      },
      losses: this.#callbacks.losses,
      acts: (followed) => {
        this.#followed = followed;
        if (this.#callbacks.act()) followed();
      },
    });
    this.#showing.push((isNew) => shown.show(isNew));
    return shown.root;
  }

  /** @param {NonNullable<Step['number']>} number */
  #number({ ask, is, tolerance, says: words, wrong, view }) {
    const field = make('input', {
      'data-id': 'lesson/number',
      type: 'text',
      inputMode: 'decimal',
      autocomplete: 'off',
      size: 10,
      id: 'lesson-number',
    });
    const says = make('div', { className: 'says', role: 'status' });
    const tell = (/** @type {string} */ id, /** @type {string} */ text, /** @type {string[]} */ more = []) =>
      says.replaceChildren(verdict(id, text), ...blocksOf(more));
    const form = make(
      'form',
      { className: 'task', noValidate: true },
      make('label', { htmlFor: 'lesson-number' }, ...elementsOf(ask)),
      make('div', { className: 'row' }, field, make('button', { 'data-id': 'lesson/check', textContent: tr('Check') })),
      says,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const given = numberOf(field.value);
      if (Number.isNaN(given)) return says.replaceChildren(make('p', { textContent: tr('Enter a number such as 0.25, 1/4 or 25 %.') }));
      if (this.#callbacks.isInstructor())
        return says.replaceChildren(
          make('p', { textContent: tr('{}. The answer stays hidden until revealed.', inLanguage(String(given))) }),
        );
      if (isNear(given, is, tolerance)) {
        this.#callbacks.look(view);
        this.#callbacks.given({ number: field.value });
        tell('right', tr('Right: {}.', inLanguage(String(is))), words);
        this.#callbacks.answered();
        this.#open();
        return says.scrollIntoView({ block: 'nearest' });
      }
      // The likely mistake helps more than the direction of the error.
      if (this.#callbacks.kept.number === undefined) this.#callbacks.given({ isMissed: true });
      const known = wrong.find((one) => isNear(given, one.is, Math.min(tolerance, Math.abs(one.is - is) / 2)));
      if (given > is) tell('less', tr('Less than that.'), known?.says);
      else tell('more', tr('More than that.'), known?.says);
      says.scrollIntoView({ block: 'nearest' });
    });
    this.#showing.push((isNew) => {
      if (isNew) this.#callbacks.look(view);
      tell('shown', tr('The answer: {}.', inLanguage(String(is))), words);
    });
    const { number } = this.#callbacks.kept;
    if (number !== undefined) {
      field.value = number;
      tell('right', tr('Right: {}.', inLanguage(String(is))), words);
      this.#callbacks.answered();
      this.#open();
    }
    return form;
  }

  /** @param {string[]} hints */
  #hints(hints) {
    let shown = 0;
    const list = make('div', { role: 'status', tabIndex: -1 });
    const button = make('button', { 'data-id': 'lesson/hint', textContent: '' });
    const setText = () => {
      button.textContent = hints.length > 1 ? tr('Hint {} of {}', shown + 1, hints.length) : tr('Hint');
    };
    button.onclick = () => {
      list.append(...blocksOf([hints[shown]]));
      shown += 1;
      if (shown < hints.length) setText();
      else {
        list.focus({ preventScroll: true });
        button.remove();
      }
    };
    setText();
    return make('div', { className: 'hints' }, list, button);
  }
}
