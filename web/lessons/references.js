// SPDX-License-Identifier: MIT
// @ts-check
// Compares the numbers in an author's text with the page's results during editing. Covers the steps whose data are open, in the current
// views. Numbers that cannot be computed this way are counted but not judged.

import { roundsTo, digitsOf, referencesIn } from './form/arithmetic.js';
import { dataOf } from './form/steps.js';
import { partsOfLive } from './act/live.js';
import { tr } from '../base/language.js';

/** @typedef {import('../base/problem.js').Problem} Problem */
/**
 * @typedef {object} Open the page's current state
 * @property {string} data as fields of a link @property {number} layers
 * @property {boolean} isRelative flow is divided by its sum
 * @property {{residual: number, start: number}} settings start from 1 @property {boolean} isUsual all other settings are at their defaults
 * @property {(method: string, layer: number) => Promise<number[][]>} matrix after a layer (from 1)
 * @property {(word: string) => Promise<number>} chance of an answer of the open model, NaN if it has none
 */

/** Fields that identify a matrix. */
const known = ['layer', 'token', 'key', 'residual', 'start'];

/**
 * The value of a reference in the current views: a number, a matrix, or null if it cannot be computed.
 * @param {string} about @param {Open} open @returns {Promise<number | number[][] | null>}
 */
async function valueAt(about, open) {
  const { what, fields } = partsOfLive(about);
  if (what === 'model') return Object.keys(fields).join() === 'answer' ? numberOrNull(await open.chance(fields.answer)) : null;
  const flows = open.isRelative ? 'relative-flow' : 'flow';
  if (!['raw', 'rollout', flows].includes(what) || !open.isUsual || Object.keys(fields).some((key) => !known.includes(key))) return null;
  const { residual = '0.5', start = '1' } = fields;
  const isAsSet = Number(residual) === open.settings.residual && Number(start) === open.settings.start;
  const layer = Number(fields.layer);
  if ((what !== 'raw' && !isAsSet) || !(layer >= 1 && layer <= open.layers)) return null;
  const rows = await open.matrix(what === 'relative-flow' ? 'flow' : what, layer);
  if (fields.token === undefined) return rows;
  return rows[Number(fields.token)]?.[Number(fields.key)] ?? null;
}

/** @param {number} number */
const numberOrNull = (number) => (Number.isNaN(number) ? null : number);

/** @param {number | number[][]} value @param {string} shown */
function isAsShown(value, shown) {
  if (typeof value === 'number') return roundsTo(value, shown);
  const rows = shown.split(';').map((row) => row.trim().split(/\s+/));
  return (
    rows.length === value.length &&
    rows.every((row, at) => row.length === value[at].length && row.every((one, key) => roundsTo(value[at][key], one)))
  );
}

/** @param {number | number[][]} value @param {string} shown */
function written(value, shown) {
  const digits = digitsOf(shown.split(/[\s;]+/)[0]);
  return typeof value === 'number'
    ? value.toFixed(Math.max(digits, 3))
    : value.map((row) => row.map((one) => one.toFixed(digits)).join(' ')).join('; ');
}

/** Fields of data in one form. Values that are escaped once, twice or not at all become equal. @param {string} data */
function plain(data) {
  let text = data.split('&').sort().join('&');
  try {
    for (let next = decodeURIComponent(text); next !== text; next = decodeURIComponent(text)) text = next;
  } catch {
    // A percent sign that belongs to the data.
  }
  return text;
}

/**
 * Whether an address has settings that change numbers, except the residual weight and the first layer, or hides tokens.
 * @param {string} fields of a link @param {string[]} settings names as in headwaters.state.settings
 */
export function hasUnusual(fields, settings) {
  const plainly = ['residual', 'start'];
  const names = [
    ...settings.filter((name) => !plainly.includes(name)),
    'hidden',
    'renormalise',
    'words',
    'spans',
    'segments',
    'over',
    'side',
  ].map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  return fields.split('&').some((pair) => {
    const [name, value] = pair.split('=');
    return names.includes(name) || (name === 'preset' && value !== 'no-residual');
  });
}

/**
 * The false numbers, and how many were compared. Sums are checked in arithmetic.js.
 * @param {import('./form/read.js').Lesson} lesson @param {{steps: unknown[]}} json its source @param {Open} open
 * @returns {Promise<{faults: Problem[], held: number, all: number}>}
 */
export async function falseReferences(lesson, json, open) {
  /** @type {Problem[]} */
  const faults = [];
  let held = 0;
  const all = json.steps
    .flatMap((step, index) => referencesIn(step, `steps[${index}]`).map((one) => ({ ...one, index })))
    .filter(({ about }) => !about.startsWith('='));
  for (const { place, text, about, index } of all) {
    const value = plain(dataOf(lesson, index)) === plain(open.data) ? await valueAt(about, open).catch(() => null) : null;
    if (value === null) continue;
    held += 1;
    if (!isAsShown(value, text))
      faults.push({ place, finding: tr('{} is wrong.', `{${text}|${about}}`), remedy: tr('The value is {}.', written(value, text)) });
  }
  return { faults, held, all: all.length };
}
