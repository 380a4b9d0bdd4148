// SPDX-License-Identifier: MIT
// @ts-check
// The dialog of lessons: those of this site, one from another source, and the editor.

import { lessonWithCode } from './classroom.js';
import { shippedLessons } from './library.js';
import { adoptStyle } from './style.js';
import { tr } from '../base/language.js';
import { make } from '../base/elements.js';

/** @param {(action: (lessons: import('./lessons.js').Lessons) => unknown) => void} use @param {() => void} close */
export function lessonsContent(use, close) {
  adoptStyle();
  const list = make('ul', { className: 'samples' });
  const open = (/** @type {string} */ reference) => {
    close();
    use((lessons) => lessons.open(reference));
  };
  shippedLessons().then(
    (all) => {
      list.append(
        ...all.map(({ id, title, about, minutes, steps }, i) =>
          make(
            'li',
            {},
            make(
              'button',
              { 'data-id': `lessons/${id}`, onclick: () => open(id) },
              make('strong', { textContent: `${i + 1}. ${title}` }),
              make('span', { textContent: `${about} ${tr('{} steps, about {} minutes.', steps, minutes)}` }),
            ),
          ),
        ),
      );
      list.querySelector('button')?.focus(); // the dialog was shown before it had anything to focus
    },
    () =>
      list.append(
        make('li', {
          textContent: tr('Could not load the list of lessons. Saved pages contain none. Are you online?'),
        }),
      ),
  );
  const write = make('button', {
    'data-id': 'lessons/write',
    textContent: tr('Write a lesson'),
    onclick: () => {
      close();
      use((lessons) => lessons.write());
    },
  });
  return [
    list,
    make('h3', { textContent: tr('From another site') }),
    make('p', { textContent: tr('Drop a lesson file on the page, or enter its URL. A student’s code opens the answers.') }),
    ...addressParts(use, close, open),
    make('p', { style: 'margin-top: 12px' }, write),
  ];
}

/**
 * The field for a lesson's URL or a student's code.
 * @param {(action: (lessons: import('./lessons.js').Lessons) => unknown) => void} use @param {() => void} close
 * @param {(reference: string) => void} open
 */
function addressParts(use, close, open) {
  const address = make('input', {
    'data-id': 'lessons/address',
    type: 'text',
    inputMode: 'url',
    className: 'from',
    placeholder: 'https://…',
    'aria-label': tr('Lesson URL or code'),
    required: true,
  });
  const byAddress = make(
    'form',
    { className: 'row', method: 'dialog' },
    address,
    make('button', { 'data-id': 'lessons/open', textContent: tr('Open lesson') }),
  );
  byAddress.addEventListener('submit', (event) => {
    event.preventDefault();
    const given = address.value.trim();
    if (given.includes(':') || given.includes('/')) open(given);
    else void openCode(given);
  });
  const says = make('p', { 'data-id': 'lessons/problem', className: 'problem', role: 'alert' });
  const openCode = async (/** @type {string} */ code) => {
    const found = await lessonWithCode(code).catch(() => null);
    if (!found) return says.replaceChildren(tr('“{}” is neither a URL nor a code of these lessons.', code.slice(0, 68)));
    close();
    use((lessons) => lessons.classroom.openCode(found.lesson, found.code));
  };
  return [byAddress, says];
}
