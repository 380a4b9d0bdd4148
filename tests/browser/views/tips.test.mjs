// SPDX-License-Identifier: MIT
// Controls show explanations when the pointer rests on them, and Share leads to the documentation of the API.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, comes, drop, idle, nothingComes, openedAs, pressId, Stage, wholeDialog } from '../harness.mjs';

const stage = Stage.forFile();

/** Dark pixels below the "Residual" row, where its explanation appears. */
const darkBelow = async (page) => {
  const png = await page.screenshot({ clip: { x: 80, y: 316, width: 200, height: 24 } });
  return page.evaluate(async (base64) => {
    const { data } = await window.pixelsOf(base64);
    let dark = 0;
    for (let i = 0; i < data.length; i += 4) dark += Number(data[i] + data[i + 1] + data[i + 2] < 150);
    return dark / (data.length / 4);
  }, png.toString('base64'));
};

test('a control that the pointer rests on says what it does, and the page is idle again', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6' });
  await page.mouse.move(60, 296);
  await page.mouse.move(62, 296);
  await comes(async () => (await darkBelow(page)) > 0.5); // a tip
  await idle(page);
  await nothingComes(() => page.evaluate(() => window.headwaters.frames), 500, 'no frame');
  await page.mouse.move(600, 20);
  await idle(page);
  assert.ok((await darkBelow(page)) < 0.2, 'gone');
});

test('Share leads to the API, which any static host has', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys' });
  await pressId(page, 'share');
  const link = byId(page, 'dialog/share').locator('a[href$="api.html"]');
  const answer = await page.request.get(await link.evaluate((a) => a.href));
  assert.equal(answer.status(), 200);
  assert.match(await answer.text(), /<h1[^>]*>.*JavaScript[\s\S]*<code>setState\(change\)<\/code>[\s\S]*headwaters:open/);
});

test('what can be clicked in a dialog looks like a button', async () => {
  const page = await stage.openStill();
  const even = [
    [0.5, 0.5],
    [0.5, 0.5],
  ];
  await drop(page, 'mine.json', Buffer.from(JSON.stringify({ tokens: ['a', 'b'], attentions: [[even], [even]] })));
  await openedAs(page, 'mine.json');
  for (const name of ['open', 'share', 'export']) {
    await pressId(page, name);
    await byId(page, `dialog/${name}`).waitFor();
    await wholeDialog(page);
    const bare = await page
      .getByRole('dialog')
      .evaluate((element) =>
        [...element.querySelectorAll('button:not(.close)')]
          .filter(
            (button) =>
              !button.closest('ul, ol') &&
              parseFloat(getComputedStyle(button).borderTopWidth) === 0 &&
              getComputedStyle(button).backgroundColor === 'rgba(0, 0, 0, 0)',
          )
          .map((button) => button.textContent),
      );
    assert.deepEqual(bare, [], name);
    await page.keyboard.press('Escape');
  }
});
