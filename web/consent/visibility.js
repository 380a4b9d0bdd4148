// SPDX-License-Identifier: MIT
// @ts-check
// Protects permission questions from clickjacking. A page around this one can cover the question and lead the visitor to click through the
// cover. If the browser reports visibility (IntersectionObserver v2), the buttons work only after the question was visible for a while.
// Elsewhere a separate tab asks (allow.html), which nothing can cover.

import { oneFile } from '../base/parts.js';

/** Milliseconds. An earlier click was meant for something else and does not count. */
export const tooSoon = 800;

/** The safe way to ask the question here. @returns {'here' | 'seen' | 'tab' | ''} seen: only while nothing covers it. '': not at all. */
export function questionPlace() {
  if (parent === window) return 'here';
  if ('IntersectionObserverEntry' in window && 'isVisible' in IntersectionObserverEntry.prototype) return 'seen';
  // A single-file page, or one without an origin, has no other page that could ask.
  return oneFile() || location.origin === 'null' ? '' : 'tab';
}

/**
 * For a question in its own window. Another window may have covered it and closed just before the click, so the wait restarts whenever the
 * window gets the focus.
 * @param {(on: boolean) => void} enable @returns {() => void} stops it
 */
export function watchFocus(enable) {
  let timer = 0;
  const begin = () => {
    clearTimeout(timer);
    enable(false);
    timer = window.setTimeout(() => enable(true), tooSoon);
  };
  begin();
  addEventListener('focus', begin);
  return () => {
    clearTimeout(timer);
    removeEventListener('focus', begin);
  };
}

/**
 * Calls `enable(true)` once the whole element was visible for `tooSoon` without a break, and `enable(false)` when it stops being visible.
 * The browser checks ten times a second.
 * @param {Element} element @param {(on: boolean) => void} enable @returns {() => void} stops it
 */
export function watchVisibility(element, enable) {
  let timer = 0;
  const look = (/** @type {IntersectionObserverEntry[]} */ entries) => {
    const { isIntersecting, intersectionRatio, isVisible } = /** @type {IntersectionObserverEntry & {isVisible?: boolean}} */ (
      entries[entries.length - 1]
    );
    clearTimeout(timer);
    if (isIntersecting && isVisible === true && intersectionRatio > 0.99) timer = window.setTimeout(() => enable(true), tooSoon);
    else enable(false);
  };
  const observer = new IntersectionObserver(
    look,
    /** @type {IntersectionObserverInit} */ ({ threshold: [0, 0.5, 0.995, 1], trackVisibility: true, delay: 100 }),
  );
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
