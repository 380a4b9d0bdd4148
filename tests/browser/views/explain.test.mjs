// SPDX-License-Identifier: MIT
// How a number arises. It is opened by clicks, keys, the text version and links, down to the heads. A flow is shown path by path.
import assert from 'node:assert/strict';

import { clickTarget, partsOf } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { idle, Stage, state } from '../harness.mjs';

const stage = Stage.forFile();
const keys = 'v=1&sample=agreement-keys';
const numbers = (page) => page.evaluate(() => window.headwaters.results({ view: 'explain' }));
const press = async (page, key) => {
  await page.keyboard.press(key);
  await idle(page);
};
const focus = (page) => page.evaluate(() => document.getElementById('canvas').focus());
const total = (table) => table.rows.reduce((sum, row) => sum + row.at(-1), 0);

test('a rollout opens from its terms down to the heads by key, each step with its link, and back', async () => {
  const page = await stage.openStill({ fragment: `${keys}&panel=explain&method=rollout&layer=6&token=0&sink=4` });
  await focus(page);
  const { layers } = await page.evaluate(() => window.headwaters.results({ method: 'rollout', layer: 5 }));
  const seen = [];
  for (let step = 0; step < 8; step++) {
    const { table } = await numbers(page);
    const { terms } = await state(page);
    if (step === 0) assert.ok(Math.abs(total(table) - layers[0].values[0][4]) < 1e-6);
    seen.push(terms);
    await press(page, '.');
    if ((await state(page)).terms === terms) break;
  }
  assert.equal(seen.length, 8, `six layers, a weight, its heads: ${seen}`);
  assert.match(seen.at(-1), /^(\d+,){5}h\d+$/);
  const deepest = await numbers(page);
  assert.equal(deepest.table.rows.length >= 8, true, 'eight heads');
  const other = await stage.openStill({ fragment: new URL(page.url()).hash.slice(1) });
  assert.deepEqual(await numbers(other), deepest);
  for (let step = 7; step > 0; step--) {
    assert.equal((await state(page)).terms, seen[step]);
    await press(page, ',');
  }
  assert.equal((await state(page)).terms, '');
  assert.deepEqual(page.faults, []);
});

test('clicks open a factor, a weight, what was opened before, and another input', async () => {
  const page = await stage.openStill({ fragment: `${keys}&panel=explain&method=rollout&layer=6&token=0&sink=4` });
  await clickTarget(page, 'below');
  await idle(page);
  assert.match((await state(page)).terms, /^\d+$/);
  await clickTarget(page, 'weight');
  await idle(page);
  assert.match((await state(page)).terms, /^\d+,w\d+$/);
  await clickTarget(page, 'line');
  await idle(page);
  assert.match((await state(page)).terms, /^\d+,h\d+$/);
  await clickTarget(page, '‹ back');
  await idle(page);
  assert.match((await state(page)).terms, /^\d+,w\d+$/);
  await clickTarget(page, 'input ›');
  await idle(page);
  const { terms, sink } = await state(page);
  assert.deepEqual([terms, sink], ['', 5]);
  assert.deepEqual(page.faults, []);
});

test('a flow arises path by path until the cut holds what flows', async () => {
  const page = await stage.openStill({ fragment: `${keys}&panel=explain&method=flow&layer=3&token=0&sink=4&paths=0` });
  await focus(page);
  const found = await page.evaluate(() => window.headwaters.explain({ query: 0, key: 4 }));
  assert.equal(found.complete, true);
  for (let path = 1; path <= found.terms.length; path++) {
    await press(page, '.');
    assert.equal((await state(page)).paths, path);
  }
  await press(page, '.');
  assert.equal((await state(page)).paths, -1);
  const { table } = await numbers(page);
  assert.ok(Math.abs(table.rows.reduce((sum, row) => sum + row[1], 0) - found.value) < 1e-12);
  for (const [, capacity, flow] of table.rows) assert.ok(Math.abs(capacity - flow) < 1e-12);
  assert.equal((await partsOf(page, 'figure', 'flow')).length, 1);
  assert.deepEqual(page.faults, []);
});

test('headwaters.explain: terms and rest are the value that results has; what is no number is refused', async () => {
  const page = await stage.openStill({ fragment: keys });
  for (const method of ['raw', 'rollout', 'flow']) {
    const [found, value] = await page.evaluate(async (name) => {
      window.headwaters.setState({ relativeFlow: false });
      const wanted = { method: name, layer: 4, query: 0, key: 4 };
      const { layers } = await window.headwaters.results({ method: name, layer: 4 });
      return [await window.headwaters.explain(wanted), layers[0].values[0][4]];
    }, method);
    assert.equal(found.layer, 5);
    assert.equal(found.terms.reduce((sum, { value: term }) => sum + term, 0) + found.rest, found.value, method);
    assert.ok(Math.abs(found.value - value) < 1e-6, method);
  }
  const refusals = await page.evaluate(async () => {
    const why = (wanted) =>
      window.headwaters.explain(wanted).then(
        () => '',
        (error) => error.message,
      );
    return [
      await why({}),
      await why({ query: 0, key: 99 }),
      await why({ method: 'joint', query: 0, key: 1 }),
      await why({ layer: 77, query: 0, key: 1 }),
    ];
  });
  for (const why of refusals) assert.notEqual(why, '');
  assert.match(refusals[2], /optimisation/);
});

test('y over a bar explains that bar', async () => {
  const page = await stage.openStill({ fragment: `${keys}&panel=bars&method=rollout&layer=6&token=0` });
  await focus(page);
  const [{ x, y, width, height }] = await partsOf(page, 'text', 'keys');
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.move(x + width / 2 + 1, y + height / 2);
  await idle(page);
  await press(page, 'y');
  const { panel, sink, document: open } = await state(page);
  assert.equal(panel, 'explain');
  assert.equal(open.tokens[sink].replace(/[Ġ▁#]/g, ''), 'keys');
  assert.deepEqual(page.faults, []);
});

test('the text version tells the sum and opens its terms', async () => {
  const page = await stage.openStill({ fragment: `${keys}&panel=explain&method=rollout&layer=6&token=0&sink=4` });
  const told = await page.evaluate(() => document.body.textContent);
  assert.match(told, /times the column of/);
  assert.match(told, /total/);
});
