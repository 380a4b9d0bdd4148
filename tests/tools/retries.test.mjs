// SPDX-License-Identifier: MIT
// A second run is for a few failed tests among others, never for a run that broke.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { filesToRetry } from '../../tools/lib/retries.mjs';

const results = (...failed) =>
  [{ file: 'bars', test: 'a', passed: true }, ...failed.map((file) => ({ file, test: 'b', passed: false }))]
    .map((line) => JSON.stringify(line))
    .join('\n');
const log = (fail, cancelled = 0) => `ℹ tests 9\nℹ pass 1\nℹ fail ${fail}\nℹ cancelled ${cancelled}\n`;

test('a test that failed beside others runs again with its file, once', () => {
  assert.deepEqual(filesToRetry(results('sheets'), log(1)), ['sheets']);
  assert.deepEqual(filesToRetry(results('sheets', 'sheets', 'model'), log(3)), ['sheets', 'model']);
});

test('many failures, a file that could not be loaded, a run that was cut off are failures', () => {
  assert.deepEqual(filesToRetry(results('a', 'b', 'c', 'd'), log(4)), []);
  assert.deepEqual(filesToRetry(results('a'), log(2)), []);
  assert.deepEqual(filesToRetry(results('a'), log(1, 1)), []);
  assert.deepEqual(filesToRetry(results('a'), 'Segmentation fault'), []);
  assert.deepEqual(filesToRetry(results(), log(0)), []);
});
