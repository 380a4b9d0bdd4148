// SPDX-License-Identifier: MIT
// A list given by hand or by a program. The promise of the caller is resolved, and a reload finds the list again.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { idle, openedAs, readData, Stage, state, until } from '../harness.mjs';
import { dropAll, list } from './made.mjs';

const stage = Stage.forFile();
const open = (page, text, name) =>
  page.evaluate(
    async ([content, called]) => {
      const events = [];
      for (const type of /** @type {const} */ (['open', 'error'])) window.headwaters.on(type, () => events.push(type));
      const answer = await window.headwaters.open(new File([content], called)).then(
        () => 'opened',
        ({ finding }) => finding,
      );
      return {
        answer,
        events,
        count: document.querySelector('.data-set:not([hidden]) .count')?.textContent,
        dataset: window.headwaters.state.dataset,
      };
    },
    [text, name],
  );
const heading = (page) => page.textContent('.data-set h2');

test('a program that opens a list waits until it is shown, and is told what is wrong with it', async () => {
  const page = await stage.openStill();
  const { document } = await state(page);
  const good = await open(page, list(), 'good.jsonl');
  assert.equal(good.answer, 'opened');
  assert.match(good.count, /^60 examples/);
  assert.equal(good.dataset, 'local:good.jsonl');
  assert.deepEqual(good.events, [], 'no document was opened, and nothing failed');
  assert.equal((await state(page)).document.name, document.name);
  const bad = await open(page, `${list().split('\n')[0]}\n{"file":`, 'bad.jsonl');
  assert.notEqual(bad.answer, 'opened');
  assert.ok((await page.textContent('.data-set .problem')).includes(bad.answer), bad.answer);
  assert.deepEqual(page.faults, []);
});

test('a list that was dropped is there after a reload, with the document beside it', async () => {
  const page = await stage.openStill();
  await dropAll(page, { 'keys.json': readData('forms/headwaters/full.json').toString() });
  await openedAs(page, 'keys.json');
  await page.evaluate(() => window.headwaters.pause());
  await dropAll(page, { 'a list.jsonl': list() });
  await page.waitForSelector('.data-set .room .row');
  await idle(page);
  // The list is stored after it is shown.
  await until(page, async () => {
    const asked = indexedDB.open('headwaters', 1);
    const base = /** @type {IDBDatabase} */ (
      await new Promise((resolve) => {
        asked.onsuccess = () => resolve(asked.result);
      })
    );
    const names = await new Promise((resolve) => {
      base.transaction('files').objectStore('files').getAll().onsuccess = (/** @type {any} */ { target }) =>
        resolve(target.result.map(({ name }) => name));
    });
    base.close();
    return names.length === 2;
  });
  await page.reload();
  await page.waitForSelector('.data-set .room .row');
  assert.equal(await heading(page), 'a list.jsonl');
  assert.equal((await state(page)).dataset, 'local:a list.jsonl');
  await page.click('.data-set .close');
  await openedAs(page, 'keys.json');
  assert.deepEqual(page.faults, []);
});
