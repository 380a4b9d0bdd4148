// SPDX-License-Identifier: MIT
// Touch on every screen size. Touch targets are large enough, everything is reachable in both orientations, resting shows the hover text,
// several tokens are chosen without a Shift key, and the browser keeps its own gestures.
import assert from 'node:assert/strict';

import { collisions, layout, middleOf, overlap, partOf, partsOf, seen, touch } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { atStep, byId, comes, drawn, idle, nothingComes, openSide, pressId, Stage, state, wholeDialog } from '../harness.mjs';

const stage = Stage.forFile();
const sizes = [
  [320, 568],
  [390, 844],
  [844, 390],
  [768, 1024],
];
const phone = (size) => ({ size, context: { hasTouch: true, isMobile: true } });
const fragment = 'v=1&sample=agreement-keys&layer=6';
/** The smallest size for a finger, in CSS pixels. */
const least = 40;

const tap = async (page, part) => {
  await page.touchscreen.tap(...middleOf(part));
  await idle(page);
};
const tapTarget = async (page, name) => tap(page, await partOf(page, 'target', name));

/** A finger stays in place, so that nothing scrolls on when it is lifted. */
async function rests(page) {
  await drawn(page);
  await nothingComes(() => layout(page), 100, 'nothing moves under it');
}

