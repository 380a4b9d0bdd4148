// SPDX-License-Identifier: MIT
// Prevents a reader from taking one number for another. Covers one scale while it plays, one selection for method and flow's view, the
// tokens that are ranked, the subject of exports.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, idle, readJson, Stage, state } from '../harness.mjs';

const stage = Stage.forFile();
const keys = 'v=1&sample=agreement-keys';
const expected = readJson('references/toy_agreement_keys.expected.json');

const set = (page, change) => page.evaluate((wanted) => window.headwaters.setState(wanted), change).then(() => idle(page));
const hash = (page) => page.evaluate(() => location.hash);
const mirrorText = (page) => page.evaluate(() => document.getElementById('mirror').textContent);
/** A choice of the text version, by its name and its option's id. */
const choose = async (page, name, id) => {
  await page.locator(`#side select[name="${name}"]`).evaluate((select, wanted) => {
    select.selectedIndex = [...select.options].findIndex(({ dataset }) => dataset.id === wanted);
    select.dispatchEvent(new Event('change'));
  }, `${name}/${id}`);
  await idle(page);
};
/** A click on a switch of the text version. */
const toggle = async (page, name) => {
  await page
    .locator(`#side input[name="${name}"]`)
    .first()
    .evaluate((box) => box.click());
  await idle(page);
};

/** The lengths of the bars on the canvas, from the top, in pixels. */
async function barLengths(page) {
  await page.mouse.move(2, 2);
  await idle(page);
  const png = await page.screenshot();
  return page.evaluate(async (base64) => {
    const { data, width, height } = await window.pixelsOf(base64);
    const is = (x, y) => [0x13, 0x5c, 0x96].every((channel, i) => Math.abs(data[4 * (y * width + x) + i] - channel) < 6);
    const lengths = [];
    let inBar = false;
    for (let y = 260; y < height; y += 1) {
      let left = 84;
      while (left < width && !is(left, y)) left += 1;
      let right = left;
      while (right < width && is(right, y)) right += 1;
      const bar = right - left > 0;
      if (bar && !inBar) lengths.push(0);
      if (bar) lengths[lengths.length - 1] = Math.max(lengths.at(-1), right - left);
      inBar = bar;
    }
    return lengths;
  }, png.toString('base64'));
}

test('a bar is as long in every layer as its value says, on one scale', async () => {
  const page = await stage.openStill({ fragment: `${keys}&panel=bars&layer=6&ghost=off&scale=layers` });
  const rows = expected.rollout_source_rows;
  const largest = Math.max(...rows.flat());
  const unit = [];
  for (const layer of [5, 2, 0]) {
    await set(page, { layer });
    const lengths = await barLengths(page);
    assert.equal(lengths.length, 11, `layer ${layer + 1}: ${lengths}`);
    const best = rows[layer].indexOf(Math.max(...rows[layer]));
    unit.push(lengths[best] / rows[layer][best]);
  }
  // The same length for the same value, to within two pixels.
  for (const one of unit) assert.ok(Math.abs(one - unit[0]) * largest < 4, String(unit));
  await set(page, { layer: 5, scale: 'layer' });
  const own = await barLengths(page);
  const last = rows[5];
  const best = last.indexOf(Math.max(...last));
  assert.ok(own[best] > unit[0] * last[best] * 1.1, 'a scale of its own makes the layer longer');
  assert.match(await mirrorText(page), /This layer has its own scale\./);
  assert.match(await hash(page), /&scale=layer/);
  assert.deepEqual(page.faults, []);
});

test("the output's own share can be left out of the scale, by the text version, and the caption says so", async () => {
  const page = await stage.openStill({ fragment: `${keys}&panel=bars&layer=6&ghost=off&scale=layers` });
  const before = await barLengths(page);
  await toggle(page, 'own-share');
  assert.match(await hash(page), /&own-share=off/);
  assert.equal((await state(page)).ownShare, false);
  assert.match(await mirrorText(page), /One scale for all layers, without the output’s own share\./);
  const after = await barLengths(page);
  const others = (lengths) => Math.max(...lengths.slice(1));
  assert.ok(others(after) > others(before), `${before} and ${after}`);
  const figure = await page.evaluate(() => window.headwaters.figure({ view: 'bars' }));
  assert.match(figure, /without the output’s own share/);
});

