// SPDX-License-Identifier: MIT
// @ts-check
// The engine in two parts: which functions go into the second, and that the parts that were built fit together.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { namesIn, onlyIn, withoutNames } from '../../../tools/lib/split_module.mjs';

const built = new URL('../../../build/wasm/', import.meta.url);
/** @param {string} name */
const part = (name) => readFileSync(new URL(name, built));
const isSplit = existsSync(new URL('engine.first.wasm', built));
const skip = !isSplit && 'the engine is built as a whole here (no wasm-split)';

test('a function that another object defines too, or might, stays in the first part', () => {
  const listed = ['io.a[rare_later_1.o]: rare T 0 8', 'io.a[rare_later_1.o]: shared W 8 8', 'io.a[often.o]: shared W 0 8', 'io.a[often.o]: often T 8 8',
    'io.a[rare_later_1.o]: inside t 16 8', 'io.a[other_later_2.o]: inside t 0 8', 'io.a[rare_later_1.o]: twice t 24 8', 'io.a[often.o]: twice t 24 8',
    'io.a[rare_later_1.o]: template W 0 8', 'io.a[rare_later_1.o]: table D 0 8'].join('\n');
  assert.deepEqual(onlyIn(listed, /_later_/), ['rare', 'inside']);
});

test('a module without its names does what it did', () => {
  // (module (func $answer (export "answer") (result i32) i32.const 42)), with a section of names.
  const bytes = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 10, 1, 6, ...Buffer.from('answer'), 0, 0, 10, 6, 1, 4, 0, 65, 42, 11,
    0, 16, 4, ...Buffer.from('name'), 1, 9, 1, 0, 6, ...Buffer.from('answer')]);
  assert.deepEqual(namesIn(bytes), ['answer']);
  const bare = withoutNames(bytes);
  assert.deepEqual(namesIn(bare), []);
  const answer = /** @type {() => number} */ (new WebAssembly.Instance(new WebAssembly.Module(bare)).exports.answer);
  assert.equal(answer(), 42);
});

test('the built parts are of one build, and the second asks for nothing but the first', { skip }, () => {
  const [first, later] = ['engine.first.wasm', 'engine.later.wasm'].map((name) => new WebAssembly.Module(part(name)));
  const pair = (/** @type {WebAssembly.Module} */ module) => WebAssembly.Module.customSections(module, 'pair').map((bytes) => new TextDecoder().decode(bytes));
  assert.match(pair(first)[0], /^[0-9a-f]{64}$/);
  assert.deepEqual(pair(later), pair(first));
  const offered = new Set(WebAssembly.Module.exports(first).map(({ name }) => name));
  for (const { module, name } of WebAssembly.Module.imports(later)) assert.ok(module === 'primary' && offered.has(name), `${module}.${name}`);
  const standIns = WebAssembly.Module.imports(first).filter(({ module }) => module === 'placeholder');
  assert.ok(standIns.length > 50, `${standIns.length} stand-ins`);
  assert.ok(part('engine.later.wasm').length > 100_000 && part('engine.first.wasm').length < part('engine.wasm').length);
});
