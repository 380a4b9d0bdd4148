// SPDX-License-Identifier: MIT
// @ts-check
// Presentation mode (full screen) and a black screen. The module enlarges text and marks (src/frame/page.h).

import { tr } from '../base/language.js';
import { make } from '../base/elements.js';

/** This code requested full screen. */
let taken = false;

/** @param {boolean} on @param {() => void} left called if the user leaves full screen with the browser's key */
export function present(on, left) {
  document.documentElement.toggleAttribute('data-present', on);
  if (!on) {
    black(false);
    if (taken && document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    taken = false;
    return;
  }
  if (document.fullscreenElement || !document.fullscreenEnabled) return;
  // Without a key or a click, as from a link, the browser refuses. The page is enlarged anyway.
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

/** A black screen. Any key or click ends it. @param {boolean} [on] default: toggle */
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
