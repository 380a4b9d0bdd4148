// SPDX-License-Identifier: MIT
// Checkpoints of a training: the slider of steps, the drag, comparisons, a link, and downloads.
import assert from 'node:assert/strict';
import { join } from 'node:path';

import { zipOf } from '../../../tools/lib/zip.mjs';
import { otherWeights } from '../../checkpoints.mjs';
import { test } from '../engine.mjs';
import { byId, drop, dropAll, idle, modelFiles, openedAs, site, Stage, state, until } from '../harness.mjs';

const stage = Stage.forFile();
const folder = new URL(`file://${join(site, 'models/agreement')}/`);
const text = 'the keys to the cabinet [MASK] on the table';
const at = (/** @type {number} */ step) => JSON.stringify({ text, step });
const files = modelFiles(folder);
const early = otherWeights(files['model.safetensors']);
const middle = otherWeights(files['model.safetensors'], 102);

/** A training of three steps, of which only the first has config and tokenizer. */
const training = zipOf(
  new Map(
    /** @type {[string, Buffer][]} */ ([
      ...Object.entries({ ...files, 'model.safetensors': early }).map(([name, bytes]) => [`run/checkpoint-0/${name}`, bytes]),
      ['run/checkpoint-100/model.safetensors', middle],
      ['run/checkpoint-200/model.safetensors', files['model.safetensors']],
    ]),
  ),
);

const numbers = (page) =>
  page.evaluate(async () => ({
    rollout: await window.headwaters.results({ method: 'rollout', format: 'csv' }),
    predicted: window.headwaters.state.document.predictedProbability,
  }));
const shown = (page, prompt) => until(page, (wanted) => window.headwaters.prompt === wanted && window.headwaters.idle, prompt);
async function run(page, prompt) {
  await page.evaluate((given) => {
    window.headwaters.prompt = given;
  }, prompt);
  await shown(page, prompt);
}
/** Moves the slider to a place, as a drag would. @param {boolean} isDone */
const slide = (page, place, isDone) =>
  byId(page, 'training-step').evaluate(
    (slider, [value, done]) => {
      slider.value = String(value);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      if (done) slider.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [place, isDone],
  );

test('each step of a dropped training has the numbers of its own files, by slider and history', async () => {
  const alone = {};
  for (const [step, weights] of Object.entries({ 0: early, 100: middle, 200: files['model.safetensors'] })) {
    const page = await stage.openStill();
    await dropAll(page, { ...files, 'model.safetensors': weights });
    await until(page, () => window.headwaters.state.document?.form === 'model');
    await run(page, text);
    alone[step] = await numbers(page);
    await page.close();
  }
  assert.notDeepEqual(alone[0], alone[100]);
  assert.notDeepEqual(alone[0], alone[200]);

  const page = await stage.openStill();
  await drop(page, 'my-training.zip', training);
  await openedAs(page, 'my-training');
  await idle(page);
  assert.equal(JSON.parse(await page.evaluate(() => window.headwaters.prompt)).step, 200);
  await run(page, at(200));
  assert.deepEqual(await numbers(page), alone[200]);
  const slider = byId(page, 'training-step');
  assert.equal(await slider.getAttribute('aria-valuetext'), 'training step 200 of 200');

  const entries = await page.evaluate(() => history.length);
  await slide(page, 1, false);
  await shown(page, at(0));
  assert.deepEqual(await numbers(page), alone[0]);
  await slide(page, 2, false);
  await shown(page, at(100));
  assert.deepEqual(await numbers(page), alone[100]);
  assert.equal(await page.evaluate(() => history.length), entries, 'a drag is no history');
  await slide(page, 2, true);
  await until(page, (prompt) => decodeURIComponent(location.hash).includes(prompt), at(100));
  assert.equal(await page.evaluate(() => history.length), entries + 1);
  assert.match((await state(page)).document.title, /· step 100$/);

  await slide(page, 1, true);
  await shown(page, at(0));
  assert.deepEqual(await numbers(page), alone[0]);
  await page.evaluate(() => history.back());
  await shown(page, at(100));
  assert.deepEqual(await numbers(page), alone[100]);
  assert.deepEqual(page.faults, []);
});

test('one click compares a step with the first one, and a typed text stays at its step', async () => {
  const page = await stage.openStill();
  await drop(page, 'my-training.zip', training);
  await openedAs(page, 'my-training');
  await run(page, at(100));
  await page.evaluate(() => window.headwaters.setState({ panel: 'compare' }));
  await idle(page);
  await byId(page, 'compare-together').evaluate((/** @type {HTMLSelectElement} */ select) => {
    select.selectedIndex = [...select.options].findIndex(({ textContent }) => /step/.test(textContent));
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await until(page, () => location.hash.includes('compare=') && window.headwaters.idle);
  const { columns } = await page.evaluate(() => window.headwaters.results({ view: 'compare' }));
  assert.equal(columns.length, 2);
  assert.notDeepEqual(columns[0].values, columns[1].values);
  const line = byId(page, 'line/text');
  await line.fill('the key [MASK] old');
  await shown(page, JSON.stringify({ text: 'the key [MASK] old', step: 100 }));
  assert.deepEqual(page.faults, []);
});
