// SPDX-License-Identifier: MIT
// The rows of Why. Covers values not measured yet, beyond the scale, or zero, folded rows, and the word that is tested first.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  folded,
  headOf,
  isDone,
  mostAttention,
  numberText,
  orderOf,
  rowsOf,
  scaleOf,
  scoresOf,
  testable,
  withTemplate,
} from '../../../web/model/sheets/why_rows.js';
import { levelsOf } from '../../../web/model/sheets/why_map.js';
import { Phrases } from '../../../web/model/sheets/why_phrases.js';
import { attentionHead, describeSinks, withSinkRows } from '../../../web/model/sheets/why_sinks.js';
import { phraseName, withWord, wordsOf } from '../../../web/model/run/word_tests.js';

const pieces = ['[CLS]', 'the', 'ke', 'ys', '[MASK]', 'here'].map((text, at) => ({ text, special: at === 0 || at === 4, joins: at === 3 }));
const groups = testable(wordsOf(pieces), pieces, 4);
const attention = {
  method: 'rollout',
  layers: [
    [0, 0.5, 0, 0, 0.5, 0],
    [0, 0.125, 0.25, 0.25, 0.125, 0.25],
  ],
};
/** @returns {import('../../../web/model/sheets/why_rows.js').WhyAnswer} */
const answer = (more = {}) => ({
  ...{ question: { kind: 'difference' }, value: 2, asked: 4, sinks: [{ token: 0, received: 0.7 }], attention, routes: null, direct: null },
  ...{ scale: 4, lead: 2, needs: null, ...more },
});
const needs = {
  ...{ by: 'hide', inserted: '', warning: '', blanks: [], noise: 0.01, layers: [1, 2] },
  ...{
    left_out: [0.005, 5, null, -1],
    read_up_to: [
      [0, 1.25, null, 0],
      [0.005, 5, null, -1],
    ],
  },
  ...{ answer: ['are', ' is', null, ''], probability: [0.5, 0.75, null, 0.25] },
};
const measured = (/** @type {any[]} */ losses, failed = /** @type {number[]} */ ([])) => ({ losses, answers: [], failed: new Set(failed) });
const how = { asked: 4, layer: 2, blank: null, verdict: null };

test('words are rows, of special tokens only the place where the answer is read', () => {
  assert.deepEqual(
    groups.map(({ name, tokens }) => [name, tokens]),
    [
      ['the', [1]],
      ['keys', [2, 3]],
      ['[MASK]', [4]],
      ['here', [5]],
    ],
  );
  assert.deepEqual(
    testable(wordsOf(pieces), pieces, -1).map(({ name }) => name),
    ['the', 'keys', 'here'],
  );
});

test('a row that is not measured has no number, one that failed says so, and nothing is named before all are there', () => {
  const part = measured([undefined, 5], [3]);
  assert.equal(isDone(part, 4), false);
  const rows = rowsOf(groups, pieces, answer(), part, how);
  assert.deepEqual(
    rows.map(({ state, text, share }) => [state, text, share]),
    [
      ['waiting', '…', 0],
      ['bar', '5.0', 1],
      ['told', 'the answer is read here', 0],
      ['failed', '…', 0],
    ],
  );
  assert.equal(isDone(measured([0, 1, null, 2]), 4), true);
  assert.equal(isDone(measured([0, 1, null]), 4), false);
  assert.ok(rows.every(({ isNamed, tests, read }) => !isNamed && tests === null && read === null));
});

test('an answer that is a score has no share', () => {
  const scores = { losses: [1, 2, null, 0], answers: [{ text: 'positive 1.5', probability: null }, null, null, null], failed: new Set() };
  assert.deepEqual(rowsOf(groups, pieces, answer(), scores, how)[0].answer, ['positive 1.5', '']);
});

