// SPDX-License-Identifier: MIT
// @ts-check Presentation mode: full screen, and a black screen. The module enlarges type and marks
// (src/frame/page.h).

import { tr } from '../base/words.js';
import { make } from '../base/elements.js';

/** The browser's whole screen was asked for by us. */
let taken = false;

/** @param {boolean} on @param {() => void} left somebody has left the whole screen by the browser's own key */
export function present(on, left) {
  document.documentElement.toggleAttribute('data-present', on);
  if (!on) {
    black(false);
    if (taken && document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    taken = false;
    return;
  }
  if (document.fullscreenElement || !document.fullscreenEnabled) return;
  // Without a key or a click, as by a link, a browser refuses: the page is large all the same.
  document.documentElement.requestFullscreen().then(
    () => {
      taken = true;
      document.addEventListener('fullscreenchange', function changed() {
        if (document.fullscreenElement) return;
        document.removeEventListener('fullscreenchange', changed);
        if (taken) left();
        taken = false;
      });
    },
    () => {},
  );
}

/** @type {HTMLElement | null} */
let cloth = null;

/** A black screen, which any key or click ends. @param {boolean} [on] left out: the other of now */
export function black(on = !cloth) {
  if (on === Boolean(cloth)) return;
  if (cloth) {
    cloth.remove();
    cloth = null;
    return;
  }
  cloth = make('div', {
    className: 'black',
    tabIndex: -1,
    role: 'dialog',
    'aria-label': tr('Black screen. Press any key.'),
    onclick: () => black(false),
  });
  const before = document.activeElement;
  cloth.addEventListener('keydown', (event) => {
    event.preventDefault();
    event.stopPropagation();
    black(false);
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  });
  document.body.append(cloth);
  cloth.focus();
}
