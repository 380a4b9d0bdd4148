// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findExamples } from '../../web/dialogs/examples.js';
import { folded } from '../../web/dialogs/fuzzy.js';

const examples = [
  { title: 'Example 1', text: 'the keys to the cabinet' },
  { title: 'Example 2', text: 'the café is open' },
  { title: 'From chapter 1', text: 'schlüssel' },
].map((example, index) => ({ ...example, index, id: index }));
const keys = examples.map(({ title, text }) => folded(`${title} ${text}`));
const titles = (typed) => findExamples(typed, examples, keys).map(({ title }) => title);

test('every word typed is in title or text, without case and accents', () => {
  assert.deepEqual(titles(''), ['Example 1', 'Example 2', 'From chapter 1']);
  assert.deepEqual(titles('THE cafe'), ['Example 2']);
  assert.deepEqual(titles('schlussel'), ['From chapter 1']);
  assert.deepEqual(titles('the lion'), []);
});

test('a number leads to the example of that number, then to those that hold it', () => {
  assert.deepEqual(titles('1'), ['Example 1', 'From chapter 1']);
  assert.deepEqual(titles('3'), ['From chapter 1']);
  assert.deepEqual(titles('4'), []);
});
