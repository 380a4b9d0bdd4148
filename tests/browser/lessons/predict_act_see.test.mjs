// SPDX-License-Identifier: MIT
// The lesson about attention and the words that an answer needs, played by a student who first predicts wrongly and then acts: the number
// changes in the figure before the verdict comes, and no number of a verdict is on screen before the act.
import assert from 'node:assert/strict';

import { layout } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { atStep as at, byId, idle, opened, Stage, until } from '../harness.mjs';
import { lessonText, referencesOf } from '../lesson_numbers.mjs';

const stage = Stage.forFile();
const id = 'attention-and-answer';
const { steps } = JSON.parse(lessonText(id));

/** All text that a student can see or have read out. */
const seen = async (page) => {
  const drawn = (await layout(page)).filter(({ kind }) => kind === 'text').map(({ name }) => name);
  const elements = await page.evaluate(() => `${document.body.innerText} ${document.getElementById('mirror')?.textContent}`);
  return [...drawn, elements].join(' ');
};
/** What the model answers, as its line shows it. */
const answered = (page) => page.locator('.says-line').first().innerText();

/** What the verdicts of a step say, without the numbers that its own text gives. */
const numbersOf = ({ title, text, question, reveal }) => {
  const own = new Set(referencesOf({ title, text, question: question.text }).map(({ shown }) => shown));
  return referencesOf({ answers: question.answers, reveal }).filter(({ shown }) => !own.has(shown));
};

/** @param {object} context @param {number[]} size */
const plays = (context, size) => async () => {
  const page = await stage.open({ fragment: `lesson=${id}`, size, context });
  for (const [step, { question, act, data, reveal }] of steps.entries()) {
    await at(page, id, step);
    await idle(page);
    if (!question) break;
    const where = `step ${step + 1}`;
    const [judge, doIt] = [byId(page, 'lesson/judge'), byId(page, 'lesson/act')];
    const before = await seen(page);
    // Rollout's own numbers stand in the figure where they are no secret: in step 1 and after it.
    for (const { shown, reference } of numbersOf(steps[step]))
      if (step === 0 || !reference.startsWith('rollout')) assert.ok(!before.includes(shown), `${where}: ${shown} is told before the act`);
    assert.ok((await doIt.isDisabled()) && !(await judge.isVisible()), where);
    const wrong = question.answers.findIndex(({ right }) => !right);
    await byId(page, `lesson/answer/${wrong}`).check();
    assert.equal(await page.locator('.lesson .verdict').count(), 0, `${where}: a choice is no answer`);
    assert.ok(!(await judge.isVisible()), `${where}: the act comes first`);
    const [answer, url] = [await answered(page), page.url()];
    await doIt.click();
    await page.waitForFunction(() => !(/** @type {HTMLButtonElement} */ (document.querySelector('[data-id="lesson/judge"]')).disabled));
    await idle(page);
    // The figure has changed, and nobody has said what that means.
    if (act.view === undefined) {
      assert.notEqual(page.url(), url, where);
      if (step !== 4) await until(page, (old) => document.querySelector('.says-line').textContent.trim() !== old.trim(), answer);
    }
    assert.equal(await page.locator('.lesson .verdict').count(), 0, `${where}: seen before it is explained`);
    assert.ok(!(await page.locator('.lesson .reveal').isVisible()), where);
    assert.ok(await byId(page, `lesson/answer/${question.answers.findIndex(({ right }) => right)}`).isDisabled(), 'the prediction stands');
    await judge.click();
    await byId(page, 'verdict/wrong').waitFor();
    if (reveal) assert.ok(await page.locator('.lesson .reveal').isVisible(), where);
    // Afterwards other answers can be read, too.
    await byId(page, `lesson/answer/${question.answers.findIndex(({ right }) => right)}`).check();
    await judge.click();
    await byId(page, 'verdict/right').waitFor();
    assert.ok(data === undefined || page.url().includes('model=agreement'));
    await byId(page, 'lesson-next').click();
  }
  const result = await page.locator('.lesson .result p').first().textContent();
  assert.deepEqual(result.match(/\d+/g), ['7', '7', '0'], 'answered, of all, right at the first try');
  assert.deepEqual(page.faults, []);
};

test('a student predicts wrongly, acts, sees, and then reads', { timeout: 240_000 }, plays({}, [1280, 800]));
test('so does one on a phone', { timeout: 240_000 }, plays({ hasTouch: true, isMobile: true, reducedMotion: 'reduce' }, [390, 844]));

test('by keys alone, and a reload after the act neither judges nor forgets', async () => {
  const page = await stage.open({ fragment: `lesson=${id}&step=3` });
  await at(page, id, 2);
  await idle(page);
  await byId(page, 'lesson/answer/0').focus();
  for (const key of ['Space', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  assert.equal(await page.locator('.lesson .verdict').count(), 0, 'Enter does not pass the act by');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !(/** @type {HTMLButtonElement} */ (document.querySelector('[data-id="lesson/judge"]')).disabled));
  await page.reload();
  await opened(page);
  await at(page, id, 2);
  await idle(page);
  assert.ok(await byId(page, 'lesson/answer/1').isChecked());
  assert.equal(await page.locator('.lesson .verdict').count(), 0);
  await byId(page, 'lesson/act').press('Enter');
  await page.locator('[data-id="lesson/judge"]:enabled').press('Enter');
  await byId(page, 'verdict/right').waitFor();
  await page.reload();
  await opened(page);
  await at(page, id, 2);
  await byId(page, 'verdict/right').waitFor();
  assert.deepEqual(page.faults, []);
});