test('bars are parts of a scale that is fixed before; longer ones, negative ones and those within the noise are marked', () => {
  const verdict = answer({ needs, named: 1 });
  const all = {
    losses: needs.left_out,
    answers: needs.answer.map((text, at) => (text === null ? null : { text, probability: needs.probability[at] ?? 0 })),
    failed: new Set(),
  };
  const rows = rowsOf(groups, pieces, verdict, all, { ...how, verdict });
  assert.deepEqual(
    rows.map(({ text, share, isLong, answer: without }) => [text, share, isLong, without?.join('') ?? '']),
    [
      ['≈ 0', 0, false, 'are 50 %'],
      ['5.0', 1, true, 'is 75 %'],
      ['the answer is read here', 0, false, ''],
      ['−1.0', 0.25, true, '(nothing) 25 %'], // the left side has less space
    ],
  );
  assert.deepEqual(
    rows.map(({ isNamed }) => isNamed),
    [false, true, false, false],
  );
  assert.deepEqual(
    rows.map(({ attention: share }) => share),
    [0.125, 0.5, 0.125, 0.25],
  );
  assert.equal(rows[1].read, null, 'after the last layer');
  const before = rowsOf(groups, pieces, verdict, all, { ...how, layer: 1, verdict });
  assert.deepEqual(
    before.map(({ read }) => read),
    [0, 0.25, null, null],
  );
  // The part read so far may have counted against the answer.
  const against = answer({ needs: { ...needs, read_up_to: [[0, -1.25, null, 0]] } });
  assert.equal(rowsOf(groups, pieces, against, all, { ...how, layer: 1, verdict: against })[1].read, -0.25);
  assert.deepEqual(
    before.map(({ attention: share }) => share),
    [0.5, 0, 0.5, 0],
  );
  assert.equal(mostAttention(verdict, groups), 0.5);
  assert.equal(scaleOf(null, measured([1, -3, null])), 3);
});

test('of a decoder each row has the tests that name it, when all are measured', () => {
  const why = answer({ routes: [0, 1, 0, 2], direct: [0, 3, 0, 1], first: { hidden: 1, routes: 3, direct: 1 }, needs });
  const all = measured(needs.left_out);
  assert.deepEqual(
    rowsOf(groups, pieces, why, all, { ...how, verdict: why }).map(({ tests }) => tests),
    [[false, false, false], [true, false, true], null, [false, true, false]],
  );
  assert.ok(rowsOf(groups, pieces, why, all, how).every(({ tests }) => tests === null));
  assert.deepEqual(orderOf(groups, why), [1, 3, 0, 2]);
  assert.deepEqual(orderOf(groups, answer()), [1, 3, 0, 2]); // by attention
  assert.deepEqual(orderOf(groups, null), [0, 1, 2, 3]);
});

test('without the forward quantities rows have their bars alone, and a place that cannot be tested is told', () => {
  const rows = rowsOf(groups, pieces, null, measured([1, 2, null, 0.5]), { ...how, asked: -1 });
  assert.deepEqual(
    rows.map(({ text, attention: share }) => [text, share]),
    [
      ['1.00', null],
      ['2.00', null],
      ['cannot be tested', null],
      ['0.50', null],
    ],
  );
});

test('a small number has a place more, and never reads 0.0', () => {
  assert.deepEqual(
    [3.1234, 0.04, -0.04, 0.004].map((one) => numberText(one, 12)),
    ['3.1', '0.04', '−0.04', '≈ 0'],
  );
  assert.equal(numberText(0.0312, 0.3), '0.031');
});

test('a long text shows its largest rows in the order of the text, and folds the others between them', () => {
  const row = (/** @type {number} */ group) =>
    /** @type {any} */ ({ group, loss: group % 10 === 3 ? 2 + group / 100 : 0.05, state: 'bar', isNamed: false });
  const rows = Array.from({ length: 90 }, (_, group) => row(group));
  const shape = (/** @type {Set<number>} */ open, all = rows) =>
    folded(all, open, 12).map((item) =>
      'row' in item ? item.row.group : 'folded' in item ? `${item.folded[0].group}+${item.folded.length} ${item.bound}` : '',
    );
  // Nine are large, and the smallest of them is one too many.
  assert.deepEqual(shape(new Set()), [
    ...['0+13 2.1', 13, '14+9 0.1', 23, '24+9 0.1', 33, '34+9 0.1', 43, '44+9 0.1', 53, '54+9 0.1', 63],
    ...['64+9 0.1', 73, '74+9 0.1', 83, '84+6 0.1'],
  ]);
  assert.deepEqual(shape(new Set([14])).slice(0, 12), ['0+13 2.1', 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]);
  assert.deepEqual(
    shape(
      new Set(),
      rows.map((one) => ({ ...one, loss: null, state: 'waiting' })),
    ),
    ['0+90 '],
  );
  assert.equal(folded(rows.slice(0, 40), new Set(), 12).length, 40);
});

test('what stands behind the place that is read is no row of a model of next words', () => {
  const words = wordsOf(pieces);
  const last = (/** @type {boolean} */ isCausal) => testable(words, pieces, 2, { isCausal }).at(-1)?.tokens;
  assert.deepEqual([last(false), last(true)], [[5], [2, 3]]);
});

