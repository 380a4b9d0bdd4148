// SPDX-License-Identifier: MIT
// Actions on tokens of the sentence. Covers the question for a word of several tokens, and the act that hides a phrase.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { tokenActs } from '../../../../web/model/line/token_acts.js';

const pieces = ['The', ' city', ' is', ' Kra', 'ków'].map((text, at) => ({
  id: 10 + at,
  text,
  special: false,
  joins: at === 4,
  bits: null,
}));
/** @param {boolean} readsWords @param {'next' | 'masked'} [kind] */
function actsOf(readsWords, kind = 'next') {
  /** @type {any[]} */
  const calls = [];
  const surface = /** @type {any} */ ({ state: { spans: [] }, setState: (/** @type {any} */ { tokens }) => calls.push(tokens) });
  const callbacks = {
    place: () => /** @type {any} */ ({ layers: 2, heads: 2, tokens: pieces.map(({ text }) => text) }),
    target: (/** @type {string} */ target) => calls.push(target),
    toggle: (/** @type {any} */ { cuts }) => calls.push(cuts.map((/** @type {any} */ { kind, text }) => `${kind} ${text}`)),
    show: () => {},
    together: () => null,
  };
  const acts = tokenActs(surface, /** @type {any} */ (pieces), /** @type {any} */ ({ kind }), /** @type {any} */ (callbacks), readsWords);
  return { acts, calls };
}

test('a word of several tokens is one answer where its first token is asked, read behind the token before it', () => {
  const { acts, calls } = actsOf(true);
  for (const at of [3, 4, 2]) acts.ask?.(at);
  assert.deepEqual(calls, [[2], 'lp:13+14@2', [3], 'lp:14@3', [1], 'lp:12@1']);
  // A program around the page accepts targets of one token, and so does a model of masked words.
  const other = actsOf(false);
  other.acts.ask?.(4);
  assert.deepEqual(other.calls, [[3], 'lp:14@3']);
  const masked = actsOf(true, 'masked');
  masked.acts.ask?.(4);
  assert.deepEqual(masked.calls, [[4], 'lp:14@4']);
});

test('a phrase is hidden by one change', () => {
  const { acts, calls } = actsOf(true);
  acts.hide([1, 2]);
  assert.deepEqual(calls, [['hidden 1', 'hidden 2']]);
});
