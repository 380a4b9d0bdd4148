// SPDX-License-Identifier: MIT
// The real camera path. A Chromium device plays a film of a digit, and the page requests and shows it like any camera.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import { engine, test } from '../engine.mjs';
import { byId, Stage, until } from '../harness.mjs';

const room = mkdtempSync(join(tmpdir(), 'headwaters-camera-'));
after(() => rmSync(room, { recursive: true, force: true }));
const film = join(room, 'seven.y4m');

/** A white seven on black, as a film of one picture in YUV 4:2:0. */
function filmed(width = 320, height = 240) {
  const bright = Buffer.alloc(width * height, 16);
  const corners = [
    [100, 56],
    [220, 56],
    [148, 200],
  ];
  corners.slice(1).forEach(([x1, y1], i) => {
    const [x0, y0] = corners[i];
    for (let step = 0; step <= 400; step += 1) {
      const [x, y] = [x0 + ((x1 - x0) * step) / 400, y0 + ((y1 - y0) * step) / 400];
      for (let row = Math.floor(y - 12); row <= y + 12; row += 1)
        for (let column = Math.floor(x - 12); column <= x + 12; column += 1)
          if ((row - y) ** 2 + (column - x) ** 2 <= 144) bright[row * width + column] = 235;
    }
  });
  const frame = Buffer.concat([Buffer.from('FRAME\n'), bright, Buffer.alloc((width * height) / 2, 128)]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420jpeg\n`), ...Array(4).fill(frame)]);
}
writeFileSync(film, filmed());

const stage = Stage.forFile({
  args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`],
});
const skip = engine === 'chromium' ? false : 'only Chromium plays a film in place of a camera';

test('what the camera sees is shown to the model, and the camera is off behind it', { skip }, async () => {
  const page = await stage.openStill({ fragment: 'v=1&model=digits' });
  await page.evaluate(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      window.stream = await ask(wanted);
      return window.stream;
    }; // the same stream, for inspection
  });
  await page.waitForSelector('.picture .pad');
  await until(page, () => window.headwaters.idle && document.querySelector('.answer-line .answer-text'));
  await byId(page, 'picture/photo').click();
  await until(
    page,
    () => document.querySelector('.camera video:not([hidden])')?.videoWidth > 0 && !document.querySelector('.camera button').disabled,
  );
  // The request has no sound and prefers the back camera if there are two.
  assert.deepEqual(await page.evaluate(() => window.stream.getTracks().map(({ kind, readyState }) => [kind, readyState])), [
    ['video', 'live'],
  ]);
  await byId(page, 'camera/take').click();
  await until(page, () => document.querySelector('.answer-line .answer-text')?.textContent === '7' && window.headwaters.idle);
  assert.match(await page.evaluate(() => window.headwaters.prompt), /^photo:[0-9a-f]{16}$/);
  assert.deepEqual(await page.evaluate(() => window.stream.getTracks().map(({ readyState }) => readyState)), ['ended']);
  assert.equal(await page.evaluate(() => document.querySelector('.camera')), null);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
});
