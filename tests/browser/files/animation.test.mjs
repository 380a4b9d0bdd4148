// SPDX-License-Identifier: MIT
// The layers as an animation. Checks that it has a frame for each, the figure's own colours and the timeline's times.
import assert from 'node:assert/strict';

import { engine, test } from '../engine.mjs';
import { byId, Stage, still } from '../harness.mjs';

const stage = Stage.forFile();
const keys = 'v=1&sample=agreement-keys&method=rollout&layer=6&token=0&panel=bars';

/** Frames of an animated PNG as [width, height, x, y, milliseconds]. @param {Buffer} file */
function framesOf(file) {
  const frames = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) !== 'fcTL') continue;
    frames.push(
      [12, 16, 20, 24]
        .map((offset) => file.readUInt32BE(at + offset))
        .concat((1000 * file.readUInt16BE(at + 28)) / file.readUInt16BE(at + 30)),
    );
  }
  return frames;
}

const bytesOf = async (page, wanted) =>
  Buffer.from(
    await page.evaluate(async (what) => {
      const blob = await window.headwaters.animation(what);
      return [...new Uint8Array(await blob.arrayBuffer())];
    }, wanted),
  );

test('an animated PNG has a frame for each layer at the speed of the timeline; its first picture is the first layer’s figure, point for point', async () => {
  const page = await stage.openStill({ fragment: keys });
  const file = await bytesOf(page, { view: 'bars', scale: 1 });
  const frames = framesOf(file);
  assert.equal(frames.length, 6);
  assert.deepEqual(
    frames.map((frame) => frame[4]),
    [1350, 1350, 1350, 1350, 1350, 2850],
  );
  // Layers differ, and only in a part of the picture.
  const [[width, height]] = frames;
  for (const [w, h] of frames.slice(1)) assert.ok(w > 20 && h > 20 && w * h < width * height, `${w} x ${h}`);
  const same = await page.evaluate(
    async (bytes) => {
      const animated = await window.pixelsOf(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const still = await window.pixelsOf(await window.headwaters.figure({ view: 'bars', format: 'png', layer: 0 }));
      let off = 0;
      for (let y = 0; y < still.height; y += 1) {
        for (let x = 0; x < 4 * still.width; x += 1)
          off = Math.max(off, Math.abs(still.data[4 * y * still.width + x] - animated.data[4 * y * animated.width + x]));
      }
      return { off, sizes: [animated.width, animated.height, still.width, still.height] };
    },
    [...file],
  );
  assert.equal(same.off, 0);
  assert.deepEqual(same.sizes.slice(0, 2), [width, height]);
  // The page itself has not moved.
  assert.equal(await page.evaluate(() => window.headwaters.state.layer), 5);
  assert.deepEqual(page.faults, []);
});

test('a figure of a layer is that of the page when it stands there', async () => {
  const page = await stage.openStill({ fragment: keys });
  const there = await page.evaluate(() => window.headwaters.figure({ view: 'matrix', layer: 2 }));
  await page.evaluate(() => window.headwaters.setState({ layer: 2 }));
  await still(page);
  assert.equal(await page.evaluate(() => window.headwaters.figure({ view: 'matrix' })), there);
  const refused = await page.evaluate(() =>
    window.headwaters.figure({ view: 'matrix', layer: 6 }).then(
      () => '',
      (error) => error.finding,
    ),
  );
  assert.match(refused, /at layer 6/);
});

test('a video lasts as long as the layers stand, or the reason is said why there is none', async () => {
  const page = await stage.openStill({ fragment: keys });
  await page.evaluate(() => window.headwaters.setState({ settings: { start: 4 } }));
  await still(page);
  const type = await page.evaluate(() =>
    globalThis.MediaRecorder ? (['video/webm', 'video/mp4'].find((one) => MediaRecorder.isTypeSupported(one)) ?? '') : '',
  );
  const made = await page.evaluate(async () => {
    const progress = [];
    const begun = performance.now();
    try {
      const blob = await window.headwaters.animation({ view: 'bars', format: 'video', progress: (done) => progress.push(done) });
      const took = performance.now() - begun;
      return { type: blob.type, size: blob.size, took, bytes: [...new Uint8Array(await blob.arrayBuffer())], progress };
    } catch (error) {
      return { finding: error.finding ?? error.message, remedy: error.remedy };
    }
  });
  // Some builds of WebKitGTK name a format and have no encoder for it.
  if (!type || (made.finding && engine === 'webkit')) {
    assert.match(made.finding, type ? /an empty video/ : /can’t record videos/);
    assert.match(made.remedy, /animated PNG/);
    return;
  }
  assert.equal(made.type, type, made.finding);
  // The page's own policy lets no video play in it.
  const player = await stage.newPage();
  await player.goto(`${stage.data.url}bad/INDEX.json`);
  const width = await player.evaluate(
    async (/** @type {any[]} */ [bytes, kind]) => {
      const video = document.createElement('video');
      video.src = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: kind }));
      await new Promise((resolve, reject) => {
        video.onloadeddata = resolve;
        video.onerror = () => reject(new Error(`cannot be played: ${video.error?.message}`));
      });
      return video.videoWidth;
    },
    [made.bytes, type],
  );
  assert.equal(width, 720);
  assert.ok(made.size > 5000, `${made.size} bytes`);
  // Layers 5 and 6.
  assert.ok(made.took > 4150 && made.took < 30_000, `${made.took} ms`);
  assert.ok(
    made.progress.every((done, i) => i === 0 || done >= made.progress[i - 1]) && made.progress.at(-1) > 0.99,
    JSON.stringify(made.progress),
  );
});

