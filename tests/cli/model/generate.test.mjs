// SPDX-License-Identifier: MIT
// @ts-check
// headwaters run --generate. Compares with the real library's greedy text, repeats the same draws, and writes a file of the whole text.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output } from '../program.mjs';

const models = fileURLToPath(new URL('../../data/model', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-generate-'));
after(() => rmSync(room, { recursive: true, force: true }));
const qwen = join(models, 'qwen3');
const gpt = join(models, 'gpt2_bare');

/** @param {string} path */
const saved = (path) => JSON.parse(readFileSync(path, 'utf8'));

test('the real library’s greedy text is written, with the attention of all of it', () => {
  const { cases } = JSON.parse(readFileSync(join(qwen, 'expected.json'), 'utf8'));
  const one = cases.find((/** @type {any} */ each) => each.greedy);
  const file = join(room, 'qwen.json');
  assert.equal(output(['run', qwen, '--text', one.text, '--generate', '12', '--out', file]), `${one.text}${one.greedy.text}\n`);
  assert.equal(output(['run', qwen, '--text', one.text, '--generate', '12']), `${one.text}${one.greedy.text}\n`);
  const tensors = join(room, 'qwen.safetensors');
  output(['run', qwen, '--text', one.text, '--generate', '12', '--out', tensors]);
  const bytes = readFileSync(tensors);
  const { __metadata__: texts } = JSON.parse(bytes.toString('utf8', 8, 8 + Number(bytes.readBigUInt64LE(0))));
  assert.deepEqual(JSON.parse(texts.ids), [...one.ids, ...one.greedy.ids]);
  const { tokens, attentions } = saved(file);
  assert.equal(tokens.length, one.ids.length + 12);
  assert.equal(attentions[0][0].length, tokens.length);
});

test('the file has the attention of one whole run of the text', () => {
  // A random model may write tokens that its tokenizer splits differently. Some seeds avoid this.
  const same = [...Array(20).keys()].filter((seed) => {
    const file = join(room, 'written.json');
    const text = output([
      'run',
      gpt,
      '--text',
      'the old fox',
      '--generate',
      '3',
      '--temperature',
      '1',
      '--seed',
      String(seed),
      '--out',
      file,
    ]).slice(0, -1);
    const [whole, written] = [JSON.parse(output(['run', gpt, '--text', text])), saved(file)];
    if (JSON.stringify(whole.tokens) !== JSON.stringify(written.tokens)) return false;
    assert.deepEqual(written.attentions, whole.attentions);
    assert.equal(written.title, text);
    return true;
  });
  assert.ok(same.length > 0);
});

test('draws are the same again with a seed, others with another', () => {
  const write = (/** @type {string[]} */ ...more) =>
    output(['run', gpt, '--text', 'the old fox', '--generate', '12', '--temperature', '1.5', ...more]);
  const first = write('--seed', '3');
  assert.equal(write('--seed', '3'), first);
  assert.notEqual(write('--seed', '4'), first);
  assert.equal(write('--top-k', '1', '--seed', '4'), output(['run', gpt, '--text', 'the old fox', '--generate', '12']));
  assert.equal(write('--top-p', '0.000001'), write('--top-k', '1'));
  // A longer text begins with the shorter one.
  assert.ok(
    output(['run', gpt, '--text', 'the old fox', '--generate', '13', '--temperature', '1.5', '--seed', '3']).startsWith(
      first.slice(0, -1).replace(/\uFFFD+$/, ''),
    ),
  );
});

test('a text ends at the model’s length', () => {
  const { n_positions: most } = JSON.parse(readFileSync(join(gpt, 'config.json'), 'utf8'));
  const file = join(room, 'long.npz');
  output(['run', gpt, '--text', 'the', '--generate', String(most + 20), '--temperature', '1', '--out', file]);
  assert.equal(JSON.parse(output(['info', file, '--format', 'json'])).queries, most);
});

test('what cannot be written is refused', () => {
  const wrong = (/** @type {string[]} */ ...words) => headwaters(['run', ...words]).err;
  assert.match(wrong(join(models, 'distilbert_cls'), '--text', 'a', '--generate', '3'), /doesn’t predict the next word/);
  assert.match(wrong(gpt, '--text', 'a', '--generate', '0'), /--generate/);
  assert.match(wrong(gpt, '--text', 'a', '--generate', '3', '--top-p', '2'), /--top-p/);
  assert.match(wrong(gpt, '--text', 'a', '--generate', '3', '--temperature', '-1'), /--temperature/);
  assert.match(wrong(gpt, '--text', 'a', '--temperature', '1'), /--generate/);
  assert.match(wrong(gpt, '--generate', '3'), /--text/);
  assert.match(wrong(gpt, '--text', '', '--generate', '3'), /empty/);
  assert.match(wrong(gpt, '--text', 'a', '--generate', '3', '--out', join(room, 'a.png')), /safetensors/);
  assert.match(headwaters(['ask', gpt, '--text', 'a', '--generate', '3']).err, /--generate has no effect on ask\. It works with: run\./);
});
