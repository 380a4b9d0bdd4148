// SPDX-License-Identifier: MIT
// The second parts of the page and of the engine. They are fetched after the first picture, or earlier by a call that needs one of their
// functions. A link loads the page's part at once. Also tests that the engine's part is missing or comes from another build.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { engine, test } from '../engine.mjs';
import { byId, comes, drop, idle, openedAs, readData, site, Stage, state, still, until } from '../harness.mjs';

const stage = Stage.forFile();
const later = join(site, 'engine.later.wasm');
const skip = !existsSync(later) && 'the engine is built as a whole here (no wasm-split)';
const isAsked = (page) => page.asked.some((url) => url.endsWith('/engine.later.wasm'));
const linked = (page) =>
  page.evaluate(() => window.headwaters.link({ data: 'fused' }).then(({ url, characters }) => ({ url, characters })));

/** A page that gets `answer(route)` instead of the second part. */
async function without(answer) {
  const page = await stage.newPage();
  await page.route('**/engine.later.wasm', answer);
  await page.goto(stage.page.url);
  await page.waitForFunction(() => Boolean(window.headwaters?.state.document));
  await page.evaluate(() => window.headwaters.pause());
  await idle(page);
  return page;
}
const said = (page, words) =>
  page.waitForFunction(
    (text) => window.headwaters.state.messages.some(({ finding, remedy }) => `${finding} ${remedy}`.includes(text)),
    words,
  );

const views = join(site, 'headwaters.later.wasm');
const notSplit = !existsSync(views) && 'the page is built as a whole here (no wasm-split)';
/** The initiator of each request for the page's second part. */
const fetched = (page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/headwaters.later.wasm'))
      .map((/** @type {any} */ { initiatorType }) => initiatorType),
  );

