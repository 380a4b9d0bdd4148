// SPDX-License-Identifier: MIT
// Many examples in one file, as a list of their texts that can be searched. And the origin of a file.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, drop, idle, openedAs, readData, saysElse, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();

const many = (count) => {
  const row = [0.5, 0.3, 0.2];
  return Buffer.from(
    JSON.stringify({
      format: 'headwaters/1',
      examples: Array.from({ length: count }, (_, i) => ({
        tokens: ['[CLS]', i === count - 2 ? 'Schlüssel' : `key${i}`, '.'],
        attentions: [[[row, row, row]]],
      })),
    }),
  );
};

const openList = async (page) => {
  await page.focus('#canvas');
  await page.keyboard.press('n');
  const dialog = byId(page, 'dialog/examples');
  await dialog.waitFor();
  return dialog;
};

test('three thousand examples are listed with their texts, found by words or number, and chosen', async () => {
  const page = await stage.openStill();
  await drop(page, 'many.json', many(3000));
  await openedAs(page, 'many.json');
  await still(page);
  const began = Date.now();
  const dialog = await openList(page);
  assert.ok(Date.now() - began < 3000, `${Date.now() - began} ms`);
  assert.match(await dialog.textContent(), /3,000 examples/);
  assert.match(await dialog.getByRole('listitem').first().textContent(), /^Example 1\[CLS\] key0\.$/);
  assert.ok((await dialog.getByRole('listitem').count()) < 200, 'only what can be scrolled to soon');

  await dialog.locator('.examples').evaluate((list) => {
    list.scrollTop = list.scrollHeight;
  });
  await page.waitForFunction(() => document.querySelectorAll('dialog li').length > 100);

  await page.keyboard.type('schlussel');
  await page.waitForFunction(() => document.querySelectorAll('dialog li').length === 1);
  assert.match(await dialog.textContent(), /1 of 3,000 examples/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.headwaters.state.example === 2998);
  await idle(page);
  assert.equal((await state(page)).document.tokens[1], 'Schlüssel');

  const again = await openList(page);
  assert.match(await again.locator('[aria-current=true]').textContent(), /^Example 2999/);
  assert.ok(
    await again.locator('[aria-current=true]').evaluate((button) => {
      const { top, bottom } = button.getBoundingClientRect();
      const list = button.closest('ul').getBoundingClientRect();
      return top >= list.top && bottom <= list.bottom;
    }),
    'the present example is in sight',
  );
  await page.keyboard.type('1500');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.headwaters.state.example === 1499);
  assert.deepEqual(page.faults, []);
});

test('a small file of examples is listed from the text version too', async () => {
  const page = await stage.openStill();
  await drop(page, 'six.json', readData('references/agreement/agreement_6.json'));
  await openedAs(page, 'six.json');
  await still(page);
  await byId(page, 'examples').focus();
  await page.keyboard.press('Enter');
  const dialog = byId(page, 'dialog/examples');
  await dialog.waitFor();
  assert.equal(await dialog.getByRole('listitem').count(), 6);
  await dialog.getByRole('listitem').nth(3).getByRole('button').click();
  await page.waitForFunction(() => window.headwaters.state.example === 3);
});

test('the dialog for opening shows how a file is made, and copies it', async () => {
  const page = await stage.openStill({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await byId(page, 'open').focus();
  await page.keyboard.press('Enter');
  const dialog = byId(page, 'dialog/open');
  const code = dialog.locator('pre');
  await code.waitFor();
  assert.match(await code.textContent(), /attn_implementation="eager"/);
  assert.match(await dialog.textContent(), /eager.*so the model returns None/s);
  await saysElse(byId(dialog, 'open/copy-script'));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await code.textContent());
});

test('where the browser keeps the clipboard to itself the lines are copied all the same', async () => {
  const page = await stage.openStill();
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('not allowed')) } }),
  );
  await byId(page, 'open').focus();
  await page.keyboard.press('Enter');
  const dialog = byId(page, 'dialog/open');
  await saysElse(byId(dialog, 'open/copy-script'));
});
