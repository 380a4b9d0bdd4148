// SPDX-License-Identifier: MIT
// @ts-check
// A wait that is reported only when the user would notice it.

/** Milliseconds. A message that appears and vanishes sooner only distracts. */
const felt = 400;

/**
 * The same promise. Calls `tell` once if it is still pending after a while.
 * @template T @param {Promise<T>} promise @param {() => void} tell
 */
export function reportDelay(promise, tell) {
  const timer = setTimeout(tell, felt);
  const over = () => clearTimeout(timer);
  promise.then(over, over);
  return promise;
}
