// SPDX-License-Identifier: MIT
// The models' module in two parts. The first opens a text model and runs its first text. The second is loaded after that, or earlier within
// the call of anything that needs it. Also tests that the second part cannot be loaded.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { test } from '../engine.mjs';
import { byId, comes, openSide, site, Stage, until } from '../harness.mjs';

const stage = Stage.forFile();
const later = join(site, 'model.later.wasm');
const skip = !existsSync(later) && 'the models’ module is built as a whole here (no wasm-split)';

/** The limit for downloads of the module before a text model's first picture, from a host that compresses with brotli. */
const limit = 204_000;
const shows = (page, text) => until(page, (wanted) => window.headwaters?.prompt === wanted && window.headwaters.idle, text);
/** The shipped model's own text. */
const text = 'the keys to the cabinet [MASK] on the table';

/** Opens a model and holds its second part back. `answer` decides the response when it is released. */
async function held(answer = (route) => route.continue(), model = 'agreement') {
  const page = await stage.openStill();
  let go = () => {};
  const gone = new Promise((resolve) => {
    go = () => resolve(undefined);
  });
  /** The type of each request. @type {string[]} */
  const how = [];
  await page.route('**/model.later.wasm', async (route) => {
    how.push(route.request().resourceType());
    await gone;
    await answer(route);
  });
  await page.evaluate((name) => void window.headwaters.open({ model: name }).catch(() => {}), model);
  return { page, how, go };
}

test('a text model opens and runs its first text with the first part alone, which stays below 204 KB', { skip }, async () => {
  const bytes = brotliCompressSync(readFileSync(join(site, 'model.wasm'))).length;
  assert.ok(bytes < limit, `${bytes}`);
  const { page, how, go } = await held();
  await shows(page, text);
  assert.equal(await page.evaluate(() => document.querySelector('.answer-line .answer-text')?.textContent), 'are');
  // Texts without questions need no more either.
  await page.fill('.model textarea', 'the key to the cabinets [MASK] on the table');
  await shows(page, 'the key to the cabinets [MASK] on the table');
  await comes(() => how.length > 0);
  assert.deepEqual(how, ['fetch'], 'it is fetched by itself: no function of it was called');
  go();
  assert.deepEqual(page.faults, []);
});

/** By the dialog next to the line, which stays open. */
const withGradients = async (page) => {
  const add = byId(page, 'question/gradients');
  await openSide(page);
  await add.click();
};
const hasGradients = (page) => until(page, () => window.headwaters.prompt.includes('target') && window.headwaters.idle);

test('what asks for more waits for the second part, which is fetched once', { skip }, async () => {
  const { page, how, go } = await held();
  await shows(page, text);
  await withGradients(page);
  await comes(() => how.length > 0);
  go();
  await hasGradients(page);
  assert.deepEqual(how, ['fetch']);
  assert.deepEqual(page.faults, []);
});

test('without a network what needs the second part says so, and the model goes on', { skip }, async () => {
  let isUp = false;
  const { page, go } = await held((route) => (isUp ? route.continue() : route.abort()));
  go();
  await shows(page, text);
  await withGradients(page);
  await until(page, () => document.querySelector('.model')?.textContent?.includes('Are you online'));
  await page.fill('.model textarea', 'the key to the cabinets [MASK] on the table');
  await shows(page, 'the key to the cabinets [MASK] on the table');
  isUp = true;
  await withGradients(page);
  await hasGradients(page);
});

test('what is opened and needs the second part at once gets it, or says that it could not be fetched', { skip }, async () => {
  for (const isUp of [true, false]) {
    const { page, how, go } = await held((route) => (isUp ? route.continue() : route.abort()), 'digits');
    go();
    if (isUp) await until(page, () => window.headwaters.state.document.form === 'model' && window.headwaters.idle);
    else await until(page, () => window.headwaters.state.messages.some(({ finding }) => finding.includes('Are you online')));
    assert.equal(how[0], 'xhr');
  }
});
