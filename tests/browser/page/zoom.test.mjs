// SPDX-License-Identifier: MIT
// The browser's own zoom, by real keys in a real window. Neither a viewport nor a scale factor set by a test takes the same path. Needs
// Xvfb and xdotool, which tools/test installs.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import { serve } from '../../../tools/serve.mjs';
import { middleOf, partOf } from '../canvas.mjs';
import { driver, engine, test } from '../engine.mjs';
import { byId, comes, drawn, idle, opened, site, still } from '../harness.mjs';
import { tabOf } from '../panels.mjs';
import { Screen } from '../screen.mjs';

let screen;
let browser;
let server;
let page;
before(async () => {
  screen = await Screen.open('1300x900x24');
  server = await serve({ folder: site });
  const window = await driver.openWindow(screen);
  ({ browser, page } = window);
  await page.goto(`${server.url}#v=1&sample=agreement-keys&layer=6`);
  await opened(page);
  await still(page);
  await byId(page, 'first/end').click(); // a first visit has its own line below the figure
  const all = (await screen.do('search', '--sync', '--onlyvisible', '--class', window.windowClass)).split('\n');
  await screen.do('windowfocus', all.at(-1));
});
after(async () => {
  await browser?.close();
  await server?.close();
  screen?.close();
});

/** Presses keys until the page has another width in its own pixels, and waits until it is drawn. */
async function zoom(chord) {
  const was = await page.evaluate(() => innerWidth);
  await screen.do('key', chord);
  await page.waitForFunction((width) => innerWidth !== width, was, { timeout: 10_000 });
  await drawn(page);
}

/** Waits until the window, which goes full screen in steps, stops moving, and the page has followed. */
async function staysThere() {
  const place = () => page.evaluate(() => String([innerWidth, innerHeight, screenX, screenY]));
  await comes(async () => {
    const before = await place();
    await drawn(page);
    return (await place()) === before;
  });
}

/** The screen position of a point of the page, determined by two moves of the pointer. */
async function onScreen() {
  await page.evaluate(() =>
    addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        window.pointed = [clientX, clientY];
      },
      true,
    ),
  );
  /** Moves, and waits until the page receives another position than this. */
  const told = async (x, y, other) => {
    await screen.do('mousemove', x, y);
    await page.waitForFunction((old) => window.pointed && String(window.pointed) !== old, other, { timeout: 5000 });
    return page.evaluate(() => window.pointed);
  };
  // Moves twice, because the pointer may already be there, which sends no event.
  const seen = async (x, y) => {
    await page.evaluate(() => {
      window.pointed = null;
    });
    return told(x, y, String(await told(x - 9, y, '')));
  };
  const a = await seen(400, 400);
  const b = await seen(900, 700);
  const scale = [500 / (b[0] - a[0]), 300 / (b[1] - a[1])];
  return ([x, y]) => [Math.round(400 + (x - a[0]) * scale[0]), Math.round(400 + (y - a[1]) * scale[1])];
}

/** The canvas fills the page, one element per device pixel, and the drawing is as large as the page assumes. */
async function assertFits(what) {
  // A slow machine draws a few frames after the density has changed.
  const fits = () => {
    const { height } = /** @type {HTMLCanvasElement} */ (document.getElementById('canvas'));
    const right = Math.max(...window.headwaters.layout().map(({ x, width }) => x + width));
    return Math.abs(right - innerWidth) < 60 && Math.abs(height - innerHeight * devicePixelRatio) <= devicePixelRatio + 1;
  };
  await page.waitForFunction(fits, null, { timeout: 8000, polling: 200 }).catch(() => {});
  const size = await page.evaluate(() => {
    const canvas = document.getElementById('canvas');
    const parts = window.headwaters.layout();
    return {
      density: devicePixelRatio,
      inner: [innerWidth, innerHeight],
      css: [canvas.clientWidth, canvas.clientHeight],
      pixels: [canvas.width, canvas.height],
      right: Math.max(...parts.map(({ x, width }) => x + width)),
    };
  });
  [0, 1].forEach((side) => {
    assert.ok(Math.abs(size.css[side] - size.inner[side]) <= 1, `${what}: ${size.css} of ${size.inner}`);
    const expected = size.css[side] * size.density;
    assert.ok(Math.abs(size.pixels[side] - expected) <= size.density + 1, `${what}: ${size.pixels[side]} pixels for ${expected}`);
  });
  assert.ok(size.right <= size.inner[0] + 1 && size.right > size.inner[0] - 60, `${what}: drawn to ${size.right} of ${size.inner[0]}`);
  return size;
}

