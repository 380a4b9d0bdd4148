// SPDX-License-Identifier: MIT
// Twenty digits of each class, drawn with the pad's own strokes, are read at the rate of the shipped model's card, which is 98 % and more.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';

import { give, keepPicture, open, root, run, start } from './model_instance.mjs';
import { chance, drawnDigit } from './hand_digits.mjs';
import { drawingOf, paperSide, pixelsOf } from '../../../web/model/picture/drawing.js';

before(async () => {
  await start();
  const digits = new URL('web/models/digits/', root);
  open(['config.json', 'preprocessor_config.json', 'model.safetensors'].map((name) => [name, readFileSync(new URL(name, digits))]));
});

const each = 20;
/** The minimum in docs/models.md for drawn digits. */
const card = 0.98;

/** @param {string} text from the pad */
function read(text) {
  give([new Uint8Array(pixelsOf(drawingOf(text)).buffer)]);
  keepPicture(text, 'Drawing', paperSide, paperSide);
  return run(text).result.says.answers[0].text;
}

/** @param {number} first seed @param {Parameters<typeof drawnDigit>[2]} [how] */
function rate(first, how) {
  /** @type {string[]} */
  const wrong = [];
  for (let digit = 0; digit < 10; ++digit) {
    for (let seed = first; seed < first + each; ++seed) {
      const said = read(drawnDigit(digit, seed, how));
      if (said !== String(digit)) wrong.push(`${digit} (${seed}) as ${said}`);
    }
  }
  return { share: 1 - wrong.length / (10 * each), wrong: wrong.join(', ') };
}

for (const [name, first, how] of /** @type {[string, number, Parameters<typeof drawnDigit>[2]][]} */ ([
  ['from half to four fifths of the pad', 1, {}],
  ['the same ways by another hand', 101, {}],
  ['up to the edge of the pad', 201, { away: 1 }],
  ['nearly as high as the pad', 301, { height: [0.82, 0.93] }],
])) {
  test(`twenty drawings of each digit are read at the card's rate: ${name}`, () => {
    const { share, wrong } = rate(first, how);
    assert.ok(share >= card, `${share}: ${wrong}`);
  });
}

test('the drawings differ, and what is no digit is not counted as one', () => {
  const texts = Array.from({ length: each }, (_, i) => drawnDigit(4, i + 1));
  assert.equal(new Set(texts).size, each);
  const random = chance(7);
  // Scribbles are read as one digit or other, but not as the one in a given list.
  const scribbles = Array.from({ length: 50 }, () =>
    read(`draw:${Buffer.from([26, 12, ...Array.from({ length: 24 }, () => Math.floor(random() * 256))]).toString('base64url')}`),
  );
  assert.ok(scribbles.filter((said, i) => said === String(i % 10)).length < 25);
});
