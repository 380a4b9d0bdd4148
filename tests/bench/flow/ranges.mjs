// SPDX-License-Identifier: MIT
// A long prompt in the page. Measures the time from choosing attention flow to the first picture that has ranges, to the shown layer's last
// exact value and to the last value of all layers. One sharp causal head per layer, the last token to all inputs.
import { median, withBrowser } from '../common.mjs';
import { openPrompt } from './open_prompt.mjs';

/** Runs before the page's own scripts. Notes when there were pictures of answers with ranges, and of any answers, pixels included. */
function watchRanges() {
  const answered = 68; // src/protocol/messages.cpp
  window.pictures = [];
  let size = 0;
  window.Worker = class extends Worker {
    /** @param {[string | URL, WorkerOptions?]} given */
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (data.bytes && new DataView(data.bytes.buffer, data.bytes.byteOffset).getUint32(0, true) === answered)
          size = Math.max(size, data.bytes.byteLength);
      });
    }
  };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) =>
    request((now) => {
      const shown = size;
      size = 0;
      draw(now);
      if (shown === 0) return;
      const gl = document.getElementById('canvas').getContext('webgl2');
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits for the renderer
      window.pictures.push({ at: performance.now(), size: shown });
    });
}

/**
 * @param {import('playwright-core').Browser} browser @param {string} url @param {{tokens: number, layers: number}} prompt
 * @param {import('../../../web/state.d.ts').PanelName} panel @param {boolean} whole until all is exact
 */
async function firstRanges(browser, url, prompt, panel, whole) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.addInitScript(watchRanges);
  await page.goto(url);
  await page.waitForFunction(() => window.headwaters?.state.document, null, { timeout: 60_000 });
  await page.evaluate(openPrompt, prompt);
  await page.evaluate((shown) => window.headwaters.setState({ panel: shown }), panel);
  await page.waitForFunction(() => window.headwaters.idle, null, { timeout: 120_000 });
  const chosen = await page.evaluate(() => {
    window.pictures = [];
    const now = performance.now();
    window.headwaters.setState({ method: 'flow' });
    return now;
  });
  const withRanges = 2.5 * 4 * prompt.layers * prompt.tokens; // values and both ends
  await page.waitForFunction((size) => window.pictures.some((one) => one.size > size), withRanges, { timeout: 60_000 });
  const first = await page.evaluate((size) => window.pictures.find((one) => one.size > size).at, withRanges);
  let last = NaN; // with the matrices of all pairs it would take minutes
  if (whole) {
    await page.waitForFunction(() => window.headwaters.idle, null, { timeout: 300_000 });
    last = await page.evaluate(() => window.pictures.at(-1).at);
  }
  await page.close();
  return { first: first - chosen, last: last - chosen };
}

/** @returns {Promise<import('../main.mjs').Row[]>} */
export async function measure() {
  return withBrowser(async ({ browser, siteUrl }) => {
    const rows = [];
    for (const [panel, layers] of /** @type {[import('../../../web/state.d.ts').PanelName, number][]} */ ([
      ['bars', 12],
      ['bars', 24],
      ['evolution', 24],
    ])) {
      const times = [];
      for (let i = 0; i < 3; i += 1) times.push(await firstRanges(browser, siteUrl, { tokens: 1024, layers }, panel, panel === 'bars'));
      const firsts = times.map(({ first }) => first);
      const whole = median(times.map(({ last }) => last)) / 1000;
      rows.push({
        what: `choosing flow to ranges in ${panel}, n = 1024, L = ${layers}, one sharp head`,
        measured: `${median(firsts).toFixed(0)} ms (fastest ${Math.min(...firsts).toFixed(0)})`,
        against: `500 ms${whole > 0 ? `; all layers exact after ${whole.toFixed(1)} s` : ''}`,
        ratio: median(firsts) / 500,
        aim: '1 or less',
      });
    }
    return rows;
  });
}
