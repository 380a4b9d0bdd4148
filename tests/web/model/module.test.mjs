// SPDX-License-Identifier: MIT
// The model's WebAssembly module by itself: opened from the bytes of a shipped model, asked as its worker asks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';

import { put } from '../../../web/worker/pump.js';
import { textList } from '../../../web/worker/messages.js';

const root = new URL('../../../', import.meta.url);
const folder = new URL('web/models/agreement/', root);
const names = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'model.safetensors'];

/** @type {any} */
let instance;
/** @type {Uint8Array[]} */
let parts = [];
/** @type {{id: number, result?: any, bytes?: Uint8Array, problem?: any}} */
let last;

before(async () => {
  const { default: create } = await import(new URL('build/wasm/model.js', root).href);
  instance = await create({
    readPart: (number, offset, into) => {
      const bytes = parts[number].subarray(offset, offset + into.length);
      if (bytes.length < into.length) return false;
      into.set(bytes);
      return true;
    },
    onReply: (id, json, bytes) => (last = { id, result: JSON.parse(json), bytes }),
    onRefused: (id, json) => (last = { id, problem: JSON.parse(json) }),
    onProgress: () => {},
  });
});

function ask(...request) {
  last = { id: 0 };
  instance._hw_model_call(7, put(instance, textList(request)));
  assert.equal(last.id, 7);
  return last;
}

function open(files = names.map((name) => [name, readFileSync(new URL(name, folder))]), what = 'open') {
  parts = files.map(([, bytes]) => new Uint8Array(bytes));
  return ask(what, 'toy', ...files.flatMap(([name, bytes]) => [name, String(bytes.length)]));
}

const asked = (text, { target = '', pair, edges = '', heads = '', residuals = '', rule = 'zero' } = {}) =>
  [`${text}|${edges}|${heads}|${residuals}|${rule}`, text, pair === undefined ? '0' : '1', pair ?? '', rule, edges, heads, residuals, target];
const run = (text, how) => ask('run', '3', '0', 'toy', '1', '1', ...asked(text, how));

test('a model says what it is before and after it is read', () => {
  for (const what of ['look', 'open']) {
    const { result } = open(undefined, what);
    assert.equal(result.family, 'BERT');
    assert.equal(result.kind, 'masked');
    assert.deepEqual([result.layers, result.heads], [4, 4]);
    assert.ok(result.parameters > 270_000 && result.parameters < 280_000);
    assert.ok(result.memory > result.bytes);
  }
});

test('a run gives tokens, answers and an example; what the card says of it is what comes out', () => {
  open();
  const { result, bytes } = run('the keys to the cabinet [MASK] on the table');
  assert.deepEqual(result.pieces.map(({ text }) => text.trim()), ['[CLS]', 'the', 'keys', 'to', 'the', 'cabinet', '[MASK]', 'on', 'the', 'table', '[SEP]']);
  assert.equal(result.says.position, 6);
  const [first, second] = result.says.answers;
  assert.deepEqual([first.text, second.text], [' are', ' were']);
  assert.ok(Math.abs(first.probability - 0.6447) < 1e-4, String(first.probability));
  assert.ok(Math.abs(second.probability - 0.3418) < 1e-4, String(second.probability));
  assert.equal(new DataView(bytes.buffer).getUint32(0, true), 11);
  assert.equal(new DataView(bytes.buffer).getUint32(4, true), 3);
  // A target brings gradients: as many numbers again.
  assert.ok(run('the keys to the cabinet [MASK] on the table', { target: `${first.id}-${second.id}` }).bytes.length > bytes.length + 4 * 4 * 11 * 11 * 4 - 100);
});

test('cutting the one edge that the card names turns the answer; before stands beside after', () => {
  open();
  const text = 'the keys to the cabinet [MASK] on the table';
  const { result } = run(text, { edges: '1:0:6>2' });
  assert.equal(result.says.answers[0].text.trim(), 'is');
  assert.equal(result.before.answers[0].text.trim(), 'are');
  assert.equal(result.question.name.trim(), 'are');
  const plain = run(text).result;
  assert.equal(plain.before, null);
  assert.equal(plain.question.before, plain.question.after);
  assert.ok(Math.abs(plain.question.before - result.question.before) < 1e-6);
  // A head of the first layer, and one residual, change something; a cut that is none is refused.
  assert.notEqual(run(text, { heads: '1:0' }).result.question.after, plain.question.before);
  assert.notEqual(run(text, { residuals: '2:6' }).result.question.after, plain.question.before);
  assert.match(run(text, { edges: '9:0:6>2' }).problem.finding, /Layer 9/);
  assert.match(run(text, { edges: '1:0:6>99' }).problem.finding, /Key 99/);
  assert.match(run(text, { edges: 'all of them' }).problem.remedy, /LAYER:HEAD/);
  assert.equal(run(text).result.says.answers[0].text.trim(), 'are');
});

test('words are searched among all answers', () => {
  open();
  const text = 'the movie was [MASK].';
  const { result } = ask('find', 'goo', ...asked(text));
  assert.equal(result.answers[0].text, ' good');
  assert.ok(result.answers.every(({ text: name }) => name.includes('goo')));
});

test('a text without a mask has no answer, an empty one is refused or is its special tokens, and a long one is refused', () => {
  open();
  assert.deepEqual(run('the keys').result.says.answers, []);
  assert.equal(run('').result.pieces.length, 2);
  assert.match(run('key '.repeat(80)).problem.finding, /82 tokens.*at most 64/);
});

test('files that are no model are refused, and the module goes on', () => {
  const { problem } = open([['config.json', Buffer.from('{"model_type": "mamba"}')], ['model.safetensors', readFileSync(new URL('model.safetensors', folder))]]);
  assert.match(problem.finding, /mamba/);
  assert.match(open(names.slice(0, 3).map((name) => [name, readFileSync(new URL(name, folder))])).problem.finding, /./);
  const weights = readFileSync(new URL('model.safetensors', folder));
  assert.match(open([['config.json', readFileSync(new URL('config.json', folder))], ['model.safetensors', weights.subarray(0, 300_000)]]).problem.finding, /./);
  assert.equal(open().result.family, 'BERT');
});

test('a request that is none is refused', () => {
  assert.match(ask('dance').problem.finding, /doesn't know/);
  assert.match(ask().problem.finding, /doesn't know/);
});
