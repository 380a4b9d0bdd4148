// SPDX-License-Identifier: MIT
// @ts-check
// Questions whose answer gives something away, in a frame of another page: that page can lay what it likes over them, and
// have the visitor click through it. So buttons work only while the question has been seen for a while, where the browser
// can tell (IntersectionObserver v2), and elsewhere the question is asked in a tab of its own (allow.html), over which
// nothing lies.

import { oneFile } from '../base/parts.js';

/** A click that was meant for something else may not answer. Milliseconds. */
export const tooSoon = 800;

/** How the question may be asked here. @returns {'here' | 'seen' | 'tab' | ''} seen: as long as nothing lies over it; '': in no way */
export function wayToAsk() {
  if (parent === window) return 'here';
  if ('IntersectionObserverEntry' in window && 'isVisible' in IntersectionObserverEntry.prototype) return 'seen';
  // A page that is one file, or has no origin, has no other page that could answer it.
  return oneFile() || location.origin === 'null' ? '' : 'tab';
}

/**
 * The same in a window of its own: another window may have lain over it, and be closed just before the click. Whenever the window
 * gets the focus, the time begins anew.
 * @param {(on: boolean) => void} enable @returns {() => void} ends it
 */
export function whileInFront(enable) {
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
 * Calls `enable(true)` once the element has been seen whole for `tooSoon` without a break, and `enable(false)` as soon as it is
 * not; the browser looks ten times a second.
 * @param {Element} element @param {(on: boolean) => void} enable @returns {() => void} ends it
 */
export function whileSeen(element, enable) {
  let timer = 0;
  const look = (/** @type {IntersectionObserverEntry[]} */ entries) => {
    const { isIntersecting, intersectionRatio, isVisible } = /** @type {any} */ (entries[entries.length - 1]);
    clearTimeout(timer);
    if (isIntersecting && isVisible === true && intersectionRatio > 0.99) timer = window.setTimeout(() => enable(true), tooSoon);
    else enable(false);
  };
  const observer = new IntersectionObserver(
    look,
    /** @type {any} */ ({ threshold: [0, 0.5, 0.995, 1], trackVisibility: true, delay: 100 }),
  );
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
