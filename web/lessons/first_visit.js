// SPDX-License-Identifier: MIT
// @ts-check
// Whether this is the user's first visit, as far as the browser remembers.

const key = 'headwaters: first minute is over';

/** Without storage no visit counts as the first, because the introduction could not be closed for good. */
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
    // Not stored, so it will appear again.
  }
}
