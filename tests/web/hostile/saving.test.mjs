// SPDX-License-Identifier: MIT
// An unfinished file is deleted, with the reason shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';

import { Api } from '../../../web/api/api.js';
import { savedBlob } from '../../../web/one_file/saved.js';
import { ProblemError } from '../../../web/base/problem.js';

globalThis.location ??= /** @type {any} */ (new URL('https://page.example/headwaters/'));

test('an engine that ends while a file is saved leaves no half of it, and its own words', async () => {
  for (const gzip of [true, false]) {
    for (const good of [0, 1, 3]) {
      let pieces = 0;
      const next = async () => {
        if (pieces++ < good) return 'x'.repeat(100_000);
        throw new ProblemError('export', 'The computation crashed (out of memory).', 'Try again in a moment.');
      };
      await assert.rejects(savedBlob(next, gzip), { name: 'HeadwatersError', finding: 'The computation crashed (out of memory).' });
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

test('an engine that ends is said of what was asked of it', async () => {
  Object.assign(globalThis, { window: globalThis });
  let last = 0;
  const page = /** @type {any} */ ({
    state: () => ({ method: 'raw', layer: 0, second: null }),
    ticket: () => ++last,
    explain: () => true,
    export: () => true,
    link: () => true,
    save: () => true,
  });
  const api = new Api(page, /** @type {any} */ ({ given: null }), /** @type {any} */ ({}), /** @type {any} */ ({ now: null }));
  const asked = {
    results: api.public.results({ layer: 0 }),
    explain: api.public.explain({ query: 0, key: 0 }),
    link: api.public.link(),
    save: api.public.save(),
  };
  await new Promise((resolve) => setTimeout(resolve, 50));
  api.engineLost({ finding: 'The computation crashed (out of memory).', remedy: 'Try again in a moment.' });
  for (const [place, promise] of Object.entries(asked)) await assert.rejects(promise, { place, finding: /crashed/ }, place);
});
