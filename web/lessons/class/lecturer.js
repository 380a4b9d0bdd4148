// SPDX-License-Identifier: MIT
// @ts-check
// The class view: the codes of a class, pasted or scanned, as bars, stuck steps and sentences.

import { make } from '../../base/elements.js';
import { amount, tr, trCount } from '../../base/language.js';
import { ClassStore } from './class_store.js';
import { shapeOf } from './code.js';
import { sentenceElement } from './hand_in.js';
import { mostCodes } from './pasted.js';
import { scanner } from './scan.js';
import { showSheet } from './sheet.js';
import { tallyOf } from './tally.js';
import { Votes } from './votes.js';

/** @typedef {import('../form/read.js').Lesson} Lesson */

const mostNamed = 12;
const mostStuck = 3;

/** Some of a list, and the number of the others. @param {string[]} all */
const named = (all) => all.slice(0, mostNamed).join(', ') + (all.length > mostNamed ? ' …' : '');

/** What was counted, and what was not. @param {ClassStore} store @param {number} added */
function reportOf({ codes, repeated, others, broken, isCut }, added) {
  const titles = [...new Set(others.values())];
  return [
    trCount(codes.size, '{} code counted|{} codes counted') + (added > 0 && added < codes.size ? ` ${tr('({} new)', added)}` : ''),
    repeated > 0 ? trCount(repeated, '{} repeated code counted once|{} repeated codes counted once') : '',
    others.size > 0
      ? trCount(others.size, '{} code of another lesson ({2})|{} codes of other lessons ({2})', amount(others.size), titles.join(', '))
      : '',
    broken.size > 0 ? trCount(broken.size, '{} unreadable ({2})|{} unreadable ({2})', amount(broken.size), named([...broken])) : '',
    isCut ? tr('The rest exceeds the limit of {} codes or of the text', amount(mostCodes)) : '',
  ].filter(Boolean);
}

/** Steps where students stopped without the answer, the worst first. @param {Lesson} lesson @param {import('./tally.js').Tally} tally */
const stuckSteps = ({ steps }, { stuck }) =>
  steps
    .map(({ title }, step) => ({ title, step, count: stuck[step] }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, mostStuck);

/** The lists above the bars. */
function listsOf() {
  const report = make('ul', { 'data-id': 'class/report', className: 'named', role: 'status' });
  const stuck = make('ul', { 'data-id': 'class/stuck' });
  const wall = make('ul', { 'data-id': 'class/wall', className: 'wall' });
  const stuckPart = make('section', {}, make('h3', { textContent: tr('Where students are stuck') }), stuck);
  const wallPart = make('section', {}, make('h3', { textContent: tr('Sentences') }), wall);
  return { report, stuck, wall, stuckPart, wallPart };
}

/** @param {Lesson} lesson @param {() => Promise<Lesson[]>} allLessons the lessons of this site, for codes of others */
export function showClass(lesson, allLessons) {
  const shape = shapeOf(lesson);
  const store = new ClassStore(shape);
  const lists = listsOf();
  const votes = shape.asks.map((_, i) => new Votes(shape, i, store, () => show()));
  const show = (added = 0) => {
    const tally = tallyOf(shape, store.codes.values());
    lists.report.replaceChildren(...reportOf(store, added).map((textContent) => make('li', { textContent })));
    const steps = stuckSteps(lesson, tally);
    lists.stuck.replaceChildren(
      ...steps.map(({ title, step, count }) =>
        make('li', {
          textContent: trCount(count, 'Step {2} ({3}): {} student|Step {2} ({3}): {} students', amount(count), step + 1, title),
        }),
      ),
    );
    lists.stuckPart.hidden = steps.length === 0;
    lists.wall.replaceChildren(...tally.sentences.map((one) => make('li', {}, sentenceElement(lesson, one))));
    lists.wallPart.hidden = tally.sentences.length === 0;
    votes.forEach((one, i) => {
      one.show(tally.asks[i]);
    });
  };
  /** @type {import('./code.js').Shape[]} */
  let others = [];
  const add = async (/** @type {string} */ text) => {
    if (others.length === 0)
      others = await allLessons().then(
        (all) => all.filter(({ id }) => id !== lesson.id).map(shapeOf),
        () => [], // without a network, codes of other lessons are unreadable
      );
    show(store.add(text, others).codes.size);
  };
  const camera = scanner((text) => void add(text));
  showSheet(
    'view',
    tr('Class: {}', lesson.title),
    [...inputs(store, add, show), camera.root, lists.report, lists.stuckPart, ...votes.map(({ root }) => root), lists.wallPart],
    camera.stop,
  );
  show();
}

/** @param {ClassStore} store @param {(text: string) => Promise<void>} add @param {() => void} show */
function inputs(store, add, show) {
  const area = make('textarea', { 'data-id': 'class/paste', 'aria-label': tr('Codes'), rows: 3, spellcheck: false });
  const count = () => {
    const text = area.value;
    area.value = '';
    return add(text);
  };
  area.addEventListener('paste', () => setTimeout(() => void count()));
  const clear = make('button', {
    'data-id': 'class/clear',
    type: 'button',
    textContent: tr('New count'),
    title: tr('Deletes all codes and hands'),
    onclick: () => {
      store.clear();
      show();
    },
  });
  return [
    make('p', {
      textContent: tr(
        'Paste the chat with your students’ codes. Names and other words are ignored. Codes stay on this machine. Tap a bar to add a hand.',
      ),
    }),
    area,
    make(
      'p',
      { className: 'row' },
      make('button', { 'data-id': 'class/count', type: 'button', textContent: tr('Count'), onclick: () => void count() }),
      clear,
    ),
  ];
}