test('the bars of an answer that does not lead are not called a lead', () => {
  const run = { question: /** @type {any} */ ({ kind: 'logit', minus: 3, before: 2, name: 'are' }) };
  const heads = [2, -2].map((lead) => headOf(run, answer({ lead }), 'hidden'));
  assert.notEqual(heads[0], heads[1]);
  assert.equal(headOf({ question: { ...run.question, before: -2 } }, null, 'hidden'), heads[1]);
});

test('with sinks attention has their rows, also of a token that is no word, and the scale has room for it', () => {
  const layers = [[0.625, 0.25, 0, 0, 0.125, 0]];
  const keeps = (/** @type {'include' | 'exclude'} */ sinks) => answer({ attention: { method: 'rollout', sinks, layers } });
  const at = { ...how, layer: 1 };
  const shape = (/** @type {ReturnType<typeof keeps>} */ why) =>
    withSinkRows(why, rowsOf(groups, pieces, why, measured([1, 1, null, 1]), at), pieces, 1).map((row) => [row.name, row.attention]);
  assert.deepEqual(shape(keeps('include'))[0], ['[CLS]', 0.625]);
  assert.equal(shape(keeps('include')).length, 5);
  assert.equal(shape(keeps('exclude')).length, 4);
  assert.equal(mostAttention(keeps('include'), groups), 0.625);
  assert.equal(mostAttention(keeps('exclude'), groups), 0.25);
  assert.notEqual(describeSinks(keeps('include'), pieces), describeSinks(keeps('exclude'), pieces));
  assert.notEqual(attentionHead(keeps('include'), 1), attentionHead(keeps('exclude'), 1));
  assert.equal(attentionHead({ ...keeps('include'), sinks: [] }, 1), attentionHead(keeps('exclude'), 1)); // as for a model that translates
  // A sink that is a word has its row already, so it is not among the ignored ones.
  const isWord = { ...keeps('include'), sinks: [{ token: 1, received: 0.7 }] };
  assert.equal(withSinkRows(isWord, rowsOf(groups, pieces, isWord, measured([1, 1, null, 1]), at), pieces, 1).length, 4);
  assert.deepEqual(
    [isWord, { ...isWord, attention: { ...isWord.attention, sinks: 'exclude' } }].map(
      (why) => rowsOf(groups, pieces, /** @type {any} */ (why), measured([]), at)[0].isParked,
    ),
    [false, true],
  );
});

test('a chat template is folded where it stands, and its words are rows only when they are asked for', () => {
  const talk = ['<|im_start|>', 'user', '↵', 'the', 'fox', '<|im_end|>', '↵', 'model', ':'].map((text, at) => ({
    ...{ text, joins: false, special: text.startsWith('<'), template: at < 3 || at > 4 },
  }));
  const asked = talk.length - 1;
  const words = wordsOf(talk);
  const names = (/** @type {Parameters<typeof testable>[3]} */ more) => testable(words, talk, asked, more).map(({ name }) => name);
  assert.deepEqual(names({}), ['the', 'fox', ':']);
  assert.deepEqual(names({ hasTemplate: true }), ['user', '↵ (1)', 'the', 'fox', '↵ (2)', 'model', ':']);
  const rows = testable(words, talk, asked).map(({ tokens }) => ({ row: /** @type {any} */ ({ tokens }) }));
  assert.deepEqual(
    withTemplate(rows, talk, asked).map((item) =>
      'template' in item ? [item.first, item.template] : /** @type {any} */ (item).row.tokens,
    ),
    [[0, 3], [3], [4], [5, 3], [8]],
  );
  assert.deepEqual(withTemplate(rows, [...talk.map((one) => ({ ...one, template: false }))], asked), rows);
});

test('a phrase is named as it is read, by parts of words and of characters', () => {
  const name = (/** @type {string[]} */ texts, joins = /** @type {number[]} */ ([])) =>
    phraseName(texts.map((text, at) => ({ text, joins: joins.includes(at) })));
  assert.equal(name(['the', 'ke', 'ys', 'here'], [2]), 'the keys here');
  assert.equal(name([' the', ' ke', 'ys', ',', ' here'], [2, 3]), 'the keys, here');
  assert.equal(name([' <0xC3>', '<0xA9>'], [1]), 'é');
});

