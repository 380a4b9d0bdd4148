// SPDX-License-Identifier: MIT
// @ts-check
// The editor for lessons, next to the views. It has a step's fields, its errors, a button that copies the current view, and ways to save.
// The JSON is editable too and always equals the fields.

import { matrixAfter } from './act/live.js';
import { falseSums } from './form/arithmetic.js';
import { falseReferences, hasUnusual } from './references.js';
import { longestPacked, packed, tooLong } from './library.js';
import { readLesson } from './form/read.js';
import { StepForm } from './form/step_form.js';
import { dataMember, recorded, template } from './form/template.js';
import { copyText } from '../base/clipboard.js';
import { amount, tr, trCount } from '../base/language.js';
import { around, make } from '../base/elements.js';

export class Writer {
  #lessons;
  #services;
  #step;
  #area = make('textarea', { 'data-id': 'author/json', 'aria-label': tr('Lesson as JSON'), spellcheck: true });
  #faults = make('div', { role: 'status' });
  #note = make('p', { className: 'muted', role: 'status' });
  #title = make('input', { 'data-id': 'author/title', type: 'text', 'aria-label': tr('Lesson title') });
  #steps = make('select', { 'data-id': 'author/step', 'aria-label': tr('Step') });
  #remove = make('button', { 'data-id': 'author/remove-step', textContent: tr('Delete step'), onclick: () => this.#removeStep() });
  #form = new StepForm(() => this.#formChanged());
  /** The lesson in the text, while it is JSON with steps. @type {{title?: unknown, steps: import('./form/step_form.js').Step[]} | null} */
  #lesson = null;
  /** @type {HTMLElement | null} */
  #panel = null;
  #timer = 0;

