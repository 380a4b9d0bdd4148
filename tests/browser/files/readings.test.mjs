// SPDX-License-Identifier: MIT
// A file that may be read in more than one way: the reading is said, and the others are a click away.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { drop, openedAs, Stage, state, still, until } from '../harness.mjs';

const stage = Stage.forFile();

/** Numbers in lists of this shape. @param {number[]} shape @param {(k: number) => number} value */
const array = ([count, ...rest], value) => Array.from({ length: count }, (_, i) => (rest.length > 0 ? array(rest, value) : value(i)));

async function show(name, file) {
  const page = await stage.open();
  await drop(page, name, Buffer.from(JSON.stringify(file)));
  await openedAs(page, name);
  await still(page);
  return page;
}

const press = (page, name) => page.locator('#mirror').getByRole('button', { name }).first().evaluate((button) => button.click());
const offered = async (page) => (await state(page)).messages.flatMap(({ actions }) => actions);

test('axes that can be read in two ways are said, and one click reads the other', async () => {
  const page = await show('two_ways.json', { attentions: array([2, 3, 2, 4, 4], () => 0.25) });
  const { document } = await state(page);
  const actions = await offered(page);
  const other = actions.find((one) => one.startsWith('Read as '));
  assert.ok(other, JSON.stringify(await state(page)));
  await press(page, other);
  await until(page, (before) => window.headwaters.state.document.layers !== before && window.headwaters.idle, document.layers);
  assert.equal((await state(page)).document.name, 'two_ways.json');
});

test('scores before the softmax are named, and one click makes weights of them', async () => {
  const page = await show('scores.json', { attentions: array([2, 2, 3, 3], (k) => k - 3) });
  const actions = await offered(page);
  assert.ok(actions.includes('Apply the softmax'), JSON.stringify((await state(page)).messages));
  await press(page, 'Apply the softmax');
  await until(page, async () => Math.abs((await window.headwaters.results({ method: 'raw', layer: 0 })).layers[0].values[0].reduce((sum, value) => sum + value, 0) - 1) < 1e-6);
  const { layers } = await page.evaluate(() => window.headwaters.results({ method: 'raw', layer: 0 }));
  const total = Math.exp(-3) + Math.exp(-2) + Math.exp(-1);
  layers[0].values[0].forEach((value, k) => assert.ok(Math.abs(value - Math.exp(k - 3) / total) < 1e-6, `key ${k}: ${value}`));
  assert.ok(!(await offered(page)).includes('Apply the softmax'));
});
