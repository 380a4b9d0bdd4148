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

const answersKey = 'headwaters: answers given';
/** Choices of each step's question in the order in which they were made, by lesson. @type {Record<string, Record<number, number[]>>} */
const given = {};

/** @param {string} id of a lesson @returns {Record<number, number[]>} by step from 0 */
function answersOf(id) {
  if (given[id]) return given[id];
  /** @type {Record<number, number[]>} */
  const own = {};
  try {
    const read = JSON.parse(localStorage.getItem(answersKey) ?? '{}')?.[id] ?? {};
    for (const [step, choices] of Object.entries(read))
      if (/^\d+$/.test(step) && Array.isArray(choices)) own[Number(step)] = choices.filter((one) => Number.isInteger(one) && one >= 0);
  } catch {
    // What a stranger wrote there, or a browser that keeps nothing.
  }
  return (given[id] = own);
}

/** @param {string} id @param {number} step from 0 */
export const answersTo = (id, step) => answersOf(id)[step] ?? [];

/** @param {string} id @param {number} step from 0 @param {number} choice from 0 */
export function answerGiven(id, step, choice) {
  answersOf(id)[step] = [...answersTo(id, step), choice];
  write(id);
}

/** Answers and progress of a lesson are forgotten: somebody does it again. @param {string} id */
export function forgetLesson(id) {
  given[id] = {};
  now.delete(id);
  write(id);
  try {
    const { [id]: _, ...others } = kept();
    localStorage.setItem(key, JSON.stringify(others));
  } catch {
    // Then there is nothing to forget.
  }
}

/** @param {string} id */
function write(id) {
  try {
    const all = JSON.parse(localStorage.getItem(answersKey) ?? '{}');
    localStorage.setItem(answersKey, JSON.stringify({ ...(typeof all === 'object' ? all : {}), [id]: given[id] }));
  } catch {
    // Then it is known until the page is closed.
  }
}
