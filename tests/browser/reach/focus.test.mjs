// SPDX-License-Identifier: MIT
// The keyboard focus is never lost. After every dialog, menu, lesson and message that opens and closes, it is on a sensible element and
// visible.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { atStep, byId, drop, idle, openedAs, openSide, Stage, still, wholeDialog } from '../harness.mjs';
import { focused } from '../reader.mjs';

const stage = Stage.forFile();

const isNowhere = async (page) => (await focused(page)) === 'nowhere';
/** Waits for the effect of a key. */
const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
  await idle(page);
};
const dialogs = { e: 'export', '?': 'help', h: 'lessons', '/': 'commands' };

test('from the figure: each dialog takes the keyboard and gives it back to the figure', { timeout: 120_000 }, async () => {
  const page = await stage.openStill();
  await page.focus('#canvas');
  for (const [key, name] of Object.entries(dialogs)) {
    for (const way of ['Escape', 'close']) {
      await page.keyboard.press(key);
      const dialog = byId(page, `dialog/${name}`);
      await dialog.waitFor();
      assert.ok(
        await page.evaluate(() => document.querySelector('dialog[open]')?.contains(document.activeElement)),
        `${name} has the keyboard`,
      );
      if (way === 'Escape') await page.keyboard.press('Escape');
      else await byId(dialog, `${name}/close`).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await focused(page), 'the figure, img', `${name}, ${way}`);
    }
  }
  assert.deepEqual(page.faults, []);
});

test('from the text version: each button of a dialog gets the keyboard back', { timeout: 120_000 }, async () => {
  const page = await stage.openStill();
  const names = await page
    .locator('#mirror > .actions button:not([data-id=settings])')
    .evaluateAll((all) => all.map((button) => button.dataset.id));
  assert.ok(names.length >= 8, `${names}`);
  for (const name of names) {
    await byId(page, name).focus();
    await page.keyboard.press('Enter');
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    assert.ok(await page.evaluate(() => document.querySelector('dialog[open]')?.contains(document.activeElement)), name);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.ok(await byId(page, name).evaluate((button) => button === document.activeElement), name);
  }
});

