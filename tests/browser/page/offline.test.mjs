// SPDX-License-Identifier: MIT
// The program stored in the browser. It opens without a network, follows its host, and is deleted on request.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { offlineList } from '../../../tools/lib/offline_list.mjs';
import { serve } from '../../../tools/serve.mjs';
import { test } from '../engine.mjs';
import { byId, comes, drop, idle, nothingComes, opened, openedAs, readData, site, Stage, still } from '../harness.mjs';

const stage = Stage.forFile();

/** A host with the site in a folder, which can be stopped and restarted. @param {import('node:test').TestContext} context */
async function host(context) {
  const root = mkdtempSync(join(tmpdir(), 'headwaters-'));
  const folder = join(root, 'a/b');
  mkdirSync(folder, { recursive: true });
  cpSync(site, folder, { recursive: true });
  let lists = 0;
  const refuses = (/** @type {string} */ path) => {
    if (path.endsWith('/offline.json')) {
      lists += 1;
    }
    return false;
  };
  let server = await serve({ folder: root, refuses });
  const port = Number(new URL(server.url).port);
  context.after(async () => {
    await server.close();
    rmSync(root, { recursive: true });
  });
  return {
    folder,
    url: `${server.url}a/b/`,
    shut: () => server.close(),
    open: async () => {
      server = await serve({ folder: root, port, refuses });
    },
    /** Waits until the service worker has requested the list of files this often, once at first and once per later load. */
    async listed(/** @type {number} */ times) {
      await comes(() => lists >= times);
      await (await fetch(`http://127.0.0.1:${port}/a/b/offline.json`)).text(); // and the answer is out
    },
  };
}

/** The switch in the dialog Help. */
async function offlineSwitch(page) {
  await page.evaluate(() => document.querySelector('dialog')?.close());
  await page.locator('#canvas').focus();
  await page.keyboard.press('?');
  const box = byId(page, 'help/offline');
  await box.waitFor();
  return box;
}
const status = (page) => page.locator('dialog [role=status]').last().textContent();

async function switchOn(page) {
  await (await offlineSwitch(page)).click();
  await page.waitForFunction(
    () => /^Kept: version/.test([...document.querySelectorAll('dialog [role=status]')].at(-1)?.textContent ?? ''),
    null,
    { timeout: 60_000 },
  );
}

const stored = (page) =>
  page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    caches: await caches.keys(),
    addresses: (
      await Promise.all(
        (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
      )
    ).flat(),
  }));

/** The version for the next load. */
const newest = (page) =>
  page.evaluate(async () => {
    const [cacheName] = await caches.keys();
    return (await (await caches.match(`${location.pathname}.offline/newest`, { cacheName })).json()).version;
  });

