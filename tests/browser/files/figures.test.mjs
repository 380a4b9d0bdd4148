// SPDX-License-Identifier: MIT
// Exported figures. Compares their numbers with the results and the reference, and tests their pixels and dialog.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { middleOf, partsOf } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { assertClose, byId, comes, idle, readJson, Stage, state } from '../harness.mjs';

const stage = Stage.forFile();
const keys = 'v=1&sample=agreement-keys&layer=6';

// Figures are read by the browser's parser of markup, which the page's own policy does not allow.
const openStill = (fragment) => stage.openStill({ fragment, context: { bypassCSP: true } });

/** Luminance of every cell of a figure's groups, [group][row][column], as a browser reads it. */
const cellsOf = (page, svg) =>
  page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'image/svg+xml');
    if (root.querySelector('parsererror')) throw new Error('not well formed');
    return [...root.querySelectorAll('g.cells')].map((group) => {
      const cells = [];
      for (const path of group.querySelectorAll('path')) {
        const [r, g, b] = path
          .getAttribute('fill')
          .match(/[0-9a-f]{2}/g)
          .map((hex) => parseInt(hex, 16));
        for (const [, col, row, length] of path.getAttribute('d').matchAll(/M(\d+) (\d+)h(\d+)/g)) {
          cells[row] ??= [];
          for (let i = 0; i < +length; i += 1) cells[row][+col + i] = r + g + b;
        }
      }
      return cells;
    });
  }, svg);

test('the evolution as a figure is as dark as the results are large', async () => {
  const page = await openStill(keys);
  const svg = await page.evaluate(() => window.headwaters.figure({ view: 'evolution' }));
  const { layers } = await page.evaluate(() => window.headwaters.results());
  const known = readJson('references/toy_agreement_keys.expected.json').rollout_source_rows;
  layers.forEach(({ values }, i) => {
    assertClose(values, known[i], 1e-6, `layer ${i + 1}`);
  });
  const [cells] = await cellsOf(page, svg);
  assert.equal(cells.length, 6);
  const flat = layers.flatMap(({ values }, i) => values.map((value, key) => ({ value, light: cells[5 - i][key] })));
  flat.sort((a, b) => a.value - b.value);
  for (let i = 1; i < flat.length; i += 1)
    assert.ok(flat[i].light <= flat[i - 1].light + 2, `${flat[i].value} is lighter than ${flat[i - 1].value}`);
  assert.match(svg, /Attention rollout \(Abnar &amp; Zuidema 2020\), layers 1–6 each, output \[CLS\]/);
  assert.match(svg, /<text[^>]*>cabinet<\/text>/, 'text stays text');
});

test('small multiples compute what the page has not shown yet', async () => {
  const page = await openStill(`${keys}&panel=bars`);
  const svg = await page.evaluate(() => window.headwaters.figure({ view: 'multiples' }));
  const groups = await cellsOf(page, svg);
  assert.deepEqual(
    groups.map((cells) => [cells.length, cells[0].length]),
    Array(6).fill([11, 11]),
  );
});

test('compared columns as a figure say their numbers and are as long as them', async () => {
  const page = await openStill(`${keys}&panel=compare&compare=raw/rollout&difference=0,1&scale=layer`);
  const svg = await page.evaluate(() => window.headwaters.figure({ view: 'compare' }));
  const known = readJson('references/toy_agreement_keys.expected.json');
  const { bars, texts } = await page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'image/svg+xml');
    if (root.querySelector('parsererror')) throw new Error('not well formed');
    const rects = [...root.querySelectorAll('rect')].filter((rect) => rect.getAttribute('height') === '10.8');
    return {
      bars: rects.map((rect) => Number(rect.getAttribute('width'))),
      texts: [...root.querySelectorAll('text')].map(({ textContent }) => textContent),
    };
  }, svg);
  const [raw, rollout] = [known.raw_mean_source_rows[5], known.rollout_source_rows[5]];
  assert.equal(bars.length, 3 * raw.length);
  const scale = Math.max(...raw, ...rollout);
  const full = Math.max(...bars);
  raw.forEach((value, i) => {
    assert.ok(Math.abs(bars[3 * i] - (value / scale) * full) < 0.6, `raw ${known.tokens[i]}`);
    assert.ok(Math.abs(bars[3 * i + 1] - (rollout[i] / scale) * full) < 0.6, `rollout ${known.tokens[i]}`);
    assert.ok(texts.includes(rollout[i].toFixed(3)), `rollout ${known.tokens[i]} in words`);
  });
  assert.ok(texts.includes('Raw − Rollout'));
  assert.match(svg, /Comparison of Raw, layer 6; Rollout, layers 1–6, output \[CLS\]/);

  const other = await openStill(`${keys}&panel=compare&compare=raw/rollout&difference=0,1&compare-as=matrices`);
  const groups = await cellsOf(other, await other.evaluate(() => window.headwaters.figure({ view: 'compare' })));
  assert.deepEqual(
    groups.map((cells) => [cells.length, cells[0].length]),
    Array(3).fill([11, 11]),
  );
  const flat = known.rollout[5].flatMap((row, q) => row.map((value, k) => ({ value, light: groups[1][q][k] })));
  flat.sort((a, b) => a.value - b.value);
  for (let i = 1; i < flat.length; i += 1)
    assert.ok(flat[i].light <= flat[i - 1].light + 2, `${flat[i].value} is lighter than ${flat[i - 1].value}`);
  assert.deepEqual(page.faults, []);
});

