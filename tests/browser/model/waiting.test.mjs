// SPDX-License-Identifier: MIT
// A slow question to the model shows its progress and can be given up. Text typed meanwhile does not wait for it.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, openSide, Stage, until } from '../harness.mjs';
import { openSheet } from './sheets.mjs';

const stage = Stage.forFile();

/** The search for deciding attention in a drawing has some 50 tokens, and hardly any set decides. */
async function searching() {
  const page = await stage.openStill({ fragment: 'v=1&model=digits' });
  await until(page, () => document.querySelector('.answer-line .answer-text') !== null && window.headwaters.idle);
  await openSide(page);
  await page.evaluate(() => {
    // Every displayed step of the progress bar.
    window.seen = [];
    new MutationObserver(() => {
      const bar = document.querySelector('.model-view progress');
      if (bar && !bar.closest('[hidden]') && bar.hasAttribute('value')) window.seen.push(bar.value);
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['value', 'hidden'] });
  });
  await openSheet(page, 'decides');
  await until(page, () => /into “|No set/.test(document.querySelector('.model-view .answer-text')?.textContent));
  await page.evaluate(() => {
    window.seen = [];
  });
  await page.selectOption('[data-id="decides/kind"]', 'edge');
  await until(page, () => window.seen.length > 1 && document.querySelector('.model-view progress')?.checkVisibility());
  return page;
}

const isOver = (page) =>
  until(
    page,
    () =>
      /into “|No set/.test(document.querySelector('.model-view .answer-text')?.textContent) &&
      !document.querySelector('.model-view progress').checkVisibility(),
  );

test('a search says how far it is, to its end', async () => {
  const page = await searching();
  await until(page, () => /^about \d+ s left$/.test(document.querySelector('.model-view progress + span')?.textContent));
  await isOver(page);
  const seen = await page.evaluate(() => window.seen);
  assert.deepEqual(
    seen,
    [...seen].sort((a, b) => a - b),
    'it never goes back',
  );
  assert.ok(seen.length > 3 && seen.every((share) => share > 0 && share <= 1), seen.join());
  assert.deepEqual(page.faults, []);
});

test('it is given up by Cancel, and asked again', async () => {
  const page = await searching();
  await page.click('[data-id="waiting/cancel"]');
  await byId(page, 'waiting/again').waitFor();
  assert.equal(await page.textContent('.model-view .answer-text'), '', 'nothing is being searched');
  assert.equal(await page.evaluate(() => document.querySelector('.model-view progress').checkVisibility()), false);
  await page.click('[data-id="waiting/again"]');
  await isOver(page);
  assert.deepEqual(page.faults, []);
});

test('another drawing does not wait for it', async () => {
  const page = await searching();
  await isOver(page);
  // At the first step of the next search, because it is soon over on a fast machine.
  await page.evaluate(() => {
    window.seen = [];
    const bar = document.querySelector('.model-view progress');
    new MutationObserver((_, observer) => {
      if (!bar.hasAttribute('value')) return;
      observer.disconnect();
      window.headwaters.prompt = 'draw:GgKBKH_X';
    }).observe(bar, { attributes: true });
  });
  await page.selectOption('[data-id="decides/rule"]', 'renormalise');
  const before = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () =>
          document.querySelector('.answer-line .answer-text')?.textContent === '1'
            ? resolve(Math.max(...window.seen, 0))
            : setTimeout(look, 5);
        look();
      }),
  );
  assert.ok(before < 1, 'the search before was not carried to its end');
  await isOver(page);
  assert.deepEqual(page.faults, []);
});
