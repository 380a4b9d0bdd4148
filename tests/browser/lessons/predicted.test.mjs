// SPDX-License-Identifier: MIT
// Which steps ask without hiding anything, and why: what they ask is read in the figure, or stands in none. A number that is
// computed is printed nowhere before it is given. Steps that hide their answer: acting.test.mjs.
import assert from 'node:assert/strict';

import { layout } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { atStep as at, idle, Stage } from '../harness.mjs';
import { lessonText } from '../lesson_numbers.mjs';
import { unlessAlways } from '../nightly.mjs';

const stage = Stage.forFile();
const lessons = JSON.parse(lessonText('index')).map(({ id }) => JSON.parse(lessonText(id)));

/** By lesson and step. `reads`: the number stands in the figure, and finding it is the exercise; `computes`: the figure has the numbers to compute it from; `rule`: no figure has it; `acts`: the figure has it after the act. @type {Record<string, Record<number, 'reads' | 'computes' | 'rule' | 'acts'>>} */
const open = {
  'attention-weights': { 3: 'reads', 4: 'acts', 5: 'acts', 6: 'acts' },
  residual: { 1: 'rule', 5: 'acts', 7: 'rule' },
  'rollout-by-hand': { 1: 'reads', 7: 'rule' },
  'flow-by-hand': { 1: 'rule', 3: 'computes', 4: 'rule', 5: 'computes', 7: 'reads', 8: 'rule' },
  pictures: { 1: 'rule', 4: 'acts', 6: 'acts', 7: 'rule' },
  'is-it-true': { 2: 'acts', 5: 'acts', 6: 'acts', 7: 'acts', 8: 'rule' },
  'which-to-believe': { 1: 'acts', 2: 'acts', 5: 'acts', 6: 'acts', 7: 'rule' },
  'attention-and-answer': { 2: 'acts', 3: 'acts', 4: 'acts', 5: 'acts', 7: 'acts' },
  'heads-that-specialise': { 1: 'acts', 2: 'acts', 3: 'acts', 4: 'acts', 5: 'acts', 6: 'acts', 7: 'rule' },
  'find-the-circuit': { 1: 'acts', 2: 'acts', 3: 'acts', 4: 'acts', 5: 'acts', 6: 'rule' },
  'a-head-is-born': { 1: 'acts', 3: 'acts', 4: 'acts', 5: 'acts', 6: 'rule' },
  'right-for-the-wrong-reason': { 1: 'acts', 2: 'acts', 4: 'acts', 6: 'rule' },
  'the-carry': { 1: 'acts', 3: 'acts', 4: 'acts', 5: 'acts', 6: 'rule' },
  'five-questions': { 1: 'reads', 2: 'rule', 3: 'rule', 4: 'rule', 5: 'acts', 6: 'acts' },
};

test('each step that asks hides its answer, or is among those that need not', () => {
  for (const { id, steps } of lessons) {
    const asked = steps.flatMap(({ question, number, hide }, index) => ((question || number) && !hide ? [index + 1] : []));
    assert.deepEqual(asked, Object.keys(open[id]).map(Number), id);
    const read = Object.values(open[id]).filter((why) => why === 'reads');
    assert.ok(read.length <= 2, `${id}: ${read.length} steps only read a value`);
    assert.ok(
      id === 'five-questions' || steps.filter(({ hide, act, number }) => hide || act || number).length >= 3,
      `${id}: the student predicts or computes`,
    );
  }
});

for (const { id, steps } of lessons) {
  for (const [index, { number }] of steps.entries()) {
    if (!number || open[id][index + 1] !== 'rule') continue;
    test(`${id}, step ${index + 1}: the number that is asked for is printed nowhere`, async () => {
      const page = await stage.open({ fragment: `lesson=${id}&step=${index + 1}` });
      await at(page, id, index);
      const shown = typeof number.is === 'number' ? String(number.is) : /^\{([^|]+)\|/.exec(number.is)[1];
      const drawn = (await layout(page)).filter(({ kind }) => kind === 'text').map(({ name }) => name);
      const rows = await page.evaluate(() =>
        [...document.querySelectorAll('#mirror td, #mirror dd, #mirror li, #mirror p')].map((one) => one.textContent),
      );
      const isIt = (text) => (text.match(/(?<![\w.])\d+\.\d+(?!\w)/g) ?? []).some((found) => Number(found) === Number(shown));
      for (const text of [...drawn, ...rows]) assert.ok(!isIt(text), `${shown}: ${text}`);
      if (shown.includes('.')) assert.ok(!page.url().includes(`=${shown}`), page.url());
    });
  }
}

for (const { id, steps } of lessons) {
  if (!steps.some(({ hide }) => hide)) continue;
  test(`${id}: what a step hides is not told by pointing at it, either`, { timeout: 120_000, skip: unlessAlways(id) }, async () => {
    const page = await stage.open({ fragment: `lesson=${id}` });
    const numbers = async () =>
      (await layout(page)).filter(({ kind, name }) => kind === 'text' && /\d\.\d{2,}/.test(name)).map(({ name }) => name);
    for (const [index, { hide }] of steps.entries()) {
      if (!hide) continue;
      await page.mouse.move(2, 2);
      await page.evaluate((to) => window.headwaters.setState({ step: to }), index);
      await at(page, id, index);
      const before = new Set(await numbers());
      const { x, y, width, height } = await page.locator('#canvas').boundingBox();
      for (const across of [0.3, 0.7, 0.9]) {
        for (const down of [0.4, 0.7]) {
          await page.mouse.move(x + across * width, y + down * height);
          await idle(page);
          // Where results alone are hidden, weights may be pointed at: on the left, or in their column.
          const told = (await numbers()).filter((text) => !before.has(text) && !(hide === 'results' && text.startsWith('Raw ')));
          assert.ok(hide === 'results' || told.length === 0, `${id}, step ${index + 1}, at ${across}, ${down}: ${told}`);
          if (across > 0.6) assert.deepEqual(told, [], `${id}, step ${index + 1}, at ${across}, ${down}`);
        }
      }
    }
  });
}
