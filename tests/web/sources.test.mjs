// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { gistAddress, nameOf, rawAddress } from '../../web/fetch/sources.js';

const base = 'https://example.org/headwaters/';

const rewritten = [
  ['a page of GitHub', 'https://github.com/o/r/blob/main/data/a%20b.json', 'https://raw.githubusercontent.com/o/r/main/data/a%20b.json'],
  ['a raw link of GitHub', 'https://github.com/o/r/raw/v1/a.json', 'https://raw.githubusercontent.com/o/r/v1/a.json'],
  ['a repository itself, which names no file', 'https://github.com/o/r', 'https://github.com/o/r'],
  [
    'a gist',
    'https://gist.github.com/someone/0123456789abcdef0123456789abcdef',
    'https://gist.githubusercontent.com/someone/0123456789abcdef0123456789abcdef/raw',
  ],
  ['a model file of Hugging Face', 'https://huggingface.co/o/r/blob/main/a.json', 'https://huggingface.co/o/r/resolve/main/a.json'],
  [
    'a data set of Hugging Face',
    'https://huggingface.co/datasets/o/r/blob/main/x/a.json?x=1',
    'https://huggingface.co/datasets/o/r/resolve/main/x/a.json?x=1',
  ],
  ['the short name of Hugging Face', 'https://hf.co/o/r/blob/main/a.json', 'https://huggingface.co/o/r/resolve/main/a.json'],
  ['a folder called blob elsewhere', 'https://example.com/o/r/blob/main/a.json', 'https://example.com/o/r/blob/main/a.json'],
  ['a link of Dropbox', 'https://www.dropbox.com/s/x/a.json?dl=0', 'https://dl.dropboxusercontent.com/s/x/a.json'],
  ['a relative link', 'data/a.json', 'https://example.org/headwaters/data/a.json'],
  ['white space around', '  https://example.com/a.json\n', 'https://example.com/a.json'],
];
for (const [what, from, to] of rewritten) {
  test(`${what} leads to its data`, () => assert.equal(rawAddress(from, base).href, to));
}

test('an address that no page may read is refused with a remedy', () => {
  assert.throws(() => rawAddress('file:///etc/hosts', base), { place: 'file:///etc/hosts', remedy: /Drop the file/ });
  assert.throws(() => rawAddress('http://', base), { finding: /not a URL/ });
});

test('a gist is found by its id, with or without its owner', () => {
  assert.equal(gistAddress('abcdef0123').pathname, '/anonymous/abcdef0123/raw');
  assert.equal(gistAddress('me/abcdef0123').pathname, '/me/abcdef0123/raw');
  assert.throws(() => gistAddress('not a gist'), { place: 'gist not a gist' });
});

test('data is named by the last part of its address', () => {
  assert.equal(nameOf(new URL('https://example.com/x/a%20b.json?q=1')), 'a b.json');
  assert.equal(nameOf(new URL('https://example.com/')), 'example.com');
  assert.equal(nameOf(new URL('https://example.com/%E0%A4%A')), '%E0%A4%A');
  assert.equal(nameOf(new URL('data:application/json,{}')), 'data in the link');
});
