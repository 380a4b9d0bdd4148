// SPDX-License-Identifier: MIT
// Light and dark by a click in the header, stored for the next visit, and reset to the system's.
import assert from 'node:assert/strict';

import { clickTarget, partOf } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { idle, Stage, until } from '../harness.mjs';

const stage = Stage.forFile();

/** The colour of the canvas's corner, as the sum of red, green and blue. */
const ground = async (page) => {
  const png = (await page.screenshot()).toString('base64');
  return page.evaluate(async (base64) => (await window.pixelsOf(base64)).data.slice(0, 3).reduce((a, b) => a + b), png);
};
const chosen = (page) => page.evaluate(() => localStorage.getItem('headwaters: theme'));

test('a click on the disc in the head changes light and dark, and stays', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys', context: { colorScheme: 'light' } });
  assert.ok((await ground(page)) > 600);
  await clickTarget(page, 'theme');
  await until(page, () => document.documentElement.dataset.theme === 'dark');
  await idle(page);
  assert.ok((await ground(page)) < 150);
  assert.equal(await chosen(page), 'dark');
  await page.reload();
  await page.waitForFunction(() => Boolean(window.headwaters?.state.document));
  await idle(page);
  assert.ok((await ground(page)) < 150, 'the next visit has it');
  await clickTarget(page, 'theme');
  await until(page, () => document.documentElement.dataset.theme === undefined);
  await idle(page);
  assert.ok((await ground(page)) > 600);
  assert.equal(await chosen(page), null, 'as the system says, again');
  assert.deepEqual(page.faults, []);
});

test('where the head has no room for it, it is in its menu', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys', size: [390, 844], context: { colorScheme: 'dark' } });
  await clickTarget(page, 'menu');
  await partOf(page, 'target', 'theme');
  await clickTarget(page, 'theme');
  await until(page, () => document.documentElement.dataset.theme === 'light');
  await idle(page);
  assert.ok((await ground(page)) > 600);
  assert.deepEqual(page.faults, []);
});
