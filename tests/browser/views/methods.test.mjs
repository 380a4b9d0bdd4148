// SPDX-License-Identifier: MIT
// Single methods and settings in the page, compared with independent code. Covers joint attribution, heads weighted by gradients, a head
// over all layers below it, discarding below a threshold.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { assertClose, readJson, Stage } from '../harness.mjs';

const stage = Stage.forFile();
const reference = (name) => readJson(`references/methods/${name}.json`).values;
const openStill = (name, fields) =>
  stage.openStill({ fragment: `v=1&url=${encodeURIComponent(`${stage.data.url}references/${name}.json`)}&token=0&layer=6&${fields}` });
const bars = (page) =>
  page.evaluate(() => [...document.querySelectorAll('#mirror .tokens data')].map((output) => Number(output.dataset.value)));
const sentences = (page) =>
  page.evaluate(() => [...document.querySelectorAll('#mirror p, dialog[open] p, dialog[open] li')].map(({ textContent }) => textContent));
const still = (page) => page.waitForFunction(() => window.headwaters.idle);

test('joint attribution has the values of its reference for each barrier, and says its proof', async () => {
  const { runs } = reference('gaf_af_one_source__toy_agreement_keys');
  const page = await openStill('toy_agreement_keys', 'method=joint&panel=bars');
  for (const { mu, phi } of runs) {
    await page.evaluate((barrier) => window.headwaters.setState({ settings: { barrier } }), mu);
    await still(page);
    assertClose(await bars(page), phi, 1e-6, `barrier ${mu}`);
  }
  await page.evaluate(() => window.headwaters.setState({ panel: 'matrix' }));
  await still(page);
  const { layers } = await page.evaluate(() => window.headwaters.results({ layer: 5 }));
  assertClose(layers[0].values[0], runs.at(-1).phi, 1e-6, 'the first row of the matrix');
  await page.keyboard.press('a');
  await page.waitForSelector('dialog[open]');
  assert.ok((await sentences(page)).some((text) => /exact maximum flow is 1\.00/.test(text)));
  assert.deepEqual(page.faults, []);
});

test('from all tokens at once, by the product with gradients', async () => {
  const { runs } = reference('gaf_agf_scaled__toy_negation_gradients');
  const page = await openStill('toy_negation_gradients', 'method=joint&panel=bars&form=product&capacity-scale=largest&token=mean');
  const [, { mu, phi }] = runs;
  await page.evaluate((barrier) => window.headwaters.setState({ settings: { barrier } }), mu);
  await still(page);
  assertClose(await bars(page), phi, 1e-6, 'all tokens');
  assert.deepEqual(page.faults, []);
});

test('heads weighed by gradients, and discarding below a threshold', async () => {
  const page = await openStill('toy_negation_gradients', 'method=rollout&panel=bars&fusion=gradient-norm');
  const { L2, L1 } = reference('gmar__toy_negation_gradients');
  assertClose(await bars(page), L2.source_rows.at(-1), 1e-6, 'L2');
  await page.evaluate(() => window.headwaters.setState({ settings: { gradientNorm: 'l1' } }));
  await still(page);
  assertClose(await bars(page), L1.source_rows.at(-1), 1e-6, 'L1');
  const keys = await openStill('toy_agreement_keys', 'method=rollout&panel=bars&preset=tutorial-discard-0.1');
  assertClose(await bars(keys), reference('discard_below_threshold__toy_agreement_keys')[0].source_rows.at(-1), 1e-6, 'tutorial');
  assert.deepEqual([...page.faults, ...keys.faults], []);
});

