// SPDX-License-Identifier: MIT
// @ts-check
// Numbers of a training in the lessons. tests/model/training/lessons_test.cpp computes them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../data/trained_lessons.tsv', import.meta.url));
/** By the columns before the value. @type {Map<string, number>} */
export const trainedNumbers = new Map(
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => [line.slice(0, line.lastIndexOf('\t')), Number(line.slice(line.lastIndexOf('\t') + 1))]),
);

/** Numbers that are no shares in 100. */
const plain = /^(loss|previous|weight|wrong-tens|tens-too-(large|small))$/;

/**
 * The columns of a reference.
 * @param {Record<string, string>} fields of the reference @param {{train?: string, seed?: number, step?: number, text?: string}} data of its step
 */
export const columnsOf = ({ of, train, seed, step, head = '', token = '', key = '' }, data) =>
  [train ?? data.train, seed ?? data.seed, step ?? data.step, of, head, token, key, of === 'weight' ? data.text : ''].join('\t');

/** @type {(...given: Parameters<typeof columnsOf>) => number} */
export function trainedNumber(fields, data) {
  const columns = columnsOf(fields, data);
  const value = trainedNumbers.get(columns);
  if (value === undefined)
    throw new Error(
      `tests/data/trained_lessons.tsv has no row "${columns}". Add it, and run HEADWATERS_LESSONS=write build/native/tests/model_tests "the numbers of the lessons about training come out".`,
    );
  // The page shows 100 only for all (web/model/train/tasks.js).
  return plain.test(fields.of) || value === 100 ? value : Math.min(value, 99);
}
