// SPDX-License-Identifier: MIT
// Files open still, on their last layer; the sample of a first visit plays once, until somebody touches the page.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { drop, idle, openedAs, readData, Stage, state } from '../harness.mjs';

const stage = Stage.forFile();
const keys = 'references/toy_agreement_keys.json';

test('the sample plays on a first visit, once; what comes later opens still, on the last layer', async () => {
  const page = await stage.open({ firstVisit: true });
  assert.equal((await state(page)).document.title, 'Which noun makes [CLS] answer “plural”?');
  await page.waitForFunction(() => window.headwaters.state.layer > 0);
  await page.waitForFunction(() => !window.headwaters.state.playing, null, { timeout: 30_000 });
  assert.equal((await state(page)).layer, 5);
  await drop(page, 'keys.json', readData(keys));
  await openedAs(page, 'keys.json');
  assert.deepEqual([(await state(page)).playing, (await state(page)).layer], [false, 5]);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
  const again = await stage.open();
  assert.deepEqual([(await state(again)).playing, (await state(again)).layer], [false, 5]);
});

test('any press and any turn of the wheel stops the sample of a first visit, and a figure has the last layer', async () => {
  const touches = [(page) => page.mouse.click(900, 640), (page) => page.mouse.wheel(0, 60), (page) => page.keyboard.press('s')];
  for (const touch of touches) {
    const page = await stage.open({ firstVisit: true });
    await page.waitForFunction(() => window.headwaters.state.playing && window.headwaters.state.layer > 0);
    assert.match(await page.evaluate(() => window.headwaters.figure({ view: 'bars' })), /layers 1–6/);
    await page.mouse.move(900, 640);
    await touch(page);
    await page.waitForFunction(() => !window.headwaters.state.playing);
    await idle(page);
    const { layer } = await state(page);
    assert.ok(layer < 5, `it went on to layer ${layer + 1}`);
    await page.close();
  }
});
