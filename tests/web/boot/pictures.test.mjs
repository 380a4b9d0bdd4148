// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { blobOf, fitted } from '../../../web/boot/pictures.js';
import { isPicture, namesIn, pictureField, placed, withPictures } from '../../../web/fetch/pictures.js';

test('a data URL gives its bytes and media type', async () => {
  const blob = blobOf('data:image/png;base64,iVBORw0K\nGgo=');
  assert.equal(blob.type, 'image/png');
  assert.deepEqual([...new Uint8Array(await blob.arrayBuffer())], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
});

test('a data URL without base64 is percent-encoded text', async () => {
  const blob = blobOf('data:image/svg+xml;charset=utf-8,%3Csvg%2F%3E');
  assert.equal(blob.type, 'image/svg+xml');
  assert.equal(await blob.text(), '<svg/>');
});

test('what is no data URL is refused', () => {
  assert.throws(() => blobOf('https://example.org/a.png'));
  assert.throws(() => blobOf('data:image/png;base64,***'));
});

test('large pictures are made to fit, small ones stay as they are', () => {
  assert.deepEqual(fitted(224, 224), [224, 224]);
  assert.deepEqual(fitted(4096, 1024), [1024, 256]);
  assert.deepEqual(fitted(5000, 1), [1024, 1]);
});

// Given by hand.
const png = new Blob([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4, 5, 6, 7, 8])]);

test('a picture is told by its first bytes', async () => {
  assert.ok(await isPicture(png));
  assert.ok(await isPicture(new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])])));
  assert.ok(await isPicture(new Blob(['RIFF1234WEBPVP8 '])));
  for (const text of ['', '{"attentions":', 'RIFF1234WAVE', 'GIF89a']) assert.ok(!(await isPicture(new Blob([text]))), text);
});

test('names travel as one field, whatever they hold', () => {
  for (const names of [['cat.png'], ['a & b=c.png', '', 'ü 2.png'], ['', 'b%2Fc.png']]) {
    assert.deepEqual(namesIn(`read=half&${pictureField(names)}&grid=2x2`), names);
  }
  assert.deepEqual(namesIn('read=half'), []);
  assert.deepEqual(namesIn('notpicture=a'), []);
});

test('the data go beside the names, a dash for what is not at hand', async () => {
  const all = await withPictures('picture=a.png%2F%2Fgone.png', async (name) => (name === 'a.png' ? png : null));
  const data = decodeURIComponent(/&picture-data=([^&]*)$/.exec(all)[1]).split(' ');
  assert.deepEqual(data, [`data:image/png;base64,${Buffer.from(await png.arrayBuffer()).toString('base64')}`, '-', '-']);
  assert.equal(await withPictures('read=half', async () => png), 'read=half');
});

test('a picture goes to the example that is shown, or to the first region without one', () => {
  const state = (pictures, examples = ['one'], example = 0) => ({
    example,
    document: { examples, images: pictures.map((picture) => ({ picture })) },
  });
  assert.deepEqual(placed([], ['a'], state([])), ['a']);
  assert.deepEqual(placed(['old'], ['a'], state([true])), ['a']);
  assert.deepEqual(placed(['x'], ['a'], state([true, false, true])), ['x', 'a']);
  assert.deepEqual(placed(['x'], ['a', 'b'], state([true, false])), ['a', 'b']);
  assert.deepEqual(placed([], ['a'], state([false], ['1', '2', '3'], 2)), ['', '', 'a']);
});
