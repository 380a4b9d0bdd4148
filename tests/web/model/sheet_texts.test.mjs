// SPDX-License-Identifier: MIT
// The words about numbers in the views of a model. They cover whether a share means anything, whether the answer differs, and skipped
// parts.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isPast, uncoveredChange } from '../../../web/model/cut/question_controls.js';
import { describeCutSet, hardlyDepends, mattersMost, randomValues } from '../../../web/model/sheets/flow_cut.js';
import { isBlankAlready, wordsOf } from '../../../web/model/run/word_tests.js';
import { placeOf } from '../../../web/model/run/stacks.js';

globalThis.ResizeObserver ??= /** @type {any} */ (class {}); // what draws figures makes one
const { edgeLabelPlace, describeOtherSets } = await import('../../../web/model/sheets/deciding_cuts.js');

/** A set whose random draws give these scores. */
const made = (value, blanked, cut, random) => {
  const removed = (y) => (value - y) / (value - blanked);
  return {
    value,
    blanked,
    cut,
    withoutResiduals: value,
    blank: 'mask',
    removed: removed(cut),
    removedByAttention: 0,
    random: random.map(removed),
    p: 0.5,
  };
};

test('a share of a dependence is told only where it is larger than the spread of random sets', () => {
  const random = [-1, 1, 3, 5, 6];
  const small = made(5.1, 4.73, 0.64, random);
  assert.deepEqual(
    randomValues(small).map((y) => Math.round(y * 1e6) / 1e6),
    random,
  );
  assert.equal(hardlyDepends(small), true);
  const words = describeCutSet(small, '[CLS]');
  assert.match(
    words,
    /The value is \+5\.10\. With “\[CLS\]” masked, it is \+4\.73\. With this set cut, it is \+0\.64 .*random sets .* −1\.00 to \+6\.00\. The answer hardly depends on “\[CLS\]”/,
  );
  assert.doesNotMatch(words, /%/);
  const large = made(5.1, -3, 0.64, random);
  assert.equal(hardlyDepends(large), false);
  assert.match(describeCutSet(large, 'keys'), /The cut took 55 % of the dependence on “keys”.*\(p = 0\.50\)\.$/);
  assert.equal(hardlyDepends({ ...small, removed: null, random: [null, null] }), true);
  assert.doesNotMatch(describeCutSet({ ...small, removed: null, random: [null, null] }, 'a'), /NaN|undefined|null/);
});

