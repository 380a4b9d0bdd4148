// SPDX-License-Identifier: MIT
// Failures of the service worker: a new version in mid-session, a tab of another version, a full storage, a host that sends other bytes
// than it declares.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const code = readFileSync(join(import.meta.dirname, '../../../web/service_worker.js'), 'utf8');
const scope = 'https://page.example/headwaters/';
const hash = (text) => createHash('sha256').update(text).digest('hex');

/** A browser's caches, with a limit in bytes. */
class Storage {
  entries = new Map();
  room = Infinity;
  #isThere = false;
  has = async () => this.#isThere;
  match = async (url) => this.entries.get(String(url))?.clone();
  open = async () => {
    this.#isThere = true;
    return {
      match: this.match,
      put: async (url, response) => {
        const bytes = (await response.clone().arrayBuffer()).byteLength;
        if (bytes > this.room) throw new DOMException('full', 'QuotaExceededError');
        this.room -= bytes;
        this.entries.set(String(url), response);
      },
      keys: async () => [...this.entries.keys()].map((url) => ({ url })),
      delete: async (url) => this.entries.delete(String(url)),
    };
  };
  get files() {
    return [...this.entries.keys()].filter((url) => url.includes('.offline/file/')).length;
  }
}

/** A host with a version of the program, its service worker, and the pages that it serves. */
function world() {
  const made = {
    files: {},
    storage: new Storage(),
    clients: /** @type {string[]} */ ([]),
    asked: /** @type {string[]} */ ([]),
    line: Promise.resolve(),
  };
  const list = () =>
    JSON.stringify({
      version: made.files['page.js'],
      files: Object.fromEntries(Object.entries(made.files).map(([path, text]) => [path, [hash(text), text.length]])),
    });
  const fetch = async (request) => {
    const url = String(request.url ?? request);
    made.asked.push(url);
    const path = url.slice(scope.length) || 'index.html';
    if (path === 'offline.json') {
      const text = made.list ?? list();
      await made.line;
      return new Response(text);
    }
    return path in made.files ? new Response(made.files[path]) : new Response('', { status: 404 });
  };
  const start = () => {
    const listeners = {};
    const self = {
      registration: { scope },
      addEventListener: (name, listener) => {
        listeners[name] = listener;
      },
      skipWaiting: async () => {},
      clients: { matchAll: async () => made.clients.map((id) => ({ id })) },
    };
    runInNewContext(code, { self, caches: made.storage, fetch, Response, URL, crypto: globalThis.crypto, Map, Set });
    made.install = () => new Promise((resolve, reject) => listeners.install({ waitUntil: (promise) => promise.then(resolve, reject) }));
    /** A page, or one of its parts, after the work in the background is over. */
    made.load = async (path, client, isPage = false) => {
      let [answer, rest] = [null, Promise.resolve()];
      if (isPage) made.clients.push(client);
      listeners.fetch({
        request: { url: scope + path, method: 'GET', mode: isPage ? 'navigate' : 'cors' },
        clientId: isPage ? '' : client,
        resultingClientId: isPage ? client : '',
        respondWith: (promise) => {
          answer = promise;
        },
        waitUntil: (promise) => {
          rest = promise;
        },
      });
      const response = await answer;
      await rest;
      return response?.text() ?? null;
    };
  };
  start();
  return Object.assign(made, { restart: start });
}
const version = (name) => ({ 'index.html': `<${name}>`, 'page.js': name, 'late.js': `late ${name}`, 'same.js': 'same' });

