// SPDX-License-Identifier: MIT
// Every wrong answer of every lesson given: each is told what is wrong with it, in a sentence of its own, and “Show the answer”
// marks the right one with its reason.
import assert from 'node:assert/strict';

import { answer } from './answer.mjs';
import { test } from '../engine.mjs';
import { atStep as at, byId, calm, Stage } from '../harness.mjs';
import { lessonText } from '../lesson_numbers.mjs';
import { unlessAlways } from '../nightly.mjs';
import { blocksText } from './said.mjs';

const stage = Stage.forFile();

for (const { id } of JSON.parse(lessonText('index'))) {
  test(`${id}: each wrong answer is told what is wrong with it, and the right one is shown with its reason`, {
    timeout: 240_000,
    skip: unlessAlways(id),
  }, async () => {
    const { steps } = JSON.parse(lessonText(id));
    const page = await stage.open({ fragment: `lesson=${id}`, context: calm });
    for (const [step, { question, number }] of steps.entries()) {
      if (!question && !number) continue;
      await page.evaluate((to) => window.headwaters.setState({ step: to }), step);
      await at(page, id, step);
      const where = `${id}, step ${step + 1}`;
      const said = (of) => page.locator(`.lesson ${of} .says`).textContent();
      const told = new Set();
      for (const [index, one] of (question?.answers ?? []).entries()) {
        if (one.right) continue;
        await answer(page, index);
        const words = await said('.question');
        assert.equal(words, `${await byId(page, 'verdict/wrong').textContent()}${blocksText(one.says)}`, where);
        assert.ok(!told.has(words), `${where}: ${words}`);
        told.add(words);
      }
      for (const { is, says } of number?.wrong ?? []) {
        await page.locator('#lesson-number').fill(String(typeof is === 'number' ? is : /^\{([^|]+)\|/.exec(is)[1]));
        await page.keyboard.press('Enter');
        const words = await said('.task');
        assert.ok(words.endsWith(`than that.${blocksText(says)}`), `${where}: ${words}`);
        assert.ok(!told.has(words), `${where}: ${words}`);
        told.add(words);
      }
      await page.locator('.lesson .show').click();
      if (question) {
        const right = question.answers.findIndex((answer) => answer.right);
        const classes = await page.locator('.lesson .question label').evaluateAll((labels) => labels.map(({ className }) => className));
        const last = question.answers.findLastIndex((answer) => !answer.right);
        assert.deepEqual(
          classes,
          question.answers.map((_, index) => (index === right ? 'right' : index === last ? 'wrong' : '')),
          where,
        );
        assert.equal(
          await said('.question'),
          `The answer: ${blocksText(question.answers[right].text)}${blocksText(question.answers[right].says)}`,
          where,
        );
      }
      if (number)
        assert.ok((await said('.task')).startsWith('The answer: ') && (await said('.task')).endsWith(blocksText(number.says)), where);
    }
    assert.deepEqual(page.faults, []);
  });
}
