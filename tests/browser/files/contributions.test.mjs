// SPDX-License-Identifier: MIT
// A file of contributions in the page. It is dropped, and its numbers are compared with products in float64. Also covers its formula, the
// attention next to them, a link, and the model's prediction.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { test } from '../engine.mjs';
import { byId, drop, readData, readJson, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const name = 'forms/headwaters/contributions.json';
const file = readJson(name);

/** The product of each layer's matrix and all below it. */
function products(layers) {
  const times = (a, b) => a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));
  const all = [];
  for (const matrix of layers) all.push(all.length ? times(matrix, all.at(-1)) : matrix);
  return all;
}
/** From mean attention with residual 0.5, rows divided by their sum. */
const withResidual = file.attentions.map((heads) =>
  heads[0].map((row, i) => {
    const mixed = row.map((_, j) => 0.5 * Number(i === j) + (0.5 * heads.reduce((sum, head) => sum + head[i][j], 0)) / heads.length);
    const sum = mixed.reduce((a, b) => a + b);
    return mixed.map((value) => value / sum);
  }),
);

const near = (found, expected, limit = 1e-6) => {
  assert.equal(found.length, expected.length);
  found.forEach((value, i) => {
    assert.ok(Math.abs(value - expected[i]) <= limit, `${found} for ${expected}`);
  });
};
const rows = (page) => page.evaluate(async () => (await window.headwaters.results({ format: 'json' })).layers.map((layer) => layer.values));

async function dropped(options) {
  const page = await stage.open({ fragment: 'sample=use-keys', ...options });
  await drop(page, 'contributions.json', readData(name));
  await page.waitForFunction(() => window.headwaters.state.document?.name === 'contributions.json');
  await still(page);
  return page;
}

test('a dropped file of contributions is rolled out as a plain product', async () => {
  const page = await dropped();
  const open = await state(page);
  assert.deepEqual(open.document.contributions, { kind: 'ALTI', global: false, layers: 3 });
  assert.deepEqual(open.document.predicted, file.predicted);
  assert.equal(open.side, 'contributions');
  assert.deepEqual(open.tokens, [2]);
  const expected = products(file.contributions).map((matrix) => matrix[2]);
  (await rows(page)).forEach((row, layer) => {
    near(row, expected[layer]);
  });
  const text = await page.evaluate(() => document.body.textContent);
  assert.match(text, /T = ALTI/);
  assert.match(text, /no residual added\s*nothing divided/);
  assert.match(text, /predicts “here”/);
  assert.match(text, /On its own, layer \d draws most from/);
  const { sentence } = await page.evaluate(() => window.headwaters.citation());
  assert.match(sentence, /rollout is their plain product, no residual was added/);
  // With two layers, the flow of each path is its narrower edge.
  await page.evaluate(() => window.headwaters.setState({ method: 'flow', relativeFlow: false, layer: 1 }));
  await still(page);
  const [low, high] = file.contributions;
  const flow = low.map((_, t) => high[2].reduce((sum, value, k) => sum + Math.min(value, low[k][t]), 0));
  near((await rows(page))[1], flow);
  assert.match(await page.evaluate(() => document.body.textContent), /capacities T\s*no residual added/);
});

test('the attention beside contributions is a choice, in the page and in a link', async () => {
  const page = await dropped();
  await page.evaluate(() => window.headwaters.setState({ side: 'encoder' }));
  await still(page);
  const expected = products(withResidual).map((matrix) => matrix[2]);
  (await rows(page)).forEach((row, layer) => {
    near(row, expected[layer]);
  });
  assert.match(await page.evaluate(() => document.body.textContent), /A = 0.50 I \+ 0.50 mean W/);
  assert.match(page.url(), /side=encoder/);
  // Both, side by side.
  await page.evaluate(() =>
    window.headwaters.setState({
      side: 'contributions',
      layer: 2,
      panel: 'compare',
      compare: [{ method: 'rollout' }, { method: 'rollout', weights: 'attentions' }],
    }),
  );
  await still(page);
  const { columns } = await page.evaluate(() => window.headwaters.results({ view: 'compare' }));
  near(columns[0].values, products(file.contributions)[2][2]);
  near(columns[1].values, expected[2]);
  assert.match(page.url(), /weights:attentions/);
});

test('a link holds contributions, and says what it leaves out', async () => {
  const page = await dropped();
  const { url, leftOut } = await page.evaluate(() => window.headwaters.link({ data: 'fused' }));
  assert.ok(
    leftOut.some((line) => line.startsWith('the attention (')),
    leftOut.join('; '),
  );
  const other = await stage.open({ fragment: url.split('#')[1] });
  await still(other);
  const open = await state(other);
  assert.deepEqual(open.document.contributions, { kind: 'ALTI', global: false, layers: 3 });
  assert.deepEqual(open.document.predicted, file.predicted);
  const expected = products(file.contributions).map((matrix) => matrix[2]);
  (await rows(other)).forEach((row, layer) => {
    near(row, expected[layer], 0.002);
  });
});

test('global contributions are shown, not multiplied, and say so', async () => {
  const page = await stage.open({ fragment: 'sample=use-keys' });
  await page.evaluate((given) => window.headwaters.open(given, { name: 'global.json' }), { ...file, contributionKind: 'DecompX' });
  await still(page);
  assert.equal((await state(page)).document.contributions.global, true);
  (await rows(page)).forEach((row, layer) => {
    near(row, file.contributions[layer][2]);
  });
  assert.match(await page.evaluate(() => document.body.textContent), /global: of the input\s*not multiplied/);
  await page.evaluate(() => window.headwaters.setState({ method: 'flow' }));
  await still(page);
  assert.equal((await state(page)).method, 'rollout');
});

test('how surely a sample’s model predicts stands behind the prediction, also of a file from before it was a field', async () => {
  const sample = JSON.parse(readFileSync(new URL('../../../web/samples/trophy-big.json', import.meta.url), 'utf8'));
  const { predicted, predictedProbability, ...older } = sample;
  older.predicted = predicted.map((text, i) => (text ? `${text} (${predictedProbability[i].toFixed(3)})` : ''));
  const page = await stage.openStill({ fragment: 'v=1&sample=trophy-big' });
  for (const name of ['', 'older.json']) {
    if (name) {
      await drop(page, name, JSON.stringify(older));
      await page.waitForFunction((wanted) => window.headwaters.state.document?.name === wanted, name);
      await still(page);
    }
    const { document } = await state(page);
    assert.equal(document.predicted[sample.outputToken], 'trophy');
    assert.ok(Math.abs(document.predictedProbability[sample.outputToken] - 0.918) < 1e-6);
    assert.equal(document.predictedProbability[1], null);
    assert.match(await byId(page, 'outputs').locator('option').first().textContent(), /“trophy” \(0\.918\)/, name);
  }
});
