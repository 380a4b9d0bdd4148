// SPDX-License-Identifier: MIT
// The order of a step in the lessons that ship: predict, act, see, then read. A lesson takes 8 to 12 minutes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { referencesOf, taken } from '../../browser/lesson_numbers.mjs';
import { partsOf } from '../../../web/lessons/form/markup.js';

const folder = join(import.meta.dirname, '../../../web/lessons');
const readJson = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const lessons = readJson('index.json').map(({ id }) => readJson(`${id}.json`));

/** Words that a lecturer reads aloud: all of a step except hints and the replies to wrong answers. */
const aloud = ({ title, text, act, change, question, number, reveal }) => [
  title,
  text,
  act?.says,
  (change ?? []).map(({ says }) => says),
  question?.text,
  (question?.answers ?? []).flatMap((answer) => [answer.text, answer.right ? answer.says : []]),
  number?.ask,
  number?.says,
  reveal,
];
const wordsIn = (texts) =>
  [texts]
    .flat(6)
    .filter((text) => typeof text === 'string')
    .flatMap((text) =>
      partsOf(text)
        .map(({ kind, text: words }) => (kind === 'formula' ? 'as a formula' : words))
        .join('')
        .split(/\s+/)
        .filter((word) => /[\p{L}\p{N}]/u.test(word)),
    ).length;

/** A change of the model's run, as a reference names it. @param {any} control {} for the step's own run */
const changeOf = ({ word, to, cut, hide, head, residual, wipe, rule = 'zero' }) =>
  JSON.stringify([word && `${word}:${to[0]}`, cut?.replaceAll(' ', ''), hide, head, residual, wipe, cut ? rule : undefined]);
const changeIn = (reference) => {
  const { word, cut, hide, head, residual, wipe, rule = 'zero' } = taken(reference).fields;
  return JSON.stringify([word, cut?.replaceAll(' ', ''), hide, head, residual, wipe, cut ? rule : undefined]);
};
const own = changeOf({});
/** Answers of the model that a text gives and that do not follow the figure. */
const answersIn = (texts) =>
  referencesOf({ texts: texts ?? [] })
    .map(({ reference }) => reference)
    .filter((reference) => reference.startsWith('model '));

for (const { id, minutes, steps } of lessons) {
  test(`${id}: it takes 8 to 12 minutes, with 140 words read aloud in one and a minute for each vote`, () => {
    const votes = steps.filter(({ question, number }) => question || number).length;
    assert.equal(minutes, Math.round(wordsIn(steps.map(aloud)) / 140 + votes));
    assert.ok(minutes >= 8 && minutes <= 12, `${minutes}`);
  });

  test(`${id}: the figure changes before the verdict, and no number of the result comes earlier`, () => {
    for (const [index, { title, text, question, number, hide, act, change = [], reveal }] of steps.entries()) {
      const where = `${id}, step ${index + 1}`;
      if (hide && question) assert.ok(act, `${where}: Check would show figure and verdict at once`);
      for (const reference of answersIn([title, text, question?.text, number?.ask].flat(2)))
        assert.equal(changeIn(reference), own, `${where}: {${reference}} comes before the act`);
      if (!act && change.length === 0) continue;
      const isSeen = (reference) => act?.view || [own, act && changeOf(act)].includes(changeIn(reference));
      for (const reference of answersIn([(question?.answers ?? []).map(({ says }) => says), reveal ?? []].flat(3)))
        assert.ok(isSeen(reference), `${where}: {${reference}} comes before its control is used`);
    }
  });
}

test('in one step rollout is right, and the student verifies it', () => {
  const found = lessons.flatMap(({ steps }) =>
    steps.filter(({ act, question }) => act && /Rollout is right here/.test(JSON.stringify(question))),
  );
  assert.equal(found.length, 1);
});
