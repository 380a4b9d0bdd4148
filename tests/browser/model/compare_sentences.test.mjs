// SPDX-License-Identifier: MIT
// A model of similarity compares two typed sentences, each in its own run.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, dropAll, modelFiles, openSide, Stage, until } from '../harness.mjs';

const stage = Stage.forFile();
const folder = new URL('../../../web/models/agreement/', import.meta.url);

test('a second sentence of a model of similarity is compared with, and not read with the first', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys' });
  /** @type {Record<string, Buffer | string>} */
  const files = modelFiles(folder);
  files['config.json'] = JSON.stringify({ ...JSON.parse(files['config.json'].toString()), architectures: ['BertModel'] });
  await dropAll(page, files);
  await until(page, () => document.querySelector('.model textarea') && window.headwaters.idle);
  const [text, pair] = [page.locator('.model textarea:not(.pair)'), page.locator('.model textarea.pair')];
  const runs = async (prompt) => until(page, (wanted) => window.headwaters.prompt === wanted && window.headwaters.idle, prompt);
  const [first, second] = ['the dog is old', 'the dogs are old'];
  await text.fill(second);
  await text.press('Enter');
  await runs(second);
  await text.fill(first);
  await text.press('Enter');
  await runs(first);
  const tokens = await page.evaluate(() => window.headwaters.state.document.tokens);
  const near = await page.evaluate(
    (own) => [...document.querySelectorAll('.answer-line *')].map(({ textContent }) => textContent).find((line) => line.includes(own)),
    second,
  );
  const cosine = /[−-]?\d\.\d+/.exec(near)[0];

  await byId(page, 'line/second').click();
  await pair.fill(second);
  await pair.press('Enter');
  await runs(JSON.stringify({ text: first, target: `cos:${second}` }));
  assert.deepEqual(await page.evaluate(() => window.headwaters.state.document.tokens), tokens, 'the first alone');
  await openSide(page);
  const asked = await page.textContent('#side');
  assert.ok(asked.includes(cosine), `${cosine} in ${asked}`);

  // The field contains the comparison of the question. Without it there is none.
  await page.goBack();
  await runs(first);
  await page.goForward();
  await runs(JSON.stringify({ text: first, target: `cos:${second}` }));
  assert.equal(await pair.inputValue(), second);
  await byId(page, 'line/second').click();
  await runs(first);
  assert.equal(await pair.isVisible(), false);
  assert.deepEqual(page.faults, []);
});
