// SPDX-License-Identifier: MIT
// @ts-check
// Engine, page and models' module in two parts. Tests the reading of a profile, and that the built parts fit together.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { inFullPrecision } from '../../../tools/lib/split_by_run.mjs';
import { calledIn, withoutNames } from '../../../tools/lib/split_module.mjs';

const built = new URL('../../../build/wasm/', import.meta.url);
/** @param {string} name */
const part = (name) => readFileSync(new URL(name, built));
const isSplit = existsSync(new URL('engine.first.wasm', built));
const skip = !isSplit && 'the engine is built as a whole here (no wasm-split)';

test('a module without its names does what it did', () => {
  // (module (func $answer (export "answer") (result i32) i32.const 42)), with a section of names.
  const bytes = Buffer.from([
    0,
    97,
    115,
    109,
    1,
    0,
    0,
    0,
    1,
    5,
    1,
    96,
    0,
    1,
    127,
    3,
    2,
    1,
    0,
    7,
    10,
    1,
    6,
    ...Buffer.from('answer'),
    0,
    0,
    10,
    6,
    1,
    4,
    0,
    65,
    42,
    11,
    0,
    16,
    4,
    ...Buffer.from('name'),
    1,
    9,
    1,
    0,
    6,
    ...Buffer.from('answer'),
  ]);
  const bare = withoutNames(bytes);
  assert.deepEqual(
    [bytes, bare].map((one) => one.includes('name')),
    [true, false],
  );
  const answer = /** @type {() => number} */ (new WebAssembly.Instance(new WebAssembly.Module(bare)).exports.answer);
  assert.equal(answer(), 42);
});

test('a profile says which functions were called', () => {
  const profile = Buffer.alloc(8 + 4 * 3);
  profile.writeUInt32LE(1, 8);
  profile.writeUInt32LE(2, 16);
  assert.deepEqual(calledIn(profile), [true, false, true]);
});

test('weights of 16 bits become the same numbers in 32', () => {
  const header = Buffer.from(
    JSON.stringify({
      __metadata__: { format: 'pt' },
      a: { dtype: 'F16', shape: [2], data_offsets: [0, 4] },
      b: { dtype: 'F16', shape: [2], data_offsets: [4, 8] },
    }),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const wide = Buffer.from(inFullPrecision(Buffer.concat([length, header, Buffer.from([0x00, 0x3c, 0x01, 0x00, 0x00, 0xc0, 0xff, 0x7b])])));
  const start = 8 + Number(wide.readBigUInt64LE());
  const { a, b } = JSON.parse(wide.toString('utf8', 8, start));
  assert.deepEqual([a.dtype, a.data_offsets, b.data_offsets], ['F32', [0, 8], [8, 16]]);
  assert.deepEqual(
    [0, 4, 8, 12].map((at) => wide.readFloatLE(start + at)),
    [1, 2 ** -24, -2, 65504],
  );
});

for (const name of ['engine', 'headwaters', 'model'])
  test(`the built parts of ${name} are of one build, and the second asks for nothing but the first`, { skip }, () => {
    const [first, later] = [`${name}.first.wasm`, `${name}.later.wasm`].map((name) => new WebAssembly.Module(part(name)));
    const pair = (/** @type {WebAssembly.Module} */ module) =>
      WebAssembly.Module.customSections(module, 'pair').map((bytes) => new TextDecoder().decode(bytes));
    assert.match(pair(first)[0], /^[0-9a-f]{64}$/);
    assert.deepEqual(pair(later), pair(first));
    const offered = new Set(WebAssembly.Module.exports(first).map((one) => one.name));
    for (const { module, name: wanted } of WebAssembly.Module.imports(later))
      assert.ok(module === 'primary' && offered.has(wanted), `${module}.${wanted}`);
    const standIns = WebAssembly.Module.imports(first).filter(({ module }) => module === 'placeholder');
    assert.ok(standIns.length > 50, `${standIns.length} stand-ins`);
    assert.ok(part(`${name}.later.wasm`).length > 100_000 && part(`${name}.first.wasm`).length < part(`${name}.wasm`).length);
  });
