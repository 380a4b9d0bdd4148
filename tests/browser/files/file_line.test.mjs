// SPDX-License-Identifier: MIT
// A file with only attention shows below its figure what it cannot answer. A file with more data does not.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, drop, nothingComes, opened, openedAs, Stage } from '../harness.mjs';

const stage = Stage.forFile();
const attentions = [
  [
    [
      [1, 0],
      [0.5, 0.5],
    ],
  ],
];
const file = (/** @type {object} */ more) => Buffer.from(JSON.stringify({ tokens: ['x', 'y'], attentions, ...more }));

test('a file with attention only says what it cannot tell, below its figure, until it is told "Got it"', async () => {
  const page = await stage.open({ firstVisit: true });
  await byId(page, 'first/end').click();
  await drop(page, 'plain.json', file({}));
  const line = page.locator('.file-line');
  await line.waitFor();
  assert.match(await line.locator('p').textContent(), /\S/);
  const [canvas, strip] = await page.evaluate(() =>
    [...document.querySelectorAll('#canvas, .file-line')].map((one) => one.getBoundingClientRect().toJSON()),
  );
  assert.ok(canvas.bottom <= strip.top + 1 && strip.bottom === 800, 'it lies on nothing');
  await byId(page, 'file-line/open').click();
  await byId(page, 'dialog/open').waitFor();
  await page.keyboard.press('Escape');
  // Sources that can answer more, and sources that are no file.
  for (const [name, more] of Object.entries({ gradients: { gradients: attentions }, scores: { importance: { blankout: [0.1, 0.4] } } })) {
    await drop(page, `${name}.json`, file(more));
    await openedAs(page, `${name}.json`);
    await line.waitFor({ state: 'detached' });
    await drop(page, `plain before ${name}.json`, file({}));
    await line.waitFor();
  }
  await page.evaluate(() => window.headwaters.open({ model: 'digits' }));
  await line.waitFor({ state: 'detached' });
  await drop(page, 'again.json', file({}));
  await byId(page, 'file-line/end').click();
  await line.waitFor({ state: 'detached' });
  await drop(page, 'last.json', file({}));
  await openedAs(page, 'last.json');
  assert.equal(await nothingComes(() => line.count(), 1500), 0, 'closed for good');
});

test('a phone keeps its figure, and the line is all in the window; on a first visit it stands for the introduction', async () => {
  const page = await stage.open({
    url: `${stage.page.url}#v=1&url=${stage.data.url}forms/numpy/f32.npy`,
    size: [390, 844],
    firstVisit: true,
  });
  await opened(page);
  const line = page.locator('.file-line');
  await line.waitFor();
  const { x, width, height } = await line.boundingBox();
  assert.ok(x === 0 && width === 390 && height < 844 / 6, `${height} high`);
  assert.equal(await page.locator('.first').count(), 0);
});
