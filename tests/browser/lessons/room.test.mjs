// SPDX-License-Identifier: MIT
// Each lesson is played to its end, by touch on a phone, by keyboard and clicker before a projected page. What a step asks
// is seen when it is asked, and what is said to an answer when it is given; a tap on a cell shows its number; the key that explains follows a click on a bar.
import assert from 'node:assert/strict';

import { layout, middleOf } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { atStep as at, byId, calm, idle, Stage, state, until } from '../harness.mjs';
import { lessonText } from '../lesson_numbers.mjs';
import { unlessAlways } from '../nightly.mjs';

const stage = Stage.forFile();
const lessons = JSON.parse(lessonText('index')).map(({ id }) => JSON.parse(lessonText(id)));

/** How far something lies below what is seen of the step's text; above 0: it is not seen. @param {string} selector its last one counts */
const below = (page, selector) =>
  page.evaluate((what) => {
    const body = document.querySelector('.lesson .body').getBoundingClientRect();
    const rows = [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
    return rows.length ? Math.max(...rows.map(({ bottom }) => bottom)) - body.bottom : -1;
  }, selector);
const asked = '.lesson fieldset > legend, .lesson .task > label';
const answers = '.lesson fieldset > label, .lesson .task .row';
/** Texts of a lesson that stand out of it sideways. */
const wide = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.lesson .body, .lesson .body :not(svg, svg *)')]
      .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent.slice(0, 40)),
  );

/** Whether something is seen, and not covered by anything. */
const isSeen = (page, selector) =>
  page.evaluate((what) => {
    const one = document.querySelector(what);
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  }, selector);
/** A phone as it is held, and the share of its longer side that is the figure's when nothing is asked any more. @type {[string, number[], number][]} */
const phones = [
  ['on a phone', [390, 844], 0.48],
  ['on a phone sideways', [844, 390], 0.57],
];

