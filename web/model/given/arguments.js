// SPDX-License-Identifier: MIT
// @ts-check
// The arguments of a question for models that run elsewhere (docs/api.md), a list of texts in the order of the service's tables.

import { questions } from '../run/fields.js';

/** Arguments of the call `write`, which is not a question. */
const write = { most: '', milliseconds: '', temperature: '', topK: '', topP: '', seed: '' };

/** Names and kinds. A flag precedes `pair`, because a pair may be empty. @param {string} name */
const rowsOf = (name) =>
  Object.entries(name === 'write' ? write : (questions[name] ?? {})).flatMap((row) =>
    row[0] === 'pair' ? [['hasPair', 'text'], row] : [row],
  );

/** A last `among` without a value is dropped. @param {string} name @param {Record<string, unknown>} values @returns {string[]} */
export const argumentList = (name, values) =>
  rowsOf(name)
    .filter((one, at, { length }) => one[0] !== 'among' || values.among || at < length - 1)
    .map(([one, kind]) => {
      if (one === 'hasPair') return values.pair === undefined ? '0' : '1';
      return kind === 'list' ? JSON.stringify(values[one] ?? []) : String(values[one] ?? '');
    });

/** The inverse, as members of a request (src/model/service/run_questions.h). @param {string} name @param {string[]} list */
export function argumentValues(name, list) {
  const given = rowsOf(name).slice(0, list.length);
  const values = given.flatMap(([one, kind], at) => {
    if (kind === 'text') return [[one, list[at]]];
    if (list[at] === '') return [];
    return [[one, kind === 'choice' ? list[at] : JSON.parse(list[at])]];
  });
  const { hasPair, pair, ...more } = Object.fromEntries(values);
  return { ...more, ...(hasPair === '1' && { pair }) };
}
