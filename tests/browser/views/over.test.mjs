// SPDX-License-Identifier: MIT
// Values relative to the uniform causal model, steps through the tokens, and negative values, in the page.
import assert from 'node:assert/strict';

import { partOf } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { byId, drop, idle, openedAs, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const mirror = (page) => page.locator('#mirror');
const set = async (page, change) => {
  await page.evaluate((wanted) => window.headwaters.setState(wanted), change);
  await still(page);
};
const results = (page, wanted) => page.evaluate((what) => window.headwaters.results(what), wanted);
const rows = async (page) => (await results(page, { format: 'json' })).layers.map((layer) => layer.values);

const n = 5;
let seed = 3;
const random = () => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 2147483648;
};
const causal = Array.from({ length: 3 }, () => [
  Array.from({ length: n }, (_, i) => {
    const row = Array.from({ length: n }, (_, j) => (j <= i ? random() ** 2 + 0.01 : 0));
    const sum = row.reduce((a, b) => a + b);
    return row.map((value) => Number((value / sum).toPrecision(6)));
  }),
]);
const tokens = ['Once', 'upon', 'a', 'time', ','];
const square = (at) => Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => at(i, j)));
const times = (a, b) => square((i, j) => a[i].reduce((sum, value, k) => sum + value * b[k][j], 0));
const rolled = (layers) =>
  layers.map((w) => square((i, j) => 0.5 * Number(i === j) + 0.5 * w[i][j])).reduce((all, next) => times(next, all));

async function opened(name, content) {
  const page = await stage.open({ fragment: 'sample=use-keys' });
  await drop(page, name, Buffer.from(JSON.stringify(content)));
  await openedAs(page, name);
  await still(page);
  return page;
}

test('rollout over the uniform causal model, in numbers, matrix, text version and link', async () => {
  const page = await opened('causal.json', { tokens, attentions: causal });
  await set(page, { layer: 2, tokens: [4], over: 'uniform-causal' });
  const x = rolled(causal.map(([head]) => head));
  const u = rolled(causal.map(() => square((i, j) => (j <= i ? 1 / (i + 1) : 0))));
  const near = (found, expected) =>
    found.forEach((value, i) => {
      assert.ok(Math.abs(value - expected[i]) < 1e-5, `${found} for ${expected}`);
    });
  near(
    (await rows(page))[2],
    x[4].map((value, j) => value / u[4][j]),
  );
  const matrix = (await results(page, { layer: 2, format: 'json' })).layers[0].values;
  near(
    matrix[2].slice(0, 3),
    [0, 1, 2].map((j) => x[2][j] / u[2][j]),
  );
  assert.deepEqual(matrix[2].slice(3), [null, null]);
  const text = await page.evaluate(() => document.body.textContent);
  assert.match(text, /relative to uniform causal/);
  assert.match(text, /Relative to a uniform causal model, “.*” \([\d.]+ times\) is highest/);
  assert.match(await page.evaluate(() => location.hash), /over=uniform-causal/);
  for (const method of ['raw', 'flow']) {
    await set(page, { method, panel: 'overview' });
    assert.ok((await rows(page))[2].every((value) => value > 0));
  }
  for (const panel of ['bars', 'matrix', 'evolution', 'compare', 'heads', 'graph']) await set(page, { panel, method: 'rollout' });
  const svg = await page.evaluate(() => window.headwaters.figure({ view: 'bars' }));
  assert.match(svg, /our own normalisation/);
  assert.deepEqual(page.faults, []);
});

test('a file that is bidirectional says why it has no such ratio', async () => {
  const page = await stage.open({ fragment: 'sample=use-keys&over=uniform-causal' });
  await still(page);
  assert.equal((await state(page)).over, 'nothing');
  assert.match(await page.evaluate(() => document.body.textContent), /is bidirectional/);
});

test('a slider goes through the tokens of a causal model, by mouse, by text and by itself', async () => {
  const page = await opened('causal.json', { tokens, attentions: causal });
  const chosen = async () => (await state(page)).tokens;
  assert.deepEqual(await chosen(), [4]);
  const slider = byId(mirror(page), 'token');
  assert.equal(await slider.getAttribute('max'), '5');
  await slider.evaluate((input) => {
    input.value = '2';
    input.dispatchEvent(new Event('input'));
  });
  await page.waitForFunction(() => window.headwaters.state.tokens[0] === 1);
  await mirror(page).getByText('token 2 of 5: “upon”').first().waitFor({ state: 'attached' });
  await page.locator('#canvas').focus();
  await page.keyboard.press('P');
  await page.waitForFunction(() => window.headwaters.state.tokens[0] >= 3);
  await page.keyboard.press('P');
  await idle(page); // on a slow machine it had already come to the end, and has begun anew
  const line = await partOf(page, 'target', 'tokens');
  await page.mouse.click(line.x + 15, line.y + line.height / 2);
  await page.waitForFunction(() => window.headwaters.state.tokens[0] === 0);
  assert.deepEqual(page.faults, []);
});

test('contributions below 0 keep their signs in every view, and their flow says why not', async () => {
  const contributions = [
    [
      [1.2, -0.3, 0.1],
      [0.4, 0.9, -0.2],
      [-0.5, 0.25, 1.5],
    ],
    [
      [0.5, 0.75, -0.5],
      [0, 1, 0.5],
      [0.25, -1, 2],
    ],
  ];
  const page = await opened('signed.json', { tokens: ['a', 'b', 'c'], contributions });
  await set(page, { layer: 1, tokens: [2] });
  const expected = [0.25 * 1.2 - 0.4 - 1, 0.25 * -0.3 - 0.9 + 0.5, 0.025 + 0.2 + 3];
  (await rows(page))[1].forEach((value, i) => {
    assert.ok(Math.abs(value - expected[i]) < 1e-5);
  });
  const text = await page.evaluate(() => document.body.textContent);
  assert.match(text, /The values sum to 1\.650 \(3\.225 above 0 and −1\.575 below\)/);
  assert.match(text, /contributions are negative. Flow can’t use them/);
  for (const panel of ['bars', 'matrix', 'evolution', 'compare', 'heads', 'graph']) await set(page, { panel });
  await set(page, { graph: 'lines' });
  assert.match(await page.evaluate(() => document.body.textContent), /3 negative values are not drawn/);
  assert.deepEqual(page.faults, []);
});
