// SPDX-License-Identifier: MIT
// @ts-check
// A lesson's step as elements next to the figure, or as a sheet below it. Answers and their effects last until the student leaves the step.
// In instructor mode nothing is judged before the answer is shown.

import { blocksOf, elementsOf } from './form/markup.js';
import { Controls } from './act/controls.js';
import { gripOf, isSmall, roomToAsk, setSheet } from './act/size.js';
import { answerGiven, answersTo, stepIsDone, stepsDone } from './act/progress.js';
import { Result } from './act/result.js';
import { Tasks } from './act/tasks.js';
import { lessonAfter } from './library.js';
import { tr, trCount } from '../base/language.js';
import { make } from '../base/elements.js';

/** @typedef {import('./form/read.js').Lesson} Lesson */

export class Player {
  #callbacks;
  #announce;
  #root;
  #title = make('h2', { id: 'lesson-title' });
  #progress = make('ol', { className: 'steps', 'aria-label': tr('Steps') });
  #where = make('p', { className: 'where' });
  #body = make('div', { className: 'body', tabIndex: 0, role: 'group', 'aria-label': tr('The step') });
  #heading = make('h3', { tabIndex: -1 });
  #footer = make('footer');
  #more = make('div', { className: 'more' });
  #before;
  #next;
  #return;
  #instructor;
  #class;
  /** Shows the codes of the open step. */
  #openClass = () => {};
  #fold;
  /** The lesson's source for its editor. */
  text = '';

