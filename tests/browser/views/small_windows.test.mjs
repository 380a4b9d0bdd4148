// SPDX-License-Identifier: MIT
// Low and small windows, such as a phone held sideways or a frame in an article. Figures are drawn, and settings, menus and dialogs are in
// reach. Positions are tested without a browser (tests/view/{every_panel,narrow,touch,scrolling}_test.cpp).
import assert from 'node:assert/strict';

import { clickTarget, collisions, layout, overlap } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { everyView, show } from '../every_view.mjs';
import { byId, idle, openSide, Stage, state } from '../harness.mjs';
import { tabOf } from '../panels.mjs';

const stage = Stage.forFile();

/** What holds all of these. */
function around(parts) {
  const [x, y] = [Math.min(...parts.map((part) => part.x)), Math.min(...parts.map((part) => part.y))];
  return {
    x,
    y,
    width: Math.max(...parts.map((part) => part.x + part.width)) - x,
    height: Math.max(...parts.map((part) => part.y + part.height)) - y,
  };
}

/** Share of the pixels in a part of the canvas that differ from the page's ground. */
async function inkIn(page, { x, y, width, height }) {
  const png = await page.screenshot({ clip: { x, y, width, height } });
  return page.evaluate(async (base64) => {
    const { data } = await window.pixelsOf(base64);
    const ground = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
    let ink = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (Math.abs(data[i] - ground[0]) + Math.abs(data[i + 1] - ground[1]) + Math.abs(data[i + 2] - ground[2]) > 24) ink += 1;
    }
    return ink / (data.length / 4);
  }, png.toString('base64'));
}

