// SPDX-License-Identifier: MIT
// @ts-check
// Whether this is somebody's first visit, as far as the browser remembers.

const key = 'headwaters: first minute is over';

/** Where nothing is kept, no visit is the first: what it shows could not be dismissed for good. */
export function isFirstVisit() {
  try {
    return localStorage.getItem(key) === null;
  } catch {
    return false;
  }
}

export function endFirstVisit() {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // Then it comes again.
  }
}