test('the flow graph as a figure carries its value through every layer, and says the reference', async () => {
  const page = await openStill(`${keys}&panel=bars&flow=raw&sink=2`);
  const svg = await page.evaluate(() => window.headwaters.figure({ view: 'flow' }));
  const { ribbons, key, marks, texts } = await page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'image/svg+xml');
    if (root.querySelector('parsererror')) throw new Error('not well formed');
    const number = (/** @type {Element} */ element, name) => Number(element.getAttribute(name));
    return {
      ribbons: [...root.querySelectorAll('g.ribbons path')].map((path) => ({
        x: parseFloat(path.getAttribute('d').slice(1)),
        width: number(path, 'stroke-width'),
      })),
      key: number(root.querySelector('g.key rect'), 'height'),
      marks: root.querySelectorAll('line[stroke="#a3195b"]').length,
      texts: [...root.querySelectorAll('text')].map(({ textContent }) => textContent),
    };
  }, svg);
  const known = readJson('references/toy_agreement_keys.expected.json').flow.values[5];
  known.forEach((value) => {
    assert.ok(texts.includes(value.toFixed(3)), `${value} in words`);
  });
  const widest = Math.max(...ribbons.map(({ width }) => width));
  assert.ok(Math.abs(widest - key) < 0.02, 'the key is as thick as the widest ribbon');
  const said = Number(texts.find((text) => /widest ribbon/.test(text)).split(',')[0]);
  const layers = new Set(ribbons.map(({ x }) => x));
  assert.equal(layers.size, 6);
  for (const layer of layers) {
    const widths = ribbons.filter(({ x }) => x === layer).map(({ width }) => (width / key) * said);
    const sum = (/** @type {number[]} */ list) => list.reduce((a, b) => a + b, 0);
    // Parts thinner than half a pixel are drawn that wide, so the flow is the sum without them, or a little more.
    const least = sum(widths.filter((width) => width > (0.501 / key) * said));
    assert.ok(least < 1.002 * known[2] && least > 0.9 * known[2], `${least} of ${known[2]}`);
    assert.ok(sum(widths) > 0.998 * known[2], `${sum(widths)} of ${known[2]}`);
  }
  assert.ok(marks > 1, 'the minimum cut is marked');
  assert.match(svg, /<desc>Maximum flow from “keys” to \[CLS\] after layer 6\. Attention flow \(Abnar &amp; Zuidema 2020\), layers 1–6\./);
  assert.deepEqual(page.faults, []);
});

test('heads, scores and a picture have figures where the file has them', async () => {
  const page = await openStill(`${keys}&leave-out=[CLS]`);
  const { figures } = await state(page);
  for (const name of ['flow', 'heads', 'faithfulness']) assert.ok(figures.includes(name), name);
  assert.ok(!figures.includes('image'));
  const heads = await cellsOf(page, await page.evaluate(() => window.headwaters.figure({ view: 'heads' })));
  assert.deepEqual(
    heads.map((cells) => [cells.length, cells[0].length]),
    Array(48).fill([11, 11]),
  );
  const scores = await page.evaluate(() => window.headwaters.figure({ view: 'faithfulness' }));
  assert.match(scores, />against blankout</);
  assert.match(scores, /Rankings by raw attention, rollout and flow/);
  const digit = await openStill('v=1&sample=digit-4&layer=4');
  const svg = await digit.evaluate(() => window.headwaters.figure({ view: 'image' }));
  const [patches] = await cellsOf(digit, svg);
  const { layers, tokens } = await digit.evaluate(() => window.headwaters.results());
  assert.equal(patches.flat().length, tokens.length - 1, 'a cell a patch, [CLS] left out');
  const flat = patches
    .flat()
    .map((light, i) => ({ light, value: layers[3].values[i + 1] }))
    .sort((a, b) => a.value - b.value);
  // Over the dimmed picture, larger values are lighter.
  for (let i = 1; i < flat.length; i += 1) assert.ok(flat[i].light >= flat[i - 1].light - 2);
});

