// SPDX-License-Identifier: MIT
// @ts-check
// Properties of amino acids, and their colours (Okabe and Ito's palette, which people with a colour vision deficiency can tell apart).

import { tr } from '../../base/language.js';

/** @typedef {{letters: string, colour: string, name: () => string}} Group */

/** @type {Group[]} */
export const groups = [
  { letters: 'AVLIM', colour: '#e69f00', name: () => tr('hydrophobic') },
  { letters: 'FWY', colour: '#cc79a7', name: () => tr('aromatic') },
  { letters: 'STNQ', colour: '#009e73', name: () => tr('polar') },
  { letters: 'KRH', colour: '#56b4e9', name: () => tr('positive') },
  { letters: 'DE', colour: '#d55e00', name: () => tr('negative') },
  { letters: 'GPC', colour: '#999999', name: () => tr('special') },
];

/** @param {string} letter @returns {Group | undefined} undefined for letters of no single amino acid */
export const groupOf = (letter) => (letter.length === 1 ? groups.find(({ letters }) => letters.includes(letter)) : undefined);
