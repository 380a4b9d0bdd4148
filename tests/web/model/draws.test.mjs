// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { allDraws, drawsFor, leastDraws } from '../../../web/model/sheets/draws.js';

test('as many draws as fit into three seconds; of a slower model as many as give a p of a fortieth, or at least of a twentieth', () => {
  assert.equal(drawsFor(20), allDraws);
  // MiniLM with 16 tokens.
  const fit = drawsFor(400);
  assert.ok(400 + (fit - 8) * 50 * 0.66 <= 3000 && 400 + (fit - 7) * 50 * 0.66 > 3000, String(fit));
  assert.equal(drawsFor(1500), 39);
  assert.ok(drawsFor(3500) > leastDraws && drawsFor(3500) < 39);
  assert.equal(drawsFor(60_000), leastDraws);
});
