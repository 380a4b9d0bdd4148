// SPDX-License-Identifier: MIT
// The first view of the page shows the word that a small model's answer needs, before the model itself is loaded. Files open paused, on
// their last layer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { test } from '../engine.mjs';
import { byId, comes, drop, idle, openedAs, readData, Stage, state, until } from '../harness.mjs';

const stored = JSON.parse(readFileSync(new URL('../../../web/models/agreement.json', import.meta.url), 'utf8'));
const why = stored.answers[0].answer;

const stage = Stage.forFile();

test('the first picture says what the answer needs, and waits for no model; what is done next does', async () => {
  const page = await stage.newPage();
  let go = () => {};
  const gone = new Promise((resolve) => {
    go = () => resolve(undefined);
  });
  let isAsked = false;
  await page.route(/model\.wasm|models\/agreement\//, async (route) => {
    isAsked = true;
    await gone;
    await route.continue().catch(() => {});
  });
  await page.goto(stage.page.url);
  const named = page.locator('.why tr.named th');
  await named.waitFor();
  assert.match(await named.textContent(), /keys$/);
  assert.equal(await page.locator('.why .answer-text').textContent(), why.sentences.join(' '));
  assert.deepEqual(await page.locator('.why td.answer-without').allTextContents(), [
    '→ are 64 %',
    '→ is 65 %',
    '→ are 61 %',
    '→ are 63 %',
    '→ are 62 %',
    '',
    '→ are 34 %',
    '→ are 65 %',
    '→ are 62 %',
  ]);
  assert.equal(await page.locator('.sentence .piece.filled').textContent(), 'are', 'the answer stands in the gap');
  const shown = await state(page);
  assert.deepEqual([shown.panel, shown.layer, shown.playing, shown.document.model], ['words', 3, false, shown.document.name]);
  // The model loads while this is read.
  await comes(() => isAsked);
  await byId(page, 'why/hide').click();
  go();
  await until(page, () => document.querySelector('.answer-line .answer-text')?.textContent === 'is');
  await idle(page);
  assert.match(await page.evaluate(() => window.headwaters.prompt), /"kind":"hidden"/);
});

test('in a language that the answers were not written in, the model gives them', async () => {
  const page = await stage.newPage({ locale: 'de-DE' });
  await page.goto(stage.page.url);
  await until(page, (sentence) => document.querySelector('.why .answer-text strong')?.textContent === sentence, stored.sentences.de[0]);
});

test('where its model cannot be had, the page says so when it is needed, and keeps the picture', async () => {
  const page = await stage.newPage();
  await page.route(/model\.wasm|models\/agreement\//, (route) => route.abort());
  await page.goto(stage.page.url);
  await byId(page, 'why/hide').click();
  await until(page, () => document.querySelector('.model .status')?.textContent);
  assert.match(await page.locator('.why tr.named th').textContent(), /keys$/);
});

test('a file opens still, on the last layer', async () => {
  const page = await stage.open();
  await drop(page, 'keys.json', readData('references/toy_agreement_keys.json'));
  await openedAs(page, 'keys.json');
  assert.deepEqual([(await state(page)).playing, (await state(page)).layer], [false, 5]);
});
