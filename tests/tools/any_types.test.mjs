// SPDX-License-Identifier: MIT
// The check of types finds `any` in JSDoc and declarations, and nothing in texts and names.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkAnyTypes } from '../../tools/lib/check/any_types.mjs';

/** @param {string} text @param {string} [file] @returns {string[]} the places */
const placesOf = (text, file = 'web/a.js') => checkAnyTypes([[file, text]]).map((error) => error.split(': ')[0]);

test('a type any is an error with its place, at any depth of the type', () => {
  for (const line of [
    '/** @param {any} value */',
    '/** Reads it. @returns {Promise<any>} a value */',
    '/** @typedef {{call: string, more: {of: any[]}}} Request */',
    'const own = /** @type {Record<string, any>} */ (given);',
    '/**\n * @property {(reply: any) => void} hear\n */',
  ])
    assert.equal(placesOf(line).length, 1, line);
  assert.deepEqual(placesOf('\n/**\n * @typedef {{\n *   one: any}} One\n */'), ['web/a.js:4']);
  assert.deepEqual(placesOf('// any\nexport interface One {\n  two: any;\n}', 'web/a.d.ts'), ['web/a.d.ts:3']);
});

test('texts, comments, literals and other folders have no types', () => {
  for (const line of [
    "say('{any}');",
    '// {any}',
    '/** For any value. @param {unknown} value of any kind */',
    "/** @type {'any' | 'one'} */",
  ])
    assert.deepEqual(placesOf(line), [], line);
  assert.deepEqual(placesOf('/** any */ export type One = number;', 'web/a.d.ts'), []);
  assert.deepEqual(placesOf('/** @param {any} value */', 'tests/a.mjs'), []);
});
