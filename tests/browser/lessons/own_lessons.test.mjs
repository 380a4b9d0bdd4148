// SPDX-License-Identifier: MIT
// Lessons that somebody else wrote: dropped, in a link, from another host, recorded in the page; and what is wrong in them.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serve } from '../../../tools/serve.mjs';
import { answer } from './answer.mjs';
import { test } from '../engine.mjs';
import { atStep as at, byId, drop, idle, Stage, state, until } from '../harness.mjs';

const stage = Stage.forFile();

const own = {
  form: 'headwaters-lesson/1',
  id: 'own',
  title: 'Own <b>lesson</b>',
  steps: [
    {
      title: 'One <img src=x onerror=alert(1)>',
      text: ['<script>alert(1)</script> *stress* $A_1$'],
      data: {
        tokens: ['a', 'b'],
        attentions: [
          [
            [0.5, 0.5],
            [0.25, 0.75],
          ],
        ],
      },
      view: 'method=raw&panel=bars',
    },
    { title: 'Two', text: ['Go on.'], view: { method: 'rollout', layer: 1, panel: 'matrix' } },
  ],
};

test('a lesson that is dropped gets a link that holds it, and markup in it stays text', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=digit-4' });
  await drop(page, 'own.json', JSON.stringify(own));
  await at(page, 'own', 0);
  assert.equal(await page.locator('.lesson h3').textContent(), own.steps[0].title);
  assert.equal(await page.locator('.lesson img, .lesson script, .lesson b').count(), 0);
  assert.equal(await page.locator('.lesson math msub').count(), 1);
  assert.deepEqual((await state(page)).document.tokens, ['a', 'b']);
  await page.keyboard.press('PageDown');
  await at(page, 'own', 1);
  const reference = /lesson=([^&]+)/.exec(page.url())[1];
  const other = await stage.open({ fragment: `lesson=${reference}&step=2` });
  await at(other, 'own', 1);
  assert.equal((await state(other)).panel, 'matrix');
  assert.deepEqual((await state(other)).document.tokens, ['a', 'b']);
  const cut = await stage.open({ fragment: `lesson=${reference.slice(0, -20)}` });
  await cut.locator('.lesson .faults').waitFor();
  assert.match(await cut.locator('.lesson .faults').textContent(), /incomplete or changed/);
  assert.deepEqual([page.faults, other.faults], [[], []]);
});

test('a lesson from another host plays with the data beside it, and one that may not be read says what helps', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lesson-'));
  mkdirSync(join(folder, 'course'));
  const steps = [{ ...own.steps[1], data: { address: 'three.json' } }, own.steps[1]];
  writeFileSync(join(folder, 'course/first.json'), JSON.stringify({ ...own, steps }));
  writeFileSync(
    join(folder, 'course/three.json'),
    JSON.stringify({
      tokens: ['x', 'y', 'z'],
      attentions: [
        [
          [1, 0, 0],
          [0.5, 0.5, 0],
          [0.25, 0.25, 0.5],
        ],
      ],
    }),
  );
  const [shared, closed] = await Promise.all([serve({ folder, cors: true }), serve({ folder })]);
  try {
    const page = await stage.open({ fragment: `lesson=${encodeURIComponent(`${shared.url}course/first.json`)}&step=2` });
    await at(page, 'own', 1);
    assert.deepEqual((await state(page)).document.tokens, ['x', 'y', 'z']);
    await page.keyboard.press('PageUp');
    await at(page, 'own', 0);
    assert.match(page.url(), /lesson=[^&]*first\.json/);
    const other = await stage.open({ fragment: `lesson=${encodeURIComponent(`${closed.url}course/first.json`)}` });
    const said = other.locator('.lesson .faults');
    await said.waitFor();
    assert.match(await said.textContent(), /CORS.*save the lesson and drop it here/s);
    assert.ok((await state(other)).document, 'what is open stays open');
    assert.deepEqual(page.faults, []);
  } finally {
    await Promise.all([shared.close(), closed.close()]);
    rmSync(folder, { recursive: true });
  }
});

test('a lesson with faults says all of them with their places', async () => {
  const page = await stage.openStill();
  await drop(
    page,
    'bad.json',
    JSON.stringify({
      ...own,
      steps: [{ ...own.steps[0], hint: 'x', question: { text: 'Why?', answers: [{ text: 'a' }, { text: 'b' }] } }],
    }),
  );
  await page.locator('.lesson .faults').waitFor();
  const said = await page.locator('.lesson .faults').textContent();
  assert.match(said, /steps\[0\]\.hint/);
  assert.match(said, /steps\[0\]\.question\.answers/);
});

