// SPDX-License-Identifier: MIT
// Compares the page's figures with those of the command line (tests/cli/figure.test.mjs), and the widths of its letters.
import assert from 'node:assert/strict';

import { fontWidths, writtenWidths } from '../../../tools/font_widths.mjs';
import { figures, written } from '../../figures.mjs';
import { engine, test } from '../engine.mjs';
import { idle, Stage, still } from '../harness.mjs';

const stage = Stage.forFile();

/** The same shapes and words, with numbers that differ by no more than `most`. */
function assertAlike(actual, expected, most, name) {
  const number = /-?\d+(\.\d+)?/g;
  const [one, other] = [actual, expected].map((svg) => svg.replace(number, '0'));
  assert.equal(one, other, `${name}: other elements or words`);
  const [left, right] = [actual, expected].map((svg) => svg.match(number).map(Number));
  left.forEach((value, i) => {
    assert.ok(Math.abs(value - right[i]) <= most, `${name}: ${value} is not ${right[i]}`);
  });
}

for (const { name, sample, view, fields } of figures) {
  test(`the figure ${name} is the one that the command line draws`, async () => {
    const page = await stage.openStill({ fragment: `v=1&sample=${sample}&${fields}` });
    await idle(page);
    await still(page);
    const svg = await page.evaluate((wanted) => window.headwaters.figure({ view: wanted }), view);
    // Other engines measure the fallback's letters by other fonts, and round differently.
    if (engine === 'chromium')
      assert.ok(svg === written(name), `${name}: first difference at ${[...svg].findIndex((c, i) => c !== written(name)[i])}`);
    else assertAlike(svg, written(name), 2, name);
  });
}

test('the command line’s table of widths is what the pinned fonts say', { skip: engine !== 'chromium' }, async () => {
  assert.ok((await fontWidths()) === writtenWidths(), 'run node tools/font_widths.mjs');
});
