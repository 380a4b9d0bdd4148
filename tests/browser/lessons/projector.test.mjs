// SPDX-License-Identifier: MIT
// For a projector: one line of head, no settings, and everything as large as the window allows.
import assert from 'node:assert/strict';

import { collisions, layout, middleOf, partOf } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { idle, Stage, state, until } from '../harness.mjs';
import { textPanels } from '../panels.mjs';

const stage = Stage.forFile();

/** The type's size: of a line the letters' own height is noted, 0.8 of it (view/text). */
const sizeOf = (part) => part.height / 0.8 + 0.05;

const around = (parts) => {
  const [x, y] = [Math.min(...parts.map((part) => part.x)), Math.min(...parts.map((part) => part.y))];
  return {
    x,
    y,
    width: Math.max(...parts.map((part) => part.x + part.width)) - x,
    height: Math.max(...parts.map((part) => part.y + part.height)) - y,
  };
};

for (const [fragment, panels] of /** @type {[string, string[]][]} */ ([
  ['v=1&sample=agreement-keys&present=on', textPanels],
  ['v=1&sample=digit-8&present=on', ['image', 'matrix', 'bars']],
])) {
  test(`at 1920 x 1080 no type is smaller than 22 pixels and the figure takes the width: ${fragment}`, { timeout: 240_000 }, async () => {
    const page = await stage.openStill({ fragment, size: [1920, 1080] });
    await page.mouse.move(1, 1);
    for (const panel of panels) {
      await page.evaluate((name) => window.headwaters.setState({ panel: name, ...(name === 'graph' ? { method: 'rollout' } : {}) }), panel);
      await idle(page);
      const parts = await layout(page);
      assert.ok(!parts.some(({ kind, name }) => kind === 'target' && name === 'residual'), 'the settings are away');
      assert.deepEqual(collisions(parts), [], panel);
      // What scrolls out at the foot is cut.
      const texts = parts.filter(({ kind, name, y, height }) => kind === 'text' && name.trim() && y > 0 && y + height < 940);
      assert.ok(texts.length > 8, panel);
      // A row at the lower edge of bars that scroll is cut as well.
      const edges = parts.filter(({ kind, name }) => kind === 'figure' && name === 'bars').map(({ y, height }) => y + height);
      const whole = texts.filter(({ y, height }) => !edges.some((edge) => Math.abs(y + height - edge) < 2));
      const small = whole.filter((part) => sizeOf(part) < 22).map(({ name, height }) => `${name}: ${height}`);
      assert.deepEqual(small, [], panel);
      const figures = parts.filter(({ kind, name }) => kind === 'figure' && name !== 'cover');
      assert.ok(figures.length > 0, panel);
      const seen = around(parts.filter(({ kind, y }) => (kind === 'figure' || kind === 'text') && y > 110 && y < 900));
      assert.ok(seen.width > 0.8 * 1920, `${panel}: ${seen.width} of 1920`);
      assert.ok(seen.y + seen.height > 0.75 * 1080, `${panel}: down to ${seen.y + seen.height}`);
    }
    assert.deepEqual(page.faults, []);
  });
}

test('a key and a link lead into it, pointers mean what they point at, and the key leads out', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&panel=bars', size: [1920, 1080] });
  await page.mouse.move(1, 1);
  const before = (await partOf(page, 'text', 'cabinet')).height;
  await page.locator('#canvas').focus();
  await page.keyboard.press('q');
  await page.waitForFunction(() => window.headwaters.state.present);
  await idle(page);
  assert.match(page.url(), /present=on/);
  const after = await partOf(page, 'text', 'cabinet');
  assert.ok(after.height > 1.8 * before, `${before} became ${after.height}`);
  await page.mouse.click(...middleOf((await layout(page)).filter(({ kind, name }) => kind === 'target' && name === 'row')[2]));
  await idle(page);
  assert.deepEqual((await state(page)).tokens, [2], 'a click in the large picture means the row that is there');
  await page.keyboard.press('q');
  await page.waitForFunction(() => !window.headwaters.state.present);
  await idle(page);
  assert.equal((await partOf(page, 'text', 'cabinet')).height, before);
  assert.deepEqual(page.faults, []);
});

