// SPDX-License-Identifier: MIT
// @ts-check
// The end of a lesson: the number of answers that were right at the first try, and a button to start again.

import { answersTo, forgetLesson } from './progress.js';
import { tr } from '../../base/language.js';
import { make } from '../../base/elements.js';

/** @typedef {import('../form/read.js').Lesson} Lesson */

/** @param {Lesson} lesson @returns {{asked: number, answered: number, atOnce: number}} numbers of questions */
export function countOf({ id, steps }) {
  const asked = steps.flatMap(({ question }, step) =>
    question ? [{ answers: question.answers, choices: answersTo(id, step).choices }] : [],
  );
  return {
    asked: asked.length,
    answered: asked.filter(({ choices }) => choices.length > 0).length,
    atOnce: asked.filter(({ answers, choices }) => answers[choices[0]]?.right).length,
  };
}

export class Result {
  #again;
  #words = make('p', { role: 'status' });

  /** @param {() => void} again */
  constructor(again) {
    this.#again = again;
  }

  /** @param {Lesson} lesson */
  elementOf(lesson) {
    this.tell(lesson);
    const button = make('button', {
      'data-id': 'lesson/start-over',
      type: 'button',
      textContent: tr('Start over'),
      onclick: () => {
        forgetLesson(lesson.id);
        this.#again();
      },
    });
    return make('div', { className: 'result' }, this.#words, make('p', { className: 'row' }, button));
  }

  /** @param {Lesson} lesson */
  tell(lesson) {
    const { asked, answered, atOnce } = countOf(lesson);
    const words = tr('Answered {} of {}, {} right on the first try. Stored only on your device.', answered, asked, atOnce);
    // An unchecked choice does not change the result, so it is not announced.
    if (this.#words.textContent !== words) this.#words.textContent = words;
  }
}
