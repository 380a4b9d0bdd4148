// SPDX-License-Identifier: MIT
// Attention flow over a long prompt. Ranges are drawn at once and labelled as ranges, in bars, evolution and columns. Exact values replace
// them, the work can be stopped and resumed, and exports wait for exact values.
import assert from 'node:assert/strict';

import { openPrompt } from '../../bench/flow/open_prompt.mjs';
import { layout } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { comes, idle, nothingComes, Stage, until } from '../harness.mjs';

const stage = Stage.forFile();
const shortest = 640; // just long enough (GradualFlow::longFrom)

async function openLong(tokens = shortest) {
  const page = await stage.openStill({ context: { reducedMotion: 'reduce' } });
  await page.evaluate(openPrompt, { tokens, layers: 8 });
  await idle(page);
  return page;
}

/** The numbers next to the bars, and all other words on the canvas. */
const drawn = async (page) => (await layout(page)).filter(({ kind }) => kind === 'text').map(({ name }) => name);
/** The screen reader's text, with the tokens' values and the sentence. */
const spoken = (page) => page.evaluate(() => [...document.querySelectorAll('.token data')].map(({ textContent }) => textContent));
const isRange = (/** @type {string} */ text) => /^≤ /.test(text);
const hasRanges = (page) =>
  page.evaluate(() => window.headwaters.layout().some(({ kind, name }) => kind === 'text' && name.startsWith('≤ ')));

async function untilRanges(page) {
  await until(page, () => window.headwaters.layout().some(({ kind, name }) => kind === 'text' && name.startsWith('≤ ')));
}

/**
 * Shows a view and stops its work in the frame that first has such a text, to look at it in peace. The page's own frame is needed, because
 * everything may become exact between two commands of the driver. @param {any} page @param {object} view @param {string} text a pattern
 * @returns the share that was done, in per cent
 */
async function stoppedAt(page, view, text) {
  await page.evaluate(
    ([change, pattern]) => {
      const isThere = () => window.headwaters.layout().some(({ kind, name }) => kind === 'text' && new RegExp(pattern).test(name));
      const look = () => {
        if (!isThere()) return requestAnimationFrame(look);
        document.getElementById('canvas').dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true, cancelable: true }));
      };
      window.headwaters.setState(change);
      look();
    },
    /** @type {const} */ ([view, text]),
  );
  await until(page, () => window.headwaters.layout().some(({ name }) => name.startsWith('stopped at')));
  const stopped = (await drawn(page)).find((one) => one.startsWith('stopped at'));
  return Number(/stopped at (\d+) %/.exec(stopped)[1]);
}

test('ranges come first, are said as ranges, and vanish when all is exact', async () => {
  const page = await openLong(1024); // in case a busy machine does not stop it in time
  const titles = (await drawn(page)).length;
  assert.ok(titles > 0);
  await stoppedAt(page, { method: 'flow', relativeFlow: false }, '^≤ ');
  const words = await drawn(page);
  assert.ok(words.filter(isRange).length > 5, String(words));
  assert.ok(
    words.some((text) => text.includes('exact so far')),
    String(words),
  );
  assert.ok(!words.some((text) => text.includes('Most could come from')));
  await until(page, () =>
    [...document.querySelectorAll('.token data')].some(({ textContent }) => /^between [\d.]+ and [\d.]+, not exact yet$/.test(textContent)),
  );
  // It does not change until it continues.
  await nothingComes(() => drawn(page), 300);
  assert.ok(await hasRanges(page));
  const link = await page.evaluate(() => location.hash);
  await page.keyboard.press('k');
  await idle(page);
  assert.deepEqual(
    (await drawn(page)).filter((text) => isRange(text) || text.includes('exact so far')),
    [],
  );
  assert.deepEqual(
    (await spoken(page)).filter((text) => /between|exact|…/.test(text)),
    [],
  );
  assert.equal(await page.evaluate(() => location.hash), link, 'a link is of the state, not of what is computed');
  assert.deepEqual(page.faults, []);
});

