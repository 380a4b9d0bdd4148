// SPDX-License-Identifier: MIT
// Beside a lesson a step has the controls that it needs, and one click shows all of them.
import assert from 'node:assert/strict';

import { clickTarget, collisions, layout } from '../canvas.mjs';
import { answer } from './answer.mjs';
import { test } from '../engine.mjs';
import { atStep as at, byId, idle, Stage, state, until } from '../harness.mjs';

const stage = Stage.forFile();
/** Whether the settings are open. */
const hasSettings = (page) => page.locator('#side').isVisible();

for (const [name, size, context] of /** @type {[string, number[], object][]} */ ([
  ['a window', [1280, 800], {}],
  ['a phone', [390, 844], { hasTouch: true, isMobile: true }],
])) {
  test(`the step’s own slider, no settings beside the figure, and all of them by one click: ${name}`, async () => {
    const page = await stage.open({ fragment: 'lesson=residual&step=3', size, context });
    await at(page, 'residual', 2);
    assert.equal(await hasSettings(page), false, 'the settings are away');
    await answer(page, 0);
    await page.locator('.lesson .slide input').waitFor();
    assert.equal(await byId(page, 'lesson/residual').count(), 1);
    await page.locator('.lesson .slide input').fill('0.5');
    await until(page, () => window.headwaters.state.settings.residual === 0.5);
    await idle(page);
    // The numbers in the cells lie on them.
    assert.deepEqual(
      collisions(await layout(page)).filter((one) => !/" \(.*\) on figure "cells"/.test(one)),
      [],
    );
    await clickTarget(page, 'settings');
    await idle(page);
    assert.ok(await hasSettings(page), 'all controls');
    await clickTarget(page, 'settings');
    await idle(page);
    assert.equal(await hasSettings(page), false);
    assert.deepEqual(page.faults, []);
  });
}

test('in a large window the sentence is above the figure, the keys of the page work, and the settings are back after the lesson', async () => {
  const page = await stage.open({ fragment: 'lesson=flow-by-hand&step=9', size: [1280, 800] });
  await at(page, 'flow-by-hand', 8);
  const parts = await layout(page);
  const bars = parts.find(({ kind, name }) => kind === 'figure' && name === 'bars');
  assert.ok(
    parts.some(({ kind, name, y, height }) => kind === 'text' && name === 'b' && y + height < bars.y),
    'the sentence comes first',
  );
  await page.locator('#canvas').focus();
  const { layer } = await state(page);
  await page.keyboard.press('ArrowLeft');
  await until(page, (to) => window.headwaters.state.layer === to, layer - 1);
  await page.evaluate(() => window.headwaters.setState({ lesson: null }));
  await until(page, () => window.headwaters.state.lesson === null);
  await idle(page);
  assert.equal((await state(page)).lesson, null);
  assert.deepEqual(page.faults, []);
});
