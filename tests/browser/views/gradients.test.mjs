// SPDX-License-Identifier: MIT
// Methods that weight attention by gradients, in every view that shows them, compared with independent code.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { assertClose, readJson, Stage } from '../harness.mjs';

const stage = Stage.forFile();
const name = 'references/toy_negation_gradients';
const expected = readJson(`${name}.expected.json`);
const methods = [
  { method: 'gradient-rollout', title: 'Gradient rollout', rows: expected.gradient_rollout, last: expected.gradient_rollout_last_matrix },
  { method: 'relevance', title: 'Relevance', rows: expected.relevance, last: expected.relevance_last_matrix },
];

const openStill = (fields) =>
  stage.openStill({ fragment: `v=1&url=${encodeURIComponent(`${stage.data.url}${name}.json`)}&token=0&layer=6&${fields}` });

/** The mirror's tables as [title, rows of cells]. */
const tablesOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#mirror table')].map(({ caption, tBodies }) => ({
      title: caption.textContent,
      said: caption.closest('section').querySelector('p').textContent,
      rows: [...tBodies[0].rows].map((row) => [...row.cells].map(({ textContent }) => textContent)),
    })),
  );

/** The sentences of the mirror. */
const sentencesOf = (page) => page.evaluate(() => [...document.querySelectorAll('#mirror p')].map(({ textContent }) => textContent));

for (const { method, title, rows, last } of methods) {
  test(`${method}: bars, evolution and matrix have the numbers of the reference`, async () => {
    const page = await openStill(`method=${method}&panel=bars`);
    for (const layer of [0, 2, 5]) {
      await page.evaluate((at) => window.headwaters.setState({ layer: at }), layer);
      await page.waitForFunction(() => window.headwaters.idle);
      const bars = await page.evaluate(() =>
        [...document.querySelectorAll('#mirror .tokens data')].map((output) => Number(output.dataset.value)),
      );
      assertClose(bars, rows[layer], 1e-6, `bars after layer ${layer + 1}`);
    }
    await page.evaluate(() => window.headwaters.setState({ panel: 'evolution', layer: 5 }));
    await page.waitForFunction(() => window.headwaters.idle);
    const evolution = (await tablesOf(page)).find((table) => table.title.startsWith(`${title} for [CLS], layer by layer`));
    assert.equal(evolution.rows.length, 6);
    for (const [label, ...cells] of evolution.rows) {
      const layer = Number(label.replace('layer ', '')) - 1;
      cells.forEach((cell, key) => {
        const value = rows[layer][key];
        assert.ok(
          Math.abs(Number(cell) - value) <= Math.max(5.1e-4 * Math.min(1, value * 1e3), 1e-12),
          `${label}, token ${key}: ${cell}, expected ${value}`,
        );
      });
    }
    const peak = (await tablesOf(page)).find((table) => table.title.startsWith(`${title} after each layer`)).rows.at(-1);
    assert.ok(Math.abs(Number(peak[1]) - Math.max(...last.flat())) < 6e-4, `largest of the last matrix: ${peak[1]}`);

    await page.evaluate(() => window.headwaters.setState({ panel: 'matrix' }));
    await page.waitForFunction(() => window.headwaters.idle);
    const { layers } = await page.evaluate(() => window.headwaters.results({ layer: 5 }));
    layers[0].values.forEach((row, q) => {
      assertClose(row, last[q], 1e-6, `matrix, row ${q}`);
    });
    const drawn = (await tablesOf(page)).find((table) => table.title === `${title}, layers 1–6`);
    // For relevance, the 1 that a token starts with is not ranked among the others.
    const told = method === 'relevance' ? Math.max(...last[0].slice(1)) : last[0][0];
    assert.ok(drawn.said.includes(told.toFixed(3)), drawn.said);
    assertClose(drawn.rows[0].slice(1).map(Number), last[0], 6e-4, 'the first row of its table');
    assert.deepEqual(page.faults, []);
  });

  test(`${method}: compare shows it beside the others, and controls and captions name its source`, async () => {
    const page = await openStill(`method=${method}&panel=compare`);
    const { columns } = await page.evaluate(() => window.headwaters.results({ view: 'compare' }));
    assert.deepEqual(
      columns.map((column) => column.method),
      ['raw', 'rollout', 'flow', method],
    );
    assertClose(columns[3].values, rows[5], 1e-6, 'column');
    const lines = await sentencesOf(page);
    assert.ok(
      lines.some((text) => /Chefer, Gur & Wolf 2021/.test(text)),
      'the citation is of the method',
    );
    const svg = await page.evaluate(() => window.headwaters.figure({ view: 'bars' }));
    assert.match(svg, /Chefer, Gur &amp; Wolf 2021/);
    assert.deepEqual(page.faults, []);
  });
}

