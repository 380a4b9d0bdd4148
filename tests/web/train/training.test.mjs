// SPDX-License-Identifier: MIT
// A training's name in links, its curves and its pace, and the zip of a step's model.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { zipOf } from '../../../web/base/zip.js';
import { ProblemError } from '../../../web/base/problem.js';
import { modelLines } from '../../../web/model/results/commands.js';
import { readZip } from '../../../web/model/files/zip.js';
import { isTraining, trainingName, trainsOf } from '../../../web/model/train/names.js';
import { inHundred, taskOf, tasks } from '../../../web/model/train/tasks.js';
import { partingOf, Training } from '../../../web/model/train/training.js';

test('a name of a training has a recipe, a seed, and a version above 1', () => {
  for (const trains of [
    { recipe: 'copy', seed: 1, version: 1 },
    { recipe: 'copy-one-layer', seed: 2147483647, version: 3 },
    { recipe: JSON.stringify({ text: 'a:1} b:2', length: 16 }), seed: 0, version: 1 },
  ]) {
    const name = trainingName(trains);
    assert.ok(isTraining(name));
    assert.deepEqual(trainsOf(name), trains);
  }
  assert.equal(trainingName({ recipe: 'copy', seed: 1, version: 1 }), 'train:copy:1');
});

test('a name that is none is refused', () => {
  for (const name of [
    'train:',
    'train:copy',
    'train:copy:',
    'train:copy:-1',
    'train:copy:1.5',
    'train:copy:2147483648',
    'train:copy:1:2',
    'train:COPY:1',
    'train:../x:1',
    'train:copy@:1',
    'train:{"text":"a"}',
    `train:${'a'.repeat(41)}:1`,
    `train:{"text":"${'a'.repeat(30_000)}"}:1`,
  ])
    assert.throws(() => trainsOf(name), ProblemError, name);
});

test('each task has one name, and its variations are found with it', () => {
  const ids = tasks().flatMap(({ id, variations }) => [id, ...variations.map((one) => one.id)]);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.ok(taskOf(id), id);
  assert.equal(taskOf('copy-one-layer')?.task.id, 'copy');
  assert.equal(taskOf('nothing'), null);
  assert.deepEqual(
    [0, 0.004, 0.5, 0.994, 0.999, 1].map((share) => inHundred(share)),
    ['0', '0', '50', '99', '99', '100'],
  );
});

/** A worker that trains without computing. Its losses are the steps. @param {number} steps */
function worker(steps) {
  const calls = /** @type {Record<string, any>[]} */ ([]);
  let step = 0;
  const call = async (request) => {
    calls.push(request);
    if (request.call !== 'learn')
      return { result: { step: request.step, accuracy: 0.5, naming: [[1, 0]], heads: [], hash: 'ab' }, bytes: null };
    step = Math.max(step, Math.min(request.to, step + 7, steps));
    const measured = [];
    for (let at = request.from === 0 ? 0 : request.from + 1; at <= step; at += 1)
      if (at % 10 === 0) measured.push({ step: at, accuracy: at / steps, naming: [], heads: [], hash: '' });
    const losses = Array.from({ length: step - request.from }, (_, i) => request.from + i);
    return { result: { step, isFinished: step >= steps, from: request.from, losses, norms: losses, measured }, bytes: null };
  };
  return { calls, training: new Training(call, /** @type {any} */ ({ steps }), 'copy') };
}

test('a training collects each loss once, and offers the stored steps with the present one', async () => {
  const { training } = worker(100);
  const abort = new AbortController();
  /** @type {number[]} */
  const done = [];
  await training.reach(33, abort.signal, (share) => done.push(share));
  assert.deepEqual(
    training.losses,
    Array.from({ length: 33 }, (_, i) => i),
  );
  assert.deepEqual([...training.measured.keys()], [0, 10, 20, 30]);
  assert.deepEqual(training.steps, [0, 5, 10, 15, 20, 25, 30, 33]);
  assert.equal(training.measuredUpTo(29)?.step, 20);
  assert.equal(done.at(-1), 1);
  assert.equal(training.isFinished, false);
});

