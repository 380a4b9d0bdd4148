// SPDX-License-Identifier: MIT
// @ts-check
// headwaters train: a JSON object for each step, and a folder that opens as a model.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { headwaters, output, result } from '../program.mjs';

const room = mkdtempSync(join(tmpdir(), 'headwaters-train-'));
after(() => rmSync(room, { recursive: true, force: true }));

/** @typedef {{ step: number, loss: number, accuracy?: number, hard?: number, without_head?: number[][], hash?: string }} Step */

/** The steps of a training. @param {string[]} words @param {string} [input] @returns {Step[]} */
const steps = (words, input) =>
  output(['train', ...words], input)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The tensors of a safetensors file. @param {string} file @returns {Record<string, { shape: number[] }>} */
function tensors(file) {
  const bytes = readFileSync(file);
  const { __metadata__: _, ...all } = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE())).toString());
  return all;
}

test('copy has the losses of an independent program, and measures every 25 steps and at the end', () => {
  const found = steps(['copy', '--steps', '100']);
  assert.deepEqual(
    found.map(({ step }) => step),
    Array.from({ length: 100 }, (_, i) => i),
  );
  // PyTorch in float64 (data/train/README.md next to the checkout).
  for (const [step, loss] of [
    [0, 3.31041751],
    [1, 3.35039601],
    [2, 3.30888217],
    [9, 3.27819608],
    [19, 3.25017625],
    [99, 2.65316592],
  ])
    assert.ok(Math.abs(found[step].loss - loss) < 2e-6, `step ${step}`);
  assert.deepEqual(
    found.filter(({ accuracy }) => accuracy !== undefined).map(({ step }) => step),
    [0, 25, 50, 75, 99],
  );
  assert.equal(found[99].hash, 'c0138cb25ec2fd39');
  assert.notEqual(steps(['copy', '--steps', '100', '--seed', '2'])[99].hash, found[99].hash);
});

test('a trained folder opens as a model that answers right', () => {
  const folder = join(room, 'largest');
  const found = steps(['largest', '--out', folder]);
  assert.ok((found.at(-1)?.accuracy ?? 0) > 0.98);
  assert.ok((found.at(-1)?.without_head?.[0][0] ?? 1) < 0.6);
  assert.deepEqual(readdirSync(folder).sort(), ['config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json']);
  // The library has no network without positions or an MLP.
  const all = tensors(join(folder, 'model.safetensors'));
  assert.deepEqual(all['transformer.wpe.weight'].shape, [9, 32]);
  assert.deepEqual(all['transformer.h.0.mlp.c_fc.weight'].shape, [32, 1]);
  assert.deepEqual(all['transformer.h.0.attn.c_attn.weight'].shape, [32, 96]);
  const answer = result(['ask', folder, '--text', 'c a f b p d e g >', '--question', 'lens', '--with', 'position=8', '--with', 'count=1']);
  assert.match(JSON.stringify(answer), /"p"/);
});

test('--at saves an earlier step', () => {
  const early = join(room, 'early');
  steps(['first', '--steps', '40', '--at', '20', '--out', early]);
  const short = join(room, 'short');
  steps(['first', '--steps', '20', '--out', short]);
  assert.deepEqual(readFileSync(join(early, 'model.safetensors')), readFileSync(join(short, 'model.safetensors')));
});

test('a recipe can be a file or standard input', () => {
  const own = JSON.stringify({
    grammar: { sentence: ['<x:1> <x:2> then *<x:1>'], x: ['a', 'b', 'c'] },
    layers: 1,
    steps: 150,
    measure_every: 150,
  });
  const file = join(room, 'mine.json');
  writeFileSync(file, own);
  const found = steps([file]);
  assert.equal(found.length, 150);
  assert.equal(found.at(-1)?.accuracy, 1);
  assert.deepEqual(steps(['-'], own), found);
  assert.equal(steps(['agreement', '--steps', '2']).at(-1)?.hard !== undefined, true);
});

test('a table has a row for each measurement, and the heads', () => {
  const table = output(['train', 'first', '--steps', '30', '--format', 'text']);
  assert.match(table, /^ {2}step {7}loss {2}accuracy\n/);
  assert.equal([...table.matchAll(/^ +\d+ +\d\.\d{4} +\d+\.\d %$/gm)].length, 4);
  assert.match(table, /Accuracy without one head:\n {2}layer 1 +\d+\.\d %\n$/);
});

test('wrong recipes and options are errors with a remedy', () => {
  const cases = [
    [['copied'], /no recipe copied.*Use one of largest, copy/],
    [['copy', '--steps', '0'], /1 to 20000/],
    [['copy', '--at', '3'], /--at needs --out/],
    [['first', '--steps', '5', '--at', '6', '--out', join(room, 'none')], /only 5 steps/],
    [[join(room, 'missing.json')], /missing\.json/],
  ];
  for (const [words, message] of /** @type {[string[], RegExp][]} */ (cases)) {
    const { code, err } = headwaters(['train', ...words]);
    assert.notEqual(code, 0, words.join(' '));
    assert.match(err, message);
  }
  const { code, err } = headwaters(['train', '-'], '{"recipe": "copy", "head": 4}');
  assert.notEqual(code, 0);
  assert.match(err, /head: A recipe has no such key/);
});
