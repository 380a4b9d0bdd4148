// SPDX-License-Identifier: MIT
// @ts-check
// The scrolling part of a view over the canvas.

import { make } from '../../base/elements.js';

/** Creates the scrolling element. At its end the canvas below it scrolls on, by wheel and by finger. @param {HTMLElement[]} parts */
export function scrolling(...parts) {
  const root = make('div', { className: 'scrolls' }, ...parts);
  const pass = (/** @type {number} */ deltaY, /** @type {MouseEvent | Touch} */ { clientX, clientY }) => {
    const isAtEnd = deltaY < 0 ? root.scrollTop <= 0 : root.scrollTop + root.clientHeight >= root.scrollHeight - 1;
    if (deltaY === 0 || !isAtEnd) return;
    const canvas = document.getElementById('canvas');
    const at = { clientX, clientY, cancelable: true };
    canvas?.dispatchEvent(new PointerEvent('pointermove', at)); // the part under the pointer scrolls
    canvas?.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY }));
  };
  root.addEventListener('wheel', (event) => event.ctrlKey || pass(event.deltaY * [1, 40, 800][event.deltaMode], event), { passive: true });
  let last = 0;
  root.addEventListener(
    'touchstart',
    ({ touches }) => {
      last = touches[0].clientY;
    },
    { passive: true },
  );
  root.addEventListener(
    'touchmove',
    ({ touches: [touch] }) => {
      pass(last - touch.clientY, touch);
      last = touch.clientY;
    },
    { passive: true },
  );
  return root;
}
