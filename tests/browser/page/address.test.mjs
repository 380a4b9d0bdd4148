// SPDX-License-Identifier: MIT
// The URL describes the view, back and forward are undo and redo, and links keep working.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { drop, idle, openedAs, readData, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();
const fragment = (page) => page.evaluate(() => location.hash.slice(1));
const set = async (page, change) => {
  await page.evaluate((what) => window.headwaters.setState(what), change);
  await idle(page);
};
/** The parts of the view that a link has to carry. */
const viewOf = ({ source, example, side, method, layer, output, tokens, settings, sort, hidden, relativeFlow }) => ({
  source,
  example,
  side,
  method,
  layer,
  output,
  tokens,
  settings,
  sort,
  hidden,
  relativeFlow,
});

test('a copied address shows the same view in another browser', async () => {
  const page = await stage.open();
  await still(page);
  await set(page, {
    method: 'flow',
    layer: 3,
    tokens: [2, 5],
    sort: 'score',
    relativeFlow: false,
    settings: { residual: 0.35, heads: [1, 4], discard: 0.2, start: 1 },
  });
  const here = viewOf(await state(page));
  const there = await stage.open({ fragment: await fragment(page) });
  await idle(there);
  assert.deepEqual(viewOf(await state(there)), here);
});

test('the address names sample, method and layer in words', async () => {
  const page = await stage.open();
  await still(page);
  await set(page, { method: 'raw', layer: 2 });
  const address = await fragment(page);
  assert.match(address, /sample=agreement-keys/);
  assert.match(address, /method=raw/);
  assert.match(address, /layer=3/);
});

test('back and forward undo and redo changes of the view', async () => {
  const page = await stage.open();
  await still(page);
  await set(page, { tokens: [2] });
  await set(page, { method: 'raw' });
  await set(page, { settings: { residual: 0.2 } });
  const waitFor = (check) => page.waitForFunction(check);
  await page.goBack();
  await waitFor(() => window.headwaters.state.settings.residual === 0.5);
  await page.goBack();
  await waitFor(() => window.headwaters.state.method === 'rollout');
  assert.deepEqual((await state(page)).tokens, [2]);
  await page.goForward();
  await waitFor(() => window.headwaters.state.method === 'raw');
  await page.goForward();
  await waitFor(() => window.headwaters.state.settings.residual === 0.2);
});

test('back leads to the file that was open before, also to a dropped one', async () => {
  const page = await stage.open();
  await still(page);
  await drop(page, 'mine.json', readData('references/toy_agreement_keys.json'));
  await openedAs(page, 'mine.json');
  await still(page);
  await page.goBack();
  await page.waitForFunction(() => window.headwaters.state.source.text === 'agreement-keys');
  await idle(page);
  await page.goForward();
  await openedAs(page, 'mine.json');
});

test('a link with parts that are not understood opens its data and says what was dropped', async () => {
  const page = await stage.open({ fragment: 'v=1&sample=negation&method=telepathy&layer=99&color-of-magic=8' });
  const now = await state(page);
  assert.equal(now.source.text, 'negation');
  const note = now.messages.find(({ place }) => place === 'link');
  assert.match(note.finding, /telepathy/);
  assert.match(note.finding, /color-of-magic/);
});

test('typing another fragment opens it without a reload', async () => {
  const page = await stage.open();
  await page.evaluate(() => {
    window.notReloaded = true;
    location.hash = '#sample=trophy-big&layer=2';
  });
  await page.waitForFunction(() => window.headwaters.state.source.text === 'trophy-big');
  await idle(page);
  assert.equal((await state(page)).layer, 1);
  assert.ok(await page.evaluate(() => window.notReloaded));
});

test('a link whose data are gone shows what is wrong beside a sample, and adds no step for "back"', async () => {
  const gone = encodeURIComponent(`${stage.data.url}gone.json`);
  const length = (page) => page.evaluate(() => history.length);
  const before = await length(await stage.open());
  const page = await stage.open({ fragment: `v=1&url=${gone}&method=flow` });
  await page.waitForFunction(() => window.headwaters.state.messages.some(({ finding }) => /404/.test(finding)));
  await idle(page);
  const now = await state(page);
  assert.deepEqual([now.source.kind, now.source.text], ['sample', 'agreement-keys']);
  assert.match(now.messages.at(-1).remedy, /Capital letters/);
  assert.equal(await length(page), before); // as many as without an error
});

test('a link to somebody’s own file asks for it, keeps its address, and shows it as the link has it', async () => {
  const page = await stage.open({ fragment: 'v=1&local=keys.json&method=raw&layer=3', ready: false });
  await page.waitForFunction(() => window.headwaters?.state.messages.some(({ finding }) => /not in it/.test(finding)));
  await idle(page);
  const before = await state(page);
  assert.equal(before.document, null);
  assert.equal(await page.evaluate(() => location.hash), '#v=1&local=keys.json&method=raw&layer=3');
  assert.equal(before.messages.at(-1).file, 'keys.json');
  assert.match(before.messages.at(-1).remedy, /Open the same file/);
  await drop(page, 'keys.json', readData('references/toy_agreement_keys.json'));
  await openedAs(page, 'keys.json');
  await idle(page);
  const now = await state(page);
  assert.deepEqual([now.method, now.layer, now.messages], ['raw', 2, []]);
});
