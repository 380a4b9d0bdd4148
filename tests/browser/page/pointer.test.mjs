// SPDX-License-Identifier: MIT
// Pointers as people use them. Covers quick drags, two fingers, menus that close, and no frame around a clicked element.
import assert from 'node:assert/strict';

import { clickTarget, layout, middleOf, partOf, partsOf, quickDrag, touch } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { idle, nothingComes, Stage, state } from '../harness.mjs';
import { tabOf } from '../panels.mjs';

const stage = Stage.forFile();
const keys = 'v=1&sample=agreement-keys&layer=6';
const openStill = (fragment, options = {}) => stage.openStill({ fragment, ...options });

/** A phone, with fingers. */
const phone = { size: [390, 844], context: { hasTouch: true, isMobile: true } };

test('a drag within one frame counts to where it ended', async () => {
  const page = await openStill(keys);
  const layers = await partOf(page, 'target', 'layers');
  const station = (layer) => [layers.x + 14 + ((layers.width - 28) * layer) / 5, layers.y + 16];
  await quickDrag(page, station(5), station(2));
  await idle(page);
  assert.equal((await state(page)).layer, 2);
  assert.deepEqual(page.faults, []);
});

test('a divider that is dragged within one frame moves', async () => {
  const page = await openStill(`${keys}&panes=bars/matrix`);
  const divider = await partOf(page, 'target', 'divider');
  const [x, y] = middleOf(divider);
  await quickDrag(page, [x, y], [x - 190, y]);
  await idle(page);
  const { dividers } = await state(page);
  assert.ok(Math.abs(dividers[0] - (0.5 - 190 / 1232)) < 0.01, `${dividers}`);
  assert.deepEqual(page.faults, []);
});

/** Cells per pixel in both directions, by the labels at the edges of the axis. */
const seenCells = async (page) => {
  const [cells] = await partsOf(page, 'figure', 'cells');
  return cells;
};

test('two fingers enlarge the matrix about their middle, and the page stays where it is', async () => {
  const page = await openStill(`${keys}&panel=matrix&method=raw`, phone);
  const fingers = await touch(page);
  const plot = await seenCells(page);
  const [x, y] = [plot.x + plot.width * 0.25, plot.y + plot.height * 0.25];
  const before = await layout(page);
  const hover = async () => (await layout(page)).filter(({ kind, name }) => kind === 'text' && name.includes('←'));
  await fingers.start([x - 20, y], [x + 20, y]);
  for (let reach = 24; reach <= 60; reach += 4) {
    await fingers.move([x - reach, y], [x + reach, y]);
    if (reach % 8 === 0) await fingers.frame();
  }
  await fingers.end();
  await idle(page);
  const after = await layout(page);
  assert.ok(
    after.some(({ name }) => name === 'show all'),
    'the matrix is enlarged',
  );
  assert.deepEqual(await seenCells(page), plot, 'the page has not moved');
  assert.equal(await page.evaluate(() => window.visualViewport.scale), 1, 'nor the browser zoomed');
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  // Zoomed three times about a quarter. A sixth to a half of the tokens remain, and the first rows are gone.
  const rows = (parts) =>
    parts
      .filter((part) => part.kind === 'text' && part.x + part.width < plot.x && part.y > plot.y && part.y < plot.y + plot.height)
      .map(({ name }) => name);
  const all = rows(before);
  const some = rows(after);
  assert.ok(some.length > 0 && some.length < all.length / 2 + 1, `${all} became ${some}`);
  const [first, last] = [all.indexOf(some[0]), all.indexOf(some.at(-1))];
  assert.ok(first >= 1 && first <= 2 && last >= 4 && last <= 6, `${some} are the rows about a quarter of ${all}`);
  assert.deepEqual(await hover(), []);
  // Moving both fingers pans. A tap on the word shows everything again.
  await fingers.start([x, y], [x + 60, y]);
  for (let part = 0.1; part <= 0.61; part += 0.1) await fingers.move([x, y + part * plot.height], [x + 60, y + part * plot.height]);
  await fingers.end();
  await idle(page);
  assert.equal(rows(await layout(page))[0], all[0], 'moved down by more than half, the first row is back');
  await page.touchscreen.tap(...middleOf(await partOf(page, 'text', 'show all')));
  await idle(page);
  assert.deepEqual(rows(await layout(page)), all);
  assert.deepEqual(page.faults, []);
});

