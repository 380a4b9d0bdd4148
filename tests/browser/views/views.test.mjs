// SPDX-License-Identifier: MIT
// The numbers of views without their own test file (matrix, evolution, flow, heads). Compares the text version of each with the reference
// or with sums written out here.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { assertClose, readJson, Stage } from '../harness.mjs';

const stage = Stage.forFile();
const keys = 'v=1&sample=agreement-keys&layer=6';
const file = readJson('references/toy_agreement_keys.json');
const expected = readJson('references/toy_agreement_keys.expected.json');
const tokens = 11;

const openStill = (fragment) => stage.openStill({ fragment });

/** The mirror's table whose caption matches, as [row label, ...cells]. */
const tableOf = (page, title) =>
  page.evaluate((wanted) => {
    const tables = [...document.querySelectorAll('#mirror table')];
    const table = tables.find(({ caption }) => caption?.textContent.includes(wanted));
    return [...table.tBodies[0].rows].map((row) => [...row.cells].map(({ textContent }) => textContent));
  }, title);

/** The sentences of the mirror below "Figures". */
const sentences = (page) => page.evaluate(() => [...document.querySelectorAll('#mirror p')].map(({ textContent }) => textContent));

const number = (/** @type {string} */ text) => Number(text.replace('−', '-'));

test('the evolution is a row a layer of the reference', async () => {
  const page = await openStill(`${keys}&panel=evolution`);
  const rows = await tableOf(page, 'layer by layer');
  assert.equal(rows.length, 6);
  rows.forEach(([label, ...cells]) => {
    const layer = Number(label.replace('layer ', '')) - 1;
    assertClose(cells.map(number), expected.rollout_source_rows[layer], 6e-4, label);
  });
  const peaks = await tableOf(page, 'after each layer');
  peaks.forEach(([label, value, query, key], layer) => {
    const flat = expected.rollout[layer].flat();
    const at = flat.indexOf(Math.max(...flat));
    assert.equal(label, `layer ${layer + 1}`);
    assert.ok(Math.abs(number(value) - flat[at]) < 6e-4, `${label}: ${value}`);
    assert.deepEqual(
      [query, key],
      [Math.floor(at / tokens), at % tokens].map((token) => expected.tokens[token]),
    );
  });
  assert.deepEqual(page.faults, []);
});

test('the matrices are those of the reference, in the numbers and in what they say', async () => {
  const page = await openStill(`${keys}&panel=matrix`);
  const of = (/** @type {string} */ method) => page.evaluate((wanted) => window.headwaters.results({ method: wanted, layer: 5 }), method);
  (await of('rollout')).layers[0].values.forEach((row, q) => {
    assertClose(row, expected.rollout[5][q], 1e-6, `rollout, row ${q}`);
  });
  const heads = file.attentions[5];
  (await of('raw')).layers[0].values.forEach((row, q) => {
    const mean = row.map((_, k) => heads.reduce((sum, head) => sum + head[q][k], 0) / heads.length);
    assertClose(row, mean, 1e-6, `raw, row ${q}`);
  });
  (await tableOf(page, 'Rollout, layers')).forEach(([, ...cells], q) => {
    assertClose(cells.map(number), expected.rollout[5][q], 6e-4, `table of rollout, row ${q}`);
  });
  const said = (await sentences(page)).filter((text) => /^\[CLS\] from /.test(text));
  assert.equal(said.length, 2, 'both matrices have their sentence');
  assert.deepEqual(page.faults, []);
});

test('the flow of the chosen pair is the exact maximum flow, and its paths add up to it', async () => {
  for (const [sink, value] of expected.flow.values[5].entries()) {
    if (sink % 4 !== 0) continue; // [CLS], and two words
    const page = await openStill(`${keys}&panel=flow&method=flow&flow=raw&sink=${sink}`);
    const lines = await sentences(page);
    const caption = lines.find((text) => /^Maximum flow/.test(text)) ?? '';
    const told = number((caption.match(/At most ([\d.]+) of the input can reach/) ?? [])[1] ?? '');
    assert.ok(Math.abs(told - value) < 6e-4, `${told}, expected ${value}`);
    const amounts = lines
      .map((text) => text.match(/^([\d.]+) {2}\S/))
      .filter(Boolean)
      .map((match) => number(match[1]));
    assert.ok(amounts.length > 0 && amounts.length <= 8);
    const sum = amounts.reduce((a, b) => a + b);
    assert.ok(sum <= told + 6e-4 * amounts.length, `${sum} in all, of ${told}`);
    if (amounts.length < 8) assert.ok(Math.abs(sum - told) < 6e-4 * (amounts.length + 1), `${sum} in all, of ${told}`);
    assert.deepEqual(page.faults, []);
  }
});

test('heads have the entropy, the distance and the share that the file gives them', async () => {
  const page = await openStill(`${keys}&panel=heads&heads=0,2`);
  const rows = await tableOf(page, '2 of 8 heads in use');
  assert.equal(rows.length, 6 * 8);
  const special = file.tokens.map((text) => /^\[[A-Z]+\]$/.test(text)); // [CLS], [MASK], [SEP]
  rows.forEach(([label, ...cells], i) => {
    const [layer, head] = [Math.floor(i / 8), i % 8];
    assert.equal(label, `layer ${layer + 1}, head ${head + 1}`);
    const sums = [0, 0, 0];
    for (const [q, row] of file.attentions[layer][head].entries()) {
      const total = row.reduce((a, b) => a + b);
      for (const [k, weight] of row.entries()) {
        const share = weight / total;
        if (share > 0) sums[0] -= share * Math.log2(share);
        sums[1] += share * Math.abs(q - k);
        if (special[k]) sums[2] += share;
      }
    }
    sums.forEach((sum, column) => {
      const mean = sum / tokens;
      assert.ok(
        Math.abs(number(cells[column]) - mean) < Math.max(6e-4, mean * 6e-3),
        `${label}, ${column}: ${cells[column]}, expected ${mean}`,
      );
    });
    assert.equal(cells[3], head === 0 || head === 2 ? 'yes' : 'no');
  });
  assert.deepEqual(page.faults, []);
});

test('the page is not idle before the flow view has its flow, which is asked for after the bars', async () => {
  const page = await stage.openStill();
  const said = await page.evaluate(async () => {
    const tokens = 160;
    let seed = 7;
    const next = () => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647;
    };
    const row = () => {
      const values = Array.from({ length: tokens }, () => next() ** 4);
      const sum = values.reduce((a, b) => a + b, 0);
      return values.map((value) => value / sum);
    };
    const layer = () => [Array.from({ length: tokens }, row)];
    await window.headwaters.open({ attentions: [layer(), layer(), layer(), layer()] });
    window.headwaters.pause();
    window.headwaters.setState({ method: 'flow', panel: 'flow', layer: 3 });
    while (!window.headwaters.idle) await new Promise(requestAnimationFrame);
    return [...document.querySelectorAll('#mirror p')]
      .map(({ textContent }) => textContent)
      .filter((text) => text.startsWith('Maximum flow'));
  });
  assert.equal(said.length, 1);
  assert.match(said[0], /At most [\d.]+ of the input can reach/);
});
