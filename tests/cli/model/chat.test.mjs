// SPDX-License-Identifier: MIT
// @ts-check
// --chat takes a text as the message of a user. Compares its ids with the library's (tests/data/model/chat).
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { headwaters, output } from '../program.mjs';

const data = fileURLToPath(new URL('../../data/model', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-chat-'));
after(() => rmSync(room, { recursive: true, force: true }));
const chatMl =
  "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";
for (const name of ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'model.safetensors'])
  copyFileSync(join(data, 'qwen3', name), join(room, name));
const template = join(room, 'chat_template.jinja');
writeFileSync(template, chatMl);
const framed = (/** @type {string} */ text) => `<|im_start|>user\n${text}<|im_end|>\n<|im_start|>assistant\n`;

test('tokenize, run and ask have the library’s ids of a message', () => {
  const { messages, tokenized } = JSON.parse(readFileSync(join(data, 'chat', 'rendered.json'), 'utf8'));
  const wanted = tokenized.find((/** @type {any} */ one) => one.folder === 'qwen3' && one.template === 'chatml').ids;
  const lines = output(['tokenize', room, '--texts', '-', '--chat'], JSON.stringify(messages))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).ids);
  assert.deepEqual(lines, wanted);
  const run = JSON.parse(output(['run', room, '--text', messages[0], '--chat']));
  assert.equal(run.tokens.length, wanted[0].length);
  assert.equal(run.title, framed(messages[0]).replaceAll('\n', ' '));
  const asked = JSON.parse(output(['ask', room, '--text', messages[0], '--chat']));
  assert.equal(asked.value, JSON.parse(output(['ask', room, '--text', framed(messages[0])])).value);
  assert.match(output(['info', '--model', room, '--text', messages[0], '--chat']), new RegExp(`${wanted[0].length} tokens`));
});

test('a message behind others and their answers has the library’s ids, and goes on', () => {
  const {
    talks: [talk],
    tokenized,
  } = JSON.parse(readFileSync(join(data, 'chat', 'rendered.json'), 'utf8'));
  const wanted = tokenized.find((/** @type {any} */ one) => one.folder === 'qwen3' && one.template === 'chatml').talk;
  const before = talk.slice(0, -1).flatMap((/** @type {string} */ said) => ['--said', said]);
  assert.deepEqual(JSON.parse(output(['tokenize', room, '--texts', '-', '--chat', ...before], JSON.stringify([talk.at(-1)]))).ids, wanted);
  const said = ['--said', 'Hi', '--said', 'You'];
  const whole =
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nYou<|im_end|>\n<|im_start|>user\nSo?<|im_end|>\n<|im_start|>assistant\n';
  assert.equal(
    JSON.parse(output(['ask', room, '--text', 'So?', '--chat', ...said])).value,
    JSON.parse(output(['ask', room, '--text', whole])).value,
  );
  assert.equal(
    whole + output(['run', room, '--text', 'So?', '--chat', ...said, '--generate', '4']),
    output(['run', room, '--text', whole, '--generate', '4']),
  );
  for (const wrong of [['--said', 'Hi', '--chat'], said]) assert.equal(headwaters(['run', room, '--text', 'So?', ...wrong]).code, 2);
});

test('the answer alone is printed, and the file has all of it', () => {
  const file = join(room, 'all.json');
  const answer = output(['run', room, '--text', 'Hello', '--chat', '--generate', '5', '--out', file]);
  assert.equal(output(['run', room, '--text', framed('Hello'), '--generate', '5']), framed('Hello') + answer);
  assert.equal(
    JSON.parse(readFileSync(file, 'utf8')).tokens.length,
    JSON.parse(output(['run', room, '--text', 'Hello', '--chat'])).tokens.length + 5,
  );
});

test('a model reports whether its template can be run, and one that can’t is refused by name', () => {
  assert.match(output(['model', room]), /--chat takes the text as a message/);
  assert.equal(JSON.parse(output(['model', room, '--format', 'json'])).chat, 'known');
  writeFileSync(template, `{% include 'other' %}${chatMl}`);
  const facts = JSON.parse(output(['model', room, '--format', 'json']));
  assert.equal(facts.chat, 'unknown');
  assert.deepEqual(facts.notes, [
    'The chat template can’t be run (chat template, line 1: Unsupported tag “include”.). Texts are used unchanged.',
  ]);
  for (const words of [
    ['run', room, '--text', 'x', '--chat'],
    ['ask', room, '--text', 'x', '--chat'],
    ['run', room, '--text', 'x', '--chat', '--generate', '2'],
    ['tokenize', room, '--texts', '-', '--chat'],
  ]) {
    const { code, err } = headwaters(words, '["x"]');
    assert.notEqual(code, 0, words.join(' '));
    assert.match(err, /chat template can’t be run/, words.join(' '));
  }
  assert.equal(JSON.parse(output(['model', join(data, 'gpt2_bare'), '--format', 'json'])).chat, 'none');
  for (const words of [
    ['model', room, '--chat'],
    ['run', room, '--text', 'x', '--pair', 'y', '--chat'],
    ['batch', '--model', room, '--chat', 'x'],
  ])
    assert.equal(headwaters(words).code, 2, words.join(' '));
});

test('words of the template are not named, whatever they take', () => {
  writeFileSync(template, chatMl);
  const made = JSON.parse(output(['why', room, '--text', 'the old fox', '--chat']));
  const plain = JSON.parse(output(['why', room, '--text', framed('the old fox')]));
  assert.deepEqual(made.needs.left_out, plain.needs.left_out);
  const [from, to] = [made.tokens.indexOf('Ċ') + 1, made.tokens.indexOf('<|im_end|>')];
  const isTyped = (/** @type {any} */ token) => token >= from && token < to;
  for (const token of [...Object.values(made.first), ...(made.named ?? [])]) assert.ok(token === null || isTyped(token), String(token));
  // Without --chat the same tokens are ordinary words.
  const all = [...Object.values(plain.first), ...(plain.named ?? [])];
  assert.ok(all.some((token) => token !== null && !isTyped(token)));
});
