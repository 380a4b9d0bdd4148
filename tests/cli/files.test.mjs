// SPDX-License-Identifier: MIT
// @ts-check
// Every sample of tests/data/forms and tests/data/bad through the command line.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { data, headwaters, result } from './program.mjs';

const folder = fileURLToPath(new URL('../data', import.meta.url));
/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

test('every form is told with its shape and its check', () => {
  let count = 0;
  for (const form of readdirSync(`${folder}/forms`)) {
    if (form.endsWith('.md')) continue;
    for (const file of readdirSync(`${folder}/forms/${form}`)) {
      const path = `${folder}/forms/${form}/${file}`;
      if (file.endsWith('.meta.json') || !existsSync(`${path}.meta.json`)) continue;
      const meta = readJson(`${path}.meta.json`);
      const run = headwaters(['info', path, '--format', 'json']);
      if (run.code !== 0) {
        assert.match(meta.expect, /error/, `${path}: ${run.err}`);
        assert.match(run.err, /^headwaters: [^\n]+\n$/);
        continue;
      }
      const info = JSON.parse(run.out);
      const shape = [info.layers, info.heads, info.queries, info.keys];
      const shapes = [meta.shape, meta.alternative_shape, meta.parts?.decoder.shape].filter(Boolean);
      assert.ok(
        shapes.some((each) => each.join() === shape.join()),
        `${path}: ${shape}`,
      );
      assert.deepEqual(
        info.check.slice(0, 3).map((/** @type {any} */ line) => line.name),
        ['Shape', 'Tokens', 'Row sums'],
        path,
      );
      count += 1;
    }
  }
  assert.ok(count > 55, `${count} files`);
});

test('every bad file gets the error or the warning of the index', () => {
  let count = 0;
  for (const { file, expect } of readJson(`${folder}/bad/INDEX.json`).files) {
    const path = `${folder}/bad/${file}`;
    if (!existsSync(path)) continue;
    const run = headwaters(['raw', path, '--token', '0']);
    const kind = run.code !== 0 ? 'error' : run.err ? 'warning' : 'ok';
    assert.ok(expect.split('-or-').includes(kind), `${file}: ${kind}, expected ${expect}: ${run.err}`);
    for (const line of run.err.split('\n').slice(0, -1)) assert.match(line, /^headwaters: .*: .{20,}$/);
    count += 1;
  }
  assert.ok(count >= 25);
});

test('the memory limit refuses with the numbers, and choices open the file', () => {
  const file = `${folder}/forms/numpy/f32.npy`;
  const refused = headwaters(['info', file, '--memory', '12KB']);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /needs 15 KB of memory \(limit 12 KB\)\. .* \(--average-heads, --half\)\n$/);
  assert.equal(result(['info', file, '--memory=12KB', '--average-heads', '--format', 'json']).heads, 1);
  assert.match(result(['info', file, '--memory=12KB', '--half', '--format', 'json']).check[0].text, /16-bit/);
  assert.equal(headwaters(['info', file, '--memory', 'much']).code, 2);
});

test('rows can be divided by their sum, and tokens given', () => {
  const text = JSON.stringify([
    [
      [
        [0.25, 0.25],
        [1, 3],
      ],
    ],
  ]);
  const raw = ['raw', '-', '--quiet'];
  assert.deepEqual(result(raw, text).layers[0].values, [
    [0.25, 0.25],
    [1, 3],
  ]);
  assert.deepEqual(result([...raw, '--normalise-rows'], text).layers[0].values, [
    [0.5, 0.5],
    [0.25, 0.75],
  ]);
  assert.match(headwaters(['raw', '-'], text).err, /None of the 2 rows sums to 1.*\(--normalise-rows\)/);
  const swapped = JSON.stringify({
    attentions: [
      [
        [
          [1, 0.25],
          [0, 0.75],
        ],
      ],
    ],
  });
  assert.deepEqual(result([...raw, '--transpose'], swapped).layers[0].values, [
    [1, 0],
    [0.25, 0.75],
  ]);
  assert.match(headwaters(['raw', '-'], swapped).err, /Swap rows and columns.*\(--transpose\)/);
  assert.deepEqual(result([...raw, '--tokens', 'the keys'], text).tokens, ['the', 'keys']);
  assert.deepEqual(result([...raw, '--tokens', '["a b", "c"]'], text).tokens, ['a b', 'c']);
  assert.deepEqual(result([...raw, '--tokens', 'only'], text).tokens, ['0', '1']);
});

test('the check tells people what is unusual', () => {
  const info = headwaters(['info', '-'], '{"tokens":["a","b","c"],"attentions":[[[[1,0,0],[0.5,0.1,0],[0.9,null,0]]]]}');
  assert.equal(info.code, 0);
  assert.match(info.out, /^row sums +unusual: 1 of 3 rows does not sum to 1; the worst is row 1 of layer 1, head 0 \(off by 0\.4\)$/m);
  assert.match(info.out, /^missing values +unusual: 1, 1 null in the file$/m);
  assert.match(info.out, /^direction +causal$/m);
  assert.match(info.out, /^padding +unusual: 1 token receives no attention \(2 "c"\)$/m);
  assert.match(headwaters(['info', `${data}/toy_agreement_keys.json`]).out, /^equal heads +none$/m);
  const single = headwaters(['info', '-'], '{"tokens":["a"],"attentions":[[[[1]]]]}').out;
  assert.doesNotMatch(single, /^direction +(causal|bidirectional)$/m, 'one token shows neither');
});