test('a step is recorded from the present view, and the lesson plays, and is taken away', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=digit-8&method=raw&layer=2&panel=image' });
  await page.keyboard.press('h');
  await byId(page, 'lessons/write').click();
  const area = page.locator('section.author details textarea');
  await page.locator('section.author').waitFor();
  await page.locator('.author summary').click();
  await area.waitFor();
  await byId(page, 'author/add-step').click();
  const lesson = JSON.parse(await area.inputValue());
  assert.equal(lesson.steps.length, 2);
  assert.match(lesson.steps[1].view, /method=raw&layer=2/);
  await area.fill(JSON.stringify({ ...lesson, title: 7 }));
  await page.locator('section.author .faults').waitFor();
  assert.match(await page.locator('section.author .faults').textContent(), /title This is a number, not a string/);
  // A sum that does not come out is marked, and can be played all the same.
  await area.fill(JSON.stringify({ ...lesson, title: 'Recorded', about: '{0.9|= 0.5 * 0.6 + 0.5}' }));
  await page.locator('section.author .faults').getByText('does not add up. The value is 0.800.').waitFor();
  await area.fill(JSON.stringify({ ...lesson, title: 'Recorded' }));
  const [download] = await Promise.all([page.waitForEvent('download'), byId(page, 'author/download').click()]);
  assert.equal(download.suggestedFilename(), 'my-lesson.json');
  await byId(page, 'author/play').click();
  await at(page, 'my-lesson', 1);
  assert.equal((await state(page)).panel, 'image');
  assert.equal(await page.locator('.lesson h2').textContent(), 'Recorded');
  assert.deepEqual(page.faults, []);
});

test('a number that the page computes otherwise is marked while it is written', async () => {
  const page = await stage.open({ fragment: 'lesson=rollout-by-hand&step=2' });
  await at(page, 'rollout-by-hand', 1);
  await byId(page, 'lesson/write').click();
  const area = page.locator('section.author details textarea');
  await page.locator('.author summary').click();
  await page
    .locator('section.author')
    .getByText(/Numbers checked: \d\d of \d\d\./)
    .waitFor();
  const written = await area.inputValue();
  const right = '{0.75|rollout layer=1 token=0 key=0}';
  assert.ok(written.includes(right));
  await area.fill(written.replace(right, '{0.9|rollout layer=1 token=0 key=0}'));
  await page.locator('section.author .faults').getByText('{0.9|rollout layer=1 token=0 key=0} is wrong. The value is 0.750.').waitFor();
  await area.fill(written);
  await page.locator('section.author .faults').waitFor({ state: 'detached' });
  assert.deepEqual(page.faults, []);
});

test('a lesson is written in fields beside the views, which stay usable, and plays as it was written', async () => {
  const page = await stage.open({ fragment: 'v=1&sample=agreement-keys&method=raw&layer=1&panel=bars' });
  await idle(page);
  await page.keyboard.press('h');
  await byId(page, 'lessons/write').click();
  const author = page.locator('section.author');
  await author.waitFor();
  const [canvas, panel] = await page.evaluate(() =>
    [...document.querySelectorAll('#canvas, .author')].map((one) => one.getBoundingClientRect().toJSON()),
  );
  assert.ok(canvas.right <= panel.left + 1 && canvas.width > 600, 'the views are beside it');
  await byId(author, 'author/title').first().fill('Mine');
  await byId(author, 'author/step-title').fill('First');
  await byId(author, 'author/text').fill('One thing.\n\n- a point\n- another\n\n{0.9|= 0.5 * 0.6 + 0.5} is the sum.');
  await author.locator('.faults').getByText('does not add up. The value is 0.800.').waitFor(); // what is false is marked in the fields' lesson too
  await byId(author, 'author/text').fill('One thing.\n\n- a point\n- another');
  await byId(author, 'author/hide').selectOption('all');
  await byId(author, 'author/question').fill('Which?');
  await byId(author, 'author/add-answer').click();
  await byId(author, 'author/answer/2').fill('The third');
  await byId(author, 'author/answer/2/right').check();
  await byId(author, 'author/answer/2/says').fill('So it is.');
  // The views go on working: a key of theirs, and then the step has what they show.
  await page.locator('#canvas').focus();
  await page.keyboard.press('r');
  await until(page, () => window.headwaters.state.method === 'rollout');
  await byId(author, 'author/take').click();
  const lesson = JSON.parse(await author.locator('details textarea').inputValue());
  assert.equal(lesson.title, 'Mine');
  const [step] = lesson.steps;
  assert.match(step.view, /method=rollout/);
  assert.deepEqual(
    [step.title, step.text, step.hide, step.question.text],
    ['First', ['One thing.', ['a point', 'another']], 'all', 'Which?'],
  );
  assert.deepEqual(
    step.question.answers.map(({ text, right }) => [text, right]),
    [
      ['This', undefined],
      ['That', undefined],
      ['The third', true],
    ],
  );
  assert.deepEqual(step.question.answers[2].says, ['So it is.']);
  await byId(author, 'author/play').click();
  await at(page, 'my-lesson', 0);
  assert.equal(await page.locator('section.author').count(), 0);
  await answer(page, 2);
  await page.locator('.lesson .says').getByText('So it is.').waitFor();
  assert.deepEqual(page.faults, []);
});
