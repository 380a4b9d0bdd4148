// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hasColour, runsOf } from '../../../web/boot/text.js';

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

test('isolates are runs of their own, in the direction of their first letter', () => {
  assert.deepEqual(runsOf('plain, and שלום without marks'), [{ text: 'plain, and שלום without marks', direction: 'ltr' }]);
  assert.deepEqual(runsOf('from “\u2068שלום (2)\u2069” to \u2068a שלום\u2069'), [
    { text: 'from “', direction: 'ltr' },
    { text: 'שלום (2)', direction: 'rtl' },
    { text: '” to ', direction: 'ltr' },
    { text: 'a שלום', direction: 'ltr' },
  ]);
});

test('a mark without its partner takes nothing from the text', () => {
  assert.equal(
    runsOf('from \u2068שלום')
      .map(({ text }) => text)
      .join(''),
    'from \u2068שלום',
  );
  assert.equal(runsOf('\u2068\u2069').length, 1);
});
