// SPDX-License-Identifier: MIT
// @ts-check
// A question with answers. The student chooses one, runs the step's act if it has one, sees the figure change, and reads the verdict after
// *Check*.

import { around, make } from '../../base/elements.js';
import { tr } from '../../base/language.js';
import { measuredOf, Sketch } from './sketch.js';
import { blocksOf, elementsOf } from '../form/markup.js';

/** @typedef {import('../form/step.js').Step} Step */
/**
 * @typedef {Pick<import('./tasks.js').Callbacks, 'look' | 'isInstructor' | 'given' | 'kept' | 'losses'> & OwnCallbacks} QuestionCallbacks
 * @typedef {object} OwnCallbacks
 * @property {(isRight: boolean) => void} judged the student has read the verdict
 * @property {(followed: () => void) => void} acts runs the step's act, and calls back once the figure has followed
 */

/** @param {string} id @param {string} text */
export const verdict = (id, text) => make('p', { 'data-id': `verdict/${id}`, className: 'verdict', textContent: text });

export class Question {
  #answers;
  #callbacks;
  #says = make('div', { className: 'says', role: 'status', tabIndex: -1 });
  #radios;
  #labels;
  #check;
  #act;
  #sketch;
  root;

  /** @param {NonNullable<Step['question']>} question @param {Step['act']} act @param {QuestionCallbacks} callbacks */
  constructor({ text, answers, draw }, act, callbacks) {
    this.#answers = answers;
    this.#callbacks = callbacks;
    const name = `answer-${Math.random().toString(36).slice(2)}`;
    this.#radios = answers.map((_, i) => make('input', { 'data-id': `lesson/answer/${i}`, type: 'radio', name, value: String(i) }));
    this.#labels = answers.map((answer, i) => make('label', {}, this.#radios[i], make('span', {}, ...elementsOf(answer.text))));
    this.#check = make('button', {
      'data-id': 'lesson/judge',
      className: 'primary',
      textContent: tr('Check'),
      disabled: true,
      hidden: act !== null,
    });
    this.#act = make('button', { 'data-id': 'lesson/act', type: 'button', className: 'primary', disabled: true, hidden: !act });
    if (act) this.#act.append(...elementsOf(act.says));
    this.#sketch = draw && new Sketch(draw, callbacks.kept.drawn ?? null, (drawn) => callbacks.given({ drawn }));
    this.root = make(
      'form',
      { className: 'predict' },
      ...(this.#sketch ? [this.#sketch.root] : []),
      make(
        'fieldset',
        { className: 'question' },
        make('legend', {}, ...elementsOf(text)),
        ...this.#labels,
        make('p', { className: 'row' }, this.#act, this.#check),
        this.#says,
      ),
    );
    this.#listen();
    this.#restore();
  }

  #listen() {
    for (const radio of this.#radios)
      radio.addEventListener('change', () => {
        this.#mark(-1, false);
        this.#says.replaceChildren();
        this.#callbacks.given({ chosen: this.#chosen });
        this.#ready();
      });
    this.#act.onclick = () => {
      this.#acted();
      this.#lock(true);
      this.#check.disabled = true;
      this.#says.replaceChildren(make('p', { textContent: tr('Watch the figure change, then check your prediction.') }));
      this.#says.focus({ preventScroll: true });
      this.#callbacks.acts(() => {
        this.#check.disabled = false;
        if (document.activeElement === this.#says) this.#check.focus({ preventScroll: true });
        this.#compare();
      });
    };
    this.root.addEventListener('submit', (event) => {
      event.preventDefault();
      const at = this.#chosen;
      if (this.#callbacks.isInstructor())
        return this.#says.replaceChildren(make('p', { textContent: tr('Chosen. The answer stays hidden until revealed.') }));
      this.#callbacks.look(this.#answers[at].view);
      const { choices } = this.#callbacks.kept;
      choices.push(at);
      this.#callbacks.given({ choices, chosen: at });
      const isLost = document.activeElement === this.#check;
      this.#judge(at);
      if (isLost) this.#says.focus({ preventScroll: true });
    });
  }

  /** Restores the student's earlier answers. */
  #restore() {
    const { choices, chosen = choices.at(-1) ?? -1, isShown } = this.#callbacks.kept;
    if (!this.#radios[chosen]) return;
    this.#radios[chosen].checked = true;
    if (choices.length > 0 && !isShown && chosen === choices.at(-1)) this.#judge(chosen);
    else this.#ready();
  }

  get #chosen() {
    return this.#radios.findIndex(({ checked }) => checked);
  }

  /** @param {number} chosen -1 for none @param {boolean} isShown marks the right answer, whichever was chosen */
  #mark(chosen, isShown) {
    this.#labels.forEach((label, i) => {
      label.classList.toggle('right', this.#answers[i].right && (i === chosen || isShown));
      label.classList.toggle('wrong', i === chosen && !this.#answers[i].right);
    });
  }

  /** @param {boolean} on */
  #lock(on) {
    for (const radio of this.#radios) radio.disabled = on && !radio.checked;
  }

  /** The verdict will follow or is already shown. */
  #acted() {
    this.#act.hidden = true;
    this.#check.hidden = false;
  }

  /** There is a choice, but Enter must not skip the act. */
  #ready() {
    this.#act.disabled = false;
    this.#check.disabled = this.#check.hidden;
  }

  /** Puts the measured curve over the drawn one. After a reload the training is gone, so the curve is kept. */
  #compare() {
    if (!this.#sketch) return;
    const { kept, given, losses } = this.#callbacks;
    const measured = this.#sketch.judge(kept.measured ?? losses());
    const rounded = measuredOf(measured.map((loss) => Number(loss.toFixed(4))));
    if (!kept.measured && rounded) given({ measured: rounded });
  }

  /** @param {number} at */
  #judge(at) {
    this.#compare();
    const { right, says } = this.#answers[at];
    this.#acted();
    this.#lock(false);
    this.#check.disabled = true;
    this.#mark(at, false);
    this.#says.replaceChildren(right ? verdict('right', tr('Right.')) : verdict('wrong', tr('Not this one.')), ...blocksOf(says));
    this.#callbacks.judged(right);
    this.#says.scrollIntoView({ block: 'nearest' });
  }

  /** Shows the right answer. @param {boolean} isNew the figure shows it, too */
  show(isNew) {
    this.#acted();
    this.#compare();
    this.#lock(false);
    this.#mark(this.#chosen, true);
    const right = this.#answers.find((answer) => answer.right);
    if (!right) return;
    if (isNew) this.#callbacks.look(right.view);
    this.#says.replaceChildren(
      make('p', { 'data-id': 'verdict/shown', className: 'verdict' }, ...around(tr('The answer: {}'), elementsOf(right.text))),
      ...blocksOf(right.says),
    );
  }
}
