// SPDX-License-Identifier: MIT
// Flow over several workers in a real browser: the same numbers with helpers, and where none can be started.
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { after, before, test } from 'node:test';

import { serve } from '../../tools/serve.mjs';
import { drop, opened, site, Stage, state, still } from './harness.mjs';

const layers = 6;
const tokens = 96;

/** Attention of one head from a small generator of its own: the same file every time. */
function file() {
  let seed = 7;
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const row = () => {
    const values = Array.from({ length: tokens }, next);
    const sum = values.reduce((a, b) => a + b);
    return values.map((value) => Number((value / sum).toFixed(7)));
  };
  const attentions = Array.from({ length: layers }, () => [Array.from({ length: tokens }, row)]);
  return Buffer.from(JSON.stringify({ attentions }));
}

const stage = Stage.forFile();
let asked = [];
let without;
before(async () => {
  // A server that notes who asks for helpers, and one that has none.
  const noting = await serve({ folder: site, refuses: (path) => (asked.push(path), false) });
  await stage.page.close();
  stage.page = noting;
  without = await serve({ folder: site, refuses: (path) => path === '/helper.js' });
});
after(() => without?.close());

async function flows(url) {
  const page = await stage.open({ url });
  await drop(page, 'dense.json', file());
  await page.waitForFunction((count) => window.headwaters.state.document?.layers === count, layers, { timeout: 20_000 });
  await still(page);
  const matrices = [];
  for (const layer of [2, 4]) {
    matrices.push(await page.evaluate((at) => window.headwaters.results({ method: 'flow', layer: at }), layer));
  }
  assert.deepEqual(page.faults.filter((fault) => !/404/.test(fault)), []);
  return { page, matrices };
}

test('flows that last are shared with helpers, and the numbers are those of one worker alone', async () => {
  asked = [];
  const shared = await flows(stage.page.url);
  const helped = asked.includes('/helper.js');
  assert.equal(helped, availableParallelism() > 1, 'a second processor has a helper');
  const alone = await flows(without.url);
  assert.ok(JSON.stringify(shared.matrices[0]).length > 50_000);
  assert.deepEqual(shared.matrices, alone.matrices);
});

test('a newer question stops what helpers do, and is answered soon', async () => {
  const { page } = await flows(stage.page.url);
  await page.evaluate(() => window.headwaters.setState({ method: 'flow', panel: 'matrix', residual: 0.45, layer: 4 }));
  const begun = Date.now();
  await page.evaluate(() => window.headwaters.setState({ method: 'raw' }));
  await opened(page);
  await still(page);
  assert.ok(Date.now() - begun < 3000);
  assert.equal((await state(page)).method, 'raw');
});
