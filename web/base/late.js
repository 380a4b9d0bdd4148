// SPDX-License-Identifier: MIT
// @ts-check
// A wait that is told about only when it is long enough to be felt.

/** Milliseconds: before that a word that comes and goes is only unrest. */
const felt = 400;

/**
 * The same promise; `tell` is called once if it is still open after a while.
 * @template T @param {Promise<T>} promise @param {() => void} tell
 */
export function toldLate(promise, tell) {
  const timer = setTimeout(tell, felt);
  const over = () => clearTimeout(timer);
  promise.then(over, over);
  return promise;
}
