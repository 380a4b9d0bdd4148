// SPDX-License-Identifier: MIT
// In a small window a wheel and a finger reach all that does not fit, and nothing lies on anything else on the way.
import assert from 'node:assert/strict';

import { collisions, layout, touch } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { everyView, show } from '../every_view.mjs';
import { idle, Stage } from '../harness.mjs';

const stage = Stage.forFile();

/** Scrolls `down()` until nothing changes; the names of all texts met, every step free of collisions. */
async function textsOnTheWay(page, down, where) {
  const met = new Set();
  let before = '';
  let same = 0;
  for (let step = 0; step < 60; ++step) {
    const parts = await layout(page);
    assert.deepEqual(collisions(parts), [], `${where}, ${step} steps down`);
    for (const { kind, name } of parts) if (kind === 'text') met.add(name);
    const now = JSON.stringify(parts);
    same = now === before ? same + 1 : 0;
    if (same === 2) return met;
    before = now;
    // A list that is at its end keeps the wheel for a moment before the page around it gets it.
    if (same === 1) await page.waitForTimeout(300);
    await down();
    await idle(page);
  }
  assert.fail(`${where}: there is no end`);
}

for (const size of [[844, 390], [320, 480]]) {
  test(`at ${size.join(' x ')} a wheel and a finger reach what does not fit, in every view`, { timeout: 240_000 }, async () => {
    for (const [sample, views] of everyView) {
      const page = await stage.openStill({ fragment: `v=1&sample=${sample}&layer=4`, size, context: { hasTouch: true } });
      const fingers = await touch(page);
      const title = await page.evaluate(() => window.headwaters.state.document.title);
      for (const view of views) {
        await show(page, view);
        const at = [size[0] / 2, 200];
        const byWheel = await textsOnTheWay(
          page,
          async () => {
            await page.mouse.move(...at);
            // What the pointer says lies on what it points at.
            await page.mouse.wheel(0, 180);
            await idle(page);
            await page.mouse.move(1, 1);
          },
          `${view} of ${sample}, wheel`,
        );
        assert.ok(byWheel.has(title), `${view} of ${sample}: the end of the page, "${title}", among ${[...byWheel].slice(-8)}`);
      }
      await page.mouse.move(1, 1);
      // A finger: up to the end again from the top of one view.
      await page.reload();
      await page.waitForFunction(() => Boolean(window.headwaters?.state.document));
      await page.evaluate(() => window.headwaters.pause());
      await idle(page);
      for (let swipe = 0; swipe < 14; ++swipe) {
        await fingers.start([size[0] / 2, size[1] - 130]);
        for (let by = 20; by <= 160; by += 20) await fingers.move([size[0] / 2, size[1] - 130 - by]);
        await fingers.end();
        await idle(page);
      }
      assert.ok((await layout(page)).some(({ name }) => name === title), `${sample}: a finger reaches "${title}"`);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    }
  });
}
