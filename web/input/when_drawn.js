// SPDX-License-Identifier: MIT
// @ts-check
// What lies under the pointer is known once a frame with its position has been drawn.

/** Frames: one takes the position, one its buttons, and one shows what they point at. */
const needed = 3;

/** @param {() => void} changed asks for a frame @param {() => void} then called after enough of them */
export function whenDrawn(changed, then) {
  let frames = needed;
  const wait = () => {
    if (--frames < 0) return then();
    changed();
    requestAnimationFrame(wait);
  };
  wait();
}
