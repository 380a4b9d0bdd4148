// SPDX-License-Identifier: MIT
// Dropped folders, which are empty, deep, endless, or contain unreadable entries.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { filesOf } from '../../../web/dataset/places.js';
import { isWhole } from './hostile.mjs';

const file = (name, fullPath = `/${name}`) => ({
  name,
  fullPath,
  isFile: true,
  isDirectory: false,
  file: (done, failed) => (name.startsWith('locked') ? failed(new Error('no')) : done(new File(['x'], name))),
});
/** A folder that returns its entries a hundred at a time, as browsers do. @param {string} name @param {(at: number) => any[]} give */
const folder = (name, give) => ({
  name,
  fullPath: `/${name}`,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    let at = 0;
    return { readEntries: (done, failed) => (name.startsWith('locked') ? failed(new Error('no')) : done(give(at++))) };
  },
});
const once = (entries) => (at) => (at === 0 ? entries : []);
const pathsOf = async (...entries) => (await filesOf(/** @type {any} */ ({ files: [], entries }))).map(({ path }) => path);

test('what is in a folder is found, and what cannot be read is passed over', async () => {
  assert.deepEqual(await pathsOf(folder('a', once([]))), []);
  assert.deepEqual(
    await pathsOf(
      folder(
        'a',
        once([file('x', '/a/x'), folder('locked', once([file('y')])), file('locked.json'), folder('b', once([file('z', '/a/b/z')]))]),
      ),
      file('w'),
    ),
    ['/w', '/a/x', '/a/b/z'],
  );
  assert.equal((await pathsOf(folder('a', (at) => (at < 5 ? Array.from({ length: 100 }, (_, i) => file(`${at} ${i}`)) : [])))).length, 500);
});

test('a folder that leads into itself, or never ends, is gone through up to a limit', async () => {
  const own = folder('own', () => []);
  own.createReader = () => ({
    readEntries: (
      (given) => (done) =>
        done(given++ ? [] : [own, own, file('x')])
    )(0),
  });
  const began = performance.now();
  assert.ok((await pathsOf(own)).length <= 20_000);
  assert.ok(
    (await pathsOf(folder('endless', () => Array.from({ length: isWhole ? 100 : 1000 }, (_, i) => file(String(i)))))).length <= 20_000,
  );
  assert.ok(performance.now() - began < 20_000);
});