test('relevance begins where the first layer is set to', async () => {
  const page = await openStill('method=relevance&panel=bars&start=6');
  const { layers } = await page.evaluate(() => window.headwaters.results());
  // From the identity, the only remaining step adds the last layer's weighted attention.
  const identity = expected.abar_source_rows[5].map((value, key) => value + (key === 0 ? 1 : 0));
  assertClose(layers.at(-1).values, identity, 1e-6, 'last layer alone');
  assert.ok(
    (await sentencesOf(page)).some((text) => text === 'layer 6'),
    'the formula says it',
  );
  const start = await page.evaluate(() => document.querySelector('#side select[name="start"]').selectedIndex);
  assert.equal(start, 5);
  assert.deepEqual(page.faults, []);
});

test('relevance across encoder and decoder has the numbers of the reference in bars and matrix', async () => {
  const across = readJson('references/date_gradients.expected.json').relevance_cross;
  const page = await stage.openStill({
    fragment: `v=1&url=${encodeURIComponent(`${stage.data.url}references/date_gradients.json`)}&method=relevance&panel=bars`,
  });
  const { side, method, tokens } = await page.evaluate(() => window.headwaters.state);
  assert.deepEqual([side, method, tokens], ['cross', 'relevance', [5]]); // the file names the view to begin with
  for (const layer of [0, 1, 2]) {
    await page.evaluate((at) => window.headwaters.setState({ layer: at, tokens: [5] }), layer);
    await page.waitForFunction(() => window.headwaters.idle);
    const bars = await page.evaluate(() =>
      [...document.querySelectorAll('#mirror .tokens data')].map((output) => Number(output.dataset.value)),
    );
    assertClose(bars, across[layer][5], 1e-7, `bars after layer ${layer + 1}`);
  }
  await page.evaluate(() => window.headwaters.setState({ panel: 'matrix' }));
  await page.waitForFunction(() => window.headwaters.idle);
  const { layers } = await page.evaluate(() => window.headwaters.results({ layer: 2 }));
  layers[0].values.forEach((row, q) => {
    assertClose(row, across[2][q], 1e-7, `matrix, row ${q}`);
  });
  assert.ok(
    (await sentencesOf(page)).some((text) => text.includes('R_qi = R_qi + N_qᵀ E N_i')),
    'the formula names both sides',
  );
  const choices = await page.evaluate(() =>
    [...document.querySelector('#side select[name="method"]').options].map(({ textContent, disabled }) => [textContent, disabled]),
  );
  assert.deepEqual(
    choices.filter(([, disabled]) => disabled).map(([text]) => text.split(' (')[0]),
    ['Gradient', 'Grad-SAM', 'Joint'],
  );
  await page.evaluate(() => window.headwaters.setState({ side: 'decoder', method: 'gradient-rollout' }));
  await page.waitForFunction(() => window.headwaters.idle);
  assert.equal((await page.evaluate(() => window.headwaters.state)).method, 'gradient-rollout');
  assert.deepEqual(page.faults, []);
});

test('Grad-SAM is the mean over layers and heads of relu(G) W, and Explain says why it is not taken apart', async () => {
  const { attentions, gradients } = readJson('references/toy_negation_gradients.json');
  const page = await stage.openStill({
    fragment: `v=1&url=${encodeURIComponent(`${stage.data.url}references/toy_negation_gradients.json`)}&method=grad-sam&panel=bars&token=0&layer=6`,
  });
  const heads = attentions.length * attentions[0].length;
  const expected = attentions[0][0][0].map(
    (_, key) =>
      attentions.reduce(
        (sum, layer, l) => sum + layer.reduce((of, head, h) => of + Math.max(0, gradients[l][h][0][key]) * head[0][key], 0),
        0,
      ) / heads,
  );
  const bars = await page.evaluate(() =>
    [...document.querySelectorAll('#mirror .tokens data')].map((output) => Number(output.dataset.value)),
  );
  assertClose(bars, expected, 1e-7, 'bars after the last layer');
  await page.evaluate(() => window.headwaters.setState({ panel: 'explain' }));
  await page.waitForFunction(() => window.headwaters.idle);
  assert.ok((await sentencesOf(page)).some((text) => text.includes('Grad-SAM averages layers, and nothing passes between them')));
  assert.deepEqual(page.faults, []);
});