test('the view of the flow and the method are one selection', async () => {
  const page = await stage.openStill({ fragment: `${keys}&layer=6&method=rollout` });
  await choose(page, 'panel', 'flow');
  assert.deepEqual([(await state(page)).method, (await state(page)).panel], ['flow', 'flow']);
  assert.match(await mirrorText(page), /How much of each input can reach/);
  assert.match(await mirrorText(page), /F = max flow/);
  await choose(page, 'method', 'rollout');
  assert.deepEqual([(await state(page)).method, (await state(page)).panel], ['rollout', 'overview']);
  await set(page, { panes: [['bars'], ['flow']] });
  assert.equal((await state(page)).method, 'flow');
  await set(page, { method: 'raw' });
  assert.deepEqual((await state(page)).panes, [['bars'], ['evolution']]);
  await page.evaluate(() => history.back());
  await page.waitForFunction(() => window.headwaters.state.method === 'flow');
  assert.deepEqual((await state(page)).panes, [['bars'], ['flow']]);
  assert.deepEqual(page.faults, []);
});

test('an address from before, with rollout in the view of the flow, opens as that view', async () => {
  const page = await stage.openStill({ fragment: `${keys}&layer=6&method=rollout&panel=flow&flow=raw&sink=4` });
  const now = await state(page);
  assert.deepEqual([now.method, now.panel, now.sink, now.messages.length], ['flow', 'flow', 4, 0]);
  const said = await mirrorText(page);
  assert.match(said, /Maximum flow from “the” \(2\) to \[CLS\] after layer 6/);
  assert.match(said, /maximum flow from each input/);
  const paths = await page.evaluate(() =>
    [...document.querySelectorAll('#mirror p')].map((p) => p.textContent).filter((text) => /^[\d.e-]+ {2}/.test(text)),
  );
  assert.ok(paths.length > 2);
  assert.equal(new Set(paths.map((path) => path.replace(/^\S+ +/, ''))).size, paths.length, paths.join('\n'));
});

test('which tokens are ranked is said on the page, in the figure, in CSV and JSON', async () => {
  const page = await stage.openStill({ fragment: `${keys}&panel=faithfulness` });
  assert.match(await mirrorText(page), /8 of 11 tokens are ranked, without \[CLS\], .*\[SEP\]\./);
  await page.evaluate(() => window.headwaters.setState({ among: 'all' }));
  await idle(page);
  assert.match(await mirrorText(page), /All 11 tokens are ranked\./);
  await toggle(page, 'leave-out');
  const words = /10 of 11 tokens are ranked, without \[CLS\]\./;
  assert.match(await mirrorText(page), words);
  const [json, csv, svg] = await page.evaluate(() =>
    Promise.all([
      window.headwaters.results({ view: 'faithfulness' }),
      window.headwaters.results({ view: 'faithfulness', format: 'csv' }),
      window.headwaters.figure({ view: 'faithfulness' }),
    ]),
  );
  assert.match(json.ranked, words);
  assert.deepEqual(json.leftOut, ['[CLS]']);
  for (const line of csv.trim().split('\r\n').slice(1)) assert.match(line, /,\[CLS\]$/);
  assert.match(svg.match(/<desc>(.*?)<\/desc>/s)[1], words);
});

test('a slider leaves numbers in the address as people write them', async () => {
  const page = await stage.openStill({ fragment: `${keys}&layer=6` });
  for (const name of ['discard', 'residual']) {
    const seen = new Set();
    for (let value = 0.03; value < 0.95; value += 0.11) {
      await byId(page, name).evaluate((slider, to) => {
        slider.value = String(to);
        for (const event of ['input', 'change']) slider.dispatchEvent(new Event(event));
      }, value);
      await idle(page);
      const written = new URLSearchParams((await hash(page)).slice(1)).get(name);
      if (written !== null) seen.add(written);
    }
    assert.ok(seen.size > 6, `${name}: ${[...seen]}`);
    for (const value of seen) assert.match(value, /^[01](\.\d\d?)?$/, name);
  }
});
