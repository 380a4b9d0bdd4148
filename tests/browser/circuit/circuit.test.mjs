// SPDX-License-Identifier: MIT
// The view Circuit: its cost, the known circuit of the shipped model, its threshold, a patch, its test and its exports.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from '../engine.mjs';
import { Stage, state, until } from '../harness.mjs';
import { keys, openModel, openSheet } from '../model/sheets.mjs';

const stage = Stage.forFile();
const other = 'the key to the cabinet [MASK] on the table';
/** The question of the references. */
const asked = JSON.stringify({ text: keys, target: 'are-is' });
const known = 'input->a0.h0<v>';

/** Opens the view and starts it. */
async function found(page) {
  await openSheet(page, 'circuit');
  await page.fill('[data-id="circuit/text"]', other);
  await page.press('[data-id="circuit/text"]', 'Enter');
  await until(page, () => document.querySelector('[data-id="circuit/cost"]')?.textContent.match(/\d+/g)?.length === 3);
  await page.click('[data-id="circuit/start"]');
  await until(page, () => document.querySelector('[data-id="circuit/test"]')?.textContent.match(/\d\.\d+/g)?.length === 4);
}

test('the known circuit is found first, patched by a click, and keeps the difference', { timeout: 120_000 }, async () => {
  const page = await openModel(stage, asked);
  await found(page);
  const first = await page.$eval('.model-view .units button', (one) => one.dataset.id);
  assert.equal(first, `circuit/patch/${known}`);
  // The references: nine of 479 edges keep all of the difference.
  const words = await page.textContent('[data-id="circuit/test"]');
  const [, edges, kept] = /^(\d+)\D+([\d.]+\d)/.exec(words) ?? [];
  assert.ok(Number(edges) <= 9 && Number(kept) > 0.9 && Number(kept) < 1.1, words);
  await page.click('.model-view .units button');
  await until(page, () => document.querySelector('[data-id="circuit/edge"]')?.textContent.match(/[+−]\d/g)?.length === 4);
  const numbers = (await page.textContent('[data-id="circuit/edge"]')).match(/[+−]\d+\.\d+/g).map((one) => Number(one.replace('−', '-')));
  const [clean, noised, corrupt, denoised] = numbers;
  // Needed .967 and suffices 1.000, on the mean of eight pairs.
  assert.ok((clean - noised) / (clean - corrupt) > 0.9, numbers.join());
  assert.ok((denoised - corrupt) / (clean - corrupt) > 0.9, numbers.join());
  assert.deepEqual(page.faults, []);
});

test('the threshold, the score, the file and the commands', { timeout: 120_000 }, async () => {
  const page = await openModel(stage, asked);
  await found(page);
  const drawn = () => page.$$eval('.model-view .circuit-link', (all) => all.length);
  assert.equal(await drawn(), 9);
  await page.focus('[data-id="circuit/edges"]');
  await page.press('[data-id="circuit/edges"]', 'End');
  assert.equal(await drawn(), 479);
  await page.press('[data-id="circuit/edges"]', 'Home');
  assert.equal(await drawn(), 1);
  await page.selectOption('[data-id="circuit/score"]', 'previous');
  await until(page, () => location.hash.includes('experiment=circuit.previous.1'));
  assert.equal(await page.$$eval('.model-view .grid .guess', (all) => all.length), 16);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-id="circuit/mib"]')]);
  const file = JSON.parse(await readFile(await download.path(), 'utf8'));
  assert.equal(Object.keys(file.edges).length, 479);
  assert.deepEqual(
    Object.keys(file.edges).filter((name) => file.edges[name].in_graph),
    [known],
  );
  assert.ok(file.nodes.input && file.nodes['a0.h0'] && !file.nodes.logits);
  await page.click('.model-view .grid [data-id="circuit/head/0.0"]');
  await until(page, () => window.headwaters.state.panel === 'heads');
  assert.equal((await state(page)).layer, 0);
  assert.deepEqual(page.faults, []);
});

test('the induction toy suggests a second text, and its known circuit is found', { timeout: 120_000 }, async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=induction' });
  await until(page, () => document.querySelector('.answer-line .answer-text') !== null && window.headwaters.idle);
  await openSheet(page, 'circuit');
  await until(page, () => document.querySelector('[data-id="circuit/cost"]')?.textContent.match(/\d+/g)?.length === 3);
  assert.equal(await page.inputValue('[data-id="circuit/text"]'), 'owl red moon key lake fox sun fox');
  await page.click('[data-id="circuit/start"]');
  await until(page, () => document.querySelector('[data-id="circuit/test"]')?.textContent.match(/\d\.\d+/g)?.length === 4);
  const edges = await page.$$eval('.model-view .units button', (all) =>
    all.map(({ dataset }) => dataset.id.slice('circuit/patch/'.length)),
  );
  // The references name these five, and their number.
  const five = ['a0.h2->a1.h0<k>', 'a0.h2->a1.h3<k>', 'a1.h0->logits', 'a1.h3->logits', 'input->a0.h2<v>'];
  assert.deepEqual(edges.slice(0, 5).toSorted(), five);
  assert.match(await page.textContent('[data-id="circuit/test"]'), /^5\D+(0\.9|1\.0)/);
  assert.deepEqual(page.faults, []);
});

test('texts of different length are refused with a remedy', async () => {
  const page = await openModel(stage);
  await openSheet(page, 'circuit');
  await page.fill('[data-id="circuit/text"]', 'the key [MASK] here');
  await page.press('[data-id="circuit/text"]', 'Enter');
  await until(page, () => /\b11\b.*\b\d\b/.test(document.querySelector('[data-id="sheet/circuit"] .problem')?.textContent));
  assert.deepEqual(page.faults, []);
});
