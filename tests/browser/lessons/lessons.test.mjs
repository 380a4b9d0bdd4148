// SPDX-License-Identifier: MIT
// Lessons: each step's link restores it for somebody who has nothing else, and numbers are what the page computes at their step. Each is
// played to its end by keyboard and by touch in room.test.mjs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { answer } from './answer.mjs';
import { test } from '../engine.mjs';
import { atStep as at, byId, calm, drop, idle, opened, openedAs, Stage, state, until } from '../harness.mjs';
import { asShown, computed, lessonText, referencesOf } from '../lesson_numbers.mjs';
import { unlessAlways } from '../nightly.mjs';

const stage = Stage.forFile();
const all = JSON.parse(lessonText('index'));
const written = new Map(all.map(({ id }) => [id, JSON.parse(lessonText(id))]));

const open = async (id, step = 0, options = {}) => {
  const page = await stage.open({ fragment: `lesson=${id}${step ? `&step=${step + 1}` : ''}`, ...options });
  await at(page, id, step);
  return page;
};
/** What is looked at, without the lesson. */
const viewOf = async (page) => {
  const { lesson, messages, playing, ...view } = await state(page);
  if (view.prompt !== null) delete view.example; // a run's place among those of this tab
  return view;
};

test('the API lists the lessons and their steps', async () => {
  const page = await stage.openStill();
  assert.deepEqual(
    await page.evaluate(() => window.headwaters.lessons),
    all.map(({ id, title, steps }) => ({ id, title, steps })),
  );
  assert.equal((await state(page)).lesson, null);
  await page.evaluate(() => window.headwaters.setState({ lesson: 'residual', step: 2 }));
  await at(page, 'residual', 2);
  assert.deepEqual((await state(page)).lesson, { id: 'residual', step: 2, steps: written.get('residual').steps.length });
  await page.evaluate(() => window.headwaters.setState({ lesson: { id: 'residual', step: 3 } }));
  await at(page, 'residual', 3);
  for (const none of ['', null]) {
    await page.evaluate(() => window.headwaters.setState({ lesson: { id: 'residual', step: 3 } }));
    await at(page, 'residual', 3);
    await page.evaluate((lesson) => window.headwaters.setState({ lesson }), none);
    await page.waitForFunction(() => !document.querySelector('.lesson') && window.headwaters.state.lesson === null);
  }
  assert.deepEqual(page.faults, []);
});

test('what a step points at is outlined in its own data, and not in a file that is opened meanwhile', async () => {
  const page = await open('flow-by-hand', 6);
  await until(page, () => document.querySelectorAll('.light').length > 0);
  await drop(
    page,
    'own.json',
    JSON.stringify({
      tokens: ['a', 'b'],
      attentions: [
        [
          [
            [0.5, 0.5],
            [0.2, 0.8],
          ],
        ],
      ],
    }),
  );
  await openedAs(page, 'own.json');
  await idle(page);
  await until(page, () => document.querySelectorAll('.light').length === 0);
  await page.keyboard.press('Backspace');
  await at(page, 'flow-by-hand', 6);
  await until(page, () => document.querySelectorAll('.light').length > 0);
  assert.deepEqual(page.faults, []);
});

/** One lesson's numbers are asked of the page; tests/cli/lessons asks the command line for all of them. */
const computedHere = 'rollout-by-hand';

/** Steps whose links are opened by somebody who has nothing else: the first and the last one, and those that bring data of their own. */
const fromNothing = ({ steps }) => steps.flatMap(({ data }, index) => (index === 0 || index + 1 === steps.length || data ? [index] : []));

for (const { id } of all) {
  test(`${id}: each step's link restores it, whatever was there before`, { timeout: 240_000, skip: unlessAlways(id) }, async () => {
    const lesson = written.get(id);
    const walked = await open(id, 0, { context: calm });
    const views = [];
    for (const [index, step] of lesson.steps.entries()) {
      if (index > 0) await byId(walked, 'lesson-next').click();
      await at(walked, id, index);
      if (step.play) {
        await walked.evaluate(() => window.headwaters.pause());
        await idle(walked);
      }
      views.push(await viewOf(walked));
    }
    const last = lesson.steps.length - 1;
    const page = await open(id, last, { context: calm });
    // Backwards: what a step needs of those before it has not been seen.
    for (const index of [...lesson.steps.keys()].reverse()) {
      const step = lesson.steps[index];
      const link = `lesson=${id}${index ? `&step=${index + 1}` : ''}`;
      if (index < last && fromNothing(lesson).includes(index)) {
        // Nothing is left of the step before but what a browser has loaded.
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
        await page.goto('about:blank');
        await page.goto(`${stage.page.url}#${link}`);
        await opened(page);
      } else if (index < last) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, link);
      }
      await at(page, id, index);
      // A step with the data of another has them a moment later.
      await until(page, (name) => window.headwaters.state.document.title === name && window.headwaters.idle, views[index].document.title);
      if (step.play) {
        await page.evaluate(() => window.headwaters.pause());
        await idle(page);
      }
      const { layer: walkedLayer, ...walkedView } = views[index];
      const { layer, ...view } = await viewOf(page);
      if (!step.play) assert.equal(layer, walkedLayer);
      assert.deepEqual(view, walkedView, `${id}, step ${index + 1}`);
      assert.deepEqual((await state(page)).messages, [], `${id}, step ${index + 1}`);
      for (const name of step.hide ? [] : (step.point ?? []))
        assert.ok(
          await page.evaluate(() => document.querySelectorAll('.light').length > 0),
          `${id}, step ${index + 1}: ${name} is not lit`,
        );
      const data = lesson.steps.slice(0, index + 1).findLast((one) => one.data)?.data;
      for (const { shown, reference } of id === computedHere ? referencesOf(step) : []) {
        // What a model answers, and scores that it computes, are held against the command line alone (tests/cli).
        if (data.model && !/^(live )?(raw|rollout|flow) |^=/.test(reference)) continue;
        const value = await computed(page, reference, data);
        assert.equal(asShown(value, shown), shown.replace(/\s*;\s*/g, '; '), `${id}, step ${index + 1}: {${shown}|${reference}}`);
      }
    }
    assert.deepEqual([...walked.faults, ...page.faults], []);
  });
}

