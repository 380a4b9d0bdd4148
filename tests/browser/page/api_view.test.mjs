// SPDX-License-Identifier: MIT
// Every part of a view that a link contains can be read and set through window.headwaters.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { idle, Stage, state } from '../harness.mjs';

const stage = Stage.forFile();

/** @param {import('playwright-core').Page} page @param {object} change */
const set = async (page, change) => {
  await page.evaluate((given) => window.headwaters.setState(given), change);
  await idle(page);
};

test('columns, their difference, patches and rankings are set as they are read', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6' });
  const change = {
    panel: 'compare',
    compare: [
      { method: 'raw', head: 0, layer: 2 },
      { method: 'flow', preset: 'no-residual', fusion: 'max' },
      { method: 'rollout', residual: 0.25, discard: 0.1 },
    ],
    compareAs: 'matrices',
    difference: [2, 0],
    patches: 'grid',
    opacity: 0.4,
    leaveOut: ['[CLS]', 'the'],
    scores: 'this',
  };
  await set(page, change);
  const now = await state(page);
  for (const [name, value] of Object.entries(change)) assert.deepEqual(now[name], value, name);
  const address = await page.evaluate(() => decodeURIComponent(location.hash));
  assert.match(address, /compare=raw,heads:0,layer:3\/flow,preset:no-residual,fusion:max\/rollout,residual:0.25,discard:0.1/);
  assert.match(address, /difference=3,1/);
  assert.deepEqual(now.messages, []);
  assert.deepEqual(page.faults, []);
});

test('a state that was read sets the view that it was read from', async () => {
  const rich =
    'v=1&sample=agreement-keys&layer=4&token=2&panes=bars/compare,heads&dividers=0.4,0.3&compare=raw/rollout,head:2&compare-as=matrices&difference=2,1&discard=0.2&protect=token&protected=3&start=2&layers=2,3,4&heads=0,3&hidden=0&spans=1,2&sort=score&flow=raw&sink=all&colors=cividis&opacity=0.3&leave-out=the&scores=this&ghost=off';
  const page = await stage.openStill({ fragment: rich });
  const [wanted, address] = [await state(page), await page.evaluate(() => location.hash)];
  assert.deepEqual(wanted.messages, []);
  const fresh = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6' });
  const resting = await state(fresh);
  await set(fresh, wanted);
  assert.equal(await fresh.evaluate(() => location.hash), address);
  assert.deepEqual(await state(fresh), wanted);
  await set(fresh, resting);
  assert.deepEqual(await state(fresh), resting);
  assert.deepEqual(fresh.faults, []);
});

test('what is no part of the view, or does not fit, changes nothing', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6' });
  const before = await state(page);
  await set(page, { playing: true, frames: 3, document: {}, 'raw-tokens': true, nonsense: [1] });
  assert.deepEqual(await state(page), before);
  await set(page, { difference: [7, 9] });
  const after = await state(page);
  assert.equal(after.messages.length, 1);
  assert.deepEqual(after.difference, []);
});