test('every view draws its figure, by the graphics card too', { timeout: 120_000 }, async () => {
  for (const [sample, views] of everyView) {
    const page = await stage.openStill({ fragment: `v=1&sample=${sample}&layer=4`, size: [640, 400] });
    await page.mouse.move(1, 1);
    for (const view of views) {
      await show(page, view);
      const ink = await inkIn(page, around((await layout(page)).filter(({ kind }) => kind === 'figure')));
      assert.ok(ink > 0.02, `${view} of ${sample}: ${ink} of the figure is drawn`);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('in a low window settings stand beside the figure, or below it, and leave it in sight', { timeout: 120_000 }, async () => {
  for (const size of [
    [844, 390],
    [640, 400],
    [320, 480],
  ]) {
    const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6&panel=matrix', size });
    const side = page.locator('#side');
    assert.equal(await side.isVisible(), false);
    if ((await layout(page)).some(({ name }) => name === 'settings')) await clickTarget(page, 'settings');
    else await openSide(page); // in the menu
    await idle(page);
    const parts = await layout(page);
    assert.deepEqual(collisions(parts), [], `${size}`);
    const sheet = await side.boundingBox();
    const cells = parts.filter(({ kind, name }) => kind === 'figure' && name === 'cells');
    assert.ok(
      cells.some((part) => part.height >= 60 && overlap(part, sheet) === 0),
      `${size}: the figure is in sight`,
    );
    await byId(page, 'colors').selectOption('colors=viridis');
    assert.equal((await state(page)).colors, 'viridis');
    await page.keyboard.press('Escape');
    await idle(page);
    assert.equal(await side.isVisible(), false, 'Escape closes it');
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('on every small screen everything that can be done with the page is in reach', { timeout: 120_000 }, async () => {
  for (const size of [
    [844, 390],
    [320, 480],
    [390, 844],
    [320, 568],
  ]) {
    const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6', size });
    for (const target of ['open', 'samples', 'share', 'export', 'help']) {
      if (!(await layout(page)).some(({ kind, name }) => kind === 'target' && name === target)) await clickTarget(page, 'menu');
      await clickTarget(page, target);
      await byId(page, `dialog/${target}`).waitFor({ timeout: 5000 });
      const fits = () => {
        const dialog = document.querySelector('dialog[open]');
        const { left, top, right, bottom } = dialog.getBoundingClientRect();
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && dialog.scrollWidth <= dialog.clientWidth;
      };
      await page.waitForFunction(fits, null, { timeout: 5000 }).catch(() => assert.fail(`${target} does not fit ${size}`));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await idle(page);
    }
    // Every view as well.
    for (const panel of ['heads', 'compare', 'flow']) {
      const name = tabOf(panel);
      const targets = (await layout(page)).filter(({ kind }) => kind === 'target').map((part) => part.name);
      if (!targets.includes(name)) await clickTarget(page, targets.includes('view') ? 'view' : 'more views');
      await clickTarget(page, name);
      assert.equal((await state(page)).panel, panel);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('menus in a low window stand within it', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6', size: [640, 400] });
  for (const menu of ['menu', 'more views']) {
    await clickTarget(page, menu);
    const cover = (await layout(page)).filter(({ kind }) => kind === 'cover').at(-1);
    assert.ok(cover.y >= 0 && cover.y + cover.height <= 400, `${cover.name} from ${cover.y} to ${cover.y + cover.height}`);
    await page.keyboard.press('Escape');
    await idle(page);
  }
  assert.deepEqual(page.faults, []);
});

test('Settings begins with its sections’ names, the methods among them; nothing lies over a setting and no choice is cut short', async () => {
  for (const size of [
    [1280, 800],
    [390, 844],
    [640, 400],
  ]) {
    const page = await stage.openStill({ fragment: 'v=1&model=agreement', size });
    await page.waitForSelector('.answer-line .answer-text');
    await page.evaluate(() => document.querySelector('[data-id="settings"]').click());
    await idle(page);
    const seen = await page.$$eval('#side summary', (all) => {
      const { bottom } = document.querySelector('#side').getBoundingClientRect();
      return all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom <= bottom).map(({ dataset }) => dataset.id);
    });
    assert.ok(seen.includes('side/says') && (size[1] < 500 || seen.includes('side/how')), `${size}: ${seen}`);
    await openSide(page);
    const faults = await page.evaluate(async () => {
      const side = document.querySelector('#side');
      const close = document.querySelector('[data-id="side/close"]');
      const found = [];
      for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (side.querySelectorAll('label > select'))) {
        select.scrollIntoView({ block: 'center' });
        const [own, over] = [select.getBoundingClientRect(), close.getBoundingClientRect()];
        if (own.top < over.bottom && own.bottom > over.top && own.right > over.left) found.push(`${select.name}: × lies over it`);
        const text = document.createElement('span');
        text.textContent = select.selectedOptions[0]?.textContent ?? '';
        select.after(text);
        if (text.offsetWidth > select.offsetWidth) found.push(`${select.name}: cut short`);
        text.remove();
      }
      return found;
    });
    assert.deepEqual([...faults, ...page.faults], [], String(size));
    await page.context().close();
  }
});

test('on a phone an open model takes little of the height: what typing needs comes with the field, and a cut’s numbers unfold', async () => {
  const cut = JSON.stringify({
    text: 'the keys to the cabinet [MASK] on the table',
    cuts: [{ kind: 'edges', text: '1:0:6>2' }],
    rule: 'zero',
  });
  const page = await stage.openStill({ fragment: `v=1&model=agreement&panel=flow&prompt=${encodeURIComponent(cut)}`, size: [390, 844] });
  await byId(page, 'changed').waitFor();
  const high = () => page.$eval('.model', ({ offsetHeight }) => offsetHeight);
  const folded = await high();
  assert.ok(folded < 190, `${folded} pixels`);
  const [examples, numbers] = [page.locator('.model .examples'), byId(page, 'changed/cut')];
  assert.deepEqual([await examples.isVisible(), await numbers.isVisible()], [false, false]);
  assert.ok(await byId(page, 'changed/undo').isVisible());
  await byId(page, 'changed/more').click();
  assert.ok(await numbers.isVisible());
  assert.ok((await high()) > folded);
  await byId(page, 'line/edit').click();
  assert.ok(await examples.isVisible());
  assert.deepEqual(page.faults, []);
});
