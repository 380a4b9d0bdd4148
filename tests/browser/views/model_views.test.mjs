// SPDX-License-Identifier: MIT
// The views that ask a model are panels. They have tabs, panes, links, keys and menus, and work on a phone.
import assert from 'node:assert/strict';

import { clickTarget, layout, partOf, partsOf } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { idle, Stage, state, until } from '../harness.mjs';
import { openModel, openSheet } from '../model/sheets.mjs';
import { tabOf } from '../panels.mjs';

const stage = Stage.forFile();

const boxOf = (page, panel) => page.locator(`[data-id="sheet/${panel}"]`).boundingBox();
const hasGuesses = (page) => until(page, () => document.querySelector('.model-view .guess') !== null);

test('what a model answers has tabs in front, the other views are under More, and Escape leads back', async () => {
  const page = await openModel(stage, undefined, '&panel=matrix');
  const tabs = [...['words', 'lens', 'heads', 'flow', 'matrix', 'swap', 'experiment'].map(tabOf), 'more views'];
  const placed = [];
  for (const name of tabs) placed.push((await partsOf(page, 'target', name)).at(-1)); // Flow is a method, too
  assert.ok(placed.every(({ x, y }, i) => i === 0 || y > placed[i - 1].y || x > placed[i - 1].x));
  const targets = (await layout(page)).filter(({ kind }) => kind === 'target').map(({ name }) => name);
  assert.ok(!targets.includes(tabOf('bars')) && !targets.includes(tabOf('decides')));
  await clickTarget(page, tabOf('lens'));
  await hasGuesses(page);
  assert.equal((await state(page)).panel, 'lens');
  assert.match(await page.evaluate(() => location.hash), /panel=lens/);
  await page.locator('.model-view .guess').first().focus();
  await page.keyboard.press('Escape');
  await until(page, () => document.querySelector('.model-view') === null && window.headwaters.state.panel === 'matrix');
  await page.keyboard.press('L');
  await hasGuesses(page);
  assert.deepEqual(page.faults, []);
});

test('a menu of the canvas lies over a view, and a view of it stays in the row while it is shown', async () => {
  const page = await openModel(stage, undefined, '&panel=lens');
  await hasGuesses(page);
  await clickTarget(page, 'more views');
  await until(page, () => window.headwaters.idle);
  const { x, y, width, height } = await partOf(page, 'cover', 'view menu');
  const top = await boxOf(page, 'lens');
  assert.ok(y + height > top.y && x + width > top.x, 'they overlap');
  const under = (px, py) => page.evaluate(([a, b]) => document.elementFromPoint(a, b)?.id, [px, py]);
  assert.equal(await under(x + width / 2, y + height - 20), 'canvas');
  await clickTarget(page, tabOf('evolution'));
  assert.equal((await state(page)).panel, 'evolution');
  assert.equal(await page.evaluate(() => document.querySelector('.model-view')), null);
  await partOf(page, 'target', tabOf('evolution'));
  assert.deepEqual(page.faults, []);
});

test('they stand in panes beside others and beside each other, and a link has them there', async () => {
  const page = await openModel(stage, undefined, '&panes=lens/heads,words');
  await hasGuesses(page);
  await until(page, () => document.querySelector('.why[aria-busy="false"]') !== null && window.headwaters.idle);
  const [lens, words] = [await boxOf(page, 'lens'), await boxOf(page, 'words')];
  const canvas = await page.locator('#canvas').boundingBox();
  assert.ok(lens.x + lens.width < words.x, 'side by side');
  assert.ok(words.y > lens.y + 60, 'below heads');
  for (const box of [lens, words])
    assert.ok(
      box.x >= canvas.x &&
        box.y > canvas.y &&
        box.x + box.width <= canvas.x + canvas.width &&
        box.y + box.height <= canvas.y + canvas.height,
    );
  assert.match(await page.evaluate(() => location.hash), /panes=lens\/heads%2Cwords|panes=lens\/heads,words/);
  // The pressed control receives the keys.
  await page.locator('.why select').first().focus();
  await until(page, () => window.headwaters.state.panel === 'words');
  await page.fill('.model textarea', 'the key to the cabinets [MASK] on the table');
  await until(page, () => document.querySelector('.why tbody')?.textContent.includes('cabinets'));
  assert.equal((await state(page)).panes.flat().length, 3);
  assert.deepEqual(page.faults, []);
});

test('on a phone a view is within the page, and where it ends the page scrolls on', async () => {
  const page = await openModel(stage, undefined, '', { size: [390, 844], context: { deviceScaleFactor: 2, hasTouch: true } });
  await openSheet(page, 'words');
  await until(page, () => document.querySelector('.why[aria-busy="false"]') !== null && window.headwaters.idle);
  const before = await boxOf(page, 'words');
  assert.ok(before.x >= 0 && before.x + before.width <= 390);
  const turn = () =>
    page.evaluate(() => {
      const view = document.querySelector('.model-view .scrolls');
      const { x, y } = view.getBoundingClientRect();
      view.dispatchEvent(new WheelEvent('wheel', { deltaY: 60, clientX: x + 50, clientY: y + 20, bubbles: true }));
    });
  await turn();
  await idle(page);
  assert.equal((await boxOf(page, 'words')).y, before.y, 'it has more to scroll to itself');
  await page.evaluate(() => {
    document.querySelector('.model-view .scrolls').scrollTop = 1e6;
  });
  await turn();
  await until(page, (y) => document.querySelector('.model-view').getBoundingClientRect().y < y, before.y);
  assert.deepEqual(page.faults, []);
});

test('with the model its views are closed', async () => {
  const page = await openModel(stage, undefined, '&panel=lens');
  await hasGuesses(page);
  await page.click('[data-id="line/close"]');
  await until(page, () => document.querySelector('.model-view') === null);
  assert.deepEqual(page.faults, []);
});
