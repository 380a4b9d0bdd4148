// SPDX-License-Identifier: MIT
// The requests of a first visit until the page answers and introduces itself, from a host that compresses with brotli.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { test } from '../engine.mjs';
import { idle, site, Stage } from '../harness.mjs';

const stage = Stage.forFile();

/** The limit in bytes, without the displayed sample. */
const limit = 500_000;

const settings = join(site, '../wasm/CMakeCache.txt');
const quick = existsSync(settings) && /^HW_QUICK_LINK:BOOL=ON$/m.test(readFileSync(settings, 'utf8'));

test('the first load stays below 500 KB', { skip: quick && 'linked quickly: the modules are larger than what is sent' }, async () => {
  const page = await stage.openStill({ firstVisit: true });
  // The introduction comes a moment later, and is part of the visit.
  await page.locator('.first').waitFor();
  await idle(page);
  const { origin } = new URL(stage.page.url);
  // On a slow machine the later files may already be loaded when the picture is drawn. later_code.test.mjs tests that it needs none of
  // them.
  const atRest =
    /(^|\/)(headwaters|engine)\.later\.wasm$|(^|\/)dialogs-\w+\.js$|(^|\/)model(\.later)?\.(js|wasm)$|^model\/worker\.js$|^models\/agreement\//;
  const asked = new Set(
    page.asked.filter((url) => url.startsWith(origin)).map((url) => decodeURIComponent(new URL(url).pathname.slice(1)) || 'index.html'),
  );
  const sizes = [...asked]
    .filter((name) => !name.startsWith('samples/') && !atRest.test(name) && existsSync(join(site, name)))
    .map((name) => /** @type {const} */ ([name, readFileSync(join(site, name))]))
    .map(([name, bytes]) => ({ name, bytes: name.endsWith('.woff2') ? bytes.length : brotliCompressSync(bytes).length }))
    .sort((a, b) => b.bytes - a.bytes);
  const table = sizes.map(({ name, bytes }) => `${bytes} ${name}`).join('\n');
  for (const needed of ['headwaters.wasm', 'engine.wasm', 'fonts/inter-latin-400-normal.woff2'])
    assert.ok(asked.has(needed), `${needed} in\n${table}`);
  assert.ok(sizes.reduce((sum, { bytes }) => sum + bytes, 0) < limit, table);
});
