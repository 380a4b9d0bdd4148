// SPDX-License-Identifier: MIT
// @ts-check
// A lesson's step as elements beside the figure, or as a sheet below it. Answers and their consequences are
// kept until the step is left; in the instructor's mode nothing is judged before it is revealed.

import { blocksOf, elementsOf } from './markup.js';
import { inLanguage, tr, trCount } from '../boot/words.js';
import { around, make } from '../mirror/elements.js';

/** @typedef {import('./read.js').Lesson} Lesson */
/** @typedef {import('./read.js').Step} Step */

/** A number as people write it: 0.455, 0,455, 45.5 %, 91/200. @param {string} text */
export function numberOf(text) {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  const fraction = /^(-?[\d.]+)\s*\/\s*([\d.]+)$/.exec(plain);
  if (fraction) return Number(fraction[1]) / Number(fraction[2]);
  const share = /^(-?[\d.]+)\s*%$/.exec(plain);
  return share ? Number(share[1]) / 100 : plain === '' ? NaN : Number(plain);
}

export class Player {
  #does;
  #announce;
  #root;
  #title = make('h2', { id: 'lesson-title' });
  #progress = make('ol', { className: 'steps', 'aria-label': tr('Steps') });
  #where = make('p', { className: 'where' });
  #body = make('div', { className: 'body', tabIndex: 0, role: 'group', 'aria-label': tr('The step') });
  #heading = make('h3', { tabIndex: -1 });
  #before;
  #next;
  #return;
  #instructor;
  #fold;
  /** The lesson's own text, for whoever changes it. */
  text = '';

