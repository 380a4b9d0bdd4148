// SPDX-License-Identifier: MIT
// The time from a key press in the line of text to the finished picture of its sentence, in Chromium with a software renderer. Measures the
// shipped encoder, and MiniLM with 16 tokens if its weights are there. Keys come to a page at rest, and at typing speed. Also measures
// drawing a digit.
import { setTimeout as sleep } from 'node:timers/promises';

import { median, withBrowser } from './common.mjs';
import { watchAnswers } from './page.mjs';
import { measurePen } from './pen/pen.mjs';
import { serve } from '../../tools/serve.mjs';

const size = { width: 1280, height: 800 };
const line = '.model textarea';
/** Milliseconds between two keys at 80 words per minute. */
const pace = 150;
const letters = 'abcdefghijklmnop';
/** The first ones include the engine's tier-up. */
const warm = 4;

const atRest = (page) =>
  page.waitForFunction((field) => window.headwaters?.idle && window.headwaters.prompt === document.querySelector(field)?.value, line, {
    timeout: 120_000,
  });
/** Waits for the picture of the sentence with the last key, and returns its milliseconds after the key. */
async function pictured(page) {
  await page.waitForFunction(() => window.newestPicture > window.keyAt, null, { timeout: 120_000 });
  await atRest(page);
  return page.evaluate(() => window.newestPicture - window.keyAt);
}

/** Milliseconds from each key to the picture of its sentence. */
async function measureKeys(page) {
  const times = [];
  await page.focus(line);
  await page.keyboard.press('Control+End');
  for (const letter of letters) {
    await page.keyboard.press(letter);
    times.push(await pictured(page));
    const tokens = await page.evaluate(() => window.headwaters.state.document.tokens);
    if (!tokens.at(-2).endsWith(letter)) throw new Error(`the picture is of other tokens: ${tokens.join(' ')}`);
    // Back to the previous sentence, which was cached.
    await page.keyboard.press('Backspace');
    await atRest(page);
    await sleep(pace);
  }
  return times.slice(warm);
}

/** For a sentence typed at once, the milliseconds from its last key to its picture. */
async function measureWords(page) {
  const times = [];
  for (const word of [' today', ' quickly', ' again', ' indeed']) {
    await page.keyboard.type(word, { delay: pace });
    times.push(await pictured(page));
  }
  return times;
}

async function measureModel(browser, siteUrl, { name, model, prompt, aim }) {
  const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce' }); // the picture, without the animation before it
  await page.addInitScript(watchAnswers);
  await page.addInitScript(() =>
    addEventListener(
      'keydown',
      (event) => {
        window.keyAt = event.timeStamp;
      },
      true,
    ),
  );
  await page.goto(`${siteUrl}#v=1&model=${encodeURIComponent(model)}&prompt=${encodeURIComponent(prompt)}`);
  const confirmed = page.locator('dialog button', { hasText: /^(Open|Download)/ }).first();
  await Promise.race([page.waitForSelector(line), confirmed.click().catch(() => {})]);
  await page.waitForSelector(line, { timeout: 60_000 });
  await atRest(page);
  const tokens = await page.evaluate(() => window.headwaters.state.document.tokens.length);
  const single = await measureKeys(page);
  const words = await measureWords(page);
  await page.close();
  const row = (what, times) => ({
    what: `${what}, ${name}, ${tokens} tokens`,
    measured: `${median(times).toFixed(0)} ms (fastest ${Math.min(...times).toFixed(0)})`,
    against: `${aim} ms`,
    ratio: median(times) / aim,
    aim: '1 or less',
  });
  return [row('key to picture', single), row('last key of a word to picture', words)];
}

export async function measure() {
  return withBrowser(async ({ browser, siteUrl }) => {
    const rows = await measureModel(browser, siteUrl, {
      name: 'the shipped encoder',
      model: 'agreement',
      prompt: 'the keys to the cabinet near the door [MASK] on the table in the hall',
      aim: 50,
    });
    rows.push(await measurePen(browser, siteUrl));
    const folder = process.env.HW_BENCH_MINILM;
    if (!folder)
      return [...rows, { what: 'key to picture, MiniLM', measured: 'left out: its weights are not there (pip could not fetch them)' }];
    const weights = await serve({ folder, cors: true });
    try {
      rows.push(
        ...(await measureModel(browser, siteUrl, {
          name: 'MiniLM',
          model: weights.url,
          prompt: 'the river rose after a week of rain and nobody had expected it',
          aim: 150,
        })),
      );
    } finally {
      await weights.close();
    }
    return rows;
  });
}
