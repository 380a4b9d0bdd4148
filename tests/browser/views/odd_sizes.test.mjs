// SPDX-License-Identifier: MIT
// Files and windows of odd sizes: every head of many can be reached, one of them stands large in a low window, and what
// leads on from an empty view are buttons.
import assert from 'node:assert/strict';

import { clickTarget, layout, middleOf, partsOf } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { idle, Stage, state } from '../harness.mjs';

const stage = Stage.forFile();

/** Weights that look at one token each. */
const openHeads = (page, layers, heads, n) =>
  page.evaluate(
    async ([layerCount, headCount, tokens]) => {
      const head = (shift) => Array.from({ length: tokens }, (_, q) => Array.from({ length: tokens }, (_, k) => ((q + shift) % tokens === k ? 1 : 0)));
      await window.headwaters.open({
        tokens: Array.from({ length: tokens }, (_, i) => `t${i}`),
        attentions: Array.from({ length: layerCount }, (_, layer) => Array.from({ length: headCount }, (_, each) => head(layer + each))),
      });
      window.headwaters.setState({ panel: 'heads' });
    },
    [layers, heads, n],
  );

for (const [width, height] of [[1280, 800], [1024, 640], [390, 844]]) {
  test(`at ${width} x ${height} each of 64 heads is in its place, inside its panel`, async () => {
    const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys', size: [width, height] });
    await openHeads(page, 3, 64, 6);
    await idle(page);
    const seen = new Set();
    for (let tries = 0; tries < 12; tries += 1) {
      const parts = await layout(page);
      const heads = parts.filter(({ kind, name }) => kind === 'target' && name === 'head');
      for (const part of heads) assert.ok(part.x >= 0 && part.x + part.width <= width, `a head at ${part.x}`);
      for (const { name } of parts.filter(({ kind }) => kind === 'text')) if (/^\d+$/.test(name)) seen.add(Number(name));
      if (seen.has(64)) break;
      await page.mouse.move(...middleOf(heads[0]));
      await page.mouse.wheel(0, 160);
      await idle(page);
    }
    for (let head = 1; head <= 64; head += 1) assert.ok(seen.has(head), `head ${head} has no number`);
    assert.deepEqual(page.faults, []);
  });
}

test('at 1024 x 640 the large head has its picture', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys', size: [1024, 640] });
  await openHeads(page, 12, 12, 12);
  await idle(page);
  const [large] = await partsOf(page, 'target', 'large');
  assert.ok(large && large.height >= 60 && large.width >= 60, JSON.stringify(large));
  assert.deepEqual(page.faults, []);
});

test('where a view has no picture across encoder and decoder, buttons lead to those that have', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=date-slash&method=flow&panel=flow' });
  await clickTarget(page, 'Matrix');
  assert.equal((await state(page)).panel, 'matrix');
  await page.evaluate(() => window.headwaters.setState({ panel: 'flow' }));
  await idle(page);
  const [, decoder] = await partsOf(page, 'target', 'decoder');
  await page.mouse.click(...middleOf(decoder));
  await idle(page);
  const now = await state(page);
  assert.deepEqual([now.side, now.panel, now.method], ['decoder', 'flow', 'flow']);
  assert.equal((await partsOf(page, 'figure', 'flow')).length, 1);
  assert.deepEqual(page.faults, []);
});

test('both lines of tokens of an encoder-decoder model say which they are, and both are counted', async () => {
  for (const size of [[1280, 800], [390, 844]]) {
    const page = await stage.openStill({ fragment: 'v=1&sample=date-slash&method=rollout&panel=bars', size });
    const parts = await layout(page);
    const chips = parts.filter(({ kind, name }) => kind === 'target' && (name === 'chip' || name === 'output'));
    for (const name of ['encoder', 'decoder']) {
      const label = parts.find((part) => part.kind === 'text' && part.name === name && part.x > (size[0] > 900 ? 280 : 0) && part.y < 400);
      assert.ok(label, name);
      assert.ok(chips.every((chip) => chip.x >= label.x + label.width), `${name} lies on a token`);
    }
    if (size[0] > 900) assert.ok(parts.some(({ name }) => /3 \+ 3 layers, 4 heads, 10 \+ \d+ tokens/.test(name)));
    assert.deepEqual(page.faults, []);
  }
});
