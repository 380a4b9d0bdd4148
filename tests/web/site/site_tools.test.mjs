// SPDX-License-Identifier: MIT
// The files that tools/site.mjs adds to the page, which are the archive, the list of files, and the page in front of versions. And the
// workflow that publishes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';

import { crcOf } from '../../../web/base/crc.js';
import { byVersion, writeFront } from '../../../tools/lib/front.mjs';
import { offlineList } from '../../../tools/lib/offline_list.mjs';
import { zipOf } from '../../../tools/lib/zip.mjs';

const root = new URL('../../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** Reads an archive by its directory at the end. @param {Buffer} zip */
function unzip(zip) {
  const end = zip.length - 22;
  assert.equal(zip.readUInt32LE(end), 0x06054b50);
  const found = new Map();
  let at = zip.readUInt32LE(end + 16);
  for (let i = 0; i < zip.readUInt16LE(end + 10); i += 1) {
    assert.equal(zip.readUInt32LE(at), 0x02014b50);
    const [method, crc, packed, size, nameLength, local] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ];
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString();
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const body = zip.subarray(begin, begin + packed);
    const content = method === 8 ? inflateRawSync(body) : body;
    assert.equal(content.length, size);
    assert.equal(crcOf(content), crc);
    found.set(name, content.toString());
    at += 46 + nameLength;
  }
  return found;
}

test('the checksum is the known one', () => {
  assert.equal(crcOf(Buffer.from('123456789')), 0xcbf43926);
  assert.equal(crcOf(Buffer.alloc(0)), 0);
});

test('an archive holds every file, and is the same whatever order they come in', () => {
  const files = new Map(
    [
      ['a/index.html', 'x'.repeat(5000)],
      ['a/b/ü.txt', 'short'],
      ['a/empty', ''],
    ].map(([name, text]) => [name, Buffer.from(text)]),
  );
  const zip = zipOf(files);
  assert.deepEqual([...unzip(zip)].sort(), [...files].map(([name, bytes]) => [name, bytes.toString()]).sort());
  assert.ok(zip.equals(zipOf(new Map([...files].reverse()))));
  assert.ok(zip.length < 1000);
});

test('the list names what is kept with its hash, and neither maps nor galleries nor itself', () => {
  const list = JSON.parse(
    offlineList(
      '1.2.3',
      new Map(
        ['main.js', 'main.js.map', 'offline.json', 'service_worker.js', 'gallery/index.json', 'gallery.html', 'samples/a.json'].map(
          (name) => [name, Buffer.from('abc')],
        ),
      ),
    ),
  );
  const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'; // of "abc", FIPS 180-2
  assert.deepEqual(list, { version: '1.2.3', files: { 'gallery.html': [hash, 3], 'main.js': [hash, 3], 'samples/a.json': [hash, 3] } });
});

test('the list of the built site has every file of the program, with its size', () => {
  const list = JSON.parse(read('build/site/offline.json'));
  for (const name of [
    'index.html',
    'main.js',
    'headwaters.wasm',
    'engine.wasm',
    'worker/worker.js',
    'worker/helper.js',
    'style.css',
    'fonts/fonts.css',
    'samples/index.json',
    'saved-page.html',
    'gallery.html',
  ]) {
    assert.ok(list.files[name], name);
    assert.equal(list.files[name][1], readFileSync(new URL(`build/site/${name}`, root)).length, name);
  }
  assert.ok(!list.files['one-file.html'], 'a download, which nothing on the page needs');
  assert.match(read('build/site/index.html'), /^<!doctype html>\n<html data-offline /);
  assert.doesNotMatch(read('index.html'), /data-offline/);
});

test('versions are compared as numbers, and the front names those that are whole, newest first', () => {
  assert.deepEqual(['0.10.0', '0.9.1', '1.0.0', '0.9.0', '1.0.0-2', '1.0.0-rc'].sort(byVersion), [
    '0.9.0',
    '0.9.1',
    '0.10.0',
    '1.0.0-rc',
    '1.0.0',
    '1.0.0-2',
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'headwaters-'));
  for (const version of ['0.9.0', '0.10.0', 'a b', '"><b>']) {
    mkdirSync(join(folder, 'versions', version), { recursive: true });
    writeFileSync(join(folder, 'versions', version, 'index.html'), '');
  }
  mkdirSync(join(folder, 'versions/1.0.0'));
  assert.deepEqual(writeFront(folder), ['0.10.0', '0.9.0']);
  assert.deepEqual(JSON.parse(readFileSync(join(folder, 'versions/index.json'), 'utf8')), {
    newest: '0.10.0',
    versions: ['0.10.0', '0.9.0'],
  });
  const front = readFileSync(join(folder, 'index.html'), 'utf8');
  assert.deepEqual(
    [...front.matchAll(/href="([^"]*)"/g)].map(([, address]) => address),
    ['versions/0.10.0/', 'versions/0.9.0/'],
  );
  rmSync(folder, { recursive: true });
});

test('the workflow publishes what commands of this repository build', () => {
  const workflow = read('.github/workflows/pages.yml');
  const runs = [...workflow.matchAll(/^ +- run: (.*)$/gm)].map(([, line]) => line);
  const own = runs.filter((line) => line.startsWith('tools/'));
  assert.deepEqual(own, ['tools/build zip']);
  for (const line of own) {
    const [program, ...words] = line.split(' ');
    // The options are valid, and nothing is built, because the last word is not.
    const { stderr } = spawnSync(new URL(program, root).pathname, [...words, 'nonsense'], { encoding: 'utf8' });
    assert.match(stderr, /There is no part nonsense/);
  }
  assert.match(workflow, /path: build\/site\n/);
  assert.match(workflow, /^ {6}pages: write\n {6}id-token: write$/m);
});
