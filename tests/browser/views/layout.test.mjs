// SPDX-License-Identifier: MIT
// Views side by side, their titles and signs, and commands by name.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, idle, pressId, Stage, state } from '../harness.mjs';
import { clickTarget } from '../canvas.mjs';

const stage = Stage.forFile();
const keys = 'v=1&sample=agreement-keys&layer=6';

const openStill = (fragment, options = {}) => stage.openStill({ fragment, ...options });
const hash = (page) => page.evaluate(() => location.hash);
test('views stand side by side, are dragged, and come back from the address', async () => {
  const page = await openStill(`${keys}&panes=bars/matrix,evolution`);
  assert.deepEqual((await state(page)).panes, [['bars'], ['matrix', 'evolution']]);
  // The divider between the columns is in the middle of the area for views.
  const middle = 1280 / 2;
  await page.mouse.move(middle, 500);
  await idle(page);
  assert.equal(await page.evaluate(() => document.getElementById('canvas').style.cursor), 'ew-resize');
  await page.mouse.down();
  await page.mouse.move(middle - 100, 500, { steps: 4 });
  await page.mouse.move(middle - 190, 480, { steps: 4 });
  await page.mouse.up();
  await idle(page);
  const { dividers } = await state(page);
  assert.ok(Math.abs(dividers[0] - (0.5 - 190 / 1232)) < 0.01, `${dividers}`);
  assert.match(await hash(page), /panes=bars\/matrix,evolution&dividers=0\.\d+,0\.5/);
  const moved = await hash(page);
  await page.goBack();
  await idle(page);
  assert.deepEqual((await state(page)).dividers, []);
  await page.goForward();
  await idle(page);
  assert.deepEqual((await state(page)).dividers, dividers);
  const second = await openStill(moved.slice(1));
  assert.deepEqual((await state(second)).dividers, dividers);
  assert.deepEqual([...page.faults, ...second.faults], []);
});

test('keys arrange, mean, resize and close views', async () => {
  const page = await openStill(keys);
  await page.focus('#canvas');
  const press = async (key) => {
    await page.keyboard.press(key);
    await idle(page);
    return state(page);
  };
  assert.deepEqual((await press('v')).panes, [['bars'], ['matrix']]);
  assert.deepEqual((await press('}')).dividers, [0.55]);
  assert.equal((await press('o')).panel, 'matrix');
  assert.deepEqual((await press('6')).panes, [['bars'], ['heads']]);
  const closed = await press('x');
  assert.deepEqual(closed.panes, []);
  assert.equal(closed.panel, 'bars');
  await page.goBack();
  await idle(page);
  assert.deepEqual((await state(page)).panes, [['bars'], ['heads']]);
});

test('the mirror arranges views and moves dividers', async () => {
  const page = await openStill(keys);
  const mirror = page.locator('#side');
  await mirror.locator('select[name=panes]').evaluate((select) => {
    select.selectedIndex = 3;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForFunction(() => window.headwaters.state.panes.length === 2);
  await page.waitForFunction(() => document.querySelector('#side input[name="divider-2"]') !== null);
  await mirror.locator('input[name=divider-2]').evaluate((slider) => {
    slider.value = '0.7';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.waitForFunction(() => window.headwaters.state.dividers[1] === 0.7);
  await pressId(page, 'about-matrix');
  await byId(page, 'dialog/about-matrix').waitFor();
});

test('a phone shows one view of those in the address', async () => {
  const page = await openStill(`${keys}&panes=bars/matrix&panel=matrix`, { size: [390, 844] });
  assert.equal((await state(page)).panel, 'matrix');
  assert.deepEqual(page.faults, []);
});

test('each view says what it shows and its limits, with the numbers of these data', async () => {
  const page = await openStill(`${keys}&method=flow&panel=bars`);
  await page.focus('#canvas');
  await page.keyboard.press('a');
  const dialog = byId(page, 'dialog/about-bars');
  await dialog.waitFor();
  const text = await dialog.textContent();
  assert.match(text, /Now showing attention flow, layers 1–6, for \[CLS\] \(mean of 8\)\./);
  assert.match(text, /A = 0\.50 I \+ 0\.50 mean W; F = max flow/);
  assert.match(text, /\d+ of 11 inputs are saturated/);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // The sign after a title shows the same.
  const signed = await openStill(`${keys}&panes=bars/matrix`);
  await clickTarget(signed, 'about');
  await byId(signed, 'dialog/about-bars').waitFor();
});

test('the palette finds commands by a few letters and carries them out', async () => {
  const page = await openStill(keys);
  const field = byId(page, 'commands/find');
  const run = async (typed) => {
    await page.keyboard.press('Control+k');
    await field.waitFor();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    await idle(page);
    return state(page);
  };
  assert.equal((await run('heads')).panel, 'heads');
  assert.equal((await run('layer 3')).layer, 2);
  assert.deepEqual((await run('token keys')).tokens, [2]);
  assert.equal((await run('residual 0.3')).settings.residual, 0.3);
  assert.equal((await run('atn flow')).method, 'flow');
  assert.equal((await run('fusion max')).settings.fusion, 'max');
  assert.equal((await run('one next to two')).panes.length, 2);
  await run('sample trophy');
  await page.waitForFunction(() => window.headwaters.state.source.text.includes('trophy'));
  assert.deepEqual(page.faults, []);
});

test('the palette is a combobox with a list, for arrows and for screen readers', async () => {
  const page = await openStill(keys);
  await page.focus('#canvas');
  await page.keyboard.press('/');
  const field = byId(page, 'commands/find');
  await field.waitFor();
  assert.ok(await field.evaluate((element) => element === document.activeElement));
  const chosen = () => page.locator('[role=option][aria-selected=true]').getAttribute('id');
  assert.equal(await field.getAttribute('aria-activedescendant'), await chosen());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(await chosen(), 'palette-2');
  assert.equal(await field.getAttribute('aria-activedescendant'), 'palette-2');
  await page.keyboard.press('ArrowUp');
  assert.equal(await chosen(), 'palette-1');
  await page.keyboard.type('martix');
  assert.ok(await page.locator('dialog #palette-field + p').isVisible(), 'nothing fits; what is nearest follows');
  assert.equal(await page.locator('[role=option]').first().getAttribute('data-id'), 'command/view-matrix');
  for (const [typed, id] of [
    ['pdf', 'export'],
    ['csv', 'save-csv'],
    ['dark', 'theme/dark'],
    ['hide special', 'special'],
  ]) {
    await field.fill(typed);
    assert.equal(await page.locator('[role=option]').first().getAttribute('data-id'), `command/${id}`, typed);
  }
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'canvas');
});

test('the help lists the keys of the same table', async () => {
  const page = await openStill(keys);
  await page.focus('#canvas');
  await page.keyboard.press('?');
  const text = await byId(page, 'dialog/help').textContent();
  for (const part of ['Space', 'Play or pause', 'Find a command', '/ Ctrl K', 'Next layout of views', 'Overview']) {
    assert.ok(text.includes(part), part);
  }
});

test('numbers are saved under a name', async () => {
  const page = await openStill(keys);
  await page.keyboard.press('Control+k');
  await byId(page, 'commands/find').waitFor();
  await page.keyboard.type('save csv');
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await saved;
  assert.equal(download.suggestedFilename(), 'attention.csv');
});
