// SPDX-License-Identifier: MIT
// The table of tests that an engine cannot run names tests that exist.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';

import { unsupported } from '../browser/unsupported.mjs';

const folder = new URL('../browser/', import.meta.url);
const files = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.mjs'))
    .map((name) => [basename(name, '.test.mjs'), readFileSync(new URL(name, folder), 'utf8')]),
);

test('each row of tests/browser/unsupported.mjs leaves out a test that there is, for a reason in words', () => {
  assert.ok(unsupported.length > 10);
  for (const { engine, file, test: words, reason } of unsupported) {
    assert.ok(['firefox', 'webkit'].includes(engine), `${engine}: Chromium can be asked everything`);
    assert.ok(files.has(file), `no file ${file}`);
    if (words) assert.ok(files.get(file).includes(words), `no test in ${file} holds “${words}”`);
    assert.match(reason, /\w+ \w+ \w+/);
  }
});
