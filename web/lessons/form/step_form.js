// SPDX-License-Identifier: MIT
// @ts-check
// A step of a lesson as fields for an author's most frequent edits. Other members (numbers, controls, views of answers) are kept and can be
// edited as JSON.

import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** @typedef {{text: string, right?: boolean, says?: unknown, view?: unknown}} Answer */
/** @typedef {{title?: string, text?: unknown, hide?: string, view?: unknown, data?: unknown, question?: {text?: string, answers?: Answer[]}, reveal?: unknown}} Step */

/** Paragraphs separated by empty lines. A list's points begin with "- ". @param {unknown} blocks */
export function paragraphsText(blocks) {
  if (!Array.isArray(blocks)) return '';
  return blocks.map((block) => (Array.isArray(block) ? block.map((point) => `- ${point}`).join('\n') : String(block))).join('\n\n');
}

/** The inverse. Lines that do not begin a point belong to the previous paragraph. @param {string} text @returns {(string | string[])[]} */
export function blocksFrom(text) {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => {
      const lines = block.split('\n').map((line) => line.trim());
      return lines.every((line) => line.startsWith('- ')) ? lines.map((line) => line.slice(2).trim()) : lines.join(' ');
    });
}

/** Sets a member, or deletes it if the value is empty. @param {Record<string, unknown>} object @param {string} name @param {unknown} value */
function put(object, name, value) {
  const isNothing = value === '' || (Array.isArray(value) && value.length === 0);
  if (isNothing) delete object[name];
  else object[name] = value;
}

export class StepForm {
  element = make('div', { className: 'step-form' });
  #changed;
  /** @param {() => void} changed called after an edit */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Fields that edit the step. @param {Step} step */
  show(step) {
    const answers = make('div', { className: 'answers' });
    this.element.replaceChildren(
      this.#field('step-title', tr('Step title'), step.title ?? '', (text) => {
        step.title = text;
      }),
      this.#field(
        'text',
        tr('Text (empty line between paragraphs)'),
        paragraphsText(step.text),
        (text) => {
          step.text = blocksFrom(text);
        },
        5,
      ),
      this.#hide(step),
      this.#field('question', tr('Question for the student to predict'), step.question?.text ?? '', (text) =>
        this.#ask(step, text, answers),
      ),
      answers,
      this.#field('reveal', tr('Shown after the answer'), paragraphsText(step.reveal), (text) => put(step, 'reveal', blocksFrom(text)), 3),
    );
    this.#showAnswers(step, answers);
  }

  /** @param {string} id @param {string} label @param {string} value @param {(text: string) => void} write @param {number} [rows] */
  #field(id, label, value, write, rows = 0) {
    const input = rows
      ? make('textarea', { 'data-id': `author/${id}`, rows, value, spellcheck: true })
      : make('input', { 'data-id': `author/${id}`, type: 'text', value });
    input.addEventListener('input', () => {
      write(input.value);
      this.#changed();
    });
    return make('label', {}, make('span', { textContent: label }), input);
  }

  /** @param {Step} step */
  #hide(step) {
    const choices = [
      ['', tr('nothing')],
      ['results', tr('results of raw attention')],
      ['all', tr('all values and model answers')],
    ];
    const select = make(
      'select',
      { 'data-id': 'author/hide' },
      ...choices.map(([value, textContent]) => make('option', { value, textContent, selected: value === (step.hide ?? '') })),
    );
    select.addEventListener('change', () => {
      put(step, 'hide', select.value);
      this.#changed();
    });
    return make('label', {}, make('span', { textContent: tr('Hidden until answered') }), select);
  }

  /** A question has at least two answers, one of them right. @param {Step} step @param {string} text @param {HTMLElement} answers */
  #ask(step, text, answers) {
    if (text && !step.question) step.question = { text, answers: [{ text: tr('This'), right: true }, { text: tr('That') }] };
    else if (step.question && text) step.question.text = text;
    else delete step.question;
    if (answers.childElementCount === 0 || !step.question) this.#showAnswers(step, answers);
  }

  /** @param {Step} step @param {HTMLElement} box */
  #showAnswers(step, box) {
    const { answers } = step.question ?? {};
    if (!Array.isArray(answers)) return box.replaceChildren();
    const again = () => {
      this.#showAnswers(step, box);
      this.#changed();
    };
    const rows = answers.map((answer, i) => {
      const right = make('input', {
        'data-id': `author/answer/${i}/right`,
        type: 'radio',
        name: 'right-answer',
        checked: answer.right === true,
        'aria-label': tr('Answer {} is right', i + 1),
      });
      right.addEventListener('change', () => {
        for (const one of answers) delete one.right;
        answer.right = true;
        this.#changed();
      });
      const text = make('input', {
        'data-id': `author/answer/${i}`,
        type: 'text',
        value: answer.text ?? '',
        'aria-label': tr('Answer {}', i + 1),
      });
      text.addEventListener('input', () => {
        answer.text = text.value;
        this.#changed();
      });
      const says = make('textarea', {
        'data-id': `author/answer/${i}/says`,
        rows: 2,
        value: paragraphsText(answer.says),
        'aria-label': tr('Reply to answer {}', i + 1),
        placeholder: tr('Reply to this answer'),
      });
      says.addEventListener('input', () => {
        put(answer, 'says', blocksFrom(says.value));
        this.#changed();
      });
      const away = make('button', {
        'data-id': `author/answer/${i}/remove`,
        textContent: '×',
        'aria-label': tr('Delete answer {}', i + 1),
        disabled: answers.length < 3,
        onclick: () => {
          answers.splice(i, 1);
          again();
        },
      });
      return make('div', { className: 'answer' }, right, text, away, says);
    });
    box.replaceChildren(
      ...rows,
      make('button', {
        'data-id': 'author/add-answer',
        textContent: tr('Add answer'),
        onclick: () => {
          answers.push({ text: tr('That') });
          again();
        },
      }),
    );
  }
}