  /** @param {import('./lessons.js').Lessons} callbacks @param {(text: string) => void} announce */
  constructor(callbacks, announce) {
    this.#callbacks = callbacks;
    this.#announce = announce;
    const button = (/** @type {string} */ id, /** @type {string} */ textContent, /** @type {() => void} */ onclick, more = {}) =>
      make('button', { 'data-id': id, textContent, onclick, ...more });
    this.#before = button('lesson-before', tr('Back'), () => callbacks.go(-1), { title: tr('Page Up') });
    this.#next = button('lesson-next', tr('Next'), () => callbacks.go(1), { className: 'primary', title: tr('Page Down') });
    this.#return = button('lesson-return', tr('Reset to this step'), () => callbacks.back(), {
      title: tr('Back to this step’s view (Backspace)'),
    });
    this.#instructor = button('lesson/instructor', tr('Instructor mode'), () => this.#toggleInstructor(), {
      title: tr('Answers stay hidden until revealed'),
    });
    this.#class = button('lesson/class', '', () => this.#openClass());
    this.#tellMode();
    this.#fold = button('lesson/fold', '', () => this.#toggleFold(), {
      className: 'fold',
      'aria-expanded': 'true',
      'aria-controls': 'lesson-body',
    });
    this.#body.id = 'lesson-body';
    const head = make('header');
    this.#root = make(
      'section',
      { className: 'lesson', 'aria-labelledby': 'lesson-title' },
      head,
      make('div', { className: 'progress' }, this.#where, this.#progress),
      this.#body,
      this.#footer,
    );
    this.#footer.append(this.#before, this.#next, this.#more);
    this.#more.append(
      this.#return,
      this.#instructor,
      this.#class,
      button('lesson/write', tr('Write'), () => void callbacks.write(), { title: tr('Edit this lesson, or write one') }),
    );
    head.append(
      gripOf(this.#root, head, () => this.#showFold(false)),
      this.#title,
      this.#fold,
      button('lesson/end', '×', () => callbacks.end(), { className: 'close', 'aria-label': tr('End lesson') }),
    );
    // Before the text version, so that Tab leads from the figure to the lesson.
    document.getElementById('mirror')?.before(this.#root);
    document.documentElement.setAttribute('data-lesson', '');
    this.#showFold(false);
  }

  close() {
    void this.#callbacks.pad(false);
    setSheet(NaN);
    roomToAsk(this.#root, this.#body);
    this.#root.remove();
    document.documentElement.removeAttribute('data-lesson');
    document.documentElement.removeAttribute('data-folded');
    this.#showHidden('');
  }

  wait() {
    this.#title.textContent ||= tr('Lesson');
    this.#body.replaceChildren(make('p', { className: 'muted', textContent: tr('Loading the lesson …') }));
  }

  /** @param {import('../base/problem.js').Problem[]} faults @param {string} text the faulty lesson, '' for none */
  fail(faults, text) {
    this.text = text;
    this.#showHidden('');
    this.#title.textContent = tr('This lesson can’t be shown');
    this.#where.textContent = '';
    this.#progress.replaceChildren();
    const line = (/** @type {import('../base/problem.js').Problem} */ { place, finding, remedy }) =>
      make('li', {}, place ? make('code', { textContent: place }) : '', make('span', { textContent: ` ${finding} ${remedy}` }));
    this.#footer.append(this.#more);
    this.#body.replaceChildren(make('ul', { className: 'faults', role: 'alert' }, ...faults.slice(0, 20).map(line)));
    if (faults.length > 20)
      this.#body.append(make('p', { textContent: trCount(faults.length - 20, 'and {} more|and {} more', faults.length - 20) }));
    for (const one of [this.#before, this.#next, this.#return]) one.disabled = true;
  }

  /** The views have changed since the step was entered. @param {boolean} changed */
  moved(changed) {
    this.#return.toggleAttribute('data-changed', changed);
  }

  /** @param {Lesson} lesson @param {number} index @param {string} problem shown above the step */
  show(lesson, index, problem) {
    const step = lesson.steps[index];
    const count = lesson.steps.length;
    const last = index === count - 1;
    const inside = this.#root.contains(document.activeElement);
    this.#title.textContent = lesson.title;
    this.#openClass = () => void this.#callbacks.classroom.open(lesson, index);
    this.#tellMode();
    this.#where.textContent = tr('Step {} of {}', index + 1, count);
    const done = stepsDone(lesson.id);
    this.#progress.replaceChildren(
      ...lesson.steps.map(({ title }, i) => {
        const name = tr('Step {}: {}', i + 1, title);
        const button = make('button', {
          'data-id': `lesson/step/${i}`,
          'aria-label': name,
          title: name,
          onclick: () => this.#callbacks.goTo(i),
        });
        if (i === index) button.setAttribute('aria-current', 'step');
        return make('li', { className: done.has(i) ? 'done' : '' }, button);
      }),
    );
    this.#heading = make('h3', { tabIndex: -1, textContent: step.title });
    this.#body.replaceChildren(
      ...(problem ? [make('p', { className: 'problem', role: 'alert', textContent: problem })] : []),
      this.#heading,
      ...blocksOf(step.text),
      ...this.#acts(lesson, index),
    );
    if (last && lesson.sources.length) {
      const sources = make('ul', { className: 'sources' }, ...lesson.sources.map((one) => make('li', {}, ...elementsOf(one))));
      this.#body.append(make('h4', { textContent: tr('Sources') }), sources);
    }
    if (last && lesson.steps.some(({ question }) => question)) this.#body.append(this.#result.elementOf(lesson));
    if (last) void this.#offerNext(lesson.id);
    (isSmall() ? this.#body : this.#footer).append(this.#more);
    this.#body.scrollTop = 0;
    roomToAsk(this.#root, this.#body, [...this.#body.querySelectorAll('fieldset > .row, .task .row')].at(-1));
    this.#before.disabled = index === 0;
    this.#return.disabled = false;
    this.#next.disabled = this.#return.disabled;
    this.#next.textContent = last ? tr('All lessons') : tr('Next');
    this.moved(false);
    // A user of the pointer keeps the figure's keys, which the step may teach. Its heading is announced instead.
    const pointed = inside && document.documentElement.classList.contains('pointed');
    if (pointed) document.getElementById('canvas')?.focus({ preventScroll: true });
    // A heading that gets the focus announces itself.
    const isSaid = !pointed && (inside || document.activeElement === document.body);
    if (isSaid) this.#heading.focus({ preventScroll: true });
    if (isSaid) this.#announce(tr('Step {} of {}', index + 1, count));
    else if (index > 0) this.#announce(tr('Step {} of {}: {}', index + 1, count, step.title));
    else this.#announce(tr('Step {} of {}: {}. Press Tab to reach it', index + 1, count, step.title));
  }

  /**
   * The tasks of a step, and the controls below them.
   * @param {Lesson} lesson @param {number} index @returns {HTMLElement[]}
   */
  #acts(lesson, index) {
    const step = lesson.steps[index];
    this.#controls = new Controls(step.act ? [step.act, ...step.change] : step.change, this.#callbacks.promptOf(index), {
      prompt: () => this.#callbacks.prompt,
      run: (prompt) => this.#callbacks.run(prompt),
      look: (view) => this.#callbacks.look(view),
      pad: () => this.#callbacks.pad(true),
      train: (step) => this.#callbacks.train(step),
      set: (setting, value) => this.#callbacks.set(setting, value),
      value: (setting) => this.#callbacks.value(setting),
    });
    const controls = this.#controls;
    const isHidden = step.hide !== '' && this.#callbacks.isHidden(index);
    this.#showHidden(isHidden ? step.hide : '');
    for (const one of controls.elements) one.hidden = isHidden || step.act !== null;
    const uncover = () => {
      this.#callbacks.uncover(index);
      this.#showHidden('');
    };
    this.#tasks = new Tasks(step, {
      look: (view) => this.#callbacks.look(view),
      isInstructor: () => this.#isInstructor,
      answered: () => {
        uncover();
        roomToAsk(this.#root, this.#body);
        for (const one of controls.elements) one.hidden = false;
      },
      losses: () => this.#callbacks.losses(),
      act: () => {
        uncover();
        return controls.act();
      },
      kept: answersTo(lesson.id, index),
      given: (more) => {
        answerGiven(lesson.id, index, more);
        this.#result.tell(lesson);
      },
      done: () => this.#done(lesson.id, index),
      gone: () => this.#heading.focus({ preventScroll: true }),
    });
    const tasks = this.#tasks;
    return [...tasks.elements, ...controls.elements];
  }
  /** @type {Controls | null} */
  #controls = null;
  /** @type {Tasks | null} */
  #tasks = null;
  #result = new Result(() => this.#callbacks.goTo(0));

  /** At the end of a lesson of this site, offers the next one. @param {string} id */
  async #offerNext(id) {
    const heading = this.#heading;
    const next = await lessonAfter(id).catch(() => undefined); // without a network, offers the list
    if (!next || heading !== this.#heading) return;
    const offer = make(
      'p',
      { className: 'next-lesson' },
      make('button', {
        'data-id': 'lesson/after',
        textContent: tr('Next lesson: {}', next.title),
        onclick: () => this.#callbacks.open(next.id),
      }),
    );
    const sources = this.#body.querySelector('h4');
    if (sources) sources.before(offer);
    else this.#body.append(offer);
  }

  /** The model's answers are in elements of their own (style.js). @param {string} hide as in Step */
  #showHidden(hide) {
    document.documentElement.toggleAttribute('data-hides-all', hide === 'all');
  }

  /** @param {string} id @param {number} step from 0 */
  #done(id, step) {
    stepIsDone(id, step);
    this.#progress.children[step]?.classList.add('done');
  }

  /** The student leaves a step. A step without a question is then done. @param {Lesson} lesson @param {number} index */
  left(lesson, index) {
    const { question, number } = lesson.steps[index];
    if (!question && !number) this.#done(lesson.id, index);
  }

  /** The views are at rest, so update controls and numbers. @param {import('./act/live.js').Live} live */
  follow(live) {
    this.#controls?.follow(live);
    this.#tasks?.seen(this.#callbacks.prompt);
    void live.refresh(this.#body);
  }

  get #isInstructor() {
    return this.#callbacks.classroom.isInstructor;
  }

  #tellMode() {
    this.#instructor.setAttribute('aria-pressed', String(this.#isInstructor));
    this.#class.textContent = this.#isInstructor ? tr('Class view') : tr('My code');
    this.#class.title = this.#isInstructor ? tr('Count the codes of a class') : tr('A code of your answers, for your instructor');
  }

  #toggleInstructor() {
    const on = !this.#isInstructor;
    this.#callbacks.classroom.isInstructor = on;
    this.#tellMode();
    this.#announce(on ? tr('Instructor mode, answers hidden until revealed') : tr('Instructor mode is off'));
  }

  #toggleFold() {
    this.#showFold(this.#fold.getAttribute('aria-expanded') === 'true');
  }

  /** @param {boolean} folded on a phone, shows only the sheet's buttons */
  #showFold(folded) {
    document.documentElement.toggleAttribute('data-folded', folded);
    this.#fold.setAttribute('aria-expanded', String(!folded));
    this.#fold.textContent = folded ? tr('Expand') : tr('Collapse');
  }
}
