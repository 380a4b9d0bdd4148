// SPDX-License-Identifier: MIT
// The gain from helper threads in the page, for the flows of all pairs after one layer and the faithfulness table over many examples.
// Compares with a page that cannot start any. Measures wall-clock time, so it needs a quiet machine.
import { availableParallelism } from 'node:os';

import { launchBrowser } from '../../tools/browser.mjs';
import { serve } from '../../tools/serve.mjs';
import { median, site } from './common.mjs';

const tokens = Number(process.env.HW_TOKENS ?? 128);
const layers = 12;
const scored = { count: 24, tokens: 64, layers: 6 };

/** Gives the page window.attention, heads of causal attention that falls off with distance, rows summing to 1. */
function addAttention() {
  let seed = 7;
  const next = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const row = (n, query) => {
    const weights = Array.from({ length: n }, (_, key) =>
      key > query ? 0 : Math.exp(2 * next() - 0.1 * (query - key)) + (key === 0 ? 2 : 0),
    );
    const sum = weights.reduce((a, b) => a + b);
    return weights.map((weight) => Number((weight / sum).toFixed(7)));
  };
  window.attention = (n, count) => Array.from({ length: count }, () => [Array.from({ length: n }, (_, query) => row(n, query))]);
  window.scores = (n) => Array.from({ length: n }, next);
}

/** Opens one example. Runs in the page, like the next function. */
const openCausal = ({ tokens: n, layers: count }) =>
  window.headwaters.open({ attentions: window.attention(n, count) }, { name: 'causal.json' });

/** Opens examples with a score for each token. */
const openScored = ({ count, tokens: n, layers: depth }) => {
  const examples = Array.from({ length: count }, () => ({
    attentions: window.attention(n, depth),
    importance: { random: window.scores(n) },
  }));
  return window.headwaters.open({ examples }, { name: 'scored.json' });
};

/** Milliseconds for each of the upper layers, one after another. Runs in the page, like the next function. */
async function layerTimes(count) {
  const found = [];
  for (let layer = count - 1; layer > count - 7; layer -= 1) {
    const begin = performance.now();
    await window.headwaters.results({ method: 'flow', layer });
    found.push(performance.now() - begin);
  }
  return found;
}

/** Milliseconds for the whole table, each time with another residual weight. */
async function tableTimes() {
  const found = [];
  for (const residual of [0.5, 0.45, 0.4, 0.35]) {
    window.headwaters.setState({ settings: { residual } });
    const begin = performance.now();
    await window.headwaters.results({ view: 'faithfulness' });
    found.push(performance.now() - begin);
  }
  return found;
}

/** The median of what `times` measures in a fresh page after `open`. */
async function timed(url, open, example, times) {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.addInitScript(addAttention);
  await page.goto(`${url}#v=1&sample=agreement-keys&panel=bars`);
  await page.waitForFunction(() => window.headwaters?.state.document, null, { timeout: 60_000 });
  await page.evaluate(open, example);
  await page.evaluate(() => window.headwaters.pause());
  await page.waitForFunction(() => window.headwaters.idle, null, { timeout: 60_000 });
  const found = await page.evaluate(times, example.layers);
  await browser.close();
  return median(found.slice(1)); // the first run includes loading the helper and the engine's tier-up
}

export async function measure() {
  const whole = await serve({ folder: site });
  const without = await serve({ folder: site, refuses: (path) => path === '/worker/helper.js' });
  const compared = async (what, ...work) => {
    const [alone, shared] = [await timed(without.url, ...work), await timed(whole.url, ...work)];
    return {
      what: `${what}, ${availableParallelism()} processors`,
      measured: `${shared.toFixed(0)} ms`,
      against: `one worker ${alone.toFixed(0)} ms`,
      ratio: alone / shared,
    };
  };
  try {
    return [
      await compared(`flow in the page, causal n = ${tokens}, all pairs after one layer`, openCausal, { tokens, layers }, layerTimes),
      await compared(
        `table of faithfulness in the page, ${scored.count} causal examples of n = ${scored.tokens}, L = ${scored.layers}`,
        openScored,
        scored,
        tableTimes,
      ),
    ];
  } finally {
    await whole.close();
    await without.close();
  }
}
