// SPDX-License-Identifier: MIT
// Pictures of the page against references that a person has looked at. After a change that is meant,
// HEADWATERS_PICTURES=write writes them anew: look at each before committing it.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { idle, Stage, still } from './harness.mjs';

const stage = Stage.forFile();
const folder = join(dirname(fileURLToPath(import.meta.url)), 'pictures');
const writing = process.env.HEADWATERS_PICTURES === 'write';

/** Share of pixels that may differ visibly: another version of the browser smooths letters otherwise. */
const tolerated = 0.015;

const keys = 'v=1&sample=agreement-keys';
const pictures = [
  { name: 'overview', fragment: `${keys}&layer=6`, says: 'bars, matrices and evolution after the last layer' },
  { name: 'overview-dark', fragment: `${keys}&layer=3`, context: { colorScheme: 'dark' }, says: 'the same in the dark, half way' },
  { name: 'panes', fragment: `${keys}&layer=6&panes=flow,bars/matrix,heads&dividers=0.55,0.5,0.4`, says: 'four views side by side, their dividers moved' },
  { name: 'phone', fragment: `${keys}&layer=6`, size: [390, 844], says: 'one column on a phone' },
  { name: 'flow', fragment: `${keys}&layer=6&method=flow&panel=flow`, says: 'ribbons with the minimum cut marked' },
  { name: 'heads', fragment: `${keys}&panel=heads`, says: 'a thumbnail for every head' },
  { name: 'matrix', fragment: `${keys}&layer=2&panel=matrix&colors=viridis`, says: 'two large matrices in viridis' },
  { name: 'evolution', fragment: `${keys}&layer=4&panel=evolution`, says: 'layers by tokens above a matrix for each layer' },
  { name: 'compare', fragment: `${keys}&layer=6&panel=compare&difference=1,2`, says: 'three columns, a difference and rank correlations' },
  { name: 'bars', fragment: `${keys}&layer=5&panel=bars&sort=score`, says: 'bars in the order of their values, the layer before as outlines' },
  { name: 'compare-matrices', fragment: `${keys}&layer=6&panel=compare&compare=raw/rollout&compare-as=matrices`, says: 'two matrices and their difference' },
  { name: 'image', fragment: 'v=1&sample=digit-4&layer=4&panel=image', says: 'patches over a digit' },
  { name: 'faithfulness', fragment: `${keys}&layer=6&panel=faithfulness`, says: 'curves and a table against the scores' },
];

/** Share of pixels that differ by more than 40 of 255 in a channel; 1 if the sizes differ. */
const difference = (page, first, second) =>
  page.evaluate(
    async (both) => {
      const [a, b] = await Promise.all(both.map(window.pixelsOf));
      if (a.width !== b.width || a.height !== b.height) return 1;
      let different = 0;
      for (let i = 0; i < a.data.length; i += 4) {
        const far = [0, 1, 2].some((c) => Math.abs(a.data[i + c] - b.data[i + c]) > 40);
        if (far) different += 1;
      }
      return different / (a.data.length / 4);
    },
    [first.toString('base64'), second.toString('base64')],
  );

const taken = new Map();

for (const { name, fragment, size, context, says } of pictures) {
  test(`the picture "${name}" shows ${says}`, async () => {
    const page = await stage.open({ fragment, size, context: { reducedMotion: 'reduce', ...context } });
    await still(page);
    await idle(page);
    const png = await page.locator('#canvas').screenshot();
    taken.set(name, png);
    const file = join(folder, `${name}.png`);
    if (writing) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, png);
    }
    assert.ok(existsSync(file), `tests/browser/pictures/${name}.png is missing`);
    const share = await difference(page, png, readFileSync(file));
    assert.ok(share <= tolerated, `${(share * 100).toFixed(2)}% of the pixels differ`);
    assert.deepEqual(page.faults, []);
  });
}

test('a picture drawn by its changes is the one that is drawn at once', async () => {
  const context = { reducedMotion: 'reduce' };
  const moved = await stage.open({ fragment: `${keys}&layer=6&panel=evolution`, context });
  await still(moved);
  for (const change of [{ panel: 'compare' }, { layer: 1, method: 'flow' }, { panel: 'overview' }, { method: 'rollout', layer: 2 }]) {
    await moved.evaluate((state) => window.headwaters.setState(state), change);
    await moved.mouse.move(500, 420);
    await moved.mouse.move(900, 400, { steps: 4 });
    await idle(moved);
  }
  await moved.mouse.move(2, 2);
  await idle(moved);
  const fresh = await stage.open({ fragment: `${keys}&layer=3`, context });
  await still(fresh);
  await fresh.mouse.move(2, 2);
  await idle(fresh);
  const [changes, whole] = [await moved.locator('#canvas').screenshot(), await fresh.locator('#canvas').screenshot()];
  assert.equal(await difference(fresh, changes, whole), 0);
});

test('the comparison tells one view from another', async () => {
  const page = await stage.open({ fragment: keys });
  const share = await difference(page, taken.get('overview'), taken.get('flow'));
  assert.ok(share > tolerated * 2, `${(share * 100).toFixed(2)}%`);
});