test('every range that was said holds the exact value', async () => {
  const page = await openLong();
  await page.evaluate(() => {
    window.ranges = [];
    const look = () => {
      for (const { textContent, parentElement } of document.querySelectorAll('.token data')) {
        const found = /^between ([\d.]+) and ([\d.]+),/.exec(textContent);
        if (found) window.ranges.push([Number(parentElement.dataset.token), Number(found[1]), Number(found[2])]);
      }
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    window.headwaters.setState({ method: 'flow', relativeFlow: false });
  });
  await untilRanges(page);
  await idle(page);
  const { layers } = await page.evaluate(() => window.headwaters.results({ method: 'flow' }));
  const exact = layers.at(-1).values.flat();
  const ranges = await page.evaluate(() => window.ranges);
  assert.ok(ranges.length > 100, String(ranges.length));
  for (const [token, least, most] of ranges)
    assert.ok(least <= exact[token] && exact[token] <= most, `${token}: ${least} ≤ ${exact[token]} ≤ ${most}`);
});

test('numbers and figures wait for exact values', async () => {
  const page = await openLong();
  await page.evaluate(() => window.headwaters.setState({ method: 'flow', relativeFlow: false }));
  await untilRanges(page);
  const numbers = page.evaluate(() => window.headwaters.results({ method: 'flow', format: 'csv' }));
  const figure = page.evaluate(() => window.headwaters.figure({ view: 'bars', format: 'svg' }));
  assert.doesNotMatch(await numbers, /nan|,,|≤/i);
  const evolution = page.evaluate(() => window.headwaters.figure({ view: 'evolution', format: 'svg' }));
  for (const svg of [await figure, await evolution]) {
    assert.doesNotMatch(svg, /≤|exact so far/);
    assert.match(svg, /<svg/);
  }
});

/** Whether the cells of a layer in the middle of the evolution look the same in their upper and in their lower half. */
async function areWhole(page, layer) {
  const numbers = (await layout(page)).filter(({ kind, name, x }) => kind === 'text' && /^[1-8]$/.test(name) && x < 330);
  const rows = Object.fromEntries(numbers.map(({ name, y, height }) => [name, y + height / 2]));
  const height = (rows[1] - rows[8]) / 7;
  const half = (/** @type {number} */ share) =>
    page.screenshot({ clip: { x: 500, y: Math.round(rows[layer] + share * height), width: 200, height: 2 } });
  return (await half(-0.25)).equals(await half(0.2));
}

test('the evolution shows the most and the least of each cell, and goes on from where it was stopped', async () => {
  const page = await openLong();
  // The first layer is exact as soon as the network is there.
  const at = await stoppedAt(
    page,
    { panel: 'evolution', method: 'flow', relativeFlow: false },
    '^[1-9]\\d* of 5120 values are exact so far',
  );
  const words = (await drawn(page)).join(' ');
  assert.match(words, /\d+ of 5120 values are exact so far/);
  assert.match(words, /Split cells show their upper bound \(top\) and lower bound \(bottom\)/);
  await until(page, () => document.body.textContent.includes('of 5120 values are exact so far'));
  await comes(async () => (await areWhole(page, 1)) && !(await areWhole(page, 6)));
  await page.evaluate(() => window.headwaters.setState({ method: 'rollout' }));
  await idle(page);
  // Another view in between loses nothing.
  await page.evaluate(() => {
    window.percents = [];
    const look = () => {
      for (const { name } of window.headwaters.layout()) if (/^\d+ %/.test(name)) window.percents.push(Number.parseInt(name, 10));
      window.looking = requestAnimationFrame(look);
    };
    look();
    window.headwaters.setState({ method: 'flow' });
  });
  await until(page, () => window.headwaters.layout().some(({ name }) => name.startsWith('stopped at')));
  await page.keyboard.press('k');
  // The matrices of all layers, which follow, take longer.
  await until(page, () => !window.headwaters.layout().some(({ name }) => name.includes('exact so far')));
  const percents = await page.evaluate(() => {
    cancelAnimationFrame(window.looking);
    return window.percents;
  });
  assert.ok(percents.length > 0 && percents.every((percent) => percent >= at), `${at}: ${percents}`);
  assert.ok(!(await drawn(page)).some((text) => text.includes('Split cells show')));
  assert.deepEqual(page.faults, []);
});

test('columns of flow have bands at once, and their correlations wait', async () => {
  const page = await openLong();
  await stoppedAt(
    page,
    { panel: 'compare', relativeFlow: false, compare: [{ method: 'rollout' }, { method: 'flow' }, { method: 'flow', residual: 0.2 }] },
    '^≤ ',
  );
  const words = await drawn(page);
  assert.ok(words.filter(isRange).length > 10, String(words));
  assert.ok(words.includes('…'), 'correlations wait');
  assert.ok(words.join(' ').includes('Flow is still computing. Bands show proven ranges.'));
  await until(
    page,
    () =>
      [...document.querySelectorAll('table td')].filter(({ textContent }) => /^between .* not exact yet$/.test(textContent)).length > 100,
  );
  const { columns, spearman } = await page.evaluate(() => window.headwaters.results({ view: 'compare' }));
  assert.equal(columns.flatMap(({ values }) => values).filter((value) => value === null).length, 0);
  assert.equal(spearman.flat().filter((value) => value === null).length, 0);
  await page.keyboard.press('k');
  await idle(page);
  const done = await drawn(page);
  assert.deepEqual(
    done.filter((text) => isRange(text) || text.includes('Flow is still computing')),
    [],
  );
  assert.ok(!done.includes('…'));
  assert.deepEqual(page.faults, []);
});

test('a short input never shows a range', async () => {
  const page = await stage.openStill();
  await page.evaluate(() => {
    window.wasRange = false;
    const look = () => {
      window.wasRange ||= /exact so far|not exact yet/.test(document.body.textContent);
      return window.wasRange;
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    window.headwaters.setState({ method: 'flow', panel: 'bars' });
  });
  await idle(page);
  assert.equal(await page.evaluate(() => window.wasRange), false);
});
