// SPDX-License-Identifier: MIT
// @ts-check
// The data of a lesson's steps, and the addresses that show them.

import { hostOf } from '../../fetch/hosts.js';

/** @typedef {import('./read.js').Lesson} Lesson */

/** The data of a step. If it names none, those of the last step before it that does. @param {Lesson} lesson @param {number} step */
export function dataOf({ steps }, step) {
  for (let i = step; i >= 0; i -= 1) if (steps[i].data) return steps[i].data;
  return '';
}

/** The text that a step's model runs, in the format of a link. '' without a model. @param {Lesson} lesson @param {number} step */
export function promptOfStep(lesson, step) {
  const [, prompt = ''] = /(?:^|&)prompt=([^&]*)/.exec(dataOf(lesson, step)) ?? [];
  return decodeURIComponent(prompt);
}

/** Fields that every version knows, so that an address with one of them has a view. */
const saysView = /(^|&)(method|layer|token|panel|sort)=/;

/**
 * The address of a step with its view. An address with only a step asks for this address (src/session/update/shown_fields.cpp), and would
 * ask again forever. So a step without a view gets a default field.
 * @param {Lesson} lesson @param {string} reference @param {number} step from 0
 * @param {string} more fields of a view in addition to the step's @param {boolean} present
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
 * The host of a step's data, if it is neither the page's nor the lesson's. Else ''.
 * @param {Lesson} lesson @param {string} reference @param {number} step from 0 @param {string} page its address
 */
export function strangeHost(lesson, reference, step, page) {
  const [, address] = /^url=(.*)$/.exec(dataOf(lesson, step)) ?? [];
  const host = address === undefined ? '' : hostOf(decodeURIComponent(address), page);
  const own = [new URL(page).host, /^https?:/.test(reference) ? hostOf(reference, page) : ''];
  return own.includes(host) ? '' : host;
}
