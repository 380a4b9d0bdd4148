// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hasColour } from '../../web/text.js';

const pixels = (...all) => Uint8ClampedArray.from(all.flat());

test('white ink at any strength has no colour of its own', () => {
  assert.ok(!hasColour(pixels([0, 0, 0, 0], [255, 255, 255, 255], [255, 255, 255, 40], [250, 248, 252, 60])));
});

test('an emoji has, whatever its brightness', () => {
  assert.ok(hasColour(pixels([255, 255, 255, 255], [255, 204, 77, 255])));
  assert.ok(hasColour(pixels([20, 20, 20, 255])), 'black in a picture is a colour too');
});

test('the rounding of nearly transparent pixels is no colour', () => {
  assert.ok(!hasColour(pixels([128, 255, 0, 2], [0, 0, 0, 20])));
});
