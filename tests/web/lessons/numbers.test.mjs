// SPDX-License-Identifier: MIT
// A number in a lesson's text is computed (a reference, which tests/cli and tests/browser hold against the program) or is
// given in given.mjs. Sums that are written out are added up.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { asShown, layersOfModel, referencesOf, taken } from '../../browser/lesson_numbers.mjs';
import { columnsOf, trainedNumber, trainedNumbers } from '../../cli/lessons/trained.mjs';
import { partsOf } from '../../../web/lessons/form/markup.js';
import { given } from './given.mjs';

const folder = join(import.meta.dirname, '../../../web/lessons');
const readJson = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const lessons = readJson('index.json').map(({ id }) => readJson(`${id}.json`));
const trainedLayers = 2;
const layersOf = (data) => (data.train ? trainedLayers : data.model ? layersOfModel(data.model) : dataLayers(data));
const dataLayers = (data) =>
  (data.sample ? JSON.parse(readFileSync(join(folder, `../samples/${data.sample}.json`), 'utf8')) : data).attentions.length;

/** Every text of a step, in order. */
function textsOf({ title, text, act, change, question, number, hints, reveal }) {
  const numberOf = (is) => (typeof is === 'number' ? `${is}` : is);
  const wrong = number?.wrong?.flatMap(({ is, says }) => [numberOf(is), ...[says].flat()]) ?? [];
  const answers = question?.answers.flatMap((answer) => [answer.text, ...[answer.says ?? []].flat()]) ?? [];
  return [
    title,
    ...[text].flat(2),
    act?.says,
    ...(change ?? []).map(({ says }) => says),
    question?.text,
    ...answers,
    number?.ask,
    numberOf(number?.is),
    ...wrong,
    ...[number?.says ?? []].flat(),
    ...[hints ?? []].flat(),
    ...[reveal ?? []].flat(),
  ].filter(Boolean);
}
/** The text without computed numbers, and without numbers that only count layers, steps, lessons, indices, years or cases of 100. */
const leftOf = (text) =>
  partsOf(text)
    .map(({ kind, text: words }) =>
      kind === 'number' || kind === 'matrix'
        ? ''
        : kind === 'link'
          ? ''
          : kind === 'formula'
            ? words.replace(/_(\{[^}]*\}|\w)/g, '')
            : words,
    )
    .join(' ')
    .replace(
      /\b(?:layers?|steps?|heads?|lessons?|seed) \d+|\b\d[\d,]* (?:training )?steps\b|\bof 100\b|\((?:19|20)\d\d\)|\br\dc\d\b/gi,
      '',
    );
const numbersOf = (text) => [...leftOf(text).matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number);

for (const { id, title, about, steps } of lessons) {
  test(`${id}: each number is computed or given`, () => {
    const expected = given[id] ?? {};
    const found = Object.fromEntries(
      [[0, numbersOf(`${title} ${about}`)], ...steps.map((step, i) => [i + 1, textsOf(step).flatMap(numbersOf)])]
        .filter(([, numbers]) => numbers.length)
        .map(([step, numbers]) => [step, numbers.join(' ')]),
    );
    assert.deepEqual(found, Object.fromEntries(Object.entries(expected).map(([step, [numbers]]) => [step, numbers])));
    for (const [, why] of Object.values(expected)) assert.ok(why.length > 5);
  });

  test(`${id}: layers that are named are there, and sums come out`, () => {
    let data;
    for (const [index, step] of steps.entries()) {
      data = step.data ?? data;
      const layers = layersOf(data);
      for (const text of textsOf(step)) {
        for (const [words, layer] of text.matchAll(/\blayer (\d+)/g))
          assert.ok(layer >= 1 && layer <= layers, `${id}, step ${index + 1}: ${words}`);
        const plain = partsOf(text)
          .map(({ text: words }) => words)
          .join('');
        for (const [sum, left, right] of plain.matchAll(/((?:\d+(?:\.\d+)? [×+−·] )+\d+(?:\.\d+)?) = (\d+(?:\.\d+)?)(?![\d×+])/g)) {
          const value = new Function(`return ${left.replace(/[×·]/g, '*').replace(/−/g, '-')}`)();
          assert.equal(value.toFixed(right.split('.')[1]?.length ?? 0), right, `${id}, step ${index + 1}: ${sum}`);
        }
      }
    }
  });
}

test('each number of a training is the computed one, and no other number is computed', () => {
  const unused = new Set(trainedNumbers.keys());
  for (const { id, steps } of lessons)
    for (const [index, step] of steps.entries())
      for (const { shown, reference } of referencesOf(step).filter((one) => one.reference.startsWith('train '))) {
        const { fields } = taken(reference);
        unused.delete(columnsOf(fields, step.data));
        assert.equal(asShown(trainedNumber(fields, step.data), shown), shown, `${id}, step ${index + 1}: {${shown}|${reference}}`);
      }
  assert.deepEqual([...unused], []);
});
