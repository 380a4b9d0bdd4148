// SPDX-License-Identifier: MIT
// Runs the notebooks of examples/notebooks and exports them as pages, as a reader without a kernel or a network sees them. Compares each
// figure with a picture that a person has checked. HEADWATERS_PICTURES=write writes the pictures anew.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

import { serve } from '../../tools/serve.mjs';
import { pythonWith } from '../python_with.mjs';
import { test } from './engine.mjs';
import { idle, inkOf, site, Stage, still } from './harness.mjs';
import { difference, tolerated } from './pictures.mjs';

const stage = Stage.forFile();
const folderOfPictures = fileURLToPath(new URL('pictures/notebooks', import.meta.url));
const writing = process.env.HEADWATERS_PICTURES === 'write';
const script = fileURLToPath(new URL('../python/run_notebook.py', import.meta.url));
const python = pythonWith('numpy, torch, nbclient');
const skip = python
  ? false
  : 'No Python with NumPy, PyTorch and Jupyter here (Debian: python3-torch, python3-nbclient, python3-nbconvert, python3-ipykernel).';

let folder;
let made;
let host;
before(
  async () => {
    if (!python) return;
    folder = mkdtempSync(join(tmpdir(), 'headwaters-notebooks-'));
    const { stdout, stderr } = spawnSync(python, ['-W', 'ignore', script, folder, site], { encoding: 'utf8' });
    assert.ok(stdout, stderr);
    made = JSON.parse(stdout);
    host = await serve({ folder });
  },
  { timeout: 600_000 },
);
after(async () => {
  await host?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** The expected contents of each figure in a notebook: panel, method, layers, tokens. */
const wanted = {
  '1_encoder': [['overview', 'rollout', 4, 11]],
  '2_gradients_and_faithfulness': [['faithfulness', 'rollout', 3, 8]],
  '3_contributions': [
    ['overview', 'rollout', 4, 11],
    ['evolution', 'rollout', 4, 11],
  ],
  '4_generation_and_vision': [
    ['matrix', 'rollout', 3, 11],
    ['image', 'rollout', 3, 37],
  ],
};

/** The frame as shown in the page, and its reference. */
async function comparePicture(page, at, name) {
  const png = await page.locator('iframe').nth(at).screenshot();
  const file = join(folderOfPictures, `${name}.png`);
  if (writing) {
    mkdirSync(folderOfPictures, { recursive: true });
    writeFileSync(file, png);
  }
  assert.ok(existsSync(file), `tests/browser/pictures/notebooks/${name}.png is missing`);
  const share = await difference(page, png, readFileSync(file));
  assert.ok(share <= tolerated, `${name}: ${(share * 100).toFixed(2)}% of the pixels differ`);
}

for (const [name, figures] of Object.entries(wanted)) {
  test(`${name} runs from nothing to its figures`, { skip }, async (context) => {
    if (made.missing) return context.skip(made.missing);
    assert.ok(made.names.includes(name));
    const page = await stage.open({
      url: `${host.url}${name}.html`,
      size: [1100, 1400],
      ready: false,
      context: { reducedMotion: 'reduce' },
    });
    const frames = page.frames().filter((frame) => frame !== page.mainFrame());
    const seen = [];
    for (const [at, frame] of frames.entries()) {
      await page.locator('iframe').nth(at).scrollIntoViewIfNeeded(); // frames out of sight do not draw
      await frame.waitForFunction(() => window.headwaters?.state.document, null, { timeout: 60_000 });
      await frame.waitForFunction((panel) => window.headwaters.state.panel === panel, figures[at][0]);
      await still(frame);
      await idle(frame);
      await comparePicture(page, at, `${name}-${at + 1}`);
      const { panel, method, document } = await frame.evaluate(() => window.headwaters.state);
      seen.push([panel, method, document.layers, document.tokens.length]);
      const { share } = await inkOf(page);
      assert.ok(share > 0.02, `${share} of the page is drawn`);
      if (process.env.HEADWATERS_SHOTS) await page.screenshot({ path: join(process.env.HEADWATERS_SHOTS, `${name}-${at}.png`) });
    }
    assert.deepEqual(seen, figures);
    if (process.env.HEADWATERS_SHOTS) await page.screenshot({ path: join(process.env.HEADWATERS_SHOTS, `${name}.png`), fullPage: true });
    // Debian's nbconvert loads MathJax from its own disk, and the browser requests an icon.
    assert.deepEqual(
      page.faults.filter((fault) => !/local resource: file:|Failed to load resource/.test(fault)),
      [],
    );
    await page.emulateMedia({ media: 'print' });
    for (const at of frames.keys()) {
      assert.equal(await page.locator('iframe').nth(at).isVisible(), false);
      assert.ok((await page.locator('figure img').nth(at).boundingBox()).height > 100);
    }
  });
}
