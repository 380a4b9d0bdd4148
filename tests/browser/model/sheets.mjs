// SPDX-License-Identifier: MIT
// A model with its sidebar open, and its views.
import { openSide, until } from '../harness.mjs';

export const keys = 'the keys to the cabinet [MASK] on the table';

export const shows = (page, text) => until(page, (wanted) => window.headwaters.prompt.includes(wanted) && window.headwaters.idle, text);

export async function openModel(stage, prompt = keys, more = '', how = {}) {
  const page = await stage.openStill({ ...how, fragment: `v=1&model=agreement&prompt=${encodeURIComponent(prompt)}${more}` });
  await page.waitForSelector('.model textarea');
  await shows(page, prompt);
  await until(page, () => document.querySelector('.answer-line .answer-text') !== null);
  await openSide(page);
  return page;
}

/** @param {any} page @param {string} panel of a model */
export async function openSheet(page, panel) {
  await page.evaluate((own) => window.headwaters.setState({ panel: own }), panel);
  await page.waitForSelector(`[data-id="sheet/${panel}"]:not([data-unplaced])`);
}
export const said = (page) => page.textContent('.model-view .answer-text');
export const first = (page) => page.textContent('.answer-line .answer-text');
/** Until Why is done. */
export const whyDone = (page) => until(page, () => document.querySelector('.why[aria-busy="false"]') !== null && window.headwaters.idle);
/** The names of its rows. */
export const whyNames = (page) => page.$$eval('.why tbody .name', (all) => all.map(({ textContent }) => textContent));

/** The grid that copies from a text with “keys” into the same with “key”. */
export async function openSwap(stage) {
  const page = await openModel(stage, 'the key to the cabinet [MASK] on the table');
  await openSheet(page, 'swap');
  await page.fill('.model-view .clean', keys);
  await page.press('.model-view .clean', 'Enter');
  await until(page, () => document.querySelectorAll('.model-view .guess').length === 5 * 11);
  return page;
}
