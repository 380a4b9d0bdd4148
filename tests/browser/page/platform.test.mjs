// SPDX-License-Identifier: MIT
// Canvas, frames, keys and context, the parts that people notice only when they fail.
import assert from 'node:assert/strict';
import { join } from 'node:path';

import { test } from '../engine.mjs';
import {
  aroundLostContext,
  byId,
  comes,
  drawn,
  faultsButContext,
  idle,
  inkOf,
  nothingComes,
  site,
  Stage,
  state,
  still,
} from '../harness.mjs';
import { oddTokens } from '../odd_tokens.mjs';

const stage = Stage.forFile();
const frames = (page) => page.evaluate(() => window.headwaters.frames);
const canvasSize = (page) => page.evaluate(() => [document.getElementById('canvas').width, document.getElementById('canvas').height]);

test('nothing is drawn while nothing moves', async () => {
  const page = await stage.open();
  await still(page);
  await nothingComes(() => frames(page), 1500, 'no frame');
});

test('input wakes the page for a few frames only', async () => {
  const page = await stage.open();
  await still(page);
  const before = await frames(page);
  await page.mouse.move(300, 300);
  await idle(page);
  const drawn = (await frames(page)) - before;
  assert.ok(drawn >= 1 && drawn < 30, `${drawn} frames`);
  await nothingComes(() => frames(page), 500, 'no frame');
});

test('a lost context comes back with the same picture', async () => {
  const page = await stage.open();
  await still(page);
  const { before, after } = await aroundLostContext(page, inkOf);
  assert.ok(before.share > 0.02, 'there was something to see');
  assert.ok(Math.abs(after.share - before.share) < 0.002, `${before.share} before, ${after.share} after`);
  await page.evaluate(() => window.headwaters.setState({ layer: 1 }));
  await idle(page);
  assert.equal((await state(page)).layer, 1);
  assert.deepEqual(faultsButContext(page), []);
});