test('an animation can be cancelled, and what is no figure of a layer is refused', async () => {
  const page = await stage.openStill({ fragment: keys });
  const cancelled = await page.evaluate(() => {
    const stop = new AbortController();
    return window.headwaters.animation({ view: 'matrix', signal: stop.signal, progress: () => stop.abort() }).then(
      () => 'made',
      (error) => error.name,
    );
  });
  assert.equal(cancelled, 'AbortError');
  assert.match(
    await page.evaluate(() =>
      window.headwaters.animation({ view: 'evolution' }).then(
        () => '',
        (error) => `${error.finding} ${error.remedy}`,
      ),
    ),
    /not a figure of one layer\. Use one of: bars, matrix/,
  );
});

test('Export offers the animation where a figure is of one layer, and NumPy’s file; both say what the API says', async () => {
  const page = await stage.openStill({ fragment: keys });
  await page.locator('#canvas').focus();
  await page.keyboard.press('e');
  const dialog = page.locator('dialog[open]');
  const moving = byId(dialog, 'export/apng');
  await moving.waitFor();
  await byId(dialog, 'export/figure').selectOption('evolution');
  assert.ok(!(await moving.isVisible()));
  const npy = Buffer.from(
    await page.evaluate(async () => [
      ...new Uint8Array(await (await window.headwaters.results({ format: 'npy', layer: 2 })).arrayBuffer()),
    ]),
  );
  const { layers } = await page.evaluate(() => window.headwaters.results({ layer: 2 }));
  const values = layers[0].values.flat();
  assert.match(npy.toString('latin1', 0, 128), new RegExp(`shape': \\(${layers[0].values.length}, ${layers[0].values[0].length}\\)`));
  const from = 10 + npy.readUInt16LE(8);
  assert.deepEqual(
    values.map((_, i) => npy.readDoubleLE(from + 8 * i)),
    values,
  );
  assert.match(
    await page.evaluate(() =>
      window.headwaters.results({ format: 'npy', view: 'flow' }).then(
        () => '',
        (error) => error.finding,
      ),
    ),
    /more than one array/,
  );
  assert.deepEqual(page.faults, []);
});