test('with a lesson the figure is large beside it, and the lesson’s type is, too', async () => {
  const page = await stage.open({ fragment: 'lesson=flow-by-hand&step=9&present=on', size: [1920, 1080] });
  await page.waitForFunction(() => document.querySelector('.lesson h3') && window.headwaters.state.lesson?.step === 8);
  await idle(page);
  assert.ok((await state(page)).present);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('.lesson *')]
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) && one.checkVisibility())
      .map((one) => [one.textContent.slice(0, 30), parseFloat(getComputedStyle(one).fontSize)])
      .filter(([, size]) => Number(size) < 22),
  );
  assert.deepEqual(small, []);
  const texts = (await layout(page)).filter(({ kind, name, y, height }) => kind === 'text' && name.trim() && y > 0 && y + height < 940);
  assert.deepEqual(
    texts.filter((part) => sizeOf(part) < 22).map(({ name, height }) => `${name}: ${height}`),
    [],
  );
  await page.keyboard.press('PageDown');
  await page.waitForFunction(() => window.headwaters.state.lesson?.step === 9);
  assert.ok((await state(page)).present, 'the next step is projected, too');
});

for (const [name, fragment] of [
  ['in a lesson', 'lesson=attention-weights&step=4&present=on'],
  ['by itself', 'v=1&model=agreement&present=on'],
]) {
  test(`with a model open, ${name}, no letter of the figure is smaller than 22 pixels`, { timeout: 120_000 }, async () => {
    const page = await stage.open({ fragment, size: [1920, 1080] });
    await until(
      page,
      () => window.headwaters.prompt && window.headwaters.state.present && document.querySelector('.model .answer-line')?.textContent,
    );
    await idle(page);
    await page.mouse.move(1, 1);
    // What it says while it opens has gone by then.
    await until(page, () => document.querySelector('.model').getBoundingClientRect().height <= 92);
    await idle(page);
    const bar = await page.evaluate(() => document.querySelector('.model').getBoundingClientRect().toJSON());
    const figure = (await layout(page)).find(({ kind }) => kind === 'figure');
    assert.ok(figure.y >= bar.bottom - 1, `the model’s line ends at ${bar.bottom}, the figure begins at ${figure.y}`);
    // What scrolls out at the foot is cut.
    const texts = (await layout(page)).filter(
      ({ kind, name: text, y, height }) => kind === 'text' && text.trim() && y > 0 && y + height < 860,
    );
    assert.ok(texts.length > 8);
    assert.deepEqual(
      texts.filter((part) => sizeOf(part) < 22).map((part) => `${part.name}: ${sizeOf(part)}`),
      [],
    );
    assert.deepEqual(page.faults, []);
  });
}

test('at 1280 x 720 the lesson’s text and the model’s answer have 24 pixels', async () => {
  const page = await stage.open({ fragment: 'lesson=attention-weights&step=5&present=on', size: [1280, 720] });
  await until(page, () => document.querySelector('.model .answer-line .answer-text') && window.headwaters.state.lesson?.step === 4);
  await idle(page);
  const sizes = await page.evaluate(() =>
    ['.lesson .body p', '.lesson fieldset legend', '.lesson fieldset label', '.model .answer-line .answer-text'].map((name) => {
      const element = document.querySelector(name);
      const box = element.getBoundingClientRect();
      const isThere =
        element.checkVisibility() && document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2).includes(element);
      return [name, isThere && parseFloat(getComputedStyle(element).fontSize) >= 24];
    }),
  );
  assert.deepEqual(
    sizes.filter(([, isLarge]) => !isLarge),
    [],
  );
});

for (const size of [
  [1280, 720],
  [1024, 768],
  [1280, 800],
  [390, 844],
  [844, 390],
]) {
  test(`projected at ${size.join(' x ')} nothing lies on anything else`, async () => {
    const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&present=on', size });
    await page.mouse.move(1, 1);
    for (const panel of ['overview', 'bars', 'matrix', 'flow', 'heads']) {
      await page.evaluate((name) => window.headwaters.setState({ panel: name }), panel);
      await idle(page);
      assert.deepEqual(collisions(await layout(page)), [], panel);
    }
  });
}
