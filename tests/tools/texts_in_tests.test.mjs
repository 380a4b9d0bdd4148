// SPDX-License-Identifier: MIT
// Decides which texts count as the interface's words in a test of the page, and which do not.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { textsInTests } from '../../tools/lib/check/texts_in_tests.mjs';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');
/** @param {string} line @param {string} [file] */
const kindsOf = (line, file = 'tests/browser/views/own.test.mjs') => textsInTests(root, [[file, line]]).map(({ kind }) => kind);

test('an element that is found by what it says is counted, in each way to find it', () => {
  for (const line of [
    "await page.getByRole('button', { name: 'Share', exact: true }).click();",
    "await dialog.getByText('Choose a file').click();",
    'await box.getByLabel(/^Which one/).check();',
    "await page.locator('li', { hasText: 'Any word' }).waitFor();",
    'await page.click(\'.sheet button:text-is("Cancel")\');',
    "await page.selectOption('select[aria-label=\"Sort by\"]', 'row');",
    "await list.selectOption({ label: 'List position' });",
    "find(({ textContent }) => textContent === 'Open').click();",
  ])
    assert.deepEqual(kindsOf(line), ['found'], line);
});

test('words of the interface elsewhere are counted apart', () => {
  for (const line of [
    "for (const name of ['Help']) await press(name);",
    'assert.match(said, /The file has no weights/);',
    "assert.equal(await status(page), 'Open a file to share it.');",
  ])
    assert.deepEqual(kindsOf(line), ['compared'], line);
});

test('ids, keys of the keyboard, titles of tests, what a failure says and other folders are not', () => {
  for (const line of [
    "await byId(page, 'lesson-next').click();",
    "await page.keyboard.press('Escape');",
    "test('Open a file to share it', async () => {});",
    "assert.ok(isThere, 'open a file to share it');",
    "// Open a file to share it: 'Open a file to share it.'",
    'await page.evaluate((name) => window.headwaters.setState({ panel: name }), panel);',
  ])
    assert.deepEqual(kindsOf(line), [], line);
  assert.deepEqual(kindsOf("page.getByText('Choose a file')", 'tests/web/own.test.mjs'), []);
});
