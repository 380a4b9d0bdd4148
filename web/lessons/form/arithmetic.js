// SPDX-License-Identifier: MIT
// @ts-check
// Sums in a lesson's text, `{0.8|= 0.5 * 0.6 + 0.5}`. The page's policy forbids eval(), so this code computes them. It knows + - * / **,
// brackets, min and max.

import { partsOf } from './markup.js';
import { tr } from '../../base/language.js';

/** Maximum length. Nobody reads longer sums, and nested brackets need stack. */
const longest = 500;

/** @param {string} text @returns {number} NaN if it is not a sum */
export function sumOf(text) {
  if (text.length > longest) return NaN;
  const tokens = text.match(/\d*\.?\d+|\*\*|min|max|[-+*/(),]|\S/g) ?? [];
  let at = 0;
  const takes = (/** @type {string} */ token) => {
    if (tokens[at] !== token) return false;
    at += 1;
    return true;
  };
  /** @returns {number} */
  const value = () => {
    const token = tokens[at++];
    if (token === '-') return -power();
    if (token === '(') return closed(sum());
    if (token === 'min' || token === 'max') {
      if (!takes('(')) return NaN;
      const all = [sum()];
      while (takes(',')) all.push(sum());
      return closed(Math[token](...all));
    }
    return /^\d*\.?\d+$/.test(token ?? '') ? Number(token) : NaN;
  };
  const closed = (/** @type {number} */ number) => (takes(')') ? number : NaN);
  /** @returns {number} */
  const power = () => {
    const base = value();
    return takes('**') ? base ** power() : base;
  };
  const product = () => {
    let number = power();
    for (;;) {
      if (takes('*')) number *= power();
      else if (takes('/')) number /= power();
      else return number;
    }
  };
  /** @returns {number} */
  const sum = () => {
    let number = product();
    for (;;) {
      if (takes('+')) number += product();
      else if (takes('-')) number -= product();
      else return number;
    }
  };
  const found = sum();
  return at === tokens.length ? found : NaN;
}

/**
 * Every number in a lesson's texts that has a formula, with its place. @param {unknown} value JSON @param {string} [place]
 * @returns {{place: string, kind: 'number' | 'matrix', text: string, about: string}[]}
 */
export function referencesIn(value, place = '') {
  if (typeof value === 'string')
    return partsOf(value).flatMap(({ kind, text, about }) =>
      kind === 'number' || kind === 'matrix' ? [{ place, kind, text, about }] : [],
    );
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    referencesIn(one, Array.isArray(value) ? `${place}[${key}]` : place ? `${place}.${key}` : key),
  );
}

/** Whether a computed number rounds to the shown one. Halfway values may round either way. @param {number} found @param {string} shown */
export const roundsTo = (found, shown) => Math.abs(found - Number(shown)) <= 0.5 * 10 ** -digitsOf(shown) + 1e-9;
/** @param {string} shown */
export const digitsOf = (shown) => shown.split('.')[1]?.length ?? 0;

/** The sums in a lesson's texts whose result is wrong. @param {unknown} value JSON @returns {import('../../base/problem.js').Problem[]} */
export function falseSums(value) {
  return referencesIn(value).flatMap(({ place, kind, text, about }) => {
    if (kind !== 'number' || !about.startsWith('=')) return [];
    const found = sumOf(about.slice(1));
    if (roundsTo(found, text)) return [];
    const remedy = Number.isNaN(found)
      ? tr('Use only + - * / ** ( ) min and max.')
      : tr('The value is {}.', found.toFixed(Math.max(digitsOf(text), 3)));
    return [{ place, finding: tr('{} does not add up.', `{${text}|${about}}`), remedy }];
  });
}
