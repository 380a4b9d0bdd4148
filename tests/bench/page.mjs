// SPDX-License-Identifier: MIT
// The page in Chromium with a software renderer. Measures the cost of a frame and the time to the first bars, and checks that nothing is
// drawn at rest. Costs are processor time of the page's main thread (script, and GL's commands) and of Chromium's GPU process, where this
// renderer computes the pixels.
import { setTimeout as sleep } from 'node:timers/promises';

import { median, threadClock, withBrowser } from './common.mjs';

const size = { width: 1280, height: 800 };
const shown = (value) => `${value.toFixed(1)} ms`;

/** Runs before the page's own scripts. Notes when the first frame after the engine's first answer was drawn, and when the picture of its
 * newest answer was there, pixels included. */
export function watchAnswers() {
  const answered = 68; // src/protocol/messages.cpp
  let hasAnswer = false;
  let isNew = false;
  window.Worker = class extends Worker {
    /** @param {[string | URL, WorkerOptions?]} given */
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (data.bytes && new DataView(data.bytes.buffer, data.bytes.byteOffset).getUint32(0, true) === answered) {
          isNew = true;
          hasAnswer = isNew;
        }
      });
    }
  };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) =>
    request((now) => {
      const shows = hasAnswer && window.headwaters?.state.document;
      const isFirst = isNew;
      isNew = false;
      draw(now);
      if (shows) window.firstBars ??= performance.now();
      if (!shows || !isFirst) return;
      const gl = document.getElementById('canvas').getContext('webgl2');
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits for the renderer
      window.newestPicture = performance.now();
    });
}

/** Opens a synthetic file with one head, causal or not, whose rows sum to 1. Runs in the page. */
async function openSynthetic({ tokens, layers, hasPicture }) {
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const row = () => {
    const weights = Array.from({ length: tokens }, () => random() ** 4 + 1e-3);
    const sum = weights.reduce((a, b) => a + b);
    return `[${weights.map((weight) => (weight / sum).toFixed(6)).join(',')}]`;
  };
  const rows = Array.from({ length: 4 * tokens }, row); // drawn from the sample, because only drawing is measured
  const matrix = () => `[${Array.from({ length: tokens }, () => rows[Math.floor(random() * rows.length)]).join(',')}]`;
  const names = JSON.stringify(Array.from({ length: tokens }, (_, i) => `token${i}`));
  const scores = JSON.stringify(Array.from({ length: tokens }, random));
  const picture = document.createElement('canvas');
  picture.getContext('2d').fillRect(0, 0, 128, 64);
  const image = JSON.stringify({ data: picture.toDataURL(), grid: [8, tokens / 8], firstPatchToken: 0 });
  const text = `{"tokens":${names},"importance":{"made":${scores}}${hasPicture ? `,"image":${image}` : ''},"attentions":[${Array.from({ length: layers }, matrix).join(',')}]}`;
  await window.headwaters.open(new TextEncoder().encode(text), { name: 'synthetic.json' });
  window.headwaters.setState({ method: 'rollout', tokens: [tokens - 1] });
}

const views = ['bars', 'matrix', 'evolution', 'flow', 'heads', 'compare', 'image', 'faithfulness'];

/** Frames of each view on its own while the layers change. */
async function measureViews(page, gpu) {
  const costs = [];
  for (const view of views) {
    await page.evaluate((panel) => window.headwaters.setState({ panel, layer: 0 }), view);
    await still(page);
    const cost = await frameCost(page, gpu, async () => {
      await page.evaluate(() => window.headwaters.play());
      await sleep(2500);
    });
    await still(page);
    costs.push({ view, cost });
  }
  return costs;
}

const standsStill = (page) => page.waitForFunction(() => window.headwaters.idle, null, { timeout: 60_000 });

/** Pauses, and waits until all requests are computed and drawn. */
async function still(page) {
  await page.evaluate(() => window.headwaters.pause());
  await standsStill(page);
}

async function gpuClock(browser) {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return 1000 * (processInfo.find(({ type }) => type.toLowerCase() === 'gpu')?.cpuTime ?? 0);
  };
}

/** Processor time per frame, and frames per second, while `move` goes on. */
async function frameCost(page, gpu, move) {
  const main = await threadClock(page);
  const frames = () => page.evaluate(() => window.headwaters.frames);
  const before = { main: await main(), gpu: await gpu(), frames: await frames(), at: performance.now() };
  await move();
  const count = (await frames()) - before.frames;
  const seconds = (performance.now() - before.at) / 1000;
  return { count, main: ((await main()) - before.main) / count, gpu: ((await gpu()) - before.gpu) / count, rate: count / seconds };
}

