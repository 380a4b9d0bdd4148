// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { allDraws, drawsFor, leastDraws } from '../../../web/model/sheets/experiment_texts.js';
import { areaOf, holm, describeVerdict } from '../../../web/model/sheets/experiment_texts.js';

test('as many draws as fit into five seconds, and never so few that they cannot decide', () => {
  assert.equal(drawsFor(20), allDraws);
  // MiniLM with 16 tokens.
  const fit = drawsFor(400);
  assert.ok(400 + (fit - 8) * 50 * 0.66 <= 5000 && 400 + (fit - 7) * 50 * 0.66 > 5000, String(fit));
  assert.equal(drawsFor(60_000), leastDraws);
  assert.ok(2 / (leastDraws + 1) < 0.05, 'two rankings can be corrected for');
  assert.ok(5 / (allDraws + 1) < 0.05, 'five rankings can be corrected for');
});

test('better than chance needs p below .05 after Holm, and draws that can reach it', () => {
  const words = (/** @type {number} */ p, /** @type {number} */ draws, others = [], area = 1) =>
    describeVerdict(/** @type {any} */ ({ p, draws, area }), others);
  assert.equal(words(1 / 40, 39), 'Better than chance (p = 0.025).');
  assert.equal(words(1 / 20, 19), '19 draws are too few to rule out chance (p = 0.050).');
  assert.equal(
    words(1 / 40, 39, [0.3]),
    '39 draws are too few to rule out chance (p = 0.025, 0.050 after Holm’s correction for 2 rankings).',
  );
  assert.equal(words(1 / 200, 199, [0.3, 0.01]), 'Better than chance (p = 0.005, 0.015 after Holm’s correction for 3 rankings).');
  assert.equal(words(0.04, 199, [0.005]), 'Better than chance (p = 0.040, 0.040 after Holm’s correction for 2 rankings).');
  assert.equal(words(0.04, 199, [0.3]), 'Not distinguishable from chance (p = 0.040, 0.080 after Holm’s correction for 2 rankings).');
  assert.equal(words(0.5, 199), 'Not distinguishable from chance (p = 0.500).');
  // from statsmodels, multipletests(..., method='holm')
  assert.deepEqual(
    holm([0.01, 0.04, 0.03]).map((p) => Number(p.toFixed(12))),
    [0.03, 0.06, 0.06],
  );
  assert.equal(areaOf({ mean: [3, 2] }, [1, 1]), 1.5);
});
