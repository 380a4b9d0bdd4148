// SPDX-License-Identifier: MIT
// Faults that were seen in Firefox or WebKit alone, there.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before } from 'node:test';

import { serve } from '../../tools/serve.mjs';
import { test } from './engine.mjs';
import { missing, openFirefox, openScreen, openWebKit } from './engines.mjs';
import { site } from './harness.mjs';

let screen;
let host;
let source; // the scripts one by one, which the assembled page has in one file
const requests = [];
before(async () => {
  host = await serve({ folder: site, refuses: (path) => (requests.push(path), false) });
  source = await serve({ folder: join(site, '../../web') });
  if (!missing('screen')) screen = await openScreen();
});
after(async () => {
  screen?.close();
  await host?.close();
  await source?.close();
});

/** A page's script that paints texts and tells their widths and where ink is, column by column. */
const painting = `
  const { TextPainter } = await import(new URL('/boot/text.js', location.href).href);
  const painter = new TextPainter();
  const paint = (text) => {
    const [width, height, left] = painter.paint(0, 40, 0, text, 0xffffff);
    const pixels = painter.pixels();
    const columns = Array.from({ length: width }, (_, x) => {
      let ink = 0;
      for (let y = 0; y < height; ++y) ink += pixels[4 * (y * width + x) + 3];
      return ink;
    });
    return { left, columns, advance: painter.advance(0, text) * 40 };
  };`;

const lastInk = ({ columns, left }) => left + columns.findLastIndex((ink) => ink > 0);

for (const [name, open] of [['Firefox', openFirefox], ['WebKit', openWebKit]]) {
  const skip = missing('screen', name === 'Firefox' ? 'firefox' : 'driver');

  test(`${name} paints a line with right-to-left words whole and in the order of its sentence`, { skip }, async () => {
    const browser = await open(screen.display);
    try {
      const page = name === 'Firefox' ? await (await browser.newContext()).newPage() : browser;
      await page.goto(`${source.url}samples/NOTICE.md`);
      const look = `${painting} return {
        mixed: paint('from שלום to llll'),
        line: paint('\\u2068שלום\\u2069 12 \\u2068עולםםם\\u2069'),
        first: paint('שלום'),
        last: paint('עולםםם'),
      };`;
      const { mixed, line, first, last } = await page.evaluate(name === 'Firefox' ? `(async () => { ${look} })()` : look);
      assert.ok(lastInk(mixed) > mixed.advance - 6, `ink ends at ${lastInk(mixed)} of ${mixed.advance}`);
      assert.ok(Math.abs(line.advance - lastInk(line)) < 6, `ink ends at ${lastInk(line)} of ${line.advance}`);
      // The first word stands at the left end, the last at the right end: column by column as they are alone.
      const differences = (columns, others) => columns.reduce((sum, ink, i) => sum + Math.abs(ink - others[i]), 0) / columns.reduce((sum, ink) => sum + ink, 0);
      const trimmed = (columns) => columns.slice(2, -2);
      const atLeft = differences(trimmed(first.columns), line.columns.slice(2));
      assert.ok(atLeft < 0.1, `the first word differs by ${atLeft}`);
      const end = trimmed(last.columns);
      const places = [-2, -1, 0, 1, 2].map((by) => differences(end, line.columns.slice(line.columns.length - 2 - end.length + by)));
      assert.ok(Math.min(...places) < 0.35, `the last word differs by ${Math.min(...places)}`);
    } finally {
      await browser.close();
    }
  });

  test(`${name} opens the page, fetches nothing twice and shows the first sample`, { skip }, async () => {
    const browser = await open(screen.display);
    try {
      const page = name === 'Firefox' ? await (await browser.newContext()).newPage() : browser;
      requests.length = 0;
      await page.goto(host.url);
      if (name === 'Firefox') await page.waitForFunction(() => Boolean(window.headwaters?.state.document), null, { timeout: 60_000 });
      else await page.waitFor('window.headwaters?.state.document');
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const often = requests.filter((path, i) => requests.indexOf(path) !== i);
      // Each worker is another place to fetch for, and may ask the server whether its copy is still right.
      assert.deepEqual(often.filter((path) => /headwaters|woff2|css|main|early/.test(path)), []);
      const tokens = await page.evaluate(name === 'Firefox' ? 'window.headwaters.state.document.tokens.length' : 'return window.headwaters.state.document.tokens.length;');
      assert.equal(tokens, 11);
    } finally {
      await browser.close();
    }
  });
}