async function moving(_page, move) {
  for (let i = 0; i < 90; i += 1) await move(i);
}

async function measureSize(browser, gpu, url, tokens) {
  const page = await browser.newPage({ viewport: size });
  await page.goto(url);
  await page.waitForFunction(() => window.headwaters?.state.document, null, { timeout: 60_000 });
  await page.evaluate(openSynthetic, { tokens, layers: 12, hasPicture: false }); // an overview with a picture has no matrices
  await still(page);
  await page.evaluate(() => window.headwaters.setState({ panel: 'overview', layer: 0 }));
  await standsStill(page);
  const play = await frameCost(page, gpu, async () => {
    await page.evaluate(() => window.headwaters.play());
    await sleep(4000);
  });
  await still(page);
  const pointer = await frameCost(page, gpu, () =>
    moving(page, (i) => page.mouse.move(size.width * (0.55 + (0.4 * ((i * 7) % 90)) / 90), size.height * (0.25 + (0.5 * i) / 90))),
  );
  await page.mouse.move(2, 2);
  await still(page);
  const rest = await page.evaluate(async () => {
    const before = window.headwaters.frames;
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return window.headwaters.frames - before;
  });
  await page.evaluate(openSynthetic, { tokens, layers: 12, hasPicture: true });
  await still(page);
  const each = await measureViews(page, gpu);
  await page.close();
  return { play, pointer, rest, each };
}

async function firstBars(browser, url) {
  const times = [];
  for (let i = 0; i < 5; i += 1) {
    const context = await browser.newContext({ viewport: size }); // nothing cached
    await context.addInitScript(watchAnswers);
    const page = await context.newPage();
    await page.goto(url);
    times.push(await (await page.waitForFunction(() => window.firstBars, null, { timeout: 60_000 })).jsonValue());
    await context.close();
  }
  return times;
}

/** Milliseconds from a key to the picture of the next output token's flow to all inputs, through all layers. */
async function keyToFlow(browser, url, tokens) {
  const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce' }); // the picture, without the animation before it
  await page.addInitScript(watchAnswers);
  await page.goto(url);
  await page.waitForFunction(() => window.headwaters?.state.document, null, { timeout: 60_000 });
  await page.evaluate(openSynthetic, { tokens, layers: 12 });
  await page.evaluate(() => {
    window.headwaters.setState({ method: 'flow', panel: 'bars', tokens: [0] });
    addEventListener(
      'keydown',
      (event) => {
        window.keyAt = event.timeStamp;
      },
      true,
    );
  });
  await still(page);
  await page.locator('#canvas').focus();
  const times = [];
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => window.newestPicture > window.keyAt && window.headwaters.idle, null, { timeout: 60_000 });
    times.push(await page.evaluate(() => window.newestPicture - window.keyAt));
  }
  await page.close();
  return times.slice(2); // the first ones include the engine's tier-up
}

export async function measure() {
  return withBrowser(async ({ browser, siteUrl }) => {
    const rows = [];
    const gpu = await gpuClock(browser);
    for (const tokens of [128, 512]) {
      const { play, pointer, rest, each } = await measureSize(browser, gpu, siteUrl, tokens);
      const shownViews = each.map(({ view, cost }) => /** @type {const} */ ([`${view} playing`, cost]));
      for (const [name, cost] of /** @type {[string, typeof play][]} */ ([
        ['playing', play],
        ['pointer over the figures', pointer],
        ...shownViews,
      ])) {
        rows.push({
          what: `frame n = ${tokens}, ${name}`,
          measured: `${shown(cost.main)} of script`,
          against: `16.7 ms; software GL ${shown(cost.gpu)}; ${cost.rate.toFixed(0)} frames/s`,
          ratio: cost.main / 16.7,
          aim: '1 or less',
        });
      }
      rows.push({ what: `frames at rest in 2 s, n = ${tokens}`, measured: String(rest), aim: '0' });
    }
    for (const tokens of [128, 512]) {
      const keys = await keyToFlow(browser, siteUrl, tokens);
      rows.push({
        what: `key to flow, n = ${tokens}, L = 12, one token to all, all layers`,
        measured: `${median(keys).toFixed(0)} ms (fastest ${Math.min(...keys).toFixed(0)})`,
        against: '100 ms, a finger on a key',
        ratio: median(keys) / 100,
        aim: tokens === 128 ? '1 or less' : '',
      });
    }
    const times = await firstBars(browser, siteUrl);
    rows.push({
      what: 'navigation to first bars',
      measured: `${Math.min(...times).toFixed(0)} ms (median ${median(times).toFixed(0)})`,
      against: '1,000 ms',
      ratio: Math.min(...times) / 1000,
      aim: '1 or less',
    });
    return rows;
  });
}
