// SPDX-License-Identifier: MIT
// @ts-check
// A student's answers, read from a code.

import { elementsOf } from '../form/markup.js';
import { make } from '../../base/elements.js';
import { tr } from '../../base/language.js';
import { answersIn, codeLength, shapeOf } from './code.js';
import { codesIn } from './pasted.js';
import { sentenceLink, sentenceStep } from './own.js';
import { showSheet } from './sheet.js';

/** @typedef {import('../form/read.js').Lesson} Lesson */

/** @param {import('./code.js').End} end */
export const endText = (end) =>
  ({
    none: tr('not answered'),
    shown: tr('answer shown without a try'),
    first: tr('right on the first try'),
    open: tr('not right yet'),
    later: tr('first wrong, then right or shown'),
  })[end];

/** The sentence as a link that opens it in the lesson's model. @param {Lesson} lesson @param {string} sentence */
export const sentenceElement = (lesson, sentence) =>
  sentenceStep(lesson) < 0
    ? make('span', { textContent: sentence, dir: 'auto' })
    : make('a', { href: sentenceLink(lesson, sentence), target: '_blank', rel: 'noopener', textContent: sentence, dir: 'auto' });

/** The lesson of a code, null for none. @param {string} code @param {Lesson[]} lessons */
export function lessonOfCode(code, lessons) {
  for (const lesson of lessons) {
    const [known] = codesIn(code, shapeOf(lesson)).codes.keys();
    if (known) return { lesson, code: known };
  }
  return null;
}

/** @param {Lesson} lesson @param {string} code @param {() => void} closed */
export function showHandIn(lesson, code, closed) {
  const shape = shapeOf(lesson);
  const answers = answersIn(shape, code);
  if (!answers) {
    const finding = tr('“{}” is not a code of this lesson. Copy it again.', code.slice(0, codeLength + 60));
    return showSheet(
      'hand-in',
      tr('Answers in “{}”', lesson.title),
      [make('p', { className: 'problem', role: 'alert', textContent: finding })],
      closed,
    );
  }
  const { reached, marks, sentence } = answers;
  const lines = shape.asks.map((ask, i) => {
    const { first, end } = marks[i];
    const { question } = lesson.steps[ask.step];
    const isChoice = !ask.isNumber && shape.detail === 'choices' && first >= 0;
    const chosen = isChoice && question ? elementsOf(question.answers[first].text) : [];
    const title = make('strong', { textContent: tr('Step {}: {}', ask.step + 1, lesson.steps[ask.step].title) });
    return make('li', {}, title, ' ', ...chosen, ...(chosen.length > 0 ? [', '] : []), endText(end));
  });
  const rights = marks.filter(({ end }) => end === 'first').length;
  return showSheet(
    'hand-in',
    tr('Answers in “{}”', lesson.title),
    [
      make('p', { textContent: tr('Code {}', code.slice(0, codeLength).toUpperCase()) }),
      make('p', {
        textContent: tr('Reached step {} of {}. {} of {} right on the first try.', reached + 1, lesson.steps.length, rights, marks.length),
      }),
      ...(sentence ? [make('p', {}, `${tr('Sentence:')} `, sentenceElement(lesson, sentence))] : []),
      make('ul', { className: 'answers' }, ...lines),
    ],
    closed,
  );
}