test('a page goes on with its version while a newer one comes, in other tabs too, and nothing of either is lost', async () => {
  const one = world();
  one.files = version('1');
  await one.install();
  assert.equal(await one.load('', 'a', true), '<1>');
  one.files = version('2');
  assert.equal(await one.load('', 'b', true), '<1>', 'the second tab begins with what is there, and fetches the new one');
  assert.equal(await one.load('', 'c', true), '<2>');
  one.restart(); // the browser ends service workers at any time
  for (const [client, wanted] of [
    ['a', 'late 1'],
    ['b', 'late 1'],
    ['c', 'late 2'],
  ])
    assert.equal(await one.load('late.js', client), wanted, client);
  one.clients = ['c'];
  one.files = version('3');
  await one.load('', 'd', true);
  assert.equal(await one.load('late.js', 'c'), 'late 2');
  one.clients = [];
  one.files = version('4');
  await one.load('', 'e', true);
  assert.equal(await one.load('late.js', 'e'), 'late 3');
  assert.equal(one.storage.files, 7, 'of two versions, with one file in common');
});

test('who comes while the one before still looks at its host finds what the host has by then', async () => {
  const one = world();
  one.files = version('1');
  await one.install();
  let comes = () => {};
  one.line = new Promise((resolve) => {
    comes = () => resolve(undefined);
  });
  const first = one.load('', 'a', true);
  while (one.asked.filter((url) => url.endsWith('offline.json')).length < 2) await new Promise((resolve) => setTimeout(resolve));
  one.files = version('2');
  const more = [one.load('', 'b', true), one.load('', 'c', true)];
  comes();
  assert.deepEqual(await Promise.all([first, ...more]), ['<1>', '<1>', '<1>']);
  assert.equal(await one.load('', 'd', true), '<2>');
  assert.equal(one.asked.filter((url) => url.endsWith('offline.json')).length, 4, 'both of them look once');
});

test('a full storage keeps no page from its answer, and leaves what was kept', async () => {
  const one = world();
  one.files = version('1');
  await one.install();
  await one.load('', 'a', true);
  one.storage.room = 5;
  one.files = { ...version('2'), 'large.wasm': 'x'.repeat(100) };
  const before = one.storage.files;
  assert.equal(await one.load('', 'b', true), '<1>');
  assert.equal(await one.load('late.js', 'b'), 'late 1', 'its list could not be written down');
  assert.equal(await one.load('late.js', 'a'), 'late 1');
  assert.equal(one.storage.files, before, 'nothing is left of what had no room');
  one.restart();
  assert.equal(await one.load('late.js', 'b'), 'late 1');
  const empty = world();
  empty.files = version('1');
  empty.storage.room = 6;
  await assert.rejects(empty.install(), { name: 'QuotaExceededError' });
  assert.equal(empty.storage.files, 0);
  assert.equal(await empty.load('page.js', 'a'), '1', 'from the network');
});

test('what is not what the list says is not kept, and a list that is none changes nothing', async () => {
  const one = world();
  one.files = version('1');
  await one.install();
  const kept = one.storage.files;
  one.list = JSON.stringify({ version: '2', files: { 'index.html': [hash('<2>'), 3], 'page.js': [hash('2'), 1] } }); // of the next one, without its files yet
  assert.equal(await one.load('', 'a', true), '<1>');
  for (const list of ['{', '[]', '{"files":{"../../other/secret":["00",1]}}', '{"files":7}', 'null']) {
    one.list = list;
    assert.equal(await one.load('', `b ${list}`, true), '<1>', list);
  }
  assert.equal(one.storage.files, kept);
  assert.equal(JSON.parse(await (await one.storage.match(`${scope}.offline/newest`)).text()).version, '1');
});

test('addresses that are not listed are answered by the host, and other methods and hosts not at all', async () => {
  const one = world();
  one.files = version('1');
  await one.install();
  one.files['data.json'] = '{"private":1}';
  assert.equal(await one.load('data.json', 'a'), '{"private":1}');
  assert.equal(one.storage.entries.has(`${scope}data.json`), false);
  assert.equal(await one.load('page.js?x=1', 'a'), null);
  assert.ok(![...one.storage.entries.keys()].some((url) => !url.startsWith(`${scope}.offline/`)));
});
