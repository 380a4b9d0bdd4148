// SPDX-License-Identifier: MIT
// @ts-check
// Where the steps of a lesson lead: their data, and the address that shows them.

import { hostOf } from '../../fetch/hosts.js';

/** @typedef {import('./read.js').Lesson} Lesson */

/** The data that a step looks at: its own, or those of the last step before it that names some. @param {Lesson} lesson @param {number} step */
export function dataOf({ steps }, step) {
  for (let i = step; i >= 0; i -= 1) if (steps[i].data) return steps[i].data;
  return '';
}

/** The text that a step's model runs, as a link has it; '' without one. @param {Lesson} lesson @param {number} step */
export function promptOfStep(lesson, step) {
  const [, prompt = ''] = /(?:^|&)prompt=([^&]*)/.exec(dataOf(lesson, step)) ?? [];
  return decodeURIComponent(prompt);
}

/** Fields that every program knows, so that an address with one of them says how data are looked at. */
const saysView = /(^|&)(method|layer|token|panel|sort)=/;

/**
 * The address of a step with its view. An address that names a step and nothing else asks for just this one
 * (src/session/update/shown_fields.cpp), and would be asked for again and again: a step without a view says a default.
 * @param {Lesson} lesson @param {string} reference @param {number} step from 0
 * @param {string} more fields of a view beside those of the step @param {boolean} present
 */
export function addressOfStep(lesson, reference, step, more = '', present = false) {
  const { view } = lesson.steps[step];
  const says = saysView.test(view) ? view : ['sort=position', view].filter(Boolean).join('&');
  return [
    'v=1',
    dataOf(lesson, step),
    says,
    more,
    `lesson=${encodeURIComponent(reference)}`,
    `step=${step + 1}`,
    present ? 'present=on' : '',
  ]
    .filter(Boolean)
    .join('&');
}

/**
 * The host that a step's data lie on, if it is neither the page's own nor that of the lesson; else ''.
 * @param {Lesson} lesson @param {string} reference @param {number} step from 0 @param {string} page its address
 */
export function strangeHost(lesson, reference, step, page) {
  const [, address] = /^url=(.*)$/.exec(dataOf(lesson, step)) ?? [];
  const host = address === undefined ? '' : hostOf(decodeURIComponent(address), page);
  const own = [new URL(page).host, /^https?:/.test(reference) ? hostOf(reference, page) : ''];
  return own.includes(host) ? '' : host;
}