/** Clicks a target at its visible place on the screen, and waits for the effect. */
async function clickOnScreen(target, effect, detail) {
  const at = await onScreen();
  const [x, y] = middleOf(target);
  await screen.do('mousemove', ...at([x, y]));
  await page.waitForFunction(([px, py]) => Math.hypot(window.pointed[0] - px, window.pointed[1] - py) < 3, [x, y], { timeout: 5000 });
  await idle(page);
  await screen.do('click', 1);
  await page.waitForFunction(effect, detail, { timeout: 8000, polling: 100 });
  await idle(page);
}

test('after the browser zoomed in and out the canvas fits and clicks hit what is seen', { timeout: 240_000 }, async () => {
  const {
    inner: [first],
  } = await assertFits('at first');
  // WebKit doesn't change devicePixelRatio. All engines change the number of the page's pixels.
  const scale = async () => first / (await page.evaluate(() => innerWidth));
  for (let i = 0; i < 12 && (await scale()) < 1.7; ++i) {
    await zoom('ctrl+plus');
    await assertFits(`after ctrl and plus, ${i + 1} times`);
  }
  await clickOnScreen(await partOf(page, 'target', 'menu'), () => window.headwaters.layout().some(({ name }) => name === 'help'));
  await clickOnScreen(await partOf(page, 'target', 'help'), () => document.querySelector('dialog[open]') !== null);
  await byId(page, 'dialog/help').waitFor({ timeout: 5000 });
  await screen.do('key', 'Escape');
  await byId(page, 'dialog/help').waitFor({ state: 'detached', timeout: 5000 });
  for (let i = 0; i < 12 && (await scale()) < 2.97; ++i) await zoom('ctrl+plus');
  assert.ok((await scale()) >= 2.97, 'three times as large');
  await assertFits('zoomed in to 300 %');
  await zoom('ctrl+0');
  // MiniBrowser zooms in steps of a fifth, and none leads below a half, so 58 % is its smallest.
  const least = engine === 'webkit' ? 0.58 : 0.51;
  for (let i = 0; i < 12 && (await scale()) > least; ++i) await zoom('ctrl+minus');
  assert.ok((await scale()) <= least, 'half as large');
  await assertFits('zoomed out to 50 %');
  await clickOnScreen(await partOf(page, 'target', tabOf('heads')), () => window.headwaters.state.panel === 'heads');
  await zoom('ctrl+0');
  await assertFits('as at first');
});

test('on the full screen, by the browser’s own key, the canvas fills it and clicks hit what is seen', { timeout: 120_000 }, async () => {
  await page.evaluate(() => window.headwaters.setState({ panel: 'overview' }));
  const before = await page.evaluate(() => innerHeight);
  await screen.do('key', 'F11');
  await page.waitForFunction((height) => innerHeight > height, before, { timeout: 10_000 });
  await staysThere();
  await assertFits('on the full screen');
  await clickOnScreen(await partOf(page, 'target', tabOf('matrix')), () => window.headwaters.state.panel === 'matrix');
  await screen.do('key', 'F11');
  await page.waitForFunction((height) => innerHeight === height, before, { timeout: 10_000 });
  await idle(page);
  await assertFits('in its window again');
});

test('the projector’s own key takes the full screen, and the browser’s Escape gives it back and ends the projection', {
  timeout: 120_000,
}, async () => {
  await page.evaluate(() => document.getElementById('canvas').focus());
  await screen.do('key', 'q');
  await page.waitForFunction(() => document.fullscreenElement && window.headwaters.state.present, null, { timeout: 10_000 });
  await staysThere();
  await assertFits('projected');
  await clickOnScreen(await partOf(page, 'target', tabOf('flow')), () => window.headwaters.state.panel === 'flow');
  await screen.do('key', 'Escape');
  await page.waitForFunction(() => !document.fullscreenElement && !window.headwaters.state.present, null, { timeout: 10_000 });
  await idle(page);
  await assertFits('in its window after it');
});
