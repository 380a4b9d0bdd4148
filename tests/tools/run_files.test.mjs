// SPDX-License-Identifier: MIT
// The longest file begins first, by its last run or else by its size.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';

import { longestFirst, timesOf, walks } from '../../tools/lib/run_files.mjs';

const lines = [
  { file: 'bars', test: 'a', passed: true, ms: 300 },
  { file: 'flow', test: 'a', passed: true, ms: 200 },
  { file: 'flow', test: 'b', passed: false, ms: 400 },
  { file: 'flow', test: 'c', leftOut: 'not here' },
  { picture: 'flow', share: 0 },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

test('a file’s time is that of its tests together', () => {
  assert.deepEqual(
    [...timesOf(lines)],
    [
      ['bars', 300],
      ['flow', 600],
    ],
  );
});

test('files begin by their last times, and by their sizes where there are none', () => {
  const size = (/** @type {string} */ file) => ({ 'x/heads.test.mjs': 200, 'x/bars.test.mjs': 9000 })[file] ?? 0;
  const files = ['x/bars.test.mjs', 'x/flow.test.mjs', 'x/heads.test.mjs', 'x/new.test.mjs'];
  assert.deepEqual(longestFirst(files, timesOf(lines), size), ['x/flow.test.mjs', 'x/heads.test.mjs', 'x/bars.test.mjs', 'x/new.test.mjs']);
});

test('files whose size says too little begin first, and are there', () => {
  const names = readdirSync(new URL('../browser', import.meta.url), { recursive: true }).map((path) => basename(String(path), '.test.mjs'));
  for (const name of walks) assert.ok(names.includes(name), name);
  const files = ['x/bars.test.mjs', `x/${walks[1]}.test.mjs`, `x/${walks[0]}.test.mjs`];
  assert.deepEqual(
    longestFirst(files, new Map(), () => 20_000),
    [files[2], files[1], files[0]],
  );
});
