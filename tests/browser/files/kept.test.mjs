// SPDX-License-Identifier: MIT
// Files given by hand. They survive a reload of their tab, end with it, and stay longer only if the user asks.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, comes, drop, idle, openedAs, pressId, readData, Stage, state, still, stored, storedIs } from '../harness.mjs';

const stage = Stage.forFile();
const keys = readData('references/toy_agreement_keys.json');

async function withFile(context = {}) {
  const page = await stage.open({ context });
  await drop(page, 'keys.json', keys);
  await openedAs(page, 'keys.json');
  await page.evaluate(() => window.headwaters.setState({ method: 'raw', layer: 3, tokens: [2] }));
  await still(page);
  return page;
}

test('a dropped file and its view survive a reload', async () => {
  const page = await withFile();
  await storedIs(page, [['tab', 'keys.json']]);
  const address = page.url();
  await page.reload();
  await openedAs(page, 'keys.json');
  await idle(page);
  const now = await state(page);
  assert.deepEqual([now.method, now.layer, now.tokens, now.messages], ['raw', 3, [2], []]);
  assert.equal(page.url(), address);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test('how it was read survives too', async () => {
  const page = await withFile();
  await page.evaluate(() => {
    location.hash += '&read=averaged';
  });
  await page.waitForFunction(() => window.headwaters.state.document.heads === 1);
  await storedIs(page, [['tab', 'keys.json']]);
  await idle(page);
  await page.reload();
  await openedAs(page, 'keys.json');
  await idle(page);
  assert.equal((await state(page)).document.heads, 1);
});

test('another file or a sample takes its place, and nothing of it stays', async () => {
  const page = await withFile();
  await storedIs(page, [['tab', 'keys.json']]);
  await drop(page, 'second.json', keys);
  await storedIs(page, [['tab', 'second.json']]);
  await page.evaluate(() => {
    location.hash = '#sample=use-keys';
  });
  await openedAs(page, 'use-keys');
  await storedIs(page, []);
});

test('it is gone when its tab is closed, and other tabs keep theirs', async () => {
  const page = await withFile();
  await storedIs(page, [['tab', 'keys.json']]);
  const other = await page.context().newPage();
  await other.goto(stage.page.url);
  await other.waitForFunction(() => window.headwaters?.state.document);
  await drop(other, 'other.json', keys);
  await openedAs(other, 'other.json');
  await comes(async () => (await stored(other)).length > 1);
  assert.deepEqual((await stored(other)).map(([, name]) => name).sort(), ['keys.json', 'other.json']);
  await page.close();
  await other.reload(); // data left over disappears a while after the next visit begins
  await storedIs(other, [['tab', 'other.json']]);
});

test('a duplicated tab has the file and does not disturb the first', async () => {
  const page = await withFile();
  await storedIs(page, [['tab', 'keys.json']]);
  const session = await page.evaluate(() => ({ ...sessionStorage }));
  const copy = await page.context().newPage();
  await copy.addInitScript((all) => {
    for (const [key, value] of Object.entries(all)) if (!sessionStorage.getItem('copied')) sessionStorage.setItem(key, value);
    sessionStorage.setItem('copied', '1');
  }, session);
  await copy.goto(page.url());
  await openedAs(copy, 'keys.json');
  await drop(copy, 'second.json', keys);
  await openedAs(copy, 'second.json');
  await idle(copy);
  await page.reload();
  await openedAs(page, 'keys.json');
});

test('a file stays if somebody says so, opens from the list, and is forgotten by a click', async () => {
  const page = await withFile();
  const show = () => pressId(page, 'open');
  await show();
  await byId(page, 'kept/keep').click();
  await byId(page, 'kept/keys.json/forget').waitFor();
  await page.keyboard.press('Escape');
  const other = await page.context().newPage();
  await page.close();
  await other.goto(stage.page.url);
  await other.waitForFunction(() => window.headwaters?.state.document);
  await pressId(other, 'open');
  await byId(other, 'kept/keys.json').click();
  await openedAs(other, 'keys.json');
  // A link to the file opens it here, even in a new tab.
  const linked = await other.context().newPage();
  await linked.goto(`${stage.page.url}#v=1&local=keys.json&method=raw`);
  await openedAs(linked, 'keys.json');
  assert.equal((await state(linked)).method, 'raw');
  await pressId(linked, 'open');
  await byId(linked, 'kept/keys.json/forget').click();
  await byId(linked, 'kept/keep').waitFor();
  assert.ok(!(await stored(linked)).some(([kind]) => kind === 'name'));
});

for (const [what, script, says] of /** @type {[string, () => void, RegExp][]} */ ([
  [
    'is full',
    () => {
      navigator.storage.estimate = async () => ({ quota: 10, usage: 5 });
    },
    /storage is full/,
  ],
  [
    'is closed to the page',
    () =>
      Object.defineProperty(window, 'indexedDB', {
        get: () => {
          throw new DOMException('no', 'SecurityError');
        },
      }),
    /stores nothing \(private window or setting\)/,
  ],
  [
    'has no session',
    () =>
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('no', 'SecurityError');
        },
      }),
    /stores nothing \(private window or setting\)/,
  ],
])) {
  test(`where storage ${what} the file opens, and the page says that a reload loses it`, async () => {
    const page = await stage.open(); // as a whole, because Firefox reports requests cancelled by a reload as errors
    await page.addInitScript(script);
    await page.reload();
    await page.waitForFunction(() => window.headwaters?.state.document);
    await drop(page, 'keys.json', keys);
    await openedAs(page, 'keys.json');
    await page.waitForFunction(() => window.headwaters.state.messages.some(({ finding }) => /reload/i.test(finding)));
    const { messages } = await state(page);
    assert.match(messages[0].finding, says);
    assert.equal(messages[0].kind, 'note');
    assert.deepEqual(page.faults, []);
  });
}

test('after a reload that lost the file the page says so and the address stays', async () => {
  const page = await withFile();
  const address = page.url();
  await storedIs(page, [['tab', 'keys.json']]);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('headwaters').onsuccess = resolve;
      }),
  );
  await page.reload();
  await page.waitForFunction(() => window.headwaters?.state.messages.some(({ file }) => file === 'keys.json'));
  await idle(page);
  assert.equal(page.url(), address);
  assert.equal((await state(page)).document, null);
});
