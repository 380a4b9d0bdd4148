// SPDX-License-Identifier: MIT
// @ts-check
// Whose attention the view shows, in sentences.

import { tr } from './words.js';

/** @param {string} side as the state has it */
export const sideWords = (side) =>
  /** @type {Record<string, string>} */ ({
    encoder: tr('encoder'),
    decoder: tr('decoder'),
    cross: tr('cross'),
    contributions: tr('contributions'),
  })[side] ?? side;
