// SPDX-License-Identifier: MIT
// @ts-check
// --step on a folder of checkpoints. Its output is that of the checkpoint's own files alone.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { otherWeights } from '../../checkpoints.mjs';
import { headwaters, output } from '../program.mjs';

const model = fileURLToPath(new URL('../../data/model/gpt2_bare', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'headwaters-steps-'));
after(() => rmSync(room, { recursive: true, force: true }));
const weights = readFileSync(join(model, 'model.safetensors'));
const early = otherWeights(weights);

/** A folder with the model's small files and these weights. @param {string} name @param {Buffer} [own] none for a folder without weights */
function folder(name, own) {
  const made = join(room, name);
  mkdirSync(made, { recursive: true });
  for (const file of ['config.json', 'tokenizer.json', 'tokenizer_config.json']) cpSync(join(model, file), join(made, file));
  if (own) writeFileSync(join(made, 'model.safetensors'), own);
  return made;
}
/** @param {string} name @param {Buffer} own */
function onlyWeights(name, own) {
  mkdirSync(join(room, name), { recursive: true });
  writeFileSync(join(room, name, 'model.safetensors'), own);
}

const alone = { 20: folder('early', early), 300: folder('last', weights) };
const run = folder('run');
onlyWeights('run/checkpoint-20', early);
onlyWeights('run/checkpoint-300', weights);
/** @type {string[][]} */
const commands = [
  ['run', '--text', 'the cat'],
  ['ask', '--text', 'the cat', '--cut', '1:0:1>0', '--target', '5'],
  ['why', '--text', 'the cat sat', '--target', '5'],
  ['rollout', '--text', 'the cat'],
  ['save', '--text', 'the cat'],
];
/** @param {string[]} command @param {string} path @param {string[]} more */
const of = ([name, ...rest], path, more = []) =>
  output([name, ...(['rollout', 'save'].includes(name) ? ['--model', path] : [path]), ...rest, ...more]).replace(/"time":"[^"]*"/, '');

test('a step is run with its own weights, and config and tokenizer of the folder around it', () => {
  for (const command of commands) {
    const [first, last] = [of(command, alone[20]), of(command, alone[300])];
    assert.notEqual(first, last);
    assert.equal(of(command, run, ['--step', '20']), first, command[0]);
    assert.equal(of(command, run, ['--step', '300']), last);
    assert.equal(of(command, run), last, 'the last step');
  }
});

test('config and tokenizer may be in another checkpoint, and weights beside the checkpoints are those without a step', () => {
  cpSync(alone[20], join(room, 'apart/step20'), { recursive: true });
  onlyWeights('apart/step300', weights);
  assert.equal(of(commands[0], join(room, 'apart')), of(commands[0], alone[300]));
  cpSync(run, join(room, 'beside'), { recursive: true });
  writeFileSync(join(room, 'beside/model.safetensors'), early);
  assert.equal(of(commands[0], join(room, 'beside')), of(commands[0], alone[20]));
  assert.equal(of(commands[0], join(room, 'beside'), ['--step', '300']), of(commands[0], alone[300]));
});

test('model lists the steps', () => {
  assert.match(output(['model', run]), /--step N uses the weights of a step of training: 20, 300\n/);
  assert.deepEqual(JSON.parse(output(['model', run, '--format', 'json'])).steps, [20, 300]);
  assert.doesNotMatch(output(['model', alone[20]]), /--step/);
});

test('a step that is not there is refused with those that are', () => {
  const refused = (/** @type {string} */ path, /** @type {string} */ step) => {
    const { code, err } = headwaters(['run', path, '--text', 'a', '--step', step]);
    assert.notEqual(code, 0);
    return err;
  };
  assert.match(refused(run, '7'), /step 7.*There are no weights of this step\.\s+Use one of: 20, 300\./s);
  assert.match(refused(alone[20], '20'), /This folder has no checkpoints\./);
  assert.match(refused(run, '-1'), /--step/);
  cpSync(join(run, 'checkpoint-20'), join(run, 'step20'), { recursive: true });
  assert.match(refused(run, '300'), /are both step 20/);
});
