// SPDX-License-Identifier: MIT
// The edges of the graph are those of the matrices, and pointer, link and text version choose the drawn ones.
import assert from 'node:assert/strict';

import { clickTarget, layout, middleOf, partOf, partsOf } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { idle, Stage, state } from '../harness.mjs';

const stage = Stage.forFile();
const keys = 'v=1&sample=agreement-keys&panel=graph';

const results = (page, wanted) => page.evaluate((what) => window.headwaters.results(what), wanted);
const near = (a, b) => Math.abs(a - b) < 1e-6;
/** How dark a part of the canvas is, as the sum of its pixels. */
async function darkIn(page, { x, y, width, height }) {
  const png = await page.screenshot({ clip: { x, y, width, height } });
  return page.evaluate(
    async (base64) => (await window.pixelsOf(base64)).data.reduce((sum, value) => sum + 255 - value, 0),
    png.toString('base64'),
  );
}
/** A column of the graph's numbers by its name. */
const column = (table, name) => table.columns.indexOf(name);

test('traced raw attention has the weights of the matrices, none below the chosen size', async () => {
  const page = await stage.openStill({ fragment: `${keys}&method=raw&layer=3&edges=0.1` });
  const { table } = await results(page, { view: 'graph' });
  assert.deepEqual(table.columns, ['layer', 'query', 'key', 'weight']);
  assert.ok(table.rows.length > 3);
  const matrices = [];
  for (const layer of [0, 1, 2]) matrices.push((await results(page, { method: 'raw', layer })).layers[0].values);
  let reached = new Set((await state(page)).tokens);
  for (const layer of [3, 2, 1]) {
    const drawn = table.rows.filter((row) => row[0] === layer);
    const known = matrices[layer - 1].flatMap((row, query) =>
      reached.has(query) ? row.flatMap((weight, key) => (weight >= 0.1 ? [[layer, query, key, weight]] : [])) : [],
    );
    assert.equal(drawn.length, known.length);
    for (const [, query, key, weight] of drawn)
      assert.ok(known.some((edge) => edge[1] === query && edge[2] === key && near(edge[3], weight)));
    reached = new Set(drawn.map((row) => row[2]));
  }
  assert.deepEqual(page.faults, []);
});

test('traced rollout divides one among the edges of each layer and arrives as rollout', async () => {
  const page = await stage.openStill({ fragment: `${keys}&method=rollout&layer=4&edges=0.001` });
  const { table } = await results(page, { view: 'graph' });
  const share = column(table, 'share');
  const bars = (await results(page, {})).layers.find(({ layer }) => layer === 4).values;
  const arrived = bars.map(() => 0);
  for (const row of table.rows) if (row[0] === 1) arrived[row[2]] += row[share];
  bars.flat().forEach((value, key) => {
    assert.ok(arrived[key] <= value + 1e-6 && arrived[key] > value - 0.02, `${key}: ${arrived[key]} of ${value}`);
  });
});

test('words choose form and size, and stand in the link', async () => {
  const page = await stage.openStill({ fragment: `${keys}&method=raw&layer=2` });
  assert.equal((await partsOf(page, 'figure', 'flow')).length, 1);
  await clickTarget(page, 'lines');
  await idle(page);
  assert.equal((await state(page)).graph, 'lines');
  assert.equal((await partsOf(page, 'figure', 'lines')).length, 1);
  await clickTarget(page, '0.1');
  await idle(page);
  assert.equal((await state(page)).edges, 0.1);
  assert.match(await page.evaluate(() => location.hash), /graph=lines&edges=0\.1/);
  await clickTarget(page, 'auto');
  await idle(page);
  assert.equal((await state(page)).edges, 0);
  assert.doesNotMatch(await page.evaluate(() => location.hash), /edges=/);
  assert.deepEqual(page.faults, []);
});

test('a head leaves the lines by a click on its sign', async () => {
  const page = await stage.openStill({ fragment: `${keys}&method=raw&layer=2&graph=lines` });
  const heads = async () => {
    const { table } = await results(page, { view: 'graph' });
    return new Set(table.rows.map((row) => row[column(table, 'head')]));
  };
  assert.ok((await heads()).has(0));
  await clickTarget(page, 'head');
  await idle(page);
  assert.ok(!(await heads()).has(0));
  assert.ok((await heads()).size > 1);
});

test('a line says its value and its head, and a name leaves its own lines', async () => {
  const page = await stage.openStill({ fragment: `${keys}&method=raw&layer=2&graph=lines&edges=0.2` });
  const [plot] = await partsOf(page, 'figure', 'lines');
  let said = '';
  for (let at = 6; at < plot.height && !said; at += 3) {
    await page.mouse.move(plot.x + plot.width / 2, plot.y + at);
    await idle(page);
    said = (await layout(page)).map(({ name }) => name).find((name) => /, head \d/.test(name)) ?? '';
  }
  assert.match(said, /0\.\d+, head \d+/);
  const [name] = (await partsOf(page, 'target', 'token')).slice(11 + 2); // the inputs' 11 come first
  await page.mouse.click(...middleOf(name));
  await idle(page);
  assert.deepEqual((await state(page)).tokens, [2]);
});

