// SPDX-License-Identifier: MIT
// A model of next words, dropped as a folder. The deciding attention is found, cut, and dashed in the graph of the run. No cut looks ahead.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { dropAll, modelFiles, openSide, Stage, state, until } from '../harness.mjs';
import { openSheet } from './sheets.mjs';

const stage = Stage.forFile();
const folder = new URL('../../data/model/qwen3/', import.meta.url);
const text = 'the keys to the cabinet';
const answer = (page) => page.textContent('.answer-line .answer-text');

async function dropped() {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys' });
  await dropAll(page, modelFiles(folder));
  await page.waitForSelector('.model textarea');
  await page.fill('.model textarea', text);
  await until(
    page,
    (wanted) =>
      window.headwaters.prompt === wanted && window.headwaters.idle && document.querySelector('.answer-line .answer-text') !== null,
    text,
  );
  await openSide(page);
  return page;
}

test('what decides the next word is cut and dashed in the graph; its address opens the same run', async () => {
  const page = await dropped();
  const before = await answer(page);
  await openSheet(page, 'decides');
  await until(
    page,
    () =>
      document.querySelector('.model-view .units li') !== null &&
      /into “/.test(document.querySelector('.model-view .answer-text')?.textContent),
  );
  const units = await page.$$eval('.model-view .units li', (items) => items.map(({ textContent }) => textContent));
  const after = (await page.textContent('.model-view .answer-text')).match(/into “(.+?)”/)[1];
  await page.click('[data-id="decides/graph"]');
  await until(
    page,
    () =>
      window.headwaters.state.panel === 'graph' &&
      window.headwaters.idle &&
      /Dashed lines are cuts/.test(document.querySelector('#mirror')?.textContent),
  );
  await until(page, (word) => document.querySelector('.answer-line .answer-text')?.textContent === word, after);
  assert.notEqual(after, before);
  assert.equal((await state(page)).document.kind, 'causal');
  const { cuts, rule } = JSON.parse(await page.evaluate(() => window.headwaters.prompt));
  assert.equal(cuts.flatMap(({ text: one }) => one.split(',')).length, units.length);
  for (const { text: one } of cuts) for (const [, query, key] of one.matchAll(/(\d+)>(\d+)/g)) assert.ok(Number(key) <= Number(query), one);
  assert.equal(rule ?? 'zero', 'zero');
  // In the shown run each of these weights is 0.
  const [, layer, head, query, key] = /^(\d+):(\d+):(\d+)>(\d+)/.exec(cuts[0].text).map(Number);
  await page.evaluate(
    ([index, only]) => window.headwaters.setState({ method: 'raw', layer: index, settings: { heads: [only] } }),
    [layer - 1, head],
  );
  const { layers } = await page.evaluate((index) => window.headwaters.results({ method: 'raw', layer: index }), layer - 1);
  assert.equal(layers[0].values[query][key], 0);
  assert.deepEqual(page.faults, []);
});
