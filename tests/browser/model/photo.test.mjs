// SPDX-License-Identifier: MIT
// A picture that was not drawn, shown to a model from a file, by drop, and from the camera.
import assert from 'node:assert/strict';

import { test } from '../engine.mjs';
import { byId, openSide, Stage, until } from '../harness.mjs';
import { button, draw, one, opened, says } from './pad.mjs';

const stage = Stage.forFile();

/** Runs in the page. Paints a white seven on black in the middle of a canvas. */
const defineSeven = () => {
  window.paintSeven = (canvas) => {
    const context = canvas.getContext('2d');
    const side = canvas.height;
    context.fillRect(0, 0, canvas.width, side);
    context.strokeStyle = '#fff';
    context.lineWidth = side / 10;
    context.lineJoin = 'round';
    context.lineCap = context.lineJoin;
    context.beginPath();
    [
      [0.26, 0.23],
      [0.74, 0.23],
      [0.45, 0.83],
    ].forEach(([x, y], i) => {
      context[i ? 'lineTo' : 'moveTo']((canvas.width - side) / 2 + x * side, y * side);
    });
    context.stroke();
  };
};

test('a picture of a file is shown to the model, by choice and by drop; what is none is said', async () => {
  const page = await opened(stage);
  await page.evaluate(defineSeven);
  const png = Buffer.from(
    await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 60 });
      window.paintSeven(canvas);
      return canvas.toDataURL().split(',')[1];
    }),
    'base64',
  );
  await page.setInputFiles('.picture input[type=file]', { name: 'seven.png', mimeType: 'image/png', buffer: png });
  await says(page, '7');
  await until(page, () => /^photo:[0-9a-f]{16}$/.test(window.headwaters.prompt)); // the address follows the answer
  assert.equal(await page.getAttribute('.picture .pad', 'aria-label'), 'seven.png');
  await page.setInputFiles('.picture input[type=file]', { name: 'none.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.waitForSelector('.model .problem');
  assert.match(await page.textContent('.model .status'), /can’t be read/);
  // A drop goes to the model, and opens no document.
  await draw(page, one);
  await says(page, '1');
  await page.evaluate(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'seven.png', { type: 'image/png' }));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [...png],
  );
  await says(page, '7');
  assert.deepEqual(page.faults, []);
});

test('a photo’s file name is in no link and in no saved file', async () => {
  const page = await opened(stage);
  await page.evaluate(defineSeven);
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 60 });
    window.paintSeven(canvas);
    return canvas.toDataURL();
  });
  const buffer = Buffer.from(url.split(',')[1], 'base64');
  await page.setInputFiles('.picture input[type=file]', { name: 'private holiday.png', mimeType: 'image/png', buffer });
  await says(page, '7');
  await until(page, () => window.headwaters.prompt.startsWith('photo:') && window.headwaters.idle);
  const texts = await page.evaluate(async () => [
    await new Response((await window.headwaters.save({ gzip: false })).stream()).text(),
    await (await window.headwaters.page()).text(),
    (await window.headwaters.link()).url,
    (await window.headwaters.link({ data: 'none' })).url,
    JSON.stringify(window.headwaters.state),
    await window.headwaters.figure({ view: 'bars' }),
    location.href,
  ]);
  for (const text of texts) assert.ok(text.length > 20 && !/private|holiday/.test(text), text.slice(0, 60));
  assert.equal((await page.evaluate(() => window.headwaters.state.document)).title, 'Photo');
});

/**
 * Simulates the browser's camera. `refuses` is the name of the error that it throws instead. @param {any} page @param {string} [refuses]
 */
const camera = async (page, refuses = '') => {
  await page.evaluate(defineSeven);
  await page.evaluate((name) => {
    window.tracks = [];
    const getUserMedia = async () => {
      if (name) throw new DOMException('no', name);
      const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
      // Drawn repeatedly, because a stream without frames shows nothing.
      window.filming = setInterval(() => window.paintSeven(canvas), 30);
      const stream = canvas.captureStream(30);
      window.tracks.push(...stream.getTracks());
      return stream;
    };
    Object.defineProperty(navigator, 'mediaDevices', { value: name === 'none' ? undefined : { getUserMedia }, configurable: true });
  }, refuses);
};
const states = (page) => page.evaluate(() => window.tracks.map(({ readyState }) => readyState));

test('a photo of the camera is shown to the model, and the camera stops with it', async () => {
  const page = await opened(stage);
  await camera(page);
  await button(page, 'photo').click();
  await until(page, () => document.querySelector('.camera video:not([hidden])') && !document.querySelector('.camera button').disabled);
  assert.deepEqual(await states(page), ['live']);
  await byId(page, 'camera/take').click();
  await says(page, '7');
  await until(page, () => /^photo:[0-9a-f]{16}$/.test(window.headwaters.prompt)); // the address follows the answer
  assert.equal(await page.getAttribute('.picture .pad', 'aria-label'), 'Photo');
  assert.deepEqual(await states(page), ['ended']);
  assert.equal(await page.evaluate(() => document.querySelector('.camera')), null);
  // It is closed by its button, by the button that opened it, by folding the pane, and with the model.
  const closings = [() => byId(page, 'camera/close').click(), () => button(page, 'photo').click(), () => openSide(page, false)];
  for (const close of closings) {
    await button(page, 'photo').click();
    await until(page, () => document.querySelector('.camera video:not([hidden])'));
    await close();
    await until(page, () => !document.querySelector('.camera') && window.tracks.every(({ readyState }) => readyState === 'ended'));
  }
  await openSide(page);
  await button(page, 'photo').click();
  await until(page, () => document.querySelector('.camera video:not([hidden])'));
  await page.click('.model .close');
  await until(page, () => window.tracks.every(({ readyState }) => readyState === 'ended'));
  assert.equal((await states(page)).length, 5);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});

test('why there is no camera is said', async () => {
  const page = await opened(stage);
  for (const [name, words] of /** @type {[string, RegExp][]} */ ([
    ['NotAllowedError', /camera was denied/],
    ['NotFoundError', /No camera found/],
    ['NotReadableError', /Another program/],
    ['TypeError', /can’t be used/],
    ['none', /gives pages no camera access/],
  ])) {
    await camera(page, name);
    await button(page, 'photo').click();
    await page.waitForSelector('.camera .problem');
    assert.match(await page.textContent('.camera .problem'), words);
    await byId(page, 'camera/close').click();
  }
  assert.deepEqual(page.faults, []);
});
