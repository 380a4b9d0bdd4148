// SPDX-License-Identifier: MIT
// @ts-check
// Parses a lesson's text, or lists its errors for the author, each with place, finding and remedy. docs/lessons.md describes the format.

import { Reader } from './reader.js';
import { stepOf } from './step.js';
import { tr } from '../../base/language.js';

/** @typedef {import('../../base/problem.js').Problem} Problem */
/** @typedef {import('./step.js').Step} Step */
/** @typedef {{id: string, title: string, about: string, minutes: number, sources: string[], steps: Step[]}} Lesson */

export const form = 'headwaters-lesson/1';
const mostSteps = 100;

/**
 * @param {string} text JSON @param {string} base the lesson's address, '' for none
 * @returns {{lesson: Lesson | null, faults: Problem[]}} lesson: null if there are faults
 */
export function readLesson(text, base = '') {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const remedy = tr('Check nearby commas, brackets and quotes.');
    return { lesson: null, faults: [{ place: '', finding: tr('This is not JSON: {}.', /** @type {Error} */ (error).message), remedy }] };
  }
  const reader = new Reader();
  const all = reader.object(value, '', ['form', 'id', 'title', 'about', 'minutes', 'keep', 'sources', 'steps']); // older lessons have "keep"; now all answers are stored
  if (all.form !== form)
    reader.fault(
      'form',
      all.form === undefined ? tr('This is missing.') : tr('"{}" is unknown.', all.form),
      tr('Write "form": "{}" to mark it as a lesson.', form),
    );
  const id = reader.text(all.id, 'id', { needed: true, most: 60 });
  if (id && !/^[a-z0-9][a-z0-9-]*$/.test(id))
    reader.fault('id', tr('"{}" can’t be a name in a link.', id), tr('Use small letters, digits and hyphens: flow-by-hand.'));
  const lesson = {
    id,
    title: reader.text(all.title, 'title', { needed: true, most: 120 }),
    about: reader.text(all.about, 'about', { most: 400 }),
    minutes: reader.number(all.minutes, 'minutes', 0, false),
    sources: reader.texts(all.sources, 'sources'),
    steps: reader.list(all.steps, 'steps', 1, mostSteps).map((step, i) => stepOf(reader, step, `steps[${i}]`, base)),
  };
  const [first] = lesson.steps;
  if (first && !first.data && !reader.faults.length)
    reader.fault(
      'steps[0].data',
      tr('The first step has no data.'),
      tr('Write for example "data": {"sample": "agreement-keys"}. Later steps keep it.'),
    );
  return { lesson: reader.faults.length ? null : lesson, faults: reader.faults };
}