test('fingers that come, part and go between two frames enlarge as well', async () => {
  const page = await openStill(`${keys}&panel=matrix&method=raw`, phone);
  const plot = await seenCells(page);
  const [x, y] = middleOf(plot);
  await page.evaluate(
    ([middle, high]) => {
      const canvas = document.getElementById('canvas');
      canvas.setPointerCapture = () => {};
      const send = (type, pointerId, clientX) =>
        canvas.dispatchEvent(new PointerEvent(type, { pointerId, pointerType: 'touch', clientX, clientY: high, bubbles: true }));
      send('pointerdown', 1, middle - 20);
      send('pointerdown', 2, middle + 20);
      send('pointermove', 1, middle - 50);
      send('pointermove', 2, middle + 50);
      send('pointerup', 1, middle - 50);
      send('pointerup', 2, middle + 50);
    },
    [x, y],
  );
  await idle(page);
  assert.ok((await layout(page)).some(({ name }) => name === 'show all'));
});

test('two fingers and the wheel enlarge the flow, about where they are', async () => {
  const page = await openStill(`${keys}&panel=flow&method=flow`, phone);
  const fingers = await touch(page);
  const names = async () => {
    const parts = await layout(page);
    const plot = parts.find((part) => part.kind === 'figure' && part.name === 'flow');
    return parts.filter((part) => part.kind === 'text' && part.x + part.width < plot.x && part.y > plot.y && part.y < plot.y + plot.height);
  };
  const plot = await partOf(page, 'figure', 'flow');
  const before = await names();
  const [x, y] = [plot.x + plot.width / 2, Math.min(plot.y + plot.height * 0.8, 844 - 60)]; // fingers stay on the glass
  await fingers.start([x - 20, y - 20], [x + 20, y + 20]);
  for (let reach = 20; reach <= 50; reach += 5) await fingers.move([x - reach, y - reach], [x + reach, y + reach]);
  await fingers.end();
  await idle(page);
  const after = await names();
  assert.ok(after.length > 0 && after[0].name !== before[0].name, `${after.map(({ name }) => name)}`);
  assert.deepEqual(await partOf(page, 'figure', 'flow'), plot, 'the page has not moved');
  assert.deepEqual(page.faults, []);

  const wide = await openStill(`${keys}&panel=flow&method=flow`);
  const graph = await partOf(wide, 'figure', 'flow');
  await wide.mouse.move(graph.x + graph.width / 2, graph.y + graph.height / 2);
  await idle(wide);
  await wide.keyboard.down('Control');
  for (let i = 0; i < 4; ++i) await wide.mouse.wheel(0, -100);
  await wide.keyboard.up('Control');
  await idle(wide);
  assert.ok(
    (await layout(wide)).some(({ name }) => name === 'show all'),
    'a wheel with Ctrl enlarges',
  );
  await clickTarget(wide, 'show all');
  assert.ok(!(await layout(wide)).some(({ name }) => name === 'show all'));
  assert.deepEqual(wide.faults, []);
});

test('two fingers that move together beside a plot scroll the page', async () => {
  const page = await openStill(`${keys}&panel=explain`, phone);
  const fingers = await touch(page);
  const place = async () => (await partOf(page, 'target', 'play')).y;
  const before = await place();
  const [x, y] = [150, before + 60];
  await fingers.start([x, y], [x + 80, y]);
  for (let by = 10; by <= 120; by += 10) {
    await fingers.move([x, y - by], [x + 80, y - by]);
    await fingers.frame();
  }
  await fingers.end();
  await idle(page);
  const moved = before - (await place());
  assert.ok(Math.abs(moved - 120) < 4, `scrolled by ${moved}`);
});

test('a finger scrolls as far as it moves', async () => {
  const page = await openStill(`${keys}&panel=explain`, phone);
  const fingers = await touch(page);
  const place = async () => (await partOf(page, 'target', 'play')).y;
  const before = await place();
  await fingers.start([200, before + 200]);
  for (let by = 10; by <= 120; by += 10) {
    await fingers.move([200, before + 200 - by]);
    await fingers.frame();
  }
  await idle(page);
  await nothingComes(place, 120, 'it rests'); // so that nothing rolls on
  await fingers.end();
  await idle(page);
  const moved = before - (await place());
  assert.ok(Math.abs(moved - 120) < 12, `scrolled by ${moved}`);
});

