// SPDX-License-Identifier: MIT
// @ts-check
// Which steps of which lessons somebody has done, on this machine: a step is done when its question was answered, or, where it
// asks nothing, when somebody went on from it.

const key = 'headwaters: steps done';

/** @returns {Record<string, number[]>} steps from 0, by lesson */
function kept() {
  try {
    const read = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : {};
  } catch {
    return {};
  }
}

/** What has been done while the page is open, where the browser keeps nothing. @type {Map<string, Set<number>>} */
const now = new Map();

/** @param {string} id of a lesson @returns {Set<number>} */
export function stepsDone(id) {
  const own = kept()[id];
  const before = Array.isArray(own) ? own.filter((step) => Number.isInteger(step)) : [];
  return new Set([...before, ...(now.get(id) ?? [])]);
}

/** @param {string} id @param {number} step from 0 */
export function stepIsDone(id, step) {
  const done = stepsDone(id);
  if (done.has(step)) return;
  now.set(id, done.add(step));
  try {
    localStorage.setItem(key, JSON.stringify({ ...kept(), [id]: [...done].sort((a, b) => a - b) }));
  } catch {
    // Then it is known until the page is closed.
  }
}
