// SPDX-License-Identifier: MIT
// Values that were not computed are not 0. They are gaps in every view, in exports and in the text version.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { drop, idle, openedAs, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const rows = (/** @type {(q: number, k: number) => number | null} */ value) =>
  Array.from({ length: 3 }, (_, q) => Array.from({ length: 3 }, (__, k) => value(q, k)));
const even = rows(() => 1 / 3);
const none = rows(() => null);
const tokens = ['a', 'b', 'c'];
/** Python writes NaN bare. */
const file = (/** @type {any[]} */ layers) =>
  Buffer.from(JSON.stringify({ tokens, attentions: layers.map((layer) => [layer]) }).replaceAll('null', 'NaN'));

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
    assert.match(text, /has no weights/, method);
    for (const layer of [0, 1]) {
      const whole = await values(page, { method, layer });
      assert.deepEqual(
        whole.layers[0].values,
        [
          [null, null, null],
          [null, null, null],
          [null, null, null],
        ],
        method,
      );
    }
  }
  const { messages } = await state(page);
  assert.ok(messages.every(({ file: name }) => name === 'all_nan.json'));
});

test('one layer without weights leaves those below it, and a gap from there on', async () => {
  const page = await show('upper.json', [even, none, even], { method: 'rollout', panel: 'evolution' });
  const { layers } = await values(page, { method: 'rollout' });
  assert.ok(layers[0].values.every(Number.isFinite));
  assert.deepEqual(
    layers.slice(1).map((layer) => layer.values),
    [
      [null, null, null],
      [null, null, null],
    ],
  );
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

test('a word of which one token is without weights takes no part in the mean and the maximum, as its row in the matrix is a gap', async () => {
  const weights = [
    [0.5, 0.25, 0.25, 0],
    [null, null, null, null],
    [0.25, 0.25, 0.5, 0],
    [0.125, 0.125, 0.25, 0.5],
  ];
  const page = await stage.open();
  const bytes = JSON.stringify({ tokens: ['play', '##ing', 'well', 'now'], attentions: [[weights], [weights]] }).replaceAll('null', 'NaN');
  await drop(page, 'word.json', Buffer.from(bytes));
  await openedAs(page, 'word.json');
  await page.evaluate(() => window.headwaters.setState({ panel: 'bars', words: true, relativeFlow: false }));
  await still(page);
  for (const method of ['raw', 'rollout', 'flow']) {
    const {
      layers: [matrix],
    } = await values(page, { method, layer: 1 });
    const [broken, second, third] = matrix.values;
    assert.deepEqual(broken, [null, null, null], method);
    for (const [output, join] of /** @type {[string, (a: number, b: number) => number][]} */ ([
      ['mean', (a, b) => (a + b) / 2],
      ['max', Math.max],
    ])) {
      await page.evaluate(([name, chosen]) => window.headwaters.setState({ method: name, output: chosen }), [method, output]);
      await idle(page);
      const row = (await values(page, { method })).layers[1].values;
      row.forEach((value, key) => {
        assert.ok(Math.abs(value - join(second[key], third[key])) < 1e-6, `${method} ${output}: ${row}`);
      });
      assert.equal(row.length, 3);
    }
  }
});

test('a flow out of nothing and the figures of an empty head are not made up', async () => {
  const page = await show('upper.json', [even, none], { method: 'flow', panel: 'flow', layer: 1 });
  assert.match(await mirror(page), /The file has no weights for this/);
  assert.doesNotMatch(await mirror(page), /can reach the output/);
  await page.evaluate(() => window.headwaters.setState({ layer: 0 }));
  await idle(page);
  assert.match(await mirror(page), /At most 0\.\d+ of the input can reach the output/);
  await page.evaluate(() => window.headwaters.setState({ panel: 'heads' }));
  await idle(page);
  const row = (layer) =>
    page
      .locator('#mirror tr', { hasText: `layer ${layer}, head 1` })
      .first()
      .textContent();
  assert.match(await row(1), /1\.58/, 'three even keys are log2 3 bits');
  assert.match(await row(2), /missing.*missing.*missing/);
  assert.doesNotMatch(await row(2), /\d\.\d/);
});
