// SPDX-License-Identifier: MIT
// A model that writes, through the model's WebAssembly module. It writes like the command line, is stopped and resumed, and is asked about
// any token of its text.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';

import { ask, asked, open, root, run, start } from './model_instance.mjs';

before(start);

const folder = new URL('tests/data/model/gpt2_bare/', root);
const files = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'model.safetensors'].map((name) => [
  name,
  readFileSync(new URL(name, folder)),
]);
const chance = { temperature: 1.5, topK: 0, topP: 1, seed: 3 };
const writing = (recipe, most, milliseconds, sampling) => ({ call: 'write', recipe, most, milliseconds, ...sampling });
/** @type {(text: string, ids: any[], most: number, sampling?: Record<string, number>, patience?: number) => any} */
const write = (text, ids, most, sampling = chance, patience = 100000) =>
  ask(writing({ text, ids: ids.join(',') }, most, patience, sampling));

test('a text goes on, in one go as in steps, the same after a step back', () => {
  open(files);
  const { result } = write('the old fox', [], 12);
  assert.equal(result.written.length, 12);
  assert.equal(result.ids.length, result.begin + 12);
  assert.ok(result.text.startsWith('the old fox'));
  assert.equal(result.end, 'none');
  const text = result.text.slice(0, result.rest ? -result.rest.length : undefined);
  assert.equal(text, `the old fox${result.written.map((one) => one.text).join('')}`);
  let ids = [];
  for (let i = 0; i < 12; i += 1) ({ ids } = write('the old fox', ids, 1).result);
  assert.deepEqual(ids, result.ids);
  assert.deepEqual(write('', ids.slice(0, -5), 5).result.ids, ids);
  assert.notDeepEqual(write('', ids.slice(0, -5), 5, { ...chance, seed: 4 }).result.ids, ids);
  // Nothing is written with 0 tokens. Without time, one token is.
  assert.deepEqual(write('', ids, 0).result.written, []);
  assert.equal(write('', ids, 9, chance, 0).result.written.length, 1);
});

test('what was written is run as it was written, and any token of it can be asked about', () => {
  open(files);
  const { ids, begin, text, same, written } = write('the old fox', [], 8).result;
  const how = same ? {} : { ids: ids.join(',') };
  const { result } = run(text, how);
  assert.deepEqual(
    result.pieces.map(({ id }) => id),
    ids,
  );
  written.forEach(({ id, probability }, i) => {
    assert.equal(id, ids[begin + i]);
    // As surprising to the whole run as when it was chosen.
    assert.ok(Math.abs(2 ** -result.pieces[begin + i].bits - probability) < 1e-4 * probability + 1e-9, `${i}`);
  });
  const at = begin + 2;
  const one = run(text, { ...how, target: `${ids[at]}@${at - 1}` });
  assert.equal(one.result.says.position, at - 1);
  assert.deepEqual([one.result.question.index, one.result.question.position], [ids[at], at - 1]);
  // Its gradients are there, and the text after it changes nothing.
  assert.ok(one.bytes.length > run(text, how).bytes.length);
  const shorter = ids.slice(0, at);
  const cut = ask(writing({ text: '', ids: shorter.join(',') }, 0, 0, chance)).result;
  const alone = run(cut.text, cut.same ? {} : { ids: shorter.join(',') }).result;
  assert.deepEqual(
    alone.says.answers.map(({ id }) => id),
    one.result.says.answers.map(({ id }) => id),
  );
  assert.ok(Math.abs(alone.says.answers[0].logit - one.result.says.answers[0].logit) < 1e-4);
  // A place without a token means the likeliest token there. find looks there, too.
  assert.equal(run(text, { ...how, target: `@${at - 1}` }).result.question.index, one.result.says.answers[0].id);
  const found = ask({
    call: 'find',
    part: one.result.says.answers[1].text.trim() || one.result.says.answers[1].text,
    recipe: asked(text, { ...how, target: `${ids[at]}@${at - 1}` }),
  }).result;
  assert.ok(found.answers.some(({ id }) => id === one.result.says.answers[1].id));
  assert.equal(run(text, { ...how, target: '5@99' }).result.question, null);
});

test('what cannot be written is refused, and the module goes on', () => {
  open();
  assert.match(write('the keys', [], 3).problem.finding, /doesn’t predict the next word/);
  open(files);
  assert.match(write('the old fox', [], 3, { temperature: -1 }).problem.finding, /temperature/i);
  assert.match(write('the old fox', [], 3, { temperature: 1, topP: 7 }).problem.finding, /Top-p/);
  assert.ok(write('', [999999], 3).problem);
  assert.ok(write('', ['x'], 3).problem);
  assert.ok(write('', [], 3).problem);
  assert.ok(run('a', { ids: '1,x' }).problem);
  assert.ok(run('a', { ids: '99999999' }).problem);
  assert.equal(write('the old fox', [], 3).result.written.length, 3);
  assert.equal(write('the old fox', [], 500).result.end, 'length');
});

test('a message is run and written behind as the model’s template puts it', () => {
  const chatMl =
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";
  const qwen = new URL('tests/data/model/qwen3/', root);
  const own = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'model.safetensors'].map((name) => [
    name,
    readFileSync(new URL(name, qwen)),
  ]);
  const { messages, tokenized } = JSON.parse(readFileSync(new URL('tests/data/model/chat/rendered.json', root), 'utf8'));
  const wanted = tokenized.find(({ folder: name, template }) => name === 'qwen3' && template === 'chatml').ids[0];
  assert.equal(open([...own, ['chat_template.jinja', Buffer.from(chatMl)]]).result.chats, true);
  const ids = (how) => run(messages[0], how).result.pieces.map(({ id }) => id);
  assert.deepEqual(ids({ chat: '1' }), wanted);
  assert.notDeepEqual(ids({}), wanted); // the same text, without the cached run
  const { ids: all, begin } = ask(writing({ text: messages[0], chat: true }, 3, 100_000, chance)).result;
  assert.deepEqual(all.slice(0, begin), wanted);
  assert.equal(all.length, wanted.length + 3);
  assert.equal(open(own).result.chats, false);
  assert.match(run(messages[0], { chat: '1' }).problem.finding, /has no chat template/);
});
