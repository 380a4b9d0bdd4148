// SPDX-License-Identifier: MIT
// Lists of data sets, lines and packed bytes made to take the page's time or memory.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';

import { readList } from '../../../web/dataset/read.js';
import { addressOf } from '../../../web/dataset/places.js';
import { lineOf } from '../../../web/fetch/line.js';
import { limits, unpack } from '../../../web/fetch/unpack.js';
import { inPieces, isWhole, mostSilence } from './hostile.mjs';

const head = '{"format":"headwaters-dataset/1","methods":["raw"]}\n';
const row = (more = {}) => `${JSON.stringify({ file: 'a.json', example: 0, tokens: 3, text: 'a', ...more })}\n`;
const read = (bytes, size = 65_536) => readList(inPieces(bytes, size), 'list', '', () => {});
const source = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('packed bytes have the limits that the engine has, from one place', () => {
  const [, ratio] = /maxExpansion = (\d+)/.exec(source('src/io/tree/open_options.h'));
  const [, harmless] = /harmless = ([\d']+)/.exec(source('src/io/readers/inflater.cpp'));
  assert.deepEqual(limits, { ratio: Number(ratio), harmless: Number(harmless.replaceAll("'", '')) });
  const others = ['web/dataset/read.js', 'web/fetch/line.js', 'web/lessons/library.js'].filter((path) =>
    source(path).includes('new DecompressionStream'),
  );
  assert.deepEqual(others, [], 'they unpack without limits');
});

test('a list of blank lines ends in a message, and the page lives meanwhile', async () => {
  // 520 KB of these are half a gigabyte of zeros.
  const blank = gzipSync(Buffer.alloc(isWhole ? 500_000_000 : 90_000_000, 10));
  for (const bytes of [blank, Buffer.concat([gzipSync(head + row()), blank])]) {
    const silence = await mostSilence(() => assert.rejects(read(bytes), /The list exceeds 800,000 lines|unpack to more than/));
    assert.ok(silence < 1500, `${silence} ms without a turn for the page`);
  }
});

test('packed bytes that become too large end in a message with both sizes', async () => {
  const spaces = gzipSync(
    Buffer.concat([Buffer.from(head), ...Array.from({ length: 4 }, () => Buffer.from(`${' '.repeat(40_000_000)}\n`))]),
  );
  await assert.rejects(read(spaces), /^HeadwatersError: list: 0\.\d MB unpack to more than 6\d\.\d MB\./);
  await assert.rejects(
    lineOf(inPieces(gzipSync(Buffer.alloc(90_000_000, 32)), 4096), 2, 'a.jsonl.gz'),
    /^HeadwatersError: a\.jsonl\.gz: .* unpack to more than/,
  );
  const small = unpack(inPieces(deflateRawSync(Buffer.alloc(5000, 65)), 10), 'deflate-raw', 'lesson', { most: 1000 });
  await assert.rejects(new Response(small).text(), /^HeadwatersError: lesson: .* unpack to more than 0\.0 MB/);
  const honest = gzipSync(head + row().repeat(30_000));
  assert.equal((await read(honest)).count, 30_000);
});

test('what is packed is found however its beginning is cut, and what is wrong is named', async () => {
  for (const size of [1, 2, 3, 1000]) assert.equal((await read(gzipSync(head + row() + row()), size)).count, 2, `pieces of ${size}`);
  const cut = gzipSync(head + row().repeat(1000));
  await assert.rejects(read(cut.subarray(0, cut.length - 20)), /^HeadwatersError: list: The compressed data are damaged/);
  const packed = gzipSync(head + row());
  const broken = (bytes) =>
    new ReadableStream(
      { start: (to) => to.enqueue(bytes), pull: () => Promise.reject(new TypeError('the network went away')) },
      { highWaterMark: 0 },
    );
  for (const bytes of [packed.subarray(0, 20), Buffer.from(head)])
    await assert.rejects(
      readList(broken(bytes), 'list', '', () => {}),
      /the network went away/,
    );
  await assert.rejects(read(Buffer.from('')), /The list is empty/);
  await assert.rejects(read(Buffer.from([0x1f])), /This line is not JSON/);
});

test('few numbers of many kinds do not become a table that fills the memory', async () => {
  const importance = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`kind ${i}`, [Array.from({ length: 1000 }, () => 1)]]));
  const bytes = gzipSync(head + row({ importance }) + row().repeat(2000));
  await assert.rejects(read(bytes), /100,003 kinds of scores for 2,001 examples exceed 32 million numbers/);
});

test('a long line costs time in proportion to its length', async () => {
  const bytes = Buffer.from(head + row({ text: 'x'.repeat(isWhole ? 60_000_000 : 12_000_000) }));
  const began = performance.now();
  const list = await read(bytes, 16_384);
  assert.equal(list.texts[0].length, 301);
  assert.ok(performance.now() - began < 8000, `${performance.now() - began} ms`);
  await assert.rejects(read(Buffer.from(`${head}"${'x'.repeat(68_000_000)}`)), /line 2: A line exceeds 64 MB/);
});

test('a list that names absolute addresses asks no other host', () => {
  const base = 'https://host.example/set/dataset.headwaters.jsonl';
  const tries = [
    'https://evil.example/a',
    'HTTPS:evil.example/a',
    '//evil.example/a',
    '/\\evil.example/a',
    '\\\\evil.example/a',
    'http:/\\evil.example/a',
    'javascript:alert(1)',
    'data:text/plain,x',
    'blob:https://evil.example/1',
    '\t//evil.example/a',
    './/evil.example/a',
    '..//evil.example/a',
    '@evil.example/a',
    ':443@evil.example/a',
    '?x=//evil.example',
    '#//evil.example',
    '%2f%2fevil.example/a',
    '\u0000//evil.example',
    'ftp://evil.example/a',
  ];
  for (const path of tries) {
    const address = addressOf(/** @type {any} */ ({ files: [path], fileOf: [0], line: [0], from: [0], to: [0], base }), 0);
    assert.ok(
      address === null || (new URL(address).origin === 'https://host.example' && new URL(address).username === ''),
      `${JSON.stringify(path)}: ${address}`,
    );
  }
});

test('broken lists end in one message that names the line', async () => {
  const bad = [
    '{"format":"headwaters-dataset/1"',
    '[]',
    '{"format":"headwaters-dataset/2"}',
    `${head}[[[[`,
    `${head}${'['.repeat(200_000)}`,
    `${head}{"file":1}`,
    head + row({ bytes: [0, 1e300] }),
    head + row({ importance: { a: [['x']] } }),
    head + row({ importance: { __proto__: 1, a: 3 } }),
    head + row({ line: -1 }),
    head + row({ tokens: 1.5 }),
    `${head}{"folder":7}`,
    `${head}${row()}{"end":true}`,
    `${head}${row()}{"end":true,"statistics":{},"rolloutByDistance":{"from":[1e99]}}`,
    '\u0000'.repeat(1000),
    '\ufffe'.repeat(9),
  ];
  for (const text of bad)
    await assert.rejects(
      read(Buffer.from(text)),
      (/** @type {any} */ error) => error.name === 'HeadwatersError' && /^list(, line \d+)?/.test(error.place),
      text.slice(0, 80),
    );
});
