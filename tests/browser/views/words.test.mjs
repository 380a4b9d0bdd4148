// SPDX-License-Identifier: MIT
// Words, spans, pairs of texts, hidden tokens and subsets of layers. Compares the page's numbers with sums written out here. And lines that
// run from right to left.
import assert from 'node:assert/strict';

import { layout, middleOf } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { assertClose, idle, Stage, state, still } from '../harness.mjs';
import { oddTokens } from '../odd_tokens.mjs';

const stage = Stage.forFile();
const tokens = ['[CLS]', 'play', '##ing', '[SEP]', 'che', '##ss', '[SEP]'];
const words = [[0], [1, 2], [3], [4, 5], [6]];
const n = tokens.length;

/** Rows that sum to 1, different in every layer and head. */
function attention(layer, head, size = n) {
  return Array.from({ length: size }, (_, q) => {
    const row = Array.from({ length: size }, (__, k) => 1 + ((q * 7 + k * 3 + layer * 5 + head * 4) % 11));
    const sum = row.reduce((a, b) => a + b);
    return row.map((value) => value / sum);
  });
}
const layersOf = (layers, heads, size) =>
  Array.from({ length: layers }, (_, l) => Array.from({ length: heads }, (__, h) => attention(l, h, size)));
const pair = { title: 'Pieces and a pair', tokens, segments: [0, 0, 0, 0, 1, 1, 1], attentions: layersOf(3, 2) };

const sumOver = (rows, query, key) => query.reduce((sum, q) => sum + key.reduce((s, k) => s + rows[q][k], 0), 0) / query.length;

async function opened(data) {
  const page = await stage.open();
  await still(page);
  await page.evaluate((what) => window.headwaters.open(what, { name: 'data' }), data);
  await still(page);
  return page;
}
async function set(page, change) {
  await page.evaluate((what) => window.headwaters.setState(what), change);
  await idle(page);
}
const matrixOf = async (page, method) =>
  (await page.evaluate((m) => window.headwaters.results({ method: m, layer: 2 }), method)).layers[0].values;
const barsOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#mirror .token')].map((row) => ({
      token: Number(row.dataset.token),
      label: row.firstElementChild.textContent,
      value: Number(row.lastElementChild.dataset.value),
    })),
  );

test('words are sums over input tokens and means over output tokens, in every method', async () => {
  const page = await opened(pair);
  for (const method of ['raw', 'rollout', 'flow']) {
    await set(page, { words: false, method, layer: 2, tokens: [1], relativeFlow: false });
    const whole = await matrixOf(page, method);
    await set(page, { words: true });
    assert.deepEqual((await state(page)).tokens, [1, 2], 'a piece stands for its word');
    const bars = await barsOf(page);
    assert.deepEqual(
      bars.map(({ label }) => label),
      ['[CLS]', 'playing', '[SEP] (1)', 'chess', '[SEP] (2)'],
    );
    assertClose(
      bars.map(({ value }) => value),
      words.map((key) => sumOver(whole, [1, 2], key)),
      1e-6,
      `${method}: bars`,
    );
    const merged = await page.evaluate((m) => window.headwaters.results({ method: m, layer: 2 }), method);
    assert.deepEqual(merged.tokens, ['[CLS]', 'playing', '[SEP]', 'chess', '[SEP]']);
    merged.layers[0].values.forEach((row, q) => {
      assertClose(
        row,
        words.map((key) => sumOver(whole, words[q], key)),
        1e-6,
        `${method}: matrix`,
      );
    });
  }
  assert.match(await page.evaluate(() => location.hash), /words=on/);
  assert.deepEqual(page.faults, []);
});

test('chosen tokens become a span by a key, and back undoes it', async () => {
  const page = await opened(pair);
  await set(page, { method: 'rollout', layer: 2, tokens: [1, 3] });
  const whole = await matrixOf(page, 'rollout');
  await page.focus('#canvas');
  await page.keyboard.press('m');
  await idle(page);
  assert.deepEqual((await state(page)).spans, [[1, 3]]);
  const bars = await barsOf(page);
  assert.equal(bars.length, n - 1);
  assert.equal(bars[1].label, 'play … [SEP]');
  assert.ok(Math.abs(bars[1].value - sumOver(whole, [1, 3], [1, 3])) < 1e-6);
  await page.goBack();
  await idle(page);
  assert.deepEqual((await state(page)).spans, []);
});

