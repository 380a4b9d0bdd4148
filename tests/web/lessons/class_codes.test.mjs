// SPDX-License-Identifier: MIT
// Codes of students' answers: every lesson of the site, and what a class pastes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { answersIn, cleanSentence, codeLength, codeOf, shapeOf, signs } from '../../../web/lessons/class/code.js';
import { sentenceLink, sentenceStep } from '../../../web/lessons/class/own.js';
import { codesIn, mostCodes, mostText } from '../../../web/lessons/class/pasted.js';
import { tallyOf } from '../../../web/lessons/class/tally.js';
import { readLesson } from '../../../web/lessons/form/read.js';

const textOf = (name) => readFileSync(new URL(`../../../web/lessons/${name}.json`, import.meta.url), 'utf8');
/** @type {import('../../../web/lessons/form/read.js').Lesson[]} */
const lessons = JSON.parse(textOf('index')).map(({ id }) => readLesson(textOf(id)).lesson);
const shapes = lessons.map(shapeOf);

/** A repeatable source of numbers below a limit. */
const random = (seed) => {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** @param {import('../../../web/lessons/class/code.js').Shape} shape @param {(below: number) => number} pick */
const anyAnswers = (shape, pick, sentence = '') => {
  const reached = pick(shape.lesson.steps.length);
  const marks = shape.asks.map(({ step, marks }) => (step > reached ? marks[0] : marks[pick(marks.length)]));
  return { reached, marks, sentence, salt: pick(2 ** 32) };
};

for (const shape of shapes)
  test(`${shape.lesson.id}: each choice fits into ${codeLength} signs, and comes back`, () => {
    assert.equal(shape.detail, 'choices');
    const pick = random(7);
    const last = shape.lesson.steps.length - 1;
    const longest = { reached: last, marks: shape.asks.map(({ marks }) => marks.at(-1)), sentence: '', salt: 2 ** 32 - 1 };
    const all = [longest, { ...longest, salt: 0, sentence: 'w'.repeat(60) }];
    // Each state of each question, and mixed ones.
    shape.asks.forEach(({ marks }, at) => {
      for (const mark of marks) all.push({ ...longest, marks: longest.marks.map((own, i) => (i === at ? mark : own)) });
    });
    for (let i = 0; i < 300; ++i) all.push(anyAnswers(shape, pick, i % 3 ? '' : 'the [MASK] “fits”. ok'));
    for (const answers of all) {
      const code = codeOf(shape, answers);
      assert.equal(code.length, codeLength + answers.sentence.length);
      assert.ok([...code.slice(0, codeLength)].every((sign) => signs.includes(sign)));
      const read = answersIn(shape, code);
      assert.deepEqual([read?.reached, read?.marks, read?.sentence], [answers.reached, answers.marks, answers.sentence]);
    }
  });

test('a wrong sign, a lost one, another sentence or another lesson is recognised', () => {
  const pick = random(3);
  let accepted = 0;
  let tried = 0;
  for (const shape of shapes)
    for (let i = 0; i < 60; ++i) {
      const code = codeOf(shape, anyAnswers(shape, pick));
      const at = pick(codeLength);
      const changed = signs[(signs.indexOf(code[at]) + 1 + pick(signs.length - 1)) % signs.length];
      const bad = [code.slice(0, at) + changed + code.slice(at + 1), `${code}word`, code.slice(1) + code[0]];
      const other = shapes[(shapes.indexOf(shape) + 1) % shapes.length];
      for (const one of bad.filter((one) => one !== code)) {
        tried += 1;
        if (answersIn(shape, one)) accepted += 1;
      }
      if (answersIn(other, code)) accepted += 1;
      tried += 1;
      assert.equal(answersIn(shape, code.slice(1)), null);
    }
  // One in 1024 is expected at most.
  assert.ok(accepted <= (8 * tried) / 1024, `${accepted} of ${tried}`);
});

test('codes of equal answers differ by device', () => {
  for (const shape of shapes) {
    const first = { reached: 0, marks: shape.asks.map(({ marks }) => marks[0]), sentence: '' };
    const pick = random(11);
    const codes = new Set(Array.from({ length: 200 }, () => codeOf(shape, { ...first, salt: pick(2 ** 32) })));
    assert.ok(codes.size >= 195, `${shape.lesson.id}: ${codes.size}`);
  }
});

test('long lessons keep the first tries, and the longest only the step', () => {
  const step = (answers) => ({
    title: 's',
    question: {
      answers: Array(answers)
        .fill(0)
        .map((_, i) => ({ right: i === 0 })),
    },
    number: null,
  });
  const made = (count) =>
    shapeOf(
      /** @type {any} */ ({
        id: 'own',
        title: 'own',
        steps: Array(count)
          .fill(0)
          .map(() => step(4)),
      }),
    );
  assert.deepEqual(
    [5, 10, 60].map((count) => made(count).detail),
    ['choices', 'tries', 'steps'],
  );
  for (const count of [5, 10, 60]) {
    const shape = made(count);
    const answers = { reached: count - 1, marks: shape.asks.map(({ marks }) => marks.at(-1)), sentence: '', salt: 5 };
    assert.deepEqual(answersIn(shape, codeOf(shape, answers))?.marks, answers.marks);
  }
});

test('60 codes from a chat, with names, other lessons, garbage and repeats', () => {
  const [own, other] = shapes;
  const pick = random(5);
  const sent = Array.from({ length: 60 }, (_, i) => anyAnswers(own, pick, i % 10 ? '' : `sentence no. ${i} with [MASK] in it.`));
  const codes = sent.map((answers) => codeOf(own, answers));
  assert.equal(new Set(codes).size, 60);
  const lines = codes.map((code, i) =>
    [
      `10:${10 + (i % 50)} Jörg Müller: ${code}`,
      `${code},`,
      `(${code})`,
      `Anne-Marie > my code is ${code.slice(0, codeLength).toLowerCase()}${code.slice(codeLength)} thanks!`,
      `https://example.org/#v=1&lesson=x&code=${encodeURIComponent(code)}`,
      `*${code}*; hello everybody, understanding Attention`,
    ].at(i % 6),
  );
  lines.push(codes[4], `again ${codes[5]}`);
  lines.push(codeOf(other, anyAnswers(other, pick)), codeOf(other, anyAnswers(other, pick)));
  lines.push('K7QM3X', 'A0O1I123', `X2${codes[6].slice(2, 5)}ZZZ`);
  const found = codesIn(lines.join('\n'), own, [other]);
  assert.deepEqual([...found.codes.keys()].sort(), [...codes].sort());
  assert.equal(found.repeated, 2);
  assert.deepEqual([...found.others.values()], [other.lesson.title, other.lesson.title]);
  assert.equal(found.broken.length, 3);
  // The same text again adds nothing.
  assert.equal(codesIn(lines.join(' '), own, [other], found.codes).codes.size, 0);
  const tally = tallyOf(own, found.codes.values());
  own.asks.forEach((ask, at) => {
    ask.answers.forEach((_, answer) => {
      const wanted = sent.filter(({ marks }) => marks[at].first === answer).length;
      assert.equal(tally.asks[at].first[answer], wanted);
    });
  });
  assert.equal(
    tally.here.reduce((sum, one) => sum + one),
    60,
  );
  assert.equal(tally.sentences.length, 6);
  const stuck = sent.filter(({ reached, marks }) =>
    own.asks.some(({ step }, i) => step === reached && ['none', 'open'].includes(marks[i].end)),
  );
  assert.equal(
    tally.stuck.reduce((sum, one) => sum + one),
    stuck.length,
  );
});

test('strangers’ texts stay text, and there are limits', () => {
  const [own] = shapes;
  assert.equal(cleanSentence('  a\u202Eb\u200B\n\tc_d '), 'a b c d');
  assert.equal([...cleanSentence('😀a'.repeat(80))].length, 60);
  const hostile = codeOf(own, { ...anyAnswers(own, random(1)), sentence: '[<img src=x onerror=alert(1)>' });
  const [[, { sentence }]] = codesIn(hostile, own).codes;
  assert.equal(sentence, '[<img src=x onerror=alert(1)>');
  assert.doesNotThrow(() => decodeURIComponent(sentenceLink(lessons[0], sentence)));
  const blank = { reached: 0, marks: own.asks.map(({ marks }) => marks[0]), sentence: '' };
  const many = Array.from({ length: mostCodes + 5 }, (_, salt) => codeOf(own, { ...blank, salt })).join(' ');
  const found = codesIn(many, own);
  assert.deepEqual([found.codes.size, found.isCut], [mostCodes, true]);
  const start = Date.now();
  for (const text of [
    'A2'.repeat(mostText),
    `A2345678${'.'.repeat(mostText)}`,
    'A2345678_.'.repeat(mostText / 10),
    '#code=%'.repeat(60_000),
  ])
    codesIn(text, own, shapes);
  assert.ok(Date.now() - start < 10_000);
});

test('a sentence opens in the lesson’s model', () => {
  const [{ id }] = lessons;
  assert.equal(id, 'attention-weights');
  const link = sentenceLink(lessons[0], 'a + b & c [MASK]');
  const fields = new URLSearchParams(link.slice(1).replaceAll('+', '%2B'));
  assert.equal(fields.get('prompt'), 'a + b & c [MASK]');
  assert.ok(fields.get('model'));
  const without = lessons.filter((lesson) => sentenceStep(lesson) < 0).map((lesson) => lesson.id);
  assert.deepEqual(without.includes('rollout-by-hand'), true);
});