  /**
   * @param {import('./lessons.js').Lessons} lessons @param {string} text of the current lesson, '' for none
   * @param {number} step the current step @param {import('./lessons.js').LessonServices} services
   */
  constructor(lessons, text, step, services) {
    this.#lessons = lessons;
    this.#services = services;
    this.#step = step;
    const { data, view } = recorded(lessons.seen);
    this.#area.value = text || draft.text || JSON.stringify(template(data, view), null, 2);
    this.#area.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => {
        this.#showForm();
        return this.#check();
      }, 250);
    });
    this.#steps.addEventListener('change', () => {
      this.#step = this.#steps.selectedIndex;
      this.#showForm();
    });
    this.#title.addEventListener('input', () => {
      if (!this.#lesson) return;
      this.#lesson.title = this.#title.value;
      this.#formChanged();
    });
  }

  show() {
    const button = (/** @type {string} */ id, /** @type {string} */ textContent, /** @type {() => unknown} */ onclick, className = '') =>
      make('button', { 'data-id': `author/${id}`, textContent, onclick, className });
    const panel = make(
      'section',
      { className: 'author', 'aria-labelledby': 'author-title' },
      make('h2', { id: 'author-title', tabIndex: -1, textContent: tr('Write a lesson') }),
      make(
        'p',
        { className: 'muted' },
        `${tr('Set up the views. They stay usable while you write.')} `,
        ...around(tr('See {} for the format.'), make('a', { href: 'lessons.html', target: '_blank', textContent: tr('Writing lessons') })),
      ),
      make('label', {}, make('span', { textContent: tr('Lesson title') }), this.#title),
      make('label', {}, make('span', { textContent: tr('Step') }), this.#steps),
      make(
        'div',
        { className: 'row' },
        button('take', tr('Use current view'), () => this.#take()),
        button('add-step', tr('Add step from current view'), () => this.#record()),
        this.#remove,
      ),
      this.#form.element,
      make('details', {}, make('summary', { 'data-id': 'author/all', textContent: tr('Full JSON') }), this.#area),
      this.#faults,
      make(
        'div',
        { className: 'row' },
        button('play', tr('Play'), () => this.#play(), 'primary'),
        button('download', tr('Download'), () => this.#download()),
        button('copy-link', tr('Copy link'), () => this.#link()),
        button('new', tr('New from template'), () => this.#fresh()),
      ),
      this.#note,
      button('close', '×', () => this.#close(), 'close'),
    );
    panel.querySelector('.close')?.setAttribute('aria-label', tr('Close'));
    // Keys typed here must not reach the page or the lesson. Escape returns to the figure.
    panel.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') document.getElementById('canvas')?.focus();
    });
    document.querySelector('.author')?.remove();
    document.getElementById('mirror')?.before(panel);
    document.documentElement.setAttribute('data-author', '');
    this.#panel = panel;
    this.#showForm();
    /** @type {HTMLElement | null} */ (panel.querySelector('h2'))?.focus();
    this.#check();
  }

  #close() {
    draft.text = this.#area.value;
    this.#panel?.remove();
    document.documentElement.removeAttribute('data-author');
    document.getElementById('canvas')?.focus({ preventScroll: true });
  }

  /** Updates the fields from the text. They wait while it is not JSON. */
  #showForm() {
    try {
      this.#lesson = JSON.parse(this.#area.value);
    } catch {
      this.#lesson = null;
    }
    const steps = Array.isArray(this.#lesson?.steps) ? this.#lesson.steps.filter((one) => typeof one === 'object' && one !== null) : [];
    const lesson = steps.length > 0 && steps.length === this.#lesson?.steps.length ? this.#lesson : null;
    const isWhole = lesson !== null;
    this.#lesson = lesson;
    for (const one of [this.#title, this.#steps]) one.disabled = !isWhole;
    this.#form.element.hidden = !isWhole;
    this.#remove.disabled = steps.length < 2;
    if (!lesson) return;
    this.#step = Math.min(Math.max(this.#step, 0), steps.length - 1);
    this.#title.value = String(lesson.title ?? '');
    this.#steps.replaceChildren(
      ...steps.map(({ title }, i) =>
        make('option', { textContent: tr('Step {}: {}', i + 1, String(title ?? '')), selected: i === this.#step }),
      ),
    );
    this.#form.show(steps[this.#step]);
  }

  #formChanged() {
    this.#area.value = JSON.stringify(this.#lesson, null, 2);
    const option = this.#steps.options[this.#step];
    if (option) option.textContent = tr('Step {}: {}', this.#step + 1, String(this.#lesson?.steps[this.#step].title ?? ''));
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#check(), 250);
  }

  /** The text was replaced, so update the fields and the errors. @param {object} lesson */
  #write(lesson) {
    this.#area.value = JSON.stringify(lesson, null, 2);
    this.#showForm();
    this.#check();
  }

  /** Copies the open data and views to the edited step. */
  #take() {
    if (!this.#lesson) return;
    const { data, view, travels } = recorded(this.#lessons.seen);
    const step = this.#lesson.steps[this.#step];
    const before = this.#lesson.steps
      .slice(0, this.#step)
      .map(({ data: own }) => own)
      .filter(Boolean)
      .pop();
    const own = dataMember(data);
    if (JSON.stringify(before) === JSON.stringify(own)) delete step.data;
    else step.data = own;
    step.view = view;
    this.#showNote(tr('Step {} has the current view.', this.#step + 1), travels);
    this.#write(this.#lesson);
  }

  /** Shows a text, and asks for a URL of the data if a link cannot name them. @param {string} text @param {boolean} travels */
  #showNote(text, travels) {
    const missing = travels ? '' : ` ${tr('The data are only on your device. Host the file and enter its "address".')}`;
    this.#note.textContent = text + missing;
  }

  #removeStep() {
    this.#lesson?.steps.splice(this.#step, 1);
    if (this.#lesson) this.#write(this.#lesson);
  }

  /** @returns {import('./form/read.js').Lesson | null} */
  #check() {
    const { lesson, faults: read } = readLesson(this.#area.value);
    const faults = lesson ? falseSums(JSON.parse(this.#area.value)) : read; // a wrong sum does not prevent playing
    this.#tell(faults, trCount(lesson?.steps.length ?? 0, 'No errors: {} step.|No errors: {} steps.'));
    if (lesson && faults.length === 0) void this.#hold(lesson);
    return lesson;
  }

  /** @param {import('../base/problem.js').Problem[]} faults @param {string} otherwise shown if there are none */
  #tell(faults, otherwise) {
    const line = (/** @type {import('../base/problem.js').Problem} */ { place, finding, remedy }) =>
      make('li', {}, make('code', { textContent: place }), ` ${finding} ${remedy}`);
    this.#faults.replaceChildren(
      faults.length
        ? make('ul', { className: 'faults' }, ...faults.slice(0, 8).map(line))
        : make('p', { className: 'muted', textContent: otherwise }),
    );
  }

  /** Compares the numbers in the text with the page's. @param {import('./form/read.js').Lesson} lesson */
  async #hold(lesson) {
    const text = this.#area.value;
    const surface = this.#services.surface();
    const { document: open, relativeFlow, settings } = surface.state;
    const { residual, start } = settings;
    /** @type {Map<string, Promise<number[][]>>} */
    const matrices = new Map();
    const matrix = (/** @type {string} */ method, /** @type {number} */ layer) => {
      const name = `${method} ${layer}`;
      if (!matrices.has(name))
        matrices.set(name, matrixAfter(surface, /** @type {import('../headwaters.d.ts').MethodName} */ (method), layer - 1));
      return /** @type {Promise<number[][]>} */ (matrices.get(name));
    };
    const { data } = recorded(this.#lessons.seen);
    const { faults, held, all } = await falseReferences(lesson, JSON.parse(text), {
      data,
      layers: open?.layers ?? 0,
      isRelative: relativeFlow,
      settings: { residual, start: start + 1 },
      isUsual: !hasUnusual(this.#lessons.seen, Object.keys(settings)),
      matrix,
      chance: this.#services.chance,
    });
    if (text !== this.#area.value || all === 0) return;
    this.#tell(
      faults,
      `${trCount(lesson.steps.length, 'No errors: {} step.|No errors: {} steps.')} ${tr('Numbers checked: {} of {}.', held, all)}`,
    );
  }

  #record() {
    let lesson;
    try {
      lesson = JSON.parse(this.#area.value);
    } catch {
      return this.#check();
    }
    if (!Array.isArray(lesson?.steps)) return this.#check();
    const { data, view, travels } = recorded(this.#lessons.seen);
    const before = lesson.steps
      .map((/** @type {import('./form/step_form.js').Step} */ { data: own }) => own)
      .filter(Boolean)
      .pop();
    const own = dataMember(data);
    const same = JSON.stringify(before) === JSON.stringify(own);
    lesson.steps.push({
      title: tr('Step {}', lesson.steps.length + 1),
      text: [tr('Describe the view.')],
      ...(same ? {} : { data: own }),
      view,
    });
    this.#step = lesson.steps.length - 1;
    this.#showNote(tr('Added as step {}.', lesson.steps.length), travels);
    this.#write(lesson);
    this.#area.scrollTop = this.#area.scrollHeight;
  }

  async #play() {
    const lesson = this.#check();
    if (!lesson) return;
    try {
      await this.#lessons.openText(this.#area.value, lesson.title, Math.min(this.#step, lesson.steps.length - 1));
      this.#close();
    } catch (error) {
      this.#note.textContent = /** @type {Error} */ (error).message;
    }
  }

  #download() {
    const { lesson } = readLesson(this.#area.value);
    const url = URL.createObjectURL(new Blob([this.#area.value], { type: 'application/json' }));
    make('a', { href: url, download: `${lesson?.id ?? 'lesson'}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    this.#note.textContent = lesson ? tr('Saved. Drop it here to play.') : tr('Saved, errors included.');
  }

  async #link() {
    if (!this.#check()) return;
    const reference = await packed(this.#area.value);
    if (reference.length > longestPacked) {
      this.#note.textContent = `${tooLong(reference)} ${tr('Host the file, then #lesson=ADDRESS opens it.')}`;
      return;
    }
    const link = `${location.href.replace(/#.*$/, '')}#v=1&lesson=${encodeURIComponent(reference)}&step=1`;
    this.#note.textContent = (await copyText(link))
      ? tr('Copied a link of {} characters with the lesson.', amount(link.length))
      : tr('The browser blocked copying.');
  }

  #fresh() {
    const { data, view } = recorded(this.#lessons.seen);
    this.#step = 0;
    this.#write(template(data, view));
  }
}

/** The last text, kept while the page is open. */
const draft = { text: '' };
