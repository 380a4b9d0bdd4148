// SPDX-License-Identifier: MIT
// The page as elements. They are complete, operable by keyboard only, and in step with the picture.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, idle, openSide, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();

test('tokens, values, layer and controls are in the page as elements', async () => {
  const page = await stage.openStill();
  const mirror = page.locator('#mirror');
  assert.equal(await mirror.locator('h1').textContent(), 'Which noun makes the answer plural?');
  assert.equal(await mirror.locator('.token').count(), 11);
  assert.match(await mirror.locator('.token').nth(2).textContent(), /^keys 0\.\d+$/);
  const roles = await page.locator('#side').evaluate((root) => [...root.querySelectorAll('select')].map((select) => select.name));
  for (const name of ['method', 'preset', 'sort', 'panel']) assert.ok(roles.includes(name), name);
  assert.equal(await byId(mirror, 'layer').getAttribute('aria-valuetext'), `after layer ${(await state(page)).layer + 1} of 6`);
});

test('the keyboard alone reaches and operates everything', async () => {
  const page = await stage.openStill();
  await page.evaluate(() => window.headwaters.setState({ layer: 2 }));
  await idle(page);
  await page.focus('#canvas');
  await page.keyboard.press('Tab');
  assert.ok(
    await page.evaluate(() => document.getElementById('mirror').contains(document.activeElement)),
    'Tab leaves the canvas for the mirror',
  );
  const panel = await page.locator('#mirror').boundingBox();
  assert.ok(panel.width > 200, 'the panel can be seen while the focus is in it');

  await page.focus('#mirror-layer');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => window.headwaters.state.layer === 3);

  await page.locator('#mirror .token').nth(2).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.headwaters.state.tokens.join() === '2');
  await page.waitForFunction(() => document.querySelectorAll('#mirror .token')[2].getAttribute('aria-pressed') === 'true');
  assert.ok(await page.evaluate(() => document.activeElement?.classList.contains('token')), 'the focus stays where it was');

  await openSide(page);
  await page.focus('#side select[name="method"]');
  await page
    .locator('#side select[name="method"]')
    .selectOption('method=raw')
    .catch(async () => {
      await page.keyboard.press('ArrowUp');
    });
  await page.waitForFunction(() => window.headwaters.state.method === 'raw');
});

test('every control of the mirror changes what it says it changes', async () => {
  const page = await stage.openStill();
  const mirror = page.locator('#side');
  await mirror.locator('input[name=residual]').evaluate((slider) => {
    slider.value = '0.3';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.waitForFunction(() => Math.abs(window.headwaters.state.settings.residual - 0.3) < 1e-9);
  await mirror
    .locator('input[name=heads]')
    .nth(1)
    .evaluate((box) => box.click());
  await page.waitForFunction(() => window.headwaters.state.settings.heads.length === 7);
  await mirror.locator('select[name=sort]').evaluate((select) => {
    // By position, by value, and (the default) by whichever suits the length.
    select.selectedIndex = 2;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForFunction(() => window.headwaters.state.sort === 'score');
  await mirror.locator('input[name=ghost]').evaluate((box) => box.click());
  await page.waitForFunction(() => window.headwaters.state.ghost === false);
  await mirror.locator('input[name=sum]').evaluate((box) => box.click());
  await page.locator('#mirror .token[data-token="4"]').evaluate((token) => token.click());
  await page.waitForFunction(() => window.headwaters.state.tokens.join() === '0,4');
  await mirror.locator('select[name=outputs]').evaluate((select) => {
    select.selectedIndex = 1;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForFunction(() => window.headwaters.state.output === 'mean');
});

test('layer changes are announced', async () => {
  const page = await stage.openStill();
  await page.evaluate(() => window.headwaters.setState({ layer: 1 }));
  await page.waitForFunction(() => /layer 2/i.test(document.getElementById('live').textContent));
});

test('the mirror is out of sight until the keyboard is in it, and leaves no trace in the layout', async () => {
  const page = await stage.openStill();
  const box = await page.locator('#mirror').boundingBox();
  assert.ok(box.width <= 1 && box.height <= 1);
  const scrollable = await page.evaluate(
    () => document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight,
  );
  assert.equal(scrollable, false);
});

test('dialogs have names, take the focus and give it back', async () => {
  const page = await stage.openStill();
  await page.focus('#canvas');
  await page.keyboard.press('?');
  const dialog = byId(page, 'dialog/help');
  await dialog.waitFor();
  assert.ok(await page.evaluate(() => document.querySelector('dialog').contains(document.activeElement)));
  assert.match(await dialog.textContent(), /Space.*Play or pause/s);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'canvas');
});

test('in a long text all values have the digits that its largest needs, here and in the figure', async () => {
  const page = await stage.open();
  const count = 128;
  const weights = Array.from({ length: count }, (_, key) => (0.5 + key / (count - 1)) / count);
  const text = JSON.stringify({ attentions: [[Array.from({ length: count }, () => weights)]] });
  await page.evaluate(async (json) => {
    await window.headwaters.open(new TextEncoder().encode(json), { name: 'long.json' });
    window.headwaters.setState({ method: 'raw', panel: 'bars', layer: 0, sort: 'position' });
  }, text);
  await still(page);
  const values = await page
    .locator('#mirror .token')
    .evaluateAll((tokens) => tokens.map(({ textContent }) => textContent.split(' ').at(-1)));
  assert.deepEqual(
    values,
    weights.map((weight) => weight.toFixed(4)),
  );
  const svg = await page.evaluate(() => window.headwaters.figure({ view: 'bars' }));
  // Ticks of the axis have fewer.
  const numbers = [...svg.matchAll(/>(0\.\d{4,})<\/text>/g)].map(([, number]) => number);
  assert.deepEqual(numbers, values);
});