test('at full speed a training runs to its end, and a pause ends it after the present request', async () => {
  const { training } = worker(60);
  training.setPace(true);
  const run = training.run();
  training.watch(() => training.step >= 20 && training.pause());
  await run;
  assert.ok(training.step >= 20 && training.step < 40);
  assert.equal(training.isBusy, false);
  const { training: whole } = worker(60);
  whole.setPace(true);
  await whole.run();
  assert.equal(whole.step, 60);
  assert.ok(whole.isFinished);
});

test('a training up to a step pauses there', async () => {
  const { training } = worker(60);
  training.setPace(true);
  await training.run(() => Infinity, 25);
  assert.deepEqual([training.step, training.isRunning, training.isFinished], [25, false, false]);
  await training.run(() => Infinity, 20);
  assert.equal(training.step, 25);
});

test('while a training reaches a step it is busy, so that the page does not follow each part', async () => {
  const { training } = worker(60);
  const busy = /** @type {boolean[]} */ ([]);
  training.watch(() => busy.push(training.isBusy));
  await training.reach(20, new AbortController().signal, () => {});
  assert.ok(busy.length > 2 && busy.slice(0, -1).every(Boolean) && busy.at(-1) === false);
});

test('methods are measured once for each step', async () => {
  const { training, calls } = worker(60);
  await training.reach(20, new AbortController().signal, () => {});
  const { signal } = new AbortController();
  await training.measure(20, signal);
  await training.measure(20, signal);
  assert.equal(calls.filter(({ call }) => call === 'learned').length, 1);
});

test('a fault ends a training, and is kept', async () => {
  const training = new Training(() => Promise.reject(new Error('not finite')), /** @type {any} */ ({ steps: 9 }), 'copy');
  training.setPace(true);
  await training.run();
  assert.equal(training.fault?.message, 'not finite');
  assert.equal(training.isRunning, false);
});

test('two trainings part where their accuracies differ by a tenth', () => {
  const of = (...shares) => {
    const { training } = worker(9);
    shares.forEach((accuracy, i) => {
      training.measured.set(i * 10, /** @type {any} */ ({ step: i * 10, accuracy }));
    });
    return training;
  };
  assert.deepEqual(partingOf(of(0, 0.5, 0.9), of(0.05, 0.42, 0.3)), { step: 20, one: 0.9, other: 0.3 });
  assert.equal(partingOf(of(0, 0.5, 0.9), of(0.05, 0.45)), null);
});

test('a zip contains its files as they are', async () => {
  const files = [
    { name: 'config.json', bytes: new TextEncoder().encode('{}') },
    { name: 'modèl.safetensors', bytes: Uint8Array.from({ length: 3000 }, (_, i) => i & 255) },
    { name: 'empty', bytes: new Uint8Array() },
  ];
  const found = await readZip(zipOf(files), () => true);
  assert.deepEqual(
    found.map(({ path }) => path),
    files.map(({ name }) => name),
  );
  for (const [i, { blob }] of found.entries()) assert.deepEqual(new Uint8Array(await blob.arrayBuffer()), files[i].bytes);
});

test('commands for a step train the model first', () => {
  const recipe = { text: 'a b c', step: 200, cuts: [{ kind: /** @type {const} */ ('head'), text: '1:0' }] };
  const answers = [
    { question: /** @type {const} */ ('lens'), arguments: { position: 2, count: 3 }, answer: { position: 2, final: 'a', layers: [] } },
  ];
  const about = /** @type {any} */ ({});
  const { shell, python } = modelLines('train:copy:3', recipe, about, answers);
  assert.deepEqual(shell.split('\n'), [
    'headwaters train copy --seed=3 --at=200 --out=copy-3-step-200',
    "headwaters ask copy-3-step-200 --text='a b c' --cut-head=1:0 --question=lens --with=position=2 --with=count=3",
  ]);
  assert.match(python, /^headwaters\.train\("copy", seed=3, at=200, out="copy-3-step-200"\)\nheadwaters\.ask\("copy-3-step-200", /);
  assert.match(modelLines('train:{"text":"abc"}:1', recipe, about, answers).shell, /^headwaters train own\.json --seed=1 /);
});
