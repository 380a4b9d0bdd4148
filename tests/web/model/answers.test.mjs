// SPDX-License-Identifier: MIT
// The heading above the answers, which names their token.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  headingOf,
  headName,
  insteadOf,
  joinTokens,
  percent,
  shareOf,
  visibleText,
  distinctTexts,
  tokenNames,
  withPatches,
} from '../../../web/model/run/answers.js';
import { describeQuestion } from '../../../web/model/run/parts.js';

/** @type {any[]} */
const pieces = ['[CLS]', 'the', ' keys', '[MASK]', '[SEP]'].map((text) => ({ text }));
/** @param {any} kind @param {number} [place] */
const heading = (kind, place) => {
  const says = { kind, position: place ?? 3, answers: [], vocabulary: 0 };
  return headingOf(says, { instead: insteadOf(says, pieces, place, '[MASK]') });
};

test('answers at a token that is asked about by name are headed by the word that they would replace', () => {
  assert.equal(heading('masked', null), 'Masked word');
  assert.equal(heading('masked', 3), 'Masked word');
  assert.equal(heading('masked', 1), 'Instead of “the”');
  assert.equal(heading('next', 1), 'Instead of “keys”');
  assert.equal(heading('next', 4), 'Next word');
  assert.equal(heading('classes', 1), 'Class');
});

test('a model that writes single symbols is not said to write words', () => {
  /** @param {string[]} texts @returns {any} */
  const says = (texts, vocabulary = 25) => ({ kind: 'next', position: 3, vocabulary, answers: texts.map((text) => ({ text })) });
  assert.equal(headingOf(says([' a', 'b'])), 'Next symbol');
  assert.equal(headingOf(says([' a', 'keys'])), 'Next word');
  assert.equal(headingOf(says([' a', 'b'], 30522)), 'Next word');
});

test('parts of a character are that character in running text, and bytes alone', () => {
  assert.equal(joinTokens(['ging', ' <0xE6>', '<0x97>', '<0xA5>', '本', 'へ', ' <0xF09F>', '<0x98>', '<0x80>']), 'ging 日本へ 😀');
  assert.equal(joinTokens(['a', '<0xE697>']), 'a<0xE697>');
  assert.equal(joinTokens(['<0xE697>', '<0xA5>、<0xE3>', '<0x81>', '<0xAF>']), '日、は');
  assert.equal(joinTokens(['x', ' < 0', 'x41>']), 'x < 0x41>');
});

test('a probability is never rounded to nothing or to certainty', () => {
  const written = [0, 0.0004, 0.001, 0.0312, 0.0994, 0.0996, 0.5, 0.993, 0.9951, 0.9989, 0.9995, 1];
  assert.deepEqual(written.map(percent), [
    '0.0 %',
    '< 0.1 %',
    '0.1 %',
    '3.1 %',
    '9.9 %',
    '10 %',
    '50 %',
    '99 %',
    '99.5 %',
    '99.9 %',
    '> 99.9 %',
    '100 %',
  ]);
});

test('what prints nothing in a token is seen', () => {
  assert.deepEqual([' keys', '\n\n', '\t', '  ', '', 'a\0b\x01', '\x7f', ' '].map(visibleText), [
    'keys',
    '↵↵',
    '⇥',
    '␣␣',
    '(nothing)',
    'a␀b␁',
    '␡',
    '␣',
  ]);
});

test('two answers that differ by the space before them are told apart', () => {
  assert.deepEqual(distinctTexts(['Ag', ' Ag', ' Au', 'Pb']), ['Ag', '␣Ag', 'Au', 'Pb']);
  assert.deepEqual(distinctTexts([' Ag', ' Au', ' Ag']), ['Ag', 'Au', 'Ag'], 'the same answer twice stays as it is');
  assert.equal(describeQuestion({ kind: 'logit', name: ' Ag', minus: 4, against: 'Ag', place: -1 }), 'logit of “␣Ag” against “Ag”');
});

/** A run of a picture as a reader sees it. @param {any} result @param {boolean} [comparesTexts] */
const readable = (result, comparesTexts = false) => withPatches(result, (name) => (name === 'draw:Gg' ? 'Drawing' : name), comparesTexts);

test('pictures that are near, or compared with, have their titles; what is asked keeps their names', () => {
  const says = { kind: 'embedding', near: [{ text: 'draw:Gg', cosine: 0.5 }] };
  const question = { kind: 'cosine', name: 'draw:Gg' };
  const run = readable({ pieces: [], says, question }, true);
  assert.deepEqual(run.says.near, [{ text: 'draw:Gg', cosine: 0.5, title: 'Drawing' }]);
  assert.deepEqual([run.question.name, describeQuestion(run.question)], ['draw:Gg', 'cosine with “Drawing”']);
  assert.equal(headingOf(run.says), 'Nearest pictures');
  assert.equal(run.says.of, 'texts');
  assert.equal(readable({ pieces: [], says }).says.of, 'pictures');
  assert.equal(headingOf(/** @type {any} */ (says)), 'Nearest sentences');
});

test('equal tokens are counted and heads are, from 1, as in the figures', () => {
  assert.deepEqual(tokenNames([' the', ' key', ' the', 'the']), ['the (1)', 'key', 'the (2)', 'the (3)']);
  assert.equal(headName(0), 'head 1');
  assert.deepEqual(
    readable({ pieces: [{ text: '[CLS]' }, { text: 'r0c11' }], says: {} }).pieces.map(({ text }) => text),
    ['[CLS]', 'r1c12'],
  );
});

test('a score is shown as the number that it is, a probability as a share', () => {
  const answer = { id: 0, text: 'LABEL_0', probability: 0.2, logit: -1.386 };
  assert.equal(shareOf(answer), '20 %');
  assert.equal(shareOf({ ...answer, isScore: true }), '−1.39');
});