// Touch targets on the canvas are measured without a browser (tests/view/touch_test.cpp).
test('what takes a finger in dialogs is as large', { timeout: 120_000 }, async () => {
  const small = [];
  for (const size of [
    [320, 568],
    [844, 390],
  ]) {
    const page = await stage.openStill({ fragment, ...phone(size) });
    for (const name of ['open', 'samples', 'lessons', 'share', 'export', 'notes', 'help']) {
      await pressId(page, name);
      const dialog = await wholeDialog(page);
      small.push(
        ...(await dialog.evaluate(
          (root, /** @type {any[]} */ [wanted, title]) =>
            [
              ...root.querySelectorAll(
                'button, select, input:not([type=checkbox], [type=radio]), summary, label:has(input[type=checkbox]), textarea',
              ),
            ]
              .filter(
                (one) =>
                  one.getClientRects().length > 0 &&
                  getComputedStyle(one).clipPath === 'none' &&
                  one.getBoundingClientRect().height < wanted - 0.5,
              )
              .map(
                (one) =>
                  `${title}: ${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 30)}: ${Math.round(one.getBoundingClientRect().height)}`,
              ),
          [least, name],
        )),
      );
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.context().close();
  }
  assert.deepEqual(small, []);
});

test('a finger that rests shows what hovering shows, and it stays when the finger leaves', async () => {
  const page = await stage.openStill({ fragment: `${fragment}&panel=matrix&method=raw`, ...phone([390, 844]) });
  const fingers = await touch(page);
  const [cells] = await partsOf(page, 'figure', 'cells');
  const value = async () => seen(await layout(page)).find(({ kind, name }) => kind === 'text' && /^0\.\d{6,}$/.test(name))?.name;
  assert.equal(await value(), undefined);
  assert.ok(cells.y + cells.height > 700, 'what is said below the matrix is out of sight');
  await fingers.start([cells.x + cells.width / 2, cells.y + cells.height / 2]);
  const shown = await comes(value); // the cell’s number
  const { y, height } = (await layout(page)).find(({ name }) => name === shown);
  assert.ok(y > cells.y && y + height <= 844, `in sight: ${y}`);
  await fingers.end();
  await idle(page);
  assert.equal(await value(), shown, 'it can be read without the finger on it');
  assert.deepEqual(await page.evaluate(() => document.querySelector('dialog')), null, 'and no menu of the browser or of ours comes');
  await page.touchscreen.tap(20, 20);
  await idle(page);
  assert.equal(await value(), undefined, 'the next touch ends it');
  assert.deepEqual(page.faults, []);
});

for (const size of [
  [390, 844],
  [844, 390],
]) {
  test(`at ${size.join(' x ')} several output tokens are chosen by taps alone`, async () => {
    const page = await stage.openStill({ fragment: `${fragment}&panel=bars`, ...phone(size) });
    const fingers = await touch(page);
    await openSide(page);
    await byId(page, 'sum').tap();
    await byId(page, 'side/close').tap();
    await idle(page);
    for (let swipe = 0; swipe < 12 && !(await partsOf(page, 'target', 'chip')).some(({ y }) => y > 0 && y < size[1] - 40); ++swipe) {
      // Low windows have the figure above the tokens, others below them.
      const [from, way] = size[1] < 560 ? [size[1] - 80, -1] : [120, 1];
      await fingers.start([size[0] / 3, from]);
      for (let by = 15; by <= 150; by += 15) await fingers.move([size[0] / 3, from + way * by]);
      await rests(page);
      await fingers.end();
      await idle(page);
    }
    const chips = (await partsOf(page, 'target', 'chip')).filter(({ y, height }) => y >= 0 && y + height <= size[1]);
    assert.ok(chips.length >= 4, `${chips.length} tokens in sight`);
    const before = (await state(page)).tokens;
    await tap(page, chips[2]);
    await tap(page, chips[3]);
    const chosen = (await state(page)).tokens;
    assert.equal(chosen.length, before.length + 2, `${before} became ${chosen}`);
    // Another choice may have moved the tokens.
    const again = (await partsOf(page, 'target', 'chip')).filter(({ y, height }) => y >= 0 && y + height <= size[1]);
    await tap(page, again[2]);
    assert.equal((await state(page)).tokens.length, before.length + 1, 'a second tap takes it out');
    assert.deepEqual(page.faults, []);
  });
}

test('help, export and everything else of the page are reached in both orientations, and settings leave the figure in sight', {
  timeout: 120_000,
}, async () => {
  for (const size of sizes) {
    const page = await stage.openStill({ fragment: `${fragment}&panel=matrix`, ...phone(size) });
    for (const target of ['open', 'samples', 'share', 'export', 'help']) {
      if (!(await layout(page)).some(({ kind, name }) => kind === 'target' && name === target)) await tapTarget(page, 'menu');
      await tapTarget(page, target);
      const dialog = byId(page, `dialog/${target}`);
      await dialog.waitFor({ timeout: 8000 });
      await tap(page, await byId(dialog, `${target}/close`).boundingBox());
      await dialog.waitFor({ state: 'detached' });
      await idle(page);
    }
    await openSide(page);
    await idle(page);
    const open = await layout(page);
    const side = await page.locator('#side').boundingBox();
    assert.deepEqual(collisions(open), [], `${size}`);
    assert.ok(
      open.some((part) => part.kind === 'figure' && part.name === 'cells' && overlap(part, side) === 0 && part.height >= 60),
      `${size}: the figure is in sight`,
    );
    await byId(page, 'side/close').tap();
    await idle(page);
    // After turning the screen, it is the same view.
    await page.setViewportSize({ width: size[1], height: size[0] });
    await idle(page);
    assert.deepEqual([(await state(page)).panel, (await state(page)).layer], ['matrix', 5]);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('what comes later into a dialog never moves Close away under a finger', async () => {
  for (const size of sizes) {
    const page = await stage.openStill({ fragment, ...phone(size) });
    await pressId(page, 'share');
    await byId(page, 'dialog/share').waitFor();
    const [before, after] = await page.evaluate(() => {
      const dialog = document.querySelector('dialog[open]');
      const top = () => dialog.querySelector('.close').getBoundingClientRect().top;
      const parts = [...dialog.querySelectorAll('section')];
      parts.forEach((part) => {
        part.hidden = true;
      });
      const short = top();
      parts.forEach((part) => {
        part.hidden = false;
      });
      return [short, top()];
    });
    assert.equal(before, after, `${size}`);
    await page.context().close();
  }
});

test('the browser’s own gestures stay its own: no pull, no zoom and no swipe of the page is taken or left half', async () => {
  const page = await stage.openStill({ fragment, ...phone([390, 844]) });
  const style = await page.evaluate(() => {
    const { touchAction } = getComputedStyle(document.getElementById('canvas'));
    const { overscrollBehaviorY } = getComputedStyle(document.documentElement);
    return {
      touchAction,
      overscrollBehaviorY,
      overflow: getComputedStyle(document.body).overflow,
      zoom: document.querySelector('meta[name=viewport]').content,
    };
  });
  assert.equal(style.touchAction, 'none', 'the canvas takes all that fingers do on it');
  assert.equal(style.overscrollBehaviorY, 'none', 'a pull down does not load the page anew');
  assert.doesNotMatch(style.zoom, /user-scalable|maximum-scale/, 'elsewhere the browser zooms');
  const fingers = await touch(page);
  await fingers.start([200, 120]);
  for (let by = 20; by <= 500; by += 20) await fingers.move([200, 120 + by]);
  await fingers.end();
  const place = () => page.evaluate(() => [scrollX, scrollY, visualViewport.scale]);
  assert.deepEqual(await nothingComes(place, 600), [0, 0, 1]);
  assert.ok(await page.evaluate(() => Boolean(window.headwaters.state.document)), 'it is the same page');
  // In a dialog a finger scrolls the dialog, and pinching belongs to the browser.
  await pressId(page, 'help');
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  assert.notEqual(await dialog.evaluate((one) => getComputedStyle(one).touchAction), 'none');
  assert.deepEqual(page.faults, []);
});

test('a lesson by fingers: its buttons and answers are large enough', async () => {
  for (const size of [
    [320, 568],
    [844, 390],
    [768, 1024],
  ]) {
    const page = await stage.open({ fragment: 'lesson=attention-weights', ...phone(size) });
    await atStep(page, 'attention-weights', 0);
    const small = await page.evaluate(
      (wanted) =>
        [...document.querySelectorAll('.lesson :is(button, fieldset label)')]
          .filter((one) => !one.closest('.steps') && one.getClientRects().length > 0 && one.getBoundingClientRect().height < wanted - 0.5)
          .map((one) => `${one.textContent.slice(0, 20)}: ${Math.round(one.getBoundingClientRect().height)}`),
      least,
    );
    assert.deepEqual(small, [], `${size}`);
    await page.context().close();
  }
});
