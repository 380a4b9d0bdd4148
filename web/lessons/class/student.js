// SPDX-License-Identifier: MIT
// @ts-check
// The student's code of a lesson: text to send, and a QR code.

import { qrCode, qrFigure } from '../../paper/qr.js';
import { make } from '../../base/elements.js';
import { tr } from '../../base/language.js';
import { codeOf, longestSentence, shapeOf } from './code.js';
import { ownAnswers, ownSentence, sentenceStep } from './own.js';
import { copyButton, showSheet } from './sheet.js';

/** What a code tells. @param {import('./code.js').Detail} detail */
const contentsOf = (detail) =>
  ({
    choices: tr('It contains the step you reached, your first choices, and whether numbers were right.'),
    tries: tr('It contains the step you reached, and which first tries were right.'),
    steps: tr('It contains the step you reached.'),
  })[detail];

/** @param {import('../lessons.js').Lessons} lessons @param {import('../form/read.js').Lesson} lesson @param {number} step from 0 */
export function showCode(lessons, lesson, step) {
  const shape = shapeOf(lesson);
  const code = make('p', { 'data-id': 'class/code', role: 'status' });
  const picture = make('div');
  const sentence = make('input', {
    'data-id': 'class/sentence',
    type: 'text',
    maxLength: longestSentence,
    dir: 'auto',
    autocomplete: 'off',
    value: ownSentence(lesson, lessons.prompt),
  });
  let text = '';
  const show = () => {
    text = codeOf(shape, ownAnswers(shape, step, sentence.value));
    code.textContent = text;
    code.className = text.length > 16 ? 'code-text long' : 'code-text';
    picture.replaceChildren(qrFigure(/** @type {boolean[][]} */ (qrCode(text)), tr('QR code of your code')));
  };
  sentence.addEventListener('input', show);
  show();
  const field = make(
    'label',
    {},
    make('span', { textContent: tr('A sentence for the class (optional)') }),
    make('p', { className: 'row' }, sentence),
  );
  showSheet('code', tr('Your code for “{}”', lesson.title), [
    make('p', { textContent: `${contentsOf(shape.detail)} ${tr('Send it to your instructor. Your name is not in it.')}` }),
    ...(sentenceStep(lesson) >= 0 ? [field] : []),
    code,
    make(
      'p',
      { className: 'row' },
      copyButton('class/copy', tr('Copy code'), () => text),
      copyButton('class/copy-link', tr('Copy link to my answers'), () => `${lessons.linkTo(0)}&code=${encodeURIComponent(text)}`),
    ),
    picture,
  ]);
}