/** Loads the page again, bypassing the browser's back/forward cache, and waits for its data. */
async function reload(page) {
  const url = page.url().replace(/#.*/, '');
  await page.goto('about:blank');
  await page.goto(url);
  await opened(page);
}

test('the page opens without a network once it is kept, with its samples, and reads what is dropped', async (context) => {
  const { url, shut } = await host(context);
  const page = await stage.openStill({ url });
  assert.deepEqual(
    await stored(page),
    { workers: [], caches: [], addresses: [] },
    'a server of this machine is not kept unless somebody asks',
  );
  await switchOn(page);
  assert.match(await status(page), /^Kept: version \d+\.\d+\.\d+, \d+ files, \d+\.\d MB\.$/);
  await shut();
  await reload(page);
  await still(page);
  const first = await page.evaluate(() => window.headwaters.state.document.title);
  await page.evaluate(() => {
    location.hash = 'v=1&sample=negation';
  });
  await page.waitForFunction((title) => window.headwaters.state.document.title !== title, first);
  await drop(page, 'mine.json', readData('references/toy_agreement_keys.json'));
  await openedAs(page, 'mine.json');
  await still(page);
  // Flow requests its helpers, dialogs their scripts.
  await page.evaluate(() => window.headwaters.setState({ method: 'flow', panel: 'flow' }));
  await idle(page);
  const svg = await page.evaluate(() => window.headwaters.figure({ view: 'flow' }).then((text) => text.slice(0, 4)));
  assert.equal(svg, '<svg');
  assert.deepEqual(await page.evaluate(() => window.violations), []);
  const { addresses } = await stored(page);
  assert.ok(addresses.length > 40);
  assert.deepEqual(
    addresses.filter((address) => !/^\/a\/b\/\.offline\/(file\/[0-9a-f]{64}|client\/[\w-]+|newest)$/.test(address)),
    [],
    'nothing but the program’s own files',
  );
});

test('a new version is fetched in the background and used at the next load, without a question', async (context) => {
  const { url, folder, listed } = await host(context);
  const page = await stage.openStill({ url });
  await switchOn(page);
  await reload(page);
  await listed(2); // otherwise the other build's list arrives, and the next load is of that build
  const before = await stored(page);
  // The host gets another build, in which one file differs.
  const list = JSON.parse(readFileSync(join(folder, 'offline.json'), 'utf8'));
  writeFileSync(join(folder, 'style.css'), `${readFileSync(join(folder, 'style.css'), 'utf8')}:root{--build:new}`);
  writeFileSync(
    join(folder, 'offline.json'),
    offlineList('9.9.9', new Map(Object.keys(list.files).map((path) => [path, readFileSync(join(folder, path))]))),
  );
  const build = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--build'));
  await reload(page);
  assert.equal(await build(), '', 'a page is of one version');
  await comes(async () => (await newest(page)) === '9.9.9');
  await reload(page);
  assert.equal(await build(), 'new');
  await offlineSwitch(page);
  await page.waitForFunction(() => /9\.9\.9/.test(document.querySelector('dialog')?.textContent ?? ''));
  // The next change drops files that only the previous build needed.
  const after = await stored(page);
  const files = ({ addresses }) => addresses.filter((address) => address.includes('/file/'));
  assert.ok(files(after).length <= files(before).length + 1);
});

test('a host in the middle of a change is not taken over: the page goes on with what it has', async (context) => {
  const { url, folder, listed } = await host(context);
  const page = await stage.openStill({ url });
  await switchOn(page);
  const before = await newest(page);
  const text = readFileSync(join(folder, 'offline.json'), 'utf8');
  writeFileSync(
    join(folder, 'offline.json'),
    text.replace(/("style.css": \[")[0-9a-f]{64}/, `$1${'0'.repeat(64)}`).replace(/"version": "[^"]*"/, '"version": "8.8.8"'),
  );
  await reload(page);
  await still(page);
  await listed(2);
  assert.equal(await nothingComes(() => newest(page), 1000), before);
  await reload(page);
  await offlineSwitch(page);
  await page.waitForFunction(() => /Kept: version/.test(document.querySelector('dialog')?.textContent ?? ''));
  assert.doesNotMatch(await page.locator('dialog').textContent(), /8\.8\.8/);
});

test('switched off it leaves nothing, and is remembered', async (context) => {
  const { url, shut } = await host(context);
  const page = await stage.openStill({ url });
  await switchOn(page);
  await reload(page);
  assert.deepEqual((await stored(page)).workers, ['/a/b/']);
  const box = await offlineSwitch(page);
  assert.equal(await box.evaluate((input) => input.checked), true);
  await box.click();
  await page.waitForFunction(() => /Nothing is kept/.test(document.querySelector('dialog')?.textContent ?? ''));
  assert.deepEqual(await stored(page), { workers: [], caches: [], addresses: [] });
  await nothingComes(() => stored(page), 1500);
  await reload(page);
  await still(page);
  // The time when a page would store itself.
  assert.deepEqual(await nothingComes(() => stored(page), 5000), { workers: [], caches: [], addresses: [] });
  assert.equal(await (await offlineSwitch(page)).isChecked(), false);
  await shut();
  // One driver throws, another shows the browser's own error page.
  const isThere = await page.reload().then(
    () => page.evaluate(() => document.getElementById('canvas') !== null),
    () => false,
  );
  assert.equal(isThere, false);
});
