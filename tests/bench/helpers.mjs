// SPDX-License-Identifier: MIT
// What helpers bring in the page: the flows of all pairs after one layer, with them and where none can be started.
// Time on the wall, so a quiet machine is needed.
import { availableParallelism } from 'node:os';

import { launchBrowser } from '../../tools/browser.mjs';
import { serve } from '../../tools/serve.mjs';
import { median, site } from './common.mjs';

const tokens = Number(process.env.HW_TOKENS ?? 128);
const layers = 12;

/** Opens causal attention that falls off with distance, rows summing to 1. Runs in the page. */
async function openCausal({ tokens: n, layers: count }) {
  let seed = 7;
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const row = (query) => {
    const weights = Array.from({ length: n }, (_, key) => (key > query ? 0 : Math.exp(2 * next() - 0.1 * (query - key)) + (key === 0 ? 2 : 0)));
    const sum = weights.reduce((a, b) => a + b);
    return weights.map((weight) => Number((weight / sum).toFixed(7)));
  };
  const attentions = Array.from({ length: count }, () => [Array.from({ length: n }, (_, query) => row(query))]);
  await window.headwaters.open(new TextEncoder().encode(JSON.stringify({ attentions })), { name: 'causal.json' });
  window.headwaters.pause();
}

/** Milliseconds for each of the upper layers, one after another. */
async function timeLayers(url) {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(`${url}#v=1&sample=agreement-keys&panel=bars`);
  await page.waitForFunction(() => window.headwaters?.state.document, null, { timeout: 60_000 });
  await page.evaluate(openCausal, { tokens, layers });
  await page.waitForFunction(() => window.headwaters.idle, null, { timeout: 60_000 });
  const times = await page.evaluate(async (count) => {
    const found = [];
    for (let layer = count - 1; layer > count - 7; layer -= 1) {
      const begin = performance.now();
      await window.headwaters.results({ method: 'flow', layer });
      found.push(performance.now() - begin);
    }
    return found.slice(1); // the first loads the helper and tells of the engine's tier-up
  }, layers);
  await browser.close();
  return median(times);
}

export async function measure() {
  const whole = await serve({ folder: site });
  const without = await serve({ folder: site, refuses: (path) => path === '/helper.js' });
  try {
    const [alone, shared] = [await timeLayers(without.url), await timeLayers(whole.url)];
    return [{
      what: `flow in the page, causal n = ${tokens}, all pairs after one layer, ${availableParallelism()} processors`,
      measured: `${shared.toFixed(0)} ms`, against: `one worker ${alone.toFixed(0)} ms`, ratio: alone / shared,
    }];
  } finally {
    await whole.close();
    await without.close();
  }
}
