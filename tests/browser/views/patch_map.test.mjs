// SPDX-License-Identifier: MIT
// The Why view for a picture. A map over the picture shows the loss of the answer without each patch. Its numbers are those of hidden
// patches.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { Stage, until } from '../harness.mjs';
import { button, draw, opened, says, seven } from '../model/pad.mjs';
import { openSheet, whyDone } from '../model/sheets.mjs';

const stage = Stage.forFile();

test('Why of a picture is a map of hidden patches, which follows the drawing and is read aloud', async () => {
  const page = await opened(stage);
  await openSheet(page, 'words');
  await whyDone(page);
  const map = page.locator('.patch-map canvas');
  assert.ok(await map.isVisible());
  assert.equal(await page.locator('.why table').isVisible(), false, 'no row for each of 49 patches');
  const read = () => map.getAttribute('aria-label');
  const before = await read();
  assert.match(before, / r\d+c\d+ /);
  // As many colours as patches that differ, so no square of several patches is left.
  const shades = () =>
    page.evaluate(() => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.patch-map canvas'));
      const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const centres = Array.from({ length: 49 }, (_, at) => [
        Math.floor(((at % 7) + 0.5) * 64),
        Math.floor((Math.floor(at / 7) + 0.5) * 64),
      ]);
      return new Set(centres.map(([x, y]) => data.slice(4 * (y * width + x), 4 * (y * width + x) + 3).join())).size;
    });
  assert.ok((await shades()) > 16);
  await button(page, 'clear').click();
  await draw(page, seven);
  await says(page, '7');
  await until(page, (old) => document.querySelector('.patch-map canvas').getAttribute('aria-label') !== old, before);
  await whyDone(page);
  assert.match(await read(), / r\d+c\d+ /);
  assert.match(await page.textContent('.why .answer-text'), /patch|Hiding/);
  assert.deepEqual(page.faults, []);
});