test('the framebuffer has one element per device pixel, at any size and density', async () => {
  for (const density of [1, 1.5, 2, 3]) {
    const page = await stage.open({ size: [800, 600], context: { deviceScaleFactor: density } });
    assert.deepEqual(await canvasSize(page), [800 * density, 600 * density]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForFunction((w) => document.getElementById('canvas').width === w, Math.round(390 * density));
    assert.deepEqual(await canvasSize(page), [Math.round(390 * density), Math.round(844 * density)]);
    await page.context().close();
  }
});

test('a resize is drawn at once, never as an empty canvas', async () => {
  const page = await stage.open();
  await still(page);
  const before = await frames(page);
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.waitForFunction((n) => window.headwaters.frames > n, before);
  await idle(page);
  assert.ok((await inkOf(page)).share > 0.02);
});

test('keys step, play and choose while the canvas has the focus', async () => {
  const page = await stage.open();
  await still(page);
  await page.evaluate(() => window.headwaters.setState({ layer: 2 }));
  await idle(page);
  const press = async (key) => {
    await page.keyboard.press(key);
    await idle(page).catch(() => {});
    return state(page);
  };
  assert.equal((await press('ArrowRight')).layer, 3);
  assert.equal((await press('ArrowLeft')).layer, 2);
  assert.equal((await press('Home')).layer, 0);
  assert.equal((await press('End')).layer, 5);
  assert.deepEqual((await press('ArrowDown')).tokens, [1]);
  assert.deepEqual((await press('ArrowUp')).tokens, [0]);
  assert.equal((await press('w')).method, 'raw');
  assert.equal((await press('f')).method, 'flow');
  assert.equal((await press('r')).method, 'rollout');
  assert.equal((await press('s')).sort, 'score');
  await page.keyboard.press(' ');
  assert.equal((await state(page)).playing, true);
  await page.keyboard.press(' ');
  assert.equal((await state(page)).playing, false);
});

test('the browser keeps its own keys, and keys that are not bound', async () => {
  const page = await stage.open();
  await still(page);
  const prevented = await page.evaluate(() => {
    const canvas = document.getElementById('canvas');
    canvas.focus();
    const wasPrevented = (init) => !canvas.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
    const browsers = [
      { key: 'F5' },
      { key: 'F11' },
      { key: 'F12' },
      { key: 'Tab' },
      { key: 'Backspace' },
      { key: 'Enter' },
      { key: 'PageDown' },
      { key: 'F2' },
      { key: 'r', ctrlKey: true },
      { key: 't', ctrlKey: true },
      { key: 'w', ctrlKey: true },
      { key: 'l', ctrlKey: true },
      { key: 'f', ctrlKey: true },
      { key: '+', ctrlKey: true },
      { key: 'ArrowLeft', altKey: true },
      { key: 'r', metaKey: true },
    ];
    return { browsers: browsers.filter(wasPrevented), ours: wasPrevented({ key: 'ArrowRight' }) };
  });
  assert.deepEqual(prevented.browsers, []);
  assert.equal(prevented.ours, true);
});

test('keys do nothing to the view while the focus is in a field', async () => {
  const page = await stage.open();
  await still(page);
  const before = await state(page);
  await page.keyboard.press('?');
  await page.locator('dialog').waitFor();
  await page.keyboard.press('w');
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual((await state(page)).method, before.method);
  assert.deepEqual((await state(page)).layer, before.layer);
});

test('ctrl and wheel zoom the page, but where a plot takes them', async () => {
  const page = await stage.open();
  await still(page);
  const prevented = (x, y, ctrlKey) =>
    page.evaluate(
      ([clientX, clientY, ctrl]) => {
        const canvas = document.getElementById('canvas');
        return !canvas.dispatchEvent(
          new WheelEvent('wheel', { clientX, clientY, deltaY: -100, ctrlKey: ctrl, bubbles: true, cancelable: true }),
        );
      },
      [x, y, ctrlKey],
    );
  await page.mouse.move(640, 10);
  await idle(page);
  assert.equal(await prevented(640, 10, true), false, 'over the header the browser zooms');
  assert.equal(await prevented(640, 10, false), true, 'a plain wheel is the page’s');
});

/** The brightness of the canvas's ground, 0 to 255. */
const groundOf = async (page) => {
  const png = await page.screenshot({ clip: { x: 640, y: 2, width: 1, height: 1 } });
  return page.evaluate(async (base64) => (await window.pixelsOf(base64)).data[0], png.toString('base64'));
};

test('light and dark follow the system without a reload', async () => {
  const page = await stage.open({ context: { colorScheme: 'light' } });
  await still(page);
  assert.ok((await groundOf(page)) > 240);
  await page.emulateMedia({ colorScheme: 'dark' });
  await comes(async () => (await groundOf(page)) < 40);
});

test('forced colours are drawn in high contrast, light and dark', async () => {
  const page = await stage.openStill({ context: { colorScheme: 'light' } });
  const grounds = [];
  for (const media of /** @type {Parameters<import('playwright-core').Page['emulateMedia']>[0][]} */ ([
    { forcedColors: 'active' },
    { colorScheme: 'dark' },
    { forcedColors: 'none' },
  ])) {
    await page.emulateMedia(media);
    await drawn(page);
    grounds.push(await groundOf(page));
  }
  assert.deepEqual(grounds, [255, 0, 0x15], 'white, black, and the usual dark');
  assert.deepEqual(page.faults, []);
});

test('with reduced motion the first sample does not play', async () => {
  const page = await stage.open({ context: { reducedMotion: 'reduce' } });
  await idle(page);
  assert.equal((await state(page)).playing, false);
});

test('a finger taps', async () => {
  const page = await stage.open({ size: [390, 844], context: { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } });
  await still(page);
  assert.ok((await inkOf(page)).share > 0.02);
  const before = await frames(page);
  await page.touchscreen.tap(195, 420);
  await page.waitForFunction((n) => window.headwaters.frames > n, before);
  await idle(page);
  assert.deepEqual(page.faults, []);
});

test('where the worker cannot start the page says so, and lives', async () => {
  const page = await stage.open({ ready: false });
  await page.context().route('**/worker.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('about:blank');
  await page.goto(stage.page.url);
  await page.waitForFunction(() => window.headwaters?.state.messages.length > 0);
  const { messages } = await state(page);
  assert.ok(
    messages.every(({ finding, remedy }) => finding && remedy),
    JSON.stringify(messages),
  );
  await page.keyboard.press('?');
  await byId(page, 'dialog/help').waitFor();
});

test('tokens of any script are drawn, shaped by the browser', async () => {
  const page = await stage.open();
  const tokens = [...oddTokens, 'a'.repeat(300)];
  const n = tokens.length;
  const matrix = Array.from({ length: n }, () => Array.from({ length: n }, () => 1 / n));
  await page.evaluate((data) => window.headwaters.open(data), { tokens, attentions: [[matrix], [matrix]] });
  await still(page);
  assert.ok((await inkOf(page)).share > 0.02);
  assert.deepEqual((await state(page)).document.tokens, tokens);
  assert.deepEqual(page.faults, []);
});

test('letters beside an emoji have the ink of their line, which the picture of both brings along', async () => {
  const page = await stage.open();
  // The module on its own, which the assembled page bundles with others.
  const module = { path: join(site, '../../web/boot/text.js'), contentType: 'text/javascript' };
  await page.route('**/source/text.js', (route) => route.fulfill(module));
  const counts = await page.evaluate(async () => {
    const { TextPainter } = await import(new URL('source/text.js', document.baseURI).href);
    const painter = new TextPainter();
    const count = (ink) => {
      const [, , , , coloured] = painter.paint(0, 40, 0, 'from 👩‍🚀', ink);
      const pixels = painter.pixels();
      const wanted = [(ink >> 16) & 255, (ink >> 8) & 255, ink & 255];
      let solid = 0;
      for (let i = 0; i < pixels.length; i += 4) {
        if (pixels[i + 3] === 255 && wanted.every((channel, c) => pixels[i + c] === channel)) solid += 1;
      }
      return { coloured, solid };
    };
    return [count(0xffffff), count(0x5c1e6c)];
  });
  for (const { coloured, solid } of counts) {
    assert.equal(coloured, 1);
    assert.ok(solid > 60, `${solid} pixels of ink`);
  }
  assert.deepEqual(page.faults, []);
});
