// SPDX-License-Identifier: MIT
// @ts-check
// The next press on the figure, by mouse, pen or finger, is a choice of what to cut there, and nothing else.

/**
 * @param {import('../../boot/module.js').PageModule} page @param {() => void} changed asks for a frame
 * @param {(isWaiting: boolean) => void} waits told when it begins and when it is over
 * @returns {() => void} gives up
 */
export function pointOnce(page, changed, waits) {
  const canvas = /** @type {HTMLElement} */ (document.getElementById('canvas'));
  const listening = new AbortController();
  const end = () => {
    listening.abort();
    waits(false);
  };
  const how = { signal: listening.signal, capture: true };
  canvas.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    end();
    const { left, top } = canvas.getBoundingClientRect();
    page.pointer(event.clientX - left, event.clientY - top, false, 0);
    changed();
    // What lies under a pointer is known once a frame with it has been drawn.
    let frames = 3;
    const wait = () => {
      if (--frames > 0) return void requestAnimationFrame(wait);
      page.act('cut');
      changed();
    };
    requestAnimationFrame(wait);
  }, how);
  addEventListener('keydown', (event) => event.key === 'Escape' && end(), how);
  waits(true);
  return end;
}
