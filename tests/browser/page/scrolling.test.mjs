// SPDX-License-Identifier: MIT
// In a small window a wheel and a finger reach everything that does not fit, and nothing overlaps on the way. Tests one view with the
// browser's own events. tests/view/scrolling_test.cpp goes through every view.
import assert from 'node:assert/strict';

import { collisions, layout, touch } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { idle, nothingComes, Stage, still } from '../harness.mjs';

const stage = Stage.forFile();

/** Scrolls `down()` until nothing changes. Returns the names of all texts met, and checks every step for collisions. */
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
    // A list at its end keeps the wheel for a moment before the page around it scrolls.
    if (same === 1) await nothingComes(() => layout(page), 300, 'nothing rolls on');
    await down();
    await idle(page);
  }
  assert.fail(`${where}: there is no end`);
}

for (const size of [
  [844, 390],
  [320, 480],
]) {
  test(`at ${size.join(' x ')} a wheel and a finger reach what does not fit`, async () => {
    const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=4&panel=overview', size, context: { hasTouch: true } });
    const fingers = await touch(page);
    const title = await page.evaluate(() => window.headwaters.state.document.title);
    const byWheel = await textsOnTheWay(
      page,
      async () => {
        await page.mouse.move(size[0] / 2, 200);
        // The pointer's label lies on the element under the pointer.
        await page.mouse.wheel(0, 180);
        await idle(page);
        await page.mouse.move(1, 1);
      },
      'wheel',
    );
    assert.ok(byWheel.has(title), `the end of the page, "${title}", among ${[...byWheel].slice(-8)}`);
    // With a finger, to the end again from the top.
    await page.reload();
    await still(page);
    const isThere = async () => (await layout(page)).some(({ name }) => name === title);
    assert.ok(!(await isThere()));
    for (let swipe = 0; swipe < 14 && !(await isThere()); ++swipe) {
      await fingers.start([size[0] / 2, size[1] - 130]);
      for (let by = 20; by <= 160; by += 20) await fingers.move([size[0] / 2, size[1] - 130 - by]);
      await fingers.end();
      await idle(page);
    }
    assert.ok(await isThere(), `a finger reaches "${title}"`);
    assert.deepEqual(page.faults, []);
  });
}
