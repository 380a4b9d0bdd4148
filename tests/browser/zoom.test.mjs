// SPDX-License-Identifier: MIT
// The browser's own zoom, by real keys in a real window: neither a viewport nor a scale factor that a test sets goes
// the same way. Needs Xvfb and xdotool, which tools/test installs.
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

import { launchBrowser } from '../../tools/browser.mjs';
import { serve } from '../../tools/serve.mjs';
import { middleOf, partOf } from './canvas.mjs';
import { idle, opened, site, state, still } from './harness.mjs';

const run = promisify(execFile);
const isThere = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
const missing = ['Xvfb', 'xdotool'].filter((command) => !isThere(command));

/** A screen of its own, and what presses keys on it. */
class Screen {
  #server;
  #env;

  static async open() {
    const screen = new Screen();
    screen.#server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1300x900x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const number = await new Promise((resolve, reject) => {
      screen.#server.stdout.once('data', (data) => resolve(String(data).trim()));
      screen.#server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    });
    screen.#env = { ...process.env, DISPLAY: `:${number}` };
    return screen;
  }
  get env() {
    return this.#env;
  }
  async do(...words) {
    return (await run('xdotool', words.map(String), { env: this.#env })).stdout.trim();
  }
  close() {
    this.#server.kill();
  }
}

let screen;
let browser;
let server;
let page;
before(async () => {
  if (missing.length > 0) return;
  screen = await Screen.open();
  server = await serve({ folder: site });
  browser = await launchBrowser({ headless: false, env: screen.env, args: ['--window-position=0,0', '--window-size=1280,880'] });
  page = await (await browser.newContext({ viewport: null })).newPage();
  await page.goto(`${server.url}#v=1&sample=agreement-keys&layer=6`);
  await opened(page);
  await still(page);
  const [window] = (await screen.do('search', '--sync', '--onlyvisible', '--class', 'chromium')).split('\n');
  await screen.do('windowfocus', window);
});
after(async () => {
  await browser?.close();
  await server?.close();
  screen?.close();
});

/** Presses keys until the page has another density, and waits until it is drawn. */
async function zoom(chord) {
  const was = await page.evaluate(() => devicePixelRatio);
  await screen.do('key', chord);
  await page.waitForFunction((density) => devicePixelRatio !== density, was, { timeout: 10_000 });
  await page.waitForTimeout(300);
  await idle(page);
}

/** Where a place of the page is on the screen: two moves of the pointer tell. */
async function onScreen() {
  const seen = async (x, y) => {
    const told = page.evaluate(() => new Promise((resolve) => addEventListener('pointermove', ({ clientX, clientY }) => resolve([clientX, clientY]), { once: true, capture: true })));
    await page.evaluate(() => 0); // the listener stands
    await screen.do('mousemove', x + 7, y + 7, 'mousemove', x, y);
    return told.then(async () => {
      const last = page.evaluate(() => new Promise((resolve) => addEventListener('pointermove', ({ clientX, clientY }) => resolve([clientX, clientY]), { once: true, capture: true })));
      await page.evaluate(() => 0);
      await screen.do('mousemove', x + 1, y);
      const [cx, cy] = await last;
      return [cx, cy];
    });
  };
  const a = await seen(400, 400);
  const b = await seen(900, 700);
  const scale = [(901 - 401) / (b[0] - a[0]), (700 - 400) / (b[1] - a[1])];
  return ([x, y]) => [Math.round(401 + (x - a[0]) * scale[0]), Math.round(400 + (y - a[1]) * scale[1])];
}

/** The canvas fills the page, one element a device pixel, and what is drawn is as large as what the page thinks. */
async function assertFits(what) {
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
  assert.deepEqual(size.css, size.inner, what);
  [0, 1].forEach((side) => {
    const expected = size.css[side] * size.density;
    assert.ok(Math.abs(size.pixels[side] - expected) <= size.density + 1, `${what}: ${size.pixels[side]} pixels for ${expected}`);
  });
  assert.ok(size.right <= size.inner[0] + 1 && size.right > size.inner[0] - 60, `${what}: drawn to ${size.right} of ${size.inner[0]}`);
  return size;
}

/** Clicks a target on the screen, where the eye sees it. */
async function clickOnScreen(target) {
  const at = await onScreen();
  await screen.do('mousemove', ...at(middleOf(target)), 'click', 1);
  await page.waitForTimeout(200);
  await idle(page);
}

test('after the browser zoomed in and out the canvas fits and clicks hit what is seen', { skip: missing.length > 0 && `not installed: ${missing}`, timeout: 120_000 }, async () => {
  const { density: first } = await assertFits('at first');
  for (let i = 0; i < 5; ++i) {
    await zoom('ctrl+plus');
    await assertFits(`after ctrl and plus, ${i + 1} times`);
  }
  const { density } = await assertFits('zoomed in');
  assert.ok(density > 1.7 * first, `density ${density}`);
  await clickOnScreen(await partOf(page, 'target', 'menu'));
  await clickOnScreen(await partOf(page, 'target', 'help'));
  await page.getByRole('dialog', { name: 'Help' }).waitFor({ timeout: 5000 });
  await screen.do('key', 'Escape');
  await page.getByRole('dialog', { name: 'Help' }).waitFor({ state: 'detached', timeout: 5000 });
  await zoom('ctrl+0');
  for (let i = 0; i < 3; ++i) await zoom('ctrl+minus');
  await assertFits('zoomed out');
  await clickOnScreen(await partOf(page, 'target', 'Heads'));
  assert.equal((await state(page)).panel, 'heads');
  await zoom('ctrl+0');
  await assertFits('as at first');
});