test('a node is pinned by a click, the page stays at its output, and a word traces from there', async () => {
  const page = await stage.openStill({ fragment: `${keys}&method=rollout&layer=4&edges=0.02` });
  const nodes = await partsOf(page, 'target', 'node');
  assert.ok(nodes.length > 20);
  const rows = await page.evaluate(() => [...document.querySelectorAll('#mirror caption')].map(({ textContent }) => textContent));
  assert.ok(
    rows.some((text) => /traced from .* after layer 4$/.test(text)),
    rows.join('; '),
  );
  // The output's level is the right one, with a node for each of 11 tokens. Before them are the nodes after layer 3.
  const below = nodes.sort((a, b) => b.x - a.x || a.y - b.y)[11 + 3];
  const before = await state(page);
  const [plot] = await partsOf(page, 'figure', 'flow');
  const resting = await darkIn(page, plot);
  // The edges of the node under the pointer are lit and the others fade. A click keeps them so.
  await page.mouse.move(...middleOf(below));
  await idle(page);
  assert.notEqual(await darkIn(page, plot), resting);
  await page.mouse.click(...middleOf(below));
  await page.mouse.move(2, 2);
  await idle(page);
  assert.notEqual(await darkIn(page, plot), resting);
  const { layer, tokens } = await state(page);
  assert.deepEqual([layer, tokens], [before.layer, before.tokens]);
  const words = await partsOf(page, 'text', 'unpin');
  assert.equal(words.length, 1);
  await clickTarget(page, 'unpin');
  await page.mouse.move(2, 2);
  await idle(page);
  assert.equal(await darkIn(page, plot), resting, 'as it was');
  await page.mouse.click(...middleOf(below));
  await idle(page);
  await clickTarget(page, 'trace from here');
  const there = await state(page);
  assert.deepEqual([there.layer, there.tokens], [2, [3]]);
  assert.equal((await partsOf(page, 'text', 'unpin')).length, 0);
  assert.deepEqual(page.faults, []);
});

test('the share that is kept is a slider, stands in the link and is undone by a size', async () => {
  const page = await stage.openStill({ fragment: `${keys}&method=rollout&layer=4` });
  const drawn = async () => (await results(page, { view: 'graph' })).table.rows.length;
  const slider = await partOf(page, 'target', 'share kept');
  const at = async (share) => {
    await page.mouse.click(slider.x + 8 + share * (slider.width - 16), slider.y + slider.height / 2);
    await idle(page);
  };
  await at(0.3);
  const few = await drawn();
  assert.ok(Math.abs((await state(page)).keep - 0.3) < 0.02);
  assert.match(await page.evaluate(() => location.hash), /keep=0\.(29|3)/);
  await at(0.9);
  assert.ok((await drawn()) > few);
  await clickTarget(page, '0.1');
  assert.deepEqual([(await state(page)).edges, (await state(page)).keep], [0.1, 0]);
  await at(0.5);
  assert.equal((await state(page)).edges, 0);
  await clickTarget(page, 'auto');
  assert.equal((await state(page)).keep, 0);
  assert.deepEqual(page.faults, []);
});

test('a long causal input is traced down to its inputs', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys' });
  await opened(page, 128, true);
  for (const method of ['raw', 'rollout']) {
    await page.evaluate((change) => window.headwaters.setState(change), { panel: 'graph', graph: 'traced', method, tokens: [127] });
    await idle(page);
    const { table, caption } = await results(page, { view: 'graph' });
    assert.deepEqual([...new Set(table.rows.map(([layer]) => layer))].sort(), [1, 2, 3], `${method}: ${caption}`);
    assert.doesNotMatch(caption, /at least 0\.0 %/);
  }
});

/** Random weights, each row divided by its sum. */
const opened = (page, count, causal) =>
  page.evaluate(
    async ([n, below]) => {
      const layer = () =>
        Array.from({ length: n }, (_, query) => {
          const row = Array.from({ length: n }, (_, key) => (below && key > query ? 0 : Math.random() ** 4));
          const sum = row.reduce((a, b) => a + b, 0);
          return row.map((weight) => weight / sum);
        });
      await window.headwaters.open({ tokens: Array.from({ length: n }, (_, i) => `t${i}`), attentions: [[layer()], [layer()], [layer()]] });
    },
    [count, causal],
  );

for (const count of [1, 3, 32, 128, 512]) {
  test(`${count} tokens, causal or not, are traced and drawn as lines`, async () => {
    const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys' });
    for (const causal of [false, true]) {
      await opened(page, count, causal);
      for (const graph of ['traced', 'lines']) {
        for (const method of ['raw', 'rollout']) {
          await page.evaluate((change) => window.headwaters.setState(change), { panel: 'graph', graph, method });
          await idle(page);
          const { table } = await results(page, { view: 'graph' });
          assert.ok(table.rows.length > 0, `${graph} ${method}`);
          if (causal) for (const [, query, key] of table.rows) assert.ok(key <= query);
        }
      }
    }
    assert.deepEqual(page.faults, []);
  });
}

test('patches are traced; between encoder and decoder there are lines, and why there are no more', async () => {
  const patches = await stage.openStill({ fragment: 'v=1&sample=digit-4&panel=graph', size: [390, 844] });
  assert.ok((await results(patches, { view: 'graph' })).table.rows.length > 0);
  const page = await stage.openStill({ fragment: 'v=1&sample=date-slash&panel=graph' });
  const { side, messages } = await state(page);
  assert.deepEqual([side, messages], ['cross', []]);
  assert.match((await results(page, { view: 'graph' })).caption, /one step connects encoder and decoder\. Choose “lines”/);
  await clickTarget(page, 'lines');
  await idle(page);
  assert.ok((await results(page, { view: 'graph' })).table.rows.length > 0);
  assert.deepEqual([...patches.faults, ...page.faults], []);
});