test('no frame stands around a canvas that was clicked; the keyboard gets one', async () => {
  const page = await openStill(keys);
  const outline = () => page.evaluate(() => getComputedStyle(document.getElementById('canvas')).outlineStyle);
  await page.mouse.click(640, 760);
  await idle(page);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
  assert.equal(await outline(), 'none');
  // Nor after a dialog that the pointer closed, or a key.
  await clickTarget(page, 'samples');
  const first = page.getByRole('dialog').locator(':focus');
  await first.waitFor();
  assert.equal(await first.evaluate((button) => getComputedStyle(button).outlineStyle), 'none');
  await page.keyboard.press('Tab');
  assert.equal(
    await page
      .getByRole('dialog')
      .locator(':focus')
      .evaluate((button) => getComputedStyle(button).outlineStyle),
    'solid',
  );
  await page.locator('dialog[open] .close').click();
  await idle(page);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
  assert.equal(await outline(), 'none');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await outline(), 'none');
  const fresh = await openStill(keys);
  for (let i = 0; i < 3 && (await fresh.evaluate(() => document.activeElement.id)) !== 'canvas'; ++i) await fresh.keyboard.press('Tab');
  assert.equal(await fresh.evaluate(() => getComputedStyle(document.getElementById('canvas')).outlineStyle), 'solid');
});

const menuOf = async (page) => (await layout(page)).find(({ kind }) => kind === 'cover')?.name;

test('Escape closes a menu, and only the menu', async () => {
  const page = await openStill(`${keys}&panes=bars/compare`);
  for (const [target, menu] of [
    ['method', 'methods'],
    ['name', 'views'],
    ['header', 'column'],
  ]) {
    await clickTarget(page, target);
    assert.equal(await menuOf(page), menu);
    await page.keyboard.press('Escape');
    await idle(page);
    assert.equal(await menuOf(page), undefined);
    assert.equal((await state(page)).panes.length, 2, 'the views stay');
  }
  assert.deepEqual(page.faults, []);
});

test('a long menu opens where it stays, below what it belongs to', async () => {
  const page = await openStill(keys);
  await page.evaluate(() => {
    const heads = Array.from({ length: 9 }, () => [
      [1, 0],
      [0.5, 0.5],
    ]);
    return window.headwaters.open({ tokens: ['a', 'b'], attentions: Array.from({ length: 30 }, () => heads) }, { name: 'deep' });
  });
  await page.evaluate(() => window.headwaters.setState({ panel: 'compare' }));
  await idle(page);
  const header = (await partsOf(page, 'target', 'header')).at(-1);
  await page.mouse.click(...middleOf(header));
  await idle(page);
  const placeOfMenu = async () => (await layout(page)).find(({ kind }) => kind === 'cover');
  const opened = await placeOfMenu();
  assert.equal(opened.name, 'column');
  assert.ok(opened.y >= header.y + header.height / 2 && opened.y + opened.height <= 800, JSON.stringify(opened));
  // Frames that come later do not move it from under the pointer.
  for (const down of [20, 60, 100]) await page.mouse.move(opened.x + 100, opened.y + down);
  await idle(page);
  assert.deepEqual(await placeOfMenu(), opened);
  assert.deepEqual(page.faults, []);
});

test('a click beside a menu closes it and does what it points at; one on its own word closes it', async () => {
  const page = await openStill(`${keys}&panel=bars`);
  await clickTarget(page, 'method');
  assert.equal(await menuOf(page), 'methods');
  await clickTarget(page, tabOf('heads'));
  assert.equal(await menuOf(page), undefined);
  assert.equal((await state(page)).panel, 'heads');
  await clickTarget(page, 'method');
  await clickTarget(page, 'method');
  assert.equal(await menuOf(page), undefined, 'a second press closes it');
  await clickTarget(page, 'method');
  await clickTarget(page, 'raw');
  assert.equal((await state(page)).method, 'raw');
  assert.equal(await menuOf(page), undefined);
  assert.deepEqual(page.faults, []);
});

test('the head undoes and redoes, once something was changed', async () => {
  const page = await openStill(keys);
  assert.deepEqual(await partsOf(page, 'target', 'undo'), []);
  const method = async () => (await state(page)).method;
  const first = await method();
  await clickTarget(page, 'method');
  await clickTarget(page, 'raw');
  assert.equal(await method(), 'raw');
  await clickTarget(page, 'undo');
  assert.equal(await method(), first);
  await clickTarget(page, 'redo');
  assert.equal(await method(), 'raw');
  assert.deepEqual(page.faults, []);
});
