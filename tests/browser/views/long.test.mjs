// SPDX-License-Identifier: MIT
// Long inputs. Lists begin at their answer, the sentence at the chosen token, and axes keep names.
import assert from 'node:assert/strict';

import { layout } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { comes, drop, idle, openedAs, Stage, state, still } from '../harness.mjs';

const stage = Stage.forFile();

const count = 128;
const answer = 90;
const output = 127;

/** A causal model of two layers. Every token after the 90th attends to it with half of its attention, and evenly to the rest. */
function longFile() {
  const matrix = Array.from({ length: count }, (_, q) => {
    const row = Array.from({ length: count }, (__, k) => (k <= q ? (q > answer ? 0.5 : 1) / (q + 1) : 0));
    if (q > answer) row[answer] += 0.5;
    return row;
  });
  return JSON.stringify({ tokens: matrix.map((_, i) => `word${i}`), attentions: [[matrix], [matrix]], outputToken: output });
}

async function openLong(panel, change = {}) {
  const page = await stage.openStill();
  await drop(page, 'long.json', Buffer.from(longFile()));
  await openedAs(page, 'long.json');
  await still(page);
  await page.evaluate((fields) => window.headwaters.setState(fields), {
    panel,
    tokens: [output],
    layer: 1,
    method: 'raw',
    sort: 'position',
    ...change,
  });
  await idle(page);
  return page;
}

/** Clicks and returns the output that this chose. */
async function chosenAt(page, x, y) {
  await page.mouse.click(x, y);
  await idle(page);
  return (await state(page)).tokens[0];
}

test('bars of many tokens come by value, and the rest is one line with its sum', async () => {
  const page = await openLong('bars', { sort: 'automatic' });
  const names = (await layout(page))
    .filter(({ kind, name, y }) => kind === 'text' && y > 200 && /^word\d+$/.test(name))
    .sort((a, b) => a.y - b.y)
    .map(({ name }) => name);
  assert.equal(names[0], `word${answer}`, String(names));
});

test('the list of bars begins at the largest value', async () => {
  const page = await openLong('bars');
  // The middle of the list, 18 pixels per row. The answer is centred there.
  const token = await chosenAt(page, 500, 540);
  assert.ok(Math.abs(token - answer) <= 14, `token ${token}`);
});

test('a list that somebody has scrolled stays there', async () => {
  const page = await openLong('bars');
  await page.mouse.move(500, 540);
  for (let i = 0; i < 6; i += 1) await page.mouse.wheel(0, -2000);
  await comes(async () => (await layout(page)).some(({ kind, name, x }) => kind === 'text' && x < 600 && name === 'word3'));
  await page.evaluate(() => window.headwaters.setState({ layer: 0 }));
  await idle(page);
  const token = await chosenAt(page, 500, 540);
  assert.ok(token < 40, `token ${token}`);
});

test('names that come late in a text are whole', async () => {
  const page = await openLong('bars');
  await page.evaluate(() => window.headwaters.setState({ tokens: [0] }));
  for (const panel of ['overview', 'bars', 'compare']) {
    await page.evaluate((fields) => window.headwaters.setState(fields), { panel, tokens: [output] });
    await idle(page);
    await page.mouse.move(450, 600);
    await page.mouse.wheel(0, 20_000); // to the list's end
    const names = await comes(async () => {
      const texts = (await layout(page)).filter(({ kind, name, y }) => kind === 'text' && y > 330 && /^word\d*…?$/.test(name));
      return texts.some(({ name }) => name === 'word125') && texts.map(({ name }) => name);
    });
    assert.deepEqual(
      names.filter((name) => name.includes('…')),
      [],
      panel,
    );
  }
});

test('compared columns begin where they agree most', async () => {
  const page = await openLong('compare', { method: 'rollout' });
  const token = await chosenAt(page, 500, 520);
  assert.ok(Math.abs(token - answer) <= 20, `token ${token}`);
});

test('the sentence shows the chosen token', async () => {
  const page = await openLong('matrix');
  // Its last line, which begins with one of the last words.
  const token = await chosenAt(page, 330, 156);
  assert.ok(token >= 100, `token ${token}`);
  await page.evaluate(() => window.headwaters.setState({ tokens: [3] }));
  await idle(page);
  const first = await chosenAt(page, 330, 88);
  assert.ok(first < 30, `token ${first}`);
});

/** Share of pixels of a part of the canvas that are not ground. */
const inkIn = (page, clip) =>
  page.screenshot({ clip }).then((png) =>
    page.evaluate(async (base64) => {
      const { data } = await window.pixelsOf(base64);
      let ink = 0;
      for (let i = 0; i < data.length; i += 4) ink += Number(Math.abs(data[i] - data[0]) + Math.abs(data[i + 1] - data[1]) > 40);
      return ink / (data.length / 4);
    }, png.toString('base64')),
  );

test('matrices of many tokens keep some names in the overview, and the one under the pointer', async () => {
  const page = await openLong('overview', { method: 'rollout' });
  const names = { x: 776, y: 345, width: 54, height: 150 };
  assert.ok((await inkIn(page, names)) > 0.02, 'names beside the matrix');
  const before = await page.screenshot({ clip: { ...names, height: 210, width: 440 } });
  // A bar lights its row and column in the matrices.
  await page.mouse.move(500, 500);
  await idle(page);
  const after = await page.screenshot({ clip: { ...names, height: 210, width: 440 } });
  assert.ok(!before.equals(after));
});
