// SPDX-License-Identifier: MIT
// A file that may be read in more than one way. The page states the reading and offers the others by one click.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, comes, drop, openedAs, pressId, Stage, state, still, until } from '../harness.mjs';

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

/** The ids of the buttons that the messages offer. */
const offered = (page) =>
  page.locator('#mirror .messages [data-id^="message/"]').evaluateAll((all) => all.map((button) => button.dataset.id));

test('axes that can be read in two ways are said, and one click reads the other', async () => {
  const page = await show('two_ways.json', { attentions: array([2, 3, 2, 4, 4], () => 0.25) });
  const { document } = await state(page);
  const actions = await offered(page);
  const other = actions.find((one) => one.startsWith('message/axes/'));
  assert.ok(other, JSON.stringify(await state(page)));
  await pressId(page, other);
  await until(page, (before) => window.headwaters.state.document.layers !== before && window.headwaters.idle, document.layers);
  assert.equal((await state(page)).document.name, 'two_ways.json');
});

test('scores before the softmax are named, and one click makes weights of them', async () => {
  const page = await show('scores.json', { attentions: array([2, 2, 3, 3], (k) => k - 3) });
  const actions = await offered(page);
  assert.ok(actions.includes('message/softmax'), JSON.stringify((await state(page)).messages));
  await pressId(page, 'message/softmax');
  await until(
    page,
    async () =>
      Math.abs(
        (await window.headwaters.results({ method: 'raw', layer: 0 })).layers[0].values[0].reduce((sum, value) => sum + value, 0) - 1,
      ) < 1e-6,
  );
  const { layers } = await page.evaluate(() => window.headwaters.results({ method: 'raw', layer: 0 }));
  const total = Math.exp(-3) + Math.exp(-2) + Math.exp(-1);
  layers[0].values[0].forEach((value, k) => {
    assert.ok(Math.abs(value - Math.exp(k - 3) / total) < 1e-6, `key ${k}: ${value}`);
  });
  await comes(async () => !(await offered(page)).includes('message/softmax'));
});

test('a file whose arrays only look like attention asks which are the layers, with a picture of each', async () => {
  const page = await stage.open({ fragment: 'sample=use-keys' });
  const family = (name, scale) => Object.fromEntries([0, 1].map((i) => [`${name}${i}`, array([2, 3, 3], (k) => scale * (k + 1 + i))]));
  await drop(page, 'cache.json', Buffer.from(JSON.stringify({ ...family('x', 3), ...family('y', 5), tokens: ['a', 'b', 'c'] })));
  await byId(page, 'message/layers').waitFor({ state: 'attached' });
  assert.equal((await state(page)).document.name, 'use-keys');
  await pressId(page, 'message/layers');
  const dialog = byId(page, 'dialog/layers');
  await byId(dialog, 'arrays/x*').waitFor();
  assert.equal(await dialog.locator('canvas').count(), 2);
  const [around, picture] = await Promise.all([dialog, dialog.locator('canvas').first()].map((one) => one.boundingBox()));
  assert.ok(picture.x > around.x && picture.y > around.y, 'the matrix is in the dialog, not behind it');
  await dialog.getByText('2 arrays, 2 x 3 x 3, values from 5 to 15').waitFor();
  await byId(dialog, 'arrays/y*').click();
  await openedAs(page, 'cache.json');
  await still(page);
  assert.equal(decodeURIComponent((await state(page)).source.choices), 'layers-from=y*');
  const raw = async () => (await page.evaluate(() => window.headwaters.results({ method: 'raw', layer: 0 }))).layers[0].values[0];
  assert.deepEqual(await raw(), [5, 10, 15]);
  await page.evaluate(() => window.headwaters.setState({ layersFrom: 'x*' }));
  await until(page, () => decodeURIComponent(window.headwaters.state.source.choices) === 'layers-from=x*' && window.headwaters.idle);
  assert.deepEqual(await raw(), [3, 6, 9]);
  assert.deepEqual(page.faults, []);
});

test('positions behind the text go, and what rows lack becomes a token, in one click each', async () => {
  const rows = (row) => [row, row, row, row].map((one) => [...one]);
  const page = await show('padded.json', {
    tokens: ['a', 'b', 'c'],
    attentions: [[rows([0.5, 0.2, 0.1, 0.2]), rows([0.1, 0.2, 0.4, 0.3])]],
  });
  await pressId(page, 'message/first-tokens');
  await until(page, () => window.headwaters.state.source.choices === 'first-tokens=3' && window.headwaters.idle);
  assert.deepEqual((await state(page)).document.tokens, ['a', 'b', 'c']);
  await pressId(page, 'message/sink');
  await until(page, () => window.headwaters.state.document.tokens.length === 4 && window.headwaters.idle);
  assert.deepEqual((await state(page)).document.tokens, ['[sink]', 'a', 'b', 'c']);
  const { layers } = await page.evaluate(() => window.headwaters.results({ method: 'raw', layer: 0 }));
  for (const [index, value] of [1, 0, 0, 0].entries()) assert.ok(Math.abs(layers[0].values[0][index] - value) < 1e-6);
  for (const [index, value] of [0.25, 0.3, 0.2, 0.25].entries()) assert.ok(Math.abs(layers[0].values[1][index] - value) < 1e-6);
  assert.deepEqual(page.faults, []);
});
