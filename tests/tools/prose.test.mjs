// SPDX-License-Identifier: MIT
// The check of English finds each habit, in each kind of text, and nothing in plain sentences.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkProse, ratesOf } from '../../tools/lib/check/prose.mjs';

test('each habit is counted', () => {
  const { rates, words } = ratesOf(['What is read is told to whoever looks. Of each row the rest stands beside it: all of its own.']);
  assert.equal(words, 20);
  assert.deepEqual(
    Object.values(rates).map((rate) => Math.round((rate * words) / 1e4)),
    [1, 1, 1, 2, 1, 1, 1],
  );
});

test('a document over an aim is an error with its rate and the limit, and code is not counted', () => {
  assert.deepEqual(checkProse([['docs/a.md', 'The page reads the file and shows a bar for each token. `what is read` is code.']]), []);
  assert.deepEqual(checkProse([['docs/a.md', 'It says so.']]), ['documents: things that speak, 3333.3 in 10,000 words; at most 6.']);
  const long = Array(31).fill('word').join(' ');
  assert.deepEqual(checkProse([['README.md', `${long}.`]]), ['documents: 100.0 % of the sentences have more than 30 words; at most 7 %.']);
});

test('of sources comments alone are counted, of a language the English texts', () => {
  assert.deepEqual(checkProse([['src/a.cpp', 'const char* a = "who is told what is read";  // Reads a row.\n']]), []);
  assert.match(checkProse([['src/a.cpp', 'int a;  // Whoever reads a row.\n']])[0], /^comments of src: people without a name, /);
  assert.match(
    checkProse([['web/languages/de/a.json', '{"The page says it.": "Die Seite zeigt es."}']])[0],
    /^interface: things that speak, /,
  );
});
