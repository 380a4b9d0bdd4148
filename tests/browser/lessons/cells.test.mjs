// SPDX-License-Identifier: MIT
// Numbers in the cells of a matrix, where a step asks for them: readable on a phone, hidden with the answer, none where they do not fit.
import assert from 'node:assert/strict';

import { layout } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { atStep as at, idle, Stage, state, until } from '../harness.mjs';
import { lessonText } from '../lesson_numbers.mjs';

const stage = Stage.forFile();
const lesson = JSON.parse(lessonText('rollout-by-hand'));
const [first, second] = lesson.steps[0].data.attentions.map(([head]) => head);
const mixed = (rows) => rows.map((row, at) => row.map((weight, to) => 0.5 * weight + (at === to ? 0.5 : 0)));
const texts = (rows) => rows.flat().map((value) => value.toFixed(3).replace(/^0\.000$/, '0'));

/** Numbers that stand in cells, with their places. */
const inCells = async (page) => {
  const parts = await layout(page);
  const cells = parts
    .filter(({ name }) => name === 'cells')
    .map(({ x, y, width, height }) => ({ x, y, right: x + width, bottom: y + height }));
  return parts.filter(
    ({ kind, name, x, y, width, height }) =>
      kind === 'text' &&
      /^[\d.]+$/.test(name) &&
      cells.some((cell) => x >= cell.x && x + width <= cell.right && y >= cell.y && y + height <= cell.bottom),
  );
};
const named = (parts) => parts.map(({ name }) => name).sort();

for (const [name, size, context] of /** @type {[string, number[], object][]} */ ([
  ['a window', [1280, 800], {}],
  ['a phone in the dark', [390, 844], { hasTouch: true, isMobile: true, colorScheme: 'dark' }],
])) {
  test(`the numbers of a small matrix stand in its cells, ${name}`, async () => {
    const page = await stage.open({ fragment: 'lesson=rollout-by-hand&step=1', size, context });
    await at(page, 'rollout-by-hand', 0);
    const found = await inCells(page);
    assert.deepEqual(named(found), texts(first).sort());
    assert.ok(
      found.every(({ height }) => height >= 10),
      JSON.stringify(found[0]),
    ); // of the digits themselves, in type of 13
    for (const one of found)
      for (const other of found) {
        if (one !== other)
          assert.ok(
            one.x + one.width <= other.x ||
              other.x + other.width <= one.x ||
              one.y + one.height <= other.y ||
              other.y + other.height <= one.y,
            `${one.name} lies on ${other.name}`,
          );
      }
    assert.deepEqual(page.faults, []);
  });
}

test('no number of an answer stands in a cell before it is given', async () => {
  const page = await stage.open({ fragment: 'lesson=rollout-by-hand&step=3' });
  await at(page, 'rollout-by-hand', 2);
  assert.deepEqual(named(await inCells(page)), texts(second).sort(), 'the weights of the layer alone');
  await page.locator('#lesson-number').fill('0.4');
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelector('.lesson .task .verdict')?.textContent.startsWith('Right'));
  await idle(page);
  assert.deepEqual(named(await inCells(page)), [...texts(second), ...texts(mixed(second))].sort());
});

test('the address has it, the API sets it, and where the numbers do not fit there are none', async () => {
  const page = await stage.open({
    fragment: 'v=1&sample=agreement-keys&method=raw&layer=1&panel=matrix&cell-numbers=on',
    size: [640, 500],
  });
  await idle(page);
  assert.equal((await state(page)).cellNumbers, true);
  assert.deepEqual(await inCells(page), []);
  await page.evaluate(() => window.headwaters.setState({ cellNumbers: false }));
  await until(page, () => !window.headwaters.state.cellNumbers && !location.hash.includes('cell-numbers'));
  assert.deepEqual(page.faults, []);
});
