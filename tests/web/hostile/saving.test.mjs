// SPDX-License-Identifier: MIT
// A file that cannot be finished is none, and says why.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';

import { savedBlob } from '../../../web/api/saved.js';
import { ProblemError } from '../../../web/boot/problem.js';

globalThis.location ??= /** @type {any} */ (new URL('https://page.example/headwaters/'));

test('an engine that ends while a file is saved leaves no half of it, and its own words', async () => {
  for (const gzip of [true, false]) {
    for (const good of [0, 1, 3]) {
      let pieces = 0;
      const next = async () => {
        if (pieces++ < good) return 'x'.repeat(100_000);
        throw new ProblemError('export', 'The computation ended unexpectedly (out of memory).', 'Try again in a moment.');
      };
      await assert.rejects(savedBlob(next, gzip), { name: 'HeadwatersError', finding: 'The computation ended unexpectedly (out of memory).' });
    }
  }
});

test('a file that is finished is whole', async () => {
  for (const gzip of [true, false]) {
    const pieces = ['{"a":', '"ü"', '}', ''];
    const blob = await savedBlob(async () => /** @type {string} */ (pieces.shift()), gzip);
    const bytes = Buffer.from(await blob.arrayBuffer());
    assert.equal(String(gzip ? gunzipSync(bytes) : bytes), '{"a":"ü"}');
    assert.equal(blob.type, gzip ? 'application/gzip' : 'application/json');
  }
});
