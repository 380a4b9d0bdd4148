// SPDX-License-Identifier: MIT
// @ts-check
// Names of files, models and hosts come from strangers. They are shown like tokens (src/core/tokens/visible_text.h).

/** Longer names are shortened. */
const longest = 200;

/** @param {string} sign */
const named = (sign) =>
  sign === '\n' || sign === '\r'
    ? '↵'
    : sign === '\t'
      ? '⇥'
      : `U+${/** @type {number} */ (sign.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * A name on one line. Control characters and changes of direction are replaced by their names, so that the text next to it reads as it
 * should.
 * @param {string} name
 */
export function visible(name) {
  const letters = [...name.slice(0, 2 * longest)];
  const cut = letters.length > longest || name.length > 2 * longest ? `${letters.slice(0, longest - 1).join('')}…` : name;
  return cut.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, named);
}
