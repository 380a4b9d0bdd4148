// SPDX-License-Identifier: MIT
// Questions about a picture in the page, with the model of shapes, where the right patch is known.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { test } from '../engine.mjs';
import { byId, pressId, Stage, until } from '../harness.mjs';

const stage = Stage.forFile();
const folder = new URL('../../data/model/shapes/', import.meta.url);
const examples = JSON.parse(readFileSync(new URL('examples.json', folder), 'utf8')).examples;
const picture = (name) => readFileSync(new URL(`pictures/${name}.png`, folder));

const opened = async (fragment = 'v=1&model=shapes', options = {}) => {
  const page = await stage.openStill({ fragment, ...options });
  await page.waitForSelector('[data-id="sheet/patches"] .patches');
  await measured(page);
  return page;
};
/** Until the view has its values. */
const measured = (page) =>
  until(
    page,
    () =>
      window.headwaters.idle &&
      document.querySelector('.model').getAttribute('aria-busy') !== 'true' &&
      document.querySelector('[data-id="patches/finding"]')?.dataset.first,
  );
const answer = (page) => page.textContent('.answer-line .answer-text');
/** The first patch, as a number of the grid. */
const first = (page) =>
  page.evaluate(() => {
    const [, row, column] = document.querySelector('[data-id="patches/finding"]').dataset.first.split(':').map(Number);
    return 6 * (row - 1) + column - 1;
  });
/** The patches of the object in question in a picture of the examples. @param {number} at */
const patches = (at) => examples[at].objects[examples[at].object].patches;

async function ask(page, question) {
  await byId(page, 'line/edit').click();
  await page.fill('.model textarea', question);
  await page.keyboard.press('Enter');
}

test('the sample opens with a picture, a question and its answer, and the first patch lies on the object', async () => {
  const page = await opened();
  assert.equal(await answer(page), examples[0].answer);
  assert.ok(patches(0).includes(await first(page)));
  assert.match(await page.textContent('.pieces'), /picture, 36 tokens/);
  for (const method of ['wipe', 'relevance']) {
    await page.evaluate(() => delete document.querySelector('[data-id="patches/finding"]').dataset.first);
    await page.selectOption('[data-id="patches/method"]', method);
    await measured(page);
    assert.ok(patches(0).includes(await first(page)), method);
  }
  await page.selectOption('[data-id="patches/method"]', 'rollout-tower');
  await page.waitForSelector('[data-id="patches/limit"].warning');
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test('a typed question is answered in writing, and the written word can be asked about', async () => {
  const page = await opened();
  await ask(page, 'what is green ?');
  await until(page, () => /"ids"/.test(window.headwaters.prompt) && window.headwaters.idle);
  await measured(page);
  const chips = await page.$$eval('.pieces .piece', (all) => all.map((one) => one.textContent));
  assert.deepEqual(chips, ['<s>', 'what', 'is', 'green', '?', 'square']);
  assert.match(await page.evaluate(() => window.headwaters.prompt), /"target":"lp:\d+@40"/);
});

test('masked patches change the answer, and Back undoes them', async () => {
  const page = await opened();
  await pressId(page, 'patches/mask');
  const box = await page.locator('.patch-picture').boundingBox();
  /** @returns {[number, number]} */
  const at = (/** @type {number} */ patch) => [
    box.x + ((patch % 6) + 0.5) * (box.width / 6),
    box.y + (Math.floor(patch / 6) + 0.5) * (box.height / 6),
  ];
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (const patch of [1, 7, 6]) await page.mouse.move(...at(patch), { steps: 4 });
  await page.mouse.up();
  await until(page, () => /"wiped":"0;1;6;7"/.test(window.headwaters.prompt) && window.headwaters.idle);
  await until(page, () => /4/.test(document.querySelector('[data-id="patches/changed"]')?.textContent ?? ''));
  assert.notEqual(await answer(page), examples[0].answer);
  assert.match(await page.textContent('[data-id="patches/changed"]'), new RegExp(examples[0].answer));
  await pressId(page, 'patches/clear');
  await until(page, (wanted) => document.querySelector('.answer-line .answer-text').textContent === wanted, examples[0].answer);
  assert.deepEqual(page.faults, []);
});

test('another picture is asked the same question; a link keeps a picture of the site', async () => {
  const page = await opened();
  await page.setInputFiles('[data-id="patches/choose-file"]', { name: 'shapes.png', mimeType: 'image/png', buffer: picture('02') });
  await until(page, () => /"images":"photo:[0-9a-f]{16}"/.test(window.headwaters.prompt) && window.headwaters.idle);
  await ask(page, examples[1].question);
  await until(page, (wanted) => document.querySelector('.answer-line .answer-text')?.textContent === wanted, examples[1].answer);
  const recipe = JSON.stringify({ text: examples[4].question, images: 'picture-05.png' });
  const linked = await opened(`v=1&model=shapes&panel=patches&prompt=${encodeURIComponent(recipe)}`);
  assert.equal(await answer(linked), examples[4].answer);
  assert.ok(patches(4).includes(await first(linked)));
  assert.match(await linked.evaluate(() => location.hash), /picture-05/);
});