test('within a dialog Tab goes around and out of nothing', async () => {
  const page = await stage.openStill();
  for (const [key, name] of Object.entries(dialogs)) {
    await page.focus('#canvas');
    await page.keyboard.press(key);
    const dialog = byId(page, `dialog/${name}`);
    await dialog.waitFor();
    await wholeDialog(page);
    for (let i = 0; i < 40; ++i) {
      await page.keyboard.press(i % 7 === 6 ? 'Shift+Tab' : 'Tab');
      // The browser's own bar may come between the last and the first element.
      assert.ok(
        await page.evaluate(
          () => document.activeElement === document.body || document.querySelector('dialog[open]')?.contains(document.activeElement),
        ),
        `${name}: ${await focused(page)}`,
      );
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});

test('what a dialog opens, and what it opens after closing, has the keyboard', { timeout: 120_000 }, async () => {
  const page = await stage.openStill();
  await page.focus('#canvas');
  // A sample chosen in a dialog.
  await byId(page, 'samples').focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog li button').nth(1).press('Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.ok(!(await isNowhere(page)), 'after a sample');
  await still(page);
  // Commands for a view and another dialog.
  await page.focus('#canvas');
  await page.keyboard.press('/');
  await page.locator('dialog input').waitFor();
  await page.keyboard.type('heads');
  await press(page, 'Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'the figure, img');
  await page.keyboard.press('/');
  await page.locator('dialog input').waitFor();
  await page.keyboard.type('help');
  await page.keyboard.press('Enter');
  await byId(page, 'dialog/help').waitFor();
  assert.ok(await page.evaluate(() => document.querySelector('dialog[open]')?.contains(document.activeElement)));
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.ok(!(await isNowhere(page)), 'after the help from the commands');
});

test('messages that are dismissed, and what they offer, leave the keyboard beside them', async () => {
  const page = await stage.openStill();
  for (const name of ['a.json', 'b.json', 'c.json']) {
    await drop(page, name, Buffer.from('{"attentions": 1}'));
    await page.waitForFunction((file) => window.headwaters.state.messages.some((one) => one.file === file), name);
  }
  const button = (nth) => byId(page, 'message/dismiss').nth(nth);
  await button(1).waitFor({ state: 'attached' });
  await button(1).focus();
  await press(page, 'Enter');
  await page.waitForFunction(() => document.querySelectorAll('#mirror .messages li').length === 3);
  assert.match(await focused(page), /^Dismiss.*button/, 'the next message');
  await press(page, 'Enter');
  await page.waitForFunction(() => window.headwaters.state.messages.length === 1);
  assert.match(await focused(page), /^Dismiss.*button/);
  await press(page, 'Enter');
  await page.waitForFunction(() => window.headwaters.state.messages.length === 0);
  await idle(page);
  assert.ok(!(await isNowhere(page)), 'the last one');
  assert.ok(await page.evaluate(() => document.getElementById('mirror').contains(document.activeElement)));
});

test('a lesson: every step, its hints and answers, and its end', { timeout: 240_000 }, async () => {
  const page = await stage.open({ fragment: 'lesson=which-to-believe' });
  const steps = await page.evaluate(async () => (await window.headwaters.lessons).find(({ id }) => id === 'which-to-believe').steps);
  for (let step = 0; step < steps; ++step) {
    await atStep(page, 'which-to-believe', step);
    await page.locator('.lesson h3').focus();
    for (const selector of ['.hints button', '.hints button', '.hints button', '.show']) {
      const one = page.locator(`.lesson ${selector}`);
      if (!(await one.count()) || !(await one.isVisible()) || (await one.isDisabled())) continue;
      await one.press('Enter');
      await idle(page);
      assert.ok(!(await isNowhere(page)), `step ${step + 1}: ${selector}`);
    }
    if (step + 1 < steps) await byId(page, 'lesson-next').press('Enter');
  }
  await byId(page, 'lesson/end').press('Enter');
  await page.locator('.lesson').waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'the figure, img');
});

test('the first minute that is over, notes that are removed, a file that opens', { timeout: 60_000 }, async () => {
  const page = await stage.open({ firstVisit: true });
  const strip = page.locator('.first');
  await strip.waitFor();
  await byId(strip, 'first/end').press('Enter');
  await strip.waitFor({ state: 'detached' });
  assert.ok(!(await isNowhere(page)), 'after the first minute');
  await still(page);
  // Another file opens while a token has the keyboard focus.
  await page.locator('#mirror .token[tabindex="0"]').focus();
  await drop(
    page,
    'other.json',
    Buffer.from(
      JSON.stringify({
        tokens: ['x', 'y'],
        attentions: [
          [
            [
              [0.5, 0.5],
              [0.5, 0.5],
            ],
          ],
        ],
      }),
    ),
  );
  await openedAs(page, 'other.json');
  await idle(page);
  assert.ok(!(await isNowhere(page)), 'after another file');
  // A view with its own controls is closed while one of them has the keyboard focus.
  await page.evaluate(() => window.headwaters.setState({ panel: 'compare' }));
  await idle(page);
  await openSide(page);
  await page.locator('#side select[name="difference"]').focus();
  await page.evaluate(() => window.headwaters.setState({ panel: 'bars' }));
  await idle(page);
  assert.ok(!(await isNowhere(page)), 'after a control that went');
});

test('the keyboard is seen where it is, in the figure, the text version, dialogs and lessons', async () => {
  const page = await stage.open({ fragment: 'lesson=attention-weights' });
  await atStep(page, 'attention-weights', 0);
  await still(page);
  await page.evaluate(() => document.activeElement?.blur());
  const unseen = [];
  let stops = 0;
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const at = document.activeElement;
      if (at === document.body || !document.hasFocus()) return null; // on the browser's own bars
      const { left, top, right, bottom } = at.getBoundingClientRect();
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      const isSeen =
        right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
      return isSeen ? '' : at.outerHTML.slice(0, 100);
    });
    if (found !== null) stops += 1;
    if (found) unseen.push(found);
  }
  assert.ok(stops >= 20, `${stops} stops`);
  assert.deepEqual(unseen, []);
});
