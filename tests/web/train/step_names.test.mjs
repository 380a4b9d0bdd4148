// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stepNamed, stepsInList } from '../../../web/model/files/step_names.js';
import { modelAddress } from '../../../web/model/files/hub.js';
import { findModel } from '../../../web/model/files/model_source.js';

const base = 'https://example.org/page/';
const inList = (/** @type {string} */ text) => stepsInList(text, (model) => modelAddress(model, base));

test('the step of a name is that of the command line', () => {
  /** As in tests/model/steps/step_name_test.cpp. @type {Record<string, number | null>} */
  const steps = {
    ...{ 'checkpoint-500': 500, step1000: 1000, step0: 0, global_step20: 20, iter_0000300: 300, 'Iteration=7': 7 },
    ...{ 'stage1-step1000-tokens4B': 1000, epoch_3: 3, 250: 250 },
    ...{ checkpoint: null, main: null, '1_Pooling': null, 'steps-of-7': null, step12345678901: null, '': null },
  };
  for (const [name, step] of Object.entries(steps)) assert.equal(stepNamed(name), step, name);
});

test('a list of models is a training, with numbers in braces as in shells', () => {
  const found = inList('EleutherAI/pythia-70m@step{0,512,1000..3000..1000}');
  assert.deepEqual(
    found?.map(({ step }) => step),
    [0, 512, 1000, 2000, 3000],
  );
  assert.equal(found?.[1].address.href, 'https://huggingface.co/EleutherAI/pythia-70m/resolve/step512/');
  const mixed = inList('https://a.example/run/checkpoint-20/ ./checkpoint-3\n/b/step1.gguf');
  assert.deepEqual(
    mixed?.map(({ address: { href } }) => href),
    ['https://example.org/b/step1.gguf', 'https://example.org/page/checkpoint-3/', 'https://a.example/run/checkpoint-20/'],
  );
  assert.equal(inList('EleutherAI/pythia-70m@step512'), null);
  assert.equal(inList('org/model'), null);
});

test('a list with a name without a step, with a step twice, or without an end is refused', () => {
  assert.throws(() => inList('org/a@step1 org/a@main'), { place: 'org/a@main' });
  assert.throws(() => inList('org/a@step1 org/b@step1'), { place: 'step 1' });
  assert.throws(() => inList('org/a@step{0..999999999}'), { finding: 'There are more than 1000 checkpoints.' });
});

test('the last of the named checkpoints opens first', async () => {
  const { name, address, training } = await findModel('org/model@step{8,64,1}', base);
  assert.equal(name, 'org/model');
  assert.equal(address?.href, 'https://huggingface.co/org/model/resolve/step64/');
  assert.equal(training?.usual, 64);
  assert.equal(training?.steps.length, 3);
});
