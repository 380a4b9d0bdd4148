// SPDX-License-Identifier: MIT
// A lost graphics context comes back without an error message of the browser.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { aroundLostContext, idle, inkOf, nothingComes, Stage } from '../harness.mjs';

const stage = Stage.forFile();

test('after a lost context nothing of the old one is used, in any view', async () => {
  const page = await stage.openStill();
  for (const panel of ['overview', 'matrix', 'heads']) {
    await page.evaluate((name) => window.headwaters.setState({ panel: name }), panel);
    await idle(page);
    const said = [];
    const listen = (message) => said.push(message.text());
    page.on('console', listen);
    const { before, after } = await aroundLostContext(page, inkOf);
    await page.evaluate(() => window.headwaters.setState({ layer: 2 }));
    await idle(page);
    // The remaining messages are the browser's own about the loss.
    const complaints = () => said.filter((text) => !/CONTEXT_LOST_WEBGL|context lost|Context was lost|GPU stall/i.test(text));
    assert.deepEqual(await nothingComes(complaints, 300), [], panel);
    page.off('console', listen);
    assert.ok(Math.abs(before.share - after.share) < 0.01, `${panel}: ${before.share} and ${after.share} of the canvas`);
  }
});
