// SPDX-License-Identifier: MIT
// Attention flow over a long prompt: ranges are drawn at once and said as what they are, exact values take their place, the work can be
// stopped and resumed, and what leaves the page waits for exact values.
import assert from 'node:assert/strict';

import { openPrompt } from '../../bench/flow/open_prompt.mjs';
import { layout } from '../canvas.mjs';
import { test } from '../engine.mjs';
import { idle, Stage, until } from '../harness.mjs';

const stage = Stage.forFile();
const prompt = { tokens: 640, layers: 8 }; // just long enough (GradualFlow::longFrom)

async function openLong() {
  const page = await stage.openStill({ context: { reducedMotion: 'reduce' } });
  await page.evaluate(openPrompt, prompt);
  await idle(page);
  return page;
}

/** The numbers beside the bars, and all other words on the canvas. */
const drawn = async (page) => (await layout(page)).filter(({ kind }) => kind === 'text').map(({ name }) => name);
/** What a screen reader has: the tokens' values and the sentence. */
const spoken = (page) => page.evaluate(() => [...document.querySelectorAll('.token data')].map(({ textContent }) => textContent));
const isRange = (/** @type {string} */ text) => /^≤ /.test(text);
const hasRanges = (page) => page.evaluate(() => window.headwaters.layout().some(({ kind, name }) => kind === 'text' && name.startsWith('≤ ')));

async function untilRanges(page) {
  await until(page, () => window.headwaters.layout().some(({ kind, name }) => kind === 'text' && name.startsWith('≤ ')));
}

test('ranges come first, are said as ranges, and vanish when all is exact', async () => {
  const page = await openLong();
  const titles = (await drawn(page)).length;
  assert.ok(titles > 0);
  await page.evaluate(() => window.headwaters.setState({ method: 'flow', relativeFlow: false }));
  await untilRanges(page);
  await page.keyboard.press('k'); // to look at it in peace
  await until(page, () => window.headwaters.layout().some(({ name }) => name.startsWith('stopped at')));
  const words = await drawn(page);
  assert.ok(words.filter(isRange).length > 5, String(words));
  assert.ok(words.some((text) => text.includes('exact so far')), String(words));
  assert.ok(!words.some((text) => text.includes('Most could come from')));
  const values = await spoken(page);
  assert.ok(values.some((text) => /^between [\d.]+ and [\d.]+, not exact yet$/.test(text)), String(values.slice(0, 5)));
  // It stays as it is until it goes on.
  await page.waitForTimeout(300);
  assert.ok(await hasRanges(page));
  const link = await page.evaluate(() => location.hash);
  await page.keyboard.press('k');
  await idle(page);
  assert.deepEqual((await drawn(page)).filter((text) => isRange(text) || text.includes('exact so far')), []);
  assert.deepEqual((await spoken(page)).filter((text) => /between|exact|…/.test(text)), []);
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
  for (const [token, least, most] of ranges) assert.ok(least <= exact[token] && exact[token] <= most, `${token}: ${least} ≤ ${exact[token]} ≤ ${most}`);
});

test('numbers and figures wait for exact values', async () => {
  const page = await openLong();
  await page.evaluate(() => window.headwaters.setState({ method: 'flow', relativeFlow: false }));
  await untilRanges(page);
  const numbers = page.evaluate(() => window.headwaters.results({ method: 'flow', format: 'csv' }));
  const figure = page.evaluate(() => window.headwaters.figure({ view: 'bars', format: 'svg' }));
  assert.doesNotMatch(await numbers, /nan|,,|≤/i);
  const svg = await figure;
  assert.doesNotMatch(svg, /≤|exact so far/);
  assert.match(svg, /<svg/);
});

test('a short input never shows a range', async () => {
  const page = await stage.openStill();
  await page.evaluate(() => {
    window.wasRange = false;
    const look = () => (window.wasRange ||= /exact so far|not exact yet/.test(document.body.textContent));
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    window.headwaters.setState({ method: 'flow', panel: 'bars' });
  });
  await idle(page);
  assert.equal(await page.evaluate(() => window.wasRange), false);
});
