// SPDX-License-Identifier: MIT
// Answers are stored on this machine: they are there after a reload, are counted, and are forgotten at *Start over*.
import assert from 'node:assert/strict';

import { answer as choose } from './answer.mjs';
import { test } from '../engine.mjs';
import { atStep as at, byId, idle, opened, Stage, until } from '../harness.mjs';
import { lessonText } from '../lesson_numbers.mjs';

const stage = Stage.forFile();
const id = 'five-questions';
const { steps } = JSON.parse(lessonText(id));
const right = steps.map(({ question }) => question.answers.findIndex((answer) => answer.right));
const result = (page) => page.locator('.lesson .result p').first().textContent();

test('answers are counted by the first try, survive a reload, and can be given again', async () => {
  const page = await stage.open({ fragment: `lesson=${id}` });
  for (let step = 0; step < steps.length; step += 1) {
    await at(page, id, step);
    // A wrong one first in the second step; its diagnosis is said.
    if (step === 1) {
      const wrong = (right[step] + 1) % steps[step].question.answers.length;
      await choose(page, wrong);
      const verdict = byId(page, 'verdict/wrong');
      await verdict.waitFor();
      assert.ok((await page.locator('.lesson .says').textContent()).length > (await verdict.textContent()).length + 10);
    }
    if (step === steps.length - 1) assert.match(await result(page), /^Answered 5 of 6, 4 right on the first try\./);
    await choose(page, right[step]);
    if (step < steps.length - 1) await byId(page, 'lesson-next').click();
  }
  assert.match(await result(page), /^Answered 6 of 6, 5 right on the first try\. Stored only on your device\.$/);
  assert.equal(await page.locator('.lesson .steps .done').count(), 6);
  await page.reload();
  await opened(page);
  await at(page, id, 5);
  assert.ok(await page.locator('.lesson input[type=radio]').nth(right[5]).isChecked());
  assert.equal(await page.locator('.lesson .verdict').getAttribute('data-id'), 'verdict/right');
  assert.match(await result(page), /^Answered 6 of 6/);
  assert.ok(!/answer|%5B\d/.test(page.url()), 'no answer travels in the address');
  await byId(page, 'lesson/start-over').click();
  await at(page, id, 0);
  assert.equal(await page.locator('.lesson input[type=radio]:checked').count(), 0);
  assert.equal(await page.locator('.lesson .steps .done').count(), 0);
  await page.evaluate(() => window.headwaters.setState({ step: 5 }));
  await at(page, id, 5);
  await idle(page);
  await until(page, () => /^Answered 0 of 6/.test(document.querySelector('.lesson .result p')?.textContent ?? ''));
  assert.deepEqual(page.faults, []);
});

test('the arrow keys choose, and only Check judges; a choice survives a reload, and so does a verdict', async () => {
  const page = await stage.open({ fragment: 'lesson=attention-weights&step=4' });
  await at(page, 'attention-weights', 3);
  const judge = byId(page, 'lesson/judge');
  assert.ok(await judge.isDisabled(), 'nothing is chosen');
  await byId(page, 'lesson/answer/0').focus();
  for (const key of ['Space', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  assert.ok(await byId(page, 'lesson/answer/2').isChecked());
  assert.equal(await page.locator('.lesson .verdict').count(), 0);
  await page.reload();
  await opened(page);
  await at(page, 'attention-weights', 3);
  assert.ok(await byId(page, 'lesson/answer/2').isChecked());
  assert.equal(await page.locator('.lesson .verdict').count(), 0);
  await byId(page, 'lesson/answer/2').focus();
  await page.keyboard.press('Enter');
  await page.locator('.lesson .verdict').waitFor();
  await page.reload();
  await opened(page);
  await at(page, 'attention-weights', 3);
  assert.equal(await page.locator('.lesson .verdict').count(), 1);
  assert.deepEqual(page.faults, []);
});