test('of two texts one direction is shown, renormalised only on request', async () => {
  const page = await opened(pair);
  await set(page, { method: 'rollout', layer: 2, tokens: [0] });
  const whole = await matrixOf(page, 'rollout');
  await set(page, { segments: 'b-a' });
  const { tokens: outputs } = await state(page);
  assert.deepEqual(outputs, [4]);
  let bars = await barsOf(page);
  assert.deepEqual(
    bars.map(({ token }) => token),
    [0, 1, 2, 3],
  );
  assertClose(
    bars.map(({ value }) => value),
    whole[4].slice(0, 4),
    1e-6,
    'B to A',
  );
  await set(page, { renormalise: true });
  bars = await barsOf(page);
  const sum = whole[4].slice(0, 4).reduce((a, b) => a + b);
  assertClose(
    bars.map(({ value }) => value),
    whole[4].slice(0, 4).map((value) => value / sum),
    1e-6,
    'renormalised',
  );
});

test('layers that are left out hand on what they get', async () => {
  const page = await opened(pair);
  await set(page, { method: 'rollout', layer: 2, tokens: [0], settings: { layers: [0, 2] } });
  assert.match(await page.evaluate(() => location.hash), /layers=1,3/);
  const some = await matrixOf(page, 'rollout');
  const other = await opened({ ...pair, attentions: [pair.attentions[0], pair.attentions[2]] });
  const alone = (await other.evaluate(() => window.headwaters.results({ method: 'rollout', layer: 1 }))).layers[0].values;
  some.forEach((row, q) => {
    assertClose(row, alone[q], 1e-6, 'rollout');
  });
});

test('tokens are shown as people expect, or raw on request', async () => {
  const marked = ['<s>', 'Ġkeys', 'Ċ', 'âĢĻ', 's', '▁un', 'x</w>'];
  const page = await opened({ tokens: marked, attentions: layersOf(2, 1) });
  assert.deepEqual((await barsOf(page)).map(({ label }) => label).slice(0, 5), ['<s>', 'keys', '↵', '’', 's']);
  await set(page, { rawTokens: true });
  assert.deepEqual(
    (await barsOf(page)).map(({ label }) => label),
    marked,
  );
});

test('a line of right-to-left text begins at the right, and its tokens keep their direction in sentences', async () => {
  const hebrew = ['[CLS]', 'שלום', 'עולם', 'זה', 'מבחן', '[SEP]'];
  const page = await opened({ tokens: hebrew, attentions: layersOf(2, 2, hebrew.length) });
  await set(page, { tokens: [3], layer: 1 });
  const right = (await layout(page)).filter(({ kind, name }) => kind === 'target' && name === 'chip').reduce((a, b) => (a.x > b.x ? a : b));
  assert.ok(right.x + right.width > 1280 - 40, 'the line begins at its right end');
  await page.mouse.click(...middleOf(right));
  await idle(page);
  assert.deepEqual((await state(page)).tokens, [0]);
  await set(page, { tokens: [1] });
  const titles = await page.locator('#mirror h2').allTextContents();
  assert.ok(
    titles.some((title) => title.includes('“\u2068שלום\u2069”')),
    titles.join(', '),
  );
  assert.deepEqual(page.faults, []);
});

test('any script, any length, two heads and 12 x 16: every view draws without a fault', async () => {
  const odd = [...oddTokens, 'a'.repeat(3000), '[SEP]'];
  for (const [layers, heads] of [
    [2, 2],
    [12, 16],
  ]) {
    const page = await opened({ tokens: odd, attentions: layersOf(layers, heads, odd.length) });
    for (const panel of ['overview', 'bars', 'matrix', 'evolution', 'flow', 'heads', 'compare']) {
      await set(page, { panel });
      assert.equal((await state(page)).panel, panel);
    }
    await set(page, {
      panes: [
        ['bars', 'matrix'],
        ['heads', 'compare'],
      ],
    });
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});
