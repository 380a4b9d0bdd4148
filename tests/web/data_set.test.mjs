// SPDX-License-Identifier: MIT
// @ts-check
// One line of JSON Lines, and the place of an example's data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { addressOf, dataIn, Files, nameOf } from '../../web/dataset/places.js';
import { halfInterval, studentT } from '../../web/dataset/interval.js';
import { fragmentOf, lineIn, lineOf } from '../../web/fetch/line.js';

const text = 'first\n{"second": "ü"}\n\nfourth without an end';
/** In pieces of a few bytes. @param {Uint8Array} bytes @param {number} size */
const pieces = (bytes, size) =>
  new ReadableStream({
    start: (to) => {
      for (let at = 0; at < bytes.length; at += size) to.enqueue(bytes.slice(at, at + size));
      to.close();
    },
  });

test('an address names a line and where it lies', () => {
  assert.deepEqual(lineIn('https://x.example/a.jsonl#line=3'), { line: 3, from: 0, to: 0 });
  assert.deepEqual(lineIn('https://x.example/a.jsonl#line=3&bytes=10-25'), { line: 3, from: 10, to: 25 });
  for (const other of ['https://x.example/a.jsonl', 'a#line=', 'a#line=3&bytes=4', 'a#lines=3', 'a#line=3#'])
    assert.equal(lineIn(other), null);
  for (const line of [
    { line: 3, from: 0, to: 0 },
    { line: 1, from: 0, to: 9 },
  ])
    assert.deepEqual(lineIn(`a${fragmentOf(line)}`), line);
});

test('a line is found wherever the pieces are cut, gzipped or not', async () => {
  const lines = text.split('\n');
  for (const bytes of [Buffer.from(text), gzipSync(text)]) {
    for (const size of [2, 3, 7, 1000]) {
      for (const number of [1, 2, 4])
        assert.equal(await (await lineOf(pieces(bytes, size), number, 'a')).text(), lines[number - 1], `${number} in pieces of ${size}`);
      await assert.rejects(lineOf(pieces(bytes, size), 3, 'a'), /This line is empty/);
      await assert.rejects(lineOf(pieces(bytes, size), 9, 'a'), /only 4 lines/);
    }
  }
});

/** @param {string} path @param {string} base @param {number[]} [place] */
const list = (path, base, [line, from, to] = [0, 0, 0]) =>
  /** @type {any} */ ({ files: [path], fileOf: [0], line: [line], from: [from], to: [to], base });

test('data lie beside the list, on its host alone', () => {
  const base = 'https://host.example/set/results/dataset.headwaters.jsonl';
  assert.equal(addressOf(list('../data/a b#1.json', base), 0), 'https://host.example/set/data/a%20b%231.json');
  assert.equal(addressOf(list('x/../../a.jsonl', base, [3, 5, 9]), 0), 'https://host.example/set/a.jsonl#line=3&bytes=5-9');
  for (const path of [
    '-',
    '//evil.example/a.json',
    '///evil.example/a',
    'https://evil.example/a',
    'javascript:alert(1)',
    '\\\\evil.example\\a',
  ]) {
    const address = addressOf(list(path, base), 0);
    assert.ok(address === null || new URL(address).origin === 'https://host.example', `${path}: ${address}`);
  }
  assert.equal(addressOf(list('a.json', ''), 0), null);
  assert.equal(nameOf(list('../data/a.jsonl', '', [3, 0, 0]), 0), 'a.jsonl, line 3');
});

test('of files with one name that is taken whose folders agree furthest', () => {
  const files = new Files();
  const given = ['one/data/a.json', 'two/data/a.json', 'b.json'].map((path) => ({ path, file: /** @type {any} */ ({ from: path }) }));
  files.add(given);
  assert.equal(files.find('../two/data/a.json'), given[1].file);
  assert.equal(files.find('/x/one/data/a.json'), given[0].file);
  assert.equal(files.find('elsewhere/b.json'), given[2].file);
  assert.equal(files.find('c.json'), null);
  const again = { path: 'b.json', file: /** @type {any} */ ({ from: 'again' }) };
  files.add([again]);
  assert.equal(files.find('b.json'), again.file);
});

test('a line of a file that was given is cut out of it', async () => {
  const file = new File([text], 'a.jsonl');
  assert.equal(
    await (await dataIn(list('a.jsonl', '', [2, 6, 6 + Buffer.byteLength('{"second": "ü"}')]), 0, file)).text(),
    '{"second": "ü"}',
  );
  assert.equal(await (await dataIn(list('a.jsonl', '', [4, 0, 0]), 0, file)).text(), 'fourth without an end');
  assert.equal(await dataIn(list('a.jsonl', ''), 0, file), file);
  await assert.rejects(dataIn(list('a.jsonl', '', [9, 500, 600]), 0, file), /ends before line 9/);
});

test("intervals of a mean are those of Student's t", () => {
  // Two-sided 95 %, from printed tables.
  for (const [freedom, t] of [
    [1, 12.706],
    [2, 4.303],
    [3, 3.182],
    [5, 2.571],
    [10, 2.228],
    [30, 2.042],
    [1000, 1.962],
  ])
    assert.ok(Math.abs(studentT(freedom) - t) < 0.006, `${freedom}: ${studentT(freedom)}`);
  // The mean of 1, 2, 3, 4, 5 is 3 give or take 1.963 (t of 4 is 2.776, the standard error the root of 2.5 / 5).
  assert.ok(Math.abs(halfInterval({ count: 5, constant: 0, mean: 3, sd: Math.sqrt(2) }) - 2.7764 * Math.sqrt(0.5)) < 0.003);
  assert.ok(Number.isNaN(halfInterval({ count: 1, constant: 0, mean: 3, sd: 0 })));
  assert.equal(halfInterval({ count: 9, constant: 0, mean: 3, sd: 0 }), 0);
});
