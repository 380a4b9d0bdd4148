// SPDX-License-Identifier: MIT
// Frames are drawn on demand, and the page rests when none is due and nothing requests one.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Frames } from '../../../web/boot/frames.js';

/** Frames that are drawn when `draw()` is called. */
function onDemand() {
  const due = new Map();
  let last = 0;
  const given = /** @type {any} */ (globalThis);
  given.requestAnimationFrame = (frame) => {
    last += 1;
    due.set(last, frame);
    return last;
  };
  given.cancelAnimationFrame = (id) => due.delete(id);
  given.window = globalThis;
  given.MessageChannel = class {
    port1 = { onmessage: () => {} };
    port2 = { postMessage: () => queueMicrotask(() => this.port1.onmessage()) };
  };
  let rests = 0;
  const frames = new Frames(
    () => -1,
    () => {
      rests += 1;
    },
  );
  frames.resume();
  const draw = async () => {
    for (const [id, frame] of [...due]) {
      due.delete(id);
      frame(0);
    }
    await Promise.resolve(); // sent after its pixels
  };
  return { frames, draw, rests: () => rests };
}

test('the page rests after its last frame', async () => {
  const { frames, draw, rests } = onDemand();
  assert.equal(frames.isResting, false);
  await draw();
  assert.deepEqual([frames.isResting, rests(), frames.count], [true, 1, 1]);
});

test('it does not rest while a picture is decoded, whose frame is still to come', async () => {
  const { frames, draw } = onDemand();
  let done = () => {};
  const decoded = frames.requestAfter(
    new Promise((resolve) => {
      done = () => resolve(undefined);
    }),
  );
  await draw();
  assert.equal(frames.isResting, false);
  done();
  await decoded;
  assert.deepEqual([frames.isResting, frames.count], [false, 1], 'its frame is due');
  await draw();
  assert.deepEqual([frames.isResting, frames.count], [true, 2]);
});