test('flow across encoder and decoder has bars for the tokens of both sides, and the graph says why it is not there', async () => {
  const rows = reference('encoder_decoder_flow__date_day_month');
  const top = rows.find((/** @type {any} */ row) => row.layer === 3 && row.token === 9);
  const page = await openStill('date_day_month', 'side=cross&method=flow&flow=raw&normalise=none&panel=bars&layer=3&token=9');
  assertClose(await bars(page), [...top.to_encoder, ...top.to_decoder], 1e-6, 'both sides');
  assert.ok((await page.evaluate(() => document.querySelector('#mirror').textContent)).includes('→'));
  await page.evaluate(() => window.headwaters.setState({ panel: 'flow' }));
  await still(page);
  assert.match(await page.evaluate(() => document.querySelector('#mirror').textContent), /takes two routes/);
  // Without a graph nothing chooses its input. The overview has the layers in its place.
  const choices = async () => (await page.evaluate(() => window.headwaters.layout())).filter(({ name }) => name === 'one input').length;
  assert.equal(await choices(), 0);
  await page.evaluate(() => window.headwaters.setState({ panel: 'overview' }));
  await still(page);
  assert.equal(await choices(), 0);
  assert.ok((await page.evaluate(() => window.headwaters.layout())).some(({ name }) => /layer by layer/.test(name)));
  await page.evaluate(() => window.headwaters.setState({ side: 'decoder' }));
  await still(page);
  assert.ok((await choices()) > 0, 'one side has it');
  await page.evaluate(() => window.headwaters.setState({ side: 'cross' }));
  await page.evaluate(() => window.headwaters.setState({ panel: 'bars', method: 'rollout' }));
  await still(page);
  assert.equal((await bars(page)).length, top.to_encoder.length);
  assert.deepEqual(page.faults, []);
});

test('heads of single layers travel in links, and heads have thumbnails of flow', async () => {
  const page = await openStill('toy_agreement_keys', 'method=rollout&panel=heads&thumbnails=flow');
  await page.evaluate(() => window.headwaters.setState({ settings: { headsAt: '4:0.2.5;6:max' } }));
  await still(page);
  assert.equal((await page.evaluate(() => window.headwaters.state)).settings.headsAt, '4:0.2.5;6:max');
  assert.match(decodeURIComponent(await page.evaluate(() => location.hash)), /heads-at=4:0\.2\.5;6:max/);
  const text = await page.evaluate(() => document.querySelector('#mirror').textContent);
  assert.ok(text.includes('different in layer 4, 6'));
  await page.evaluate(() => window.headwaters.setState({ settings: { headsAt: '' } }));
  await still(page);
  assert.doesNotMatch(await page.evaluate(() => location.hash), /heads-at/);
  assert.deepEqual(page.faults, []);
});

test('a head of one layer is chosen in Heads, travels in links and comes back to all heads', async () => {
  const page = await openStill('toy_agreement_keys', 'method=rollout&panel=heads&thumbnails=rollout');
  await page.evaluate(() => window.headwaters.setState({ layer: 3, settings: { headOfLayer: [3, 2] } }));
  await still(page);
  const state = await page.evaluate(() => window.headwaters.state);
  assert.deepEqual(state.settings.headOfLayer, [3, 2]);
  assert.equal(state.thumbnails, 'rollout');
  assert.match(await page.evaluate(() => location.hash), /head-of-layer=4:2/);
  assert.ok((await page.evaluate(() => document.querySelector('#mirror').textContent)).includes('in layer 4 only head 3'));
  await page.evaluate(() => window.headwaters.setState({ settings: { headOfLayer: [] } }));
  await still(page);
  assert.doesNotMatch(await page.evaluate(() => location.hash), /head-of-layer/);
  assert.deepEqual(page.faults, []);
});

test('a click on a head takes it in its own layer, the layer stays, and the settings say what differs from the preset', async () => {
  const page = await openStill('toy_agreement_keys', 'method=rollout&panel=heads');
  const heads = (await page.evaluate(() => window.headwaters.layout())).filter(({ kind, name }) => kind === 'target' && name === 'head');
  const { x, y, width, height } = heads[8 + 3]; // the fourth of the second layer
  const click = async () => {
    await page.mouse.click(x + width / 2, y + height / 2);
    await still(page);
    return page.evaluate(() => window.headwaters.state);
  };
  let state = await click();
  assert.deepEqual([state.settings.headOfLayer, state.settings.heads, state.layer], [[1, 3], [], 5]);
  const told = () => page.evaluate(() => document.querySelector('#mirror').textContent);
  assert.match(await told(), /Changed from the preset: only head 4 of layer 2/);
  state = await click();
  assert.deepEqual([state.settings.headOfLayer, state.layer], [[], 5]);
  assert.doesNotMatch(await told(), /Changed from the preset/);
  // And both can be undone, wherever the focus is, except in a text.
  await page.keyboard.press('Control+z');
  await still(page);
  assert.deepEqual((await page.evaluate(() => window.headwaters.state)).settings.headOfLayer, [1, 3]);
  await page.keyboard.press('Control+Shift+Z');
  await still(page);
  assert.deepEqual((await page.evaluate(() => window.headwaters.state)).settings.headOfLayer, []);
  assert.deepEqual(page.faults, []);
});
