// SPDX-License-Identifier: MIT
// Faults once seen in only one engine, tested in every engine.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before } from 'node:test';

import { serve } from '../../../tools/serve.mjs';
import { driver, test } from '../engine.mjs';
import { nothingComes, pressId, site, Stage } from '../harness.mjs';

const stage = Stage.forFile();
let host;
let source; // the scripts one by one, which the assembled page bundles
const requests = [];
before(async () => {
  host = await serve({
    folder: site,
    refuses: (path) => {
      requests.push(path);
      return false;
    },
  });
  source = await serve({ folder: join(site, '../../web') });
});
after(async () => {
  await host?.close();
  await source?.close();
});

/** Runs in the page. Returns how texts are painted, their widths and where ink is, column by column. */
async function paintAll(texts) {
  const { TextPainter } = await import(new URL('/boot/text.js', location.href).href);
  const painter = new TextPainter();
  return texts.map((text) => {
    const [width, height, left] = painter.paint(0, 40, 0, text, 0xffffff);
    const pixels = painter.pixels();
    const columns = Array.from({ length: width }, (_, x) => {
      let ink = 0;
      for (let y = 0; y < height; ++y) ink += pixels[4 * (y * width + x) + 3];
      return ink;
    });
    const rows = Array.from({ length: height }, (_, y) =>
      pixels.subarray(4 * y * width, 4 * (y + 1) * width).reduce((sum, value, i) => sum + (i % 4 === 3 ? value : 0), 0),
    );
    return { left, columns, rows, advance: painter.advance(0, text) * 40 };
  });
}

const lastInk = ({ columns, left }) => left + columns.findLastIndex((ink) => ink > 0);

test('a line with right-to-left words is painted whole and in the order of its sentence', async () => {
  const page = await stage.newPage();
  await page.goto(`${source.url}samples/NOTICE.md`);
  const [mixed, line, first, last] = await page.evaluate(paintAll, [
    'from שלום to llll',
    '\u2068שלום\u2069 12 \u2068עולםםם\u2069',
    'שלום',
    'עולםםם',
  ]);
  assert.ok(lastInk(mixed) > mixed.advance - 6, `ink ends at ${lastInk(mixed)} of ${mixed.advance}`);
  assert.ok(Math.abs(line.advance - lastInk(line)) < 6, `ink ends at ${lastInk(line)} of ${line.advance}`);
  // The first word is at the left end, the last at the right end, and each is painted column by column as it is on its own.
  const differences = (columns, others) =>
    columns.reduce((sum, ink, i) => sum + Math.abs(ink - others[i]), 0) / columns.reduce((sum, ink) => sum + ink, 0);
  const trimmed = (columns) => columns.slice(2, -2);
  const atLeft = differences(trimmed(first.columns), line.columns.slice(2));
  assert.ok(atLeft < 0.1, `the first word differs by ${atLeft}`);
  const end = trimmed(last.columns);
  const places = [-2, -1, 0, 1, 2].map((by) => differences(end, line.columns.slice(line.columns.length - 2 - end.length + by)));
  assert.ok(Math.min(...places) < 0.35, `the last word differs by ${Math.min(...places)}`);
});

/** Each as a token of some model. */
const scripts = {
  Arabic: 'مرحبا',
  Hebrew: 'שלום',
  Devanagari: 'नमस्ते',
  Thai: 'ที่นี่',
  Chinese: '漢字',
  Japanese: 'ひらがなカナ',
  Korean: '한국어',
  'an emoji of several joined': '👩‍👩‍👧',
  'a flag': '🇵🇹',
  'combining marks': 'e\u0301o\u0302\u0323n\u0303',
  'two hundred letters': 'Wij'.repeat(67),
  'a byte': '<0xE2>',
  'bytes as letters': 'Ġnaïve',
  'bytes of an accent': 'Ã©',
  'a beginning of a word': '▁the',
  Vietnamese: 'Ẫ',
  Persian: 'می‌خواهم',
};

test('letters of every script are painted whole: nothing touches the rim of their picture', async () => {
  const page = await stage.newPage();
  await page.goto(`${source.url}samples/NOTICE.md`);
  const painted = await page.evaluate(paintAll, Object.values(scripts));
  Object.keys(scripts).forEach((name, i) => {
    const { columns, advance, rows } = painted[i];
    const ink = columns.reduce((sum, one) => sum + one, 0);
    assert.ok(ink > 2000 && advance > 5, `${name}: ${ink} of ink, ${advance} wide`);
    const rim = [columns[0], columns.at(-1), rows[0], rows.at(-1)].map((one) => Math.round(one / 255));
    assert.deepEqual(
      rim.map((one) => one > 2),
      [false, false, false, false],
      `${name} is cut: left, right, top, bottom have ${rim}`,
    );
    assert.ok(lastInk(painted[i]) > advance * 0.6 - 6, `${name}: ink ends at ${lastInk(painted[i])} of ${advance}`);
  });
});

test(`${driver.label} fetches nothing twice and shows the first sample`, async () => {
  requests.length = 0;
  const page = await stage.open({ url: host.url });
  // Each worker fetches on its own, and may revalidate its copy with the server.
  const twice = () => requests.filter((path, i) => requests.indexOf(path) !== i && /headwaters|woff2|css|main|early/.test(path));
  assert.deepEqual(await nothingComes(twice, 1500), []);
  assert.equal(await page.evaluate(() => window.headwaters.state.document.tokens.length), 11);
});

test('a training has the same bits in every engine', async () => {
  const prompt = JSON.stringify({ text: 'z h w m j l k x r z', step: 300 });
  const page = await stage.open({ fragment: `v=1&model=train:copy:1&prompt=${encodeURIComponent(prompt)}` });
  await page.waitForSelector('[data-id="train/numbers"]');
  await pressId(page, 'train/numbers');
  await page.waitForSelector('[data-id="train/hash"]');
  const text = await page.evaluate(() => document.querySelector('[data-id="train/hash"]').textContent);
  // As in tests/model/train/trainer_test.cpp.
  assert.match(text, /300: ca52258bcc3c2b90$/);
});
