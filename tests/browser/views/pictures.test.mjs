// SPDX-License-Identifier: MIT
// Pictures of the page, compared with references that a person has checked. After an intended change, HEADWATERS_PICTURES=write writes them
// anew. Look at each before committing it.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { test } from '../engine.mjs';
import { idle, Stage, still } from '../harness.mjs';
import { difference, keys, pictures, tolerated } from '../pictures.mjs';

const stage = Stage.forFile();
const folder = join(dirname(fileURLToPath(import.meta.url)), '../pictures');
const writing = process.env.HEADWATERS_PICTURES === 'write';

const taken = new Map();

for (const { name, fragment, size, context, says } of pictures) {
  test(`the picture "${name}" shows ${says}`, async () => {
    const page = await stage.open({ fragment, size, context: { reducedMotion: 'reduce', ...context } });
    await still(page);
    await idle(page);
    const png = await page.screenshot();
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
    await moved.evaluate((state) => window.headwaters.setState(state), /** @type {any} */ (change));
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
  // The header has an arrow for undo after a change.
  const clip = { x: 0, y: 56, width: 1280, height: 744 };
  const [changes, whole] = [await moved.screenshot({ clip }), await fresh.screenshot({ clip })];
  assert.equal(await difference(fresh, changes, whole), 0);
});

test('the comparison tells one view from another', async () => {
  const page = await stage.open({ fragment: keys });
  const share = await difference(page, taken.get('overview'), taken.get('flow'));
  assert.ok(share > tolerated * 2, `${(share * 100).toFixed(2)}%`);
});