test('the first picture stands without the second part of the page, which comes by itself when it does', { skip: notSplit }, async () => {
  for (const size of [
    [1280, 800],
    [390, 844],
  ]) {
    const page = await stage.openStill({ size, firstVisit: true });
    await until(page, () => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/headwaters.later.wasm')));
    assert.deepEqual(await fetched(page), ['fetch'], 'no function of it was called before');
    for (const panel of ['graph', 'heads', 'compare', 'explain']) {
      await page.evaluate((wanted) => window.headwaters.setState({ panel: wanted }), panel);
      await idle(page);
    }
    assert.deepEqual([await fetched(page), page.faults], [['fetch'], []]);
  }
});

test('a link to a view of the second part of the page waits for it, and whoever asks before it has come gets it within the call', {
  skip: notSplit,
}, async () => {
  const page = await stage.openStill({ fragment: 'sample=agreement-keys&panel=graph' });
  assert.deepEqual(await fetched(page), ['fetch']);
  const other = await stage.newPage();
  let waits = () => {};
  let isAwaited = false;
  await other.route('**/headwaters.later.wasm', async (route) => {
    if (route.request().resourceType() === 'fetch') {
      isAwaited = true;
      await new Promise((resolve) => {
        waits = () => resolve(undefined);
      });
    }
    await route.continue().catch(() => {});
  });
  await other.goto(stage.page.url);
  await still(other);
  await until(other, () => window.headwaters.state.document !== null);
  await comes(() => isAwaited);
  await other.evaluate(() => window.headwaters.setState({ panel: 'graph' }));
  await idle(other);
  assert.ok((await other.evaluate(() => window.headwaters.layout())).some(({ kind }) => kind === 'figure'));
  waits();
});

/** A first visit whose second parts are held back until they are released. */
async function held(width, height, locale) {
  const page = await stage.newPage({ viewport: { width, height }, locale });
  let go = () => {};
  const gone = new Promise((resolve) => {
    go = () => resolve(undefined);
  });
  /** The type and path of each request. @type {string[]} */
  const how = [];
  await page.route(/(headwaters|engine)\.later\.wasm$/, async (route) => {
    how.push(`${route.request().resourceType()} ${new URL(route.request().url()).pathname.slice(1)}`);
    if (how.at(-1)?.startsWith('fetch')) await gone;
    await route.continue().catch(() => {});
  });
  await page.goto(stage.page.url);
  await until(page, () => window.headwaters?.state.document && document.querySelector('.first'));
  return { page, how, go };
}

test('a first visit sees its picture, plays, points, chooses a token and a layer with the first parts alone', {
  skip: skip || notSplit,
}, async () => {
  for (const look of [
    [1280, 800, 'en'],
    [1280, 800, 'de'],
  ]) {
    const { page, how, go } = await held(...look);
    await page.evaluate(() => window.headwaters.pause());
    await idle(page);
    const parts = await page.evaluate(() => window.headwaters.layout());
    const named = (name) => parts.filter((part) => part.kind === 'target' && part.name === name);
    assert.equal(named('layers').length, 1);
    for (const at of [0.2, 0.5, 0.8]) await page.mouse.move(at * 1280, at * 800);
    await idle(page);
    const before = await state(page);
    const { x, y, width, height } = named('layers')[0];
    await page.mouse.click(x + width / 2, y + height / 2);
    await idle(page);
    await page.locator('.sentence .piece[data-at="2"]').click();
    await page.keyboard.press('Escape');
    await idle(page);
    const after = await state(page);
    assert.notDeepEqual(after.tokens, before.tokens);
    assert.notEqual(after.layer, before.layer);
    const { layer } = await state(page);
    await page.evaluate(() => window.headwaters.play());
    await until(page, (at) => window.headwaters.state.layer !== at, layer);
    await page.evaluate(() => window.headwaters.pause());
    await idle(page);
    await comes(() => how.length > 0);
    assert.deepEqual(how, ['fetch headwaters.later.wasm'], 'it is fetched by itself: no function of it was called');
    go();
    await comes(() => how.length > 1);
    assert.deepEqual(how, ['fetch headwaters.later.wasm', 'fetch engine.later.wasm'], 'the engine’s comes after it');
  }
});

test('looking at every view, method and layer, and a link, find the second part of the engine there', { skip }, async () => {
  const page = await stage.openStill({ firstVisit: true });
  await comes(() => isAsked(page));
  const look = async (method, panel) => {
    await page.evaluate((wanted) => window.headwaters.setState(wanted), { method, panel });
    await idle(page);
  };
  const fetches = () => page.asked.filter((url) => url.endsWith('/engine.later.wasm')).length;
  await look('raw', 'bars'); // it may still have been loading
  const before = fetches();
  for (const method of ['raw', 'flow', 'rollout']) for (const panel of ['bars', 'matrix', 'evolution', 'heads']) await look(method, panel);
  const first = await linked(page);
  assert.ok(first.characters > 100);
  assert.deepEqual(await linked(page), first);
  assert.equal(fetches(), before);
});

test('whoever needs the second part of the engine before it has come gets it within the call', { skip }, async () => {
  const page = await stage.newPage();
  const how = [];
  let go = () => {};
  await page.route('**/engine.later.wasm', async (route) => {
    how.push(route.request().resourceType());
    if (how.at(-1) === 'fetch')
      await new Promise((resolve) => {
        go = () => resolve(undefined);
      });
    await route.continue().catch(() => {});
  });
  await page.goto(stage.page.url);
  await until(page, () => Boolean(window.headwaters?.state.document));
  await comes(() => how.length > 0);
  assert.ok((await linked(page)).characters > 100);
  assert.deepEqual(how, ['fetch', 'xhr']);
  go();
});

test('a packed file opens, though it is read by the second part', { skip }, async () => {
  const page = await stage.openStill();
  await drop(page, 'batch1.json.gz', readData('forms/gzip/batch1.json.gz'));
  await openedAs(page, 'batch1.json.gz');
  assert.equal(isAsked(page), true);
});

test('without a network the page says what is missing, and goes on', { skip }, async () => {
  let isUp = false;
  const page = await without((route) => (isUp ? route.continue() : route.abort()));
  const before = await state(page);
  await linked(page).catch(() => {});
  await said(page, 'Are you online');
  await idle(page);
  const now = await state(page);
  assert.deepEqual([now.document.name, now.layer, now.method], [before.document.name, before.layer, before.method]);
  isUp = true;
  assert.ok((await linked(page)).characters > 100, 'with a network again');
});

test('without a network a dialog that has its own script says so, and opens when there is one', async () => {
  const page = await stage.openStill();
  let isUp = false;
  await page.route(/\/(export|share)-[^/]*\.js$/, (route) => (isUp ? route.continue() : route.abort()));
  for (const name of ['export', 'share']) {
    await byId(page, name).press('Enter');
    await byId(page, 'dialog/not-fetched').waitFor();
    await page.keyboard.press('Escape');
    await byId(page, 'dialog/not-fetched').waitFor({ state: 'detached' });
  }
  isUp = true;
  if (engine === 'firefox') {
    await page.reload();
    await still(page);
  } // until then it remembers that there was nothing
  await byId(page, 'export').press('Enter');
  await byId(page, 'dialog/export').waitFor();
});

test('a second part of another build is never called', { skip }, async () => {
  const bytes = Buffer.from(readFileSync(later));
  bytes[bytes.length - 1] ^= 1; // of the pair's name
  const page = await without((route) => route.fulfill({ body: bytes, contentType: 'application/wasm' }));
  await linked(page).catch(() => {});
  await said(page, 'The site was updated. Reload the page');
});
