// SPDX-License-Identifier: MIT
// Scripts that are loaded on first use.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LazyImport } from '../../../web/base/lazy_import.js';

test('what is loaded is loaded once, and not before it is used', async () => {
  let loads = 0;
  const late = new LazyImport(async () => {
    loads += 1;
    return loads;
  });
  assert.equal(loads, 0);
  assert.equal(late.loading, null);
  const first = late.use();
  assert.equal(late.use(), first);
  assert.equal(late.loading, first);
  assert.equal(await first, 1);
  assert.equal(await late.use(), 1);
});

test('what could not be loaded is loaded anew by the next use, and those who waited are told', async () => {
  let works = false;
  const late = new LazyImport(async () => {
    if (!works) throw new Error('offline');
    return 'loaded';
  });
  await assert.rejects(Promise.all([late.use(), late.use()]), /offline/);
  assert.equal(late.loading, null);
  works = true;
  assert.equal(await late.use(), 'loaded');
});