test('the flow begins at the input that matters most: none that is special, nor the output itself', () => {
  const pieces = ['[CLS]', 'the', 'keys', '[MASK]', '[SEP]'].map((text) => ({ text, special: /^\[(CLS|SEP)/.test(text) }));
  assert.equal(mattersMost([0.5, 0.1, 0.2, 0.9, 0.3], pieces, 3), 2);
  assert.equal(mattersMost([0.5, null, null, 0.9, 0.3], pieces, 3), -1);
});

test('other cuts that change the answer are counted', () => {
  const others = { all: 269, measured: 269, changed: 5, exchanged: 0, changedByExchange: 0, farthest: [] };
  assert.equal(describeOtherSets(others, 1), '5 of 269 other single cuts change the answer.');
  assert.equal(
    describeOtherSets({ ...others, all: 5831, measured: 128 }, 1),
    'Among 5831 other single cuts, the 128 with the largest gradients were tried. 5 change the answer.',
  );
  assert.match(
    describeOtherSets({ ...others, all: 0, measured: 120, exchanged: 64, changedByExchange: 4 }, 2),
    /Among 64 with one cut exchanged, 4 .* Among 56 random ones .*, 1 do\.$/,
  );
});

test('another answer on top is said where the question is of two others', () => {
  const answers = (...ids) => ids.map((id) => ({ id, text: String(id), probability: 0.5, logit: 0 }));
  /** @type {any} */
  const question = { kind: 'logit', index: 1, minus: 2 };
  assert.deepEqual(uncoveredChange(question, answers(1, 2, 3), answers(3, 1, 2)), { was: answers(1)[0], now: answers(3)[0] });
  assert.equal(uncoveredChange(question, answers(1, 2), answers(2, 1)), null, 'that is what is asked');
  assert.equal(uncoveredChange(question, answers(1, 2), answers(1, 3)), null);
  assert.equal(uncoveredChange(question, null, answers(3)), null);
  assert.equal(uncoveredChange({ ...question, kind: 'cosine' }, answers(1), answers(3)), null);
});

test('a question whose answer the cuts have changed is one of the past', () => {
  const answers = (...ids) => ids.map((id) => ({ id, text: String(id), probability: 0.5, logit: 0 }));
  /** @type {any} */
  const two = { kind: 'logit', index: 1, minus: 2, before: 5.1, after: -3.7 };
  assert.equal(isPast(two, answers(1, 2), answers(2, 1)), true);
  assert.equal(isPast({ ...two, after: 0.2 }, answers(1, 2), answers(3, 1)), false, 'a third answer, and the model still prefers it');
  assert.equal(isPast({ ...two, before: -3.7, after: 5.1 }, answers(2, 1), answers(1, 2)), false, 'now it does');
  assert.equal(isPast(two, null, answers(1, 2)), false, 'nothing is cut');
  const one = { ...two, minus: -1 };
  assert.equal(isPast(one, answers(1, 2), answers(3, 1)), true);
  assert.equal(isPast(one, answers(1, 2), answers(1, 3)), false);
  assert.equal(isPast(one, answers(2, 1), answers(3, 1)), false, 'it never said so');
  assert.equal(isPast({ ...two, kind: 'cosine' }, answers(1), answers(2)), false);
});

test('cuts begin at the token whose answer is asked about, and reach no later one', () => {
  /** @type {any} */
  const said = { pieces: Array.from({ length: 75 }, (_, i) => ({ text: `t${i}` })), question: {}, says: { position: 43 } };
  const view = { layer: 2, tokens: [74], sink: 60 };
  const about = (kind, layers, heads) => /** @type {import('../../../web/model/run/about.js').About} */ ({ layers, heads, kind });
  const { from, to } = placeOf(about('next', 30, 9), said, view);
  assert.deepEqual([from, to], [43, 43]);
  assert.equal(placeOf(about('next', 30, 9), { ...said, question: null }, view).from, 74);
  assert.equal(placeOf(about('classes', 4, 4), { ...said, says: { position: -1 } }, view).from, 74);
  assert.equal(placeOf(about('masked', 4, 4), said, view).to, 60);
});

test('cuts begin at the layer that is shown, where a decoder has more layers than its encoder', () => {
  /** @type {any} */
  const said = { pieces: [{ text: 'a' }], output: { read: ['x'] } };
  /** @type {any} */
  const about = { layers: 2, heads: 4, decoder: { layers: 3, heads: 4 }, kind: 'translation' };
  const view = { layer: 2, tokens: [0], sink: 0 };
  assert.equal(placeOf(about, said, { ...view, side: 'cross' }).layer, 2);
  assert.equal(placeOf(about, said, { ...view, side: 'decoder' }).layer, 2);
  assert.equal(placeOf(about, said, { ...view, side: 'encoder' }).layer, 1);
});

test('equal words are counted, and what is the blank already is none that is left out', () => {
  const pieces = ['the', 'key', 'the', '[MASK]', '[UNK]'].map((text, i) => ({ text, special: i > 2, unknown: i === 4 }));
  const words = wordsOf(pieces);
  assert.deepEqual(
    words.map(({ name }) => name),
    ['the (1)', 'key', 'the (2)', '[MASK]', '[UNK]'],
  );
  const already = (inserted) => words.map((group) => isBlankAlready(group, pieces, { inserted }));
  assert.deepEqual(already('[MASK]'), [false, false, false, true, false]);
  assert.deepEqual(already('[UNK]'), [false, false, false, false, true]);
  assert.deepEqual(already(''), [false, false, false, false, false]);
});

test('an edge’s name begins beside the edge, which does not cross it', () => {
  const [wide, tall] = [40, 10];
  for (const [x2, y2] of [
    [0, 100],
    [60, 100],
    [-60, 100],
    [300, 100],
    [-300, 100],
  ].map(([x, up]) => [x, -up])) {
    const { x, y } = edgeLabelPlace([0, 0], [x2, y2]);
    for (let part = 0; part <= 1; part += 0.005) {
      const [px, py] = [x2 * part, y2 * part];
      assert.ok(!(px > x && px < x + wide && py > y - tall && py < y + 2), `${x2}: ${px}, ${py}`);
    }
  }
});
