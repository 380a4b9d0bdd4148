// SPDX-License-Identifier: MIT
// one-file.html, the page as a download: a double click opens it with samples, models and lessons, without a network.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { test } from '../engine.mjs';
import { byId, site, Stage, state, still, until } from '../harness.mjs';

const stage = Stage.forFile();
const url = pathToFileURL(join(site, 'one-file.html')).href;

/** Opens the file as a double click does. @param {Parameters<Stage['open']>[0]} [options] */
const opened = (options) => stage.openStill({ url, context: { offline: true }, ...options });

/** Nothing was asked of a network, and nothing failed. */
async function isAlone(page) {
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
  assert.deepEqual(
    page.asked.filter((address) => !/^(file|blob|data):/.test(address)),
    [],
  );
}

const rollout = (page) => page.evaluate(() => window.headwaters.results({ method: 'rollout' }));

test('the first view is the page’s own, and the model reads another text', async () => {
  const page = await opened({ firstVisit: true });
  assert.match(await page.locator('.why tr.named th').textContent(), /keys$/);
  await page.locator('.first').waitFor();
  assert.deepEqual(await rollout(page), await rollout(await stage.openStill({ firstVisit: true })));
  await page.evaluate(() => {
    window.headwaters.prompt = 'the zebras near the lake [MASK] hungry';
  });
  await until(page, () => window.headwaters.idle && /zebras/.test(window.headwaters.state.document.title));
  await isAlone(page);
});

test('the dialog of samples opens a sample and both models', async () => {
  const page = await opened({ fragment: 'v=1&sample=negation' });
  for (const [id, form, token] of [
    ['samples/agreement-keys', 'headwaters', 'keys'],
    ['models/agreement', 'model', '[MASK]'],
    ['models/digits', 'model', 'r0c0'],
  ]) {
    await byId(page, 'samples').press('Enter');
    await byId(page, id).click();
    await until(
      page,
      (wanted) => {
        const { document: open } = window.headwaters.state;
        return window.headwaters.idle && open.form === wanted[0] && open.tokens.includes(wanted[1]);
      },
      [form, token],
    );
  }
  await isAlone(page);
});

test('a lesson opens with its data', async () => {
  const page = await opened({ fragment: 'v=1&sample=negation' });
  await page.evaluate(() => window.headwaters.setState({ lesson: { id: 'residual', step: 2 } }));
  await byId(page, 'lesson/step/2').waitFor();
  await still(page);
  assert.ok(!(await state(page)).document.name.includes('negation'));
  await isAlone(page);
});

test('a page that is saved from it has the analysis, without the samples', async () => {
  const page = await opened({ fragment: 'v=1&sample=agreement-keys' });
  const html = await page.evaluate(() => window.headwaters.page().then((blob) => blob.text()));
  assert.match(html, /data-part="main\.js"/);
  assert.doesNotMatch(html, /data-part="(samples|models|lessons)\//);
  await isAlone(page);
});
