// SPDX-License-Identifier: MIT
// @ts-check
// The canvas's size in device pixels, recovery of a lost context, and the system's preferences.

import { chosenTheme, onTheme } from './theme.js';
import { tr } from '../base/language.js';

/** @typedef {import('./module.js').PageModule} PageModule */

/**
 * Keeps one framebuffer element per device pixel, at any zoom of page or screen.
 * @param {HTMLCanvasElement} canvas
 * @param {(width: number, height: number, density: number) => void} resized
 */
export function watchSize(canvas, resized) {
  const take = (/** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ cssWidth) => {
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    resized(width, height, width / Math.max(cssWidth, 1) || devicePixelRatio);
  };
  const observer = () =>
    new ResizeObserver((entries) => {
      const entry = entries[entries.length - 1];
      const { width, height } = pixelsOf(entry);
      take(width, height, entry.contentRect.width);
    });
  // The first size is needed before the observer's first report.
  const { clientWidth, clientHeight } = canvas;
  take(Math.max(Math.round(clientWidth * devicePixelRatio), 1), Math.max(Math.round(clientHeight * devicePixelRatio), 1), clientWidth);
  // The browser's zoom changes the CSS size but not the device pixels. A screen of another density changes only the device pixels. An
  // observer watches one box, so there are two.
  const inCss = observer();
  inCss.observe(canvas);
  try {
    observer().observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    // Safari has no such box.
  }
  watchDensity(() => {
    inCss.unobserve(canvas);
    inCss.observe(canvas);
  });
}

/**
 * The size in device pixels from the browser's own layout, which rounding cannot reproduce. If the two are far apart, uses rounding,
 * because developer tools emulate a density without a layout for it.
 * @param {ResizeObserverEntry} entry
 */
function pixelsOf({ contentRect, devicePixelContentBoxSize }) {
  const width = contentRect.width * devicePixelRatio;
  const height = contentRect.height * devicePixelRatio;
  const exact = devicePixelContentBoxSize?.[0];
  const isExact = exact && Math.abs(exact.inlineSize - width) < 2 && Math.abs(exact.blockSize - height) < 2;
  return {
    width: Math.max(isExact ? exact.inlineSize : Math.round(width), 1),
    height: Math.max(isExact ? exact.blockSize : Math.round(height), 1),
  };
}

/** @param {() => void} changed */
function watchDensity(changed) {
  const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
  query.addEventListener(
    'change',
    () => {
      changed();
      watchDensity(changed);
    },
    { once: true },
  );
}

/** Milliseconds. A context that is not restored after this time may be lost for good. */
const patience = 3000;

/** Shows the text version alone, or the picture again. @param {boolean} alone @param {string} [why] */
export const showTextOnly = (alone, why = '') => void import('./text_only.js').then(({ show }) => show(alone, why));

/**
 * A context can be lost at any time (sleep, another tab, a driver). The module's memory has everything that was drawn, so the picture comes
 * back unchanged. Until then the text version is shown.
 * @param {HTMLCanvasElement} canvas @param {PageModule} page @param {import('./frames.js').Frames} frames
 */
export function surviveContextLoss(canvas, page, frames) {
  let timer = 0;
  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault(); // asks the browser to restore it
    frames.pause();
    page.contextLost();
    timer = window.setTimeout(() => {
      timer = 0;
      showTextOnly(true, tr('The browser dropped the graphics context.'));
      frames.resume(); // nothing is drawn, but answers arrive and layers play
    }, patience);
  });
  canvas.addEventListener('webglcontextrestored', () => {
    window.clearTimeout(timer);
    if (timer === 0) showTextOnly(false);
    if (page.contextRestored()) frames.resume();
  });
}

/** @typedef {{dark: boolean, highContrast: boolean, reducedMotion: boolean, touch: boolean, embedded: boolean}} Surroundings */

/**
 * Reports the system's preferences, now and after each change.
 * @param {(now: Surroundings) => void} changed
 * @param {{embedded: boolean, theme: 'light' | 'dark' | ''}} embedOptions from the address, takes precedence over the system
 */
export function watchSurroundings(changed, { embedded, theme }) {
  const queries = {
    dark: matchMedia('(prefers-color-scheme: dark)'),
    highContrast: matchMedia('(prefers-contrast: more), (forced-colors: active)'),
    reducedMotion: matchMedia('(prefers-reduced-motion: reduce)'),
    touch: matchMedia('(pointer: coarse)'),
  };
  const present = () => theme || (embedded ? '' : chosenTheme());
  const tell = () =>
    changed({
      dark: present() ? present() === 'dark' : queries.dark.matches,
      highContrast: queries.highContrast.matches,
      reducedMotion: queries.reducedMotion.matches,
      touch: queries.touch.matches,
      embedded,
    });
  for (const query of Object.values(queries)) query.addEventListener('change', tell);
  onTheme(tell);
  tell();
}
