// SPDX-License-Identifier: MIT
// @ts-check
// The target under the pointer is known only after a frame with its position was drawn.

/** Frames: one takes the position, one takes the buttons, and one shows the target. */
const needed = 3;

/** @param {() => void} changed requests a frame @param {() => void} then called after that many frames */
export function afterFrames(changed, then) {
  let frames = needed;
  const wait = () => {
    if (--frames < 0) return then();
    changed();
    requestAnimationFrame(wait);
  };
  wait();
}
