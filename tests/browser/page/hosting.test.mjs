// SPDX-License-Identifier: MIT
// The site on typical hosts, with any path, no headers, odd types, several versions next to each other, and a gallery.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writeFront } from '../../../tools/lib/front.mjs';
import { portOf, serve } from '../../../tools/serve.mjs';
import { test } from '../engine.mjs';
import { dataFolder, idle, opened, openedAs, site, Stage, still } from '../harness.mjs';

const stage = Stage.forFile();

/** A folder that is deleted when the test ends. @param {import('node:test').TestContext} context */
function scratch(context) {
  const folder = mkdtempSync(join(tmpdir(), 'headwaters-'));
  context.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** @param {import('node:test').TestContext} context @param {string} folder */
async function served(context, folder) {
  const server = await serve({ folder });
  context.after(() => server.close());
  return server.url;
}

test('from a folder of a folder of a server that knows few types everything works: workers, samples, one file', async (context) => {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    if (!path.startsWith('/a/b/')) return void response.writeHead(404).end();
    try {
      const name = path.slice(5) || 'index.html';
      const bytes = readFileSync(join(site, name));
      // No charset, no caching, WebAssembly as bytes of no type. Only scripts, styles and pages have types, because browsers insist on
      // them.
      const type =
        { js: 'application/javascript', css: 'text/css', html: 'text/html', svg: 'image/svg+xml' }[name.split('.').pop()] ??
        'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${portOf(server)}/a/b/`;
  const page = await stage.openStill({ url, fragment: 'v=1&sample=negation&method=flow&panel=flow' });
  await still(page);
  assert.match(await page.evaluate(() => window.headwaters.figure({ view: 'flow' })), /^<svg/);
  const size = await page.evaluate(() => window.headwaters.page().then((blob) => blob.size));
  assert.ok(size > 500_000, `one file of ${size} bytes`);
  // The browser warns that it compiles WebAssembly later than it could.
  assert.deepEqual(
    page.faults.filter((fault) => !/wasm|ArrayBuffer instantiation/i.test(fault)),
    [],
  );
  assert.deepEqual(await page.evaluate(() => window.violations), []);
  const elsewhere = page.asked.filter((address) => /^http/.test(address) && !address.startsWith(url));
  assert.deepEqual(elsewhere, []);
});

test('old versions keep their path, and the front leads to the newest with all that stands behind its address', async (context) => {
  const root = scratch(context);
  for (const version of ['0.9.0', '0.10.0']) cpSync(site, join(root, 'versions', version), { recursive: true });
  mkdirSync(join(root, 'versions/unfinished'));
  assert.deepEqual(writeFront(root), ['0.10.0', '0.9.0']);
  const url = await served(context, root);
  const page = await stage.open({ url, fragment: 'v=1&sample=negation&layer=2' });
  await opened(page);
  assert.match(page.url(), /\/versions\/0\.10\.0\/#.*layer=2/);
  await still(page);
  const copied = page.url();
  assert.ok(copied.startsWith(`${url}versions/0.10.0/#`), copied);
  const old = await stage.open({ url: `${url}versions/0.9.0/`, fragment: 'v=1&sample=negation&layer=2' });
  await opened(old);
  assert.match(old.url(), /\/versions\/0\.9\.0\/#/);
  const embedded = await stage.open({ url: `${url}?mode=embed`, fragment: 'v=1&sample=negation&layer=2' });
  assert.match(embedded.url(), /\/versions\/0\.10\.0\/\?mode=embed#/);
});

const analyses = [
  {
    file: 'files/keys.json',
    title: 'The keys to the cabinet',
    text: 'the keys to the cabinet',
    method: 'Attention flow',
    model: 'encoder',
    view: 'v=1&method=flow&layer=5&panel=flow&url=https://elsewhere.example/x.json&second=https://elsewhere.example/y.json&dataset=https://elsewhere.example/z&lesson=https://elsewhere.example/l&%75rl=https://elsewhere.example/x',
    thumbnail: 'pictures/keys.svg',
    darkThumbnail: 'pictures/keys.dark.svg',
  },
  {
    file: 'files/keys.json?second',
    title: 'Café <b>au lait</b>',
    text: '<img src=x onerror="window.pwned=1">',
    method: 'Attention rollout',
  },
  { file: 'https://elsewhere.example/x.json', title: 'of another host' },
  { file: 'javascript:alert(1)', title: 'a script' },
  { title: 'without a file' },
  null,
];

/** A site with a gallery. @param {import('node:test').TestContext} context @param {object | string} index */
async function gallery(context, index) {
  const folder = join(scratch(context), 'sub/folder');
  mkdirSync(folder, { recursive: true });
  cpSync(site, folder, { recursive: true });
  for (const name of ['files', 'pictures']) mkdirSync(join(folder, 'gallery', name), { recursive: true });
  copyFileSync(join(dataFolder, 'references/toy_agreement_keys.json'), join(folder, 'gallery/files/keys.json'));
  for (const dark of ['', '.dark'])
    writeFileSync(
      join(folder, `gallery/pictures/keys${dark}.svg`),
      '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>',
    );
  writeFileSync(join(folder, 'gallery/index.json'), typeof index === 'string' ? index : JSON.stringify(index));
  return `${await served(context, join(folder, '../..'))}sub/folder/gallery.html`;
}
const titles = (page) => page.locator('li:not([hidden]) h2').allTextContents();

test('a gallery shows what lies beside the page, finds it by words, and a click opens it in its view', async (context) => {
  const url = await gallery(context, { format: 'headwaters-gallery/1', title: 'Agreement', about: 'Which noun?', analyses });
  const page = await stage.open({ url, ready: false });
  await page.locator('li').first().waitFor();
  assert.deepEqual(await titles(page), ['The keys to the cabinet', 'Café <b>au lait</b>'], 'other hosts, scripts and nothing are left out');
  assert.equal(await page.evaluate(() => document.title), 'Agreement');
  assert.equal(await page.evaluate(() => 'pwned' in window || document.querySelectorAll('b, img[onerror]').length), 0);
  await page.keyboard.press('/');
  await page.keyboard.type('cafe');
  assert.deepEqual(await titles(page), ['Café <b>au lait</b>']);
  assert.equal(await page.locator('output').textContent(), '1 of 2');
  const found = await stage.open({ url, fragment: 'search=KEYS%20flow', ready: false });
  await found.locator('li').first().waitFor();
  assert.deepEqual(await titles(found), ['The keys to the cabinet']);
  await found.locator('li a').first().focus();
  await found.keyboard.press('Enter');
  await openedAs(found, 'keys.json');
  await idle(found);
  const { method, layer, panel } = await found.evaluate(() => window.headwaters.state);
  assert.deepEqual({ method, layer, panel }, { method: 'flow', layer: 4, panel: 'flow' });
  assert.deepEqual([...page.faults, ...found.faults], []);
  assert.deepEqual(await found.evaluate(() => window.violations ?? []), []);
});

test('a gallery that is not there, empty or broken says so', async (context) => {
  const none = await stage.open({ url: `${stage.page.url}gallery.html`, ready: false });
  await none.getByText('gallery/index.json is missing').waitFor();
  for (const [index, words] of /** @type {[object | string, string][]} */ ([
    [{ analyses: [] }, 'The gallery is empty.'],
    ['{', 'gallery/index.json is not JSON. Make the gallery again.'],
    [{ analyses: 'x' }, 'The gallery is empty.'],
  ])) {
    const page = await stage.open({ url: await gallery(context, index), ready: false });
    await page.getByText(words).waitFor();
  }
});
