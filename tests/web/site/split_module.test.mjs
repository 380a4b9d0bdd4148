// SPDX-License-Identifier: MIT
// @ts-check
// Engine, page and models' module in two parts: which functions go into the second, and that the parts that were built fit together.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { calledIn, inFullPrecision } from '../../../tools/lib/split_by_run.mjs';
import { functionsIn, onlyIn, secondPart, sharedNames, withoutNames } from '../../../tools/lib/split_module.mjs';

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

test('what nothing but the second part calls goes with it; what is in the table or exported stays', () => {
  const plain = ['rare', 'copy', 'copies', 'often', 'shared', 'itself', 'handler', 'open', 'gone'].map((name) => `  "${name}" [style="filled", fillcolor="white"];`);
  const held = ['  "open" [style="filled", fillcolor="gray"];', '  "print" [style="filled", fillcolor="turquoise"];', '  "handler" [style="filled, rounded"];'];
  const calls = [['rare', 'copy'], ['copy', 'copies'], ['rare', 'shared'], ['often', 'shared'], ['rare', 'itself'], ['itself', 'itself'], ['rare', 'handler'], ['rare', 'open'], ['rare', 'print']]
    .map(([from, to]) => `  "${from}" -> "${to}"; // call`);
  const graph = ['digraph call {', '      "A" -> "B" [style="filled, rounded", label = "Direct Call"];', ...plain, ...held, ...calls, '}'].join('\n');
  const sizes = new Map([...'rare copy copies often shared itself handler open gone'.split(' ')].map((name) => [name, 600]));
  assert.deepEqual(secondPart(graph, sizes, ['rare']), ['rare', 'copy', 'copies', 'itself']);
  assert.deepEqual(secondPart(graph, sizes, []), []);
});

test('something small that the first part calls stays there; of functions of one name those that call the second part go with it', () => {
  const white = ['draw', 'draw_7', 'draw_8', 'page', 'large', 'little', 'also', 'dot'].map((name) => `  "${name}" [style="filled", fillcolor="white"];`);
  const calls = [['draw_7', 'large'], ['draw_8', 'little'], ['page', 'little'], ['page', 'large'], ['little', 'also'], ['also', 'dot']].map(([from, to]) => `  "${from}" -> "${to}"; // call`);
  const graph = [...white, '  "page" [style="filled", fillcolor="gray"];', '  "draw_7" [style="filled, rounded"];', ...calls].join('\n');
  const sizes = new Map([['draw', 900], ['draw_7', 900], ['draw_8', 900], ['page', 900], ['large', 900], ['little', 40], ['also', 40], ['dot', 4000]]);
  const listed = ['v.a[graph_later_1.o]: draw t 0 8', 'v.a[bars.o]: draw t 0 8', 'v.a[graph_later_1.o]: large T 8 8', 'v.a[graph_later_1.o]: little T 8 8'].join('\n');
  const shared = sharedNames(listed, /_later_/);
  assert.deepEqual([...shared], ['draw']);
  assert.deepEqual(secondPart(graph, sizes, ['large', 'little', 'also'], shared), ['large', 'draw_7', 'dot']);
});

test('what libraries that stay whole keep to themselves stays', () => {
  const listed = ['page.a[rare_later_1.o]: rare T 0 8', 'page.a[rare_later_1.o]: plural t 0 8'].join('\n');
  assert.deepEqual(onlyIn(listed, /_later_/), ['rare', 'plural']);
  assert.deepEqual(onlyIn(listed, /_later_/, 'core.a[words.o]: plural t 0 8'), ['rare']);
});

test('a module without its names does what it did', () => {
  // (module (func $answer (export "answer") (result i32) i32.const 42)), with a section of names.
  const bytes = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 10, 1, 6, ...Buffer.from('answer'), 0, 0, 10, 6, 1, 4, 0, 65, 42, 11,
    0, 16, 4, ...Buffer.from('name'), 1, 9, 1, 0, 6, ...Buffer.from('answer')]);
  assert.deepEqual([...functionsIn(bytes)], [['answer', 4]]);
  const bare = withoutNames(bytes);
  assert.deepEqual([...functionsIn(bare)], []);
  const answer = /** @type {() => number} */ (new WebAssembly.Instance(new WebAssembly.Module(bare)).exports.answer);
  assert.equal(answer(), 42);
});

test('a profile names what was called, and is of as many functions as the module has', () => {
  const profile = Buffer.alloc(8 + 4 * 3);
  profile.writeUInt32LE(1, 8), profile.writeUInt32LE(2, 16);
  assert.deepEqual([...calledIn(profile, ['open', 'never', 'run'])], ['open', 'run']);
  assert.throws(() => calledIn(profile, ['open', 'never']), /2 functions, but a profile of 3/);
});

test('weights of 16 bits become the same numbers in 32', () => {
  const header = Buffer.from(JSON.stringify({ __metadata__: { format: 'pt' }, a: { dtype: 'F16', shape: [2], data_offsets: [0, 4] }, b: { dtype: 'F16', shape: [2], data_offsets: [4, 8] } }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const wide = Buffer.from(inFullPrecision(Buffer.concat([length, header, Buffer.from([0x00, 0x3c, 0x01, 0x00, 0x00, 0xc0, 0xff, 0x7b])])));
  const start = 8 + Number(wide.readBigUInt64LE());
  const { a, b } = JSON.parse(wide.toString('utf8', 8, start));
  assert.deepEqual([a.dtype, a.data_offsets, b.data_offsets], ['F32', [0, 8], [8, 16]]);
  assert.deepEqual([0, 4, 8, 12].map((at) => wide.readFloatLE(start + at)), [1, 2 ** -24, -2, 65504]);
});

for (const name of ['engine', 'headwaters', 'model']) test(`the built parts of ${name} are of one build, and the second asks for nothing but the first`, { skip }, () => {
  const [first, later] = [`${name}.first.wasm`, `${name}.later.wasm`].map((name) => new WebAssembly.Module(part(name)));
  const pair = (/** @type {WebAssembly.Module} */ module) => WebAssembly.Module.customSections(module, 'pair').map((bytes) => new TextDecoder().decode(bytes));
  assert.match(pair(first)[0], /^[0-9a-f]{64}$/);
  assert.deepEqual(pair(later), pair(first));
  const offered = new Set(WebAssembly.Module.exports(first).map((one) => one.name));
  for (const { module, name: wanted } of WebAssembly.Module.imports(later)) assert.ok(module === 'primary' && offered.has(wanted), `${module}.${wanted}`);
  const standIns = WebAssembly.Module.imports(first).filter(({ module }) => module === 'placeholder');
  assert.ok(standIns.length > 50, `${standIns.length} stand-ins`);
  assert.ok(part(`${name}.later.wasm`).length > 100_000 && part(`${name}.first.wasm`).length < part(`${name}.wasm`).length);
});
