// SPDX-License-Identifier: MIT
// @ts-check
// Sentences that name whose attention the view shows.

import { tr } from './language.js';

/** @param {string} side as in the state */
export const sideName = (side) =>
  /** @type {Record<string, string>} */ ({
    encoder: tr('encoder'),
    decoder: tr('decoder'),
    cross: tr('cross'),
    contributions: tr('contributions'),
  })[side] ?? side;
