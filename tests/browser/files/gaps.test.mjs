// SPDX-License-Identifier: MIT
// What was not computed is not 0: gaps in every view, in exports and in the text version.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { drop, idle, openedAs, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const rows = (/** @type {(q: number, k: number) => number | null} */ value) => Array.from({ length: 3 }, (_, q) => Array.from({ length: 3 }, (__, k) => value(q, k)));
const even = rows(() => 1 / 3);
const none = rows(() => null);
const tokens = ['a', 'b', 'c'];
/** Python writes NaN bare. */
const file = (/** @type {any[]} */ layers) => Buffer.from(JSON.stringify({ tokens, attentions: layers.map((layer) => [layer]) }).replaceAll('null', 'NaN'));

async function show(name, layers, view) {
  const page = await stage.open();
  await drop(page, name, file(layers));
  await openedAs(page, name);
  await page.evaluate((wanted) => window.headwaters.setState(wanted), view);
  await still(page);
  return page;
}

const values = (page, wanted) => page.evaluate((what) => window.headwaters.results(what), wanted);
const mirror = (page) => page.locator('#mirror').textContent();

test('a file without any weight shows no number for anything', async () => {
  const page = await show('all_nan.json', [none, none], { panel: 'bars' });
  for (const method of ['raw', 'rollout', 'flow']) {
    await page.evaluate((name) => window.headwaters.setState({ method: name }), method);
    await idle(page);
    const { layers } = await values(page, { method });
    for (const layer of layers) assert.deepEqual(layer.values, [null, null, null], method);
    const csv = await values(page, { method, format: 'csv' });
    assert.match(csv, /,,,|,,\r?\n/, method);
    const text = await mirror(page);
    assert.match(text, /missing/, method);
    assert.match(text, /holds no weights/, method);
    for (const layer of [0, 1]) {
      const whole = await values(page, { method, layer });
      assert.deepEqual(whole.layers[0].values, [[null, null, null], [null, null, null], [null, null, null]], method);
    }
  }
  const { messages } = await state(page);
  assert.ok(messages.every(({ file: name }) => name === 'all_nan.json'));
});

test('one layer without weights leaves those below it, and a gap from there on', async () => {
  const page = await show('upper.json', [even, none, even], { method: 'rollout', panel: 'evolution' });
  const { layers } = await values(page, { method: 'rollout' });
  assert.ok(layers[0].values.every(Number.isFinite));
  assert.deepEqual(layers.slice(1).map((layer) => layer.values), [[null, null, null], [null, null, null]]);
  const raw = await values(page, { method: 'raw' });
  assert.ok(raw.layers[2].values.every(Number.isFinite), 'raw attention knows its own layer');
});

test('a row without weights is a gap of its own, and the others add up', async () => {
  const padded = rows((q) => (q === 2 ? null : 1 / 3));
  const page = await show('padded.json', [padded, padded], { method: 'rollout', panel: 'matrix' });
  const { layers } = await values(page, { method: 'rollout', layer: 1 });
  assert.deepEqual(layers[0].values[2], [null, null, null]);
  for (const row of layers[0].values.slice(0, 2)) assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-6);
  await page.evaluate(() => window.headwaters.setState({ output: 'mean' }));
  await idle(page);
  const mean = await values(page, { method: 'rollout' });
  assert.ok(mean.layers[1].values.every(Number.isFinite), 'padding takes no part in the mean');
});
