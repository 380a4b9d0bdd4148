// SPDX-License-Identifier: MIT
// The introduction for who comes for the first time: it lies on nothing, leads on, and goes with what it tells of.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, idle, nothingComes, opened, Stage, until } from '../harness.mjs';

const stage = Stage.forFile();

test('who comes for the first time is told what this is, once, and never in the way of a link', async () => {
  const page = await stage.open({ firstVisit: true });
  await page.locator('.first').waitFor();
  for (const step of ['first/sentence', 'why/instead', 'why/hide']) await byId(page, step).waitFor();
  const [canvas, strip] = await page.evaluate(() =>
    [...document.querySelectorAll('#canvas, .first')].map((one) => one.getBoundingClientRect().toJSON()),
  );
  assert.ok(canvas.bottom <= strip.top + 1, 'it lies on nothing');
  // A toy is called a toy, and what that is stands one click away.
  const toy = byId(page, 'first/toy');
  assert.equal(await page.locator('.first .what').isVisible(), false);
  await toy.click();
  assert.match(await page.locator('.first .what').textContent(), /^A small toy model, trained for this page/);
  assert.ok(await page.locator('.first .what').isVisible());
  await byId(page, 'first/end').click();
  assert.equal(await page.locator('.first').count(), 0);
  await page.reload();
  await opened(page);
  assert.equal(await nothingComes(() => page.locator('.first').count(), 1500), 0, 'dismissed for good');
  // Who comes by a link is told what this page is.
  const linked = await stage.open({ fragment: 'v=1&sample=digit-4', firstVisit: true });
  await linked.locator('.first').waitFor();
  assert.ok((await linked.locator('.first p').first().textContent()).length > 40);
  assert.equal(await linked.locator('.first button').count(), 2, 'a sentence of one’s own, and the end');
});

test('what the introduction offers opens; it goes with the sample that it tells of, and nothing of it stays in the way', {
  timeout: 120_000,
}, async () => {
  const typed = await stage.open({ firstVisit: true });
  await byId(typed, 'first/sentence').click();
  await typed.waitForFunction(() => window.headwaters.prompt && document.querySelector('.model .answer-line .answer-text'), null, {
    timeout: 60_000,
  });
  await idle(typed);
  assert.deepEqual(
    await typed.evaluate(() => [
      document.getElementById('canvas').getBoundingClientRect().bottom,
      document.documentElement.hasAttribute('data-first'),
    ]),
    [800, false],
  );
  assert.equal(await typed.locator('.first').count(), 0);
  await until(typed, () => document.activeElement?.id === 'prompt' && document.querySelector('.sentence').hasAttribute('data-edited'));
  // The two next steps, in the view itself: another word, and the same word hidden.
  for (const [step, prompt] of /** @type {[string, RegExp][]} */ ([
    ['instead', /^the key to /],
    ['hide', /"kind":"hidden"/],
  ])) {
    const page = await stage.open({ firstVisit: true });
    await page.locator('.first').waitFor();
    await byId(page, `why/${step}`).click();
    await until(page, () => document.querySelector('.answer-line .answer-text')?.textContent === 'is');
    await page.locator('.first').waitFor({ state: 'detached' });
    assert.match(await page.evaluate(() => window.headwaters.prompt), prompt);
    assert.ok(await byId(page, 'changed').isVisible(), 'what has changed is said above the figure');
  }
  // By another way than the introduction's own buttons.
  for (const change of [
    () => window.headwaters.open({ model: 'digits' }),
    () => window.headwaters.setState({ lesson: 'attention-weights' }),
    () =>
      window.headwaters.open({
        tokens: ['x', 'y'],
        attentions: [
          [
            [
              [0.5, 0.5],
              [0.5, 0.5],
            ],
          ],
        ],
      }),
  ]) {
    const page = await stage.open({ firstVisit: true });
    await page.locator('.first').waitFor();
    await page.evaluate(change);
    await page.locator('.first').waitFor({ state: 'detached' });
  }
});

test('a phone held sideways keeps its figure on a first visit: the introduction is one line', async () => {
  const page = await stage.open({ size: [844, 390], firstVisit: true });
  const strip = page.locator('.first');
  await strip.waitFor();
  assert.ok((await strip.boundingBox()).height <= 60);
  for (const name of ['sentence', 'end']) {
    const { x, width, height } = await byId(strip, `first/${name}`).boundingBox();
    assert.ok(x + width <= 844 && height >= 40, `${name}: ${x}, ${width} x ${height}`);
  }
});

test('a small phone held upright keeps two thirds of its window on a first visit; readers still hear the whole introduction', async () => {
  const page = await stage.open({ size: [320, 568], firstVisit: true });
  const strip = page.locator('.first');
  await strip.waitFor();
  assert.ok((await strip.boundingBox()).height <= 568 / 3);
  assert.ok((await strip.locator('p').first().textContent()).length > 40);
});
