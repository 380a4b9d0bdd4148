// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('each promise of docs/security.md names a test that there is', () => {
  const tests = readdirSync(new URL('..', import.meta.url), { recursive: true })
    .map(String)
    .filter((name) => /(\.test\.mjs|_test\.cpp|\/test_\w+\.py)$/.test(name))
    .map((name) => read(`tests/${name}`))
    .join('\n');
  const rows = read('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (promise|who|---)( \||$)/.test(line));
  assert.ok(rows.length > 8);
  for (const row of rows) {
    const [, name] = /`([^`]+)` \|$/.exec(row) ?? [];
    // C++ may break a long name's line after its bracket.
    const written = [`test('${name}'`, `test("${name}"`, `TEST_CASE("${name}"`, `def ${name}(`];
    assert.ok(name && written.some((begin) => tests.includes(begin)), `no test: ${row}`);
  }
});
