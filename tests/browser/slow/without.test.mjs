// SPDX-License-Identifier: MIT
// A graphics context that is gone for good leaves the text version; without JavaScript or WebAssembly there is one sentence.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { idle, Stage } from '../harness.mjs';

const stage = Stage.forFile();

test('a graphics context that does not come back leaves the text version, which goes on; the figure returns with it', { timeout: 60_000 }, async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6' });
  const extension = await page.evaluateHandle(() => document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context'));
  await extension.evaluate((one) => one.loseContext());
  await page.locator('#mirror .why').waitFor();
  await page.evaluate(() => window.headwaters.setState({ layer: 1 }));
  await page.waitForFunction(() => document.getElementById('mirror').dataset.layer === '1');
  await extension.evaluate((one) => one.restoreContext());
  await page.locator('#mirror .why').waitFor({ state: 'detached' });
  await idle(page);
  assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById('canvas')).visibility), 'visible');
  assert.ok((await page.evaluate(() => window.headwaters.layout())).some(({ name }) => name === 'cabinet'));
  assert.deepEqual(page.faults.filter((fault) => !/context/i.test(fault)), []);
});

test('without JavaScript there is one sentence', async () => {
  const page = await stage.newPage({ javaScriptEnabled: false });
  await page.goto(stage.page.url);
  const shown = await page.locator('noscript').innerText();
  assert.match(shown, /^Headwaters computes and draws in your browser; that needs JavaScript and WebAssembly\.$/);
});

test('without WebAssembly there is one sentence', async () => {
  const page = await stage.open({ url: 'about:blank', ready: false });
  await page.addInitScript(() => delete globalThis.WebAssembly);
  await page.goto(stage.page.url);
  const failure = page.locator('#failure');
  await failure.waitFor();
  assert.match(await failure.textContent(), /^WebAssembly, .* is blocked in this browser: .*\.$/);
  assert.ok(await page.locator('#wait').count() === 0);
});