  /** @param {import('./lessons.js').Lessons} does @param {(text: string) => void} announce */
  constructor(does, announce) {
    this.#does = does;
    this.#announce = announce;
    const button = (/** @type {string} */ textContent, /** @type {() => void} */ onclick, more = {}) => make('button', { textContent, onclick, ...more });
    this.#before = button(tr('Back'), () => does.go(-1), { title: tr('Page Up') });
    this.#next = button(tr('Next'), () => does.go(1), { className: 'primary', title: tr('Page Down') });
    this.#return = button(tr('As the step has it'), () => does.back(), { title: tr('Back to the views of this step: Backspace') });
    this.#instructor = button(tr('Instructor’s mode'), () => this.#toggleInstructor(), { title: tr('Answers stay hidden until they are revealed'), 'aria-pressed': 'false' });
    this.#fold = button('', () => this.#toggleFold(), { className: 'fold', 'aria-expanded': 'true', 'aria-controls': 'lesson-body' });
    this.#body.id = 'lesson-body';
    this.#root = make('section', { className: 'lesson', 'aria-labelledby': 'lesson-title' },
      make('header', {}, this.#title, this.#fold, button('×', () => does.end(), { className: 'close', 'aria-label': tr('End the lesson') })),
      make('div', { className: 'progress' }, this.#where, this.#progress),
      this.#body,
      make('footer', {}, this.#before, this.#next,
        make('div', { className: 'more' }, this.#return, this.#instructor, button(tr('Write'), () => void does.write(), { title: tr('Change this lesson, or write one') }))));
    // Before the text version, so that Tab leads from the figure to the lesson.
    document.getElementById('mirror')?.before(this.#root);
    document.documentElement.setAttribute('data-lesson', '');
    this.#showFold(false);
  }

  close() {
    this.#root.remove();
    document.documentElement.removeAttribute('data-lesson');
    document.documentElement.removeAttribute('data-folded');
  }

  wait() {
    this.#title.textContent ||= tr('Lesson');
    this.#body.replaceChildren(make('p', { className: 'muted', textContent: tr('The lesson is being fetched …') }));
  }

  /** @param {import('../boot/problem.js').Problem[]} faults @param {string} text the lesson that has them, '' if there is none */
  fail(faults, text) {
    this.text = text;
    this.#title.textContent = tr('This lesson cannot be shown');
    this.#where.textContent = '';
    this.#progress.replaceChildren();
    const line = (/** @type {import('../boot/problem.js').Problem} */ { place, finding, remedy }) =>
      make('li', {}, place ? make('code', { textContent: place }) : '', make('span', { textContent: ` ${finding} ${remedy}` }));
    this.#body.replaceChildren(make('ul', { className: 'faults', role: 'alert' }, ...faults.slice(0, 20).map(line)));
    if (faults.length > 20) this.#body.append(make('p', { textContent: trCount(faults.length - 20, 'and {} more|and {} more', faults.length - 20) }));
    for (const one of [this.#before, this.#next, this.#return]) one.disabled = true;
  }

  /** The views have been changed since the step was entered. @param {boolean} changed */
  moved(changed) {
    this.#return.toggleAttribute('data-changed', changed);
  }

  /** @param {Lesson} lesson @param {number} index @param {string} problem said above the step */
  show(lesson, index, problem) {
    const step = lesson.steps[index];
    const count = lesson.steps.length;
    const last = index === count - 1;
    const inside = this.#root.contains(document.activeElement);
    this.#revealing = [];
    this.#title.textContent = lesson.title;
    this.#where.textContent = tr('Step {} of {}', index + 1, count);
    this.#progress.replaceChildren(...lesson.steps.map(({ title }, i) => {
      const name = tr('Step {}: {}', i + 1, title);
      const button = make('button', { 'aria-label': name, title: name, onclick: () => this.#does.goTo(i) });
      if (i === index) button.setAttribute('aria-current', 'step');
      return make('li', { className: i < index ? 'done' : '' }, button);
    }));
    this.#heading = make('h3', { tabIndex: -1, textContent: step.title });
    this.#body.replaceChildren(...(problem ? [make('p', { className: 'problem', role: 'alert', textContent: problem })] : []), this.#heading, ...blocksOf(step.text), ...this.#tasks(step));
    if (last && lesson.sources.length) {
      const sources = make('ul', { className: 'sources' }, ...lesson.sources.map((one) => make('li', {}, ...elementsOf(one))));
      this.#body.append(make('h4', { textContent: tr('Sources') }), sources);
    }
    this.#body.scrollTop = 0;
    this.#before.disabled = index === 0;
    this.#next.disabled = this.#return.disabled = false;
    this.#next.textContent = last ? tr('All lessons') : tr('Next');
    this.moved(false);
    // A heading that gets the keyboard says itself.
    const isSaid = inside || document.activeElement === document.body;
    if (isSaid) this.#heading.focus({ preventScroll: true });
    if (isSaid) this.#announce(tr('Step {} of {}', index + 1, count));
    else if (index > 0) this.#announce(tr('Step {} of {}: {}', index + 1, count, step.title));
    else this.#announce(tr('Step {} of {}: {}. Tab leads to it', index + 1, count, step.title));
  }

  /** Question, number, hints, and what they lead to. @param {Step} step @returns {HTMLElement[]} */
  #tasks(step) {
    const reveal = make('div', { className: 'reveal', hidden: true, tabIndex: -1 }, ...blocksOf(step.reveal));
    const asked = Boolean(step.question || step.number);
    const parts = [];
    const open = (/** @type {boolean} */ focus) => {
      reveal.hidden = step.reveal.length === 0;
      show.hidden = true;
      if (!focus) return;
      // The button that had the keyboard is gone.
      (reveal.hidden ? this.#heading : reveal).focus({ preventScroll: true });
      if (!reveal.hidden) reveal.scrollIntoView({ block: 'nearest' });
    };
    const show = make('button', { className: 'show', textContent: asked ? tr('Show the answer') : tr('Show'), onclick: () => (this.#revealing.forEach((one) => one()), open(true)) });
    if (step.question) parts.push(this.#question(step.question, open));
    if (step.number) parts.push(this.#number(step.number, open));
    if (step.hints.length) parts.push(this.#hints(step.hints));
    if (asked || step.reveal.length) parts.push(show, reveal);
    return parts;
  }

  /** What shows which answer was right, where nothing was chosen. @type {(() => void)[]} */
  #revealing = [];

  /** @param {NonNullable<Step['question']>} question @param {(focus: boolean) => void} open */
  #question({ text, answers }, open) {
    const says = make('div', { className: 'says', role: 'status' });
    const judge = (/** @type {number} */ chosen) => {
      labels.forEach((label, i) => label.classList.toggle('right', answers[i].right && (i === chosen || this.#revealed(says))));
      labels.forEach((label, i) => label.classList.toggle('wrong', i === chosen && !answers[i].right));
      const { right, says: words } = answers[chosen];
      says.replaceChildren(make('p', { className: 'verdict', textContent: right ? tr('Right.') : tr('Not this one.') }), ...blocksOf(words));
      if (right) open(false);
    };
    const name = `answer-${Math.random().toString(36).slice(2)}`;
    const labels = answers.map((answer, i) => {
      const radio = make('input', { type: 'radio', name, value: String(i) });
      radio.addEventListener('change', () => {
        this.#does.look(answer.view);
        if (!this.#isInstructor) judge(i);
        else says.replaceChildren(make('p', { textContent: tr('Chosen. The answer is shown when it is revealed.') }));
      });
      return make('label', {}, radio, make('span', {}, ...elementsOf(answer.text)));
    });
    this.#revealing = [() => {
      const chosen = labels.findIndex((label) => /** @type {HTMLInputElement} */ (label.firstElementChild).checked);
      const right = answers.findIndex((answer) => answer.right);
      says.dataset.revealed = '';
      judge(chosen >= 0 ? chosen : right);
      if (chosen < 0) says.replaceChildren(make('p', { className: 'verdict' }, ...around(tr('The answer: {}'), elementsOf(answers[right].text))), ...blocksOf(answers[right].says));
    }];
    return make('fieldset', { className: 'question' }, make('legend', {}, ...elementsOf(text)), ...labels, says);
  }

  /** @param {HTMLElement} says */
  #revealed(says) {
    return says.dataset.revealed !== undefined;
  }

  /** @param {NonNullable<Step['number']>} number @param {(focus: boolean) => void} open */
  #number({ ask, is, tolerance, says: words, view }, open) {
    const field = make('input', { type: 'text', inputMode: 'decimal', autocomplete: 'off', size: 10, id: 'lesson-number' });
    const says = make('div', { className: 'says', role: 'status' });
    const right = () => (this.#does.look(view), says.replaceChildren(make('p', { className: 'verdict', textContent: tr('Right: {}.', inLanguage(String(is))) }), ...blocksOf(words)), open(false));
    const form = make('form', { className: 'task', noValidate: true }, make('label', { htmlFor: 'lesson-number' }, ...elementsOf(ask)), make('div', { className: 'row' }, field, make('button', { textContent: tr('Check') })), says);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const given = numberOf(field.value);
      if (Number.isNaN(given)) says.replaceChildren(make('p', { textContent: tr('Write a number: 0.25, 1/4 or 25 %.') }));
      else if (this.#isInstructor) says.replaceChildren(make('p', { textContent: tr('{}. The answer is shown when it is revealed.', inLanguage(String(given))) }));
      else if (Math.abs(given - is) <= tolerance * (1 + 1e-9)) right();
      else says.replaceChildren(make('p', { className: 'verdict', textContent: given > is ? tr('Less than that.') : tr('More than that.') }));
    });
    this.#revealing = [...this.#revealing, () => (this.#does.look(view), says.replaceChildren(make('p', { className: 'verdict', textContent: tr('The answer: {}.', inLanguage(String(is))) }), ...blocksOf(words)))];
    return form;
  }

  /** @param {string[]} hints */
  #hints(hints) {
    let shown = 0;
    const list = make('div', { role: 'status', tabIndex: -1 });
    const button = make('button', { textContent: '' });
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

  get #isInstructor() {
    return this.#instructor.getAttribute('aria-pressed') === 'true';
  }

  #toggleInstructor() {
    const on = !this.#isInstructor;
    this.#instructor.setAttribute('aria-pressed', String(on));
    this.#announce(on ? tr('Instructor’s mode: answers are hidden until they are revealed') : tr('Instructor’s mode is off'));
  }

  #toggleFold() {
    this.#showFold(this.#fold.getAttribute('aria-expanded') === 'true');
  }

  /** @param {boolean} folded a phone's sheet shows its buttons alone */
  #showFold(folded) {
    document.documentElement.toggleAttribute('data-folded', folded);
    this.#fold.setAttribute('aria-expanded', String(!folded));
    this.#fold.textContent = folded ? tr('Read') : tr('Fold');
  }
}
