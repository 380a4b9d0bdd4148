// SPDX-License-Identifier: MIT
// @ts-check
// What a step asks: a question with answers, a number, hints, and what they lead to. An answer is judged at once, in the
// instructor's mode when it is shown.

import { blocksOf, elementsOf } from '../markup.js';
import { inLanguage, tr } from '../../boot/words.js';
import { around, make } from '../../mirror/elements.js';

/** @typedef {import('../form/step.js').Step} Step */
/**
 * @typedef {object} Does what answers lead to
 * @property {(view: string) => void} look @property {() => boolean} isInstructor
 * @property {() => void} answered something was answered, right or wrong, or shown: what was hidden is seen
 * @property {number[]} kept choices that were made before, the last of which stands @property {(choice: number) => void} given a choice was judged
 * @property {() => void} done the right answer is known @property {() => void} gone the button that had the keyboard is gone
 */

/** A number as people write it: 0.455, 0,455, 45.5 %, 91/200. @param {string} text */
export function numberOf(text) {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  const fraction = /^(-?[\d.]+)\s*\/\s*([\d.]+)$/.exec(plain);
  if (fraction) return Number(fraction[1]) / Number(fraction[2]);
  const share = /^(-?[\d.]+)\s*%$/.exec(plain);
  return share ? Number(share[1]) / 100 : plain === '' ? NaN : Number(plain);
}

const verdict = (/** @type {string} */ id, /** @type {string} */ text) =>
  make('p', { 'data-id': `verdict/${id}`, className: 'verdict', textContent: text });
const isNear = (/** @type {number} */ given, /** @type {number} */ wanted, /** @type {number} */ tolerance) =>
  Math.abs(given - wanted) <= tolerance * (1 + 1e-9);

export class Tasks {
  #step;
  #does;
  /** What shows the answers. @type {(() => void)[]} */
  #showing = [];
  #reveal;
  #show;
  /** @type {HTMLElement[]} */
  elements = [];

  /** @param {Step} step @param {Does} does */
  constructor(step, does) {
    this.#step = step;
    this.#does = does;
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
  }

  #showAll() {
    for (const show of this.#showing) show();
    this.#does.answered();
    this.#open();
    if (this.#reveal.hidden) return this.#does.gone();
    this.#reveal.focus({ preventScroll: true });
    this.#reveal.scrollIntoView({ block: 'nearest' });
  }

  /** The right answer is known. */
  #open() {
    this.#reveal.hidden = this.#step.reveal.length === 0;
    this.#show.hidden = true;
    this.#does.done();
  }

  /** @param {NonNullable<Step['question']>} question */
  #question({ text, answers }) {
    const says = make('div', { className: 'says', role: 'status' });
    const right = answers.findIndex((answer) => answer.right);
    /** @param {number} chosen -1: none @param {boolean} isShown the right one is marked, whatever was chosen */
    const mark = (chosen, isShown) =>
      labels.forEach((label, i) => {
        label.classList.toggle('right', answers[i].right && (i === chosen || isShown));
        label.classList.toggle('wrong', i === chosen && !answers[i].right);
      });
    const judge = (/** @type {number} */ chosen) => {
      mark(chosen, false);
      says.replaceChildren(
        answers[chosen].right ? verdict('right', tr('Right.')) : verdict('wrong', tr('Not this one.')),
        ...blocksOf(answers[chosen].says),
      );
      this.#does.answered();
      if (answers[chosen].right) this.#open();
      says.scrollIntoView({ block: 'nearest' });
    };
    const name = `answer-${Math.random().toString(36).slice(2)}`;
    const labels = answers.map((answer, i) => {
      const radio = make('input', { 'data-id': `lesson/answer/${i}`, type: 'radio', name, value: String(i) });
      radio.addEventListener('change', () => {
        if (this.#does.isInstructor())
          return says.replaceChildren(make('p', { textContent: tr('Chosen. The answer is shown when it is revealed.') }));
        this.#does.look(answer.view);
        this.#does.given(i);
        judge(i);
      });
      return make('label', {}, radio, make('span', {}, ...elementsOf(answer.text)));
    });
    const last = this.#does.kept.at(-1) ?? -1;
    if (answers[last]) {
      /** @type {HTMLInputElement} */ (labels[last].firstElementChild).checked = true;
      judge(last);
    }
    this.#showing.push(() => {
      mark(
        labels.findIndex((label) => /** @type {HTMLInputElement} */ (label.firstElementChild).checked),
        true,
      );
      this.#does.look(answers[right].view);
      says.replaceChildren(
        make('p', { 'data-id': 'verdict/shown', className: 'verdict' }, ...around(tr('The answer: {}'), elementsOf(answers[right].text))),
        ...blocksOf(answers[right].says),
      );
    });
    return make('fieldset', { className: 'question' }, make('legend', {}, ...elementsOf(text)), ...labels, says);
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
      if (Number.isNaN(given)) return says.replaceChildren(make('p', { textContent: tr('Write a number: 0.25, 1/4 or 25 %.') }));
      if (this.#does.isInstructor())
        return says.replaceChildren(
          make('p', { textContent: tr('{}. The answer is shown when it is revealed.', inLanguage(String(given))) }),
        );
      if (isNear(given, is, tolerance)) {
        this.#does.look(view);
        tell('right', tr('Right: {}.', inLanguage(String(is))), words);
        this.#does.answered();
        this.#open();
        return says.scrollIntoView({ block: 'nearest' });
      }
      // What was probably done says more than which way it is off.
      const known = wrong.find((one) => isNear(given, one.is, Math.min(tolerance, Math.abs(one.is - is) / 2)));
      if (given > is) tell('less', tr('Less than that.'), known?.says);
      else tell('more', tr('More than that.'), known?.says);
      says.scrollIntoView({ block: 'nearest' });
    });
    this.#showing.push(() => (this.#does.look(view), tell('shown', tr('The answer: {}.', inLanguage(String(is))), words)));
    return form;
  }

  /** @param {string[]} hints */
  #hints(hints) {
    let shown = 0;
    const list = make('div', { role: 'status', tabIndex: -1 });
    const button = make('button', { 'data-id': 'lesson/hint', textContent: '' });
    const say = () => (button.textContent = hints.length > 1 ? tr('Hint {} of {}', shown + 1, hints.length) : tr('Hint'));
    button.onclick = () => {
      list.append(...blocksOf([hints[shown]]));
      shown += 1;
      if (shown < hints.length) say();
      else list.focus({ preventScroll: true }), button.remove();
    };
    say();
    return make('div', { className: 'hints' }, list, button);
  }
}
