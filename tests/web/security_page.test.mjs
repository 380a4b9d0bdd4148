// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('each promise of docs/security.md names a test that there is', () => {
  const folders = ['browser', 'cli', 'figure'];
  const tests = folders.flatMap((folder) => readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true })
    .filter((name) => /\.test\.mjs$|_test\.cpp$/.test(name)).map((name) => read(`tests/${folder}/${name}`))).join('\n');
  const rows = read('docs/security.md').split('\n').filter((line) => line.startsWith('| ') && !/^\| (promise \||---)/.test(line));
  assert.ok(rows.length > 8);
  for (const row of rows) {
    const [, name] = /`([^`]+)` \|$/.exec(row) ?? [];
    assert.ok(name && (tests.includes(`test('${name}'`) || tests.includes(`test("${name}"`) || tests.includes(`TEST_CASE("${name}"`)), `no test: ${row}`);
  }
});
