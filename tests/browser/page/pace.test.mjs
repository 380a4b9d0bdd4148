// SPDX-License-Identifier: MIT
// The time until the page shows bars, and the frames per second that it draws while it plays. The numbers go to docs/reliability.md and
// must reach limits that even a software renderer on a busy machine can reach.
import assert from 'node:assert/strict';

import { note, test } from '../engine.mjs';
import { Stage } from '../harness.mjs';

const stage = Stage.forFile();

test('first bars come soon after the page is asked for', async () => {
  const times = [];
  for (let i = 0; i < 3; ++i) {
    const page = await stage.open({ fragment: 'v=1&sample=agreement-keys&layer=6', ready: false });
    // Since the navigation began. Checked in every frame once the page's files are loaded.
    times.push(
      await page.evaluate(async () => {
        while (!window.headwaters?.layout().some(({ kind, name }) => kind === 'text' && name === 'cabinet'))
          await new Promise((resolve) => requestAnimationFrame(resolve));
        return performance.now();
      }),
    );
    await page.context().close();
  }
  const median = Math.round(times.sort((a, b) => a - b)[1]);
  note({ pace: 'first bars', value: median, unit: 'ms' });
  assert.ok(median < 15_000, `${median} ms`);
});

test('frames follow a pointer that moves', async () => {
  const page = await stage.openStill({ fragment: 'v=1&sample=agreement-keys&layer=6' });
  // Each frame of the browser moves the pointer over the bars, so that each has something to draw.
  const { frames, seconds } = await page.evaluate(async () => {
    const canvas = document.getElementById('canvas');
    const [first, begin] = [window.headwaters.frames, performance.now()];
    for (let i = 0; performance.now() - begin < 3000; ++i) {
      canvas.dispatchEvent(
        new PointerEvent('pointermove', {
          pointerId: 1,
          pointerType: 'mouse',
          clientX: 400 + (i % 40) * 5,
          clientY: 320 + (i % 20) * 12,
          bubbles: true,
        }),
      );
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return { frames: window.headwaters.frames - first, seconds: (performance.now() - begin) / 1000 };
  });
  note({ pace: 'frames a second under a moving pointer', value: (frames / seconds).toFixed(1), unit: '' });
  assert.ok(frames / seconds > 2, `${frames} in ${seconds} s`);
});