test('what a student changes is kept in the link, and one key leads back to the step', async () => {
  const page = await open('rollout-by-hand', 5);
  const before = await viewOf(page);
  await page.locator('#canvas').focus();
  await page.keyboard.press('w');
  await page.keyboard.press('ArrowLeft');
  await idle(page);
  const changed = await viewOf(page);
  assert.notDeepEqual(changed, before);
  assert.ok(await page.locator('.lesson [data-changed]').count(), 'the way back is marked');
  const other = await stage.open({ fragment: new URL(page.url()).hash.slice(1) });
  await at(other, 'rollout-by-hand', 5);
  assert.deepEqual(await viewOf(other), changed, 'the link shows what the student saw');
  await page.keyboard.press('Backspace');
  await idle(page);
  assert.deepEqual(await viewOf(page), before);
  // The browser's own way back leads through steps and changes.
  await page.goBack();
  await idle(page);
  assert.deepEqual(await viewOf(page), changed);
});

test('a lesson or a step that does not exist is said', async () => {
  const page = await stage.open({ fragment: 'lesson=no-such-lesson&step=2' });
  await page.locator('.lesson .faults').waitFor();
  assert.match(await page.locator('.lesson .faults').textContent(), /No lesson has this name\. Available lessons: attention-weights,/);
  const far = await stage.open({ fragment: 'lesson=residual&step=99' });
  await at(far, 'residual', written.get('residual').steps.length - 1);
  assert.match(await far.locator('.lesson .problem').textContent(), /There is no step 99 \(the lesson has 7/);
});

test('in the instructor’s mode nothing is judged before it is revealed', async () => {
  const page = await open('attention-weights', 3);
  await byId(page, 'lesson/instructor').click();
  await answer(page, 0);
  assert.equal(await page.locator('.lesson .right, .lesson .wrong, .lesson .verdict').count(), 0);
  assert.ok(!(await page.locator('.lesson .reveal').isVisible()));
  await byId(page, 'lesson/show').click();
  assert.ok(await page.locator('.lesson .right').count());
  assert.ok(await page.locator('.lesson .reveal').isVisible());
});

test('a presenter’s clicker: forwards, backwards, black', async () => {
  const page = await open('residual');
  await page.keyboard.press('PageDown');
  await at(page, 'residual', 1);
  await page.keyboard.press('b');
  await page.locator('.black').waitFor();
  await page.keyboard.press('b');
  assert.equal(await page.locator('.black').count(), 0);
  await page.keyboard.press('PageUp');
  await at(page, 'residual', 0);
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
for (const colorScheme of ['light', 'dark']) {
  test(`the player, its dialogs and the first minute break no rule of WCAG 2.2 AA, ${colorScheme}`, async () => {
    const check = async (page, where) => {
      await page.evaluate(axe);
      const found = await page.evaluate(() =>
        window.axe
          .run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] })
          .then((result) => result.violations),
      );
      assert.deepEqual(
        found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${where}: ${id} at ${target}: ${failureSummary}`)),
        [],
      );
    };
    const page = await open('attention-weights', 3, { context: { colorScheme } });
    await answer(page, 0);
    await check(page, 'a wrong answer');
    await page.locator('.lesson .show').click();
    await check(page, 'the answer');
    await page.evaluate(() => window.headwaters.setState({ lesson: 'rollout-by-hand', step: 5 }));
    await at(page, 'rollout-by-hand', 5);
    await check(page, 'a number');
    await page.evaluate(() => window.headwaters.setState({ lesson: 'flow-by-hand', step: 6 }));
    await page.locator('.lesson .network button').first().click();
    await check(page, 'a network of pipes');
    await page.evaluate(() => window.headwaters.setState({ lesson: 'five-questions', step: 5 }));
    await at(page, 'five-questions', 5);
    await page.locator('.lesson .result').waitFor();
    await check(page, 'answers that are kept');
    await byId(page, 'lesson/write').click();
    await page.locator('section.author').waitFor();
    await check(page, 'what the author writes in');
    await page.locator('.author .close').click();
    const first = await stage.open({ context: { colorScheme }, firstVisit: true });
    await first.locator('.first').waitFor();
    await check(first, 'the first minute');
  });
}
