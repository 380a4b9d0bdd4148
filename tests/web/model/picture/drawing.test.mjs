// SPDX-License-Identifier: MIT
// Drawings. Covers the text that carries one, and its pixels.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { thumbnailPixels } from '../../../../web/model/line/history_list.js';
import { drawingOf, drawingText, paperSide, pixelsOf } from '../../../../web/model/picture/drawing.js';
import { Pictures } from '../../../../web/model/picture/pictures.js';

const ink = (pixels, x, y) => pixels[4 * (y * paperSide + x)];

test('a drawing comes back from its text, long strokes too', () => {
  const drawing = {
    pen: 2.4,
    strokes: [
      [0, 0, 255, 255],
      [10, 20],
      [100, 3, 4, 5, 6, 7],
    ],
  };
  assert.deepEqual(drawingOf(drawingText(drawing)), drawing);
  assert.match(drawingText(drawing), /^draw:[\w-]+$/);
  const long = Array.from({ length: 1200 }, (_, i) => i % 256);
  const back = drawingOf(drawingText({ pen: 2, strokes: [long] })).strokes;
  assert.equal(back.length, 3);
  // Each part begins where the one before it ended, without a gap.
  assert.deepEqual(back[1].slice(0, 2), back[0].slice(-2));
  assert.deepEqual(pixelsOf({ pen: 2, strokes: back }), pixelsOf({ pen: 2, strokes: [long] }));
});

test('what is no drawing is an empty one', () => {
  for (const text of ['draw:', 'draw:§', 'draw:GgkA', 'draw:GgAA']) assert.deepEqual(drawingOf(text).strokes, []);
  assert.equal(drawingOf('draw:_w').pen, 6);
  assert.ok(drawingText({ pen: 2, strokes: Array.from({ length: 9000 }, () => [1, 2]) }).length < 8100);
});

test('ink lies where the pen went, with a soft edge; a dot is round', () => {
  const line = pixelsOf({ pen: 3, strokes: [[0, 128, 255, 128]] });
  for (let x = 0; x < paperSide; ++x) {
    assert.equal(ink(line, x, 14), 255);
    assert.equal(ink(line, x, 10), 0);
  }
  // (1.5 - distance) / 0.6 + 0.5 for the pixel whose middle is 1.555 from the line.
  assert.equal(ink(line, 5, 15), Math.round(255 * Math.min(1, (1.5 - (15.5 - (128 * 28) / 255)) / 0.6 + 0.5)));
  const dot = pixelsOf({ pen: 4, strokes: [[128, 128]] });
  assert.equal(ink(dot, 14, 14), 255);
  assert.equal(ink(dot, 17, 14), 0);
  assert.equal(ink(dot, 14, 12), ink(dot, 12, 14));
  assert.equal(dot[3], 255);
});

test('of a drawing that a link cut off the points that came are drawn, and its title says so', () => {
  const whole = {
    pen: 2,
    strokes: [
      [10, 20, 30, 40],
      [50, 60, 70, 80, 90, 100],
    ],
  };
  const text = drawingText(whole);
  assert.deepEqual(drawingOf(text.slice(0, -2)), { ...whole, strokes: [whole.strokes[0], [50, 60, 70, 80]], isCut: true });
  const pictures = new Pictures();
  assert.deepEqual(
    [text, text.slice(0, -2)].map((name) => pictures.title(name)),
    ['Drawing', 'Drawing, truncated'],
  );
  assert.equal(pictures.picture(text.slice(0, -2))?.title, 'Drawing, truncated');
});

test('a drawing in a list is small, and shows which patches are wiped', () => {
  const seen = /** @type {any} */ ({ rows: 7, columns: 7 });
  const text = drawingText({ pen: 2.6, strokes: [[128, 20, 128, 235]] });
  const at = (/** @type {Uint8ClampedArray} */ pixels, /** @type {number} */ x, /** @type {number} */ y) => pixels[4 * (y * paperSide + x)];
  const whole = thumbnailPixels({ text }, seen);
  assert.deepEqual(whole, pixelsOf(drawingOf(text)));
  // Patch 24 is the one in the middle, rows and columns 12 to 15.
  const wiped = thumbnailPixels({ text, wiped: '24' }, seen);
  assert.deepEqual([at(whole, 14, 13), at(wiped, 14, 13), at(wiped, 12, 15), at(wiped, 14, 16), at(wiped, 11, 13)], [255, 68, 68, 255, 0]);
});
