// SPDX-License-Identifier: MIT
// @ts-check
// headwaters run for proteins and sounds, compared with the real library's numbers (shared/data/models).
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output } from '../program.mjs';
import { tensors } from './tensors.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const shared = join(root, '../shared/data/models');
const skip = existsSync(shared) ? false : 'shared/data is not beside the checkout';
const room = mkdtempSync(join(tmpdir(), 'headwaters-sequences-'));
after(() => rmSync(room, { recursive: true, force: true }));
const out = join(room, 'out.safetensors');

/** @typedef {{shape: number[], values: Float32Array}} Tensor */
/** @param {Tensor} found @param {Tensor} wanted @param {string} name */
function near(found, wanted, name) {
  assert.deepEqual(found.shape, wanted.shape, name);
  const most = Math.max(...wanted.values.map(Math.abs));
  wanted.values.forEach((value, i) => {
    assert.ok(Math.abs(found.values[i] - value) <= 5e-5 * most, `${name}[${i}]`);
  });
}

/** @param {string} name */
const references = (name) => ({
  cases: JSON.parse(readFileSync(join(shared, name, 'expected.json'), 'utf8')).cases,
  wanted: tensors(join(shared, name, 'expected.safetensors')).arrays,
});

for (const name of ['esm2', 'esm2_tokens'])
  test(`attention, contacts and logits of a protein: ${name}`, { skip }, () => {
    const { cases, wanted } = references(name);
    for (const one of cases) {
      output(['run', join(shared, name), '--text', one.text, '--position', String(one.target.position), '--out', out]);
      const { arrays } = tensors(out);
      for (const key of ['attention', 'hidden', 'contacts', 'logits']) near(arrays[key], wanted[`${one.name}.${key}`], key);
    }
  });

test('attention, logits and text of a sound', { skip }, () => {
  const { cases, wanted } = references('whisper');
  const model = join(shared, 'whisper');
  for (const one of cases) {
    const given = ['run', model, '--sound', join(shared, one.sound), '--language', one.language, '--task', one.task];
    const ids = one.decoder_ids.slice(one.prompt.length);
    for (const list of [ids.join(), one.decoder_ids.join(' ')]) {
      output([...given, '--output-ids', list, '--out', out]);
      const { arrays, texts } = tensors(out);
      assert.deepEqual(JSON.parse(texts.decoder_ids), one.decoder_ids);
      near(arrays['encoder.attention'], wanted['a.encoder.attention'], 'encoder.attention');
      for (const key of ['decoder.attention', 'cross.attention', 'joint.rollout', 'logits'])
        near(arrays[key], wanted[`${one.name}.${key}`], key);
    }
    const { index } = one.target;
    for (const block of [0, 7]) {
      const silent = `${one.silence.frames * block}-${one.silence.frames * (block + 1)}`;
      output([...given, '--output-ids', ids.join(), '--silent', silent, '--out', out]);
      const { values } = tensors(out).arrays.logits;
      assert.ok(Math.abs(values[index] - one.blank_out.silence[block]) < 2e-3, silent);
    }
    output([...given, '--max-tokens', String(one.greedy.ids.length), '--out', out]);
    assert.deepEqual(JSON.parse(tensors(out).texts.written_ids), [...one.prompt, ...one.greedy.ids]);
  }
  const bad = join(room, 'bad.wav');
  writeFileSync(bad, 'RIFF');
  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [['--sound', bad], /isn’t a WAV file/],
    [['--sound', join(shared, cases[0].sound), '--language', 'xx'], /Available: en, de, fr/],
    [['--text', 'a'], /needs a sound/],
    [['--sound', join(shared, cases[0].sound), '--silent', '7-2'], /Write frames/],
  ])) {
    const { code, err } = headwaters(['run', model, ...args]);
    assert.notEqual(code, 0);
    assert.match(err, message);
  }
});

test('options of sounds need a sound', () => {
  for (const args of [
    ['--text', 'a', '--language', 'en'],
    ['--text', 'a', '--sound', 'a.wav'],
    ['--text', 'a', '--silent', '1-2'],
    ['--sound', 'a.wav', '--output-ids', '3', '--max-tokens', '4'],
    ['--sound', 'a.wav', '--output-ids', 'three'],
  ])
    assert.notEqual(headwaters(['run', 'model', ...args]).code, 0);
});
