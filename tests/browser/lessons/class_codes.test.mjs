// SPDX-License-Identifier: MIT
// A class without a server: a student answers and gets a code, the lecturer pastes the codes of a class, sees bars, and reveals. The same
// code opens the answers. Instructor mode is part of the link.
import assert from 'node:assert/strict';

import { codeOf, shapeOf } from '../../../web/lessons/class/code.js';
import { readLesson } from '../../../web/lessons/form/read.js';
import { test } from '../engine.mjs';
import { atStep as at, byId, opened, Stage, until } from '../harness.mjs';
import { lessonText } from '../lesson_numbers.mjs';
import { answer as choose } from './answer.mjs';

const stage = Stage.forFile();
const id = 'five-questions';
/** @param {string} name */
const shape = (name) => shapeOf(/** @type {import('../../../web/lessons/form/read.js').Lesson} */ (readLesson(lessonText(name)).lesson));
const own = shape(id);
const right = own.asks.map(({ answers }) => answers.findIndex((one) => one.right));

/** A code whose student chose in the first step, and stopped there. @param {number} first @param {number} salt */
const codeWith = (first, salt, sentence = '') =>
  codeOf(own, {
    reached: 0,
    marks: own.asks.map(({ marks }, i) => (i ? marks[0] : (marks.find((one) => one.first === first) ?? marks[0]))),
    sentence,
    salt,
  });
const textOf = (page, name) => byId(page, name).textContent();

test('a student gets a code, and the lecturer counts 60 of them, counts hands and reveals', async () => {
  const page = await stage.open({ fragment: `lesson=${id}` });
  await at(page, id, 0);
  const wrong = (right[0] + 1) % 3;
  await choose(page, wrong);
  await choose(page, right[0]);
  // By the keyboard.
  await byId(page, 'lesson/class').focus();
  await page.keyboard.press('Enter');
  const field = byId(page, 'class/sentence');
  await field.fill('the <b>keys</b> to the cabinet [MASK]');
  const code = (await textOf(page, 'class/code')) ?? '';
  assert.match(code, /^[2-9A-HJKMNP-Z]{8}the_<b>keys<\/b>_to_the_cabinet_\[MASK\]$/);
  assert.equal(await page.locator('dialog.class svg.code path').count(), 1);
  await page.keyboard.press('Escape');
  await until(page, () => document.activeElement?.getAttribute('data-id') === 'lesson/class');

  await byId(page, 'lesson/instructor').click();
  assert.match(page.url(), /[#&]instructor=on/);
  await byId(page, 'lesson/class').click();
  const other = shape('residual');
  const foreign = codeOf(other, { reached: 0, marks: other.asks.map(({ marks }) => marks[0]), sentence: '', salt: 9 });
  const others = Array.from({ length: 59 }, (_, i) => codeWith(i < 40 ? right[0] : wrong, 1000 * i + 7));
  assert.equal(new Set(others).size, 59);
  const chat = [
    ...others.map((one, i) => `10:${10 + (i % 50)} Student ${i}: ${one}`),
    `Eve: ${code}`,
    code,
    `Bob: ${foreign}`,
    'Al: K7QM3X',
    'me too',
  ];
  await byId(page, 'class/paste').fill(chat.join('\n'));
  await byId(page, 'class/count').click();
  await until(page, () => document.querySelectorAll('[data-id="class/report"] li').length === 4);
  const report = await page.locator('[data-id="class/report"] li').allTextContents();
  assert.match(report[0], /^60 /);
  assert.match(report[1], /^1 /);
  assert.match(report[2], /^1 .*\(Residual/);
  assert.match(report[3], /^1 .*\(K7QM3X\)/);
  const countOf = (choice) => page.locator(`[data-id="class/bar/0/${choice}"] .count`).textContent();
  assert.deepEqual([await countOf(right[0]), await countOf(wrong)], ['40', '20']);
  assert.match((await textOf(page, 'class/stuck')) ?? '', /: 19 /);
  const sentence = page.locator('[data-id="class/wall"] a');
  assert.equal(await sentence.textContent(), 'the <b>keys</b> to the cabinet [MASK]');
  assert.match((await sentence.getAttribute('href')) ?? '', /^#v=1&model=agreement&prompt=the%20%3Cb%3E/);

  const bar = byId(page, `class/bar/0/${wrong}`);
  await bar.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  assert.equal(await countOf(wrong), '20 + 2 hands');
  await byId(page, 'class/undo/0').click();
  assert.equal(await countOf(wrong), '20 + 1 hand');

  assert.equal(await page.locator('dialog.class .right').count(), 0);
  await byId(page, 'class/reveal/0').click();
  assert.equal(await page.locator('dialog.class .right').getAttribute('data-id'), `class/bar/0/${right[0]}`);
  assert.match((await textOf(page, 'class/ask/0')) ?? '', / 0\.7$/);

  // Codes, hands and the mode survive a reload.
  await page.reload();
  await opened(page);
  await at(page, id, 0);
  assert.equal(await byId(page, 'lesson/instructor').getAttribute('aria-pressed'), 'true');
  await byId(page, 'lesson/class').click();
  assert.equal(await countOf(wrong), '20 + 1 hand');
  await byId(page, 'class/clear').click();
  assert.equal(await countOf(wrong), '0');
  assert.deepEqual(page.faults, []);
});

test('a code opens the answers, by a link and in the list of lessons', async () => {
  const code = codeWith(right[0], 5, 'a sentence');
  const page = await stage.open({ fragment: `lesson=${id}&step=1&code=${encodeURIComponent(code)}` });
  await at(page, id, 0);
  const dialog = byId(page, 'dialog/class-hand-in');
  await dialog.waitFor();
  assert.match((await dialog.textContent()) ?? '', /1 of 6\. 1 of 6 .*a sentence/);
  await page.keyboard.press('Escape');
  await until(page, () => !location.hash.includes('code='));
  await page.evaluate(() => window.headwaters.setState({ lesson: '' }));
  await page.keyboard.press('h');
  await byId(page, 'lessons/address').waitFor();
  for (const [given, isFound] of /** @type {[string, boolean][]} */ ([
    ['ABCD2345', false],
    [code.toLowerCase(), true],
  ])) {
    await byId(page, 'lessons/address').fill(given);
    await byId(page, 'lessons/open').click();
    if (!isFound) await until(page, () => document.querySelector('[data-id="lessons/problem"]')?.textContent !== '');
  }
  await dialog.waitFor();
  assert.deepEqual(page.faults, []);
});

test('on a phone nothing stands out sideways, and a link has instructor mode', async () => {
  const page = await stage.open({
    fragment: `lesson=${id}&step=1&instructor=on`,
    size: [390, 844],
    context: { hasTouch: true, isMobile: true },
  });
  await at(page, id, 0);
  await byId(page, 'lesson/class').tap();
  await byId(page, 'class/paste').fill(`${codeWith(0, 1, 'w'.repeat(60))}`);
  await byId(page, 'class/count').tap();
  await until(page, () => document.querySelectorAll('[data-id="class/wall"] li').length === 1);
  const [wide, low] = await page.evaluate(() => {
    const dialog = /** @type {HTMLElement} */ (document.querySelector('dialog.class'));
    const bars = [...dialog.querySelectorAll('.bars button')].map((one) => one.getBoundingClientRect().height);
    return [dialog.scrollWidth - dialog.clientWidth, Math.min(...bars)];
  });
  assert.ok(wide <= 1, `${wide}`);
  assert.ok(low >= 40, `${low}`);
  assert.deepEqual(page.faults, []);
});