test('a PNG has its scale times the size of the figure, and ink', async () => {
  const page = await openStill(keys);
  for (const [index, view] of (await state(page)).figures.entries()) {
    // Sixteen times the pixels take sixteen times as long. Tested with one view.
    const sizes = await page.evaluate(
      async ([wanted, scales]) => {
        const text = await window.headwaters.figure({ view: wanted });
        const height = Number(text.match(/height="([\d.]+)"/)[1]);
        const pictures = [];
        for (const scale of scales) {
          const blob = await window.headwaters.figure({ view: wanted, format: 'png', scale });
          const { data, width, height } = await window.pixelsOf(blob);
          let ink = 0;
          for (let i = 0; i < data.length; i += 4) ink += data[i] < 160 ? 1 : 0;
          pictures.push([width / scale, height / scale, ink > 500 * scale, data[3]]);
        }
        return { height, pictures };
      },
      [view, index === 0 ? [1, 2, 4] : [1, 2]],
    );
    for (const picture of sizes.pictures) assert.deepEqual(picture, [720, sizes.height, true, 255], view);
  }
});

test('there is no figure of what is not there, and it says so', async () => {
  const page = await openStill(keys);
  const problem = await page.evaluate(() =>
    window.headwaters.figure({ view: 'nonsense' }).catch(({ finding, remedy }) => ({ finding, remedy })),
  );
  assert.match(problem.finding, /"nonsense"/);
  assert.ok(problem.remedy.includes((await state(page)).figures.join(', ')), problem.remedy);
  assert.equal(
    await page.evaluate(() => window.headwaters.figure({ view: 'overview' }).catch(({ finding }) => finding)),
    '"overview" has no figure now.',
  );
});

test('the dialog opens by its key, shows the figure and gives files', async () => {
  const page = await openStill(`${keys}&panel=matrix&method=flow`);
  await page.focus('#canvas');
  await page.keyboard.press('e');
  const dialog = page.locator('dialog');
  await dialog.waitFor();
  assert.equal(await byId(dialog, 'export/figure').inputValue(), 'matrix');
  await byId(dialog, 'export/figure').selectOption('multiples');
  const caption = byId(dialog, 'export/caption');
  await comes(async () => /each/.test(await caption.inputValue()));
  assert.match(await caption.inputValue(), /Attention flow .* layers 1–6 each/);

  const fileOf = async (name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name, exact: true }).click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const svg = await fileOf('SVG');
  assert.match(svg.name, /^Which-noun-makes-the-answer-plural-flow-multiples\.svg$/);
  assert.match(svg.bytes.toString(), /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="720"/);
  const png = await fileOf('PNG 2×');
  assert.match(png.name, /-multiples\.2x\.png$/);
  assert.deepEqual([...png.bytes.subarray(1, 4)].map((code) => String.fromCharCode(code)).join(''), 'PNG');
  const json = JSON.parse((await fileOf('JSON')).bytes.toString());
  assert.deepEqual(
    json.layers.map(({ layer }) => layer),
    [1, 2, 3, 4, 5, 6],
  );
  assert.equal(json.relative, true);
  for (const { values } of json.layers)
    for (const row of values) assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 1e-5, 'relative rows sum to 1');
  const csv = (await fileOf('CSV')).bytes.toString().trimEnd().split('\r\n');
  assert.equal(csv.length, 1 + 6 * 11);
  assert.deepEqual(page.faults, []);
});

test('the dialog offers the figure of the view', async () => {
  for (const panel of ['compare', 'faithfulness', 'flow']) {
    const page = await openStill(`${keys}&panel=${panel}&method=flow`);
    await page.focus('#canvas');
    await page.keyboard.press('e');
    const dialog = page.locator('dialog');
    await dialog.waitFor();
    assert.equal(await byId(dialog, 'export/figure').inputValue(), panel);
    assert.ok(
      !(await byId(dialog, 'export/figure')
        .locator('option')
        .evaluateAll((options) => options.some(({ value }) => value === 'image'))),
    );
    assert.deepEqual(page.faults, []);
  }
});

test('the page shows the small multiples, and a click goes to their layer', async () => {
  const page = await openStill(`${keys}&panel=evolution`);
  const table = () => page.evaluate(() => [...document.querySelectorAll('#mirror table')].map((one) => one.textContent));
  assert.ok((await table()).some((text) => /Rollout after each layer/.test(text)));
  // The second box of the row below the evolution.
  await page.mouse.click(...middleOf((await partsOf(page, 'target', 'layer'))[1]));
  await idle(page);
  assert.equal(await page.evaluate(() => window.headwaters.state.layer), 1);
});
