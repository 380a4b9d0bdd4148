// SPDX-License-Identifier: MIT
// A model with its pane open, and the sheets beside it.
import { openSide, pressId, until } from '../harness.mjs';

export const keys = 'the keys to the cabinet [MASK] on the table';

export const shows = (page, text) => until(page, (wanted) => window.headwaters.prompt.includes(wanted) && window.headwaters.idle, text);

export async function openModel(stage, prompt = keys, more = '', how = {}) {
  const page = await stage.openStill({ ...how, fragment: `v=1&model=agreement&prompt=${encodeURIComponent(prompt)}${more}` });
  await page.waitForSelector('.model textarea');
  await shows(page, prompt);
  await until(page, () => document.querySelector('.says-line .said') !== null);
  await openSide(page);
  return page;
}

export const openSheet = (page, name) => pressId(page, `sheets/${name}`);
export const said = (page) => page.textContent('.model-sheet .said');
export const first = (page) => page.textContent('.says-line .said');