/** The number that is asked for, as it is shown. */
const shownNumber = ({ is }) => Number(typeof is === 'number' ? is : /^\{([^|]+)\|/.exec(is)[1]);

for (const { id, steps } of lessons) {
  for (const [held, size, share] of phones)
    test(`${id}: ${held}, by touch, each question is seen when it is asked, and what is said to the answer`, {
      timeout: 240_000,
      skip: unlessAlways(id),
    }, async () => {
      // Upright it is played to its end; turned it is looked at.
      const isPlayed = held === 'on a phone';
      const page = await stage.open({
        fragment: `lesson=${id}`,
        size,
        context: { hasTouch: true, isMobile: true, ...(isPlayed ? {} : calm) },
      });
      const tap = async (element) => {
        await element.scrollIntoViewIfNeeded();
        assert.ok((await element.boundingBox()).height >= 40, `${await element.textContent()}: too low for a finger`);
        await element.tap();
      };
      for (const [step, { question, number, reveal, change }] of steps.entries()) {
        if (!isPlayed) await page.evaluate((to) => window.headwaters.setState({ step: to }), step);
        await at(page, id, step);
        const where = `${id}, step ${step + 1}`;
        assert.ok((await below(page, asked)) <= 0, `${where}: the question is ${await below(page, asked)} pixels below`);
        if (isPlayed) {
          assert.ok((await below(page, answers)) <= 0, `${where}: the last answer is ${await below(page, answers)} pixels below`);
          const [canvas, sheet] = await page.evaluate(() =>
            [...document.querySelectorAll('#canvas, .lesson')].map((one) => one.getBoundingClientRect().toJSON()),
          );
          assert.ok(
            canvas.height >= 160 && canvas.bottom <= sheet.top + 1 && sheet.bottom <= 845,
            `${where}: the sheet leaves the figure: ${canvas.height}`,
          );
        }
        assert.ok((await isSeen(page, '.lesson .where')) && (await isSeen(page, '.lesson .close')), where);
        assert.deepEqual(await wide(page), [], where);
        if (question) {
          const labels = page.locator('.lesson fieldset > label');
          const check = async () => {
            const act = byId(page, 'lesson/act');
            if (await act.isVisible()) await tap(act);
            await tap(byId(page, 'lesson/judge'));
          };
          await tap(labels.nth(question.answers.findIndex(({ right }) => !right)));
          await check();
          await page.locator('.lesson fieldset .verdict').waitFor();
          assert.ok(
            (await below(page, '.lesson fieldset .says')) <= 1,
            `${where}: the sentence to the answer is ${await below(page, '.lesson fieldset .says')} pixels below`,
          );
          if (isPlayed) {
            await tap(labels.nth(question.answers.findIndex(({ right }) => right)));
            await check();
            await page.locator('.lesson fieldset [data-id="verdict/right"]').waitFor();
          }
        }
        if (number && (isPlayed || !question)) {
          await tap(page.locator('#lesson-number'));
          await page.locator('#lesson-number').fill('9');
          await page.keyboard.press('Enter');
          assert.ok(question || (await below(page, '.lesson .task .says')) <= 1, where);
          await page.locator('#lesson-number').fill(String(shownNumber(number)));
          await tap(byId(page, 'lesson/check'));
          await page.locator('.lesson .task [data-id="verdict/right"]').waitFor();
        }
        if (question || number) {
          // The figure has its half again, and buttons are for fingers.
          const { width, height } = await page.locator('#canvas').boundingBox();
          assert.ok((size[0] > size[1] ? width : height) >= 844 * share, `${where}: ${width} x ${height}`);
        } else if (reveal && isPlayed) {
          await tap(page.locator('.lesson .show'));
        }
        if (reveal && isPlayed) await page.locator('.lesson .reveal').waitFor();
        if (change)
          assert.deepEqual(
            await page.$$eval('.lesson .change :is(button.cut, button[value])', (all) =>
              all.map((one) => one.getBoundingClientRect().height).filter((height) => height > 0 && height < 40),
            ),
            [],
            where,
          );
        assert.deepEqual(await wide(page), [], where);
        if (isPlayed) await tap(page.locator('.lesson footer .primary'));
      }
      assert.deepEqual(page.faults, []);
      if (!isPlayed) return;
      await page.locator('dialog .close').waitFor();
      assert.equal(await page.locator('.lesson .steps .done').count(), steps.length, 'all of it is done');
    });

  test(`${id}: by keyboard and clicker, projected, it is played to its end, question and answers are seen without scrolling`, {
    timeout: 240_000,
    skip: unlessAlways(id),
  }, async () => {
    const page = await stage.open({ fragment: `lesson=${id}&present=on`, size: [1920, 1080], context: calm });
    for (const [step, { title, question, number, reveal }] of steps.entries()) {
      await at(page, id, step);
      const where = `${id}, step ${step + 1}`;
      assert.equal(await page.locator('.lesson h3').textContent(), title);
      assert.deepEqual((await state(page)).messages, [], where);
      assert.ok((await below(page, answers)) <= 0, `${where}: the last answer is ${await below(page, answers)} pixels below`);
      if (question) {
        await page.locator('.lesson input[type=radio]').first().focus();
        await page.keyboard.press('Space');
        for (let i = question.answers.findIndex(({ right }) => right); i > 0; i -= 1) await page.keyboard.press('ArrowDown');
        const act = byId(page, 'lesson/act');
        if (await act.isVisible()) await act.press('Enter');
        await page.locator('[data-id="lesson/judge"]:enabled').press('Enter');
        await page.locator('.lesson fieldset [data-id="verdict/right"]').waitFor();
        assert.ok((await below(page, '.lesson fieldset .says')) <= 1, where);
      }
      if (number) {
        const verdict = page.locator('.lesson .task .verdict');
        await page.locator('#lesson-number').focus();
        await page.keyboard.type(String(shownNumber(number) + 3 * (number.tolerance ?? 0.005)));
        await page.keyboard.press('Enter');
        assert.equal(await verdict.getAttribute('data-id'), 'verdict/less');
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.type(String(shownNumber(number)));
        await page.keyboard.press('Enter');
        assert.equal(await verdict.getAttribute('data-id'), 'verdict/right');
      }
      if (reveal && !question && !number) await page.locator('.lesson .show').press('Enter');
      if (reveal) assert.ok(await page.locator('.lesson .reveal').isVisible(), where);
      assert.deepEqual(await wide(page), [], where);
      await page.keyboard.press('PageDown');
    }
    await byId(page, 'dialog/lessons').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('PageUp');
    await at(page, id, steps.length - 2);
    assert.deepEqual([...page.faults, ...(await page.evaluate(() => window.violations))], []);
  });
}

test('on a phone a tap on a cell shows its number', async () => {
  const page = await stage.open({
    fragment: 'lesson=attention-weights&step=3',
    size: [390, 844],
    context: { hasTouch: true, isMobile: true },
  });
  await at(page, 'attention-weights', 2);
  const cells = (await layout(page)).find(({ kind, name }) => kind === 'figure' && name === 'cells');
  const { tokens } = (await state(page)).document;
  const side = cells.width / tokens.length; // rows are as high, and scroll below
  const texts = async () =>
    (await layout(page))
      .filter(({ kind }) => kind === 'text')
      .map(({ name }) => name)
      .join(' ');
  const [query, key] = [tokens.indexOf('fits'), tokens.indexOf('radio')];
  const { layers } = await page.evaluate(() => window.headwaters.results({ method: 'raw', layer: 0 }));
  const wanted = layers[0].values[query][key].toFixed(3);
  assert.ok(!(await texts()).includes(wanted));
  await page.touchscreen.tap(cells.x + (key + 0.5) * side, cells.y + (query + 0.5) * side);
  await idle(page);
  await until(page, (text) => window.headwaters.layout().some(({ kind, name }) => kind === 'text' && name.includes(text)), wanted);
  assert.deepEqual(page.faults, []);
});

for (const [name, fragment] of [
  ['in a lesson', 'lesson=residual&step=6'],
  ['in the views', 'v=1&sample=agreement-keys&method=rollout&layer=6&token=0&panel=bars'],
]) {
  test(`a click on a bar, then y, explains that bar: ${name}`, async () => {
    const page = await stage.open({ fragment });
    if (name === 'in a lesson') {
      await at(page, 'residual', 5);
      await page.locator('.lesson .show').click();
    }
    await idle(page);
    const [bars] = (await layout(page)).filter(({ kind, name: figure }) => kind === 'figure' && figure === 'bars');
    const rows = (await layout(page)).filter(
      ({ kind, name: target, x, width }) => kind === 'target' && target === 'row' && x + width > bars.x,
    );
    const before = await state(page);
    for (const token of [4, 2]) {
      await page.evaluate(() => window.headwaters.setState({ panel: 'bars' }));
      await idle(page);
      await page.mouse.click(bars.x + 20, middleOf(rows[token])[1]);
      await idle(page);
      await page.keyboard.press('y');
      await until(page, () => window.headwaters.state.panel === 'explain');
      await idle(page);
      const { sink, method, layer } = await state(page);
      assert.deepEqual([sink, method, layer], [token, before.method, before.layer]);
    }
    assert.deepEqual(page.faults, []);
  });
}
