// SPDX-License-Identifier: MIT
// Models from a disk, with unknown keys, and links that name their model by its hash.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { test } from '../engine.mjs';
import { byId, dropAll, idle, modelFiles, openedAs, pressId, site, Stage, state, until } from '../harness.mjs';

const stage = Stage.forFile();
const folder = new URL(`file://${join(site, 'models/agreement')}/`);
const text = 'the keys to the cabinet [MASK] on the table';

/** The small model of the page with other keys in its configuration. @param {Record<string, unknown>} keys */
function files(keys) {
  const all = modelFiles(folder);
  const config = JSON.parse(readFileSync(new URL('config.json', folder), 'utf8'));
  return { ...all, 'config.json': Buffer.from(JSON.stringify({ ...config, ...keys })) };
}

/** The page's latest message. */
const said = async (page) => (await state(page)).messages.at(-1)?.finding ?? '';

test('a model with an unknown key is refused by its name, and runs without it by a button; name and link then say so', async () => {
  const page = await stage.openStill();
  await dropAll(page, files({ _name_or_path: 'runs/my-bert', use_alibi: true, author: 'somebody' }));
  await until(page, () => window.headwaters.state.messages.some(({ finding }) => /use_alibi = true/.test(finding)));
  assert.doesNotMatch(await said(page), /author/);
  await pressId(page, 'message/ignore-keys');
  await openedAs(page, 'my-bert');
  await idle(page);
  assert.match(await page.evaluate(() => location.hash), /read=ignore-keys/);
  assert.match((await state(page)).document.model, /my-bert, without use_alibi/);
  await pressId(page, 'line/describe');
  await page.locator('li', { hasText: 'author = "somebody"' }).waitFor();
  await page.locator('li', { hasText: 'use_alibi = true' }).waitFor();
  assert.deepEqual(page.faults, []);
});

test('of several files of weights each is a button; a chosen one opens, its link names it, and a name that is typed is used', async () => {
  const { 'model.safetensors': weights, ...rest } = { 'model.safetensors': Buffer.of(), ...files({}) };
  const page = await stage.openStill();
  await dropAll(page, { ...rest, 'one.safetensors': weights, 'two.safetensors': weights });
  await until(page, () => window.headwaters.state.messages.some(({ actions }) => actions.length === 2));
  const [first] = (await state(page)).messages.at(-1).actions;
  assert.match(first, /^Open one\.safetensors \(.*B\)$/);
  await pressId(page, 'message/weights/two.safetensors');
  await until(page, () => window.headwaters.state.document?.form === 'model');
  await idle(page);
  assert.match(await page.evaluate(() => location.hash), /weights-file=two\.safetensors/);
  await page.evaluate((prompt) => {
    window.headwaters.prompt = prompt;
  }, text);
  await until(page, (prompt) => window.headwaters.prompt === prompt && window.headwaters.idle, text);
  await page.evaluate(() => window.headwaters.setState({ layer: 2 }));
  await idle(page);
  await pressId(page, 'line/describe');
  const field = byId(page, 'about/name');
  await field.fill('my own name');
  await field.press('Enter');
  await openedAs(page, 'my own name');
  await until(page, (prompt) => window.headwaters.prompt === prompt && window.headwaters.idle, text);
  const now = await state(page);
  assert.deepEqual([now.layer, now.document.model], [2, 'my own name']);
  assert.match(
    await page.evaluate(() => location.hash),
    /local=my%20own%20name.*weights-file=two\.safetensors|weights-file=two\.safetensors.*my%20own%20name/,
  );
  assert.deepEqual(page.faults, []);
});

test('a link to a model from a disk refuses another one, names both, and keeps its text and view', async () => {
  const own = files({ _name_or_path: 'runs/my-bert' });
  const first = await stage.openStill();
  await dropAll(first, own);
  await openedAs(first, 'my-bert');
  await first.evaluate((prompt) => {
    window.headwaters.prompt = prompt;
  }, text);
  await until(first, (prompt) => window.headwaters.prompt === prompt && window.headwaters.idle, text);
  await first.evaluate(() => window.headwaters.setState({ method: 'raw', layer: 2 }));
  await idle(first);
  const fragment = await first.evaluate(() => location.hash.slice(1));
  assert.match(fragment, /local=my-bert&mark=[0-9a-f]{16}:my-bert/);

  const page = await stage.open({ fragment, ready: false });
  await until(page, () => window.headwaters?.state.messages.some(({ finding }) => /not in it/.test(finding)));
  // The configuration differs in a number that affects the run.
  await dropAll(page, files({ _name_or_path: 'runs/other', layer_norm_eps: 0.001 }));
  await until(page, () => window.headwaters.state.messages.some(({ finding }) => /The link needs .* but this model is/.test(finding)));
  assert.match(await said(page), /“my-bert” \([0-9a-f]{8}\).*“other” \([0-9a-f]{8}\)/);
  assert.equal((await state(page)).document, null);
  // The same model from a folder of another name, because its hash counts. (Its configuration is identical.)
  await dropAll(page, own);
  await openedAs(page, 'my-bert');
  await until(page, (prompt) => window.headwaters.prompt === prompt && window.headwaters.idle, text);
  const now = await state(page);
  assert.deepEqual([now.method, now.layer, now.messages], ['raw', 2, []]);
  assert.deepEqual(page.faults, []);
});
