// SPDX-License-Identifier: MIT
// @ts-check
// Questions whose answer gives something away, in a frame of another page: that page can lay what it likes over them, and
// have the visitor click through it. So buttons work only while the question has been seen for a while, where the browser
// can tell (IntersectionObserver v2), and elsewhere the question is asked in a tab of its own (allow.html), over which
// nothing lies.

/** A click that was meant for something else may not answer. Milliseconds. */
export const tooSoon = 800;

/** How the question may be asked here. @returns {'here' | 'seen' | 'tab'} seen: as long as nothing lies over it */
export function wayToAsk() {
  if (parent === window) return 'here';
  return 'IntersectionObserverEntry' in window && 'isVisible' in IntersectionObserverEntry.prototype ? 'seen' : 'tab';
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
  const observer = new IntersectionObserver(look, /** @type {any} */ ({ threshold: [0, 0.5, 0.995, 1], trackVisibility: true, delay: 100 }));
  observer.observe(element);
  return () => (clearTimeout(timer), observer.disconnect());
}
