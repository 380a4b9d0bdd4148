// SPDX-License-Identifier: MIT
// @ts-check
// headwaters batch --format csv and npy. Writes the numbers of the single commands in tables and arrays.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { distance, headwaters, output, result } from './program.mjs';
import { jsonLines, lines, sentence, sentences } from './sentences.mjs';

const room = mkdtempSync(join(tmpdir(), 'headwaters-formats-'));
after(() => rmSync(room, { recursive: true, force: true }));
let folders = 0;
/** The name of a folder that does not exist yet. */
const fresh = () => join(room, `out${++folders}`);
/** @param {string} name
 * @param {string} content */
const file = (name, content) => {
  writeFileSync(join(room, name), content);
  return join(room, name);
};

const texts = sentences(8, 3);
const whole = file('whole.json', JSON.stringify({ examples: texts }));
const jsonl = file('lines.jsonl', lines(texts));

test('comma-separated results have a line a number', () => {
  const out = fresh();
  output(['batch', 'rollout', whole, '--out', out, '--format', 'csv', '--threads', '1', '--quiet']);
  const [head, ...rows] = readFileSync(join(out, 'results.csv'), 'utf8')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));
  assert.deepEqual(head, ['file', 'line', 'example', 'layer', 'query', 'query_token', 'key', 'key_token', 'value']);
  const expected = texts.flatMap((each, example) =>
    result(['rollout', whole, '--example', String(example)]).layers.flatMap((/** @type {any} */ { layer, values }) =>
      values.flatMap((/** @type {number[]} */ row, /** @type {number} */ query) =>
        row.map((value, key) => [whole, '', example, layer, query, each.tokens[query], key, each.tokens[key], value].map(String)),
      ),
    ),
  );
  assert.deepEqual(rows, expected);
  const one = fresh();
  output(['batch', 'joint', whole, '--out', one, '--format', 'csv', '--threads', '1', '--quiet']);
  const [header, first] = readFileSync(join(one, 'results.csv'), 'utf8').split('\r\n');
  assert.equal(header, 'file,line,example,layer,key,key_token,value');
  const joint = result(['joint', whole, '--example', '0']);
  assert.equal(first, [whole, '', 0, joint.layer, 0, joint.tokens[0], joint.values[0]].join(','));
});

test('results are in the order of the inputs, whichever thread was first', () => {
  // Long examples before short ones. With several threads the short ones end first.
  const mixed = file('mixed.jsonl', lines(Array.from({ length: 24 }, (_, i) => sentence(i % 8 ? 3 : 40, i + 1))));
  const bytes = ['1', '2', '7'].map((threads) => {
    const out = fresh();
    headwaters(['batch', 'flow', mixed, whole, file('bad.json', '{'), jsonl, '--out', out, '--threads', threads]);
    return ['results.jsonl', 'failed.jsonl'].map((name) => readFileSync(join(out, name), 'utf8'));
  });
  assert.deepEqual(bytes[1], bytes[0]);
  assert.deepEqual(bytes[2], bytes[0]);
  assert.equal(bytes[0][0].split('\n').length, 24 + 16 + 1);
  assert.match(bytes[0][1], /bad\.json/);
});

/** An array of NumPy's form.
 * @param {string} path */
function npy(path) {
  const bytes = readFileSync(path);
  assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x93NUMPY\x01\x00');
  const begin = 10 + bytes.readUInt16LE(8);
  assert.equal(begin % 64, 0);
  const [, type, sizes] =
    bytes
      .subarray(10, begin)
      .toString('latin1')
      .match(/^\{'descr': '(<..)', 'fortran_order': False, 'shape': \(([\d,]*)\), \} *\n$/) ?? [];
  const data = bytes.buffer.slice(bytes.byteOffset + begin, bytes.byteOffset + bytes.length);
  const values = {
    '<f4': () => [...new Float32Array(data)],
    '<f8': () => [...new Float64Array(data)],
    '<i8': () => [...new BigInt64Array(data)].map(Number),
  }[type]?.();
  const shape = sizes.split(',').filter(Boolean).map(Number);
  assert.equal(
    values?.length,
    shape.reduce((product, size) => product * size, 1),
    path,
  );
  return { type, shape, values: values ?? [] };
}

test('arrays are one block where examples are alike, and columns with offsets where not', () => {
  const alike = file('alike.json', JSON.stringify({ examples: [1, 2, 3].map((seed) => sentence(5, seed)) }));
  const out = fresh();
  output(['batch', 'rollout', alike, '--out', out, '--format', 'npy', '--threads', '1', '--quiet']);
  const block = npy(join(out, 'values.npy'));
  assert.deepEqual([block.type, block.shape], ['<f4', [3, 2, 5, 5]]);
  const numbers = [0, 1, 2]
    .flatMap((example) => result(['rollout', alike, '--example', String(example)]).layers.map((/** @type {any} */ layer) => layer.values))
    .flat(3);
  assert.ok(distance(block.values, numbers) < 1e-7);

  const mixed = fresh();
  output(['batch', 'flow', jsonl, '--token', '0', '--out', mixed, '--format', 'npy', '--threads', '1', '--quiet']);
  const column = (/** @type {string} */ name) => npy(join(mixed, `${name}.npy`)).values;
  const values = npy(join(mixed, 'values.npy'));
  assert.deepEqual([values.type, values.shape.length], ['<f8', 1]);
  assert.deepEqual(column('line'), [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(
    column('keys'),
    texts.map((each) => each.tokens.length),
  );
  assert.deepEqual(
    jsonLines(join(mixed, 'examples.jsonl')).map((each) => each.tokens),
    texts.map((each) => each.tokens),
  );
  column('offset').forEach((begin, index) => {
    const size = column('layers')[index] * column('queries')[index] * column('keys')[index];
    const expected = result(['flow', '-', '--token', '0'], JSON.stringify(texts[index])).layers.flatMap(
      (/** @type {any} */ layer) => layer.values,
    );
    assert.deepEqual(values.values.slice(begin, begin + size), expected);
  });
});
