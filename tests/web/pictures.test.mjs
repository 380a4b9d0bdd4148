// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { blobOf, fitted } from '../../web/boot/pictures.js';

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
