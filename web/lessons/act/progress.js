// SPDX-License-Identifier: MIT
// @ts-check
// Stores on this machine which steps a student has done, with their answers. A step is done when its question was answered, or, without a
// question, when the student moved on.

import { measuredOf, sketchOf } from './sketch.js';

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

/** Progress while the page is open, for browsers that store nothing. @type {Map<string, Set<number>>} */
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
    // Not stored, but known until the page closes.
  }
}

const answersKey = 'headwaters: answers given';
/**
 * @typedef {object} Given a student's answers to a step
 * @property {number[]} choices checked choices, in order @property {number} [chosen] a choice that is not yet checked
 * @property {(number | null)[]} [drawn] the student's curve @property {number[]} [measured] the measured one, once it was shown
 * @property {string} [number] the right number, as the student wrote it @property {boolean} [isMissed] the first number was wrong
 * @property {boolean} [isShown] the student revealed the answer
 */
/** By lesson and step. @type {Record<string, Record<number, Given>>} */
const given = {};

/** @param {unknown} one @returns {one is number} */
const isChoice = (one) => Number.isInteger(one) && Number(one) >= 0;

/** @param {unknown} value stored by this page, by an older version (only the choices), or by other code @returns {Given} */
function givenOf(value) {
  const { choices, chosen, number, isMissed, isShown, drawn, measured } = /** @type {Record<keyof Given, unknown>} */ (
    Array.isArray(value) ? { choices: value } : (value ?? {})
  );
  const curve = sketchOf(drawn);
  const losses = measuredOf(measured);
  return {
    choices: Array.isArray(choices) ? choices.filter(isChoice) : [],
    ...(isChoice(chosen) && { chosen }),
    ...(curve && { drawn: curve }),
    ...(losses && { measured: losses }),
    ...(typeof number === 'string' && { number }),
    ...(isMissed === true && { isMissed }),
    ...(isShown === true && { isShown }),
  };
}

/** @param {string} id of a lesson @returns {Record<number, Given>} by step from 0 */
function answersOf(id) {
  if (given[id]) return given[id];
  /** @type {Record<number, Given>} */
  const own = {};
  try {
    const read = JSON.parse(localStorage.getItem(answersKey) ?? '{}')?.[id] ?? {};
    for (const [step, value] of Object.entries(read)) if (/^\d+$/.test(step)) own[Number(step)] = givenOf(value);
  } catch {
    // Not JSON, or the browser stores nothing.
  }
  given[id] = own;
  return own;
}

/** @param {string} id @param {number} step from 0 @returns {Given} */
export const answersTo = (id, step) => answersOf(id)[step] ?? { choices: [] };

/** Whether the student has seen the answer. @param {string} id @param {number} step from 0 */
export function isAnswered(id, step) {
  const { choices, number, isShown } = answersTo(id, step);
  return choices.length > 0 || number !== undefined || isShown === true;
}

/** @param {string} id @param {number} step from 0 @param {Partial<Given>} more */
export function answerGiven(id, step, more) {
  answersOf(id)[step] = { ...answersTo(id, step), ...more };
  write(id);
}

const saltKey = 'headwaters: class salt';
let salt = -1;

/** A random number of this device, by which codes of equal answers differ. It is in no code as a whole. @returns {number} */
export function deviceSalt() {
  if (salt >= 0) return salt;
  try {
    const stored = Number(localStorage.getItem(saltKey) ?? NaN);
    salt = Number.isInteger(stored) && stored >= 0 ? stored : -1;
  } catch {
    // The browser stores nothing.
  }
  if (salt < 0) {
    [salt] = crypto.getRandomValues(new Uint32Array(1));
    try {
      localStorage.setItem(saltKey, String(salt));
    } catch {
      // Not stored, but the same until the page closes.
    }
  }
  return salt;
}

/** Deletes the answers and the progress of a lesson that starts again. @param {string} id */
export function forgetLesson(id) {
  given[id] = {};
  now.delete(id);
  write(id);
  try {
    const { [id]: _, ...others } = kept();
    localStorage.setItem(key, JSON.stringify(others));
  } catch {
    // Nothing is stored, so nothing to delete.
  }
}

/** @param {string} id */
function write(id) {
  try {
    const all = JSON.parse(localStorage.getItem(answersKey) ?? '{}');
    localStorage.setItem(answersKey, JSON.stringify({ ...(typeof all === 'object' ? all : {}), [id]: given[id] }));
  } catch {
    // Not stored, but known until the page closes.
  }
}
