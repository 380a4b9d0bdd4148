// SPDX-License-Identifier: MIT
// The digit model's pad for tests. They open it, draw on it, and read the model's answer.
import { byId, until } from '../harness.mjs';

export const said = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.answer-line .answer-text')].map(({ textContent }) => textContent));
export const says = (page, wanted) =>
  until(page, (digit) => document.querySelector('.answer-line .answer-text')?.textContent === digit && window.headwaters.idle, wanted);
export const prompt = (page) => page.evaluate(() => window.headwaters.prompt);
/** A page with the pad. @param {import('../harness.mjs').Stage} stage */
export const opened = async (stage, fragment = 'v=1&model=digits', options = {}) => {
  const page = await stage.openStill({ fragment, ...options });
  await page.waitForSelector('.picture .pad');
  await until(page, () => window.headwaters.idle && document.querySelector('.answer-line .answer-text'));
  return page;
};
/** One of the pad's buttons, `clear`, `undo`, `wipe` or `photo`. */
export const button = (page, id) => byId(page, `picture/${id}`);

/** Draws strokes, as shares of the pad. @param {any} page @param {number[][][]} strokes */
export async function draw(page, strokes) {
  const box = await page.locator('.picture .pad').boundingBox();
  for (const [first, ...others] of strokes) {
    await page.mouse.move(box.x + first[0] * box.width, box.y + first[1] * box.height);
    await page.mouse.down();
    for (const [x, y] of others) await page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 6 });
    await page.mouse.up();
  }
}
export const seven = [
  [
    [0.27, 0.22],
    [0.73, 0.22],
    [0.45, 0.82],
  ],
];
export const one = [
  [
    [0.5, 0.18],
    [0.5, 0.84],
  ],
];
