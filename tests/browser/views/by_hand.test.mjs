// SPDX-License-Identifier: MIT
// Attention by hand: begun from nothing, typed, dragged and stepped; the page follows, and the original comes back.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { idle, openedAs, Stage, state, until } from '../harness.mjs';

const stage = Stage.forFile();

async function editor(size = [1280, 800], context = {}) {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys', size, context });
  await page.evaluate(() => document.getElementById('canvas').focus());
  await page.keyboard.press('/');
  await page.waitForSelector('dialog input');
  await page.keyboard.type('open a file');
  await page.keyboard.press('Enter');
  await page.getByText('Make some by hand').click();
  await page.waitForSelector('dialog.editor');
  return page;
}

const rowOf = (page, layer, query) => page.evaluate(async ([l, q]) => (await window.headwaters.results({ method: 'raw', layer: l })).layers[0].values[q], [layer, query]);
const follows = (page, layer, query, key, value) =>
  until(page, async ([l, q, k, wanted]) => {
    if (!window.headwaters.idle) return false;
    const { layers } = await window.headwaters.results({ method: 'raw', layer: l }).catch(() => ({ layers: [{ values: [] }] }));
    return Math.abs((layers[0].values[q]?.[k] ?? -1) - wanted) < 1e-6;
  }, [layer, query, key, value]);

test('from nothing, a weight typed: its row makes room, captions say so, a link holds it, the original comes back', async () => {
  const page = await editor();
  const { title } = (await state(page)).document;
  await page.getByRole('button', { name: 'Begin' }).click();
  await openedAs(page, 'by hand');
  assert.deepEqual((await state(page)).document.tokens, ['a', 'b', 'c']);
  await page.getByLabel('weight of a on c').fill('1/2');
  await follows(page, 0, 0, 2, 0.5);
  assert.deepEqual(await rowOf(page, 0, 0), [0.25, 0.25, 0.5]);
  assert.match(await page.evaluate(() => window.headwaters.figure({ view: 'bars' })), /by hand/);
  const { url } = await page.evaluate(() => window.headwaters.link({ data: 'heads' }));
  assert.match(url, /data=/);
  const saved = await page.evaluate(async () => (await window.headwaters.save({ gzip: false })).text());
  assert.match(saved, /made by hand in Headwaters/);
  await page.getByRole('button', { name: 'Back to the original' }).click();
  await page.waitForFunction((wanted) => window.headwaters.state.document?.title === wanted, title);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test('arrow keys and dragging change a weight, and a row that does not sum to 1 is named', async () => {
  const page = await editor();
  await page.getByLabel('weights', { exact: true }).selectOption('identity');
  await page.getByRole('button', { name: 'Begin' }).click();
  await openedAs(page, 'by hand');
  await page.getByLabel('weight of b on b').focus();
  await page.keyboard.press('ArrowDown');
  await follows(page, 0, 1, 1, 0.95);
  await page.getByLabel('rows keep a sum of 1').uncheck();
  const { x, y } = await page.getByLabel('weight of b on b').boundingBox();
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 10 + 40, { steps: 3 });
  await page.mouse.up();
  await follows(page, 0, 1, 1, 0.7);
  await page.waitForFunction(() => /1 row does not sum to 1/.test(document.querySelector('dialog.editor [role=status]').textContent));
  await page.getByLabel('weight of a on a').fill('7');
  assert.equal(await page.getByLabel('weight of a on a').getAttribute('aria-invalid'), 'true');
  assert.equal((await rowOf(page, 0, 0))[0], 1);
});

test('a copy of what is open is edited, and says of what; view and method stay', async () => {
  const page = await editor([390, 844], { hasTouch: true });
  await page.evaluate(() => window.headwaters.open({ tokens: ['x', 'y'], title: 'Two', attentions: [[[[0.4, 0.6], [0.5, 0.5]], [[0.2, 0.8], [0, 1]]]] }, { name: 'two' }));
  await idle(page);
  await page.evaluate(() => window.headwaters.setState({ method: 'raw', tokens: [1], panel: 'bars' }));
  await page.getByRole('button', { name: 'Copy what is open' }).click();
  await openedAs(page, 'by hand');
  const { document: copy, method, tokens, panel } = await state(page);
  assert.equal(copy.title, 'Two, edited by hand');
  await page.getByLabel('weight of y on x').fill('0');
  await follows(page, 0, 1, 0, 0);
  const now = await state(page);
  assert.deepEqual([now.method, now.tokens, now.panel], ['raw', [1], 'bars']);
  assert.ok(method && tokens && panel);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog.editor'));
});
