// SPDX-License-Identifier: MIT
// The lessons that train a model play from start to end: each act trains, cuts or shows what the text announces, and the sidebar has the
// numbers of the text.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { atStep as at, byId, calm, comes, idle, Stage, until } from '../harness.mjs';
import { lessonText, referencesOf, taken } from '../lesson_numbers.mjs';

const stage = Stage.forFile();
const written = (id) => JSON.parse(lessonText(id));
const stepOf = (page) => page.evaluate(() => JSON.parse(window.headwaters.prompt).step);

/** Answers the open step's question rightly. */
async function play(page, { question, act, data }) {
  const right = question.answers.findIndex((one) => one.right);
  await byId(page, `lesson/answer/${right}`).check();
  if (act?.train) await byId(page, 'train/full').check();
  if (act) await byId(page, 'lesson/act').click();
  await comes(async () => ((await byId(page, 'lesson/judge').isEnabled()) ? true : null));
  if (act?.train) assert.equal(await stepOf(page), act.train);
  await byId(page, 'lesson/judge').click();
  await byId(page, 'verdict/right').waitFor();
  assert.equal(await stepOf(page), act?.train ?? data.step);
}

for (const id of ['a-head-is-born', 'right-for-the-wrong-reason', 'the-carry'])
  test(`${id}: it plays from its start to its end`, { timeout: 240_000 }, async () => {
    const page = await stage.open({ fragment: `lesson=${id}&step=1`, context: calm });
    for (const [index, step] of written(id).steps.entries()) {
      if (index > 0) await byId(page, 'lesson-next').click();
      await at(page, id, index);
      await page.waitForSelector('.train .result', { state: 'attached' });
      await idle(page);
      assert.equal(await stepOf(page), step.data.step, `step ${index + 1}`);
      const isHidden = () => page.evaluate(() => getComputedStyle(document.querySelector('.train .result')).visibility === 'hidden');
      assert.equal(await isHidden(), step.hide === 'all', `step ${index + 1}: the sidebar`);
      await play(page, step);
      assert.equal(await isHidden(), false);
      if (step.act?.head) {
        const isNow = ({ of, head, step: other }) => of === 'right' && head === step.act.head && !other;
        const told = referencesOf(step.question.answers.find((one) => one.right)).find(({ reference }) =>
          isNow(taken(reference).fields),
        )?.shown;
        if (told)
          await until(
            page,
            (number) => document.querySelector('[data-id="train/cut-note"]').textContent.includes(`: ${number} of 100`),
            told,
          );
        else await until(page, () => /: \d+ of 100/.test(document.querySelector('[data-id="train/cut-note"]').textContent));
      }
    }
    assert.deepEqual(page.faults, []);
  });

test('the student draws the loss, by pointer and keys, and then sees the measured curve over it, also after a reload', {
  timeout: 120_000,
}, async () => {
  const page = await stage.open({ fragment: 'lesson=a-head-is-born&step=1', context: calm });
  await at(page, 'a-head-is-born', 0);
  await page.waitForSelector('.train .result', { state: 'attached' });
  await idle(page);
  const sketch = byId(page, 'lesson/sketch');
  await sketch.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await sketch.boundingBox();
  await page.mouse.move(x + width * 0.1, y + height * 0.1);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.95, y + height * 0.8);
  await page.mouse.up();
  const drawn = () => sketch.evaluate((svg) => svg.querySelector('.own').getAttribute('points').split(' ').length);
  const before = await drawn();
  assert.ok(before > 20, 'a fast stroke has no holes');
  await sketch.focus();
  await page.keyboard.press('ArrowLeft');
  const height0 = Number(await sketch.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowUp');
  assert.ok(Math.abs(Number(await sketch.getAttribute('aria-valuenow')) - height0 - 0.2) < 1e-9, 'a twentieth of 4');
  await byId(page, 'lesson/answer/2').check();
  await byId(page, 'train/full').check();
  await byId(page, 'lesson/act').click();
  await comes(async () => ((await byId(page, 'lesson/judge').isEnabled()) ? true : null));
  const measured = await sketch.evaluate((svg) => svg.querySelector('.real').getAttribute('points').split(' ').length);
  assert.ok(measured >= 500, `${measured} losses`);
  await byId(page, 'lesson/judge').click();
  await page.reload();
  await at(page, 'a-head-is-born', 0);
  await sketch.waitFor();
  assert.equal(await drawn(), before, 'the drawing is kept');
  const again = await sketch.evaluate((svg) => svg.querySelector('.real').getAttribute('points').split(' ').length);
  assert.equal(again, measured, 'and the measured curve, although the training is gone');
  const fixed = await sketch.getAttribute('aria-valuenow');
  await sketch.press('ArrowDown');
  assert.equal(await sketch.getAttribute('aria-valuenow'), fixed, 'a prediction is not changed after the answer');
  assert.deepEqual(page.faults, []);
});

test('a step that starts late in a training has its curves, and a cut keeps the step that the student chose', async () => {
  const page = await stage.open({ fragment: 'lesson=a-head-is-born&step=3', context: calm });
  await at(page, 'a-head-is-born', 2);
  await page.waitForSelector('.train .result');
  await until(page, () => document.querySelector('[data-id="train/run"]').disabled);
  await page.evaluate(() => document.querySelector('[data-id="lesson/show"]').click());
  await until(page, () => JSON.parse(window.headwaters.prompt).cuts?.length === 1);
  await byId(page, 'train/loss').locator('svg').scrollIntoViewIfNeeded();
  const { x, y, width, height } = await byId(page, 'train/loss').locator('svg').boundingBox();
  await page.mouse.click(x + width * 0.3, y + height / 2);
  await until(page, () => JSON.parse(window.headwaters.prompt).step < 300 && window.headwaters.idle);
  const chosen = await stepOf(page);
  await page.locator('.lesson .change button.cut').last().click();
  await until(page, () => JSON.parse(window.headwaters.prompt).cuts?.length === 2);
  assert.equal(await stepOf(page), chosen);
});
