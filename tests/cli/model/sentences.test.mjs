// SPDX-License-Identifier: MIT
// @ts-check
// headwaters with sentence encoders and cross-encoders. Covers folders of modules, prompts, and the libraries' results
// (tests/model/make/sentences.py).
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output } from '../program.mjs';
import { tensors } from './tensors.mjs';

const models = fileURLToPath(new URL('../../data/model/sentences', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-sentences-'));
after(() => rmSync(room, { recursive: true, force: true }));
const file = join(room, 'out.safetensors');

/** @param {string} name @returns {{text: string, pair?: string, prompt?: string, vector?: number[], score?: number[]}[]} */
const casesOf = (name) => JSON.parse(readFileSync(join(models, name, 'expected.json'), 'utf8'));

/** @param {ArrayLike<number>} found @param {number[]} wanted */
function near(found, wanted) {
  assert.equal(found.length, wanted.length);
  wanted.forEach((value, i) => {
    assert.ok(Math.abs(found[i] - value) < 1e-4, `${found[i]} is not ${value}`);
  });
}

test('the vector of a text comes from all modules, with the prompt that is named', () => {
  for (const name of ['labse', 'distiluse', 'sentence-t5', 'last', 'instructor'])
    for (const { text, prompt, vector = [] } of casesOf(name)) {
      output(['run', join(models, name), '--text', text, ...(prompt ? ['--prompt-name', prompt] : []), '--out', file]);
      near(tensors(file).arrays.sentence_embedding.values, vector);
    }
  const facts = output(['model', join(models, 'last')]);
  assert.match(facts, /--prompt-name query puts "query: " in front of the text, as usual/);
  output(['run', join(models, 'last'), '--text', 'a cat', '--prompt-name', '', '--out', file]);
  assert.deepEqual(JSON.parse(tensors(file).texts.ids).slice(1, 3), [17, 18], 'no prompt');
  assert.match(
    headwaters(['run', join(models, 'last'), '--text', 'a', '--prompt-name', 'title']).err,
    /title.*query, passage|title.*passage/,
  );
});

test('a text longer than the encoder’s own limit is cut off there, as by sentence-transformers, and every command reports it', () => {
  const long = 'cat '.repeat(30);
  const folder = join(models, 'lowered');
  output(['run', folder, '--text', 'cat '.repeat(10), '--out', file]);
  const fits = tensors(file).arrays.sentence_embedding.values;
  const run = headwaters(['run', folder, '--text', long, '--out', file]);
  assert.equal(run.code, 0, run.err);
  assert.match(run.err, /reads the first 12 of 32 tokens/);
  assert.deepEqual(tensors(file).arrays.sentence_embedding.values, fits);
  const asked = headwaters(['ask', folder, '--text', long, '--target', 'a cat']);
  assert.match(asked.err, /first 12 of 32/);
  assert.equal(JSON.parse(asked.out).tokens_of_text, 32);
  assert.equal(JSON.parse(asked.out).tokens.length, 12);
  assert.match(JSON.parse(output(['info', '--model', folder, '--text', long, '--format', 'json'])).warnings[0], /first 12 of 32/);
  assert.doesNotMatch(headwaters(['run', folder, '--text', 'a cat']).err, /tokens/);
  const into = join(room, 'batch');
  const batch = headwaters(['batch', 'raw', '-', '--model', folder, '--out', into], JSON.stringify(['a cat', long]));
  assert.equal(batch.code, 0, batch.err);
  const warnings = readFileSync(join(into, 'warnings.jsonl'), 'utf8').trim().split('\n');
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /first 12 of 32/);
});

test('a pair of texts has a score, as the configuration says', () => {
  for (const name of ['cross', 'cross-plain'])
    for (const { text, pair = '', score = [] } of casesOf(name)) {
      output(['run', join(models, name), '--text', text, '--pair', pair, '--out', file]);
      near(tensors(file).arrays.score.values, score);
    }
});
