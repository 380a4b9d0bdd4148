// SPDX-License-Identifier: MIT
// @ts-check
// headwaters run, model and ask with an encoder and its decoder, against the real library (tests/model/make/translation.py).
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output, result } from '../program.mjs';
import { tensors } from './tensors.mjs';

const model = fileURLToPath(new URL('../../data/model/t5_tied', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-translate-'));
after(() => rmSync(room, { recursive: true, force: true }));
const text = 'the keys to the door';

// The output of generate() in transformers 4.57, with max_new_tokens=12.
const written = [
  { text, beams: '1', ids: [0, 32, 32, 1], output: 'tt' },
  { text, beams: '4', ids: [0, 32, 32, 14, 1], output: 'tta' },
  { text: 'is a table on the door?', beams: '1', ids: [0, ...Array(12).fill(18)], output: 'eeeeeeeeeeee' },
  { text: 'is a table on the door?', beams: '4', ids: [0, 14, 18, 18, 1], output: 'aee' },
];
for (const { text: source, beams, ids, output: wanted } of written) {
  test(`${beams} beams write “${wanted}” for “${source}”`, () => {
    const out = join(room, 'written.safetensors');
    assert.equal(output(['run', model, '--text', source, '--beams', beams, '--max-tokens', '12', '--out', out]), `${wanted}\n`);
    const { texts, arrays } = tensors(out);
    assert.deepEqual(JSON.parse(texts.written_ids), ids);
    assert.equal(texts.output, wanted);
    const [n, m] = [JSON.parse(texts.ids).length, JSON.parse(texts.decoder_ids).length];
    assert.deepEqual(Object.fromEntries(Object.entries(arrays).map(([name, { shape }]) => [name, shape])), {
      'encoder.attention': [3, 3, n, n],
      'encoder.hidden': [4, n, 16],
      'decoder.attention': [3, 3, m, m],
      'decoder.hidden': [4, m, 16],
      'cross.attention': [3, 3, m, n],
      logits: [53],
    });
  });
}

test('JSON and npz open as encoder and decoder, of a text that is given too', () => {
  const json = JSON.parse(output(['run', model, '--text', text, '--output', 'the keys are on a table']));
  assert.deepEqual(json.encoder.tokens, ['▁the', '▁keys', '▁to', '▁the', '▁door', '</s>']);
  assert.deepEqual(json.decoder.tokens, ['<pad>', '▁the', '▁keys', '▁are', '▁on', '▁a', '▁table']);
  assert.equal(json.predicted.length, 7);
  assert.equal(json.cross.attentions.length, 3);
  assert.deepEqual([json.cross.attentions[0][0].length, json.cross.attentions[0][0][0].length], [7, 6]);
  const files = ['json', 'npz'].map((ending) => join(room, `given.${ending}`));
  const opened = files.map((file) => {
    assert.equal(output(['run', model, '--text', text, '--output', 'the keys are on a table', '--out', file]), 'the keys are on a table\n');
    return result(['rollout', file, '--part', 'cross', '--token', '3', '--format', 'json']);
  });
  assert.deepEqual(opened[0].queries, json.decoder.tokens);
  opened[0].layers.forEach((/** @type {{values: number[]}} */ { values }, /** @type {number} */ at) => {
    assert.equal(values.length, 6);
    values.forEach((value, i) => {
      assert.ok(Math.abs(value - opened[1].layers[at].values[i]) < 1e-6);
    });
  });
});

test('a model says that it gives a text for a text', () => {
  assert.match(
    output(['model', model]),
    /T5: 3 layers, 3 heads.*\ndecoder: 3 layers, 3 heads, with cross-attention\ngives: a text for a text/,
  );
  const facts = result(['model', model, '--format', 'json']);
  assert.deepEqual(facts.decoder, { layers: 3, heads: 3 });
  assert.deepEqual(facts.unused, []);
});

test('edges of encoder, decoder and cross-attention are cut by either rule, as first order says of small ones', () => {
  const cuts = ['E1:0:2>1', '1:0:2>1', 'D2:1:2>1', 'C2:1:2>3', 'C*:*:*>1', 'D1:*:*>0', 'C2:1:2>3; E1:0:2>1'];
  const words = [
    'ask',
    model,
    '--text',
    text,
    '--output',
    'the keys are',
    '--target',
    'a@2',
    ...cuts.flatMap((cut) => ['--cut', cut]),
    '--cut-head',
    'D1:1',
    '--cut-residual',
    'E1:0',
  ];
  for (const rule of ['zero', 'renormalise']) {
    const asked = result([...words, '--rule', rule]);
    assert.equal(asked.target.position, 2);
    assert.deepEqual(asked.decoder_tokens, ['<pad>', '▁the', '▁keys', '▁are']);
    const [first, second] = asked.cuts;
    assert.equal(first.value, second.value);
    for (const { cut, value } of asked.cuts) assert.ok(Math.abs(value - asked.value) > 1e-7, `${rule} ${cut}`);
    assert.equal(asked.cuts.at(-1).first_order, null);
    const both = asked.cuts[6];
    assert.ok(Math.abs(both.first_order - asked.cuts[3].first_order - first.first_order) < 1e-9);
  }
  // Nothing reads a weight after the token in question.
  const later = result(['ask', model, '--text', text, '--output', 'the keys are', '--target', '14@1', '--cut', 'C3:*:3>0']);
  assert.equal(later.cuts[0].value, later.value);
  assert.equal(later.cuts[0].first_order, 0);
});

test('gradients to every attention weight are the library’s', () => {
  const out = join(room, 'gradients.safetensors');
  output(['ask', model, '--text', text, '--output', 'the keys', '--gradients', '--out', out]);
  const { arrays } = tensors(out);
  for (const name of ['encoder', 'decoder', 'cross'])
    assert.deepEqual(arrays[`${name}.attention_gradient`].shape, arrays[`${name}.attention`].shape);
  // Relevance across both sides needs gradients.
  const across = result(['relevance', '--model', model, '--text', text, '--part', 'cross', '--token', '1', '--format', 'json']);
  assert.ok(across.layers.at(-1).values.some((/** @type {number} */ value) => value > 0));
});

test('words of the text are left out while what was written stays', () => {
  const asked = (/** @type {string} */ words, /** @type {string[]} */ ...more) =>
    result(['ask', model, '--text', words, '--output', 'the keys', '--target', '14@1', ...more]);
  const { value, tokens, scores } = asked(text, '--scores', 'unk,zero-embedding,blank-out:deletion,gradient-x-input');
  assert.deepEqual(Object.keys(scores), ['unk', 'zero-embedding', 'deletion', 'gradient-x-input']);
  for (const [name, list] of Object.entries(scores)) {
    assert.equal(list.length, tokens.length, name);
    for (const one of list) assert.ok(Number.isFinite(one) && one !== value, name);
  }
  // A deleted word gives a text without it.
  ['keys to the door', 'the to the door', 'the keys the door', 'the keys to door', 'the keys to the'].forEach((without, at) => {
    assert.ok(Math.abs(scores.deletion[at] - asked(without).value) < 1e-5, without);
  });
});

test('what does not go together is refused', () => {
  const wrong = (/** @type {string[]} */ ...words) => headwaters(words).err;
  assert.match(wrong('run', model, '--text', text, '--pair', 'b'), /one text at a time/);
  assert.match(wrong('run', model, '--text', text, '--output', 'a', '--beams', '4'), /--output can't be combined/);
  assert.match(wrong('run', model, '--text', text, '--beams', '17'), /from 1 to 16/);
  assert.match(wrong('run', model, '--text', text, '--max-tokens', '0'), /from 1/);
  assert.match(
    wrong('info', '--model', model, '--text', text, '--beams', '2'),
    /--beams has no effect on info\. It works with: run, ask, why\./,
  );
  assert.match(wrong('info', '--model', model, '--text', text, '--max-tokens', '2'), /works with: run, ask, why/);
  const bert = fileURLToPath(new URL('../../data/model/distilbert_cls', import.meta.url));
  assert.match(wrong('run', bert, '--text', text, '--beams', '2'), /does not translate/);
  const ask = ['ask', model, '--text', text];
  assert.match(wrong(...ask, '--cut', 'C9:0:0>0'), /9.*out of range/);
  assert.match(wrong(...ask, '--cut', 'C1:0:0>6'), /6.*out of range/);
  assert.match(wrong(...ask, '--cut', 'C1:0:9>0'), /9.*out of range/);
  assert.match(wrong(...ask, '--cut-min', '2>0'), /minimum cut/);
  assert.match(wrong(...ask, '--scores', 'mask'), /no token "mask"/);
  assert.match(wrong(...ask, '--scores', 'alti'), /not a score for translation models/);
  writeFileSync(join(room, 'x'), '');
  assert.match(wrong('run', model, '--text', text, '--out', join(room, 'x', 'y.json')), /./);
  assert.ok(!existsSync(join(room, 'x', 'y.json')));
});