test('another word stands in the place of one, the one that is meant, with its capital', () => {
  const pieces = ['The', ' key', ' to', ' the', ' Key', '.'].map((text) => ({ text }));
  const groups = wordsOf(pieces);
  const text = 'The key to the Key.';
  const at = (/** @type {number} */ group, given = text) => withWord(given, groups, pieces, group, 'lock');
  assert.deepEqual([at(1), at(4), at(0)], ['The lock to the Key.', 'The key to the Lock.', 'Lock key to the Key.']);
  assert.equal(at(5), '', 'a mark is no word');
  assert.equal(at(1, 'The keys to the Key.'), '', 'a part of a word is none');
});

test('words that are tested together have a row, without the place where the answer is read, and keep what was measured', async () => {
  const phrases = new Phrases();
  const [one, other] = [
    [2, 3, 4, 5],
    [0, 1],
  ];
  assert.equal(phrases.take([one], pieces, 4), true);
  assert.equal(phrases.take([one], pieces, 4), false);
  /** @type {string[]} */
  const asked = [];
  const ask = async (/** @type {string} */ _, /** @type {any} */ { groups }) => {
    asked.push(groups);
    return { value: 3, values: [1], answers: [{ text: ' is', probability: 0.5 }] };
  };
  const { signal } = new AbortController();
  const measure = () => phrases.measure(/** @type {any} */ (ask), 'hide', signal, () => {});
  const shape = () =>
    phrases.rows(9, pieces, answer(), how).map((row) => [row.group, row.name, row.tokens, row.text, row.answer?.join('') ?? '']);
  assert.deepEqual(shape(), [[9, 'keys here', [2, 3, 5], '…', '']]);
  await measure();
  assert.equal(phrases.take([one, other], pieces, 4), true);
  await measure();
  assert.deepEqual(asked, ['2,3,5', '1']); // each once
  assert.deepEqual(shape()[0], [9, 'keys here', [2, 3, 5], '2.0', 'is 50 %']);
  const [row] = phrases.rows(9, pieces, answer(), how);
  assert.deepEqual([row.isPhrase, row.tests, phrases.chosen(row)], [true, null, one]);
  assert.equal(phrases.take([other], pieces, 4), true);
  assert.deepEqual(
    shape().map(([, name]) => name),
    ['the'],
  );
  phrases.begin();
  assert.deepEqual(shape(), []);
});

test('a phrase whose test fails says so, and can be tested again', async () => {
  const phrases = new Phrases();
  phrases.take([[1, 2]], pieces, 4);
  const { signal } = new AbortController();
  await assert.rejects(
    phrases.measure(
      () => Promise.reject(new Error('no')),
      'hide',
      signal,
      () => {},
    ),
  );
  assert.equal(phrases.rows(0, pieces, answer(), how)[0].state, 'failed');
  await phrases.measure(/** @type {any} */ (async () => ({ value: 1, values: [null] })), 'hide', signal, () => {});
  assert.equal(phrases.rows(0, pieces, answer(), how)[0].text, 'cannot be tested');
});

test('a picture’s patches are squares, coarse ones first, and of a large grid the finest are squares too', () => {
  const grid = (/** @type {number} */ count) => [
    { text: '[CLS]' },
    ...Array.from({ length: count * count }, (_, at) => ({ text: `r${Math.floor(at / count) + 1}c${(at % count) + 1}` })),
  ];
  const shape = (/** @type {number} */ count) => levelsOf(grid(count)).map(({ size, groups }) => [size, groups.length]);
  assert.deepEqual(shape(14), [
    [4, 16],
    [2, 49],
    [1, 196],
  ]);
  assert.deepEqual(shape(3), [[1, 9]]);
  assert.deepEqual(shape(24), [
    [4, 36],
    [2, 144],
  ]);
  const [coarse, fine] = levelsOf(grid(8));
  assert.deepEqual([coarse.groups[0].tokens, coarse.groups[0].name], [[1, 2, 9, 10], 'r1c1–r2c2']);
  assert.deepEqual([fine.groups[9].tokens, fine.groups[9].row, fine.groups[9].column, fine.groups[9].name], [[10], 1, 1, 'r2c2']);
  // Each patch once at every level.
  for (const { groups: all } of levelsOf(grid(7))) assert.equal(new Set(all.flatMap(({ tokens }) => tokens)).size, 49);
});

test('the losses are scores of the tokens: without a sign, and shared within a word', () => {
  const groups = [[1], [2, 3], [4]].map((tokens) => ({ tokens, name: '' }));
  assert.deepEqual(scoresOf(groups, [-0.5, 3, null], 6), [NaN, 0.5, 1.5, 1.5, NaN, NaN]);
});
