// SPDX-License-Identifier: MIT
// @ts-check
// What the recipes learn, over seeds: the tables of docs/train.md, printed with --test-reporter spec. Bounds are those of PyTorch's runs
// (data/train/README.md next to the checkout), with the room that float32 and float64 differ by after the loss is nearly 0.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { output } from '../program.mjs';

/** @typedef {{ step: number, loss: number, accuracy?: number, whole?: number, hard?: number, without_head?: number[][] }} Step */
/** A range, both ends included. @typedef {[number, number]} Range */
/**
 * Steps from which 90 and 99 % were right, and shares at the end.
 * @typedef {{ seeds: number, at90?: Range, at99?: Range, end: Range, whole?: Range, hard?: Range, cut?: Range[] }} Expected
 */

/** @type {Record<string, Expected>} */
const recipes = {
  largest: { seeds: 5, at90: [30, 50], at99: [60, 90], end: [0.99, 1], cut: [[0.05, 0.55]] },
  first: { seeds: 5, at90: [30, 40], at99: [40, 40], end: [1, 1], cut: [[0.03, 0.13]] },
  reverse: { seeds: 5, at90: [60, 70], at99: [70, 70], end: [1, 1], cut: [[0.04, 0.08]] },
  sort: { seeds: 5, at90: [70, 80], at99: [100, 120], end: [0.995, 1], cut: [[0.4, 0.51]] },
  // biome-ignore format: one row per recipe
  copy: { seeds: 5, at90: [175, 200], at99: [225, 275], end: [0.995, 1], cut: [[0.1, 0.14], [0.03, 0.06]] },
  // biome-ignore format: one row per recipe
  recall: { seeds: 8, at90: [175, 350], at99: [225, 375], end: [0.985, 1], cut: [[0.09, 0.24], [0.06, 0.22]] },
  // biome-ignore format: one row per recipe
  add: { seeds: 5, at90: [300, 450], at99: [650, 800], end: [0.999, 1], whole: [0.995, 1], cut: [[0.35, 0.94], [0.93, 1]] },
  // biome-ignore format: one row per recipe
  agreement: { seeds: 5, at90: [50, 50], at99: [75, 150], end: [0.99, 1], hard: [0.93, 1], cut: [[0.45, 0.95], [0.65, 0.95]] },
  add23: { seeds: 5, at90: [650, 850], at99: [850, 950], end: [0.99, 1] },
  'copy-one-layer': { seeds: 3, end: [0.24, 0.3] },
  'copy-fixed-length': { seeds: 3, end: [0.99, 1], hard: [0.04, 0.14] },
  'copy-no-positions': { seeds: 3, end: [0.47, 0.53] },
  'copy-four-heads': { seeds: 3, end: [0.98, 1] },
  'copy-no-warm-up': { seeds: 3, end: [0.98, 1] },
  'recall-one-layer': { seeds: 3, end: [0.34, 0.39] },
  'agreement-no-attractors': { seeds: 3, at99: [50, 50], end: [1, 1], hard: [0.38, 0.54] },
  'first-no-positions': { seeds: 5, end: [0.11, 0.16] },
  'first-no-positions-two-layers': { seeds: 5, at99: [70, 180], end: [0.95, 1] },
  'reverse-no-positions': { seeds: 5, end: [0.04, 0.06] },
  'add-no-positions': { seeds: 2, end: [0.85, 0.92], whole: [0.6, 0.75] },
  'add-one-layer': { seeds: 2, end: [0.85, 1], whole: [0.65, 1] },
  'add-no-mlp': { seeds: 2, end: [0.97, 1], whole: [0.94, 1] },
  'add23-no-decay': { seeds: 2, end: [0.3, 0.75] },
};

/** @param {number | undefined} value @param {Range | undefined} range @param {string} what */
function within(value, range, what) {
  if (range) assert.ok(value !== undefined && value >= range[0] && value <= range[1], `${what} is ${value}, not in ${range.join(' to ')}`);
}

for (const [name, expected] of Object.entries(recipes))
  test(name, { skip: process.env.HEADWATERS_NIGHTLY ? false : 'only at night' }, (t) => {
    for (let seed = 1; seed <= expected.seeds; ++seed) {
      /** @type {Step[]} */
      const steps = output(['train', name, '--seed', `${seed}`])
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      const reached = (/** @type {number} */ share) => steps.find(({ accuracy = 0 }) => accuracy >= share)?.step;
      const last = steps[steps.length - 1];
      const cuts = (last.without_head ?? []).map((row) => row.map((share) => share.toFixed(2)).join(' ')).join(' / ');
      t.diagnostic(
        `seed ${seed}: 90 % at ${reached(0.9)}, 99 % at ${reached(0.99)}, end ${last.accuracy?.toFixed(4)}, whole ${last.whole?.toFixed(3)}, hard ${last.hard?.toFixed(3)}, without each head ${cuts}`,
      );
      within(reached(0.9), expected.at90, `seed ${seed}: 90 %`);
      within(reached(0.99), expected.at99, `seed ${seed}: 99 %`);
      within(last.accuracy, expected.end, `seed ${seed}: the accuracy`);
      within(last.whole, expected.whole, `seed ${seed}: whole`);
      within(last.hard, expected.hard, `seed ${seed}: the hard test`);
      for (const [layer, range] of (expected.cut ?? []).entries())
        for (const share of last.without_head?.[layer] ?? []) within(share, range, `seed ${seed}: layer ${layer + 1} without a head`);
    }
  });
