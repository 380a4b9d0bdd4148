// SPDX-License-Identifier: MIT
// @ts-check
// What the view is called in sentences: its panels and whose attention it shows.

import { tr } from '../boot/words.js';

/** @param {string} panel its name in links */
export const panelWords = (panel) =>
  /** @type {Record<string, string>} */ ({
    overview: tr('overview'),
    bars: tr('bars'),
    matrix: tr('matrix'),
    evolution: tr('evolution'),
    flow: tr('flow'),
    heads: tr('heads'),
    compare: tr('compare'),
    image: tr('image'),
    faithfulness: tr('faithfulness'),
    graph: tr('graph'),
    explain: tr('explain'),
  })[panel] ?? panel;

/** @param {string} side as the state has it */
export const sideWords = (side) =>
  /** @type {Record<string, string>} */ ({
    encoder: tr('encoder'),
    decoder: tr('decoder'),
    cross: tr('cross'),
    contributions: tr('contributions'),
  })[side] ?? side;
